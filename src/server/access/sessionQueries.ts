/** Applies unit reports to running sessions, ended sessions and devices. What a report means is decided in accounting.ts. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import {
  access_events,
  devices,
  hotspots,
  session_addresses,
  session_histories,
  session_reports,
  sessions,
  units,
} from '../database/schema';
import { ttlCache } from '../ttlCache';
import { guestIdOfName } from './opaqueNames';
import type { SessionAddress, SessionState } from '../database/jsonColumns';
import { currentMain, mainAddress } from './sessionAddresses';
import { applyAccountingEvent, endedAsUnknown, endedByNext, endedBySilence, endedByUnit, type AccountingEvent } from './accounting';

/** An authenticated unit that sends reports. */
export interface ReportingUnit {
  id: number;
  mac: string;
  hotspotId: number;
  /** Of a unit that was looked up a while ago, see OtherUnitError. */
  uuid?: string;
}

/**
 * The unit that was looked up a while ago is gone by now, is called otherwise, or serves another hotspot: a report in its name is another
 * unit's. Nothing is stored.
 */
export class OtherUnitError extends Error {}

export interface SessionReport {
  /** The unit's own id of the session. */
  key: string;
  event: AccountingEvent;
  /** As the unit sends it. */
  username: string;
  /** As AA-BB-CC-DD-EE-FF; empty if not sent. */
  deviceMac: string;
  /** The guest named when access was granted, which the unit sends back (RADIUS Class); null to look it up by name and device. */
  guestId: number | null;
  /**
   * Whether a device that the guest doesn't have yet becomes the guest's only if access was granted to the guest on it: for reports whose
   * sender may be anybody, since a known device may later log in by itself.
   */
  bindsAfterGrantOnly?: boolean;
}

/** Days for which late reports of an ended session are still matched to it. */
const KEPT_DAYS = 2;
const DAY = 86_400_000;

type ReportsRow = Pick<typeof session_reports.$inferSelect, 'id' | 'session_id' | 'history_id' | 'state'>;

/** Columns that running and ended sessions share: first those that reports don't change, then those they do. */
const IDENTITY_COLUMNS = [
  ...['unit_id', 'unit_mac', 'hotspot_id', 'hotspot_desc', 'device_id', 'device_mac', 'ip_address', 'user_id', 'username', 'auth_time'],
  'session_key',
];
const IDENTITY = sql.raw(IDENTITY_COLUMNS.join(', '));
const MEASURED = sql.raw('start_time, update_time, bytes_up, bytes_down, duration');

/**
 * Records one report. Once it resolves, the report is stored and may be acknowledged. True if it said anything that wasn't known: a report
 * that is repeated or replayed says nothing, at whatever replica and however late.
 * Throws OtherUnitError.
 */
export async function recordReport(db: Db, unit: ReportingUnit, report: SessionReport): Promise<boolean> {
  const recorded = await recordedWithoutLock(db, unit, report);
  if (recorded === 'new') return true;
  await expectSame(db, unit);
  if (recorded === 'known') return false;
  return db.transaction(async (tx) => {
    const rows = await lockedReports(tx, unit.id, report.key);
    const changes = changesBy(rows, report.event);
    // Update existing sessions first: ending one frees its key, and no two running sessions may share a key.
    for (const { row, state } of changes) if (row) await change(tx, unit, row, state, report);
    for (const { row, state } of changes) if (!row) await insert(tx, unit, report, state, { isAlone: false });
    return changes.length > 0;
  });
}

/**
 * Cache of running sessions as this process last stored them: maximum entries and lifetime in milliseconds (units report every five
 * minutes).
 */
const MOST_REMEMBERED = 20_000;
const REMEMBERED_FOR = 30 * 60_000;

type Remembered = ReturnType<typeof ttlCache<ReportsRow>>;
const remembered = new WeakMap<Db, Remembered>();

function rememberedIn(db: Db): Remembered {
  const known = remembered.get(db) ?? ttlCache<ReportsRow>(MOST_REMEMBERED, REMEMBERED_FOR);
  remembered.set(db, known);
  return known;
}

/**
 * Fast path: most reports change one session, in a single statement. Optimistic: the update applies only if the session is still as it was
 * read or cached. Null if it isn't, or if the report affects more than one session; the caller then takes locks.
 */
async function recordedWithoutLock(db: Db, unit: ReportingUnit, report: SessionReport): Promise<'new' | 'known' | null> {
  const known = rememberedIn(db);
  const name = `${unit.id}/${report.key}`;
  const last = known.get(name);
  // Removed while in use, so that a concurrent report of the same session reads the database.
  known.delete(name);
  // A start without a session in the cache usually begins one. The insertion checks that.
  const assumed = last ? [last] : [];
  const changes = last || report.event.kind === 'start' ? changesBy(assumed, report.event) : [];
  // Only the database can tell that a report says nothing new: another process may have stored the end of the cached session.
  const rows = changes.length > 0 ? assumed : await reportsOf(db, unit.id, report.key);
  const [first, ...others] = changes.length > 0 ? changes : changesBy(rows, report.event);
  if (others.length > 0 || (first && isReopened(first))) return null;
  const now = first ? await storedAlone(db, unit, report, first, rows.length === 0) : rows.at(-1);
  if (first && !now) return null;
  if (now && now.state.ended === null && rows.length <= 1) known.set(name, now);
  return first ? 'new' : 'known';
}

/** Reopening an ended session takes locks: meanwhile another report may have begun a session under the same key. */
const isReopened = ({ row, state }: Change) => row !== null && row.history_id !== null && state.ended === null;

async function storedAlone(
  db: Db,
  unit: ReportingUnit,
  report: SessionReport,
  { row, state }: Change,
  isFirst: boolean,
): Promise<ReportsRow | null> {
  if (!row) return isFirst ? begin(db, { unit, report, state }) : null;
  if (row.history_id !== null || addressesToStore(row.state, state, report) !== NO_ADDRESSES) return change(db, unit, row, state, report);
  const isStored = await (state.ended ? end : goOn)(db, { unit, report, row, state });
  return isStored ? { ...row, state } : null;
}

interface Reported {
  unit: ReportingUnit;
  report: SessionReport;
  state: SessionState;
}

/** Stores reports of running sessions whose addresses stay as they are; each says whether its session was unchanged since it was read. */
const goOn = batched<Reported & { row: ReportsRow }, boolean>({
  alone: (db, { unit, row, state, report }) => isChanged(db, unit, row, state, report),
  together: async (db, all) => {
    const told = firstOfEach(all, ({ row }) => row.id).map(({ unit, row, state }) => ({
      ...{ id: row.id, before: row.state, after: state, session_id: row.session_id, ...whoseOf(unit), ...columnsOf(state) },
    }));
    const answer = await db.execute(sql`${repeated}
      with told as (
        select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e (id bigint, before jsonb, after jsonb, session_id int, unit int,
          uuid text, hotspot int, start_time timestamptz, update_time timestamptz, bytes_up bigint, bytes_down bigint, duration int)),
      held as materialized (
        select told.* from told join ${session_reports} r on r.id = told.id where r.state = told.before and ${isStillTold}
        order by r.id for update of r),
      reported as (update ${session_reports} r set state = held.after from held where r.id = held.id),
      stored as (
        update ${sessions} s set start_time = held.start_time, update_time = held.update_time, bytes_up = held.bytes_up,
          bytes_down = held.bytes_down, duration = held.duration
        from held where s.id = held.session_id)
      select id::float8 as id from held`);
    return whichOf(all, answer);
  },
});

/** The same for sessions that end. */
const end = batched<Reported & { row: ReportsRow }, boolean>({
  alone: (db, { unit, row, state, report }) => isChanged(db, unit, row, state, report),
  together: async (db, all) =>
    whichOf(
      all,
      await endTogether(
        db,
        firstOfEach(all, ({ row }) => row.id),
        { onlyIf: isStillTold },
      ),
    ),
});

/** Stores the first reports of sessions; null where one isn't the first under its key, or the hotspot is gone. */
const begin = batched<Reported, ReportsRow | null>({
  alone: (db, { unit, report, state }) => insert(db, unit, report, state, { isAlone: true }),
  together: async (db, all) => {
    // A device has one session at a unit, and a key begins one.
    const ofDevices = firstOfEach(all.filter(isOrdinary), ({ unit, report }) => `${unit.id} ${report.deviceMac}`);
    const ordinary = firstOfEach(ofDevices, ({ unit, report }) => `${unit.id}/${report.key}`);
    const stored = new Map(ordinary.length > 0 ? await insertTogether(db, ordinary) : []);
    const each = async (one: Reported) => {
      const its = stored.get(one);
      return its === undefined ? insert(db, one.unit, one.report, one.state, { isAlone: true }) : its;
    };
    return Promise.all(all.map(each));
  },
});

/** By whom a row of a batch is told, for `isStillTold`. */
const whoseOf = ({ id, uuid, hotspotId }: ReportingUnit) => ({ unit: id, uuid: uuid ?? null, hotspot: hotspotId });

/** Whether the unit of a row `told` is the one that was looked up. */
const isStillTold = sql`(told.uuid is null or exists (
  select from ${units} u where u.id = told.unit and u.uuid = told.uuid and u.hotspot_id = told.hotspot))`;

/** Of those with the same key only the first: the others say something of what it has changed. */
function firstOfEach<T>(all: readonly T[], keyOf: (each: T) => string | number): T[] {
  return [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()].reverse();
}

/** Which of them were stored, by the ids that a statement returns. */
function whichOf(all: readonly { row: ReportsRow }[], answer: unknown): boolean[] {
  const ids = new Set(rowsIn<{ id: number | string }>(answer).map(({ id }) => Number(id)));
  const firsts = new Set(firstOfEach(all, ({ row }) => row.id));
  return all.map((each) => firsts.has(each) && ids.has(each.row.id));
}

/** Whether a unit is the one that was looked up. */
const isStill = ({ id, hotspotId, uuid }: ReportingUnit) =>
  uuid === undefined
    ? sql`true`
    : sql`exists (select from ${units} u where u.id = ${id}::int and u.uuid = ${uuid}::text and u.hotspot_id = ${hotspotId}::int)`;

async function expectSame(db: Db, unit: ReportingUnit): Promise<void> {
  if (unit.uuid === undefined) return;
  if (!hasRows(await db.execute(sql`${repeated}select 1 where ${isStill(unit)}`))) throw new OtherUnitError();
}

/** Stored reports of sessions with this key, oldest first. */
async function reportsOf(db: Db, unitId: number, key: string): Promise<ReportsRow[]> {
  const { id, session_id, history_id, state } = session_reports;
  const rows = await db
    .select({ id, session_id, history_id, state })
    .from(session_reports)
    .where(and(eq(session_reports.unit_id, unitId), eq(session_reports.session_key, key)));
  return inOrder(rows);
}

const inOrder = (rows: ReportsRow[]) => rows.sort((one, other) => one.state.start - other.state.start);

/**
 * As `reportsOf`, but locked: waits for concurrent reports of the session and for transactions ending sessions of the unit, and sees their
 * result.
 */
async function lockedReports(tx: Db, unitId: number, key: string): Promise<ReportsRow[]> {
  // The driver returns bigint as a string.
  const answer = await tx.execute(sql`
    select id::float8 as id, session_id, history_id::float8 as history_id, state
    from locked_session_reports(${unitId}::int, ${key}::text)`);
  return inOrder(rowsIn(answer));
}

interface Change {
  /** Null for a session not stored yet. */
  row: ReportsRow | null;
  state: SessionState;
}

/** The sessions a report changes; at most one of them is new. */
function changesBy(rows: readonly ReportsRow[], event: AccountingEvent): Change[] {
  const before = rows.map(({ state }) => state);
  const after = applyAccountingEvent(before, event);
  const isKnown = (state: SessionState) => rows.some((row) => row.state.start === state.start);
  const made = after.length === rows.length ? after.length : after.findIndex((state) => !isKnown(state));
  return after
    .map((state, nth) => ({ row: nth === made ? null : (rows[nth > made ? nth - 1 : nth] ?? null), state }))
    .filter(({ row, state }) => row === null || JSON.stringify(row.state) !== JSON.stringify(state));
}

/** Stores a session's first report. Null if the hotspot is gone, or with `isAlone` if it isn't the first one under its key. */
async function insert(
  db: Db,
  unit: ReportingUnit,
  report: SessionReport,
  state: SessionState,
  { isAlone }: { isAlone: boolean },
): Promise<ReportsRow | null> {
  const { key, username, deviceMac, bindsAfterGrantOnly = false } = report;
  const guestId = report.guestId ?? (await guestIdOfName(db, unit.id, username));
  const address = mainAddress(report.event.addresses ?? []);
  const former = sameDevice(unit, report);
  const names = namesOf(report);
  const start = new Date(state.start);
  const told = rowOf(unit, report, state);
  const session = state.ended
    ? sql`insert into ${session_histories} (session_id, stop_time, terminate_cause, ${MEASURED}, ${IDENTITY})
        select nextval(pg_get_serial_sequence('sessions', 'id')), stop_time, terminate_cause, ${MEASURED}, ${IDENTITY} from told
        returning session_id, id as history_id, '' as username, hotspot_id, user_id, ip_address`
    : sql`insert into ${sessions} (${MEASURED}, ${IDENTITY}) select ${MEASURED}, ${IDENTITY} from told
        returning id as session_id, null::bigint as history_id, ${unlessStored(username)} as username, hotspot_id, user_id, ip_address`;
  const ended = state.ended && new Date(state.ended.decided).toISOString();
  const answer = await db.execute(sql`${repeated}
    with allowed as materialized (
      select 1 where ${isAlone ? sql`is_first_report(${unit.id}::int, ${key}::text)` : sql`true`}),
    told as materialized (
      select s.* from allowed, ${hotspots} h
      cross join lateral guest_of_session(h.id, ${guestId ?? 0}::int, array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)), ${deviceMac}::text) g
      cross join lateral jsonb_populate_record(null::session_histories, ${JSON.stringify(told)}::jsonb || jsonb_build_object(
        'hotspot_desc', h.description, 'user_id', coalesce(g.id, 0), 'username', coalesce(g.username, ${username}::text),
        'device_id', case when g.id is null or ${deviceMac}::text = '' or not (${bindsAfterGrantOnly ? hasHadAccess(deviceMac) : sql`true`}) then 0
          else device_for_session(h.id, g.id, ${deviceMac}::text, ${address}::text, ${start.toISOString()}::timestamptz) end)) s
      where h.id = ${unit.hotspotId} and ${isStill(unit)}),
    session as (${session})${withAddressRows(addressesToStore(null, state, report), sql`select * from session`)}
    insert into ${session_reports} (hotspot_id, unit_id, session_key, state, session_id, history_id, username, ended)
    select ${unit.hotspotId}::int, ${unit.id}::int, ${key}::text, ${JSON.stringify(state)}::jsonb, session_id, history_id, username,
      ${ended}::timestamptz
    from session returning id::float8 as id, session_id, history_id::float8 as history_id, ${former ? isRunning(former) : sql`false`} as has_former`);
  const [stored] = rowsIn<Pick<ReportsRow, 'id' | 'session_id' | 'history_id'> & { has_former: boolean }>(answer);
  if (!stored) return null;
  const { has_former, ...made } = stored;
  if (former && has_former) await endFormer(db, former);
  return { ...made, state };
}

/** The names under which a report's guest may be known: voucher guests and MAC entries have upper-case names. */
function namesOf({ username, deviceMac }: SessionReport): string[] {
  const name = username.trim();
  return [...(name === '' ? [] : [name, name.toLowerCase(), name.toUpperCase()]), ...(deviceMac === '' ? [] : [deviceMac])];
}

/** What the first report says of a session's row. */
const rowOf = (unit: ReportingUnit, { key, deviceMac, event }: SessionReport, state: SessionState) => ({
  ...{ unit_id: unit.id, unit_mac: unit.mac, hotspot_id: unit.hotspotId, device_mac: deviceMac },
  ...{ ip_address: mainAddress(event.addresses ?? []), auth_time: new Date(state.start), session_key: key, ...columnsOf(state) },
  ...(state.ended && { stop_time: new Date(state.ended.at), terminate_cause: state.ended.cause }),
});

/** Whether a first report says nothing for which `insert` needs more than `insertTogether` stores. */
const isOrdinary = ({ report, state }: Reported) =>
  state.ended === null &&
  report.deviceMac !== '' &&
  report.bindsAfterGrantOnly !== true &&
  addressesToStore(null, state, report).rows.length === 0;

/** Stores the first reports of running sessions, as `insert` does for one; null where one isn't the first under its key. */
async function insertTogether(db: Db, all: readonly Reported[]): Promise<[Reported, ReportsRow | null][]> {
  const told = await Promise.all(
    all.map(async ({ unit, report, state }, nth) => ({
      ...{ nth, ...whoseOf(unit), key: report.key, username: report.username, mac: report.deviceMac, state },
      ...{ guest: report.guestId ?? (await guestIdOfName(db, unit.id, report.username)) ?? 0, names: namesOf(report) },
      session: rowOf(unit, report, state),
    })),
  );
  // Locks are taken in the same order by all: of keys, then of guests.
  const answer = await db.execute(sql`${repeated}
    with all_told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e (nth int, unit int, uuid text, hotspot int, key text, username text,
        mac text, state jsonb, guest int, names jsonb, session jsonb)),
    told as materialized (
      select * from (select * from all_told order by hashtext(unit || '/' || key), nth offset 0) told
      where ${isStillTold} and is_first_report(unit, key)),
    known as materialized (
      select told.*, h.description, g.id as guest_id, g.username as guest_name
      from told join ${hotspots} h on h.id = told.hotspot
      cross join lateral guest_of_session(h.id, told.guest, array(select jsonb_array_elements_text(told.names)), told.mac) g
      order by g.id, told.nth offset 0),
    filled as materialized (
      select known.nth, known.unit, known.hotspot, known.key, known.username as sent_name, known.mac, known.state, s.*
      from known cross join lateral jsonb_populate_record(null::session_histories, known.session || jsonb_build_object(
        'hotspot_desc', known.description, 'user_id', coalesce(known.guest_id, 0), 'username', coalesce(known.guest_name, known.username),
        'device_id', case when known.guest_id is null then 0 else device_for_session(known.hotspot, known.guest_id, known.mac,
          known.session ->> 'ip_address', (known.session ->> 'start_time')::timestamptz) end)) s),
    begun as (
      insert into ${sessions} (${MEASURED}, ${IDENTITY}) select ${MEASURED}, ${IDENTITY} from filled
      returning id, unit_id, session_key, username),
    stored as (
      insert into ${session_reports} (hotspot_id, unit_id, session_key, state, session_id, history_id, username, ended)
      select f.hotspot, f.unit, f.key, f.state, b.id, null, case when b.username = f.sent_name then '' else f.sent_name end, null
      from begun b join filled f on f.unit = b.unit_id and f.key = b.session_key
      returning id, session_id, unit_id, session_key)
    select f.nth, s.id::float8 as id, s.session_id, exists (
      select from ${sessions} o join ${session_reports} r on r.session_id = o.id
      where o.hotspot_id = f.hotspot and o.device_mac = f.mac and o.unit_id = f.unit and r.ended is null) as has_former
    from stored s join filled f on f.unit = s.unit_id and f.key = s.session_key`);
  const stored = new Map(
    rowsIn<{ nth: number; id: number; session_id: number; has_former: boolean }>(answer).map(({ nth, ...row }) => [nth, row]),
  );
  return Promise.all(
    all.map(async (each, nth): Promise<[Reported, ReportsRow | null]> => {
      const its = stored.get(nth);
      if (!its) return [each, null];
      const { has_former, ...made } = its;
      const former = sameDevice(each.unit, each.report);
      if (former && has_former) await endFormer(db, former);
      return [each, { ...made, history_id: null, state: each.state }];
    }),
  );
}

/**
 * Which sessions were those of a report's device at its unit, which has one at a time. Where the unit names no device, a guest's name at one
 * port stands for it: many units number no ports, so that a port alone may be everybody's. Undefined if nothing tells.
 */
function sameDevice({ id, hotspotId }: ReportingUnit, { deviceMac, event: { who = {} } }: SessionReport): SQL | undefined {
  const here = and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac), eq(sessions.unit_id, id));
  if (deviceMac !== '') return here;
  return who.name === undefined || who.port === undefined
    ? undefined
    : and(here, sql`${session_reports.state} -> 'who' = ${JSON.stringify(who)}::jsonb`);
}

/** Whether any of these is running, besides what the statement stores. */
const isRunning = (which: SQL) => sql`exists (
  select from ${sessions} join ${session_reports} on ${session_reports.session_id} = ${sessions.id} where ${which} and ${session_reports.ended} is null)`;

/** A device has one session at a unit at a time: ends those of its sessions after whose last report it began another there. */
async function endFormer(db: Db, itsSessions: SQL): Promise<void> {
  await endSome(db, itsSessions, (state, all) => all.reduce((former, { start }) => endedByNext(former, start), state));
}

/** Whether access was granted to guest `g` on this device, or the guest has it already. */
const hasHadAccess = (deviceMac: string) => sql`exists (
    select from ${access_events} e where e.user_id = g.id and e.device_mac = ${deviceMac}::text and e.refusal = '')
  or exists (select from ${devices} d where d.user_id = g.id and d.mac_address = ${deviceMac}::text)`;

/** The name that a unit reports, if the session is stored under another one; for a statement on either table. */
const unlessStored = (username: string) => sql`case when username = ${username}::text then '' else ${username}::text end`;

const hasRows = (answer: unknown) => rowsIn<unknown>(answer).length > 0;

/** The state as columns of both tables. */
function columnsOf({ start, heard, seconds, up, down, ended }: SessionState) {
  return { start_time: new Date(start), update_time: new Date(ended?.at ?? heard), bytes_up: up, bytes_down: down, duration: seconds };
}

/** Stores a session's new state if it is unchanged since it was read (compare and set). Returns the stored row, or null. */
async function change(
  db: Db,
  unit: ReportingUnit,
  row: ReportsRow,
  state: SessionState,
  report: SessionReport,
): Promise<ReportsRow | null> {
  const isStored = await isChanged(db, unit, row, state, report);
  return isStored ? { ...row, state, history_id: state.ended ? row.history_id : null } : null;
}

async function isChanged(db: Db, unit: ReportingUnit, row: ReportsRow, state: SessionState, report: SessionReport): Promise<boolean> {
  const addresses = addressesToStore(row.state, state, report);
  if (state.ended && row.history_id === null) return (await endAll(db, [{ row, state }], { addresses, onlyIf: isStill(unit) })) === 1;
  if (!state.ended && row.history_id !== null) return reopen(db, row, state, report);
  const isHeld = sql`exists (select from held)`;
  const isRunning = row.history_id === null;
  const stored = isRunning
    ? db
        .update(sessions)
        .set({ ...columnsOf(state), ...ipColumn(addresses) })
        .where(and(eq(sessions.id, row.session_id), isHeld))
    : db
        .update(session_histories)
        .set({
          ...columnsOf(state),
          ...ipColumn(addresses),
          stop_time: new Date(state.ended?.at ?? state.heard),
          terminate_cause: state.ended?.cause ?? '',
        })
        .where(and(eq(session_histories.id, row.history_id ?? 0), isHeld));
  // The table is read as it was before, so that the address shown so far is found.
  const storedRow = isRunning
    ? sql`select s.id as session_id, s.hotspot_id, s.user_id, s.device_id, o.ip_address from stored s join ${sessions} o on o.id = s.id`
    : sql`select s.session_id, s.hotspot_id, s.user_id, s.device_id, o.ip_address from stored s join ${session_histories} o on o.id = s.id`;
  return hasRows(
    await db.execute(sql`${repeated}
    with held as (
      update ${session_reports} set state = ${JSON.stringify(state)}::jsonb where ${isUnchanged(row)} and ${isStill(unit)} returning id),
    stored as ${addresses === NO_ADDRESSES ? stored : stored.returning()}${withAddressRows(addresses, storedRow)}
    select id from held`),
  );
}

const isUnchanged = ({ id, state }: ReportsRow) => sql`id = ${id} and state = ${JSON.stringify(state)}::jsonb`;

/**
 * Moves running sessions to the ended ones, skipping any changed since they were read; one statement however many there are. Returns how
 * many. `addresses` are those that the last report of the only one has changed.
 */
async function endAll(
  db: Db,
  ending: readonly { row: ReportsRow; state: SessionState }[],
  { addresses = NO_ADDRESSES, onlyIf = sql`true` }: { addresses?: AddressesToStore; onlyIf?: SQL } = {},
): Promise<number> {
  return ending.length === 0 ? 0 : rowsIn<unknown>(await endTogether(db, ending, { addresses, onlyIf })).length;
}

/** Returns the ids of the reports whose sessions it has ended. */
async function endTogether(
  db: Db,
  ending: readonly { unit?: ReportingUnit; row: ReportsRow; state: SessionState }[],
  { addresses = NO_ADDRESSES, onlyIf }: { addresses?: AddressesToStore; onlyIf: SQL },
): Promise<unknown> {
  const ends = ending.flatMap(({ unit, row, state }) => {
    const { start, seconds, up, down, ended } = state;
    if (!ended) return [];
    const moments = { start: new Date(start), stop: new Date(ended.at), decided: new Date(ended.decided) };
    const session = { id: row.id, before: row.state, session_id: row.session_id, seconds, up, down, cause: ended.cause, state };
    return [{ ...session, ...moments, ...(unit && whoseOf(unit)) }];
  });
  // PostgreSQL estimates 100 rows for the JSON and would scan all sessions; LIMIT 1 corrects the estimate.
  const usualNumber = ends.length === 1 ? sql` limit 1` : sql``;
  return db.execute(sql`${repeated}
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (id bigint, before jsonb, session_id int, seconds int, up bigint,
        down bigint, cause text, state jsonb, start timestamptz, stop timestamptz, decided timestamptz, unit int, uuid text,
        hotspot int)${usualNumber}),
    ends as materialized (
      select told.* from told join ${session_reports} r on r.id = told.id where r.state = told.before and ${onlyIf}
      order by r.id for update of r),
    gone as (delete from ${sessions} where id in (select session_id from ends) returning *),
    kept as (
      insert into ${session_histories} (session_id, stop_time, terminate_cause, ${MEASURED}, ${IDENTITY})
      select e.session_id, e.stop, e.cause, e.start, e.stop, e.up, e.down, e.seconds, ${IDENTITY}
      from ends e join (select ${identityWith(addresses)}, id from gone) gone on gone.id = e.session_id
      returning id, session_id)${withAddressRows(addresses, sql`select *, id as session_id from gone`)}
    update ${session_reports} set state = e.state, ended = e.decided, history_id = coalesce(k.id, 0), username = ''
    from ends e left join kept k on k.session_id = e.session_id where ${session_reports}.id = e.id
    returning ${session_reports}.id`);
}

/** A session presumed ended goes on. False if it has changed since it was read. */
async function reopen(db: Db, row: ReportsRow, state: SessionState, report: SessionReport): Promise<boolean> {
  const { username } = report;
  const addresses = addressesToStore(row.state, state, report);
  const { start_time, update_time, bytes_up, bytes_down, duration } = columnsOf(state);
  return hasRows(
    await db.execute(sql`
    with held as (
      update ${session_reports} set state = ${JSON.stringify(state)}::jsonb, history_id = null, ended = null,
        username = case when is_by_http then '' else
          coalesce((select ${unlessStored(username)} from ${session_histories} where id = ${row.history_id}), '') end
      where ${isUnchanged(row)}
      returning id),
    back as (delete from ${session_histories} where id = ${row.history_id} and exists (select from held) returning *),
    running as (
      insert into ${sessions} (id, ${MEASURED}, ${IDENTITY})
      select ${row.session_id}, ${start_time.toISOString()}::timestamptz, ${update_time.toISOString()}::timestamptz, ${bytes_up}::bigint,
        ${bytes_down}::bigint, ${duration}::int, ${IDENTITY} from (select ${identityWith(addresses)} from back) back)${withAddressRows(addresses, sql`select * from back`)}
    select id from held`),
  );
}

interface AddressesToStore {
  /** The address to show from now on; null if that stays as it is. */
  shown: string | null;
  /** New ones with their text; those whose times have changed without. */
  rows: { nth: number; address: string | null; since: Date; until: Date | null }[];
}

const NO_ADDRESSES: AddressesToStore = { shown: null, rows: [] };

/**
 * What a report has changed of a session's addresses. A session that has had one IPv4 address from its start needs no rows, as most do: it is
 * in the session itself, and gets its row with the next one.
 */
function addressesToStore(before: SessionState | null, after: SessionState, { event }: SessionReport): AddressesToStore {
  const known = before?.addresses ?? [];
  const all = after.addresses ?? [];
  const isOrdinary = hasOnlyItsFirst(after);
  if (all.length === 0 || (all === known && before !== null && hasOnlyItsFirst(before) === isOrdinary)) return NO_ADDRESSES;
  const textOf = (hash: string | null) => event.addresses?.find((each) => each.hash === hash)?.address ?? null;
  const main = currentMain(all);
  const shown = before !== null && main !== currentMain(known) ? textOf(main) : null;
  if (isOrdinary) return { shown, rows: [] };
  const isStored = (each: SessionAddress) =>
    before !== null && !hasOnlyItsFirst(before) && known.some((one) => isDeepStrictEqual(one, each));
  const rows = all
    .filter((each) => !isStored(each))
    .map(({ nth, hash, from, until }) => ({
      nth,
      address: textOf(hash),
      since: new Date(from),
      until: until === null ? null : new Date(until),
    }));
  return { shown, rows };
}

function hasOnlyItsFirst({ start, addresses = [] }: SessionState): boolean {
  const [first, ...others] = addresses;
  return first?.nth === 0 && others.length === 0 && first.family === 'ipv4' && first.until === null && first.from <= start;
}

/** Nothing identifies the guest of an erased session again. */
const unlessErased = (value: SQL) => sql`case when user_id < 0 then '' else ${value} end`;

const ipColumn = ({ shown }: AddressesToStore) => (shown === null ? {} : { ip_address: unlessErased(sql`${shown}::text`) });

/** The columns of IDENTITY, with the address to show. */
const identityWith = ({ shown }: AddressesToStore) =>
  shown === null
    ? IDENTITY
    : sql`${sql.raw(IDENTITY_COLUMNS.filter((column) => column !== 'ip_address').join(', '))}, ${unlessErased(sql`${shown}::text`)} as ip_address`;

/**
 * Further parts of a WITH that store addresses of the session that `stored` selects: its `session_id`, `hotspot_id`, `user_id`, `device_id`
 * and `ip_address`. An address whose text isn't known is stored already, or is the one that the session has shown so far.
 */
function withAddressRows({ shown, rows }: AddressesToStore, stored: SQL): SQL {
  const ofDevice =
    shown === null
      ? sql``
      : sql`,
    device as (update ${devices} d set ip_address = ${shown} from (${stored}) s where d.id = s.device_id and d.hotspot_id = s.hotspot_id)`;
  if (rows.length === 0) return ofDevice;
  return sql`${ofDevice},
    addresses as (
      insert into ${session_addresses} (session_id, hotspot_id, nth, address, since, until)
      select s.session_id, s.hotspot_id, a.nth, coalesce(a.address::inet, x.address, nullif(s.ip_address, '')::inet), a.since, a.until
      from (${stored}) s
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (nth int, address text, since timestamptz, until timestamptz)
      left join ${session_addresses} x on x.session_id = s.session_id and x.nth = a.nth
      where s.user_id >= 0 and (a.address is not null or x.address is not null or s.ip_address <> '')
      on conflict (session_id, nth) do update set since = excluded.since, until = excluded.until)`;
}

/** The unit started or stopped: ends its sessions that began before `at`. Returns how many. Throws OtherUnitError. */
export async function recordUnitRestart(db: Db, unit: ReportingUnit, at: number): Promise<number> {
  await expectSame(db, unit);
  return endSome(db, eq(sessions.unit_id, unit.id), (state) => endedByUnit(state, at));
}

/** Ends a running session that its unit no longer has. */
export async function endUnknownSession(db: Db, sessionId: number, now: number): Promise<void> {
  await endSome(db, eq(sessions.id, sessionId), (state) => endedAsUnknown(state, now));
}

/** Ends sessions not heard of for too long, of all tenants. Returns how many. */
export async function endSilentSessions(db: Db, now: number): Promise<number> {
  const quarterOfAnHourAgo = new Date(now - 15 * 60_000);
  return endSome(db, lt(sessions.update_time, quarterOfAnHourAgo), (state) => endedBySilence(state, now));
}

/** Sessions that no unit reported, such as those of the demonstration, have no reports and are left running. */
async function endSome(
  db: Db,
  which: SQL | undefined,
  end: (state: SessionState, all: readonly SessionState[]) => SessionState,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ reports: session_reports })
      .from(sessions)
      .innerJoin(session_reports, eq(session_reports.session_id, sessions.id))
      .where(and(which, sql`${session_reports.ended} is null`))
      .orderBy(asc(session_reports.id))
      .for('update', { of: session_reports });
    const all = rows.map(({ reports }) => reports.state);
    const ending = rows
      .map(({ reports }) => ({ row: reports, state: end(reports.state, all) }))
      .filter(({ row, state }) => row.state !== state);
    await endAll(tx, ending);
    return ending.length;
  });
}

/** Deletes up to `most` reports of sessions that ended more than KEPT_DAYS ago. Returns how many. */
export async function forgetReports(db: Db, now: number, most: number): Promise<number> {
  const old = db
    .select({ id: session_reports.id })
    .from(session_reports)
    .where(and(isNotNull(session_reports.ended), lt(session_reports.ended, new Date(now - KEPT_DAYS * DAY))))
    .limit(most);
  const gone = await db.delete(session_reports).where(inArray(session_reports.id, old)).returning({ id: session_reports.id });
  return gone.length;
}
