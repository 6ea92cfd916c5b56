import { NO_VALUE } from './dates';

/**
 * "1h 2m 3s" in either language. Rounds `seconds`; hours don't roll over into days. "-" for zero, negative or missing values (FMT-04,
 * FMT-05).
 */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.round(seconds ?? 0);
  if (!Number.isFinite(whole) || whole <= 0) return NO_VALUE;
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'm'],
    [whole % 60, 's'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${String(amount)}${unit}`)
    .join(' ');
}
