/** Sessions, running and ended. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, inet, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { SessionState } from '../jsonColumns';
import { sessionText, sorted } from '../searchExpressions';
import { bytes, id, moment, textOrEmpty } from './columns';
import { hotspot } from './references';

const sessionFields = () => ({
  unit_id: integer().notNull(),
  unit_mac: textOrEmpty(),
  hotspot_id: hotspot(),
  hotspot_desc: textOrEmpty(),
  device_id: integer().notNull(),
  device_mac: textOrEmpty(),
  ip_address: textOrEmpty(),
  user_id: integer().notNull(),
  username: textOrEmpty(),
  bytes_up: bytes(),
  bytes_down: bytes(),
  duration: integer().notNull().default(0),
  auth_time: moment().notNull(),
  start_time: moment().notNull(),
  update_time: moment().notNull(),
  stop_time: moment(),
  session_key: text().notNull(),
});

/** Running sessions. */
export const sessions = pgTable('sessions', { id: id(), ...sessionFields() }, (t) => [
  // Units choose session keys themselves, so two units may choose the same.
  unique('sessions_key').on(t.unit_id, t.session_key),
  // Not on columns that change with every report: each report would then add an entry to every index.
  index('sessions_hotspot').on(t.hotspot_id, t.start_time, t.id),
  index('sessions_user').on(t.user_id),
  // For checking at each log-in whether a device is online elsewhere.
  index('sessions_device').on(t.hotspot_id, t.device_mac),
  index('sessions_started').on(t.start_time, t.id, t.hotspot_id),
]);

/**
 * Ended sessions: a million rows and more. `user_id` stays when the guest is deleted, so that reports count as before. Indexes end with
 * the hotspot, so that index-only scans can skip other tenants' rows, and count.
 */
export const session_histories = pgTable(
  'session_histories',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The id it had while running. */
    session_id: bigint({ mode: 'number' }).notNull(),
    ...sessionFields(),
    /** Why it ended: one of TERMINATE_CAUSE (server/radius/dictionary.ts) or ours (server/access/accounting.ts); empty if unknown. */
    terminate_cause: textOrEmpty(),
  },
  (t) => [
    index('session_histories_hotspot').on(t.hotspot_id, t.start_time, t.id),
    // To find a session's addresses.
    index('session_histories_session').on(t.session_id),
    index('session_histories_unit').on(t.unit_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_user').on(t.user_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_started').on(t.start_time, t.id, t.hotspot_id),
    index('session_histories_by_username').on(sorted(t.username), t.id, t.hotspot_id),
    index('session_histories_by_up').on(t.bytes_up, t.id, t.hotspot_id),
    index('session_histories_by_down').on(t.bytes_down, t.id, t.hotspot_id),
    index('session_histories_by_duration').on(t.duration, t.id, t.hotspot_id),
    // Sessions of more than a day, which a report about a day would miss when searching by start time (sessions/visitQueries.ts).
    index('session_histories_long')
      .on(sql`coalesce(${t.stop_time}, ${t.update_time})`)
      .where(sql`coalesce(${t.stop_time}, ${t.update_time}) - ${t.start_time} > interval '1 day'`),
    index('session_histories_q').using('gin', sql`${sessionText(t)} gin_trgm_ops`),
  ],
);

/**
 * What units have reported about a session, so that late and repeated reports are applied correctly: see server/access/accounting.ts.
 * Rows are kept for two days after the session's end.
 */
export const session_reports = pgTable(
  'session_reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull(),
    session_key: text().notNull(),
    /** The id of the running session; stays after it has ended. */
    session_id: integer().notNull(),
    /** The ended session; null while it runs. */
    history_id: bigint({ mode: 'number' }),
    state: jsonb().$type<SessionState>().notNull(),
    /** When its end was written; null while it runs. */
    ended: moment(),
    /** The User-Name by which the unit finds the running session, if it isn't the session's username; otherwise empty. */
    username: textOrEmpty(),
    /** Whether its unit reports over HTTP, so that it can't be contacted and learns from the answers that the session should end. */
    is_by_http: boolean().notNull().default(false),
    /** When a replica last reserved the task of asking the unit to end it: see server/radius/claimQueries.ts. */
    end_claimed: moment(),
  },
  (t) => [
    index('session_reports_key').on(t.unit_id, t.session_key),
    index('session_reports_session').on(t.session_id),
    index('session_reports_hotspot').on(t.hotspot_id),
    index('session_reports_ended')
      .on(t.ended)
      .where(sql`${t.ended} is not null`),
  ],
);

/**
 * Addresses of sessions that had more than one, or not from their start; a single IPv4 address is in the session's own row. Written when
 * the report with the address is stored: see server/access/sessionAddresses.ts.
 */
export const session_addresses = pgTable(
  'session_addresses',
  {
    /** The id of the running session; the ended one has it as session_id. */
    session_id: bigint({ mode: 'number' }).notNull(),
    nth: integer().notNull(),
    hotspot_id: hotspot(),
    /** An address, or a prefix of which the guest may use every address. */
    address: inet().notNull(),
    since: moment().notNull(),
    /** When another address replaced it; null if the session had it until its end. */
    until: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.nth] }),
    index('session_addresses_hotspot').on(t.hotspot_id),
    index('session_addresses_address').using('gist', sql`${t.address} inet_ops`),
  ],
);

/**
 * Running sessions that their units should end: see server/access/pendingDisconnectQueries.ts. A row is deleted with the running session,
 * however it ends, so that no name is kept here any longer.
 */
export const asked_endings = pgTable('asked_endings', {
  session_id: integer()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  asked: moment().notNull(),
  /** The unit's names for guest and device, if the guest has been erased and the unit must still be told; otherwise empty. */
  username: textOrEmpty(),
  device_mac: textOrEmpty(),
});
