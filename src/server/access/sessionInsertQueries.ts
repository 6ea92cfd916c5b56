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

/**
 * Stores the first reports of several running sessions, each of another device; null for one that isn't the first with its key: see
 * begin_sessions().
 */
export async function insertTogether(db: Db, all: readonly Reported[]): Promise<[Reported, ReportsRow | null][]> {
  const reports = await Promise.all(
    all.map(async ({ unit, report, state }, nth) => ({
      nth,
      ...whoseOf(unit),
      unit_mac: unit.mac,
      key: report.key,
      username: report.username,
      mac: report.deviceMac,
      ip: mainAddress(report.event.addresses ?? []),
      state,
      guest: report.guestId ?? (await guestIdOfName(db, unit.id, report.username)) ?? 0,
      names: namesOf(report),
      ...columnsOf(state),
    })),
  );
  const answer = await db.execute(sql`${repeated}
    select nth, id::float8 as id, session_id, has_former from begin_sessions(${JSON.stringify(reports)}::jsonb)`);
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
