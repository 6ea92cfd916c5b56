/**
 * Counts guests who arrive without a valid signature although their unit signs arrivals: none of them gets in, and the unit's page tells
 * staff why. An arrival with a valid signature resets the count, so that forged arrivals aren't shown for long.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { UnitRadius } from '../../contract/units';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { unit_unsigned_arrivals } from '../database/schema';
import { ttlCache } from '../ttlCache';

/** Milliseconds after the last such arrival for which the count is shown. */
const SHOWN_FOR = 7 * 86_400_000;

/** Cache of units with a valid signature, whose count needn't be reset again: maximum number, and lifetime in milliseconds. */
const MOST_KNOWN = 10_000;
const KNOWN_FOR = 60_000;

export type SigningUnits = ReturnType<typeof signingUnits>;

export const signingUnits = () => ttlCache<true>(MOST_KNOWN, KNOWN_FOR);

export async function countUnsignedArrival(db: Db, unitId: number, now: Date): Promise<void> {
  const { unit_id, arrivals } = unit_unsigned_arrivals;
  await db
    .insert(unit_unsigned_arrivals)
    .values({ unit_id: unitId, arrivals: 1, since: now, last: now })
    .onConflictDoUpdate({ target: unit_id, set: { arrivals: sql`least(${arrivals}::bigint + 1, 2147483647)`, last: now } });
}

export async function forgetUnsignedArrivals({ db, signing }: { db: Db; signing: SigningUnits }, unitId: number): Promise<void> {
  if (signing.get(String(unitId))) return;
  await db.delete(unit_unsigned_arrivals).where(eq(unit_unsigned_arrivals.unit_id, unitId));
  signing.set(String(unitId), true);
}

/** The count for the unit's page; null if there were none lately. */
export async function unsignedArrivalsOf(db: Db, unitId: number, now: Date): Promise<UnitRadius['unsigned_arrivals']> {
  const { unit_id, arrivals, since, last } = unit_unsigned_arrivals;
  const [found] = await db
    .select({ arrivals, since, last })
    .from(unit_unsigned_arrivals)
    .where(and(eq(unit_id, unitId), gt(last, new Date(now.getTime() - SHOWN_FOR))));
  return found ? { count: found.arrivals, since: isoOf(found.since), last: isoOf(found.last) } : null;
}
