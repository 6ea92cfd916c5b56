/** The filters of the voucher list: in the address as people chose them, on the wire as the server takes them (spec 1 §2, §7). */
import dayjs from 'dayjs';
import type { VoucherFilters } from './api';

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
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).format('YYYY-MM-DD') === text;

/** Days of the address (YYYY-MM-DD) become the moment that they begin or end in the browser's zone, as UTC. What is wrong narrows nothing. */
export function toWire(q: string, filters: Partial<Record<Filter, string>>): VoucherFilters {
  const flag = (text: string | undefined) => (text === '0' || text === '1' ? text : '');
  const day = (text: string | undefined, edge: 'startOf' | 'endOf') => {
    if (!isDay(text)) return '';
    return dayjs(text)[edge]('day').toISOString();
  };
  return {
    code: q,
    used: flag(filters.used),
    printed: flag(filters.printed),
    reusable: flag(filters.reusable),
    auto_login: flag(filters.auto_login),
    type: filters.type === 'normal' || filters.type === 'auth' ? filters.type : '',
    duration: filters.duration && /^\d{1,9}$/.test(filters.duration) ? Number(filters.duration) : '',
    createdStart: day(filters.createdStart, 'startOf'),
    createdEnd: day(filters.createdEnd, 'endOf'),
    expiredStart: day(filters.expiredStart, 'startOf'),
    expiredEnd: day(filters.expiredEnd, 'endOf'),
  };
}
