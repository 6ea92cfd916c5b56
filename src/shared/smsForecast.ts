import { SMS_FORECAST_DAYS } from '../contract/plain/wire';

/** In days; a forecast further ahead would be meaningless. */
const FURTHEST = 365;

/**
 * Whole days until the SMS run out at the rate of the last SMS_FORECAST_DAYS days, in which `lately` were sent; 'long' if more than a year
 * or if none were sent. Null if there is no maximum or none are left.
 */
export function daysUntilUsedUp({ sent, maximum, lately }: { sent: number; maximum: number; lately: number }): number | 'long' | null {
  const remaining = maximum - sent;
  if (remaining <= 0) return null;
  // Infinite if none were sent.
  const days = Math.floor((remaining * SMS_FORECAST_DAYS) / lately);
  return days > FURTHEST ? 'long' : days;
}
