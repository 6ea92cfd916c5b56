import { and, count, eq, getTableColumns, gte, lte } from 'drizzle-orm';
import type { ListSessions, Session } from '../../contract/sessions';
import type { Db } from '../db/client';
import { sessions, units, users } from '../db/schema';
import { NO_GUEST, toGuest } from '../guests/queries';
import { onChosenHotspot, onHotspot, type Scope } from '../tenancy';
import { NO_UNIT, toUnit } from '../units/queries';
import { contains, isoOf, isoOrNull, momentOf, sortedBy } from '../wire';

/** A session notes its unit's and guest's ids as plain numbers: whom they name must be of the same hotspot. */
const itsUnit = and(eq(units.id, sessions.unit_id), eq(units.hotspot_id, sessions.hotspot_id));
const itsGuest = and(eq(users.id, sessions.user_id), eq(users.hotspot_id, sessions.hotspot_id));

/** A page of the sessions that run on the scope's hotspots, each with its unit and guest; `q` looks at unit name, username and IP. */
export async function listSessions(db: Db, scope: Scope, query: ListSessions): Promise<{ data: Session[]; total: number }> {
  const mine = and(
    onChosenHotspot(scope, sessions.hotspot_id, query.hotspot),
    query.user === 0 ? undefined : eq(sessions.user_id, query.user),
    query.unit === 0 ? undefined : eq(sessions.unit_id, query.unit),
    query.from === undefined ? undefined : gte(sessions.update_time, momentOf(query.from)),
    query.to === undefined ? undefined : lte(sessions.update_time, momentOf(query.to)),
    contains([units.name, sessions.username, sessions.ip_address], query.q),
  );
  const rows = await db
    .select({ session: getTableColumns(sessions), unit: getTableColumns(units), user: getTableColumns(users) })
    .from(sessions)
    .leftJoin(units, itsUnit)
    .leftJoin(users, itsGuest)
    .where(mine)
    .orderBy(...sortedBy(sessions[query.sort], sessions.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [counted] = await db.select({ total: count() }).from(sessions).leftJoin(units, itsUnit).where(mine);
  return {
    data: rows.map(({ session, unit, user }) => ({
      ...toSession(session),
      ...(unit && { unit: toUnit(unit, scope) }),
      ...(user && { user: toGuest(user) }),
    })),
    total: counted?.total ?? 0,
  };
}

/** One session that runs on the scope's hotspots, without its unit and guest; null otherwise. */
export async function getSession(db: Db, scope: Scope, id: number): Promise<Session | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(onHotspot(scope, sessions.hotspot_id), eq(sessions.id, id)));
  return row ? toSession(row) : null;
}

function toSession(row: typeof sessions.$inferSelect): Session {
  return {
    ...row,
    auth_time: isoOf(row.auth_time),
    start_time: isoOf(row.start_time),
    update_time: isoOf(row.update_time),
    stop_time: isoOrNull(row.stop_time),
    unit: NO_UNIT,
    user: NO_GUEST,
  };
}
