/** What a voucher still is good for (spec 1 §3, "Voucher states"; API.md, "Vouchers"). */
import type { Voucher } from '../../contract/vouchers';

export type VoucherState = 'valid' | 'used' | 'limit_reached' | 'expired';

/** No use is left. */
const isExhausted = ({ remain_use }: Pick<Voucher, 'remain_use'>) => remain_use === 0;

/** Its end has come. `now` in milliseconds. */
const isExpired = ({ expires }: Pick<Voucher, 'expires'>, now: number) => expires !== null && Date.parse(expires) <= now;

/** Whether somebody could still log in with it: what goes on paper and into a table. */
export const isUsable = (voucher: Pick<Voucher, 'remain_use' | 'expires'>, now: number) =>
  !isExhausted(voucher) && !isExpired(voucher, now);

/**
 * What is said of a voucher. Its clock runs once it was used: then it has a duration and an end. Expired is said besides what else
 * is true, but not beside "valid".
 */
export function statesOf(voucher: Pick<Voucher, 'remain_use' | 'duration' | 'expires'>, now: number): VoucherState[] {
  const { duration, expires } = voucher;
  const state = isExhausted(voucher) ? 'limit_reached' : duration > 0 && expires !== null ? 'used' : 'valid';
  if (!isExpired(voucher, now)) return [state];
  return state === 'valid' ? ['expired'] : [state, 'expired'];
}
