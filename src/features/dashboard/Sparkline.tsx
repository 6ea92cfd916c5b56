import { MeasureLine } from './MeasureLine';
import measureLineStyles from './MeasureLine.module.css';

interface SparklineProps {
  values: readonly number[];
  /** Text alternative. */
  label: string;
}

/** Padding at top and bottom as a fraction of the height, for the 2 px line and its marker. */
const EDGE = 0.14;

/**
 * A line chart in the size of a word. All have the same style and reach from 0 to their own maximum: so twice as high is twice as many in each
 * tile, and a tile of eight hotspots beside one of thousands of devices still has a line.
 */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(1, ...values);
  const last = Math.max(1, values.length - 1);
  const points = values.map((value, index) => ({ x: index / last, y: 1 - EDGE - (value / most) * (1 - 2 * EDGE) }));
  return <MeasureLine className={measureLineStyles.sparkline} points={points} measure={undefined} label={label} />;
}
