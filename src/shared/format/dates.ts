import dayjs from 'dayjs';
import { NO_DATE } from '../../contract/wire';

/** What stands where there is nothing to show (spec 2 §9). */
export const NOTHING = '-';

/** "03 November 2026, 14:05" in the browser's zone and the chosen language; "-" for an unset or broken moment (spec 2 §9). */
export function formatMoment(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'DD MMMM YYYY, HH:mm');
}

/** The same without the time. */
export function formatDay(moment: string | null | undefined, language: string): string {
  return format(moment, language, 'DD MMMM YYYY');
}

/** The browser's time zone, "Europe/Rome". */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function format(moment: string | null | undefined, language: string, form: string): string {
  if (!moment || moment === NO_DATE) return NOTHING;
  const at = dayjs(moment);
  return at.isValid() ? at.locale(language).format(form) : NOTHING;
}
