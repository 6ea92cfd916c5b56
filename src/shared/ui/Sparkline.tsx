import type { Measure } from '../chartStyle';
import { MeasureLine } from './MeasureLine';

interface SparklineProps {
  values: readonly number[];
  measure: Measure | undefined;
  /** What it shows, in words. */
  label: string;
  /** Otherwise the least value is at the bottom, so that a small change of a large number can be seen. */
  isFromZero: boolean;
}

/** Keeps the line, which is 2 px wide, and its mark within the drawing. */
const EDGE = 0.14;

/** A small line. */
export function Sparkline({ values, measure, label, isFromZero }: SparklineProps) {
  return <MeasureLine className="sparkline" points={pointsOf(values, isFromZero)} measure={measure} label={label} />;
}

function pointsOf(values: readonly number[], isFromZero: boolean) {
  const least = isFromZero ? 0 : Math.min(...values);
  const span = Math.max(...values) - least;
  const last = Math.max(1, values.length - 1);
  // Where nothing changes: at the bottom if that is nothing, else in the middle.
  const share = (value: number) => (span > 0 ? (value - least) / span : isFromZero || value === 0 ? 0 : 0.5);
  return values.map((value, index) => ({ x: index / last, y: 1 - EDGE - share(value) * (1 - 2 * EDGE) }));
}
