/** Which days, hours or months a report covers: what they are called, and when they begin and end. */
import type { ReportQuery } from '../../contract/reports';

/** A stretch of time that a report has a value for. */
export interface Span {
  /** YYYY-MM-DD for a day, 00…23 for an hour, 01…12 for a month. */
  at: string;
  from: Date;
  /** The first moment that no longer counts: where the next one begins. */
  to: Date;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Clocks differ from UTC, and are changed, by whole quarters of an hour. */
const QUARTER = 900_000;

/** The days from `range` days before this moment, from that moment on, to the end of today; or whole days from `from` to `to`. */
export function daysOf({ range, from, to, tz }: ReportQuery, now: Date): Span[] {
  if (from !== undefined && to !== undefined) return wholeDays(from, to, tz);
  const start = new Date(now.getTime() - range * DAY);
  const [first, ...others] = wholeDays(dayIn(start, tz), dayIn(now, tz), tz);
  return first ? [{ ...first, from: start }, ...others] : [];
}

/** The hours of yesterday, by the clock: one that it shows twice is one span, one that it skips is none. */
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

/** The months of this calendar year. */
export function monthsOfYear(zone: string, now: Date): Span[] {
  const year = Number(dayIn(now, zone).slice(0, 4));
  const starts = [...MONTHS.map((_, month) => `${year}-${twoDigits(month + 1)}-01`), `${year + 1}-01-01`];
  return between(
    starts.map((day) => startOfDay(day, zone)),
    (month) => twoDigits(month + 1),
  );
}

/** Whether all spans but the beginning of the first one keep to whole hours of UTC. */
export function areWholeHours(spans: readonly Span[]): boolean {
  return spans.every(({ to }) => to.getTime() % HOUR === 0);
}

/** "14 Nov" for 2026-11-14: the wire's own English, whatever language the console shows. */
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

/** What lies between each of these moments and the next one. */
function between(moments: readonly Date[], nameOf: (index: number) => string): Span[] {
  return moments.slice(1).flatMap((to, index) => {
    const from = moments[index];
    return from ? [{ at: nameOf(index), from, to }] : [];
  });
}

/** The calendar day of a moment in a zone. */
function dayIn(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 10);
}

/** The first moment of a day in a zone: where clocks are changed at midnight, it may be shown twice, or never. */
function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const before = midnight - offsetAt(midnight - DAY, zone);
  const after = midnight - offsetAt(midnight + DAY, zone);
  const first = new Date(Math.min(before, after));
  return before === after || dayIn(first, zone) === day ? first : new Date(Math.max(before, after));
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (clockOf(zone).format(moment).match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment / 60_000) * 60_000;
}

/** Making one takes longer than a report. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Shows moments as YYYY-MM-DD, HH:MM in the zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(zone, clock);
  return clock;
}

const shifted = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);
const twoDigits = (value: number) => String(value).padStart(2, '0');
