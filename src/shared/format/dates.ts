import dayjs from 'dayjs';
import { NO_DATE } from '../../contract/wire';

/** Shown where there is no value (FMT-03, FMT-05, FMT-08). */
export const NO_VALUE = '-';

/** "3 November 2026, 14:05" in the browser's zone and the chosen language; "-" for an unset or invalid date (FMT-06, FMT-08). */
export function formatMoment(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'D MMMM YYYY, HH:mm');
}

/** Like `formatMoment`, without the time. */
export function formatDay(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'D MMMM YYYY');
}

/** The browser's time zone, "Europe/Rome". */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function format(moment: string | null | undefined, language: string, form: string): string {
  if (!moment || moment === NO_DATE) return NO_VALUE;
  const at = dayjs(moment);
  return at.isValid() ? at.locale(language).format(form) : NO_VALUE;
}
