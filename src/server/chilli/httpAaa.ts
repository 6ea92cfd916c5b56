/**
 * CoovaChilli's AAA over HTTP (`uamaaaurl`): translates a request to the equivalent RADIUS packet, and the answer to the lines it reads.
 * Access and accounting are then those of RADIUS.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MAX_INTEGER } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';
import type { Continued } from '../access/overdueQueries';
import { mustBeRenewed } from '../access/trafficLimit';
import { changeAttributes } from '../radius/changes';
import { attribute, CODE, PacketError, valuesOf, type Attribute, type Packet } from '../radius/codec';
import { ACCT_STATUS, type AttributeName, type ValueOf } from '../radius/dictionary';
import { NO_SECRET } from '../radius/freeradius';
import { hiddenPassword } from '../radius/passwords';
import { proofQuery } from './unitDigest';

const text = z.string().max(255).default('');

/** GET /wax/aaa. Parameters that a unit leaves out are empty; unknown ones are ignored. */
export const httpAaaQuery = z.object({
  ...proofQuery.shape,
  stage: text,
  /** Stage `login`: `login` for a guest, `framed` for a device, `admin` for the unit itself. */
  service: text,
  /** Stage `counters`: the report type. Stage `temporary`: `new-json` for an answer in JSON. */
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
  /** Bytes to and from the guest, 64-bit. */
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

/** The packet equivalent to a request, identical for a retransmission. Values that don't fit their attribute are left out. */
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
    // CoovaChilli counts Input octets from the guest's point of view: they are those sent to the guest.
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
    // Not a valid value, such as a malformed IP address.
    if (error instanceof PacketError) return null;
    throw error;
  }
}

/** Null if it isn't a whole number within JavaScript's safe range. */
function whole(digits: string): number | null {
  const number = /^\d{1,16}$/.test(digits) ? Number(digits) : null;
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

const fromHex = (hex: string) => Buffer.from(/^(?:[\da-f]{2})+$/i.test(hex) ? hex : '', 'hex');

/** The attributes of a grant that CoovaChilli accepts over HTTP. */
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
 * The answer to a log-in, always with status 200: the unit discards the body of any other. Its numbers are limited to 2³¹ − 1, so the low
 * half of a traffic limit is clamped; that can only lower the limit.
 */
export function loginAnswer({ code, attributes }: { code: number; attributes: readonly Attribute[] }): string {
  const isIn = code === CODE.accessAccept;
  const response = { attributes: [...attributes] };
  const message = valuesOf(response, 'Reply-Message').join('').replaceAll(/\s+/g, ' ');
  const numbers = linesOf(LINES, response.attributes);
  return lines(isIn ? 'Auth: 1' : 'Auth: 0', ...(isIn ? numbers : []), ...(message === '' ? [] : [`Reply-Message:${message}`]));
}

/** At least 1 for the low half of a traffic limit, because 0 means no limit there. */
function numberThere(name: (typeof LINES)[number], value: number): number {
  return Math.min(name === 'CoovaChilli-Max-Total-Octets' ? Math.max(1, value) : value, MAX_INTEGER);
}

/** The attributes that a unit also accepts in the answer to a report. */
const RENEWED = LINES.filter((name) => name.startsWith('CoovaChilli-'));

/**
 * The answer to a report; a unit accepts limits in it if it has the option `acctupdate`. Session-Timeout 1 makes it end the session at
 * once. Limits are included if they depend on what the guest has used.
 */
export function countersAnswer(next: Continued | 'end' | null): string {
  if (next === 'end') return lines('Ack: 1', 'Session-Timeout:1');
  if (next === null || !mustBeRenewed(next.grant, GATEWAYS.coovachilli.radius.looksEvery)) return lines('Ack: 1');
  const attributes = changeAttributes({ before: null, after: next.grant }, 'coovachilli', next.used);
  return lines('Ack: 1', ...linesOf(RENEWED, attributes));
}

const linesOf = (names: readonly (typeof LINES)[number][], attributes: Attribute[]) =>
  names.flatMap((name) => valuesOf({ attributes }, name).map((value) => `${name}:${numberThere(name, value)}`));

const lines = (...each: string[]) => `${each.join('\n')}\n`;
