import { and, desc, eq, getTableColumns, gt, gte, isNotNull, lte, or, sql, sum, type SQL } from 'drizzle-orm';
import type {
  History,
  ListHistories,
  ListSessions,
  ReadHistory,
  ReadSession,
  Session,
  SessionAddress,
  SessionSums,
} from '../../contract/sessions';
import type { UnitKind } from '../../contract/plain/wire';
import { sessionsToReach, type DisconnectTarget } from '../access/reachQueries';
import { kindOf } from '../radius/attributes';
import type { Db } from '../database/db';
import { sessionText } from '../database/searchExpressions';
import { hotspots, session_addresses, session_histories, session_reports, sessions, unit_contacts, units, users } from '../database/schema';
import { NO_DEVICE } from '../devices/queries';
import { NO_GUEST, toGuest } from '../guests/rowQueries';
import { NO_HOTSPOT } from '../hotspots/queries';
import { findPage, idList, inOrder, inPieces, PAGE_IDS, ROWS_OF_PAGE, withIds, type FoundPage } from '../database/paging';
import { onChosenHotspot, onHotspot, preparedOncePerRole, type Scope } from '../auth/tenancy';
import { NO_UNIT, toUnit } from '../units/queries';
import { guestIdsOf } from '../vouchers/usageQueries';
import { canonicalAddress } from '../access/sessionAddresses';
import { contains, isoOf, isoOrNull, momentOf } from '../database/listQueries';

type Table = typeof sessions | typeof session_histories;

/** Sessions refer to units and guests without foreign keys, so joined rows must be checked to belong to the same hotspot. */
const itsUnit = (table: Table) => and(eq(units.id, table.unit_id), eq(units.hotspot_id, table.hotspot_id));
const itsGuest = (table: Table) => and(eq(users.id, table.user_id), eq(users.hotspot_id, table.hotspot_id));

/** The condition of a list of sessions on either table; `q` searches unit name, username, and every IP address that a session had. */
async function listFilter(db: Db, scope: Scope, table: Table, query: ListSessions | ListHistories): Promise<SQL | undefined> {
  return and(
    onChosenHotspot(scope, table.hotspot_id, query.hotspot),
    query.user === 0 ? undefined : eq(table.user_id, query.user),
    query.unit === 0 ? undefined : eq(table.unit_id, query.unit),
    query.begun === undefined ? undefined : startedIn(table, query.begun, query.tz),
    await contained(db, scope, table, query),
  );
}

/** Whether a session began on this weekday in this hour, `5-20`. */
function startedIn({ start_time }: Table, startTime: string, zone: string): SQL {
  const [weekday, hour] = startTime.split('-').map(Number);
  return sql`(extract(isodow from ${start_time} at time zone ${zone}), extract(hour from ${start_time} at time zone ${zone})) = (${weekday}, ${hour})`;
}

async function contained(db: Db, scope: Scope, table: Table, { q, hotspot }: ListSessions | ListHistories): Promise<SQL | undefined> {
  const text = contains([sessionText(table)], q);
  if (text === undefined) return undefined;
  // Queried first: matching a million sessions against a few unit ids is faster than joining units.
  const matchingUnits = await db
    .select({ id: units.id })
    .from(units)
    .where(and(onChosenHotspot(scope, units.hotspot_id, hotspot), contains([units.name], q)));
  const ids = matchingUnits.map(({ id }) => id);
  const withAddress = await sessionsWithAddress(db, scope, q, hotspot);
  return or(
    text,
    ids.length === 0 ? undefined : withIds(table.unit_id, ids),
    withAddress.length === 0 ? undefined : withIds(sessionIdOf(table), withAddress),
  );
}

/** The id under which a session's addresses are stored. */
const sessionIdOf = (table: Table) => ('session_id' in table ? table.session_id : table.id);

/** Maximum number of sessions found by an address or prefix; if there are more, the oldest are left out. */
const MOST_WITH_ADDRESS = 1000;

/** Ids of sessions that had this address, or an address of this prefix; none for any other text. */
async function sessionsWithAddress(db: Db, scope: Scope, q: string, hotspot: number): Promise<number[]> {
  const address = canonicalAddress(q);
  if (address === '') return [];
  const { session_id, hotspot_id } = session_addresses;
  const rows = await db
    .selectDistinct({ session_id })
    .from(session_addresses)
    .where(and(onChosenHotspot(scope, hotspot_id, hotspot), sql`${session_addresses.address} && ${address}::inet`))
    .orderBy(desc(session_id))
    .limit(MOST_WITH_ADDRESS);
  return rows.map((row) => row.session_id);
}

/** The addresses of sessions, by session id. */
async function addressesOf(db: Db, scope: Scope, sessionIds: readonly number[]): Promise<(of: ListedSession) => SessionAddress[]> {
  const { session_id, hotspot_id, address, since, until, nth } = session_addresses;
  const rows = await db
    .select({ session_id, address: sql<string>`abbrev(${address})`, since, until })
    .from(session_addresses)
    .where(and(onHotspot(scope, hotspot_id), withIds(session_id, sessionIds)))
    .orderBy(since, nth);
  const bySession = new Map<number, (typeof rows)[number][]>();
  for (const row of rows) bySession.set(row.session_id, [...(bySession.get(row.session_id) ?? []), row]);
  return ({ sessionId, ip_address, start_time, stop_time }) => {
    const stored = bySession.get(sessionId);
    if (stored) return stored.map((row) => ({ address: row.address, since: isoOf(row.since), until: isoOrNull(row.until ?? stop_time) }));
    // The session's only address, since its start.
    return ip_address === '' ? [] : [{ address: ip_address, since: isoOf(start_time), until: isoOrNull(stop_time) }];
  };
}

type ListedSession = Pick<typeof sessions.$inferSelect, 'ip_address' | 'start_time' | 'stop_time'> & { sessionId: number };

interface Listed<S> {
  data: S[];
  page: FoundPage;
  sums?: SessionSums | undefined;
}

/** Sums over the matching sessions, if asked for and if there are at most EXACT_TOTAL. */
async function sumsOf(db: Db, table: Table, where: SQL | undefined, query: ListSessions | ListHistories, page: FoundPage) {
  if (query.sums !== 'true' || page.hasMore) return undefined;
  const [found] = await db
    .select({
      bytes_up: sum(table.bytes_up).mapWith(Number),
      bytes_down: sum(table.bytes_down).mapWith(Number),
      duration: sum(table.duration).mapWith(Number),
    })
    .from(table)
    .where(where);
  // SUM over no rows is null.
  return { bytes_up: found?.bytes_up ?? 0, bytes_down: found?.bytes_down ?? 0, duration: found?.duration ?? 0 };
}

/** The rows of a page of either table, each with unit and guest. */
function rowsOf<T extends Table>(table: T) {
  const either: Table = table;
  return preparedOncePerRole((db, scope) =>
    db
      .select({
        session: getTableColumns(table),
        unit: getTableColumns(units),
        user: getTableColumns(users),
        hotspot_name: hotspots.name,
      })
      .from(either)
      .innerJoin(hotspots, eq(hotspots.id, table.hotspot_id))
      .leftJoin(units, itsUnit(table))
      .leftJoin(users, itsGuest(table))
      .where(and(onHotspot(scope, table.hotspot_id), withIds(table.id, PAGE_IDS)))
      .prepare(ROWS_OF_PAGE),
  );
}

const sessionRows = rowsOf(sessions);
const historyRows = rowsOf(session_histories);

/** A page of the running sessions in scope, each with unit and guest. */
export async function listSessions(db: Db, scope: Scope, query: ListSessions): Promise<Listed<Session>> {
  const where = and(
    await listFilter(db, scope, sessions, query),
    query.from === undefined ? undefined : gte(sessions.update_time, momentOf(query.from)),
    query.to === undefined ? undefined : lte(sessions.update_time, momentOf(query.to)),
  );
  const page = await findPage(db, { table: sessions, id: sessions.id, where, sortColumn: sessions[query.sort] }, query);
  const data = await inPieces(page.ids, async (ids) => {
    const rows = await sessionRows(db, scope).execute({ ...scope, ids: idList(ids) });
    const addresses = query.addresses === 'true' && (await addressesOf(db, scope, ids));
    return inOrder(ids, rows, ({ session }) => session.id).map(({ session, unit, user, hotspot_name }) => ({
      ...toSession(session),
      ...(addresses && { addresses: addresses({ ...session, sessionId: session.id }) }),
      ...(query.live === 'true' && { hotspot_name }),
      ...(unit && { unit: toUnit(unit, scope) }),
      ...(user && { user: toGuest(user) }),
    }));
  });
  return { data, page, sums: await sumsOf(db, sessions, where, query, page) };
}

/** A page of the ended sessions in scope, each with unit and guest if they still exist. */
export async function listHistories(db: Db, scope: Scope, query: ListHistories): Promise<Listed<History>> {
  const where = and(
    await listFilter(db, scope, session_histories, query),
    query.from === undefined ? undefined : gte(session_histories.start_time, momentOf(query.from)),
    query.to === undefined ? undefined : lte(session_histories.start_time, momentOf(query.to)),
  );
  const { id } = session_histories;
  const page = await findPage(db, { table: session_histories, id, where, sortColumn: session_histories[query.sort] }, query);
  const data = await inPieces(page.ids, async (ids) => {
    const rows = await historyRows(db, scope).execute({ ...scope, ids: idList(ids) });
    const sessionIds = rows.map(({ session }) => session.session_id);
    const addresses = query.addresses === 'true' && (await addressesOf(db, scope, sessionIds));
    return inOrder(ids, rows, ({ session }) => session.id).map(({ session, unit, user, hotspot_name }) => ({
      ...toHistory(session),
      ...(addresses && { addresses: addresses({ ...session, sessionId: session.session_id }) }),
      ...(query.live === 'true' && { hotspot_name }),
      ...(unit && { unit: toUnit(unit, scope) }),
      ...(user && { user: toGuest(user) }),
    }));
  });
  return { data, page, sums: await sumsOf(db, session_histories, where, query, page) };
}

/** A running session in scope, without unit and guest, and with its addresses if requested; null if there is none. */
export async function getSession(
  db: Db,
  scope: Scope,
  id: number,
  { addresses = 'false' }: Partial<ReadSession> = {},
): Promise<Session | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(onHotspot(scope, sessions.hotspot_id), eq(sessions.id, id)));
  if (!row) return null;
  const found = addresses === 'true' && (await addressesOf(db, scope, [row.id]));
  return { ...toSession(row), ...(found && { addresses: found({ ...row, sessionId: row.id }) }) };
}

/** Sessions that their units report, while the unit still belongs to the session's hotspot. */
const ARE_REPORTED = and(isNotNull(session_reports.id), isNotNull(unit_contacts.unit_id), eq(units.hotspot_id, sessions.hotspot_id));

/** A running session in scope, identified as its unit knows it; null if there is none, or if no unit reports it. */
export async function getReportedSession(db: Db, scope: Scope, id: number): Promise<DisconnectTarget | null> {
  const [found] = await sessionsToReach(db, and(ARE_REPORTED, onHotspot(scope, sessions.hotspot_id), eq(sessions.id, id)));
  return found?.target ?? null;
}

/** A running session that its unit reports, with what it has used. */
export interface RunningSession extends DisconnectTarget {
  guestId: number;
  hotspotId: number;
  kind: UnitKind;
  start: Date;
  bytes: number;
}

/** The owner of sessions, by id: a guest, the guests of a voucher, or all guests of a hotspot. */
export type Whose = { guest: number } | { voucher: number } | { hotspot: number };

function sessionsOf(whose: Whose): SQL | undefined {
  if ('guest' in whose) return eq(sessions.user_id, whose.guest);
  if ('voucher' in whose) return sql`${sessions.user_id} in ${guestIdsOf(whose.voucher)}`;
  // Other sessions belong to unknown (0) or erased (negative) guests.
  return and(eq(sessions.hotspot_id, whose.hotspot), gt(sessions.user_id, 0));
}

/** The running sessions of these guests in scope that their units report. */
export async function reportedSessionsOf(db: Db, scope: Scope, whose: Whose): Promise<RunningSession[]> {
  const which = and(ARE_REPORTED, onHotspot(scope, sessions.hotspot_id), sessionsOf(whose));
  return (await sessionsToReach(db, which).orderBy(sessions.id)).map(
    ({ target, userId, hotspotId, chosenKind, recognisedKind, start, bytes }) => ({
      ...target,
      guestId: userId,
      hotspotId,
      start,
      bytes,
      kind: kindOf({ attributes: [] }, chosenKind || (recognisedKind ?? '')),
    }),
  );
}

/** An ended session in scope, without unit and guest, and with its addresses if requested; null if there is none. */
export async function getHistory(
  db: Db,
  scope: Scope,
  id: number,
  { addresses = 'false', by = 'id' }: Partial<ReadHistory> = {},
): Promise<History | null> {
  const [row] = await db
    .select()
    .from(session_histories)
    .where(and(onHotspot(scope, session_histories.hotspot_id), eq(session_histories[by], id)))
    .orderBy(desc(session_histories.id))
    .limit(1);
  if (!row) return null;
  const found = addresses === 'true' && (await addressesOf(db, scope, [row.session_id]));
  return { ...toHistory(row), ...(found && { addresses: found({ ...row, sessionId: row.session_id }) }) };
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

function toHistory({ session_id, terminate_cause, ...row }: typeof session_histories.$inferSelect): History {
  const cause = terminate_cause !== '' && { terminate_cause };
  return { ...toSession(row), session_id, ...cause, hotspot: NO_HOTSPOT, device: NO_DEVICE };
}
