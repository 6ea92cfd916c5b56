import type { GuestDetails, UpdateGuest } from '../../contract/guests';
import { dayIn, endOfDay, isDay } from '../../contract/plain/zones';
import { MB } from '../../shared/format/amounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { extendedBy, toForm, toUpdate, zoneOf, type GuestThere } from './guestForm';
import { isOver } from './guestValidity';

const MINUTE = 60;
const DAY = 86_400;

/** Form values. `day` is `YYYY-MM-DD`, for an extension until a date; `valid_until` is the current end, '' for none. */
export interface Extension {
  /** `none` keeps the current end. */
  extension: 'none' | 'day' | 'week' | 'date';
  day: string;
  valid_until: string;
  /** What to do about daily limits that are used up; `again` allows another day's amount on top of what was used. */
  limits: 'again' | 'off' | 'kept';
  /** The current daily limits, in bytes and seconds. */
  max_navigation_traffic: number;
  max_navigation_time: number;
}

/** A guest with today's use, if the back end reports that. */
export type UsedGuest = GuestThere & Pick<GuestDetails, 'used_today_traffic' | 'used_today_time'>;

/** Initial values: `days` more if given; otherwise what gives the guest access again, or else another week. `now` is in milliseconds. */
export function toExtension(guest: UsedGuest, now: number, days?: number): Extension {
  const valid_until = guest.valid_until ?? '';
  const isStopped = limitsUsedUp(guest).length > 0;
  return {
    extension: days !== undefined ? choiceOf(days) : isStopped && Date.parse(valid_until) > now ? 'none' : 'week',
    day: dayIn(extendedBy(days ?? 7, dateOf(valid_until), now, zoneOf(guest)), zoneOf(guest)),
    valid_until,
    limits: isStopped ? 'again' : 'kept',
    max_navigation_traffic: guest.max_navigation_traffic,
    max_navigation_time: guest.max_navigation_time,
  };
}

const choiceOf = (days: number): Extension['extension'] => (days === 1 ? 'day' : days === 7 ? 'week' : 'date');

type Limit = 'max_navigation_traffic' | 'max_navigation_time';

/** The daily limits that keep a guest offline. */
export function limitsUsedUp(guest: UsedGuest): Limit[] {
  return [
    ...(isOver(guest.used_today_traffic, guest.max_navigation_traffic) ? (['max_navigation_traffic'] as const) : []),
    ...(isOver(guest.used_today_time, guest.max_navigation_time) ? (['max_navigation_time'] as const) : []),
  ];
}

/** A daily limit that allows the same amount again today, in whole MB or minutes; a time limit is capped at 24 hours. */
export function limitAgain(limit: Limit, values: Pick<Extension, Limit>, guest: UsedGuest): number {
  const [used, step] = limit === 'max_navigation_traffic' ? [guest.used_today_traffic, MB] : [guest.used_today_time, MINUTE];
  const again = Math.ceil(((used ?? 0) + values[limit]) / step) * step;
  return limit === 'max_navigation_time' ? Math.min(again, DAY) : again;
}

/**
 * The new end; null if no day is chosen, or if the current end is kept and there is none. Days are those of the hotspot's `zone`. `now` is
 * in milliseconds.
 */
export function endOf(
  { extension, day, valid_until }: Pick<Extension, 'extension' | 'day' | 'valid_until'>,
  now: number,
  zone: string,
): Date | null {
  if (extension === 'none') return dateOf(valid_until);
  if (extension === 'date') return isDay(day) ? endOfDay(day, zone) : null;
  return extendedBy(extension === 'day' ? 1 : 7, dateOf(valid_until), now, zone);
}

const dateOf = (moment: string): Date | null => (moment === '' ? null : new Date(moment));

/** The request body. `now` is in milliseconds. */
export function toExtended(values: Extension, guest: UsedGuest, now: number): UpdateGuest {
  const end = values.extension === 'none' ? null : endOf(values, now, zoneOf(guest));
  const change: UpdateGuest = end ? { valid_until: end.toISOString() } : {};
  for (const limit of values.limits === 'kept' ? [] : limitsUsedUp(guest)) {
    // Somebody else may have removed the limit meanwhile.
    if (values[limit] > 0) change[limit] = values.limits === 'off' ? 0 : limitAgain(limit, values, guest);
  }
  return capabilities().keepsFieldsNotSent ? change : { ...toUpdate(toForm(guest), guest), ...change };
}
