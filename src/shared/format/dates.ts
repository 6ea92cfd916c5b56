import dayjs, { type Dayjs } from 'dayjs';
import { NO_DATE } from '../../contract/plain/wire';
import { dayIn, offsetAt, shifted } from '../../contract/plain/zones';
import { ownZone } from './ownZone';

/** Shown where there is no value (FMT-03, FMT-05, FMT-08). */
export const NO_VALUE = '-';

/**
 * "3 November 2026, 14:05" in the chosen language; "-" for an unset or invalid date (FMT-06, FMT-08). In the browser's time zone, unless
 * `zone` is given: what ends with a hotspot's day is shown in the hotspot's zone.
 */
export function formatMoment(moment: string | null | undefined, language: string, zone?: string): string {
  return format(moment, language, 'D MMMM YYYY, HH:mm', zone);
}

/** Like `formatMoment`, without the time. */
export function formatDay(moment: string | null | undefined, language: string, zone?: string): string {
  return format(moment, language, 'D MMMM YYYY', zone);
}

/** How near a date is to `now`. */
export type Nearness = 'yesterday' | 'today' | 'tomorrow' | 'this_year' | 'other_year';

/** Counts calendar days in a time zone; `today` (YYYY-MM-DD) is the current day there. */
export function nearness(moment: string, today: string, zone: string): Nearness {
  const day = dayIn(new Date(moment), zone);
  if (day === today) return 'today';
  if (day === shifted(today, -1)) return 'yesterday';
  if (day === shifted(today, 1)) return 'tomorrow';
  return day.slice(0, 4) === today.slice(0, 4) ? 'this_year' : 'other_year';
}

/** "14:05". */
export const formatTime = (moment: string | null | undefined, language: string, zone?: string) => format(moment, language, 'HH:mm', zone);

/** "3 Nov 14:05" for the current year, otherwise "3 Nov 2026". */
export const formatShort = (moment: string | null | undefined, language: string, isThisYear: boolean, zone?: string) =>
  format(moment, language, isThisYear ? 'D MMM HH:mm' : 'D MMM YYYY', zone);

/** "3 Nov" for a day (YYYY-MM-DD). */
export const formatDayOfMonth = (day: string, language: string) => dateText(dayjs(`${day}T12:00`), 'D MMM', language);

/** Whether it differs from the browser's time zone. */
export const isElsewhere = (zone: string | undefined): zone is string => zone !== undefined && zone !== ownZone();

/**
 * A date as the language writes it, from the English format: "3 November 2026" becomes "3. November 2026" in German and "3 de noviembre de
 * 2026" in Spanish.
 */
export const dateText = (at: Dayjs, form: string, language: string): string => at.locale(language).format(dateForm(form, language));

/** A dayjs format with the signs and words that the language puts between day, month and year. */
export function dateForm(form: string, language: string): string {
  // dayjs' English is American, so English keeps the format as it is.
  const long = language === 'en' ? undefined : dayjs.Ls[language]?.formats.LL;
  const [, afterDay = ' ', afterMonth = ' '] = /^D(\D*?)MMMM(\D*?)YYYY$/.exec(long ?? '') ?? [];
  // Short month names are written without the words between.
  const between = (sign: string, month: string) => (month === 'MMMM' ? sign : sign.replaceAll(/\[.*?\] /g, ''));
  return form
    .replace(/\bD (MMMM?)\b/, (_, month: string) => `D${between(afterDay, month)}${month}`)
    .replace(/\b(MMMM?) YYYY/, (_, month: string) => `${month}${between(afterMonth, month)}YYYY`);
}

function format(moment: string | null | undefined, language: string, form: string, zone?: string): string {
  if (!moment || moment === NO_DATE) return NO_VALUE;
  const at = dayjs(moment);
  if (!at.isValid()) return NO_VALUE;
  if (!isElsewhere(zone)) return dateText(at, form, language);
  const there = new Date(at.valueOf() + offsetAt(at.valueOf(), zone)).toISOString();
  // Insert the time as text: on that day it may not exist in the browser's own zone.
  return dateText(dayjs(`${there.slice(0, 10)}T12:00`), form.replace('HH:mm', `[${there.slice(11, 16)}]`), language);
}

/** "Monday" for 1, as ISO counts weekdays. */
export function formatWeekday(weekday: number, language: string): string {
  // This day is a Sunday.
  return dayjs('2026-01-04').add(weekday, 'day').locale(language).format('dddd');
}
