/** Maps RADIUS attributes to accounting reports, and grants to the attributes each kind of unit understands. */
import { leadingMac, macOf } from '../../contract/macAddress';
import { MAX_INTEGER, UNIT_KINDS, type UnitKind } from '../../contract/wire';
import { bitsPerSecond, GIGAWORD, type RadiusValue } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import type { Grant } from '../access/authorise';
import { enforceable } from '../access/trafficLimit';
import { reportedAddresses, type ReportedAddress } from '../access/sessionAddresses';
import { eventTime, isDelayed, restartTime, type AccountingEvent } from '../access/accounting';
import { attribute, ipv6Bytes, ipv6Text, valueOf, valuesOf, type Attribute, type Packet } from './codec';
import { ACCT_STATUS, TERMINATE_CAUSE, VENDOR } from './dictionary';
import { whoOf } from './fingerprints';

/** The kinds that are recognised by the vendor of the attributes that they send. */
const KINDS: ReadonlyMap<number, UnitKind> = new Map(
  UNIT_KINDS.flatMap((kind): [number, UnitKind][] => {
    const { vendor } = GATEWAYS[kind].radius;
    return vendor === null ? [] : [[VENDOR[vendor], kind]];
  }),
);

/** The kind of a unit: what staff chose, else derived from the vendor of the attributes it sends. */
export function kindOf({ attributes }: Pick<Packet, 'attributes'>, chosen = ''): UnitKind {
  const known = UNIT_KINDS.find((kind) => kind === chosen);
  if (known) return known;
  for (const { vendor } of attributes) {
    const kind = KINDS.get(vendor);
    if (kind) return kind;
  }
  return 'generic';
}

/** The guest who was granted access, in the Class attribute, which units echo in accounting packets. */
export const classOf = (guestId: number): Attribute => attribute('Class', Buffer.from(`portico ${guestId}`, 'ascii'));

/** Null also if the number is larger than any id. */
function guestIdIn(packet: Packet): number | null {
  const [, digits] = /^portico (\d{1,10})$/.exec(valueOf(packet, 'Class')?.toString('latin1') ?? '') ?? [];
  const id = Number(digits);
  return id <= MAX_INTEGER ? id : null;
}

/** The attributes of an Access-Accept. */
export const grantAttributes = (grant: Grant, kind: UnitKind): Attribute[] =>
  limitAttributes(enforceable(grant, GATEWAYS[kind].radius), kind);

/** The attributes of what a unit is granted. */
export function limitAttributes(grant: Grant, kind: UnitKind): Attribute[] {
  const { seconds, idleSeconds, interimSeconds, kbpsDown, kbpsUp } = grant;
  return [
    attribute('Session-Timeout', seconds),
    attribute('Idle-Timeout', idleSeconds),
    attribute('Acct-Interim-Interval', interimSeconds),
    ...(kbpsUp === null ? [] : [attribute('WISPr-Bandwidth-Max-Up', bitsPerSecond(kbpsUp))]),
    ...(kbpsDown === null ? [] : [attribute('WISPr-Bandwidth-Max-Down', bitsPerSecond(kbpsDown))]),
    ...GATEWAYS[kind].radius.limits(grant).map(encoded),
  ];
}

/** The attribute of a name and its value. */
export const encoded = ([name, value]: RadiusValue): Attribute => attribute(name, value);

/**
 * The port at which a unit has a guest, which tells guests apart where it names no device; empty if not sent. Units that number no ports send
 * 0 for all.
 */
function portIn(packet: Pick<Packet, 'attributes'>): string {
  const port = valueOf(packet, 'NAS-Port') ?? 0;
  return port === 0 ? (valueOf(packet, 'NAS-Port-Id') ?? '') : String(port);
}

/** The port of a packet at its unit, as one text; empty if not sent. */
export function unitsPort(packet: Pick<Packet, 'attributes'>, { id }: { id: number }): string {
  const port = portIn(packet);
  return port === '' ? '' : `unit ${id} port ${port}`;
}

/** What an Accounting-Request reports. */
export type AccountingReport =
  | { about: 'session'; key: string; event: AccountingEvent; username: string; deviceMac: string; guestId: number | null }
  | { about: 'unit'; at: number };

/** Null if there is nothing to store: an unknown status type, or a session without an id. `arrived` is in milliseconds since 1970. */
export function parseAccounting(packet: Packet, arrived: number, unit: UnitKind): AccountingReport | null {
  const status = valueOf(packet, 'Acct-Status-Type');
  const delaySeconds = valueOf(packet, 'Acct-Delay-Time') ?? 0;
  const timestamp = valueOf(packet, 'Event-Timestamp')?.getTime();
  const at = eventTime(arrived, { delaySeconds, timestamp });
  if (status === ACCT_STATUS.on || status === ACCT_STATUS.off) return { about: 'unit', at: restartTime(at, { arrived, timestamp }) };
  const key = valueOf(packet, 'Acct-Session-Id') ?? '';
  const kind = SESSION_EVENTS.get(status ?? 0);
  if (kind === undefined || key === '') return null;
  const username = valueOf(packet, 'User-Name') ?? '';
  const station = valueOf(packet, 'Calling-Station-Id') ?? '';
  // Units that admitted a device by its address may not repeat it.
  const deviceMac = station === '' ? macOf(username) : leadingMac(station);
  const addresses = addressesIn(packet);
  const byUnitsClock = at !== arrived && !isDelayed(delaySeconds);
  return {
    ...{ about: 'session', key, username, deviceMac, guestId: guestIdIn(packet) },
    event: {
      ...{ kind, at, ...(byUnitsClock && { arrived }), who: whoOf({ username, deviceMac, port: portIn(packet) }), addresses },
      ...{ seconds: valueOf(packet, 'Acct-Session-Time') ?? null, ...countersIn(packet, unit), cause: causeIn(packet, kind) },
    },
  };
}

/** RFC 2865 § 5.8, 3162 § 2, 4818 and 6911. An interface id makes an address with the prefix, or else the link-local one. */
function addressesIn(packet: Packet): ReportedAddress[] {
  const all = (name: 'Framed-IP-Address' | 'Framed-IPv6-Address' | 'Framed-IPv6-Prefix' | 'Delegated-IPv6-Prefix') =>
    valuesOf(packet, name);
  const prefixes = all('Framed-IPv6-Prefix');
  const network = prefixes.find((prefix) => prefix.endsWith('/64')) ?? 'fe80::/64';
  const interfaces = valuesOf(packet, 'Framed-Interface-Id').filter((id) => id.length === 8 && id.some((byte) => byte !== 0));
  return reportedAddresses([
    ...all('Framed-IP-Address').map((address) => ({ family: 'ipv4' as const, address })),
    ...all('Framed-IPv6-Address').map((address) => ({ family: 'ipv6' as const, address })),
    ...interfaces.map((id) => ({ family: 'ipv6' as const, address: inNetwork(network, id) })),
    ...prefixes.map((address) => ({ family: 'prefix' as const, address })),
    ...all('Delegated-IPv6-Prefix').map((address) => ({ family: 'delegated' as const, address })),
  ]);
}

/** The address of an interface in a network whose prefix has 64 bits. */
function inNetwork(prefix: string, id: Buffer): string {
  const network = ipv6Bytes(prefix.replace('/64', ''));
  return network === null ? '' : ipv6Text(Buffer.concat([network.subarray(0, 8), id]));
}

const SESSION_EVENTS: ReadonlyMap<number, AccountingEvent['kind']> = new Map([
  [ACCT_STATUS.start, 'start'],
  [ACCT_STATUS.stop, 'stop'],
  [ACCT_STATUS.interim, 'interim'],
]);

/** Value of CoovaChilli-Acct-View-Point for the unit's point of view; without it CoovaChilli counts from the guest's. */
const VIEW_OF_UNIT = 1;

function countersIn(packet: Packet, unit: UnitKind): Pick<AccountingEvent, 'up' | 'down' | 'isWide'> {
  const whole = (octets: number | undefined, gigawords: number | undefined) =>
    octets === undefined ? null : (gigawords ?? 0) * GIGAWORD + octets;
  const gigawordsIn = valueOf(packet, 'Acct-Input-Gigawords');
  const gigawordsOut = valueOf(packet, 'Acct-Output-Gigawords');
  const input = whole(valueOf(packet, 'Acct-Input-Octets'), gigawordsIn);
  const output = whole(valueOf(packet, 'Acct-Output-Octets'), gigawordsOut);
  const isWide = gigawordsIn !== undefined || gigawordsOut !== undefined;
  const isGuestsView = GATEWAYS[unit].radius.countsAsGuest && valueOf(packet, 'CoovaChilli-Acct-View-Point') !== VIEW_OF_UNIT;
  return isGuestsView ? { up: output, down: input, isWide } : { up: input, down: output, isWide };
}

function causeIn(packet: Packet, kind: AccountingEvent['kind']): string {
  const cause = valueOf(packet, 'Acct-Terminate-Cause');
  const known: Readonly<Record<number, string>> = TERMINATE_CAUSE;
  return kind === 'stop' && cause !== undefined ? (known[cause] ?? '') : '';
}

/**
 * Seconds by which the unit's clock is ahead of ours; null if unknown. Delayed packets are skipped: their timestamp is older by the delay.
 */
export function clockAhead(packet: Packet, now: Date): number | null {
  const timestamp = valueOf(packet, 'Event-Timestamp');
  if (timestamp === undefined || (valueOf(packet, 'Acct-Delay-Time') ?? 0) > 0) return null;
  return Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, Math.round((timestamp.getTime() - now.getTime()) / 1000)));
}

/** Few units send it; cut to 100 characters, never inside one: PostgreSQL refuses half a surrogate pair. */
export const softwareIn = (packet: Packet) => /^.{0,100}/su.exec(valueOf(packet, 'CoovaChilli-Version') ?? '')?.[0] ?? '';
