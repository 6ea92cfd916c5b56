import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import type { ReportType } from '../../contract/reports';
import { dayIn, isDay } from '../../contract/plain/zones';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dateText } from '../../shared/format/dates';
import type { ReportEnd } from './axis';

/** The periods on offer, in days; 30 is "last month" (REP-06). */
export const RANGES = [7, 15, 30] as const;
type Range = (typeof RANGES)[number];

/** The previous calendar month, and the current one up to yesterday; offered if the back end supports whole days. */
export const MONTHS = ['last_month', 'this_month'] as const;
type Month = (typeof MONTHS)[number];

/** First and last day of a period, YYYY-MM-DD. Whole days with `hasReportDays`, which a custom period requires; at most a year. */
export interface Period {
  choice: Range | Month | 'custom';
  from: string;
  to: string;
}

/** Query parameters of the URL. */
type PeriodParams = Partial<Record<'range' | 'from' | 'to', string | undefined>>;

/** The period in the URL, from `range` or from `from` and `to`; the last 7 days if missing or invalid. */
export function periodIn({ range, from = '', to = '' }: PeriodParams, today: string): Period {
  if (capabilities().hasReportDays && faultOf(from, to, today) === null) return { choice: 'custom', from, to };
  const month = MONTHS.find((one) => one === range);
  if (capabilities().hasReportDays && month !== undefined) return calendarMonth(month, today);
  return lastDays(RANGES.find((days) => String(days) === range) ?? RANGES[0], today);
}

/** A period in the URL that can't be shown, as it is written there. */
export interface RefusedPeriod {
  /** First and last day, or one of the periods on offer. */
  requested: { from: string; to: string } | { range: string };
  why: FormatjsIntl.Message['ids'];
}

/** What the URL asks for, if `periodIn` used another period instead; null otherwise. */
export function refusedPeriodIn({ range = '', from = '', to = '' }: PeriodParams, today: string): RefusedPeriod | null {
  const { hasReportDays } = capabilities();
  if (from !== '' || to !== '') {
    const fault = hasReportDays ? faultOf(from, to, today) : 'reports.only_ranges';
    return fault && { requested: { from, to }, why: fault === 'reports.no_day' ? 'reports.not_days' : fault };
  }
  const offered: readonly string[] = ['', ...RANGES.map(String), ...(hasReportDays ? MONTHS : [])];
  return offered.includes(range) ? null : { requested: { range }, why: 'reports.unknown_range' };
}

/** The days of a calendar month. On the first day of the current month, which has no complete day yet, that day. */
function calendarMonth(choice: Month, today: string): Period {
  const first = dayjs(today).startOf('month');
  if (choice === 'last_month') return { choice, from: first.subtract(1, 'month').format(DAY), to: shifted(first.format(DAY), -1) };
  const from = first.format(DAY);
  return { choice, from, to: from === today ? today : shifted(today, -1) };
}

/**
 * The complete days before today, so that numbers don't change during the day or with how the period was chosen. Existing back ends count
 * `days` × 24 hours back from now, which touches one calendar day more than `days`.
 */
function lastDays(days: Range, today: string): Period {
  return { choice: days, from: shifted(today, -days), to: capabilities().hasReportDays ? shifted(today, -1) : today };
}

/** The error message for two days that aren't a valid period, or null. */
export function faultOf(from: string, to: string, today: string): FormatjsIntl.Message['ids'] | null {
  if (!isDay(from) || !isDay(to)) return 'reports.no_day';
  if (from > to) return 'reports.backwards';
  if (to > today) return 'reports.in_future';
  return dayjs(from).add(1, 'year').format(DAY) > to ? null : 'reports.too_long';
}

/** Query parameters of a period. */
export function periodQuery({ choice, from, to }: Period): { range: number } | { from: string; to: string } {
  return typeof choice !== 'number' || capabilities().hasReportDays ? { from, to } : { range: choice };
}

/** The last day of a report, and whether it is still running. The reports of yesterday and of the year have days of their own. */
export function endOf(type: ReportType, { to }: Period, today: string): ReportEnd {
  if (type === 'sms_year') return { lastDay: today, isRunning: true };
  return { lastDay: to, isRunning: type !== 'current' && to === today };
}

/** Whether the last day isn't over, so that comparing the period with whole days would mislead. Existing back ends count 24 hours as a day. */
export const hasRunningDay = ({ to }: Period, today: string) => capabilities().hasReportDays && to === today;

/** The number of days before a period to compare it with: as many as it has itself. */
export function daysBefore({ choice, from, to }: Period): number {
  return typeof choice === 'number' ? choice : Math.round(dayjs(to).diff(from, 'day', true)) + 1;
}

/**
 * Query parameters of the days before a period: the first `daysBefore` days of the response. Existing back ends only know periods up to
 * now, so they are asked for twice as many days.
 */
export function previousPeriodQuery(period: Period): { range: number } | { from: string; to: string } {
  const days = daysBefore(period);
  if (!capabilities().hasReportDays) return { range: 2 * days };
  return { from: shifted(period.from, -days), to: shifted(period.from, -1) };
}

/** Today in the hotspot's zone; in UTC if the back end doesn't accept a time zone. */
export function todayAt(now: number, zone: string): string {
  return dayIn(new Date(now), capabilities().hasReportDays ? zone : 'UTC');
}

/** The day before, which the current situation is about. */
export const yesterdayOf = (today: string) => shifted(today, -1);

/** Names of the calendar months on offer, like "October 2026". */
export function monthNames(today: string, language: string): Record<Month, string> {
  const first = dayjs(today).startOf('month');
  const name = (month: dayjs.Dayjs) => dateText(month, 'MMMM YYYY', language);
  return { last_month: name(first.subtract(1, 'month')), this_month: name(first) };
}

/** "14 Nov 2026" (REP-05). */
export function formatPeriodDay(day: string, language: string): string {
  return dateText(dayjs(day), 'D MMM YYYY', language);
}

/** "14 Nov 2026 – 20 Nov 2026", or the day if there is one only. */
export function formatPeriod({ from, to }: Pick<Period, 'from' | 'to'>, intl: IntlShape): string {
  const text = (day: string) => formatPeriodDay(day, intl.locale);
  return from === to ? text(from) : intl.formatMessage({ id: 'reports.from_to' }, { from: text(from), to: text(to) });
}

const DAY = 'YYYY-MM-DD';

const shifted = (day: string, by: number) => dayjs(day).add(by, 'day').format(DAY);
