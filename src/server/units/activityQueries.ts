/** Whether units are in use: a single definition for unit lists, hotspots' health and alerts. */
import { and, desc, eq, inArray, max, or, sql } from 'drizzle-orm';
import type { UnitActivity } from '../../contract/units';
import { ACTIVE_FOR_SECONDS, SILENT_AFTER_SECONDS } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { isoOrNull } from '../database/listQueries';
import { hotspots, session_histories, sessions, unit_contacts, units } from '../database/schema';

/** Number of latest-started sessions examined per unit: a long one may have ended after others that started later. */
const RECENT = 20;

/**
 * Subqueries to join laterally with `units`, and conditions on them. A unit is silent if SILENT_AFTER_SECONDS have passed since it was
 * created, since its last session and since it was last heard. It is active if it isn't silent and a session is running or ended less than
 * ACTIVE_FOR_SECONDS ago.
 */
export function activity(db: Db, now: Date) {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const [activeSince, silentSince] = [ago(ACTIVE_FOR_SECONDS), ago(SILENT_AFTER_SECONDS)];
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const contact = db.select({ heard: unit_contacts.heard }).from(unit_contacts).where(eq(unit_contacts.unit_id, units.id));
  // Counting sessions is an index-only scan. The last report is looked up only if the unit itself wasn't heard recently.
  const reported = db
    .select({ latest: max(sessions.update_time) })
    .from(sessions)
    .where(and(eq(sessions.unit_id, units.id), sql`coalesce(${contact} < ${at(activeSince)}, true)`));
  const running = db
    .select({
      heard: sql`${contact}`.as('unit_heard'),
      latest: sql`${reported}`.as('running_latest'),
      sessions: sql<number>`count(*)`.mapWith(Number).as('running_sessions'),
    })
    .from(sessions)
    .where(eq(sessions.unit_id, units.id))
    .as('running');
  const recent = db
    .select({ update_time: session_histories.update_time })
    .from(session_histories)
    // For a unit in use, its running sessions suffice.
    .where(
      and(
        eq(session_histories.unit_id, units.id),
        or(eq(running.sessions, 0), sql`coalesce(greatest(${running.latest}, ${running.heard}) < ${at(activeSince)}, true)`),
      ),
    )
    .orderBy(desc(session_histories.start_time))
    .limit(RECENT)
    .as('recent');
  const ended = db
    .select({ latest: max(recent.update_time).as('ended_latest') })
    .from(recent)
    .as('ended');
  const used = sql`greatest(${running.latest}, ${ended.latest})`;
  const latest = sql`greatest(${used}, ${running.heard})`;
  const isSilent = sql`(${units.created} < ${at(silentSince)} and coalesce(${latest} < ${at(silentSince)}, true))`;
  const isActive = sql`(not ${isSilent} and (${running.sessions} > 0 or coalesce(${used} >= ${at(activeSince)}, false)))`;
  return { running, ended, latest, isSilent, isActive };
}

/** Activity and hotspot name of units, by unit id. The caller has checked scope. */
export async function activityOf(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, { activity: UnitActivity; hotspot_name: string }>> {
  if (ids.length === 0) return new Map();
  const { running, ended, latest, isSilent, isActive } = activity(db, now);
  const rows = await db
    .select({
      id: units.id,
      hotspot_name: hotspots.name,
      sessions: running.sessions,
      last_seen: sql`${latest}`.mapWith(sessions.update_time),
      silent: sql<boolean>`${isSilent}`,
      active: sql<boolean>`${isActive}`,
    })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .leftJoinLateral(running, sql`true`)
    .leftJoinLateral(ended, sql`true`)
    .where(inArray(units.id, [...ids]));
  return new Map(
    rows.map(({ id, hotspot_name, last_seen, silent, active, ...counts }) => {
      const state = silent ? ('silent' as const) : active ? ('active' as const) : ('idle' as const);
      return [id, { activity: { ...counts, last_seen: isoOrNull(last_seen), state }, hotspot_name }];
    }),
  );
}
