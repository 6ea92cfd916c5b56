/** Deletes expired vouchers that hotspots don't keep any longer (`voucher_expiration_days`). */
import { sql } from 'drizzle-orm';
import { rowsIn, type Db } from '../database/db';

/**
 * Deletes up to `most` vouchers that expired longer ago than their hotspot keeps them. A voucher stays as long as one of its guests may be
 * online, because staff extended that guest's access. Returns how many.
 */
export async function deleteExpiredVouchers(db: Db, now: Date, most: number): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const deleted: unknown = await db.execute(sql`
    delete from hotspot_vouchers where id in (
      select v.id from hotspot_preferences p
        cross join lateral (select case when p.value ~ '^[0-9]{1,5}$' then p.value::int else 0 end as days) kept
        join hotspot_vouchers v on v.hotspot_id = p.hotspot_id and v.expires <= ${at} - make_interval(days => kept.days)
      where p.key = 'voucher_expiration_days' and kept.days > 0
        and not exists (select from users u where u.voucher_id = v.id and u.valid_until > ${at})
      limit ${most})
    returning id`);
  return rowsIn<{ id: number }>(deleted).length;
}
