/** How large the installations of the benchmarks are, and how unevenly their rows are spread. */
import { sql, type SQL } from 'drizzle-orm';
import { days, moment, number, oneOf, repeated, seconds } from './hashed';
import { DAY, monthOf, weekdayOf } from '../italianTime';

export interface Amounts {
  /** For sorting and joining, see `seedSize`; in megabytes. */
  memory: number;
  resellers: number;
  hotspots: number;
  guests: number;
  archived: number;
  histories: number;
  running: number;
  vouchers: number;
}

export const SIZES = {
  small: { memory: 64, resellers: 1, hotspots: 6, guests: 300, archived: 60, histories: 5_000, running: 20, vouchers: 150 },
  large: {
    memory: 64,
    resellers: 5,
    hotspots: 240,
    guests: 40_000,
    archived: 10_000,
    histories: 1_000_000,
    running: 2_000,
    vouchers: 20_000,
  },
  wide: {
    memory: 64,
    resellers: 2,
    hotspots: 2_400,
    guests: 40_000,
    archived: 10_000,
    histories: 200_000,
    running: 2_000,
    vouchers: 20_000,
  },
  huge: {
    memory: 512,
    resellers: 50,
    hotspots: 2_400,
    guests: 400_000,
    archived: 100_000,
    histories: 10_000_000,
    running: 20_000,
    vouchers: 200_000,
  },
} as const satisfies Record<string, Amounts>;

/** Days of session history; some guests are from the year before. */
export const YEAR = 365;

/** Weights by month, by weekday from Sunday, and by hour of the day (UTC). */
const MONTHS = [0.6, 0.65, 0.8, 1, 1.1, 1.3, 1.5, 1.6, 1.2, 0.9, 0.65, 0.7];
const WEEKDAYS = [0.85, 0.9, 0.95, 0.95, 1, 1.2, 1.15];
const HOURS = [1, 0.5, 0.3, 0.3, 0.6, 2, 5, 7, 6, 5, 6, 8, 7, 5, 5, 6, 8, 9, 9, 10, 9, 7, 4, 2];

export const resellerOf = (hotspot: SQL, { resellers }: Amounts) => sql`2 + (${hotspot} - 1) % ${number(resellers)}`;
export const customerOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot}`;
export const deskOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot} + 1`;

/** Number of units of a hotspot: two to four. */
export const unitsOf = (hotspot: SQL) => sql`(2 + ${hotspot} % 3)`;

/** The id of each hotspot's first unit. */
export function firstUnits({ hotspots }: Amounts): number[] {
  let next = 1;
  return Array.from({ length: hotspots }, (_, index) => {
    const first = next;
    next += 2 + ((index + 1) % 3);
    return first;
  });
}

/** Picks a hotspot, with skew: the first has some fifteen times the guests of the last of 240. */
export function hotspotOf({ hotspots }: Amounts, at: SQL): SQL {
  return oneOf(repeated(Array.from({ length: hotspots }, (_, index) => [index + 1, 60 / Math.sqrt(index + 1)] as const)), 'int', at);
}

/** Weights of the days of the year that ends today. */
export function weightsOfYear(at: Date): number[] {
  return Array.from({ length: YEAR }, (_, index) => {
    const day = dayNumber(at) - YEAR + 1 + index;
    return (MONTHS[monthOf(day)] ?? 1) * (WEEKDAYS[weekdayOf(day)] ?? 1);
  });
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / 1000 / DAY);
}

/** A time on a day of the year (from 0), more likely at busy hours. */
export function timeOn(at: Date, day: SQL, hour: SQL, second: SQL): SQL {
  const hours = repeated(HOURS.map((weight, value) => [value, weight * 10] as const));
  const first = new Date((dayNumber(at) - YEAR + 1) * DAY * 1000);
  return sql`${moment(first)} + ${days(day)} + ${oneOf(hours, 'int', hour)} * interval '1 hour' + ${seconds(sql`floor(${second} * 3600)`)}`;
}

/** Number of guests from before the year. */
export const oldGuests = ({ guests }: Amounts) => Math.floor(guests * 0.3);
