/** Days that a forecast looks back. */
export const FORECAST_DAYS = 30;

/** Days that are foreseen: what lasts longer is not worth a date. */
const FURTHEST = 365;

/**
 * In how many whole days the SMS run out at the pace of the last FORECAST_DAYS, in which `lately` were sent; 'long' for more than a year,
 * and for a pace of nothing. Null where there is nothing to foresee: no maximum, or none left.
 */
export function daysLeft({ sent, maximum, lately }: { sent: number; maximum: number; lately: number }): number | 'long' | null {
  const left = maximum - sent;
  if (maximum <= 0 || left <= 0) return null;
  const days = lately > 0 ? Math.floor((left * FORECAST_DAYS) / lately) : Infinity;
  return days > FURTHEST ? 'long' : days;
}
