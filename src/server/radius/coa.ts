/** Dynamic authorisation (RFC 5176): asks a unit to end or change a session. */
import { randomInt } from 'node:crypto';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type Packet } from './codec';
import { ERROR_CAUSE } from './dictionary';
import { exchange } from './exchange';
import { answerProof, encodeRequest } from './proofs';

/** Where a unit listens, and the shared secret. */
export interface CoaTarget {
  address: string;
  port: number;
  secret: string;
}

/** What identifies a session to its unit. */
export interface CoaSession {
  nasIdentifier: string;
  username: string;
  key: string;
  deviceMac: string;
}

/** `unknown there`: the unit no longer has the session. After `no answer` the session continues until the unit ends it by itself. */
export type CoaOutcome = { outcome: 'acknowledged' | 'unknown there' | 'no answer' } | { outcome: 'refused'; cause: string };

const ANSWERS = {
  disconnect: { request: CODE.disconnectRequest, ack: CODE.disconnectAck, nak: CODE.disconnectNak },
  change: { request: CODE.coaRequest, ack: CODE.coaAck, nak: CODE.coaNak },
} as const;

const SESSION_NOT_FOUND = 503;

interface CoaOptions {
  now: Date;
  /** Attributes to change; a disconnect takes none. */
  changes?: Attribute[];
  /** Milliseconds to wait per attempt; shorter in tests. */
  waits?: readonly number[];
}

/** Asks a unit to end a session. Rejects only if this machine can't send to that address. */
export async function disconnect(target: CoaTarget, session: CoaSession, options: Omit<CoaOptions, 'changes'>): Promise<CoaOutcome> {
  return send('disconnect', target, session, options);
}

/** Asks a unit to change a session. Rejects only if this machine can't send to that address. */
export async function change(target: CoaTarget, session: CoaSession, options: CoaOptions): Promise<CoaOutcome> {
  return send('change', target, session, options);
}

async function send(
  kind: keyof typeof ANSWERS,
  target: CoaTarget,
  session: CoaSession,
  { now, changes = [], waits }: CoaOptions,
): Promise<CoaOutcome> {
  const { request, ack, nak } = ANSWERS[kind];
  const id = randomInt(256);
  const attributes = [...identityOf(session), attribute('Event-Timestamp', now), ...changes];
  const { bytes, authenticator } = encodeRequest({ code: request, id, attributes }, target.secret);
  const isAnswer = (packet: Packet) => packet.id === id && (packet.code === ack || packet.code === nak);
  const answer = await exchange(bytes, target, waits, (datagram) => {
    const packet = decodePacket(datagram);
    return typeof packet !== 'string' && isAnswer(packet) && answerProof(packet, authenticator, target.secret) === 'proven' ? packet : null;
  });
  if (answer === null) return { outcome: 'no answer' };
  if (answer.code === ack) return { outcome: 'acknowledged' };
  return valueOf(answer, 'Error-Cause') === SESSION_NOT_FOUND
    ? { outcome: 'unknown there' }
    : { outcome: 'refused', cause: causeIn(answer) };
}

/** CoovaChilli requires the user name, others the session id. An erased guest has no name. */
function identityOf({ nasIdentifier, username, key, deviceMac }: CoaSession): Attribute[] {
  return [
    ...(nasIdentifier === '' ? [] : [attribute('NAS-Identifier', nasIdentifier)]),
    ...(username === '' ? [] : [attribute('User-Name', username)]),
    attribute('Acct-Session-Id', key),
    ...(deviceMac === '' ? [] : [attribute('Calling-Station-Id', deviceMac)]),
  ];
}

function causeIn(packet: Packet): string {
  const cause = valueOf(packet, 'Error-Cause');
  const known: Readonly<Record<number, string>> = ERROR_CAUSE;
  return cause === undefined ? 'no cause told' : (known[cause] ?? `cause ${cause}`);
}
