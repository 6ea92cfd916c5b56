/** Replaces lost vouchers: the old code becomes invalid, and a new voucher grants what was left. */
import { and, eq } from 'drizzle-orm';
import { isExpired, isUsedUp } from '../../contract/plain/voucherState';
import type { Voucher } from '../../contract/vouchers';
import type { Db } from '../database/db';
import { hotspot_vouchers, replaced_codes, users } from '../database/schema';
import { settingsOf } from '../preferences/queries';
import { visibleVouchers, type Scope } from '../auth/tenancy';
import { insertSome, toVoucher, type Common } from './queries';
import { guestsOf, useOf } from './usageQueries';

type VoucherRow = typeof hotspot_vouchers.$inferSelect;

/** What is left of a voucher in scope. The row stays locked until the transaction ends. */
export async function lockRemaining(tx: Db, scope: Scope, id: number, now: Date): Promise<Remaining | 'unknown voucher' | 'nothing left'> {
  const [voucher] = await tx
    .select()
    .from(hotspot_vouchers)
    .where(and(visibleVouchers(scope), eq(hotspot_vouchers.id, id)))
    .for('update');
  if (!voucher) return 'unknown voucher';
  const { isUsed, traffic, time } = await useOf(tx, id);
  const guests = isUsed ? await guestsOf(tx, id) : [];
  const [guest] = guests.length === 1 ? guests : [];
  const isIn = guest !== undefined && (guest.validUntil === null || guest.validUntil > now);
  // With exactly one guest, the replacement takes over that guest's remaining access. With several, only one of them has lost the code, so
  // all keep their access.
  const only = isIn ? guest : null;
  const expires = only?.validUntil ?? voucher.expires;
  if (isExpired({ expires }, now)) return 'nothing left';
  if (isUsedUp(voucher) && !only) return 'nothing left';
  const hasCounted = only !== null && (only.hasUse || isUsedUp(voucher));
  const remaining = {
    voucher,
    guestId: only?.id ?? null,
    isUsed,
    expires,
    // Gives the counted use back, because the same guest will use the new code.
    remain_use: voucher.remain_use === -1 || !hasCounted ? voucher.remain_use : voucher.remain_use + 1,
    max_traffic: voucher.max_traffic,
    max_time: voucher.max_time,
  };
  // Nothing to deduct: daily limits start again each day, whatever the code; and with several guests, the limits apply to each of them.
  if (guests.length > 1 || !(await settingsOf(tx, voucher.hotspot_id, ['voucher_limits_total'])).isOn('voucher_limits_total'))
    return remaining;
  // 0 means unlimited, so a limit that is used up must not become 0.
  if (remaining.max_traffic > 0 && (remaining.max_traffic -= traffic) <= 0) return 'nothing left';
  if (remaining.max_time > 0 && (remaining.max_time -= Math.ceil(time)) <= 0) return 'nothing left';
  return remaining;
}

export interface Remaining extends Pick<VoucherRow, 'max_traffic' | 'max_time' | 'remain_use' | 'expires'> {
  voucher: VoucherRow;
  /** The only guest with valid access through this voucher; null if there is none, or several. */
  guestId: number | null;
  isUsed: boolean;
}

/**
 * Creates the replacement and makes the old code invalid. From then on the old code, and any codes that it had replaced, lead to the new
 * voucher.
 */
export async function replaceVoucher(tx: Db, scope: Scope, remaining: Remaining, now: Date): Promise<Voucher> {
  const { voucher } = remaining;
  const created = await insertReplacement(tx, remaining, now);
  await tx.update(replaced_codes).set({ voucher_id: created.id }).where(eq(replaced_codes.voucher_id, voucher.id));
  const { hotspot_id, code } = voucher;
  await tx.insert(replaced_codes).values({ hotspot_id, code, voucher_id: created.id, replaced: now, replaced_by: scope.username });
  await invalidateVoucher(tx, remaining, now);
  return created;
}

/**
 * Deletes the old voucher and ends the access of its only guest, whose row is kept for reports. If the voucher is an unused one of type
 * auth, its guest is deleted.
 */
async function invalidateVoucher(tx: Db, { voucher, guestId, isUsed }: Remaining, now: Date): Promise<void> {
  if (guestId !== null) await tx.update(users).set({ valid_until: now }).where(eq(users.id, guestId));
  else if (!isUsed) await tx.delete(users).where(eq(users.voucher_id, voucher.id));
  await tx.delete(hotspot_vouchers).where(eq(hotspot_vouchers.id, voucher.id));
}

/** Creates the replacement, with the batch and owner of the old voucher. */
async function insertReplacement(tx: Db, remaining: Remaining, now: Date): Promise<Voucher> {
  const { voucher, expires, remain_use, max_traffic, max_time } = remaining;
  const common: Common = {
    ...voucher,
    code: '',
    remain_use,
    max_traffic,
    max_time,
    expires,
    // Once used, the voucher's expiry is fixed and carries over.
    time: expires === null ? 'duration' : 'expiration',
    duration: expires === null ? voucher.duration : 0,
    expiration: 0,
    num_vouchers: 1,
    batch: undefined,
  };
  for (;;) {
    const [created] = await insertSome(tx, common, 0, now);
    if (created) return toVoucher(created);
  }
}
