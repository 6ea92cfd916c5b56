/** Writes the changes that reports make to the rows of running and ended sessions. */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { repeated, rowsIn, type Db } from '../database/db';
import { retriedAfterDeadlock } from '../database/errorCodes';
import { session_histories, session_reports, sessions, units } from '../database/schema';
import type { SessionState } from '../database/jsonColumns';
import type { AccountingEvent } from './accountingEvent';
import {
  IDENTITY,
  type AddressesToStore,
  NO_ADDRESSES,
  addressesToStore,
  ipColumn,
  identityWith,
  withAddressRows,
} from './sessionAddressQueries';

/** An authenticated unit that sends reports. */
export interface ReportingUnit {
  id: number;
  mac: string;
  hotspotId: number;
  /** With which the unit was looked up a while ago, see OtherUnitError. */
  uuid?: string;
}

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
   * Whether a device that the guest doesn't have yet becomes the guest's only after access was granted to the guest on it. For reports that
   * anybody may have sent, because a known device may later log in by itself.
   */
  bindsAfterGrantOnly?: boolean;
}

export type ReportsRow = Pick<typeof session_reports.$inferSelect, 'id' | 'session_id' | 'history_id' | 'state'>;
export const MEASURED = sql.raw('start_time, update_time, bytes_up, bytes_down, duration');

/** Reopening an ended session takes locks, because another report may have begun a session with the same key meanwhile. */
export const isReopened = ({ row, state }: Change) => row !== null && row.history_id !== null && state.ended === null;

export interface Reported {
  unit: ReportingUnit;
  report: SessionReport;
  state: SessionState;
}

/** The unit of a row in a batch, as `isStillReported` compares it. */
export const whoseOf = ({ id, uuid, hotspotId }: ReportingUnit) => ({ unit: id, uuid: uuid ?? null, hotspot: hotspotId });

/** Whether the unit of a row `told` is still the one that was looked up. OFFSET 0 keeps PostgreSQL from reading all units for it. */
export const isStillReported = sql`(told.uuid is null or exists (
  select from ${units} u where u.id = told.unit and u.uuid = told.uuid and u.hotspot_id = told.hotspot offset 0))`;

/** The first of several with the same key: the others must be applied to what the first has changed. */
export function firstOfEach<T>(all: readonly T[], keyOf: (each: T) => string | number): T[] {
  return [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()].reverse();
}

/** Whether a unit is still the one that was looked up. */
export const isStill = ({ id, hotspotId, uuid }: ReportingUnit) =>
  uuid === undefined
    ? sql`true`
    : sql`exists (select from ${units} u where u.id = ${id}::int and u.uuid = ${uuid}::text and u.hotspot_id = ${hotspotId}::int)`;

export interface Change {
  /** Null for a session not stored yet. */
  row: ReportsRow | null;
  state: SessionState;
}

export const hasRows = (answer: unknown) => rowsIn<unknown>(answer).length > 0;

/** Columns, of running and of ended sessions, that hold the state. */
export function columnsOf({ start, heard: lastReport, seconds, up, down, ended }: SessionState) {
  return { start_time: new Date(start), update_time: new Date(ended?.at ?? lastReport), bytes_up: up, bytes_down: down, duration: seconds };
}

/** Stores a session's new state if it is unchanged since it was read (compare and set). Returns the stored row, or null. */
export async function change(
  db: Db,
  unit: ReportingUnit,
  row: ReportsRow,
  state: SessionState,
  report: SessionReport,
): Promise<ReportsRow | null> {
  const isStored = await isChanged(db, unit, row, state, report);
  return isStored ? { ...row, state, history_id: state.ended ? row.history_id : null } : null;
}

/** Stores a new state as change() does. Returns whether it was stored. */
export async function isChanged(
  db: Db,
  unit: ReportingUnit,
  row: ReportsRow,
  state: SessionState,
  report: SessionReport,
): Promise<boolean> {
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
  // In this statement a select still sees the old row, so it finds the address shown so far.
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
 * Moves running sessions to the ended ones, skipping any that changed since they were read, in one statement for any number. Returns how
 * many. `addresses`: what the last report changed, if there is only one session.
 */
async function endAll(
  db: Db,
  ending: readonly { row: ReportsRow; state: SessionState }[],
  { addresses = NO_ADDRESSES, onlyIf = sql`true` }: { addresses?: AddressesToStore; onlyIf?: SQL } = {},
): Promise<number> {
  return ending.length === 0 ? 0 : rowsIn<unknown>(await endTogether(db, ending, { addresses, onlyIf })).length;
}

/** Ends sessions, and returns the ids of their reports. */
export async function endTogether(
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

/** Lets a session that was presumed ended continue. False if it has changed since it was read. */
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

/** A running session that its unit reports. */
export interface Running {
  unit: number;
  /** Empty if the unit names none. */
  device: string;
  state: SessionState;
}

/** Ends those of `which` that `end` returns as ended. Returns how many. */
export const endSome = (db: Db, which: SQL | undefined, end: (state: SessionState) => SessionState): Promise<number> =>
  endThose(db, which, (running) => running.map(({ state }) => end(state)));

/**
 * The same for sessions that are decided about together: `statesOf` gets all of them, the first stored first. Sessions that no unit reported,
 * such as the demonstration's, are left running.
 */
export async function endThose(
  db: Db,
  which: SQL | undefined,
  statesOf: (running: readonly Running[]) => readonly SessionState[],
): Promise<number> {
  const endThem = async (tx: Db) => {
    const rows = await tx
      .select({ row: session_reports, device: sessions.device_mac })
      .from(sessions)
      .innerJoin(session_reports, eq(session_reports.session_id, sessions.id))
      .where(and(which, sql`${session_reports.ended} is null`))
      .orderBy(asc(session_reports.id))
      .for('update', { of: session_reports });
    const states = statesOf(rows.map(({ row, device }) => ({ unit: row.unit_id, device, state: row.state })));
    const ending = rows.map(({ row }, nth) => ({ row, state: states[nth] ?? row.state })).filter(({ row, state }) => row.state !== state);
    await endAll(tx, ending);
    return ending.length;
  };
  return retriedAfterDeadlock(() => db.transaction(endThem));
}

/** The name that a unit reports, or '' if the session is stored under the same; for a statement on either table. */
export const unlessStored = (username: string) => sql`case when username = ${username}::text then '' else ${username}::text end`;
