/**
 * Plays units and guests over RADIUS, so that a server can be tried without any: log-ins, reports and disconnects are real packets. What
 * the guests use is counted here, too, which is what the server must have in the end.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { UnitKind } from '../../contract/wire';
import { between, chance, pick, type Random } from '../demo/random';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from '../radius/codec';
import { ACCT_STATUS } from '../radius/dictionary';
import { exchange } from '../radius/exchange';
import { chapResponse, hiddenPassword } from '../radius/passwords';
import { answerProof, encodeAnswer, encodeRequest, requestProof } from '../radius/proofs';

export interface PlayedUnit {
  uuid: string;
  mac: string;
  secret: string;
  kind: UnitKind;
}

export interface PlayedGuest {
  username: string;
  /** Null for a device that gets in by its address. */
  password: string | null;
  /** As AA-BB-CC-DD-EE-FF. */
  deviceMac: string;
  address: string;
}

export interface Counts {
  online: number;
  accepted: number;
  refused: number;
  /** Requests that nobody answered. */
  unanswered: number;
  reports: number;
}

interface Options {
  units: readonly PlayedUnit[];
  guests: readonly PlayedGuest[];
  target: { host: string; authentication: number; accounting: number };
  random: Random;
  /** Tests have less patience. */
  waits?: readonly number[];
}

interface Simulation {
  /** Lets seconds pass: guests come, use something and go, and units report. */
  pass: (seconds: number) => Promise<void>;
  /** All guests leave. */
  stop: () => Promise<void>;
  counts: () => Counts;
  /** What each guest used in all its sessions. */
  used: () => ReadonlyMap<string, Used>;
  /** What a unit says when it is asked to end a session; null for silence. */
  answer: (datagram: Buffer) => Buffer | null;
}

interface Used {
  up: number;
  down: number;
  seconds: number;
}

interface Session extends Used {
  key: string;
  unit: PlayedUnit;
  /** Seconds that it may last, between two reports, and since the last one. */
  timeout: number;
  interval: number;
  unreported: number;
  /** What the server gave, to be sent back. */
  held: Attribute[];
  isDisconnected: boolean;
}

interface Player {
  guest: PlayedGuest;
  session: Session | null;
  /** Seconds until it tries to come online. */
  away: number;
}

/** Values of Acct-Terminate-Cause. */
const CAUSE = { left: 1, time: 5, reset: 6 } as const;

const SESSION_NOT_FOUND = 503;
const GIGAWORD = 2 ** 32;

/** Seconds: how long guests stay on average, and are away at most. */
const STAY = 1200;
const MOST_AWAY = 300;

/** Bytes a second, up to which a guest downloads; uploads are a tenth. */
const FASTEST = 400_000;

export function simulation({ units, guests, target, random, waits }: Options): Simulation {
  const players: Player[] = guests.map((guest) => ({ guest, session: null, away: between(random, 0, 30) }));
  const totals = new Map<string, Used>();
  const counts = { accepted: 0, refused: 0, unanswered: 0, reports: 0 };

  /** Sends a request and takes the answer that its unit's secret proves. */
  const ask = async (
    unit: PlayedUnit,
    code: number,
    attributes: Attribute[],
    hidden?: (authenticator: Buffer) => Attribute[],
  ): Promise<ReceivedPacket | null> => {
    const id = randomInt(256);
    const { bytes, authenticator } = encodeRequest({ code, id, attributes }, unit.secret, hidden);
    const port = code === CODE.accessRequest ? target.authentication : target.accounting;
    const answer = await exchange(bytes, { address: target.host, port }, waits, (datagram) => {
      const packet = decodePacket(datagram);
      const isMine = typeof packet !== 'string' && packet.id === id && answerProof(packet, authenticator, unit.secret) === 'proven';
      return isMine ? packet : null;
    });
    if (answer === null) counts.unanswered += 1;
    return answer;
  };

  const logIn = async (player: Player) => {
    const { guest } = player;
    const unit = pick(random, units);
    player.away = between(random, 30, MOST_AWAY);
    const answer = await ask(unit, CODE.accessRequest, identityOf(unit, guest), passwordOf(unit, guest));
    if (answer?.code === CODE.accessReject) counts.refused += 1;
    if (answer?.code !== CODE.accessAccept) return;
    counts.accepted += 1;
    const held = valueOf(answer, 'Class');
    player.session = {
      ...{ key: randomBytes(6).toString('hex'), unit, up: 0, down: 0, seconds: 0, unreported: 0, isDisconnected: false },
      timeout: valueOf(answer, 'Session-Timeout') ?? Infinity,
      interval: valueOf(answer, 'Acct-Interim-Interval') ?? 300,
      held: held ? [attribute('Class', held)] : [],
    };
    await report(player, player.session, ACCT_STATUS.start);
  };

  const report = async ({ guest }: Player, session: Session, status: number, more: Attribute[] = []) => {
    const counters = status === ACCT_STATUS.start ? [] : countersOf(session);
    const about = [attribute('Acct-Status-Type', status), attribute('Acct-Session-Id', session.key), ...session.held];
    const answer = await ask(session.unit, CODE.accountingRequest, [...about, ...identityOf(session.unit, guest), ...counters, ...more]);
    if (answer) counts.reports += 1;
    session.unreported = 0;
  };

  const end = async (player: Player, session: Session, cause: number) => {
    player.session = null;
    const { username } = player.guest;
    const before = totals.get(username) ?? { up: 0, down: 0, seconds: 0 };
    totals.set(username, {
      ...{ up: before.up + session.up, down: before.down + session.down, seconds: before.seconds + session.seconds },
    });
    await report(player, session, ACCT_STATUS.stop, [attribute('Acct-Terminate-Cause', cause)]);
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
    if (session.unreported >= session.interval) await report(player, session, ACCT_STATUS.interim);
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
    answer: (datagram) => {
      const packet = decodePacket(datagram);
      if (typeof packet === 'string' || packet.code !== CODE.disconnectRequest) return null;
      const unit = units.find(({ secret }) => requestProof(packet, secret) === 'proven');
      if (!unit) return null;
      const key = valueOf(packet, 'Acct-Session-Id');
      const found = running().find(({ session }) => session.key === key);
      if (!found) return encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', SESSION_NOT_FOUND)], unit.secret);
      found.session.isDisconnected = true;
      return encodeAnswer(packet, CODE.disconnectAck, [], unit.secret);
    },
  };
}

function identityOf(unit: PlayedUnit, { username, deviceMac, address }: PlayedGuest): Attribute[] {
  return [
    attribute('User-Name', username),
    attribute('NAS-Identifier', unit.uuid),
    attribute('Called-Station-Id', unit.mac),
    attribute('Calling-Station-Id', deviceMac),
    attribute('Framed-IP-Address', address),
    ...SIGNS[unit.kind],
  ];
}

/** By what a unit of a kind gives itself away. */
const SIGNS: Record<UnitKind, Attribute[]> = {
  mikrotik: [attribute('Mikrotik-Host-IP', '10.5.50.1')],
  coovachilli: [attribute('CoovaChilli-Version', '1.6')],
  aruba: [attribute('Aruba-Essid-Name', 'Guests')],
  unifi: [],
  omada: [],
  ruckus: [],
  pfsense: [],
  opennds: [],
  generic: [],
};

/** These take CHAP unless told otherwise. */
const BY_CHAP: readonly UnitKind[] = ['mikrotik', 'unifi'];

function passwordOf({ kind, secret }: PlayedUnit, { password, username }: PlayedGuest): (authenticator: Buffer) => Attribute[] {
  // A device that gets in by its address has that as its password.
  const text = password ?? username;
  return (authenticator) => {
    if (BY_CHAP.includes(kind)) return [attribute('CHAP-Password', chapResponse(randomInt(256), authenticator, text))];
    const hidden = hiddenPassword(text, authenticator, secret);
    return hidden ? [attribute('User-Password', hidden)] : [];
  };
}

/** From the unit's side, but for CoovaChilli's. */
function countersOf({ unit, up, down, seconds }: Session): Attribute[] {
  const [input, output] = unit.kind === 'coovachilli' ? [down, up] : [up, down];
  return [
    attribute('Acct-Session-Time', seconds),
    attribute('Acct-Input-Octets', input % GIGAWORD),
    attribute('Acct-Input-Gigawords', Math.floor(input / GIGAWORD)),
    attribute('Acct-Output-Octets', output % GIGAWORD),
    attribute('Acct-Output-Gigawords', Math.floor(output / GIGAWORD)),
  ];
}
