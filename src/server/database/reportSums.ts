/**
 * Sums of ended sessions by hour, for reports (schema/sessionSums.ts). Triggers note what changes in the transaction that changes sessions;
 * it is added to the sums before each report, and every few seconds (maintenance.ts).
 */
import { sql } from 'drizzle-orm';
import { repeated, rowsIn, type Db } from './db';

/** Recomputes all sums from the sessions in one transaction. Writers of sessions wait meanwhile, readers don't. */
export async function rebuildSums(db: Db): Promise<void> {
  await db.execute(sql`select rebuild_report_sums()`);
}

/**
 * Adds to the sums what was noted since the last call. Once it resolves, they contain every change committed before. Safe to run on several
 * servers at once.
 */
export async function countEndedSessions(db: Db): Promise<void> {
  for (let isMore = true; isMore;) {
    const answer = await db.execute(sql`${repeated}select count_ended_sessions() as is_more`);
    isMore = rowsIn<{ is_more: boolean }>(answer)[0]?.is_more === true;
  }
}

/** The same, and merges the rows that counting has added into one per hour, so that reports read fewer of them. */
export async function foldSums(db: Db): Promise<void> {
  await countEndedSessions(db);
  await db.execute(sql`select fold_report_sums()`);
}

/** Runs a bulk load with the triggers off and computes the sums once afterwards. Needs a transaction. */
export async function withSumsLater(tx: Db, work: () => Promise<void>): Promise<void> {
  await tx.execute(sql`set local portico.sums = 'later'`);
  await work();
  await rebuildSums(tx);
  await tx.execute(sql`set local portico.sums = ''`);
}
