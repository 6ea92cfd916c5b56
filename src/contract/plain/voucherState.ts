/**
 * The rules that say whether a voucher can still be used (VCH-25). SQL that counts vouchers uses `voucher_is_expired`,
 * `voucher_is_usable` and `voucher_shows_use` (src/server/database/functions); a test compares them with these rules case by case.
 */

/** As on the wire (contract/vouchers.ts), or as in the database. */
type Uses = { remain_use: number };
type Length = { duration: number };
type End = { expires: string | Date | null };
type Moment = number | Date;

export type VoucherState = 'valid' | 'used' | 'limit_reached' | 'expired';

/** Whether no further guest can log in with it. Guests who have already used it still can. */
export const isUsedUp = ({ remain_use }: Uses): boolean => remain_use === 0;

/** Whether its time is over. A number is in milliseconds. */
export const isExpired = ({ expires }: End, now: Moment): boolean => expires !== null && Number(new Date(expires)) <= Number(now);

/** Whether another guest could still log in with it; other vouchers are neither printed nor exported, and don't count as left. */
export const isUsable = (voucher: Uses & End, now: Moment): boolean => !isUsedUp(voucher) && !isExpired(voucher, now);

/** Whether a lost voucher can be replaced. Not by its uses: a used-up personal voucher is replaced by one for the rest of its time. */
export const isReplaceable = (voucher: End, now: Moment): boolean => !isExpired(voucher, now);

/**
 * A voucher's states as displayed. With a duration the first use sets the end, so having both means used. "Expired" is shown in addition to
 * other states, but instead of "valid".
 */
export function statesOf(voucher: Uses & Length & End, now: Moment): VoucherState[] {
  const { duration, expires } = voucher;
  const state = isUsedUp(voucher) ? 'limit_reached' : duration > 0 && expires !== null ? 'used' : 'valid';
  if (!isExpired(voucher, now)) return [state];
  return state === 'valid' ? ['expired'] : [state, 'expired'];
}
