import type { ReportData } from './api';

/** How a mean differs from the one before; `share` is the difference as a part of that. */
interface Comparison {
  direction: 'more' | 'less' | 'same';
  share: number;
}

/** The mean of the first `days` days of a report, as the server computes it: of the days that have one, rounded down (API.md, "Reports"). */
export function meanBefore({ series }: ReportData, set: number, days: number): number {
  const present = series[set]?.values.slice(0, days).filter((value) => value !== null) ?? [];
  return present.length === 0 ? 0 : Math.floor(present.reduce((total, value) => total + value, 0) / present.length);
}

/** Null where there was nothing before: no percentage says how much more that is. A difference that rounds to 0 % is none. */
export function compared(mean: number, before: number): Comparison | null {
  if (before <= 0) return null;
  const share = Math.abs(mean - before) / before;
  if (share < 0.005) return { direction: 'same', share: 0 };
  return { direction: mean > before ? 'more' : 'less', share };
}
