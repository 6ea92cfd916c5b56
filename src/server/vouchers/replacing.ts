/** Lost tickets: the old code ends, and a new one gives what was left of it. */
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Voucher } from '../../contract/vouchers';
import type { Db } from '../database/db';
import { hotspot_preferences, hotspot_vouchers, users } from '../database/schema';
import { visibleVouchers, type Scope } from '../auth/tenancy';
import { insertSome, toVoucher, type Common } from './queries';
import { useOf } from './use';

type VoucherRow = typeof hotspot_vouchers.$inferSelect;

/** What is left of a voucher in scope, which stays locked until the transaction ends. */
export async function leftOf(tx: Db, scope: Scope, id: number, now: Date): Promise<Left | 'unknown voucher' | 'nothing left'> {
  const [voucher] = await tx
    .select()
    .from(hotspot_vouchers)
    .where(and(visibleVouchers(scope), eq(hotspot_vouchers.id, id)))
    .for('update');
  if (!voucher) return 'unknown voucher';
  if (voucher.remain_use === 0 || (voucher.expires !== null && voucher.expires <= now)) return 'nothing left';
  const { isUsed, traffic, time } = await useOf(tx, id);
  const { max_traffic, max_time } = voucher;
  // Limits of a day begin anew each day, with any code.
  if (!(await areLimitsTotal(tx, voucher.hotspot_id))) return { voucher, isUsed, max_traffic, max_time };
  // 0 is no limit, so what is used up must not become 0.
  const left = { max_traffic: max_traffic - traffic, max_time: max_time - Math.ceil(time) };
  if ((max_traffic > 0 && left.max_traffic <= 0) || (max_time > 0 && left.max_time <= 0)) return 'nothing left';
  return {
    voucher,
    isUsed,
    max_traffic: max_traffic > 0 ? left.max_traffic : 0,
    max_time: max_time > 0 ? left.max_time : 0,
  };
}

/** Whether a hotspot's voucher limits are for the whole validity instead of each day. */
async function areLimitsTotal(tx: Db, hotspotId: number): Promise<boolean> {
  const { hotspot_id, key, value } = hotspot_preferences;
  return (await tx.$count(hotspot_preferences, and(eq(hotspot_id, hotspotId), eq(key, 'voucher_limits_total'), eq(value, 'true')))) > 0;
}

export interface Left extends Pick<VoucherRow, 'max_traffic' | 'max_time'> {
  voucher: VoucherRow;
  isUsed: boolean;
}

/** Ends the old code. Its guest stays for the reports if it was ever online. */
export async function endCode(tx: Db, { voucher, isUsed }: Left, now: Date): Promise<void> {
  const itsGuest = and(eq(users.hotspot_id, voucher.hotspot_id), eq(users.username, voucher.code.toUpperCase()));
  if (isUsed) {
    const isValid = or(isNull(users.valid_until), gt(users.valid_until, now));
    await tx.update(users).set({ valid_until: now }).where(and(itsGuest, isValid));
  } else await tx.delete(users).where(itsGuest);
  await tx.delete(hotspot_vouchers).where(inArray(hotspot_vouchers.id, [voucher.id]));
}

/** Makes the new voucher, for the same guest, batch and creator. */
export async function insertReplacement(tx: Db, { voucher, max_traffic, max_time }: Left, now: Date): Promise<Voucher> {
  const { expires } = voucher;
  const common: Common = {
    ...voucher,
    code: '',
    max_traffic,
    max_time,
    // From the first use its end is fixed, and stays.
    time: expires === null ? 'duration' : 'expiration',
    duration: expires === null ? voucher.duration : 0,
    expiration: 0,
    num_vouchers: 1,
    batch: undefined,
  };
  for (;;) {
    const [made] = await insertSome(tx, common, 0, now);
    if (made) return toVoucher(made);
  }
}
