import dayjs from 'dayjs';

/** Default time window in days (SES-12). */
const DAYS_BACK = 14;

/** Days in the browser's time zone, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** The days in a URL; missing or invalid ones default to the last 14 days. `now` is in milliseconds. */
export function daysOf({ from, to }: Partial<Record<'from' | 'to', string>>, now: number): Days {
  return {
    from: dayOr(from, dayjs(now).subtract(DAYS_BACK, 'day').format(DAY)),
    to: dayOr(to, dayjs(now).format(DAY)),
  };
}

/** From the start of the first day to the end of the last, in UTC, as existing back ends expect it (docs/wire.md#conventions). */
export function toWire({ from, to }: Days): Days {
  return { from: wireOf(dayjs(from).startOf('day')), to: wireOf(dayjs(to).endOf('day')) };
}

/** Whether the first day comes after the last, so that nothing can match. */
export function isBackwards({ from, to }: Days): boolean {
  return from > to;
}

const DAY = 'YYYY-MM-DD';

const dayOr = (text: string | undefined, usual: string) =>
  text !== undefined && /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && dayjs(text).format(DAY) === text ? text : usual;

const wireOf = (moment: dayjs.Dayjs) => moment.toISOString().slice(0, 19).replace('T', ' ');
