import { SMS_FORECAST_DAYS } from '../contract/plain/wire';

/** In days; a forecast further ahead would be meaningless. */
const FURTHEST = 365;

/**
 * Whole days until the SMS run out at the rate of the last SMS_FORECAST_DAYS days, in which `lately` were sent; 'long' if more than a year
 * or if none were sent. Null if there is no maximum or none are left.
 */
export function daysUntilUsedUp({ sent, maximum, lately }: { sent: number; maximum: number; lately: number }): number | 'long' | null {
  const remaining = maximum - sent;
  if (maximum <= 0 || remaining <= 0) return null;
  const days = lately > 0 ? Math.floor((remaining * SMS_FORECAST_DAYS) / lately) : Infinity;
  return days > FURTHEST ? 'long' : days;
}
