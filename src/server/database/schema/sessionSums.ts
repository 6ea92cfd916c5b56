/** Sums of ended sessions, for reports. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes } from './columns';

const summed = () => ({
  /** The reseller whose hotspots are summed; 0 for all hotspots. */
  account_id: integer().notNull(),
  /** Whole hours since 1970-01-01T00:00Z: the hour in which the sessions began. */
  hour: integer().notNull(),
  /** False until the row is merged with the others of its hour. */
  is_folded: boolean().notNull().default(false),
});

/**
 * Changes of ended sessions that the sums don't contain yet. Triggers on `session_histories` (functions/keep_report_sums.sql) add rows in
 * the statement that changes it, so that no code path can forget it, and writers neither wait for each other nor calculate
 * (docs/decisions/0008-report-sums-kept-by-triggers.md). Reports count them before they read the sums (reportSums.ts).
 */
export const uncounted_sessions = pgTable('uncounted_sessions', {
  /** The reseller of the hotspot, which may be deleted before the row is counted. */
  account_id: integer().notNull(),
  hotspot_id: integer().notNull(),
  user_id: integer().notNull(),
  hour: integer().notNull(),
  /** 1 for a session that is new, -1 for one that is gone; 0 if only what it used has changed. */
  connections: integer().notNull(),
  bytes_up: bytes(),
  bytes_down: bytes(),
  duration: bytes(),
});

/**
 * Sums of ended sessions by the hour in which they began; an hour's sum may be spread over several rows, since counting adds rows
 * (functions/count_ended_sessions.sql).
 */
export const session_sums = pgTable(
  'session_sums',
  { ...summed(), connections: integer().notNull(), bytes_up: bytes(), bytes_down: bytes(), duration: bytes() },
  (t) => [
    index('session_sums_hour').on(t.account_id, t.hour),
    index('session_sums_loose')
      .on(t.account_id, t.hour)
      .where(sql`not ${t.is_folded}`),
  ],
);

/**
 * Guests with sessions that began in an hour, by the hours since their previous session (`gap`). To count a guest once a day in any time
 * zone, a report counts only hours whose `gap` reaches back before the start of the day. Maintained like `session_sums`.
 */
export const guest_sums = pgTable(
  'guest_sums',
  {
    ...summed(),
    /** Hours since the guest's previous hour with a session at that hotspot; 25, the longest day, means longer or never. */
    gap: integer().notNull(),
    guests: integer().notNull(),
  },
  (t) => [
    index('guest_sums_hour').on(t.account_id, t.hour),
    index('guest_sums_loose')
      .on(t.account_id, t.hour)
      .where(sql`not ${t.is_folded}`),
  ],
);
