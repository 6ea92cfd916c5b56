/**
 * Simulates units and guests over the protocols of each kind of unit, so that a server can be tried without hardware: log-ins, reports and
 * disconnects are real requests. Usage is also counted here, to compare with what the server ends up with.
 */
import { between, chance, pick, randomFor, type Random } from '../random';
import { answerToRequest } from './unitRequests';
import { CAUSE, type Cause, type PlayedGuest, type PlayedSession, type Used } from './playedUnit';
import { linkOf, type SimulatedUnit, type Target, type UnitLink } from './unitLinks';

export interface Counts {
  online: number;
  accepted: number;
  refused: number;
  /** Requests without an answer. */
  unanswered: number;
  reports: number;
}

interface Options {
  units: readonly SimulatedUnit[];
  guests: readonly PlayedGuest[];
  target: Target;
  /** The same seed makes guests arrive, use traffic and leave in the same way, if the server gives the same answers. */
  seed: string;
  /** Seconds of the simulation per second in which the units count their sessions. */
  speed?: number;
  /** Milliseconds to wait per attempt; shorter in tests. */
  waits?: readonly number[];
}

interface Simulation {
  /** Advances the simulation: guests arrive, use traffic and leave, and units report. */
  pass: (seconds: number) => Promise<void>;
  /** Logs all guests out. */
  stop: () => Promise<void>;
  counts: () => Counts;
  /** Usage of each guest over all its sessions, in the units' seconds. */
  used: () => ReadonlyMap<string, Used>;
  /** A unit's answer to a disconnect request; null for none. */
  answer: (datagram: Buffer) => Buffer | null;
}

interface Visit {
  link: UnitLink;
  session: PlayedSession;
  /** Seconds of the simulation. */
  lasted: number;
  isDisconnected: boolean;
}

interface Player {
  guest: PlayedGuest;
  /** A generator per guest, so that one guest's behaviour doesn't depend on what happens to others. */
  random: Random;
  visit: Visit | null;
  /** Seconds until it tries to log in. */
  away: number;
}

/** Seconds: average length of a visit, longest absence, and interval between a unit's reports of all sessions. */
const STAY = 1200;
const MOST_AWAY = 300;
const ALL_EVERY = 60;

/** Maximum download in bytes per second; uploads are a tenth of it. */
const FASTEST = 400_000;

export function simulation({ units, guests, target, seed, speed = 1, waits }: Options): Simulation {
  const links = units.map((unit) => linkOf(unit, target, waits));
  const players: Player[] = guests.map((guest, nth) => {
    const random = randomFor(`${seed}, guest ${nth}`);
    return { guest, random, visit: null, away: between(random, 0, 30) };
  });
  const ended = new Map<string, Used>();
  const counts = { accepted: 0, refused: 0, unanswered: 0, reports: 0 };
  let sinceAll = 0;

  const logIn = async (player: Player) => {
    const { guest, random } = player;
    const link = pick(random, links);
    player.away = between(random, 30, MOST_AWAY);
    const session = await link.logIn(guest);
    if (session === null) counts.unanswered += 1;
    else if (session === 'refused') counts.refused += 1;
    else {
      counts.accepted += 1;
      player.visit = { link, session, lasted: 0, isDisconnected: false };
      await report(player.visit, 'start');
    }
  };

  const report = async ({ link, session }: Visit, ...about: [status: 'start' | 'interim' | 'stop', cause?: Cause]) => {
    const outcome = await link.report(session, ...about);
    counts[outcome === null ? 'unanswered' : 'reports'] += 1;
    if (outcome === 'over') session.timeout = session.seconds;
    session.unreported = 0;
  };

  const end = async (player: Player, visit: Visit, cause: Cause) => {
    player.visit = null;
    add(ended, visit.session);
    await report(visit, 'stop', cause);
  };

  const play = async (player: Player, seconds: number) => {
    const { random, visit } = player;
    if (visit === null) {
      player.away -= seconds;
      if (player.away <= 0) await logIn(player);
      return;
    }
    const { session } = visit;
    const online = Math.min(seconds, session.timeout * speed - visit.lasted);
    const bytes = Math.floor(random() * FASTEST * online);
    const isLeaving = chance(random, 1 - Math.exp(-seconds / STAY));
    visit.lasted += online;
    session.seconds = Math.floor(visit.lasted / speed);
    session.unreported += online;
    session.down += bytes;
    session.up += Math.floor(bytes / 10);
    if (visit.isDisconnected) return end(player, visit, CAUSE.reset);
    if (session.seconds >= session.timeout) return end(player, visit, CAUSE.time);
    if (isLeaving) return end(player, visit, CAUSE.left);
    if (session.unreported >= session.interval) await report(visit, 'interim');
  };

  const running = () => players.flatMap((player) => (player.visit ? [{ player, visit: player.visit }] : []));

  const reportAll = async (link: UnitLink) => {
    if (!link.reportAll) return;
    const visits = running().flatMap(({ visit }) => (visit.link === link ? [visit] : []));
    const over = await link.reportAll(visits.map(({ session }) => session));
    counts[over === null ? 'unanswered' : 'reports'] += 1;
    for (const visit of visits) if (over?.includes(visit.session)) visit.isDisconnected = true;
  };

  return {
    pass: async (seconds) => {
      await Promise.all(players.map((player) => play(player, seconds)));
      sinceAll += seconds;
      if (sinceAll < ALL_EVERY) return;
      sinceAll = 0;
      await Promise.all(links.map(reportAll));
    },
    stop: async () => {
      await Promise.all(running().map(({ player, visit }) => end(player, visit, CAUSE.left)));
    },
    counts: () => ({ ...counts, online: running().length }),
    used: () => {
      const used = new Map(ended);
      for (const { visit } of running()) add(used, visit.session);
      return used;
    },
    answer: (datagram) =>
      answerToRequest(datagram, units, (key) => {
        const found = running().find(({ visit }) => visit.session.key === key);
        return found ? () => void (found.visit.isDisconnected = true) : null;
      }),
  };
}

function add(totals: Map<string, Used>, { guest: { username }, up, down, seconds }: PlayedSession): void {
  const before = totals.get(username) ?? { up: 0, down: 0, seconds: 0 };
  totals.set(username, { up: before.up + up, down: before.down + down, seconds: before.seconds + seconds });
}
