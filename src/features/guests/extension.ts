import dayjs from 'dayjs';
import type { Guest, GuestDetails, UpdateGuest } from '../../contract/guests';
import { dayIn, endOfDay } from '../../contract/zones';
import { MB } from '../../shared/format/amounts';
import { ownZone } from '../../shared/format/ownZone';
import { capabilities } from '../../shared/backEnd/capabilities';
import { extendedBy, toForm, toUpdate } from './guestForm';
import { isOver } from './guestValidity';

const MINUTE = 60;
const DAY = 86_400;

/** Form values. `day` is `YYYY-MM-DD`, for an extension until a date; `valid_until` is the current end, in the browser's time zone. */
export interface Extension {
  /** `none` leaves the end as it is. */
  extension: 'none' | 'day' | 'week' | 'date';
  day: string;
  valid_until: string;
  /** What to do about the daily limits that are used up; `again` adds a day's allowance to what was used. */
  limits: 'again' | 'off' | 'kept';
  /** The current daily limits, in bytes and seconds. */
  max_navigation_traffic: number;
  max_navigation_time: number;
}

/** A guest with today's use, if the back end reports that. */
export type UsedGuest = Guest & Pick<GuestDetails, 'used_today_traffic' | 'used_today_time' | 'zone'>;

/** Initial values: whatever gives the guest access again, otherwise another week. `now` is in milliseconds. */
export function toExtension(guest: UsedGuest, now: number): Extension {
  const { valid_until } = toForm(guest);
  const isStopped = limitsUsedUp(guest).length > 0;
  return {
    extension: isStopped && dayjs(valid_until).valueOf() > now ? 'none' : 'week',
    day: dayIn(dayjs(extendedBy(7, valid_until, now, zoneOf(guest))).toDate(), zoneOf(guest)),
    valid_until,
    limits: isStopped ? 'again' : 'kept',
    max_navigation_traffic: guest.max_navigation_traffic,
    max_navigation_time: guest.max_navigation_time,
  };
}

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
 * The new end in the browser's time zone, as `YYYY-MM-DDTHH:mm:ss`; '' if no day is chosen. Days are those of the hotspot's `zone`. `now` is in
 * milliseconds.
 */
export function endOf(
  { extension, day, valid_until }: Pick<Extension, 'extension' | 'day' | 'valid_until'>,
  now: number,
  zone: string,
): string {
  if (extension === 'none') return valid_until;
  if (extension === 'date') return day === '' ? '' : dayjs(endOfDay(day, zone)).format('YYYY-MM-DDTHH:mm:ss');
  return extendedBy(extension === 'day' ? 1 : 7, valid_until, now, zone);
}

/** The zone of the guest's hotspot; the browser's, if the back end doesn't tell. */
export const zoneOf = ({ zone }: Pick<UsedGuest, 'zone'>): string => zone ?? ownZone();

/** The request body. `now` is in milliseconds. */
export function toExtended(values: Extension, guest: UsedGuest, now: number): UpdateGuest {
  const change: UpdateGuest = values.extension === 'none' ? {} : { valid_until: dayjs(endOf(values, now, zoneOf(guest))).toISOString() };
  for (const limit of values.limits === 'kept' ? [] : limitsUsedUp(guest)) {
    // Somebody else may have removed the limit meanwhile.
    if (values[limit] > 0) change[limit] = values.limits === 'off' ? 0 : limitAgain(limit, values, guest);
  }
  return capabilities().keepsFieldsNotSent ? change : { ...toUpdate(toForm(guest), guest), ...change };
}
