/** The texts of a printed voucher, in the chosen language. */
import type { IntlShape } from 'react-intl';
import type { Voucher } from '../../../contract/vouchers';
import { formatMoment } from '../../../shared/format/dates';
import { letters, type Ticket } from './layout';

/** Guests' names are cut to this many characters (VCH-14). */
const NAME_LETTERS = 12;

/** Whether uses are left and it hasn't expired; others aren't printed (VCH-07). */
export function isPrintable({ remain_use, expires }: Voucher, now: number): boolean {
  return remain_use !== 0 && (expires === null || Date.parse(expires) > now);
}

export function ticketOf(voucher: Voucher, ssid: string, intl: IntlShape): Ticket {
  const name = letters(voucher.user_name.trim()).slice(0, NAME_LETTERS).join('').trim();
  const network = ssid === '' ? [] : [intl.formatMessage({ id: 'paper.network' }, { ssid })];
  return {
    code: voucher.code,
    name: voucher.type === 'auth' ? name : '',
    facts: [...network, validity(voucher, intl), uses(voucher, intl), limits(voucher, intl)],
  };
}

function validity({ duration, expires }: Voucher, intl: IntlShape): string {
  if (expires !== null) return intl.formatMessage({ id: 'paper.valid_until' }, { moment: formatMoment(expires, intl.locale) });
  if (duration > 0) return intl.formatMessage({ id: 'paper.valid_days' }, { count: duration });
  return intl.formatMessage({ id: 'paper.valid_always' });
}

function uses({ remain_use }: Voucher, intl: IntlShape): string {
  if (remain_use < 0) return intl.formatMessage({ id: 'paper.uses_limitless' });
  return intl.formatMessage({ id: 'paper.uses' }, { count: remain_use });
}

function limits(voucher: Voucher, intl: IntlShape): string {
  const { bandwidth_down, bandwidth_up, max_traffic, max_time } = voucher;
  const parts = [
    bandwidth_down > 0 && intl.formatMessage({ id: 'paper.down' }, { speed: speedOf(bandwidth_down, intl) }),
    bandwidth_up > 0 && intl.formatMessage({ id: 'paper.up' }, { speed: speedOf(bandwidth_up, intl) }),
    max_traffic > 0 && intl.formatMessage({ id: 'paper.traffic' }, { amount: amountOf(max_traffic, intl) }),
    max_time > 0 && intl.formatMessage({ id: 'paper.online' }, { time: timeOf(max_time, intl) }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? intl.formatMessage({ id: 'paper.limitless' }) : parts.join(' · ');
}

/** People mean 1,000 or 1,024 kbit/s by 1 Mbit/s: use whichever gives a round number. */
function speedOf(kbps: number, intl: IntlShape): string {
  if (kbps < 1000) return `${intl.formatNumber(kbps)} kbit/s`;
  return `${intl.formatNumber(kbps % 1024 === 0 ? kbps / 1024 : kbps / 1000, { maximumFractionDigits: 2 })} Mbit/s`;
}

const MEGABYTE = 1_048_576;

/** Bytes in MB of 1,048,576, as in the forms (VCH-43). */
function amountOf(bytes: number, intl: IntlShape): string {
  const megabytes = bytes / MEGABYTE;
  if (megabytes < 1) return intl.formatNumber(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const [amount, unit] = megabytes < 1024 ? [megabytes, 'megabyte'] : [megabytes / 1024, 'gigabyte'];
  return intl.formatNumber(amount, { style: 'unit', unit, maximumFractionDigits: 2 });
}

function timeOf(seconds: number, intl: IntlShape): string {
  const parts: [count: number, unit: string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  return intl.formatList(
    parts.filter(([count]) => count > 0).map(([count, unit]) => intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' })),
    { type: 'unit' },
  );
}
