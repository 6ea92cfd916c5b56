/** The days, hours or months of a report: their labels, and when they begin and end. */
import type { ReportQuery } from '../../contract/reports';
import { dayIn, offsetAt, shifted, startOfDay } from '../../contract/plain/zones';

/** A period with one value in a report. */
export interface Span {
  /** YYYY-MM-DD for a day, 00…23 for an hour, 01…12 for a month. */
  at: string;
  from: Date;
  /** Exclusive end, at which the next span begins. */
  to: Date;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** UTC offsets and clock changes are multiples of a quarter of an hour. */
const QUARTER = 900_000;

/** Days of the period: either from exactly `range` days ago to the end of today, or the whole days `from` to `to`. */
export function daysOf({ range, from, to, tz }: Pick<ReportQuery, 'range' | 'from' | 'to' | 'tz'>, now: Date): Span[] {
  if (from !== undefined && to !== undefined) return wholeDays(from, to, tz);
  const start = new Date(now.getTime() - range * DAY);
  const [first, ...others] = wholeDays(dayIn(start, tz), dayIn(now, tz), tz);
  return first ? [{ ...first, from: start }, ...others] : [];
}

/** Yesterday's hours by the clock. When clocks change, an hour that occurs twice is one span, and a skipped hour none. */
export function hoursOfYesterday(zone: string, now: Date): Span[] {
  const day = shifted(dayIn(now, zone), -1);
  const end = startOfDay(shifted(day, 1), zone).getTime();
  const hours: Span[] = [];
  for (let at = startOfDay(day, zone).getTime(); at < end; at += QUARTER) {
    const hour = new Date(at + offsetAt(at, zone)).toISOString().slice(11, 13);
    const last = hours.at(-1);
    const to = new Date(at + QUARTER);
    if (last?.at === hour) last.to = to;
    else hours.push({ at: hour, from: new Date(at), to });
  }
  return hours;
}

/** The months of this calendar year, or the last `months` up to the current one. */
export function monthsOfYear({ tz, months }: Pick<ReportQuery, 'tz' | 'months'>, now: Date): Span[] {
  const [year = 0, present = 1] = dayIn(now, tz).split('-').map(Number);
  const first = months === undefined ? 0 : present - months;
  const count = months ?? MONTHS.length;
  const starts = Array.from({ length: count + 1 }, (_, index) => new Date(Date.UTC(year, first + index, 1)).toISOString().slice(0, 10));
  return between(
    starts.map((day) => startOfDay(day, tz)),
    (index) => starts[index]?.slice(5, 7) ?? '',
  );
}

/** Whether all spans begin and end on whole hours of UTC, except for the start of the first. */
export function areWholeHours(spans: readonly Span[]): boolean {
  return spans.every(({ to }) => to.getTime() % HOUR === 0);
}

/** "14 Nov" for 2026-11-14: English on the wire, whatever language the console shows. */
export function labelOfDay(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]?.slice(0, 3) ?? ''}`;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function wholeDays(first: string, last: string, zone: string): Span[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = shifted(day, 1)) days.push(day);
  const starts = [...days, shifted(last, 1)].map((day) => startOfDay(day, zone));
  return between(starts, (index) => days[index] ?? '');
}

/** The spans between consecutive moments. */
function between(moments: readonly Date[], nameOf: (index: number) => string): Span[] {
  return moments.slice(1).flatMap((to, index) => {
    const from = moments[index];
    return from ? [{ at: nameOf(index), from, to }] : [];
  });
}
