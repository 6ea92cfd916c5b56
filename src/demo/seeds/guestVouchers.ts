import { sql } from 'drizzle-orm';
import type { Db } from '../../server/database/db';
import { hotspot_vouchers, user_histories, users } from '../../server/database/schema';

/** Links generated or recorded guests to the voucher whose code is their name, as migration 0028 did for existing guests. */
export async function linkGuestsToVouchers(tx: Db): Promise<void> {
  for (const table of [users, user_histories]) {
    await tx.execute(sql`update ${table} u set voucher_id = v.id from ${hotspot_vouchers} v
      where u.account_type = 'voucher' and u.voucher_id is null and v.hotspot_id = u.hotspot_id and v.code = lower(u.username)`);
  }
}
