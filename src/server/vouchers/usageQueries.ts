/** SQL about whether and how much a voucher `v` was used. */
import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { rowsIn, type Db } from '../database/db';
import { hotspot_vouchers, users, voucher_uses } from '../database/schema';

/**
 * Ids of the guests of voucher `v`: its own, those registered with it, including archived ones, because their sessions refer to these ids,
 * and guests who registered in another way and used it.
 */
export const guestIds = sql`(select u.id from users u where u.voucher_id = v.id
  union select x.user_id from voucher_uses x where x.voucher_id = v.id
  union select h.user_id from user_histories h where h.voucher_id = v.id)`;

/** Ids of the guests of the voucher with this id. */
export const guestIdsOf = (voucherId: number): SQL =>
  sql`(select g.id from hotspot_vouchers v cross join lateral ${guestIds} g (id) where v.id = ${voucherId})`;

const hasSession = (table: 'sessions' | 'session_histories') =>
  sql`exists (select 1 from ${sql.raw(table)} s where s.hotspot_id = v.hotspot_id and s.user_id in ${guestIds})`;

/**
 * Whether anybody has logged in with voucher `v`. The first use sets the expiry of a voucher with a duration, and creates the guest of a
 * normal one. The guest of an auth voucher exists from the start, so only its devices, sessions and archived copy show a use.
 */
export const isUsed: SQL = sql`(voucher_shows_use(v.remain_use, v.duration, v.expires)
  or exists (select 1 from voucher_uses x where x.voucher_id = v.id)
  or (v.type = 'normal' and exists (select 1 from users u where u.voucher_id = v.id))
  or exists (select 1 from user_histories h where h.voucher_id = v.id)
  or (v.type = 'auth' and (
    exists (select 1 from devices d join users u on u.id = d.user_id where u.voucher_id = v.id)
    or ${hasSession('sessions')} or ${hasSession('session_histories')})))`;

/** Whether voucher `v` has expired at `now` (isExpired() in contract/plain/voucherState.ts). */
export const isVoucherExpired = (now: Date): SQL => sql`voucher_is_expired(v.expires, ${now.toISOString()}::timestamptz)`;

/** Whether another guest could log in with a voucher at `now` (isUsable() in contract/plain/voucherState.ts). */
export const isVoucherUsable = (now: Date): SQL =>
  sql`voucher_is_usable(${hotspot_vouchers.remain_use}, ${hotspot_vouchers.expires}, ${now.toISOString()}::timestamptz)`;

/** A guest of a voucher. `hasUse`: whether a use was counted for this guest. */
interface VoucherGuest {
  id: number;
  validUntil: Date | null;
  hasUse: boolean;
}

/** Current (not archived) guests of a voucher, at most two. */
export async function guestsOf(tx: Db, id: number): Promise<VoucherGuest[]> {
  const rows = await tx
    .select({ id: users.id, validUntil: users.valid_until, use: voucher_uses.id })
    .from(users)
    .leftJoin(voucher_uses, and(eq(voucher_uses.user_id, users.id), eq(voucher_uses.voucher_id, id)))
    .where(or(eq(users.voucher_id, id), isNotNull(voucher_uses.id)))
    .limit(2);
  return rows.map(({ use, ...guest }) => ({ ...guest, hasUse: use !== null }));
}

/** What all guests of a voucher have used, in bytes and seconds, and whether anybody has used it. */
export async function useOf(tx: Db, id: number): Promise<{ isUsed: boolean; traffic: number; time: number }> {
  const used = (table: 'sessions' | 'session_histories') => sql`
    select s.bytes_up + s.bytes_down as traffic, s.duration as time from ${sql.raw(table)} s
    where s.hotspot_id = v.hotspot_id and s.user_id in ${guestIds}`;
  const result: unknown = await tx.execute(sql`
    select ${isUsed} as used, coalesce(sum(s.traffic), 0)::float8 as traffic, coalesce(sum(s.time), 0)::float8 as time
    from hotspot_vouchers v left join lateral (${used('sessions')} union all ${used('session_histories')}) s on true
    where v.id = ${id} group by v.id`);
  const [row] = rowsIn<{ used: boolean; traffic: number; time: number }>(result);
  return { isUsed: row?.used ?? false, traffic: row?.traffic ?? 0, time: row?.time ?? 0 };
}
