import type { ChartData } from './chartData';

/** The height of a horizontal bar chart, in pixels, with readable space for each label. */
export function heightOfBars({ row, axisLabels, series }: ChartData, least: number): number {
  const bars = row.isWhole === true ? 1 : series.length;
  return Math.max(least, axisLabels.length * (10 + 12 * bars) + 40);
}
