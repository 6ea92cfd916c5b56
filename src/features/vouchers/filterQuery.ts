/** The filters of the voucher list: in the address as people chose them, on the wire as the server takes them (spec 1 §2, §7). */
import dayjs from 'dayjs';
import type { VoucherFilters, VoucherType } from './api';

/** The address's names; `q` is the eleventh, the code. */
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
] as const;
export type Filter = (typeof FILTERS)[number];

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).format('YYYY-MM-DD') === text;

const FLAGS = ['0', '1'];
const IS_RIGHT: Record<Filter, (value: string) => boolean> = {
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
};

/** Whether a filter can have this value; a link may say anything, and so may a field in which people write. */
export const isValueOf = (filter: Filter, value: string) => IS_RIGHT[filter](value);

/** Days of the address (YYYY-MM-DD) become the moment that they begin or end in the browser's zone, as UTC. What is wrong narrows nothing. */
export function toWire(q: string, filters: Partial<Record<Filter, string>>): VoucherFilters {
  const right = (filter: Filter) => {
    const value = filters[filter] ?? '';
    return isValueOf(filter, value) ? value : '';
  };
  const flag = (filter: Filter) => right(filter) as '' | '0' | '1';
  const day = (filter: Filter, edge: 'startOf' | 'endOf') => {
    const value = right(filter);
    return value === '' ? '' : dayjs(value)[edge]('day').toISOString();
  };
  const duration = right('duration');
  return {
    code: q,
    used: flag('used'),
    printed: flag('printed'),
    reusable: flag('reusable'),
    auto_login: flag('auto_login'),
    type: right('type') as VoucherType | '',
    duration: duration === '' ? '' : Number(duration),
    createdStart: day('createdStart', 'startOf'),
    createdEnd: day('createdEnd', 'endOf'),
    expiredStart: day('expiredStart', 'startOf'),
    expiredEnd: day('expiredEnd', 'endOf'),
  };
}
