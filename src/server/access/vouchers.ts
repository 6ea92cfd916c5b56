/** The rules of vouchers: whether one can be used, what counts as a use, and the validity that its first use begins. Pure. */
import { MAX_VOUCHER_DAYS } from '../../contract/plain/wire';
import type { RefusalCode } from '../../contract/plain/access';
import { isExpired, isUsedUp } from '../../contract/plain/voucherState';
import { dayIn, endOfDay, shifted } from '../../contract/plain/zones';
import type { Amount } from './usage';

export interface VoucherFacts {
  type: 'normal' | 'auth';
  /** Days from the first use; 0 if the validity doesn't depend on the first use. */
  duration: number;
  expires: Date | null;
  /** -1 for unlimited. */
  remainingUses: number;
  /** Whether this guest has used it before. */
  isUsedByGuest: boolean;
  limit: Amount;
  kbpsDown: number;
  kbpsUp: number;
}

/** Whether letting a guest in is a use: each guest uses a voucher once, by its code, however often they log in with it. */
export const isUse = ({ isUsedByGuest }: Pick<VoucherFacts, 'isUsedByGuest'>, isCodeTyped: boolean): boolean =>
  isCodeTyped && !isUsedByGuest;

/** Why nobody can get in with this voucher now; null if somebody can. `use`: whether that would be a use. */
export function whyUnusable(
  { expires, remainingUses }: Pick<VoucherFacts, 'expires' | 'remainingUses'>,
  { now, use }: { now: Date; use: boolean },
): RefusalCode | null {
  if (isExpired({ expires }, now)) return 'expired';
  return use && isUsedUp({ remain_use: remainingUses }) ? 'no_uses_left' : null;
}

/**
 * The end of the validity that a first use now begins: when the voucher expires, or else the end of the day `duration` days from today in
 * the hotspot's zone. Without a duration it is the longest validity a voucher may have.
 */
export function validUntil({ expires, duration }: Pick<VoucherFacts, 'expires' | 'duration'>, now: Date, zone: string): Date {
  return expires ?? endOfDay(shifted(dayIn(now, zone), duration === 0 ? MAX_VOUCHER_DAYS : duration), zone);
}
