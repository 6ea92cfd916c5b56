/** Failed sign-ins, stored under the keys of throttle.ts. */
import { and, count, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { login_failures } from '../database/schema';

/**
 * Records a failure under each of the keys, to be deleted after `for` milliseconds, and deletes expired ones. Returns a condition for the
 * inserted rows.
 */
export async function insertFailures(db: Db, failures: { key: string; for: number }[], now: Date): Promise<SQL> {
  await db.delete(login_failures).where(lt(login_failures.forgotten, now));
  const rows = failures.map(({ key, for: lifetime }) => ({ key, failed: now, forgotten: new Date(now.getTime() + lifetime) }));
  const noted = await db.insert(login_failures).values(rows).returning({ id: login_failures.id });
  return inArray(
    login_failures.id,
    noted.map(({ id }) => id),
  );
}

export const underKeys = (keys: string[]): SQL => inArray(login_failures.key, keys);

export async function clearFailures(db: Db, which: SQL | undefined): Promise<void> {
  await db.delete(login_failures).where(which);
}

/** Selects the failures under a key, as limits/refusals.ts expects it. */
export const failuresUnder = (key: string) => ({
  table: login_failures,
  at: login_failures.failed,
  which: eq(login_failures.key, key),
});

export interface Tally {
  key: string;
  failures: number;
  oldest: Date;
}

export function countFailures(db: Db, keys: string[], others: SQL, since: Date): Promise<Tally[]> {
  const { key, failed } = login_failures;
  return db
    .select({ key, failures: count(), oldest: sql`min(${failed})`.mapWith(failed) })
    .from(login_failures)
    .where(and(others, gt(failed, since), inArray(key, keys)))
    .groupBy(key);
}

/** Whether there are at least `many` failures; counting all of them could be slow. */
export async function hasAsMany(db: Db, key: string, others: SQL, many: number, since: Date): Promise<boolean> {
  const found = await db
    .select({ id: login_failures.id })
    .from(login_failures)
    .where(and(others, eq(login_failures.key, key), gt(login_failures.failed, since)))
    .limit(many);
  return found.length >= many;
}
