/**
 * What CoovaChilli asks by HTTP instead of RADIUS (`uamaaaurl`), as the packet that it stands for, and answers as the lines that it reads.
 * Access and accounting then are those of RADIUS.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MAX_INTEGER } from '../../contract/wire';
import { attribute, CODE, PacketError, valuesOf, type Attribute, type Packet } from '../radius/codec';
import { ACCT_STATUS, type AttributeName, type ValueOf } from '../radius/dictionary';
import { NO_SECRET } from '../radius/freeradius';
import { hiddenPassword } from '../radius/passwords';
import { proofQuery } from './proof';

const text = z.string().max(255).default('');

/** GET /wax/aaa. Parameters that a unit leaves out are empty; those of its own that aren't here are left alone. */
export const httpAaaQuery = z.object({
  ...proofQuery.shape,
  stage: text,
  /** Of `login`: `login` for a guest, `framed` for a device, `admin` for the unit itself. */
  service: text,
  /** Of `counters`, and of `temporary`: `new-json` for an answer in JSON. */
  status: text,
  user: text,
  pass: text,
  chap_chal: text,
  chap_pass: text,
  chap_id: text,
  ap: text,
  mac: text,
  ip: text,
  sessionid: text,
  /** Seconds. */
  duration: text,
  /** To and from the guest, of 64 bits. */
  bytes_down: text,
  bytes_up: text,
});
type HttpAaaQuery = z.infer<typeof httpAaaQuery>;

const STATUS: Partial<Record<string, number>> = {
  start: ACCT_STATUS.start,
  update: ACCT_STATUS.interim,
  stop: ACCT_STATUS.stop,
  up: ACCT_STATUS.on,
  down: ACCT_STATUS.off,
};

const GIGAWORD = 2 ** 32;

/** The packet that a call stands for, the same when the unit repeats it. What no attribute takes is left out. */
export function packetOf(query: HttpAaaQuery): Packet {
  const status = STATUS[query.status];
  const { user, pass, chap_chal, chap_pass, chap_id, mac, sessionid } = query;
  const authenticator = createHash('md5')
    .update(JSON.stringify([user, pass, chap_chal, chap_pass, chap_id, mac, sessionid]))
    .digest();
  const attributes = [
    written('User-Name', query.user),
    query.pass === '' ? null : written('User-Password', hiddenPassword(query.pass, authenticator, NO_SECRET)),
    ...chapOf(query),
    written('Calling-Station-Id', query.mac),
    written('Called-Station-Id', query.ap),
    query.ip === '' ? null : written('Framed-IP-Address', query.ip),
    written('Acct-Session-Id', query.sessionid),
    status === undefined ? null : written('Acct-Status-Type', status),
    written('Acct-Session-Time', whole(query.duration)),
    // Whoever counts from which side: these names say it, and CoovaChilli's Input is what went to the guest.
    ...octets('Acct-Input-Octets', 'Acct-Input-Gigawords', whole(query.bytes_down)),
    ...octets('Acct-Output-Octets', 'Acct-Output-Gigawords', whole(query.bytes_up)),
  ];
  const code = query.stage === 'counters' ? CODE.accountingRequest : CODE.accessRequest;
  return { code, id: 0, authenticator, attributes: attributes.filter((each) => each !== null) };
}

function chapOf({ chap_chal, chap_pass, chap_id }: HttpAaaQuery): (Attribute | null)[] {
  const [challenge, response, id] = [fromHex(chap_chal), fromHex(chap_pass), whole(chap_id) ?? 0];
  if (challenge.length === 0 || response.length === 0 || id > 255) return [];
  return [written('CHAP-Challenge', challenge), written('CHAP-Password', Buffer.concat([Buffer.of(id), response]))];
}

function octets(
  low: 'Acct-Input-Octets' | 'Acct-Output-Octets',
  high: 'Acct-Input-Gigawords' | 'Acct-Output-Gigawords',
  bytes: number | null,
): (Attribute | null)[] {
  return bytes === null ? [] : [written(low, bytes % GIGAWORD), written(high, Math.floor(bytes / GIGAWORD))];
}

function written<N extends AttributeName>(name: N, value: ValueOf<N> | null): Attribute | null {
  if (value === null) return null;
  try {
    return attribute(name, value);
  } catch (error) {
    // Not a value that the attribute takes, like an address that is none.
    if (error instanceof PacketError) return null;
    throw error;
  }
}

/** Null if it isn't a whole number that JavaScript can hold. */
function whole(digits: string): number | null {
  const number = /^\d{1,16}$/.test(digits) ? Number(digits) : null;
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

const fromHex = (hex: string) => Buffer.from(/^(?:[\da-f]{2})+$/i.test(hex) ? hex : '', 'hex');

/** The attributes of a grant that CoovaChilli takes by HTTP. */
const LINES = [
  'Session-Timeout',
  'Idle-Timeout',
  'Acct-Interim-Interval',
  'CoovaChilli-Bandwidth-Max-Up',
  'CoovaChilli-Bandwidth-Max-Down',
  'CoovaChilli-Max-Total-Octets',
  'CoovaChilli-Max-Total-Gigawords',
] as const;

/**
 * The answer to a log-in, of status 200 in any case: with another the unit throws away what it says. Numbers are at most 2³¹ − 1 there,
 * so that the low half of a limit of traffic is less than it could be in half of the cases: never more than is allowed.
 */
export function loginAnswer({ code, attributes }: { code: number; attributes: readonly Attribute[] }): string {
  const isIn = code === CODE.accessAccept;
  const told = { attributes: [...attributes] };
  const words = valuesOf(told, 'Reply-Message').join('').replaceAll(/\s+/g, ' ');
  const numbers = LINES.flatMap((name) => valuesOf(told, name).map((value) => `${name}:${numberThere(name, value)}`));
  return lines(isIn ? 'Auth: 1' : 'Auth: 0', ...(isIn ? numbers : []), ...(words === '' ? [] : [`Reply-Message:${words}`]));
}

/** 0 is no limit there. */
function numberThere(name: (typeof LINES)[number], value: number): number {
  return Math.min(name === 'CoovaChilli-Max-Total-Octets' ? Math.max(1, value) : value, MAX_INTEGER);
}

/** The answer to a report. Units with the option `acctupdate` end a session that is over since its first second. */
export const countersAnswer = ({ isOver }: { isOver: boolean }): string => lines('Ack: 1', ...(isOver ? ['Session-Timeout:1'] : []));

const lines = (...each: string[]) => `${each.join('\n')}\n`;
