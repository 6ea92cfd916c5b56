/** Claims sessions that should end, so that only one of several replicas asks their units. */
import { sql, eq, and, isNull } from 'drizzle-orm';
import { rowsIn, type Db } from '../database/db';
import { session_reports, units, unit_contacts } from '../database/schema';
import type { DisconnectTarget } from '../access/reachQueries';
import { cannotBeCalled } from '../access/pendingDisconnectQueries';

/**
 * Claims those of the running sessions that nobody has claimed after `since`, in one statement, and returns their ids. Rows that another
 * replica is claiming, or that a report is changing, are skipped until the next round.
 */
export async function claim(db: Db, sessionIds: readonly number[], { now, since }: { now: Date; since: Date }): Promise<Set<number>> {
  if (sessionIds.length === 0) return new Set();
  const answer = await db.execute(sql`
    update ${session_reports} set end_claimed = ${now.toISOString()}::timestamptz
    where id in (
      select id from ${session_reports}
      where session_id = any(${`{${sessionIds.join(',')}}`}::int[]) and ended is null
        and (end_claimed is null or end_claimed <= ${since.toISOString()}::timestamptz)
      for update skip locked)
    returning session_id as id`);
  return new Set(rowsIn<{ id: number }>(answer).map(({ id }) => id));
}

export async function cannotBeCalledBy(db: Db, { unitId, sessionId }: DisconnectTarget): Promise<boolean> {
  const [unit] = await db
    .select({ cannotBeCalledBy: cannotBeCalled })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .leftJoin(session_reports, and(eq(session_reports.session_id, sessionId), isNull(session_reports.ended)))
    .where(eq(units.id, unitId));
  return unit?.cannotBeCalledBy === true;
}
