/**
 * Counts guests whose address isn't signed with the unit's secret though the unit signs: nobody gets in there, and staff see why at the unit's
 * page. A rightly signed one ends the count, so that what strangers forge is not shown for long.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { UnitRadius } from '../../contract/units';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { unit_unsigned_arrivals } from '../database/schema';
import { ttlCache } from '../ttlCache';

/** Shown for so many milliseconds after the last one. */
const SHOWN_FOR = 7 * 86_400_000;

/** Units that were found to sign rightly, and for how many milliseconds they aren't written again. */
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

/** For the unit's page; null if there were none lately. */
export async function unsignedArrivalsOf(db: Db, unitId: number, now: Date): Promise<UnitRadius['unsigned_arrivals']> {
  const { unit_id, arrivals, since, last } = unit_unsigned_arrivals;
  const [found] = await db
    .select({ arrivals, since, last })
    .from(unit_unsigned_arrivals)
    .where(and(eq(unit_id, unitId), gt(last, new Date(now.getTime() - SHOWN_FOR))));
  return found ? { count: found.arrivals, since: isoOf(found.since), last: isoOf(found.last) } : null;
}
