import dayjs from 'dayjs';
import { dayIn, endOfDay, shifted, startOfDay } from '../../contract/plain/zones';

/** Default time window in days (SES-12). */
const DAYS_BACK = 14;

/** Days in the hotspot's zone, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** The days in a URL; missing or invalid ones default to 14 days up to the last one or to today, whichever is earlier. `now` is in milliseconds. */
export function daysOf({ from, to }: Partial<Record<'from' | 'to', string>>, now: number, zone: string): Days {
  const today = dayIn(new Date(now), zone);
  const last = dayOr(to, today);
  return { from: dayOr(from, shifted(last < today ? last : today, -DAYS_BACK)), to: last };
}

/** From the start of the first day to the end of the last, in UTC, as existing back ends expect it (docs/wire.md#conventions). */
export function toWire({ from, to }: Days, zone: string): Days {
  return { from: wireOf(startOfDay(from, zone)), to: wireOf(endOfDay(to, zone)) };
}

/** Whether the first day comes after the last, so that nothing can match. */
export function isBackwards({ from, to }: Days): boolean {
  return from > to;
}

const DAY = 'YYYY-MM-DD';

const dayOr = (text: string | undefined, usual: string) =>
  text !== undefined && /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && dayjs(text).format(DAY) === text ? text : usual;

const wireOf = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ');
