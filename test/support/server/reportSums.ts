import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/server/database/db';
import { countEndedSessions } from '../../../src/server/database/reportSums';

/** The report sums by hour, with everything counted. They are right if rebuilding them changes nothing. */
export async function sumsIn(db: Db): Promise<unknown[]> {
  // Databases of earlier versions count at once.
  const found: unknown = await db.execute(sql`select to_regproc('count_ended_sessions') is not null as exists`);
  if ((found as { rows: { exists: boolean }[] }).rows[0]?.exists === true) await countEndedSessions(db);
  const result: unknown = await db.execute(sql`
    select account_id, hour, -1 as gap, sum(connections)::text as counted, sum(bytes_up)::text as up, sum(bytes_down)::text as down,
      sum(duration)::text as seconds from session_sums group by account_id, hour
      having sum(connections) <> 0 or sum(bytes_up) <> 0 or sum(bytes_down) <> 0 or sum(duration) <> 0
    union all
    select account_id, hour, gap, sum(guests)::text, '', '', '' from guest_sums group by account_id, hour, gap having sum(guests) <> 0
    order by 1, 2, 3`);
  return (result as { rows: unknown[] }).rows;
}
