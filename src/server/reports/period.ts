/** Which days a report covers, and what they are called. */
import type { ReportQuery } from '../../contract/reports';

export interface Period {
  /** First moment that counts. */
  from: Date;
  /** First moment that no longer counts. */
  to: Date;
  zone: string;
  /** Every day in order, as YYYY-MM-DD in the zone. */
  days: string[];
}

const DAY = 86_400_000;

/** From `range` days before this moment to the end of today, which touches range + 1 days; or whole days from `from` to `to`. */
export function periodOf({ range, from, to, tz }: ReportQuery, now: Date): Period {
  if (from !== undefined && to !== undefined) {
    return { from: startOfDay(from, tz), to: startOfDay(nextDay(to), tz), zone: tz, days: daysFrom(from, to) };
  }
  const start = new Date(now.getTime() - range * DAY);
  const today = dayIn(now, tz);
  return { from: start, to: startOfDay(nextDay(today), tz), zone: tz, days: daysFrom(dayIn(start, tz), today) };
}

/** Yesterday, the whole day. */
export function yesterday(zone: string, now: Date): Period {
  const today = dayIn(now, zone);
  const day = previousDay(today);
  return { from: startOfDay(day, zone), to: startOfDay(today, zone), zone, days: [day] };
}

/** This calendar year, from its first moment to the next year's. */
export function thisYear(zone: string, now: Date): Period {
  const year = Number(dayIn(now, zone).slice(0, 4));
  return { from: startOfDay(`${year}-01-01`, zone), to: startOfDay(`${year + 1}-01-01`, zone), zone, days: [] };
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

/** The calendar day of a moment in a zone. */
function dayIn(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
}

/** The moment at which a day begins in a zone; where its midnight is skipped by summer time, the first moment after. */
function startOfDay(day: string, zone: string): Date {
  // Two steps: the offset at the guess may differ from the one at the real start.
  const guess = Date.parse(`${day}T00:00:00Z`);
  const once = guess - offsetAt(new Date(guess), zone);
  const start = new Date(guess - offsetAt(new Date(once), zone));
  return dayIn(start, zone) === day ? start : new Date(start.getTime() + 3_600_000);
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - moment.getTime();
}

function daysFrom(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  return days;
}

const shifted = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);
const nextDay = (day: string) => shifted(day, 1);
const previousDay = (day: string) => shifted(day, -1);
