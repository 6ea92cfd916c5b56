import dayjs from 'dayjs';

/** Days back that sessions are looked for where nobody says otherwise (spec 2 §4). */
const DAYS_BACK = 14;

/** Days of the browser's zone, as `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** What an address says of the two days; what it does not say, or says wrong, is the default: 14 days back to today. `now` in milliseconds. */
export function daysOf({ from, to }: Partial<Record<'from' | 'to', string>>, now: number): Days {
  return {
    from: dayOr(from, dayjs(now).subtract(DAYS_BACK, 'day').format(DAY)),
    to: dayOr(to, dayjs(now).format(DAY)),
  };
}

/** The days from the start of the first to the end of the last, UTC, as the older back end takes moments (API.md, "Times in queries"). */
export function toWire({ from, to }: Days): Days {
  return { from: wireOf(dayjs(from).startOf('day')), to: wireOf(dayjs(to).endOf('day')) };
}

/** Whether the first day comes after the last: nothing can match. */
export function isBackwards({ from, to }: Days): boolean {
  return from > to;
}

const DAY = 'YYYY-MM-DD';

const dayOr = (text: string | undefined, usual: string) =>
  text !== undefined && /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && dayjs(text).format(DAY) === text ? text : usual;

const wireOf = (moment: dayjs.Dayjs) => moment.toISOString().slice(0, 19).replace('T', ' ');
