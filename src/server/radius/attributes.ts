/** Recognises a unit's kind by its attributes, and encodes a grant in the attributes of each kind. */
import { MAX_INTEGER, UNIT_KINDS, type UnitKind } from '../../contract/plain/wire';
import { bitsPerSecond, type RadiusValue } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import type { Grant } from '../access/authorise';
import { enforceable } from '../access/trafficLimit';
import { attribute, valueOf, type Attribute, type Packet } from './codec';
import { VENDOR } from './dictionary';

/** Kinds that are recognised by the vendor of their attributes. */
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

/** The attributes of an Access-Accept. */
export const grantAttributes = (grant: Grant, kind: UnitKind): Attribute[] =>
  limitAttributes(enforceable(grant, GATEWAYS[kind].radius), kind);

/** The limits of a grant as attributes. */
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

/** Encodes an attribute given by name and value. */
export const encoded = ([name, value]: RadiusValue): Attribute => attribute(name, value);

/**
 * The port of a guest at its unit, to tell guests apart if the unit names no device; empty if not sent. Units that don't number ports send
 * 0 for all.
 */
export function portIn(packet: Pick<Packet, 'attributes'>): string {
  const port = valueOf(packet, 'NAS-Port') ?? 0;
  return port === 0 ? (valueOf(packet, 'NAS-Port-Id') ?? '') : String(port);
}

/** The unit and port of a packet, as one text; empty if no port is sent. */
export function unitsPort(packet: Pick<Packet, 'attributes'>, { id }: { id: number }): string {
  const port = portIn(packet);
  return port === '' ? '' : `unit ${id} port ${port}`;
}

/**
 * Seconds by which the unit's clock is ahead of ours; null if unknown. Delayed packets are skipped: their timestamp is older by the delay.
 */
export function clockAhead(packet: Packet, now: Date): number | null {
  const timestamp = valueOf(packet, 'Event-Timestamp');
  if (timestamp === undefined || (valueOf(packet, 'Acct-Delay-Time') ?? 0) > 0) return null;
  return Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, Math.round((timestamp.getTime() - now.getTime()) / 1000)));
}

/**
 * The unit's software version, which few send; truncated to 100 characters, but not inside one, since PostgreSQL rejects half a surrogate
 * pair.
 */
export const softwareIn = (packet: Packet) => /^.{0,100}/su.exec(valueOf(packet, 'CoovaChilli-Version') ?? '')?.[0] ?? '';

/** The NAS-Identifier to send in requests to a unit; empty if it can't be stored and repeated byte for byte. */
export function repeatableIdentifier(packet: Packet): string {
  const text = valueOf(packet, 'NAS-Identifier') ?? '';
  return text.includes('\uFFFD') ? '' : text;
}
