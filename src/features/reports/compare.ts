import type { ReportData } from './api';

/** Change from an earlier mean; `share` is relative to the earlier one. */
interface Comparison {
  direction: 'more' | 'less' | 'same';
  share: number;
}

/** Mean of the first `days` values, computed as the server does: missing values don't count, and the result is rounded down. */
export function meanBefore({ series }: Pick<ReportData, 'series'>, set: number, days: number): number {
  const present = series[set]?.values.slice(0, days).filter((value) => value !== null) ?? [];
  return present.length === 0 ? 0 : Math.floor(present.reduce((total, value) => total + value, 0) / present.length);
}

/** Null if the earlier mean was 0, since no percentage can express that. Changes that would round to 0 % count as none. */
export function compared(mean: number, before: number): Comparison | null {
  if (before <= 0) return null;
  const share = Math.abs(mean - before) / before;
  if (share < 0.005) return { direction: 'same', share: 0 };
  return { direction: mean > before ? 'more' : 'less', share };
}
