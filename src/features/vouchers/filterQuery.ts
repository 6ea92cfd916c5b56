/** The voucher list's filters, as in the address and on the wire (VCH-03). */
import { isDay, shifted, startOfDay } from '../../contract/zones';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { VoucherFilters, VoucherType } from './api';

/** Names of the filters' query parameters; the code is in another one, `q`. */
export const FILTERS = [
  'used',
  'printed',
  'type',
  'reusable',
  'auto_login',
  'duration',
  'createdStart',
  'createdEnd',
  'expiredStart',
  'expiredEnd',
  'batch',
] as const;
export type Filter = (typeof FILTERS)[number];

const FLAGS = ['0', '1'];
const VALIDATORS: Record<Filter, (value: string) => boolean> = {
  used: (value) => FLAGS.includes(value),
  printed: (value) => FLAGS.includes(value),
  type: (value) => value === 'normal' || value === 'auth',
  reusable: (value) => FLAGS.includes(value),
  auto_login: (value) => FLAGS.includes(value),
  duration: (value) => /^\d{1,9}$/.test(value),
  createdStart: isDay,
  createdEnd: isDay,
  expiredStart: isDay,
  expiredEnd: isDay,
  batch: (value) => /^[1-9]\d{0,8}$/.test(value),
};

/** Whether a value is valid for a filter; links and text fields can contain anything. */
export const isValueOf = (filter: Filter, value: string) => VALIDATORS[filter](value);

/** The last millisecond of a day in a zone. */
const lastMomentOf = (day: string, zone: string) => new Date(startOfDay(shifted(day, 1), zone).getTime() - 1);

/** Filters for the wire: days (YYYY-MM-DD) become their start or end in the hotspot's zone, in UTC (VCH-04). Ignores invalid values. */
export function toWire(q: string, filters: Partial<Record<Filter, string>>, zone: string): VoucherFilters {
  const right = (filter: Filter) => {
    const value = filters[filter] ?? '';
    return isValueOf(filter, value) ? value : '';
  };
  const flag = (filter: Filter) => right(filter) as '' | '0' | '1';
  const day = (filter: Filter, edge: typeof startOfDay) => {
    const value = right(filter);
    return value === '' ? '' : edge(value, zone).toISOString();
  };
  const duration = right('duration');
  return {
    // An older back end finds only codes.
    ...(capabilities().canFindAnything ? { q } : { code: q }),
    used: flag('used'),
    printed: flag('printed'),
    reusable: flag('reusable'),
    auto_login: flag('auto_login'),
    type: right('type') as VoucherType | '',
    duration: duration === '' ? '' : Number(duration),
    createdStart: day('createdStart', startOfDay),
    createdEnd: day('createdEnd', lastMomentOf),
    expiredStart: day('expiredStart', startOfDay),
    expiredEnd: day('expiredEnd', lastMomentOf),
    ...(right('batch') !== '' && { batch: Number(right('batch')) }),
  };
}
