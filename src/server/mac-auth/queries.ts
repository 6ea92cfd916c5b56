import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { toWireMac } from '../../contract/macAddress';
import type { HttpProof } from '../../contract/wire';
import type { CreateMacEntry } from '../../contract/macAuth';
import { MAC_ENTRY_DAYS } from '../../contract/wire';
import type { Db } from '../database/db';
import { devices, units, users } from '../database/schema';
import { onHotspot, type Scope } from '../auth/tenancy';
import { secretsOf } from '../units/secrets';

const DAY = 86_400_000;

/** A new MAC entry: ids of guest and device, and the MAC address in wire form. */
export interface MacEntry {
  guestId: number;
  deviceId: number;
  mac: string;
}

/** Takes as long to compare as a unit's. */
const NO_UNIT = { secret: 'none', previous_secret: '' };

export interface ProvenUnit {
  id: number;
  uuid: string;
  mac: string;
  hotspotId: number;
  /** The one that was proven. */
  secret: string;
  httpProof: HttpProof;
  /** Limited to the unit's hotspot. */
  scope: Scope;
}

/**
 * The unit with this `uuid`, if the digest proves that the caller knows its secret. Null both for an unknown unit and for a wrong digest.
 */
export async function findProvenUnit(db: Db, proof: { uuid: string; digest: string }): Promise<ProvenUnit | null> {
  const [unit] = await db.select().from(units).where(eq(units.uuid, proof.uuid));
  // Units without a secret can't register: the uuid alone is printed on the box.
  const secret = secretsOf(unit ?? NO_UNIT).find((one) => isDigestOf(one, proof));
  if (!unit || secret === undefined) return null;
  const { id, mac_address: mac, hotspot_id: hotspotId, name, http_proof: httpProof } = unit;
  return { id, uuid: unit.uuid, mac, hotspotId, secret, httpProof, scope: { accountId: 0, username: name, role: 'customer', hotspotId } };
}

/**
 * Id of the unit with this uuid that the scope may read. Null if there is none, or if the digest is neither of its secret nor of none: a
 * customer or a desk is sent units without their secret by an older back end, so their console has none to compute it from.
 */
export async function findUnitOfDigest(db: Db, scope: Scope, proof: { uuid: string; digest: string }): Promise<number | null> {
  const [unit] = await db
    .select({ id: units.id, secret: units.secret, previous_secret: units.previous_secret })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.uuid, proof.uuid)));
  const isRight = [...secretsOf(unit ?? NO_UNIT), ''].map((secret) => isDigestOf(secret, proof)).includes(true);
  return unit && isRight ? unit.id : null;
}

/** Creates a MAC entry on the hotspot of a unit that the scope may read. */
export async function insertMacEntry(
  tx: Db,
  scope: Scope,
  unitId: number,
  entry: CreateMacEntry,
  now: Date,
): Promise<MacEntry | 'unknown unit' | 'duplicate'> {
  const [unit] = await tx
    .select({ hotspotId: units.hotspot_id })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, unitId)));
  return unit ? insertEntry(tx, { id: unitId, hotspotId: unit.hotspotId }, entry, now) : 'unknown unit';
}

/** A MAC entry is a guest whose username is the MAC address, with one device. */
async function insertEntry(
  tx: Db,
  unit: { id: number; hotspotId: number },
  { mac: written, name, kbps_down, kbps_up }: CreateMacEntry,
  now: Date,
): Promise<MacEntry | 'duplicate'> {
  const mac = toWireMac(written);
  const [guest] = await tx
    .insert(users)
    .values({
      hotspot_id: unit.hotspotId,
      unit_id: unit.id,
      username: mac,
      name,
      account_type: 'mac',
      kbps_down,
      kbps_up,
      auto_login: true,
      valid_from: now,
      valid_until: new Date(now.getTime() + MAC_ENTRY_DAYS * DAY),
      created: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!guest) return 'duplicate';
  const [device] = await tx
    .insert(devices)
    .values({ hotspot_id: unit.hotspotId, user_id: guest.id, mac_address: mac, created: now })
    .returning({ id: devices.id });
  return { guestId: guest.id, deviceId: device?.id ?? 0, mac };
}

/** Constant-time comparison. */
function isDigestOf(secret: string, { uuid, digest }: { uuid: string; digest: string }): boolean {
  const right = createHash('md5')
    .update(secret + uuid)
    .digest('hex');
  const [expected, given] = [right, digest].map((text) => createHash('sha256').update(text).digest());
  return expected !== undefined && given !== undefined && timingSafeEqual(expected, given);
}
