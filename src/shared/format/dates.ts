import dayjs from 'dayjs';
import { NO_DATE } from '../../contract/wire';

/** Shown where there is no value (FMT-03, FMT-05, FMT-08). */
export const NO_VALUE = '-';

/** "3 November 2026, 14:05" in the browser's time zone and the chosen language; "-" for an unset or invalid date (FMT-06, FMT-08). */
export function formatMoment(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'D MMMM YYYY, HH:mm');
}

/** Like `formatMoment`, without the time. */
export function formatDay(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'D MMMM YYYY');
}

/** How near a date is to `now`. */
export type Nearness = 'yesterday' | 'today' | 'tomorrow' | 'this_year' | 'other_year';

/** Counts calendar days in the browser's time zone. `now` is in milliseconds. */
export function nearness(moment: string, now: number): Nearness {
  const days = dayjs(moment).startOf('day').diff(dayjs(now).startOf('day'), 'day', true);
  const near = (
    [
      [-1, 'yesterday'],
      [0, 'today'],
      [1, 'tomorrow'],
    ] as const
  ).find(([away]) => Math.round(days) === away);
  return near?.[1] ?? (dayjs(moment).isSame(now, 'year') ? 'this_year' : 'other_year');
}

/** "14:05". */
export const formatTime = (moment: string | null | undefined, language: string) => format(moment, language, 'HH:mm');

/** "3 Nov 14:05" for the current year, otherwise "3 Nov 2026". */
export const formatShort = (moment: string | null | undefined, language: string, isThisYear: boolean) =>
  format(moment, language, isThisYear ? 'D MMM HH:mm' : 'D MMM YYYY');

function format(moment: string | null | undefined, language: string, form: string): string {
  if (!moment || moment === NO_DATE) return NO_VALUE;
  const at = dayjs(moment);
  return at.isValid() ? at.locale(language).format(form) : NO_VALUE;
}
