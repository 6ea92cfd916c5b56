import type { ChartData } from './chartData';

/** The height of a chart of lying bars, in pixels: each place is a line that can be read. */
export function heightOfBars({ row, places, series }: ChartData, least: number): number {
  const bars = row.isWhole === true ? 1 : series.length;
  return Math.max(least, places.length * (10 + 12 * bars) + 40);
}
