/**
 * Sums of ended sessions by hour, for reports (schema.ts, `session_sums` and `guest_sums`). Triggers (migrations/0001_functions.sql,
 * 0011_fewer_statements.sql) update them in the transaction that changes sessions.
 */
import { sql } from 'drizzle-orm';
import type { Db } from './db';

/** Recomputes all sums from the sessions in one transaction. Writers of sessions wait meanwhile, readers don't. */
export async function rebuildSums(db: Db): Promise<void> {
  await db.execute(sql`select rebuild_report_sums()`);
}

/** Merges the rows that changes have added into one per hour, so that reports read fewer. Safe to run on several servers at once. */
export async function foldSums(db: Db): Promise<void> {
  await db.execute(sql`select fold_report_sums()`);
}

/** Runs a bulk load with the triggers off and computes the sums once afterwards. Needs a transaction. */
export async function withSumsLater(tx: Db, work: () => Promise<void>): Promise<void> {
  await tx.execute(sql`set local portico.sums = 'later'`);
  await work();
  await rebuildSums(tx);
  await tx.execute(sql`set local portico.sums = ''`);
}
