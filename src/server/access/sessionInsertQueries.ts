/** Stores sessions at their first report. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { repeated, rowsIn, type Db } from '../database/db';
import { access_events, devices, hotspots, session_histories, session_reports, sessions } from '../database/schema';
import { guestIdOfName } from './opaqueNames';
import { mainAddress } from './sessionAddresses';
import type { SessionState } from '../database/jsonColumns';
import { endedByNext } from './sessionEndings';
import { IDENTITY, addressesToStore, withAddressRows } from './sessionAddressQueries';
import {
  type ReportingUnit,
  type SessionReport,
  type ReportsRow,
  MEASURED,
  type Reported,
  whoseOf,
  isStillReported,
  isStill,
  columnsOf,
  endSome,
  unlessStored,
} from './sessionRowQueries';

/** A stored session, and the running sessions of its device that it follows and that are to be ended. */
interface Stored {
  row: ReportsRow;
  former: SQL | null;
}

/** Stores a session at its first report. Null if the hotspot is gone, or with `isAlone` if the report isn't the first with its key. */
export async function insert(
  db: Db,
  unit: ReportingUnit,
  report: SessionReport,
  state: SessionState,
  { isAlone }: { isAlone: boolean },
): Promise<Stored | null> {
  const { key, username, deviceMac, bindsAfterGrantOnly = false } = report;
  const guestId = report.guestId ?? (await guestIdOfName(db, unit.id, username));
  const address = mainAddress(report.event.addresses ?? []);
  const former = sameDevice(unit, report);
  const names = namesOf(report);
  const start = new Date(state.start);
  const newRow = rowOf(unit, report, state);
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
      cross join lateral jsonb_populate_record(null::session_histories, ${JSON.stringify(newRow)}::jsonb || jsonb_build_object(
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
  const { has_former, ...inserted } = stored;
  return { row: { ...inserted, state }, former: has_former && former ? former : null };
}

/** Like `insert`, outside of a transaction: also ends the sessions that the new one follows. */
export async function insertAlone(db: Db, { unit, report, state }: Reported): Promise<ReportsRow | null> {
  const stored = await insert(db, unit, report, state, { isAlone: true });
  if (stored?.former) await endFormer(db, stored.former);
  return stored?.row ?? null;
}

/** The names under which the guest of a report may be stored: vouchers' guests and MAC entries have upper-case names. */
function namesOf({ username, deviceMac }: SessionReport): string[] {
  const name = username.trim();
  return [...(name === '' ? [] : [name, name.toLowerCase(), name.toUpperCase()]), ...(deviceMac === '' ? [] : [deviceMac])];
}

/** The columns of a session's row that come from its first report. */
const rowOf = (unit: ReportingUnit, { key, deviceMac, event }: SessionReport, state: SessionState) => ({
  unit_id: unit.id,
  unit_mac: unit.mac,
  hotspot_id: unit.hotspotId,
  device_mac: deviceMac,
  ip_address: mainAddress(event.addresses ?? []),
  auth_time: new Date(state.start),
  session_key: key,
  ...columnsOf(state),
  ...(state.ended && { stop_time: new Date(state.ended.at), terminate_cause: state.ended.cause }),
});

/** Whether `insertTogether` can store a first report, so that it doesn't need `insert`. */
export const isOrdinary = ({ report, state }: Reported) =>
  state.ended === null &&
  report.deviceMac !== '' &&
  report.bindsAfterGrantOnly !== true &&
  addressesToStore(null, state, report).rows.length === 0;

/** Stores the first reports of several running sessions; null for one that isn't the first with its key. */
export async function insertTogether(db: Db, all: readonly Reported[]): Promise<[Reported, ReportsRow | null][]> {
  const reports = await Promise.all(
    all.map(async ({ unit, report, state }, nth) => ({
      nth,
      ...whoseOf(unit),
      key: report.key,
      username: report.username,
      mac: report.deviceMac,
      state,
      guest: report.guestId ?? (await guestIdOfName(db, unit.id, report.username)) ?? 0,
      names: namesOf(report),
      session: rowOf(unit, report, state),
    })),
  );
  // Every transaction takes its locks in the same order, keys before guests, so that none deadlock.
  const answer = await db.execute(sql`${repeated}
    with all_told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as e (nth int, unit int, uuid text, hotspot int, key text, username text,
        mac text, state jsonb, guest int, names jsonb, session jsonb)),
    told as materialized (
      select * from (select * from all_told order by hashtext(unit || '/' || key), nth offset 0) told
      where ${isStillReported} and is_first_report(unit, key)),
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
      const { has_former, ...inserted } = its;
      const former = sameDevice(each.unit, each.report);
      if (former && has_former) await endFormer(db, former);
      return [each, { ...inserted, history_id: null, state: each.state }];
    }),
  );
}

/**
 * The sessions of a report's device at its unit, which has one session per device at a time. If the unit names no device, the guest's name
 * together with the port stands for it; the port alone doesn't, because many units number no ports. Undefined if there is neither.
 */
function sameDevice({ id, hotspotId }: ReportingUnit, { deviceMac, event: { who = {} } }: SessionReport): SQL | undefined {
  const here = and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac), eq(sessions.unit_id, id));
  if (deviceMac !== '') return here;
  return who.name === undefined || who.port === undefined
    ? undefined
    : and(here, sql`${session_reports.state} -> 'who' = ${JSON.stringify(who)}::jsonb`);
}

/** Whether any of these sessions is running, other than those that the statement stores. */
const isRunning = (which: SQL) => sql`exists (
  select from ${sessions} join ${session_reports} on ${session_reports.session_id} = ${sessions.id} where ${which} and ${session_reports.ended} is null)`;

/** Ends sessions of a device after whose last report it began another session at the same unit: it can have only one there. */
export async function endFormer(db: Db, itsSessions: SQL): Promise<void> {
  await endSome(db, itsSessions, (state, all) => all.reduce((former, { start }) => endedByNext(former, start), state));
}

/** Whether guest `g` was granted access on this device, or already has the device. */
const hasHadAccess = (deviceMac: string) => sql`exists (
    select from ${access_events} e where e.user_id = g.id and e.device_mac = ${deviceMac}::text and e.refusal = '')
  or exists (select from ${devices} d where d.user_id = g.id and d.mac_address = ${deviceMac}::text)`;
