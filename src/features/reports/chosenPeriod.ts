import dayjs from 'dayjs';
import { capabilities } from '../../shared/backEnd/capabilities';

/** So many days until now can be chosen (spec 2 §9); 30 are the month. */
export const RANGES = [7, 15, 30] as const;
type Range = (typeof RANGES)[number];

/** The days that a report is about, YYYY-MM-DD: those until now, or with the embedded server any, up to a year. */
export interface Period {
  choice: Range | 'custom';
  from: string;
  to: string;
}

/** The period that an address names by `range`, or by `from` and `to`; what it leaves out or says wrong is the last 7 days. */
export function periodIn(
  { range, from = '', to = '' }: Partial<Record<'range' | 'from' | 'to', string | undefined>>,
  today: string,
): Period {
  if (capabilities().hasReportDays && faultOf(from, to, today) === null) return { choice: 'custom', from, to };
  return lastDays(RANGES.find((days) => String(days) === range) ?? RANGES[0], today);
}

/** From `days` days before today until now: one day more than `days`, the first of which is counted from this hour on (API.md, "Reports"). */
function lastDays(days: Range, today: string): Period {
  return { choice: days, from: shifted(today, -days), to: today };
}

/** What is wrong with two days as a period; null when nothing is. */
export function faultOf(from: string, to: string, today: string): FormatjsIntl.Message['ids'] | null {
  if (!isDay(from) || !isDay(to)) return 'reports.no_day';
  if (from > to) return 'reports.backwards';
  if (to > today) return 'reports.in_future';
  return dayjs(from).add(1, 'year').format(DAY) > to ? null : 'reports.too_long';
}

/** What a call of a period says. */
export function wishOf({ choice, from, to }: Period): { range: number } | { from: string; to: string } {
  return choice === 'custom' ? { from, to } : { range: choice };
}

/** How many whole days a period is compared with, those right before it. */
export function daysBefore({ choice, from, to }: Period): number {
  return choice === 'custom' ? dayjs(to).diff(from, 'day') + 1 : choice;
}

/**
 * What a call of the days before a period says; the first `daysBefore` days of its answer are those. An older back end knows only
 * periods until now: it is asked for twice as many days.
 */
export function wishBefore(period: Period): { range: number } | { from: string; to: string } {
  const days = daysBefore(period);
  if (!capabilities().hasReportDays) return { range: 2 * days };
  return { from: shifted(period.from, -days), to: shifted(period.from, -1) };
}

/** Today in the reader's zone, or where the back end knows none, in UTC. */
export function todayAt(now: number): string {
  return capabilities().hasReportDays ? dayjs(now).format(DAY) : new Date(now).toISOString().slice(0, 10);
}

/** "14 Nov 2026" (spec 2 §2). */
export function formatPeriodDay(day: string, language: string): string {
  return dayjs(day).locale(language).format('DD MMM YYYY');
}

const DAY = 'YYYY-MM-DD';

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).format(DAY) === text;

const shifted = (day: string, by: number) => dayjs(day).add(by, 'day').format(DAY);
