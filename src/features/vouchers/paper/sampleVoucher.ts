import dayjs from 'dayjs';
import type { Voucher } from '../../../contract/vouchers';

/** A voucher for previewing a design, valid for a week. */
export const sampleVoucher = (name: string): Voucher => ({
  id: 0,
  hotspot_id: 0,
  code: 'k7mq2xvd',
  auto_login: true,
  bandwidth_up: 0,
  bandwidth_down: 10_000,
  duration: 0,
  max_traffic: 0,
  max_time: 0,
  remain_use: 3,
  expires: dayjs().add(7, 'day').hour(11).minute(0).second(0).millisecond(0).toISOString(),
  type: 'auth',
  user_name: name,
  user_mail: '',
  printed: false,
  owner_id: 0,
  created: dayjs().toISOString(),
});
