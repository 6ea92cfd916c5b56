import dayjs from 'dayjs';
import { each, namesOf } from '../../contract/plain/fields';
import { GUEST_FIELDS, type GuestField } from '../../contract/plain/guestFields';
import type { Guest, GuestDetails, UpdateGuest } from '../../contract/guests';
import { daysLater, momentAt, wallClock } from '../../contract/plain/zones';
import { MB } from '../../shared/format/amounts';
import { ownZone } from '../../shared/format/ownZone';

const MINUTE = 60;

/** Form values: daily limits in minutes and MB, dates in the hotspot's time zone as `YYYY-MM-DDTHH:mm:ss`, '' if unset. */
export interface GuestForm extends Record<GuestField, string> {
  kbps_down: number;
  kbps_up: number;
  timeMinutes: number;
  trafficMb: number;
  auto_login: boolean;
  valid_from: string;
  valid_until: string;
}

/** A guest, with the time zone of their hotspot if the back end sends it. */
export type GuestThere = Guest & Pick<GuestDetails, 'zone'>;

/** The time zone of the guest's hotspot; the browser's if the back end doesn't send it. */
export const zoneOf = ({ zone }: Pick<GuestDetails, 'zone'>): string => zone ?? ownZone();

/** Initial values of the modify dialog. */
export function toForm(guest: GuestThere): GuestForm {
  const there = (moment: string | null) => (moment === null ? '' : wallClock(new Date(moment), zoneOf(guest)));
  return {
    ...each(namesOf(GUEST_FIELDS), (field) => guest[field]),
    kbps_down: guest.kbps_down,
    kbps_up: guest.kbps_up,
    timeMinutes: rounded(guest.max_navigation_time / MINUTE),
    trafficMb: roundedFinely(guest.max_navigation_traffic / MB),
    auto_login: guest.auto_login,
    valid_from: there(guest.valid_from),
    valid_until: there(guest.valid_until),
  };
}

/**
 * The request body. Complete, because existing back ends read a missing number as 0. Unchanged fields keep their exact value, so that a
 * limit that isn't a whole number of MB or minutes isn't rounded.
 */
export function toUpdate(form: GuestForm, guest: GuestThere): UpdateGuest {
  const before = toForm(guest);
  const toWire = (shown: string) => (shown === '' ? null : momentAt(shown, zoneOf(guest)).toISOString());
  return {
    ...each(namesOf(GUEST_FIELDS), (field) => form[field].trim()),
    kbps_down: form.kbps_down,
    kbps_up: form.kbps_up,
    max_navigation_time: form.timeMinutes === before.timeMinutes ? guest.max_navigation_time : Math.round(form.timeMinutes * MINUTE),
    max_navigation_traffic: form.trafficMb === before.trafficMb ? guest.max_navigation_traffic : Math.round(form.trafficMb * MB),
    auto_login: form.auto_login,
    valid_from: form.valid_from === before.valid_from ? guest.valid_from : toWire(form.valid_from),
    valid_until: form.valid_until === before.valid_until ? guest.valid_until : toWire(form.valid_until),
  };
}

/** The end of validity plus some days at the hotspot, counted from now if it is past. `now` is in milliseconds. */
export function extendedBy(days: number, until: Date | null, now: number, zone: string): Date {
  return daysLater(until && until.getTime() > now ? until : new Date(now), days, zone);
}

/** Whether the validity would end before it starts. */
export function endsTooEarly(from: string, until: string): boolean {
  return from !== '' && until !== '' && until <= from;
}

/** Whether a date and a time were entered, or nothing. */
export const isMoment = (local: string): boolean =>
  local === '' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(local) && dayjs(local).isValid());

const rounded = (amount: number) => Math.round(amount * 100) / 100;

/** Two significant digits below 1: a limit of a few KB must not be shown as 0, which means no limit. */
const roundedFinely = (amount: number) => (amount < 1 ? Number(amount.toPrecision(2)) : rounded(amount));
