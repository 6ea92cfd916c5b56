/**
 * Requests to end sessions. Units that can't be contacted learn of them from the answer to their next report; others are asked by RADIUS
 * (server/radius/ending.ts).
 *
 * An erased guest's data must not be kept longer than it takes to tell the unit. Units find a session by the user name that they reported,
 * so name and device are kept in the request until the session ends, and are deleted with it.
 */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { UNIT_KINDS } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';
import type { Db } from '../database/db';
import { asked_endings, session_reports, sessions, unit_contacts, units } from '../database/schema';

/** Joins a running session with its unit's reports, and with the request to end it. */
export const itsReports = and(eq(session_reports.session_id, sessions.id), isNull(session_reports.ended));
export const itsRequestedEnd = eq(asked_endings.session_id, sessions.id);

/**
 * The user name and device by which a unit finds a session, for a query with both joins. For an erased guest only the request to end the
 * session still has them.
 */
export const KNOWN_TO_UNIT = {
  username: sql<string>`coalesce(nullif(${session_reports.username}, ''), nullif(${asked_endings.username}, ''), ${sessions.username})`,
  deviceMac: sql<string>`coalesce(nullif(${asked_endings.device_mac}, ''), ${sessions.device_mac})`,
};

/** The kinds of units that learn only from the answer to a report that a session should end. */
const WITHOUT_CALLS = UNIT_KINDS.filter((kind) => GATEWAYS[kind].abilities.endsSessions === 'with_next_report');

/** Whether a session's unit can't be contacted. For a query that joins the session's reports, its unit and the unit's contact. */
export const cannotBeCalled = sql<boolean>`(coalesce(${session_reports.is_by_http}, false)
  or coalesce(nullif(${units.kind}, ''), ${unit_contacts.kind}, '') = any(${`{${WITHOUT_CALLS.join(',')}}`}::text[]))`;

/** Requests the end of a session; does nothing if it is no longer running. Idempotent. */
export async function requestDisconnect(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${asked_endings} (session_id, asked)
    select id, ${now.toISOString()}::timestamptz from ${sessions} where id = ${sessionId} for key share
    on conflict do nothing`);
}

/**
 * Requests the end of running sessions whose guest is about to be erased. Locks them, so that none is moved to the ended sessions before
 * its personal data is removed.
 */
export async function requestDisconnectOfErased(tx: Db, which: SQL | undefined): Promise<void> {
  const unlessUncallable = (value: SQL) => sql`case when ${cannotBeCalled} then '' else ${value} end`;
  await tx.execute(sql`
    insert into ${asked_endings} (session_id, asked, username, device_mac)
    select ${sessions.id}, now(), ${unlessUncallable(sql`coalesce(nullif(${session_reports.username}, ''), ${sessions.username})`)}, ${unlessUncallable(sql`${sessions.device_mac}`)}
    from ${sessions}
    join ${session_reports} on ${session_reports.session_id} = ${sessions.id} and ${session_reports.ended} is null
    join ${units} on ${units.id} = ${sessions.unit_id}
    left join ${unit_contacts} on ${unit_contacts.unit_id} = ${units.id}
    where ${which}
    for update of ${sessions}
    on conflict (session_id) do update set username = excluded.username, device_mac = excluded.device_mac`);
}

/** The unit's keys of its running sessions whose end was requested. */
export async function pendingDisconnectKeys(db: Db, unitId: number): Promise<string[]> {
  const rows = await db
    .select({ key: session_reports.session_key })
    .from(asked_endings)
    .innerJoin(sessions, eq(sessions.id, asked_endings.session_id))
    .innerJoin(session_reports, and(eq(session_reports.session_id, sessions.id), isNull(session_reports.ended)))
    .where(eq(sessions.unit_id, unitId));
  return rows.map(({ key }) => key);
}

/** Records that a unit reports a session over HTTP. Such a unit can't be contacted, so its name for the guest isn't needed. */
export async function noteReportedByHttp(db: Db, { unitId, key }: { unitId: number; key: string }): Promise<void> {
  const { unit_id, session_key, ended, is_by_http } = session_reports;
  await db
    .update(session_reports)
    .set({ is_by_http: true, username: '' })
    .where(and(eq(unit_id, unitId), eq(session_key, key), isNull(ended), eq(is_by_http, false)));
}
