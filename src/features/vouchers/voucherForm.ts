/** Form values of the create dialogs, and the request built from them. */
import dayjs from 'dayjs';
import type { CreateVouchers } from '../../contract/vouchers';
import { HOTSPOT_ZONE, MAX_DEVICES, MAX_INTEGER, MAX_VOUCHER_DAYS, MAX_VOUCHERS } from '../../contract/plain/wire';
import { MB } from '../../shared/format/amounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { VoucherType } from './api';

/** Amounts are null while their field is empty, which counts as 0, no limit. */
export interface VoucherForm {
  type: VoucherType;
  /** How many to create; a custom code creates one (VCH-48). */
  count: number | null;
  auto_login: boolean;
  /** kbps, 0 unlimited. */
  bandwidth_down: number | null;
  bandwidth_up: number | null;
  trafficMb: number | null;
  timeMinutes: number | null;
  time: 'duration' | 'expiration';
  /** Days from first use. */
  duration: number | null;
  /** The last day, YYYY-MM-DD. */
  expiration: string;
  limitless: 'true' | 'false';
  /** Number of uses, if limited. */
  remain_use: number | null;
  /** Devices at once; 0 for the rule of its type. */
  max_devices: number | null;
  code: string;
  user_name: string;
  user_mail: string;
}

const SECONDS_PER_MINUTE = 60;

/** Maximum of each field: the wire's maximum in the field's unit. */
export const MOST = {
  kbps: MAX_INTEGER,
  trafficMb: Math.floor(Number.MAX_SAFE_INTEGER / MB),
  timeMinutes: Math.floor(MAX_INTEGER / SECONDS_PER_MINUTE),
  days: MAX_VOUCHER_DAYS,
  uses: MAX_INTEGER,
  devices: MAX_DEVICES,
} as const;

/** Default for a fixed expiry date, in days from today (VCH-30). */
const EXPIRATION_DAYS = 14;

const DAY = 'YYYY-MM-DD';

/** Initial values: the defaults, overridden by the last settings used (VCH-32), but never by the last guest or code. */
export function newVouchers(now: number, types: readonly VoucherType[], last: Readonly<Record<string, unknown>> | null): VoucherForm {
  const chosen = settingsOf(last ?? {});
  const type = types.find((one) => one === chosen.type) ?? types[0] ?? 'normal';
  return {
    count: 1,
    auto_login: true,
    bandwidth_down: 0,
    bandwidth_up: 0,
    trafficMb: 0,
    timeMinutes: 0,
    time: 'duration',
    duration: 7,
    limitless: 'true',
    remain_use: 3,
    max_devices: 0,
    code: '',
    user_name: '',
    user_mail: '',
    ...chosen,
    expiration: dayjs(now)
      .add(chosen.expirationDays ?? EXPIRATION_DAYS, 'day')
      .format(DAY),
    type,
  };
}

/** The settings to start the next form with. A fixed date is stored as days from today, so that it is never in the past. */
export function settingsToKeep(form: VoucherForm, now: number): Record<string, string | number | boolean> {
  return {
    type: form.type,
    auto_login: form.auto_login,
    bandwidth_down: form.bandwidth_down ?? 0,
    bandwidth_up: form.bandwidth_up ?? 0,
    trafficMb: form.trafficMb ?? 0,
    timeMinutes: form.timeMinutes ?? 0,
    time: form.time,
    duration: form.duration ?? 0,
    expirationDays: Math.max(1, daysUntil(form.expiration, now)),
    limitless: form.limitless,
    remain_use: form.remain_use ?? 1,
    max_devices: form.max_devices ?? 0,
  };
}

type Settings = Omit<VoucherForm, 'count' | 'expiration' | 'code' | 'user_name' | 'user_mail'> & { expirationDays: number };

/** The valid part of stored settings, which may be from another version or tampered with. */
function settingsOf(stored: Readonly<Record<string, unknown>>): Partial<Settings> {
  const whole =
    (most: number, least = 0) =>
    (value: unknown) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  const oneOf =
    (...values: unknown[]) =>
    (value: unknown) =>
      values.includes(value);
  const rules: Record<keyof Settings, (value: unknown) => boolean> = {
    type: oneOf('normal', 'auth'),
    auto_login: oneOf(true, false),
    bandwidth_down: whole(MOST.kbps),
    bandwidth_up: whole(MOST.kbps),
    trafficMb: whole(MOST.trafficMb),
    timeMinutes: whole(MOST.timeMinutes),
    time: oneOf('duration', 'expiration'),
    duration: whole(MOST.days),
    expirationDays: whole(MOST.days, 1),
    limitless: oneOf('true', 'false'),
    remain_use: whole(MOST.uses, 1),
    max_devices: whole(MOST.devices),
  };
  return Object.fromEntries(Object.entries(rules).flatMap(([key, isRight]) => (isRight(stored[key]) ? [[key, stored[key]]] : [])));
}

const isWithin = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

/** Whether this many vouchers can be created at once. */
export const isCountOfVouchers = (count: number | null): count is number => isWithin(count, 1, MAX_VOUCHERS);

/** Whole days from today to a day, in the browser's zone; 0 for today, negative for the past, NaN if invalid. */
export function daysUntil(day: string, now: number): number {
  // From noon to noon, so that daylight saving doesn't shift the result by a day.
  return Math.round(dayjs(`${day}T12:00`).diff(dayjs(now).hour(12).startOf('hour'), 'hour') / 24);
}

/** First and last day that a voucher may end on. */
export function expirationRange(now: number): { from: string; to: string } {
  return { from: dayjs(now).add(1, 'day').format(DAY), to: dayjs(now).add(MOST.days, 'day').format(DAY) };
}

/** The body of POST /api/vouchers: bytes, seconds, expiry in days from today; name and e-mail for type auth only (VCH-43 to VCH-47). */
export function toCreateVouchers(hotspotId: number, form: VoucherForm, now: number): CreateVouchers {
  const isAuth = form.type === 'auth';
  const days = daysUntil(form.expiration, now);
  const hasLastDay = form.time === 'expiration';
  return {
    hotspot_id: hotspotId,
    code: form.code.trim(),
    auto_login: form.auto_login,
    bandwidth_down: form.bandwidth_down ?? 0,
    bandwidth_up: form.bandwidth_up ?? 0,
    max_traffic: (form.trafficMb ?? 0) * MB,
    max_time: (form.timeMinutes ?? 0) * SECONDS_PER_MINUTE,
    time: form.time,
    // The unselected option is sent too but ignored, so replace invalid values: the server would reject a hidden field.
    duration: hasLastDay && !isWithin(form.duration, 0, MOST.days) ? 0 : (form.duration ?? 0),
    expiration: isWithin(days, 1, MOST.days) ? days : 0,
    // Existing back ends count whole days from the moment of creation.
    ...(hasLastDay && capabilities().endsVouchersWithDay && { last_day: form.expiration, tz: HOTSPOT_ZONE }),
    type: form.type,
    user_name: isAuth ? form.user_name.trim() : null,
    user_mail: isAuth ? form.user_mail.trim() : null,
    remain_use: form.limitless === 'true' ? -1 : (form.remain_use ?? 1),
    ...(capabilities().limitsDevices && (form.max_devices ?? 0) > 0 && { max_devices: form.max_devices ?? 0 }),
    num_vouchers: form.code.trim() === '' ? (form.count ?? 1) : 1,
  };
}
