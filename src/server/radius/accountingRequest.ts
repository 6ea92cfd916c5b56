/** Accounting-Requests: parses and stores what units report, by RADIUS, through a FreeRADIUS in front, or over HTTP. */
import { hash } from 'node:crypto';
import { leadingMac, macOf } from '../../contract/plain/macAddress';
import { MAX_INTEGER, type UnitKind } from '../../contract/plain/wire';
import { GIGAWORD } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import { eventTime, isDelayed, restartTime, type AccountingEvent } from '../access/accountingEvent';
import type { Who } from '../database/jsonColumns';
import { correctCause } from '../access/terminateCauseQueries';
import { reportedAddresses, type ReportedAddress } from '../access/sessionAddresses';
import { recordReport, recordUnitRestart } from '../access/sessionQueries';
import type { ReportingUnit, SessionReport } from '../access/sessionRowQueries';
import type { Db } from '../database/db';
import { portIn } from './attributes';
import { ipv6Bytes, ipv6Text, valueOf, valuesOf, type Packet } from './codec';
import { ACCT_STATUS, ATTRIBUTES, TERMINATE_CAUSE } from './dictionary';

interface When {
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  zone: string;
}

interface Taking extends When {
  kind: UnitKind;
  distinction: Distinction;
  /** As in `SessionReport`. */
  bindsAfterGrantOnly?: boolean;
  /** Sessions with this name aren't recorded. */
  unrecorded?: string;
}

/** A running session with an interim report, after which its unit may need a new grant. */
export interface ReportedSession {
  unitId: number;
  key: string;
  kind: UnitKind;
}

interface Taken {
  about: AccountingReport['about'];
  /** Whether the report contained anything new. Always true for a unit's restart, as a repeated one can't be recognised. */
  isNew: boolean;
  /** The session, if the report says that it is running. */
  running: ReportedSession | null;
  /** The session's key; empty if the report is about the unit, or isn't recorded. */
  key: string;
}

/**
 * Stores an Accounting-Request, which may be acknowledged once this resolves. Null if there is nothing to store. Throws OtherUnitError.
 */
export async function takeReport(db: Db, unit: ReportingUnit, packet: Packet, taking: Taking): Promise<Taken | null> {
  const { now, zone, kind, distinction, bindsAfterGrantOnly = false, unrecorded } = taking;
  const parsed = parseAccounting(packet, now.getTime(), kind);
  if (parsed === null) return null;
  if (parsed.about === 'unit') {
    await recordUnitRestart(db, unit, parsed.at);
    return { about: 'unit', isNew: true, running: null, key: '' };
  }
  if (parsed.username === unrecorded) return { about: 'session', isNew: false, running: null, key: '' };
  const event = withFingerprint(parsed.event, packet, distinction);
  const isNew = await takeSessionReport(db, unit, { ...parsed, event, bindsAfterGrantOnly }, { now, zone });
  const { key } = parsed;
  return { about: 'session', isNew, running: event.kind === 'interim' ? { unitId: unit.id, key, kind } : null, key };
}

/**
 * Stores the report of a session, from any protocol, and corrects the session's cause. Returns whether it was new. Throws OtherUnitError.
 */
export async function takeSessionReport(db: Db, unit: ReportingUnit, report: SessionReport, { now, zone }: When): Promise<boolean> {
  const isNew = await recordReport(db, unit, report);
  // Also for a repeated Stop: after the first one, the server may have died before correcting the cause.
  await correctCause(db, { unitId: unit.id, key: report.key, event: report.event }, { now, serverZone: zone });
  return isNew;
}

/** The content of an Accounting-Request. */
type AccountingReport =
  | { about: 'session'; key: string; event: AccountingEvent; username: string; deviceMac: string; guestId: number | null }
  | { about: 'unit'; at: number };

/**
 * Parses a report. Null if there is nothing to store: an unknown status type, or a session without an id. `arrived`: milliseconds since
 * 1970.
 */
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
  // If a device was admitted by its MAC address, the unit may send it only as the user name.
  const deviceMac = station === '' ? macOf(username) : leadingMac(station);
  const addresses = addressesIn(packet);
  const byUnitsClock = at !== arrived && !isDelayed(delaySeconds);
  return {
    about: 'session',
    key,
    username,
    deviceMac,
    guestId: guestIdIn(packet),
    event: {
      kind,
      at,
      ...(byUnitsClock && { arrived }),
      who: whoOf({ username, deviceMac, port: portIn(packet) }),
      addresses,
      seconds: valueOf(packet, 'Acct-Session-Time') ?? null,
      ...countersIn(packet, unit),
      cause: causeIn(packet, kind),
    },
  };
}

/**
 * The session's addresses (RFC 2865 § 5.8, 3162 § 2, 4818, 6911). An interface id is combined with the prefix, else with the link-local
 * one.
 */
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

/** The IPv6 address of an interface in a network with a prefix of 64 bits. */
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

/** The guest's id in the Class attribute; null if there is none, or if it is too large. */
function guestIdIn(packet: Packet): number | null {
  const [, digits] = /^portico (\d{1,10})$/.exec(valueOf(packet, 'Class')?.toString('latin1') ?? '') ?? [];
  const id = Number(digits);
  return id <= MAX_INTEGER ? id : null;
}

/** Attributes that differ between copies of the same report. */
const OF_ONE_COPY = (['Acct-Delay-Time', 'Proxy-State', 'Message-Authenticator'] as const).map((name) => ATTRIBUTES[name].type);

/** Characters of a hash. 48 bits suffice, because only reports with the same session key are compared. */
const PRINT_LENGTH = 8;

/**
 * Distinguishes a packet from others with the same content: the authenticator of an Accounting-Request, which covers its identifier and all
 * attributes; `content` if no other session's packet can have the same content; null if there is neither.
 */
type Distinction = Buffer | 'content' | null;

/** Adds the fingerprint of its packet to an event. Not to interims, which are most of the reports and are recognised without it. */
export function withFingerprint(event: AccountingEvent, packet: Pick<Packet, 'attributes'>, distinction: Distinction): AccountingEvent {
  if (event.kind === 'interim') return event;
  const content = contentHash(packet);
  const isUnique = distinction === 'content' || valueOf(packet, 'Event-Timestamp') !== undefined;
  return {
    ...event,
    fingerprint: { content, packet: isUnique ? content : (distinction?.toString('base64url').slice(0, PRINT_LENGTH) ?? null) },
  };
}

function contentHash({ attributes }: Pick<Packet, 'attributes'>): string {
  const parts = attributes
    .filter(({ vendor, type }) => vendor !== 0 || !OF_ONE_COPY.includes(type))
    .flatMap(({ vendor, type, value }) => [Buffer.from(`${vendor} ${type} ${value.length} `), value]);
  return hash('sha256', Buffer.concat(parts), 'base64url').slice(0, PRINT_LENGTH);
}

/** Characters of a hash of a name or an address: 24 bits distinguish those with the same session key, but identify nobody. */
const WHO_LENGTH = 4;

/**
 * The identities in a report, see `Who`; `deviceMac` in wire form. Empty values are left out, the case of names doesn't matter, and the
 * port is only used without a device.
 */
function whoOf({ username, deviceMac, port = '' }: { username: string; deviceMac: string; port?: string }): Who {
  const short = (text: string) => hash('sha256', text, 'base64url').slice(0, WHO_LENGTH);
  const name = username.trim().toLowerCase();
  const where = deviceMac === '' ? { port } : { device: deviceMac };
  const given = Object.entries({ name, ...where }).filter(([, text]) => text !== '');
  return Object.fromEntries(given.map(([what, text]) => [what, short(text)]));
}
