/** Puts what units report into running sessions, ended sessions and devices. What it means is decided in accounting.ts. */
import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { devices, hotspots, session_histories, session_reports, sessions, users } from '../database/schema';
import { accounted, endedAsUnknown, endedBySilence, endedByUnit, type AccountingEvent, type SessionState } from './accounting';

/** A unit that reports, known and proven. */
export interface ReportingUnit {
  id: number;
  mac: string;
  hotspotId: number;
}

export interface SessionReport {
  /** The unit's own name for the session. */
  key: string;
  event: AccountingEvent;
  /** As the unit tells it. */
  username: string;
  /** As AA-BB-CC-DD-EE-FF; empty if not told. */
  deviceMac: string;
  address: string;
  /** Who it is if that was said when access was granted; otherwise found by name and device. */
  guestId: number | null;
}

/** Days for which reports of ended sessions are still put where they belong. */
const KEPT_DAYS = 2;
const DAY = 86_400_000;

type ReportsRow = Pick<typeof session_reports.$inferSelect, 'id' | 'session_id' | 'history_id' | 'state'>;

/** The columns that running and ended sessions share and that reports don't change. */
const IDENTITY = sql.raw(
  'unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username, auth_time, session_key',
);

/** Records one report. When it returns, what it tells is stored, and it may be acknowledged. */
export async function recordReport(db: Db, unit: ReportingUnit, report: SessionReport): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await lockedReports(tx, unit.id, report.key);
    const before = rows.map(({ state }) => state);
    const after = accounted(before, report.event);
    if (after === before) return;
    const changes = matched(rows, after);
    // What ends makes room for what begins: no two running sessions have the same key.
    for (const { row, state } of changes) if (row) await change(tx, row, state);
    for (const { row, state } of changes) if (!row) await insert(tx, unit, report, state);
  });
}

/**
 * What was reported of a session, oldest first. Waits for other reports of it and for those who end sessions of the unit, and sees what they
 * did.
 */
async function lockedReports(tx: Db, unitId: number, key: string): Promise<ReportsRow[]> {
  // bigint would come as text.
  const answer = await tx.execute(sql`
    select id::float8 as id, session_id, history_id::float8 as history_id, state
    from locked_session_reports(${unitId}::int, ${key}::text)`);
  const { rows } = answer as { rows: ReportsRow[] };
  return rows.sort((one, other) => one.state.start - other.state.start);
}

/** Pairs each state with its row; at most one is new. */
function matched(rows: readonly ReportsRow[], after: readonly SessionState[]): { row: ReportsRow | null; state: SessionState }[] {
  if (after.length === rows.length) return after.map((state, nth) => ({ row: rows[nth] ?? null, state }));
  const isKnown = (state: SessionState) => rows.some((row) => row.state.start === state.start);
  const made = after.findIndex((state) => !isKnown(state));
  return after.map((state, nth) => ({ row: nth === made ? null : (rows[nth > made ? nth - 1 : nth] ?? null), state }));
}

async function insert(tx: Db, unit: ReportingUnit, report: SessionReport, state: SessionState): Promise<void> {
  const whose = await whoseSession(tx, unit.hotspotId, report);
  if (!whose) return;
  const { guest, description } = whose;
  const identity = {
    ...{ unit_id: unit.id, unit_mac: unit.mac, hotspot_id: unit.hotspotId, hotspot_desc: description },
    ...{ device_id: deviceOf(unit.hotspotId, guest, report, new Date(state.start)), device_mac: report.deviceMac },
    ...{ ip_address: report.address, user_id: guest?.id ?? 0, username: guest?.username ?? report.username },
    ...{ auth_time: new Date(state.start), session_key: report.key },
  };
  const kept = { hotspot_id: unit.hotspotId, unit_id: unit.id, session_key: report.key, state };
  if (state.ended) {
    const id = await nextSessionId(tx);
    const [history] = await tx
      .insert(session_histories)
      .values({ ...identity, ...columnsOf(state), session_id: id, stop_time: new Date(state.ended.at), terminate_cause: state.ended.cause })
      .returning({ id: session_histories.id });
    await tx
      .insert(session_reports)
      .values({ ...kept, session_id: id, history_id: history?.id ?? null, ended: new Date(state.ended.decided) });
    return;
  }
  const running = tx.insert(sessions).values({ ...identity, ...columnsOf(state) });
  await tx.execute(sql`
    with running as ${running.returning({ id: sessions.id })}
    insert into ${session_reports} (hotspot_id, unit_id, session_key, state, session_id)
    select ${kept.hotspot_id}::int, ${kept.unit_id}::int, ${kept.session_key}::text, ${JSON.stringify(state)}::jsonb, id from running`);
}

/** The id that a session would have had while running. */
async function nextSessionId(tx: Db): Promise<number> {
  const answer = await tx.execute(sql`select nextval(pg_get_serial_sequence('sessions', 'id'))::int as id`);
  // Both drivers answer `{rows}`, which their common type doesn't say.
  const [row] = (answer as { rows: { id: number }[] }).rows;
  if (!row) throw new Error('the sequence has no next value');
  return row.id;
}

/** What a state is in the columns of both tables. */
function columnsOf({ start, heard, seconds, up, down, ended }: SessionState) {
  return { start_time: new Date(start), update_time: new Date(ended?.at ?? heard), bytes_up: up, bytes_down: down, duration: seconds };
}

async function change(tx: Db, row: ReportsRow, state: SessionState): Promise<void> {
  if (JSON.stringify(row.state) === JSON.stringify(state)) return;
  if (state.ended && row.history_id === null) return endAll(tx, [{ row, state }]);
  if (!state.ended && row.history_id !== null) return reopen(tx, { ...row, history_id: row.history_id }, state);
  const stored =
    row.history_id === null
      ? tx.update(sessions).set(columnsOf(state)).where(eq(sessions.id, row.session_id))
      : tx
          .update(session_histories)
          .set({ ...columnsOf(state), stop_time: new Date(state.ended?.at ?? state.heard), terminate_cause: state.ended?.cause ?? '' })
          .where(eq(session_histories.id, row.history_id));
  await tx.execute(sql`
    with stored as ${stored}
    update ${session_reports} set state = ${JSON.stringify(state)}::jsonb where id = ${row.id}`);
}

/** Moves running sessions to the ended ones, in one statement however many they are. */
async function endAll(tx: Db, ending: readonly { row: ReportsRow; state: SessionState }[]): Promise<void> {
  const ends = ending.flatMap(({ row, state }) => {
    const { start, seconds, up, down, ended } = state;
    if (!ended) return [];
    const moments = { start: new Date(start), stop: new Date(ended.at), decided: new Date(ended.decided) };
    return [{ id: row.id, session_id: row.session_id, seconds, up, down, cause: ended.cause, state, ...moments }];
  });
  if (ends.length === 0) return;
  await tx.execute(sql`
    with ends as (
      select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (id bigint, session_id int, seconds int, up bigint,
        down bigint, cause text, state jsonb, start timestamptz, stop timestamptz, decided timestamptz)),
    gone as (delete from ${sessions} where id in (select session_id from ends) returning *),
    kept as (
      insert into ${session_histories} (session_id, start_time, update_time, stop_time, terminate_cause, bytes_up, bytes_down, duration, ${IDENTITY})
      select e.session_id, e.start, e.stop, e.stop, e.cause, e.up, e.down, e.seconds, ${IDENTITY}
      from ends e join gone on gone.id = e.session_id
      returning id, session_id)
    update ${session_reports} set state = e.state, ended = e.decided, history_id = coalesce(k.id, 0)
    from ends e left join kept k on k.session_id = e.session_id where ${session_reports}.id = e.id`);
}

/** A session that was taken for over goes on. */
async function reopen(tx: Db, row: ReportsRow & { history_id: number }, state: SessionState): Promise<void> {
  const { start_time, update_time, bytes_up, bytes_down, duration } = columnsOf(state);
  await tx.execute(sql`
    with back as (delete from ${session_histories} where id = ${row.history_id} returning *)
    insert into ${sessions} (id, start_time, update_time, bytes_up, bytes_down, duration, ${IDENTITY})
    select ${row.session_id}, ${start_time.toISOString()}::timestamptz, ${update_time.toISOString()}::timestamptz, ${bytes_up}::bigint,
      ${bytes_down}::bigint, ${duration}::int, ${IDENTITY} from back`);
  await tx.update(session_reports).set({ state, history_id: null, ended: null }).where(eq(session_reports.id, row.id));
}

interface SessionGuest {
  id: number;
  username: string;
}

/**
 * The hotspot's description, and whose session it is: by the id given when access was granted, by name, or by the device, in this order.
 * Null if the hotspot is gone.
 */
async function whoseSession(
  tx: Db,
  hotspotId: number,
  { guestId, username, deviceMac }: SessionReport,
): Promise<{ description: string; guest: SessionGuest | null } | null> {
  const name = username.trim();
  // Vouchers' guests and MAC entries have names in capitals.
  const names = [...(name === '' ? [] : [name, name.toLowerCase(), name.toUpperCase()]), ...(deviceMac === '' ? [] : [deviceMac])];
  const isHere = eq(users.hotspot_id, hotspotId);
  const guest = tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(or(and(isHere, eq(users.id, guestId ?? 0)), and(isHere, inArray(users.username, names))))
    .orderBy(desc(eq(users.id, guestId ?? 0)), asc(eq(users.username, deviceMac)))
    .limit(1)
    .as('guest');
  const [found] = await tx
    .select({
      description: hotspots.description,
      id: guest.id,
      username: guest.username,
    })
    .from(hotspots)
    .leftJoin(guest, sql`true`)
    .where(eq(hotspots.id, hotspotId));
  if (!found) return null;
  const { description, id, username: known } = found;
  const named = id === null ? await lastGuestOf(tx, hotspotId, deviceMac) : { id, username: known ?? '' };
  return { description, guest: named };
}

/** Who came last with a device: units that let it in by its address may tell nothing else. */
async function lastGuestOf(tx: Db, hotspotId: number, deviceMac: string): Promise<SessionGuest | null> {
  if (deviceMac === '') return null;
  const [found] = await tx
    .select({ id: users.id, username: users.username })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .where(and(eq(devices.hotspot_id, hotspotId), eq(devices.mac_address, deviceMac)))
    .orderBy(desc(users.created), desc(users.id))
    .limit(1);
  return found ?? null;
}

/** The guest's device with this address; 0 without one. */
function deviceOf(hotspotId: number, guest: SessionGuest | null, { deviceMac, address }: SessionReport, at: Date): SQL<number> {
  if (!guest || deviceMac === '') return sql<number>`0`;
  return sql<number>`device_for_session(${hotspotId}::int, ${guest.id}::int, ${deviceMac}::text, ${address}::text, ${at.toISOString()}::timestamptz)`;
}

/** A unit starts or stops: its sessions that began before are over. Answers how many ended. */
export async function recordUnitRestart(db: Db, unitId: number, at: number): Promise<number> {
  return endSome(db, eq(sessions.unit_id, unitId), (state) => endedByUnit(state, at));
}

/** Ends a running session that its unit says it doesn't have. */
export async function endUnknownSession(db: Db, sessionId: number, now: number): Promise<void> {
  await endSome(db, eq(sessions.id, sessionId), (state) => endedAsUnknown(state, now));
}

/** Ends sessions that weren't heard of for too long, of all tenants. Answers how many ended. */
export async function endSilentSessions(db: Db, now: number): Promise<number> {
  const quarterOfAnHourAgo = new Date(now - 15 * 60_000);
  return endSome(db, lt(sessions.update_time, quarterOfAnHourAgo), (state) => endedBySilence(state, now));
}

/** Sessions that no unit reported, like those of the demonstration, have no reports and stay. */
async function endSome(db: Db, which: SQL, end: (state: SessionState) => SessionState): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ reports: session_reports })
      .from(sessions)
      .innerJoin(session_reports, eq(session_reports.session_id, sessions.id))
      .where(and(which, sql`${session_reports.ended} is null`))
      .orderBy(asc(session_reports.id))
      .for('update', { of: session_reports });
    const ending = rows.map(({ reports }) => ({ row: reports, state: end(reports.state) })).filter(({ row, state }) => row.state !== state);
    await endAll(tx, ending);
    return ending.length;
  });
}

/** Forgets reports of sessions that ended long ago, up to `most`. Answers how many. */
export async function forgetReports(db: Db, now: number, most: number): Promise<number> {
  const old = db
    .select({ id: session_reports.id })
    .from(session_reports)
    .where(and(isNotNull(session_reports.ended), lt(session_reports.ended, new Date(now - KEPT_DAYS * DAY))))
    .limit(most);
  const gone = await db.delete(session_reports).where(inArray(session_reports.id, old)).returning({ id: session_reports.id });
  return gone.length;
}
