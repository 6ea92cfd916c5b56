/** Stores sessions at their first report. */
import { sql } from 'drizzle-orm';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import { access_events, devices, hotspots, session_histories, session_reports, sessions } from '../database/schema';
import { guestIdOfName } from './opaqueNames';
import { mainAddress } from './sessionAddresses';
import type { SessionState, Who } from '../database/jsonColumns';
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
  endThose,
  type Running,
  unlessStored,
} from './sessionRowQueries';

/**
 * A device at its unit, where it has one session at a time. If the unit names no device, the guest's name together with the port stands for
 * it (`who`); the port alone doesn't, because many units number no ports.
 */
interface Device {
  hotspot: number;
  unit: number;
  mac: string;
  who: Who | null;
}

/** A stored session, and its device if sessions of it are running that are to be ended. */
export interface Stored {
  row: ReportsRow;
  returned: Device | null;
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
  const device = deviceOf(unit, report);
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
    from session returning id::float8 as id, session_id, history_id::float8 as history_id, ${device ? isRunning(device) : sql`false`} as has_former`);
  const [stored] = rowsIn<Pick<ReportsRow, 'id' | 'session_id' | 'history_id'> & { has_former: boolean }>(answer);
  if (!stored) return null;
  const { has_former, ...inserted } = stored;
  return { row: { ...inserted, state }, returned: has_former && device ? device : null };
}

/** Like `insert`, outside of a transaction: also ends the sessions that the new one follows. */
export async function insertAlone(db: Db, { unit, report, state }: Reported): Promise<ReportsRow | null> {
  const stored = await insert(db, unit, report, state, { isAlone: true });
  if (stored?.returned) await endFormer(db, stored.returned);
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
      const device = deviceOf(each.unit, each.report);
      if (device && has_former) await endFormer(db, device);
      return [each, { ...inserted, history_id: null, state: each.state }];
    }),
  );
}

/** Null for a report that names neither a device nor a guest with a port. */
function deviceOf({ id, hotspotId }: ReportingUnit, { deviceMac, event: { who = {} } }: SessionReport): Device | null {
  const device = { hotspot: hotspotId, unit: id, mac: deviceMac };
  if (deviceMac !== '') return { ...device, who: null };
  return who.name === undefined || who.port === undefined ? null : { ...device, who };
}

/** The sessions of these devices. OFFSET 0 and arrays keep PostgreSQL from going through all sessions. */
const sessionsOf = (devices: readonly Device[]) => sql`${sessions.id} = any(array(
  select s.id from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d (hotspot int, unit int, mac text, who jsonb)
  cross join lateral (
    select s.id from ${sessions} s where s.hotspot_id = d.hotspot and s.device_mac = d.mac and s.unit_id = d.unit offset 0) s
  where d.who is null or exists (select from ${session_reports} r where r.session_id = s.id and r.state -> 'who' = d.who)))`;

/** Whether a session of the device is running, other than one that the statement stores. */
const isRunning = (device: Device) => sql`exists (
  select from ${sessions} join ${session_reports} on ${session_reports.session_id} = ${sessions.id}
  where ${sessionsOf([device])} and ${session_reports.ended} is null)`;

/** Ends sessions of a device after whose last report it began another session at the same unit: it can have only one there. */
export const endFormer = batched<Device, null>({
  together: async (db, devices) => {
    await endThose(db, sessionsOf(devices), endedByTheNext);
    return devices.map(() => null);
  },
});

/** The states of running sessions, each ended if its device has begun another one since. */
function endedByTheNext(running: readonly Running[]): SessionState[] {
  const starts = new Map<string, number[]>();
  const withStarts = running.map(({ unit, device, state }) => {
    const name = JSON.stringify([unit, device || state.who]);
    const ofDevice = starts.get(name) ?? [];
    starts.set(name, ofDevice);
    ofDevice.push(state.start);
    return { state, ofDevice };
  });
  return withStarts.map(({ state, ofDevice }) => ofDevice.reduce(endedByNext, state));
}

/** Whether guest `g` was granted access on this device, or already has the device. */
const hasHadAccess = (deviceMac: string) => sql`exists (
    select from ${access_events} e where e.user_id = g.id and e.device_mac = ${deviceMac}::text and e.refusal = '')
  or exists (select from ${devices} d where d.user_id = g.id and d.mac_address = ${deviceMac}::text)`;
