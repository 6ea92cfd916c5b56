/** A unit that is played: what it asks and reports by RADIUS, in the manner of its kind. */
import { randomBytes, randomInt } from 'node:crypto';
import type { UnitKind } from '../../contract/wire';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from '../radius/codec';
import { ACCT_STATUS } from '../radius/dictionary';
import { exchange } from '../radius/exchange';
import { chapResponse, hiddenPassword } from '../radius/passwords';
import { answerProof, encodeRequest } from '../radius/proofs';

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

/** Where RADIUS is listened for. */
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
  /** Seconds that it may last, between two reports, and since the last one. */
  timeout: number;
  interval: number;
  unreported: number;
  /** What the server gave, to be sent back. */
  held: Attribute[];
}

/** Values of Acct-Terminate-Cause. */
export const CAUSE = { left: 1, time: 5, reset: 6 } as const;

const GIGAWORD = 2 ** 32;

interface Request {
  code: number;
  attributes: Attribute[];
  /** Passwords are hidden with the authenticator of their packet. */
  hidden?: (authenticator: Buffer) => Attribute[];
}

/** Sends a request and takes the answer that the unit's secret proves; null if there is none. */
export async function ask(
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

/** May this guest be online? */
export const accessRequest = (unit: PlayedUnit, guest: PlayedGuest): Request => ({
  code: CODE.accessRequest,
  attributes: identityOf(unit, guest),
  hidden: passwordOf(unit, guest),
});

/** The same for a guest whose browser answered a challenge of the unit. */
export const challengedRequest = (unit: PlayedUnit, guest: PlayedGuest, challenge: Buffer, response: Buffer): Request => ({
  code: CODE.accessRequest,
  attributes: [...identityOf(unit, guest), attribute('CHAP-Challenge', challenge), attribute('CHAP-Password', response)],
});

/** Is the server there? A unit that asks is heard. */
export const statusRequest = ({ uuid, kind, mac }: PlayedUnit): Request => ({
  code: CODE.statusServer,
  attributes: [attribute('NAS-Identifier', uuid), attribute('Called-Station-Id', mac), ...SIGNS[kind]],
});

/** The session of a guest whom the server lets in. */
export function begun(unit: PlayedUnit, guest: PlayedGuest, answer: ReceivedPacket): PlayedSession {
  const held = valueOf(answer, 'Class');
  return {
    ...{ key: randomBytes(6).toString('hex'), unit, guest, up: 0, down: 0, seconds: 0, unreported: 0 },
    timeout: valueOf(answer, 'Session-Timeout') ?? Infinity,
    interval: valueOf(answer, 'Acct-Interim-Interval') ?? 300,
    held: held ? [attribute('Class', held)] : [],
  };
}

/** What the unit reports of a session. A session that stops has a cause. */
export function reportOf(session: PlayedSession, status: keyof typeof ACCT_STATUS, cause?: (typeof CAUSE)[keyof typeof CAUSE]): Request {
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
function countersOf({ unit, up, down, seconds }: PlayedSession): Attribute[] {
  const [input, output] = unit.kind === 'coovachilli' ? [down, up] : [up, down];
  return [
    attribute('Acct-Session-Time', seconds),
    attribute('Acct-Input-Octets', input % GIGAWORD),
    attribute('Acct-Input-Gigawords', Math.floor(input / GIGAWORD)),
    attribute('Acct-Output-Octets', output % GIGAWORD),
    attribute('Acct-Output-Gigawords', Math.floor(output / GIGAWORD)),
  ];
}
