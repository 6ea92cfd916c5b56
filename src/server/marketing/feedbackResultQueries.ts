import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { FeedbackAnswer, FeedbackResults } from '../../contract/feedback';
import { ownHotspots, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { feedback_refusals, feedback_requests, hotspots, user_histories, users } from '../database/schema';
import { settingsForFeedback } from './feedbackRequestQueries';

/**
 * The results of a hotspot's questions, with a page of answers, newest first; null if the scope manages no such hotspot. `zone` is the
 * server's.
 */
export async function feedbackResults(
  db: Db,
  scope: Scope,
  hotspotId: number,
  { page, limit, zone }: { page: number; limit: number; zone: string },
): Promise<Omit<FeedbackResults, 'obstacle'> | null> {
  const [hotspot] = await db
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(ownHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return null;
  const ofHotspot = eq(feedback_requests.hotspot_id, hotspotId);
  const when = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  const { state, opened, answered, stars } = feedback_requests;
  const [counts] = await db
    .select({
      planned: when(sql`${state} in ('planned', 'waiting')`),
      sent: when(sql`${state} = 'sent'`),
      failed: when(sql`${state} = 'failed'`),
      opened: when(sql`${opened} is not null`),
      answered: when(sql`${answered} is not null`),
    })
    .from(feedback_requests)
    .where(ofHotspot);
  const { quiet } = await settingsForFeedback(db, hotspotId, zone);
  const month = sql<string>`to_char(${answered} at time zone ${quiet.zone}, 'YYYY-MM')`;
  const rated = await db
    .select({ month: month.as('month'), stars, count: count() })
    .from(feedback_requests)
    .where(and(ofHotspot, isNotNull(answered), isNotNull(stars)))
    .groupBy(sql`1`, stars)
    .orderBy(sql`1`);
  const months = [...new Set(rated.map((row) => row.month))];
  const total = counts?.answered ?? 0;
  return {
    ...(counts ?? { planned: 0, sent: 0, failed: 0, opened: 0, answered: 0 }),
    refused: await db.$count(feedback_refusals, eq(feedback_refusals.hotspot_id, hotspotId)),
    stars: months.map((one) => ({
      month: one,
      counts: [1, 2, 3, 4, 5].map((given) => rated.find((row) => row.month === one && row.stars === given)?.count ?? 0),
    })),
    data: await answersOf(db, hotspotId, { page, limit }),
    total,
  };
}

async function answersOf(db: Db, hotspotId: number, { page, limit }: { page: number; limit: number }): Promise<FeedbackAnswer[]> {
  const { id, answered, kind, stars, message, user_id, hotspot_id } = feedback_requests;
  const rows = await db
    .select({ id, answered, kind, stars, message, user_id })
    .from(feedback_requests)
    .where(and(eq(hotspot_id, hotspotId), isNotNull(answered)))
    .orderBy(desc(answered), desc(id))
    .limit(limit)
    .offset((page - 1) * limit);
  const ids = rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id]));
  const who = new Map<number, { name: string; email: string }>();
  if (ids.length > 0) {
    const archived = { id: user_histories.user_id, name: user_histories.name, email: user_histories.email };
    for (const guest of [
      ...(await db.select(archived).from(user_histories).where(inArray(user_histories.user_id, ids)).orderBy(user_histories.id)),
      ...(await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(inArray(users.id, ids))),
    ])
      who.set(guest.id, guest);
  }
  return rows.map((row) => ({
    ...row,
    answered: row.answered?.toISOString() ?? null,
    user_id: row.user_id ?? 0,
    name: who.get(row.user_id ?? 0)?.name ?? '',
    email: who.get(row.user_id ?? 0)?.email ?? '',
  }));
}
