/** The voucher list's filters: in the URL, on the screen and on the wire (VCH-03, VCH-04). */
import { isDay, shifted, startOfDay } from '../../contract/plain/zones';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { VoucherFilters } from './api';

type MessageId = FormatjsIntl.Message['ids'];

interface VoucherFilter {
  label: MessageId;
  /** A fixed set of values, with their labels. */
  choices?: Readonly<Record<string, MessageId>>;
  /** For the first day of a period, whose last day is another filter. */
  period?: { end: 'createdEnd' | 'expiredEnd'; label: MessageId; hasPresets: boolean };
  /**
   * Whether it has no field of its own: the last day of a period is in the field of its first day, and a batch is chosen in the list of
   * batches.
   */
  isFieldless?: true;
  /** For filters without choices. Links and text fields can contain anything. */
  isValid?: (value: string) => boolean;
  /** Converts the value in the URL; by default it is sent as it is. */
  toWire?: (value: string, zone: string) => string | number;
}

/** The last millisecond of a day in a zone. */
const lastMomentOf = (day: string, zone: string) => new Date(startOfDay(shifted(day, 1), zone).getTime() - 1);

/** A day (YYYY-MM-DD) is sent as its start or end in the hotspot's time zone, converted to UTC. */
const FIRST_DAY = { isValid: isDay, toWire: (day: string, zone: string) => startOfDay(day, zone).toISOString() };
const LAST_DAY = {
  isValid: isDay,
  toWire: (day: string, zone: string) => lastMomentOf(day, zone).toISOString(),
  isFieldless: true,
} as const;

const TABLE = {
  used: { label: 'vouchers.filter_by_use', choices: { '0': 'vouchers.filter_unused', '1': 'vouchers.filter_used' } },
  printed: { label: 'vouchers.printed', choices: { '0': 'vouchers.filter_not_printed', '1': 'vouchers.filter_printed' } },
  type: { label: 'vouchers.type', choices: { normal: 'vouchers.type_normal', auth: 'vouchers.type_auth' } },
  reusable: { label: 'vouchers.uses', choices: { '0': 'vouchers.filter_limited', '1': 'vouchers.filter_limitless' } },
  auto_login: { label: 'vouchers.auto_login', choices: { '0': 'vouchers.filter_no_auto_login', '1': 'vouchers.filter_auto_login' } },
  duration: { label: 'vouchers.duration', isValid: (days: string) => /^\d{1,9}$/.test(days), toWire: Number },
  createdStart: {
    label: 'vouchers.created_from',
    period: { end: 'createdEnd', label: 'vouchers.created', hasPresets: true },
    ...FIRST_DAY,
  },
  createdEnd: { label: 'vouchers.created_to', ...LAST_DAY },
  expiredStart: {
    label: 'vouchers.expires_from',
    period: { end: 'expiredEnd', label: 'vouchers.expires', hasPresets: false },
    ...FIRST_DAY,
  },
  expiredEnd: { label: 'vouchers.expires_to', ...LAST_DAY },
  batch: { label: 'vouchers.batch', isValid: (id: string) => /^[1-9]\d{0,8}$/.test(id), toWire: Number, isFieldless: true },
} as const satisfies Record<Exclude<keyof VoucherFilters, 'q' | 'code' | 'ids'>, VoucherFilter>;

export type Filter = keyof typeof TABLE;

/**
 * By query parameter, in the order of the screen; the search is in the separate parameter `q`. The type makes every filter of the wire
 * appear here.
 */
export const FILTERS: Readonly<Record<Filter, VoucherFilter>> = TABLE;
export const FILTER_NAMES = Object.keys(TABLE) as Filter[];

/** Whether a value is valid for a filter. */
export function isValueOf(filter: Filter, value: string): boolean {
  const { choices, isValid } = FILTERS[filter];
  return choices ? Object.hasOwn(choices, value) : isValid?.(value) === true;
}

/** Filters for the wire; ignores invalid values. */
export function toWire(q: string, filters: Partial<Record<Filter, string>>, zone: string): VoucherFilters {
  const valid = FILTER_NAMES.flatMap((filter) => {
    const value = filters[filter] ?? '';
    return isValueOf(filter, value) ? [[filter, FILTERS[filter].toWire?.(value, zone) ?? value] as const] : [];
  });
  // Existing back ends only search codes.
  return { ...(capabilities().canFindAnything ? { q } : { code: q }), ...Object.fromEntries(valid) };
}
