import dayjs from 'dayjs';
import type { Guest, UpdateGuest } from '../../contract/guests';
import { capabilities } from '../../shared/backEnd/capabilities';
import { extendedBy, toForm, toUpdate } from './guestForm';

/** Form values: `day` as `YYYY-MM-DD`, for an extension until a date; `valid_until` is the end so far, in the browser's zone. */
export interface Extension {
  extension: 'day' | 'week' | 'date';
  day: string;
  valid_until: string;
}

/** Initial values: a week more. `now` in milliseconds. */
export function toExtension(guest: Guest, now: number): Extension {
  const { valid_until } = toForm(guest);
  return { extension: 'week', day: extendedBy(7, valid_until, now).slice(0, 10), valid_until };
}

/** The new end in the browser's zone, as `YYYY-MM-DDTHH:mm:ss`; empty without a day. `now` in milliseconds. */
export function endOf({ extension, day, valid_until }: Extension, now: number): string {
  if (extension === 'date') return day === '' ? '' : `${day}T23:59:59`;
  return extendedBy(extension === 'day' ? 1 : 7, valid_until, now);
}

/** The request body. `now` in milliseconds. */
export function toExtendedUntil(values: Extension, guest: Guest, now: number): UpdateGuest {
  const valid_until = endOf(values, now);
  if (!capabilities().keepsFieldsNotSent) return toUpdate({ ...toForm(guest), valid_until }, guest);
  return { valid_until: dayjs(valid_until).toISOString() };
}
