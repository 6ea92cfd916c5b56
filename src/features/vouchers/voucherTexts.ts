/** A voucher's values as text, for the table, the summary in dialogs and the CSV. */
import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import type { Voucher } from '../../contract/vouchers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { bandwidthText, trafficText } from '../../shared/format/amounts';
import { formatDay, formatMoment, isElsewhere, NO_VALUE } from '../../shared/format/dates';

const MINUTE = 60;

/** "45 minutes", "2 hours"; 0 is no limit. */
export function timeText(intl: IntlShape, seconds: number): string {
  if (seconds === 0) return intl.formatMessage({ id: 'common.no_limit' });
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes % MINUTE === 0
    ? intl.formatMessage({ id: 'duration.hours' }, { count: minutes / MINUTE })
    : intl.formatMessage({ id: 'duration.minutes' }, { count: minutes });
}

/** "unlimited", "3 left", "used up". */
export function usesText(intl: IntlShape, remainUse: number): string {
  return remainUse === -1
    ? intl.formatMessage({ id: 'vouchers.limitless' })
    : intl.formatMessage({ id: 'vouchers.uses_left' }, { count: remainUse });
}

/** Validity: "7 days after the day of first use", "until 3 November 2026, 14:05" in the hotspot's zone, or no end. */
export function validityText(intl: IntlShape, { duration, expires }: Pick<Voucher, 'duration' | 'expires'>, zone: string): string {
  if (expires !== null) return intl.formatMessage({ id: 'vouchers.until' }, { moment: momentIn(zone, expires, intl) });
  return duration > 0
    ? intl.formatMessage({ id: 'vouchers.days_from_first_use' }, { days: duration })
    : intl.formatMessage({ id: 'vouchers.no_end' });
}

/** The zone is named if it isn't the browser's. */
export const momentIn = (zone: string, moment: string, intl: IntlShape): string =>
  isElsewhere(zone) ? `${formatMoment(moment, intl.locale, zone)} (${zone})` : formatMoment(moment, intl.locale);

/** "Ada Rossi · Room 204"; '' if nothing is known. */
export function guestText(intl: IntlShape, { user_name, room = '' }: Pick<Voucher, 'user_name' | 'room'>): string {
  // Without a digit it isn't a room number but another note, such as the name of a suite.
  const where = /^\S*\d\S*$/.test(room) ? intl.formatMessage({ id: 'counter.room' }, { room }) : room;
  return [user_name.trim(), where].filter((part) => part !== '').join(' · ');
}

/** When new vouchers with a last day (YYYY-MM-DD) end: at the end of that day, or with existing back ends at the current time of day. */
export function lastDayText(intl: IntlShape, day: string, now: number): string {
  const message = capabilities().endsVouchersWithDay
    ? formatDay(day, intl.locale)
    : formatMoment(`${day}T${dayjs(now).format('HH:mm')}`, intl.locale);
  return message === NO_VALUE ? '…' : message;
}

/** What a voucher grants. `until` is the fixed end that replaces `duration`. */
type Grant = Pick<Voucher, 'duration' | 'remain_use' | 'bandwidth_down' | 'bandwidth_up' | 'max_traffic' | 'max_time' | 'auto_login'> & {
  until: string | null;
  max_devices?: number | undefined;
};

/** "Valid 7 days after the day of first use, 3 uses, 2 Mbit/s down, signs in again by itself". Bytes, seconds, kbps, as on the wire. */
export function sentenceOf(intl: IntlShape, grant: Grant): string {
  const { duration, until, remain_use, bandwidth_down, bandwidth_up, max_traffic, max_time, auto_login, max_devices = 0 } = grant;
  const facts = [
    until !== null
      ? intl.formatMessage({ id: 'vouchers.says_until' }, { day: until })
      : duration > 0
        ? intl.formatMessage({ id: 'vouchers.says_days' }, { days: duration })
        : intl.formatMessage({ id: 'vouchers.says_no_end' }),
    remain_use === -1
      ? intl.formatMessage({ id: 'vouchers.says_limitless' })
      : intl.formatMessage({ id: 'vouchers.says_uses' }, { count: remain_use }),
    max_devices > 0 && intl.formatMessage({ id: 'vouchers.says_devices' }, { count: max_devices }),
    bandwidth_down > 0 && intl.formatMessage({ id: 'vouchers.says_down' }, { rate: bandwidthText(intl, bandwidth_down) }),
    bandwidth_up > 0 && intl.formatMessage({ id: 'vouchers.says_up' }, { rate: bandwidthText(intl, bandwidth_up) }),
    max_traffic > 0 && intl.formatMessage({ id: 'vouchers.says_traffic' }, { amount: trafficText(intl, max_traffic) }),
    max_time > 0 && intl.formatMessage({ id: 'vouchers.says_time' }, { time: timeText(intl, max_time) }),
    auto_login && intl.formatMessage({ id: 'vouchers.says_auto_login' }),
  ];
  return intl.formatList(
    facts.filter((fact) => fact !== false),
    { type: 'unit' },
  );
}

/** What an existing voucher grants, as text; its end in the hotspot's zone. */
export function grantOf(intl: IntlShape, voucher: Omit<Grant, 'until'> & Pick<Voucher, 'expires'>, zone: string): string {
  return sentenceOf(intl, { ...voucher, until: voucher.expires === null ? null : momentIn(zone, voucher.expires, intl) });
}
