/**
 * What the reports say of ended sessions is kept as sums by the hour (schema.ts, `session_sums` and `guest_sums`), by triggers of the
 * database (migration report_sums_kept): whatever changes sessions, the sums change in the same transaction.
 */
import { sql } from 'drizzle-orm';
import type { Db } from './db';

/** Makes all sums anew from the sessions, in one transaction; who would change a session meanwhile waits, who reads does not. */
export async function rebuildSums(db: Db): Promise<void> {
  await db.execute(sql`select rebuild_report_sums()`);
}

/** Adds up the rows that changes left, so that reports read fewer: their sums stay. Several servers may do it at once. */
export async function foldSums(db: Db): Promise<void> {
  await db.execute(sql`select fold_report_sums()`);
}

/** Does `work`, which fills tables with very much, and makes the sums once, afterwards. Wants a transaction. */
export async function withSumsLater(tx: Db, work: () => Promise<void>): Promise<void> {
  await tx.execute(sql`set local portico.sums = 'later'`);
  await work();
  await rebuildSums(tx);
  await tx.execute(sql`set local portico.sums = ''`);
}
