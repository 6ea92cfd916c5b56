/** The state of a voucher (VCH-25). */
import type { Voucher } from '../../contract/vouchers';

export type VoucherState = 'valid' | 'used' | 'limit_reached' | 'expired';

const isExhausted = ({ remain_use }: Pick<Voucher, 'remain_use'>) => remain_use === 0;

/** `now` in milliseconds. */
const isExpired = ({ expires }: Pick<Voucher, 'expires'>, now: number) => expires !== null && Date.parse(expires) <= now;

/** Whether a guest could still log in with it; other vouchers are neither printed nor exported. */
export const isUsable = (voucher: Pick<Voucher, 'remain_use' | 'expires'>, now: number) =>
  !isExhausted(voucher) && !isExpired(voucher, now);

/** Whether a lost voucher may have something left: even with its uses spent, a personal voucher can be replaced by the rest of its time. */
export const isReplaceable = (voucher: Pick<Voucher, 'expires'>, now: number) => !isExpired(voucher, now);

/**
 * A voucher's states as displayed. With a duration the first use sets the end, so having both means used. "Expired" is shown in addition
 * to other states, but instead of "valid".
 */
export function statesOf(voucher: Pick<Voucher, 'remain_use' | 'duration' | 'expires'>, now: number): VoucherState[] {
  const { duration, expires } = voucher;
  const state = isExhausted(voucher) ? 'limit_reached' : duration > 0 && expires !== null ? 'used' : 'valid';
  if (!isExpired(voucher, now)) return [state];
  return state === 'valid' ? ['expired'] : [state, 'expired'];
}
