/**
 * Units report Session-Timeout for a session whose time was up as well as for one whose traffic was used up, as RADIUS has no other cause.
 * What the guest has used tells which it was.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { session_histories, session_reports } from '../database/schema';
import type { AccountingEvent } from './accountingEvent';
import { hasUsedUpTraffic } from './queries';

const UNITS_WORD = 'session_timeout';

/** The cause of sessions whose traffic was used up. */
export const TRAFFIC_LIMIT = 'traffic_limit';

/** Corrects the cause of the session that a Stop has ended. The Stop must have been recorded. */
export async function correctCause(
  db: Db,
  { unitId, key, event }: { unitId: number; key: string; event: Pick<AccountingEvent, 'kind' | 'cause'> },
  times: { now: Date; serverZone: string },
): Promise<void> {
  if (event.kind !== 'stop' || event.cause !== UNITS_WORD) return;
  const [ended] = await db
    .select({ id: session_histories.id, guestId: session_histories.user_id, reportsId: session_reports.id })
    .from(session_reports)
    .innerJoin(session_histories, eq(session_histories.id, session_reports.history_id))
    .where(
      and(eq(session_reports.unit_id, unitId), eq(session_reports.session_key, key), eq(session_histories.terminate_cause, UNITS_WORD)),
    )
    .orderBy(desc(session_histories.stop_time))
    .limit(1);
  if (!ended || ended.guestId <= 0) return;
  const credential = { method: 'portal', guestId: ended.guestId } as const;
  if (!(await hasUsedUpTraffic(db, { unitId, credential, deviceMac: '', ...times }))) return;
  // Also in the state, from which a later report of the session would restore the wrong cause.
  await db.execute(sql`
    with corrected as (
      update ${session_reports} set state = jsonb_set(state, '{ended,cause}', to_jsonb(${TRAFFIC_LIMIT}::text))
      where id = ${ended.reportsId} and state #>> '{ended,cause}' = ${UNITS_WORD} returning history_id)
    update ${session_histories} set terminate_cause = ${TRAFFIC_LIMIT} from corrected where ${session_histories.id} = corrected.history_id`);
}
