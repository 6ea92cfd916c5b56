/** Finds the unit that calls over HTTP, proven by the digest of its secret. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { HttpProof } from '../../contract/plain/wire';
import { onHotspot, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { units } from '../database/schema';
import { secretsOf } from './secretQueries';

/** Compared for an unknown unit, so that the response takes as long as for a known one. */
const NO_UNIT = { secret: 'none', previous_secret: '' };

export interface ProvenUnit {
  id: number;
  uuid: string;
  mac: string;
  hotspotId: number;
  /** The secret that was proven. */
  secret: string;
  httpProof: HttpProof;
  /** Limited to the unit's hotspot. */
  scope: Scope;
}

/** The unit with this `uuid`, if the digest proves that the caller knows its secret. Null for an unknown unit, and for a wrong digest. */
export async function findProvenUnit(db: Db, proof: { uuid: string; digest: string }): Promise<ProvenUnit | null> {
  const [unit] = await db.select().from(units).where(eq(units.uuid, proof.uuid));
  // Units without a secret can't register: the uuid alone is printed on the box.
  const secret = secretsOf(unit ?? NO_UNIT).find((one) => isDigestOf(one, proof));
  if (!unit || secret === undefined) return null;
  const { id, mac_address: mac, hotspot_id: hotspotId, name, http_proof: httpProof } = unit;
  return { id, uuid: unit.uuid, mac, hotspotId, secret, httpProof, scope: { accountId: 0, username: name, role: 'customer', hotspotId } };
}

/**
 * Id of the unit with this uuid that the scope may read. Null if there is none, or if the digest is wrong. The digest may be that of an
 * empty secret: an existing back end sends customers and desks their units without secrets, so their console computes it without one.
 */
export async function findUnitOfDigest(db: Db, scope: Scope, proof: { uuid: string; digest: string }): Promise<number | null> {
  const [unit] = await db
    .select({ id: units.id, secret: units.secret, previous_secret: units.previous_secret })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.uuid, proof.uuid)));
  const isRight = [...secretsOf(unit ?? NO_UNIT), ''].map((secret) => isDigestOf(secret, proof)).includes(true);
  return unit && isRight ? unit.id : null;
}

/** Constant-time comparison. */
function isDigestOf(secret: string, { uuid, digest }: { uuid: string; digest: string }): boolean {
  const right = createHash('md5')
    .update(secret + uuid)
    .digest('hex');
  const [expected, given] = [right, digest].map((text) => createHash('sha256').update(text).digest());
  return expected !== undefined && given !== undefined && timingSafeEqual(expected, given);
}
