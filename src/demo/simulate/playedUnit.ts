/** A simulated unit: its RADIUS requests and reports, as units of its kind send them. */
import { randomBytes, randomInt } from 'node:crypto';
import type { UnitKind } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';
import { encoded } from '../../server/radius/attributes';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from '../../server/radius/codec';
import { ACCT_STATUS } from '../../server/radius/dictionary';
import { exchange } from '../../server/radius/exchange';
import { chapResponse, hiddenPassword } from '../../server/radius/passwords';
import { answerProof, encodeRequest } from '../../server/radius/proofs';

export interface PlayedUnit {
  uuid: string;
  mac: string;
  secret: string;
  kind: UnitKind;
}

export interface PlayedGuest {
  username: string;
  /** Null for a device that logs in with its MAC address. */
  password: string | null;
  /** As AA-BB-CC-DD-EE-FF. */
  deviceMac: string;
  address: string;
}

/** Where the server listens for RADIUS. */
export interface RadiusTarget {
  host: string;
  authentication: number;
  accounting: number;
}

export interface Used {
  up: number;
  down: number;
  seconds: number;
}

export interface PlayedSession extends Used {
  key: string;
  unit: PlayedUnit;
  guest: PlayedGuest;
  /** Seconds: maximum duration, interim interval, and time since the last report. */
  timeout: number;
  interval: number;
  unreported: number;
  /** Attributes from the Access-Accept to be echoed (Class). */
  held: Attribute[];
}

/** Values of Acct-Terminate-Cause. */
export const CAUSE = { left: 1, time: 5, reset: 6 } as const;
export type Cause = (typeof CAUSE)[keyof typeof CAUSE];

const GIGAWORD = 2 ** 32;

interface Request {
  code: number;
  attributes: Attribute[];
  /** Builds the password attributes, which depend on the packet's authenticator. */
  hidden?: (authenticator: Buffer) => Attribute[];
}

/** Sends a request and returns the authenticated answer; null if there is none. */
export async function sendRequest(
  unit: PlayedUnit,
  { host, ...ports }: RadiusTarget,
  { code, attributes, hidden }: Request,
  waits?: readonly number[],
): Promise<ReceivedPacket | null> {
  const id = randomInt(256);
  const { bytes, authenticator } = encodeRequest({ code, id, attributes }, unit.secret, hidden);
  const port = code === CODE.accountingRequest ? ports.accounting : ports.authentication;
  return exchange(bytes, { address: host, port }, waits, (datagram) => {
    const packet = decodePacket(datagram);
    const isMine = typeof packet !== 'string' && packet.id === id && answerProof(packet, authenticator, unit.secret) === 'proven';
    return isMine ? packet : null;
  });
}

/** Asks whether this guest may be online. */
export const accessRequest = (unit: PlayedUnit, guest: PlayedGuest): Request => ({
  code: CODE.accessRequest,
  attributes: identityOf(unit, guest),
  hidden: passwordOf(unit, guest),
});

/** As `accessRequest`, for a guest whose browser answered the unit's CHAP challenge. */
export const challengedRequest = (unit: PlayedUnit, guest: PlayedGuest, challenge: Buffer, response: Buffer): Request => ({
  code: CODE.accessRequest,
  attributes: [...identityOf(unit, guest), attribute('CHAP-Challenge', challenge), attribute('CHAP-Password', response)],
});

/** Status-Server: checks that the server is up, which also makes the unit count as heard. */
export const statusRequest = ({ uuid, kind, mac }: PlayedUnit): Request => ({
  code: CODE.statusServer,
  attributes: [attribute('NAS-Identifier', uuid), attribute('Called-Station-Id', mac), ...signsOf({ kind })],
});

/** A new session of a guest who was granted access by RADIUS. */
export function startedSession(unit: PlayedUnit, guest: PlayedGuest, answer: ReceivedPacket): PlayedSession {
  const held = valueOf(answer, 'Class');
  return {
    ...newSession(unit, guest),
    timeout: valueOf(answer, 'Session-Timeout') ?? Infinity,
    interval: valueOf(answer, 'Acct-Interim-Interval') ?? 300,
    held: held ? [attribute('Class', held)] : [],
  };
}

/** A new session without limits or interim reports. */
export const newSession = (unit: PlayedUnit, guest: PlayedGuest, key = randomBytes(6).toString('hex')): PlayedSession => ({
  key,
  unit,
  guest,
  up: 0,
  down: 0,
  seconds: 0,
  unreported: 0,
  timeout: Infinity,
  interval: Infinity,
  held: [],
});

/** An accounting report of a session; a stop has a cause. */
export function reportOf(session: PlayedSession, status: keyof typeof ACCT_STATUS, cause?: Cause): Request {
  return {
    code: CODE.accountingRequest,
    attributes: [
      attribute('Acct-Status-Type', ACCT_STATUS[status]),
      attribute('Acct-Session-Id', session.key),
      ...session.held,
      ...identityOf(session.unit, session.guest),
      ...(status === 'start' ? [] : countersOf(session)),
      ...(cause === undefined ? [] : [attribute('Acct-Terminate-Cause', cause)]),
    ],
  };
}

function identityOf(unit: PlayedUnit, { username, deviceMac, address }: PlayedGuest): Attribute[] {
  return [
    attribute('User-Name', username),
    attribute('NAS-Identifier', unit.uuid),
    attribute('Called-Station-Id', unit.mac),
    attribute('Calling-Station-Id', deviceMac),
    attribute('Framed-IP-Address', address),
    ...signsOf(unit),
  ];
}

/** Attributes from which a unit's kind can be recognised. */
const signsOf = ({ kind }: Pick<PlayedUnit, 'kind'>): Attribute[] => GATEWAYS[kind].simulated.signs.map(encoded);

function passwordOf({ kind, secret }: PlayedUnit, { password, username }: PlayedGuest): (authenticator: Buffer) => Attribute[] {
  // A device that logs in with its MAC address sends that as the password, too.
  const text = password ?? username;
  return (authenticator) => {
    if (GATEWAYS[kind].simulated.usesChap) return [attribute('CHAP-Password', chapResponse(randomInt(256), authenticator, text))];
    const hidden = hiddenPassword(text, authenticator, secret);
    return hidden ? [attribute('User-Password', hidden)] : [];
  };
}

/** Input and output from the unit's or the guest's point of view, as units of this kind count. */
function countersOf({ unit, up, down, seconds }: PlayedSession): Attribute[] {
  const [input, output] = GATEWAYS[unit.kind].radius.countsAsGuest ? [down, up] : [up, down];
  return [
    attribute('Acct-Session-Time', seconds),
    attribute('Acct-Input-Octets', input % GIGAWORD),
    attribute('Acct-Input-Gigawords', Math.floor(input / GIGAWORD)),
    attribute('Acct-Output-Octets', output % GIGAWORD),
    attribute('Acct-Output-Gigawords', Math.floor(output / GIGAWORD)),
  ];
}
