/**
 * Simulates units and guests over RADIUS, so that a server can be tried without hardware: log-ins, reports and disconnects are real
 * packets. Usage is also counted here, to compare with what the server ends up with.
 */
import { between, chance, pick, type Random } from '../demo/random';
import { CODE } from '../radius/codec';
import { answerToDisconnect } from './disconnects';
import {
  accessRequest,
  ask,
  begun,
  CAUSE,
  reportOf,
  type PlayedGuest,
  type PlayedSession,
  type PlayedUnit,
  type RadiusTarget,
  type Used,
} from './playedUnit';

export interface Counts {
  online: number;
  accepted: number;
  refused: number;
  /** Requests without an answer. */
  unanswered: number;
  reports: number;
}

interface Options {
  units: readonly PlayedUnit[];
  guests: readonly PlayedGuest[];
  target: RadiusTarget;
  random: Random;
  /** Milliseconds to wait per attempt; shorter in tests. */
  waits?: readonly number[];
}

interface Simulation {
  /** Advances time: guests arrive, use traffic and leave, and units report. */
  pass: (seconds: number) => Promise<void>;
  /** Logs all guests out. */
  stop: () => Promise<void>;
  counts: () => Counts;
  /** Usage of each guest over all its ended sessions. */
  used: () => ReadonlyMap<string, Used>;
  /** A unit's answer to a disconnect request; null for none. */
  answer: (datagram: Buffer) => Buffer | null;
}

interface Session extends PlayedSession {
  isDisconnected: boolean;
}

interface Player {
  guest: PlayedGuest;
  session: Session | null;
  /** Seconds until it tries to log in. */
  away: number;
}

/** Seconds: average length of a visit, and longest absence. */
const STAY = 1200;
const MOST_AWAY = 300;

/** Maximum download in bytes per second; uploads are a tenth of it. */
const FASTEST = 400_000;

export function simulation({ units, guests, target, random, waits }: Options): Simulation {
  const players: Player[] = guests.map((guest) => ({ guest, session: null, away: between(random, 0, 30) }));
  const totals = new Map<string, Used>();
  const counts = { accepted: 0, refused: 0, unanswered: 0, reports: 0 };

  const asking = async (unit: PlayedUnit, request: Parameters<typeof ask>[2]) => {
    const answer = await ask(unit, target, request, waits);
    if (answer === null) counts.unanswered += 1;
    return answer;
  };

  const logIn = async (player: Player) => {
    const { guest } = player;
    const unit = pick(random, units);
    player.away = between(random, 30, MOST_AWAY);
    const answer = await asking(unit, accessRequest(unit, guest));
    if (answer?.code === CODE.accessReject) counts.refused += 1;
    if (answer?.code !== CODE.accessAccept) return;
    counts.accepted += 1;
    player.session = { ...begun(unit, guest, answer), isDisconnected: false };
    await report(player.session, 'start');
  };

  const report = async (session: Session, ...about: [status: 'start' | 'interim' | 'stop', cause?: (typeof CAUSE)[keyof typeof CAUSE]]) => {
    const answer = await asking(session.unit, reportOf(session, ...about));
    if (answer) counts.reports += 1;
    session.unreported = 0;
  };

  const end = async (player: Player, session: Session, cause: (typeof CAUSE)[keyof typeof CAUSE]) => {
    player.session = null;
    const { username } = player.guest;
    const before = totals.get(username) ?? { up: 0, down: 0, seconds: 0 };
    totals.set(username, {
      ...{ up: before.up + session.up, down: before.down + session.down, seconds: before.seconds + session.seconds },
    });
    await report(session, 'stop', cause);
  };

  const play = async (player: Player, seconds: number) => {
    const { session } = player;
    if (session === null) {
      player.away -= seconds;
      if (player.away <= 0) await logIn(player);
      return;
    }
    const online = Math.min(seconds, session.timeout - session.seconds);
    const bytes = Math.floor(random() * FASTEST * online);
    session.seconds += online;
    session.unreported += online;
    session.down += bytes;
    session.up += Math.floor(bytes / 10);
    if (session.isDisconnected) return end(player, session, CAUSE.reset);
    if (session.seconds >= session.timeout) return end(player, session, CAUSE.time);
    if (chance(random, 1 - Math.exp(-seconds / STAY))) return end(player, session, CAUSE.left);
    if (session.unreported >= session.interval) await report(session, 'interim');
  };

  const running = () => players.flatMap((player) => (player.session ? [{ player, session: player.session }] : []));

  return {
    pass: async (seconds) => {
      await Promise.all(players.map((player) => play(player, seconds)));
    },
    stop: async () => {
      await Promise.all(running().map(({ player, session }) => end(player, session, CAUSE.left)));
    },
    counts: () => ({ ...counts, online: running().length }),
    used: () => totals,
    answer: (datagram) =>
      answerToDisconnect(datagram, units, (key) => {
        const found = running().find(({ session }) => session.key === key);
        if (found) found.session.isDisconnected = true;
        return found !== undefined;
      }),
  };
}
