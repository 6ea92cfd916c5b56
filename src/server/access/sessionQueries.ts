/** Applies unit reports to running sessions, ended sessions and devices. What a report means is decided in accounting.ts. */
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import { retriedAfterDeadlock } from '../database/errorCodes';
import { session_reports, sessions } from '../database/schema';
import { ttlCache } from '../ttlCache';
import type { SessionState } from '../database/jsonColumns';
import { applyAccountingEvent } from './accounting';
import { endedAsUnknown, endedBySilence, endedByUnit } from './sessionEndings';
import type { AccountingEvent } from './accountingEvent';
import { NO_ADDRESSES, addressesToStore } from './sessionAddressQueries';
import {
  type ReportingUnit,
  type SessionReport,
  type ReportsRow,
  isReopened,
  type Reported,
  whoseOf,
  isStillReported,
  firstOfEach,
  isStill,
  type Change,
  hasRows,
  columnsOf,
  change,
  isChanged,
  endTogether,
  endSome,
} from './sessionRowQueries';
import { endFormer, insert, insertAlone, isOrdinary, insertTogether, type Stored } from './sessionInsertQueries';

/**
 * Since the unit was looked up, it was deleted, renamed or moved to another hotspot, so the report is another unit's. Nothing is stored.
 */
export class OtherUnitError extends Error {}

/** Days for which late reports of an ended session are still matched to it. */
const RETENTION_DAYS = 2;
const DAY = 86_400_000;

/**
 * Records one report. Once it resolves, the report is stored and may be acknowledged. True if it contained anything new: a repeated or
 * replayed report doesn't, whichever replica gets it and however late. Throws OtherUnitError.
 */
export async function recordReport(db: Db, unit: ReportingUnit, report: SessionReport): Promise<boolean> {
  const recorded = await retriedAfterDeadlock(() => recordedWithoutLock(db, unit, report));
  if (recorded === 'new') return true;
  await expectSame(db, unit);
  if (recorded === 'known') return false;
  const { isNew, returned } = await retriedAfterDeadlock(() => db.transaction((tx) => recordedWithLock(tx, unit, report)));
  // Not before the commit: it waits for sessions whose reports may wait for what the transaction has locked.
  if (returned) await endFormer(db, returned);
  return isNew;
}

/** Stores what a report changes, however many sessions of its key; `returned` is the device of one that begins, if others of it are to end. */
async function recordedWithLock(
  tx: Db,
  unit: ReportingUnit,
  report: SessionReport,
): Promise<Pick<Stored, 'returned'> & { isNew: boolean }> {
  const rows = await lockedReports(tx, unit.id, report.key);
  const changes = changesBy(rows, report.event);
  // Update existing sessions first: ending one frees its key, and no two running sessions may share a key.
  for (const { row, state } of changes) if (row) await change(tx, unit, row, state, report);
  const started = changes.find(({ row }) => row === null);
  const stored = started ? await insert(tx, unit, report, started.state, { isAlone: false }) : null;
  return { isNew: changes.length > 0, returned: stored?.returned ?? null };
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
  // Removed while in use, so that a concurrent report of the same session reads the database instead.
  known.delete(name);
  // A Start without a session in the cache usually begins one. The insertion checks that.
  const assumed = last ? [last] : [];
  const changes = last || report.event.kind === 'start' ? changesBy(assumed, report.event) : [];
  // Only the database can tell that a report says nothing new: another process may have stored the end of the cached session.
  const rows = changes.length > 0 ? assumed : await reportsOf(db, { unit: unit.id, key: report.key });
  const [first, ...others] = changes.length > 0 ? changes : changesBy(rows, report.event);
  if (others.length > 0 || (first && isReopened(first))) return null;
  const now = first ? await storedAlone(db, unit, report, first, rows.length === 0) : rows.at(-1);
  if (first && !now) return null;
  if (now && now.state.ended === null && rows.length <= 1) known.set(name, now);
  return first ? 'new' : 'known';
}

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

/** Stores reports of running sessions whose addresses don't change. False for a session that has changed since it was read. */
const goOn = batched<Reported & { row: ReportsRow }, boolean>({
  alone: (db, { unit, row, state, report }) => isChanged(db, unit, row, state, report),
  together: async (db, all) => {
    const reports = firstOfEach(all, ({ row }) => row.id).map(({ unit, row, state }) => ({
      id: row.id,
      before: row.state,
      after: state,
      session_id: row.session_id,
      ...whoseOf(unit),
      ...columnsOf(state),
    }));
    const answer = await db.execute(sql`${repeated}
      with told as (
        select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as e (id bigint, before jsonb, after jsonb, session_id int, unit int,
          uuid text, hotspot int, start_time timestamptz, update_time timestamptz, bytes_up bigint, bytes_down bigint, duration int)),
      held as materialized (
        select told.* from told join ${session_reports} r on r.id = told.id where r.state = told.before and ${isStillReported}
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

/** The same for reports that end their sessions. */
const end = batched<Reported & { row: ReportsRow }, boolean>({
  alone: (db, { unit, row, state, report }) => isChanged(db, unit, row, state, report),
  together: async (db, all) =>
    whichOf(
      all,
      await endTogether(
        db,
        firstOfEach(all, ({ row }) => row.id),
        { onlyIf: isStillReported },
      ),
    ),
});

/** Stores sessions at their first reports; null for one that isn't the first with its key, or whose hotspot is gone. */
const begin = batched<Reported, ReportsRow | null>({
  alone: insertAlone,
  together: async (db, all) => {
    // Each statement stores only one session per device, and one per key.
    const ofDevices = firstOfEach(all.filter(isOrdinary), ({ report }) => report.deviceMac);
    const ordinary = firstOfEach(ofDevices, ({ unit, report }) => `${unit.id}/${report.key}`);
    const stored = new Map(ordinary.length > 0 ? await insertTogether(db, ordinary) : []);
    const each = async (one: Reported) => {
      const its = stored.get(one);
      return its === undefined ? insertAlone(db, one) : its;
    };
    return Promise.all(all.map(each));
  },
});

/** Whether each of the rows was stored, by the ids that a statement returned. */
function whichOf(all: readonly { row: ReportsRow }[], answer: unknown): boolean[] {
  const ids = new Set(rowsIn<{ id: number | string }>(answer).map(({ id }) => Number(id)));
  const firsts = new Set(firstOfEach(all, ({ row }) => row.id));
  return all.map((each) => firsts.has(each) && ids.has(each.row.id));
}

async function expectSame(db: Db, unit: ReportingUnit): Promise<void> {
  if (unit.uuid === undefined) return;
  if (!hasRows(await db.execute(sql`${repeated}select 1 where ${isStill(unit)}`))) throw new OtherUnitError();
}

/** Stored reports of sessions with this key, oldest first. After a restart, all units ask for theirs at once. */
const reportsOf = batched<{ unit: number; key: string }, ReportsRow[]>({
  together: async (db, all) => {
    // The driver returns bigint as a string. OFFSET 0 keeps the look-ups from becoming a join.
    const answer = await db.execute(sql`${repeated}
      select a.nth::int as nth, r.id::float8 as id, r.session_id, r.history_id::float8 as history_id, r.state
      from rows from (jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as (unit int, key text)) with ordinality as a (unit, key, nth)
      cross join lateral (select * from ${session_reports} r where r.unit_id = a.unit and r.session_key = a.key offset 0) r`);
    const found = rowsIn<ReportsRow & { nth: number }>(answer);
    return all.map((_, at) => inOrder(found.filter(({ nth }) => nth === at + 1).map(({ nth, ...row }) => row)));
  },
});

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

/** The sessions a report changes; at most one of them is new. */
function changesBy(rows: readonly ReportsRow[], event: AccountingEvent): Change[] {
  const before = rows.map(({ state }) => state);
  const after = applyAccountingEvent(before, event);
  const isKnown = (state: SessionState) => rows.some((row) => row.state.start === state.start);
  const storedCount = after.length === rows.length ? after.length : after.findIndex((state) => !isKnown(state));
  return after
    .map((state, nth) => ({ row: nth === storedCount ? null : (rows[nth > storedCount ? nth - 1 : nth] ?? null), state }))
    .filter(({ row, state }) => row?.state !== state);
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

/** Deletes up to `most` reports of sessions that ended more than RETENTION_DAYS ago. Returns how many. */
export async function forgetReports(db: Db, now: number, most: number): Promise<number> {
  const old = db
    .select({ id: session_reports.id })
    .from(session_reports)
    .where(and(isNotNull(session_reports.ended), lt(session_reports.ended, new Date(now - RETENTION_DAYS * DAY))))
    .limit(most);
  const gone = await db.delete(session_reports).where(inArray(session_reports.id, old)).returning({ id: session_reports.id });
  return gone.length;
}
