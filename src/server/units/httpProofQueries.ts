/** The proof that a unit's requests over HTTP need besides its digest (`HTTP_PROOFS`). */
import { and, eq } from 'drizzle-orm';
import { isElsewhere, networksOf } from '../limits/networks';
import type { Db } from '../database/db';
import { unit_contacts, units } from '../database/schema';

/** Whether a unit's unsigned request from this address is accepted: from any address, or only from the unit's known one. */
export async function mayBeUnsigned(db: Db, unitId: number, address: string): Promise<boolean> {
  const unit = await whereabouts(db, unitId);
  return unit?.proof === 'digest' || (unit?.proof === 'address' && !isElsewhere(address, networksOf(unit)));
}

/** Whether this is the unit's known address. True as long as none is known. */
export async function isKnownAddress(db: Db, unitId: number, address: string): Promise<boolean> {
  const unit = await whereabouts(db, unitId);
  return unit !== undefined && !isElsewhere(address, networksOf(unit));
}

/** Rejects unsigned requests of a unit from now on, because it has signed one. */
export async function requireSignature(db: Db, unitId: number): Promise<void> {
  await db
    .update(units)
    .set({ http_proof: 'signature' })
    .where(and(eq(units.id, unitId), eq(units.http_proof, 'address')));
}

async function whereabouts(db: Db, unitId: number) {
  const [unit] = await db
    .select({ proof: units.http_proof, fixed: units.address, contactAddress: unit_contacts.address })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(eq(units.id, unitId));
  return unit;
}
