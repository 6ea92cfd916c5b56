import type { Voucher } from '../../../contract/vouchers';
import { dayIn, momentAt, shifted } from '../../../contract/plain/zones';
import { ownZone } from '../../../shared/format/ownZone';

/** A voucher for previewing a design, valid for a week, until eleven o'clock in a zone. */
export const sampleVoucher = (name: string, zone = ownZone()): Voucher => ({
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
  expires: momentAt(`${shifted(dayIn(new Date(), zone), 7)}T11:00:00`, zone).toISOString(),
  type: 'auth',
  user_name: name,
  user_mail: '',
  printed: false,
  owner_id: 0,
  created: new Date().toISOString(),
});
