/** Hashes by which a Start or Stop is known again, however late it is repeated. What they are for is told in access/accounting.ts. */
import { createHash } from 'node:crypto';
import type { AccountingEvent, Who } from '../access/accounting';
import { valueOf, type Packet } from './codec';
import { ATTRIBUTES } from './dictionary';

/** Attributes that differ between copies of the same report. */
const OF_ONE_COPY = (['Acct-Delay-Time', 'Proxy-State', 'Message-Authenticator'] as const).map((name) => ATTRIBUTES[name].type);

/** Characters of a hash. Only reports of one session key are compared, so 48 bits are plenty. */
const PRINT_LENGTH = 8;

/**
 * What tells a packet from others with the same content: the authenticator of an Accounting-Request, which covers its identifier and all
 * attributes. `content` if no other session's packet can have the same content; null if nothing is known.
 */
export type Distinction = Buffer | 'content' | null;

/** An event with the fingerprint of its packet. Interims, which are most of the reports, are recognised without. */
export function withFingerprint(event: AccountingEvent, packet: Pick<Packet, 'attributes'>, told: Distinction): AccountingEvent {
  if (event.kind === 'interim') return event;
  const content = contentHash(packet);
  const isUnique = told === 'content' || valueOf(packet, 'Event-Timestamp') !== undefined;
  return { ...event, fingerprint: { content, packet: isUnique ? content : (told?.toString('base64url').slice(0, PRINT_LENGTH) ?? null) } };
}

function contentHash({ attributes }: Pick<Packet, 'attributes'>): string {
  const hash = createHash('sha256');
  for (const { vendor, type, value } of attributes) {
    if (vendor === 0 && OF_ONE_COPY.includes(type)) continue;
    hash.update(`${vendor} ${type} ${value.length} `).update(value);
  }
  return hash.digest('base64url').slice(0, PRINT_LENGTH);
}

/** Characters of a hash of a name or an address: 24 bits tell those under one key apart, and no person. */
const WHO_LENGTH = 4;

/**
 * Whom a report names, see `Who`; `deviceMac` in wire form. Empty values are left out, names are the same in capitals, and a port matters
 * only without a device.
 */
export function whoOf({ username, deviceMac, port = '' }: { username: string; deviceMac: string; port?: string }): Who {
  const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, WHO_LENGTH);
  const name = username.trim().toLowerCase();
  const where = deviceMac === '' ? { port } : { device: deviceMac };
  const given = Object.entries({ name, ...where }).filter(([, text]) => text !== '');
  return Object.fromEntries(given.map(([what, text]) => [what, short(text)]));
}
