/** What state a voucher is in (VCH-25). */
import type { Voucher } from '../../contract/vouchers';

export type VoucherState = 'valid' | 'used' | 'limit_reached' | 'expired';

const isExhausted = ({ remain_use }: Pick<Voucher, 'remain_use'>) => remain_use === 0;

/** `now` in milliseconds. */
const isExpired = ({ expires }: Pick<Voucher, 'expires'>, now: number) => expires !== null && Date.parse(expires) <= now;

/** Whether a guest could still log in with it; others are neither printed nor exported. */
export const isUsable = (voucher: Pick<Voucher, 'remain_use' | 'expires'>, now: number) =>
  !isExhausted(voucher) && !isExpired(voucher, now);

/** Whether a lost ticket may have something left: a used-up one of a single guest gives the rest of that guest's time. */
export const isReplaceable = (voucher: Pick<Voucher, 'expires'>, now: number) => !isExpired(voucher, now);

/**
 * A voucher's states as shown. First use sets the end of one with a duration, so having both means used. "Expired" shows beside the other
 * states, but replaces "valid".
 */
export function statesOf(voucher: Pick<Voucher, 'remain_use' | 'duration' | 'expires'>, now: number): VoucherState[] {
  const { duration, expires } = voucher;
  const state = isExhausted(voucher) ? 'limit_reached' : duration > 0 && expires !== null ? 'used' : 'valid';
  if (!isExpired(voucher, now)) return [state];
  return state === 'valid' ? ['expired'] : [state, 'expired'];
}
