import { type Db, rowsIn } from '../database/db';
import { sql, inArray, eq, min, and, gt, count, or, type SQL, lt } from 'drizzle-orm';
import { portal_tries } from '../database/schema';
import { refusedUntil, rememberRefusal } from './refusals';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type LimitName, type Counting, keyOf, since, LIMITS, LONGEST } from './limits';

export interface Counted {
  /** How often it has been counted in the limit's period, including this time. */
  of: (limit: LimitName) => number;
  /** The first limit that is exceeded, in the given order; null for none. */
  exceeded: LimitName | null;
  /** Takes the count back, for all limits or all except one. */
  takeBack: (options?: { except?: LimitName }) => Promise<void>;
}

/**
 * Counts first and then checks, so that concurrent requests gain nothing over sequential ones. Requests with the same key wait for each
 * other, on all replicas: only one gets the last place.
 */
export async function countAll(db: Db, countings: readonly Counting[], now: Date): Promise<Counted> {
  const tries = countings.map((counting) => ({ key: keyOf(counting), since: since(counting.limit, now) }));
  const answer = await db.execute(
    sql`select id, key, counted from count_tries(${JSON.stringify(tries)}::jsonb, ${now.toISOString()}::timestamptz)`,
  );
  const rows = rowsIn<{ id: number | string; key: string; counted: number }>(answer);
  const counts = new Map(countings.map((counting) => [counting.limit, rows.find(({ key }) => key === keyOf(counting))?.counted]));
  const of = (limit: LimitName) => counts.get(limit) ?? 0;
  const takeBack = async ({ except }: { except?: LimitName } = {}) => {
    const ids = rows.filter(({ key }) => !key.startsWith(`${except} `)).map(({ id }) => Number(id));
    await db.delete(portal_tries).where(inArray(portal_tries.id, ids));
  };
  return { of, exceeded: countings.find(({ limit }) => of(limit) > LIMITS[limit].most)?.limit ?? null, takeBack };
}

/** Milliseconds after which a count is no longer taken back. */
const SETTLED_AFTER = 5000;

/** Until when one of these is refused, if this process remembers that, so that it needn't be counted again; else null. */
export const refusedStill = (db: Db, countings: readonly Counting[], now: Date): Date | null => refusedUntil(db, countings.map(keyOf), now);

/** Remembers a refusal if this key has reached its limit. */
export async function rememberRefused(db: Db, counting: Counting, now: Date): Promise<void> {
  const rows = { table: portal_tries, at: portal_tries.at, which: eq(portal_tries.key, keyOf(counting)) };
  await rememberRefusal(db, { key: keyOf(counting), rows, ...LIMITS[counting.limit], settledAfter: SETTLED_AFTER }, now);
}

/** Whether one more would exceed the limit. */
export async function isReached(db: Db, counting: Counting, now: Date): Promise<boolean> {
  return ((await countsOf(db, [counting], now)).get(counting.limit) ?? 0) >= LIMITS[counting.limit].most;
}

/** Counts something that is refused beyond a limit. Returns the seconds to wait; 0 if it is allowed and was counted. */
export async function secondsToWait(db: Db, counting: Counting, now: Date): Promise<number> {
  const tried = await startTry(db, counting, now);
  return 'wait' in tried ? tried.wait : 0;
}

/** The same for something that counts only if it fails. */
export async function startTry(db: Db, counting: Counting, now: Date): Promise<{ wait: number } | { succeeded: () => Promise<void> }> {
  const still = refusedStill(db, [counting], now);
  if (still) return { wait: secondsUntil(still, now) };
  const counted = await countAll(db, [counting], now);
  if (counted.exceeded === null) return { succeeded: counted.takeBack };
  await counted.takeBack();
  await rememberRefused(db, counting, now);
  const { key, at } = portal_tries;
  const [oldest] = await db
    .select({ at: min(at) })
    .from(portal_tries)
    .where(and(eq(key, keyOf(counting)), gt(at, since(counting.limit, now))));
  const end = (oldest?.at?.getTime() ?? now.getTime()) + LIMITS[counting.limit].seconds * 1000;
  return { wait: secondsUntil(new Date(end), now) };
}

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Counts something up to one more than the limit, for limits that only tell that it has happened too often. */
export async function countUpTo(db: Db, counting: Counting, now: Date): Promise<void> {
  const most = LIMITS[counting.limit].most;
  if (((await countsOf(db, [counting], now)).get(counting.limit) ?? 0) <= most)
    await db.insert(portal_tries).values({ key: keyOf(counting), at: now });
}

async function countsOf(db: Db, countings: readonly Counting[], now: Date): Promise<Map<LimitName, number>> {
  const { key, at } = portal_tries;
  const each = countings.map((counting) => and(eq(key, keyOf(counting)), gt(at, since(counting.limit, now))));
  const counted = await db
    .select({ key, counted: count() })
    .from(portal_tries)
    .where(or(...each))
    .groupBy(key);
  return new Map(countings.map((counting) => [counting.limit, counted.find((row) => row.key === keyOf(counting))?.counted ?? 0]));
}

/** A condition: the key in this column has been counted more often than the limit allows. */
export const exceeded = (limit: LimitName, key: AnyPgColumn, now: Date): SQL =>
  sql`(select count(*) from ${portal_tries} where ${portal_tries.key} = ${`${limit} `} || ${key} and ${gt(portal_tries.at, since(limit, now))}) > ${LIMITS[limit].most}`;

/** Deletes up to `most` counts that are too old for any limit. */
export async function forgetCounts(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_tries.id })
    .from(portal_tries)
    .where(lt(portal_tries.at, new Date(now.getTime() - LONGEST)))
    .limit(most);
  await db.delete(portal_tries).where(inArray(portal_tries.id, old));
}
