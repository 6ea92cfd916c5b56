import type { Db } from '../../../src/server/database/db';
import { insertVoucher } from '../../factories/rows';

/** A voucher with the code `right1`, for any number of guests and three days from the first use. */
export const insertVoucherForAnybody = (db: Db, hotspot_id: number, created: Date) =>
  insertVoucher(db, { hotspot_id, code: 'right1', auto_login: false, remain_use: -1, duration: 3, type: 'normal', created });
