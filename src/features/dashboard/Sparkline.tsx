import type { Measure } from '../../shared/chartStyle';
import { MeasureLine } from './MeasureLine';

interface SparklineProps {
  values: readonly number[];
  measure: Measure | undefined;
  /** Text alternative. */
  label: string;
  /** Whether the y axis starts at 0. Otherwise it starts at the lowest value, so that small changes of a large number are visible. */
  isFromZero: boolean;
}

/** Padding at top and bottom as a fraction of the height, for the 2 px line and its marker. */
const EDGE = 0.14;

/** A line chart in the size of a word. */
export function Sparkline({ values, measure, label, isFromZero }: SparklineProps) {
  return <MeasureLine className="sparkline" points={pointsOf(values, isFromZero)} measure={measure} label={label} />;
}

function pointsOf(values: readonly number[], isFromZero: boolean) {
  const least = isFromZero ? 0 : Math.min(...values);
  const span = Math.max(...values) - least;
  const last = Math.max(1, values.length - 1);
  // A flat line: at the bottom if the value is 0 or the axis starts at 0, otherwise in the middle.
  const share = (value: number) => (span > 0 ? (value - least) / span : isFromZero || value === 0 ? 0 : 0.5);
  return values.map((value, index) => ({ x: index / last, y: 1 - EDGE - share(value) * (1 - 2 * EDGE) }));
}
