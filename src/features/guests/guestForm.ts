import dayjs from 'dayjs';
import type { Guest, UpdateGuest } from '../../contract/guests';
import { daysLater } from '../../contract/zones';
import { MB } from '../../shared/format/amounts';

const MINUTE = 60;

/** Form values: daily limits in minutes and MB, dates in the browser's time zone as `YYYY-MM-DDTHH:mm:ss`, '' if unset. */
export interface GuestForm {
  name: string;
  email: string;
  kbps_down: number;
  kbps_up: number;
  timeMinutes: number;
  trafficMb: number;
  auto_login: boolean;
  valid_from: string;
  valid_until: string;
}

/** Initial values of the modify dialog. */
export function toForm(guest: Guest): GuestForm {
  return {
    name: guest.name,
    email: guest.email,
    kbps_down: guest.kbps_down,
    kbps_up: guest.kbps_up,
    timeMinutes: rounded(guest.max_navigation_time / MINUTE),
    trafficMb: roundedFinely(guest.max_navigation_traffic / MB),
    auto_login: guest.auto_login,
    valid_from: toLocal(guest.valid_from),
    valid_until: toLocal(guest.valid_until),
  };
}

/**
 * The request body. Complete, because existing back ends read a missing number as 0. Unchanged fields keep their exact value, so that a
 * limit that isn't a whole number of MB or minutes isn't rounded.
 */
export function toUpdate(form: GuestForm, guest: Guest): UpdateGuest {
  const before = toForm(guest);
  return {
    name: form.name.trim(),
    email: form.email.trim(),
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
export function extendedBy(days: number, until: string, now: number, zone: string): string {
  const end = dayjs(until);
  const from = end.isValid() && end.valueOf() > now ? end : dayjs(now);
  return dayjs(daysLater(from.toDate(), days, zone)).format(FORM);
}

/** Whether the validity would end before it starts. */
export function endsTooEarly(from: string, until: string): boolean {
  return from !== '' && until !== '' && dayjs(until).valueOf() <= dayjs(from).valueOf();
}

/** Whether a date and a time were entered, or nothing. */
export const isMoment = (local: string): boolean =>
  local === '' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(local) && dayjs(local).isValid());

const FORM = 'YYYY-MM-DDTHH:mm:ss';

const rounded = (amount: number) => Math.round(amount * 100) / 100;

/** Two significant digits below 1: a limit of a few KB must not be shown as 0, which means no limit. */
const roundedFinely = (amount: number) => (amount < 1 ? Number(amount.toPrecision(2)) : rounded(amount));

const toLocal = (moment: string | null) => (moment === null ? '' : dayjs(moment).format(FORM));

const toWire = (local: string) => (local === '' ? null : dayjs(local).toISOString());
