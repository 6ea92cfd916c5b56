import { z } from 'zod';
import { dayZone, idFilter } from './lists';

/** The eleven reports of REP-17, which existing back ends have, too. */
const EXISTING_REPORTS = [
  'current',
  'sessions',
  'traffic',
  'avg_user_traffic',
  'avg_user_duration',
  'avg_conn_traffic',
  'avg_conn_duration',
  'sms_year',
  'sms_history',
  'account_types_pie',
  'account_types_graph',
] as const;
export type ExistingReport = (typeof EXISTING_REPORTS)[number];

/** And those of our server only. `week_hours`: guests who connected, a set per ISO weekday, a mean per hour. */
export const REPORTS = [...EXISTING_REPORTS, 'week_hours'] as const;
export type ReportType = (typeof REPORTS)[number];

/** One series: labels that have a value, and their values; missing labels count as 0. Null if there are none (REP-21). */
export const reportSet = z.object({ name: z.string(), labels: z.array(z.string()).nullable(), data: z.array(z.number()).nullable() });
export type ReportSet = z.infer<typeof reportSet>;

/**
 * A report: its axis (`labels`), and either two series with their averages, or for account types one count or one series per type
 * (`sets`). Traffic in bytes, durations in seconds. An empty array is null on the wire.
 */
export const report = z.object({
  labels: z.array(z.string()).nullable(),
  set0: reportSet.optional(),
  set1: reportSet.optional(),
  avg: z.array(z.number()).nullable().optional(),
  /** `sessions` with `count=present` (our server only): guests who connected on an average day, to a tenth. */
  guests_per_day: z.number().optional(),
  sets: z
    .union([z.array(z.number()), z.array(reportSet)])
    .nullable()
    .optional(),
});
export type Report = z.infer<typeof report>;

/** A calendar day, in the request's zone. */
const day = z.iso.date();

/** Maximum period, in days: a leap year. */
const MAX_RANGE = 366;

/**
 * `range` days up to now, or the days `from` to `to`, in `tz` or UTC. `months` is for sms_year: this many months up to the current
 * one instead of the calendar year. Everything but `range` is our server only.
 *
 * Existing back ends count ended sessions by when they began. With `count=present`, running ones count too, and `current` counts who was
 * there at some time of each hour, also of an empty one.
 */
export const reportQuery = z
  .object({
    hotspot: idFilter,
    range: z.coerce.number().int().min(1).max(MAX_RANGE).default(7),
    from: day.optional(),
    to: day.optional(),
    months: z.coerce.number().int().min(1).max(12).optional(),
    tz: dayZone.default('UTC'),
    count: z.enum(['ended', 'present']).default('ended'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { path: ['to'], error: 'from and to go together' })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) >= 0, {
    path: ['to'],
    error: 'lies before from',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < MAX_RANGE, {
    path: ['from'],
    error: 'at most a year',
  });
export type ReportQuery = z.infer<typeof reportQuery>;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
