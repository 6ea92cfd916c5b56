interface SparklineProps {
  values: readonly number[];
  /** What it shows, in words. */
  label: string;
  /** Otherwise the least value is at the bottom, so that a small change of a large number can be seen. */
  isFromZero: boolean;
}

const WIDTH = 100;
const HEIGHT = 28;

/** Keeps the line, which is 2 px wide, within the drawing. */
const EDGE = 2;

/** A small line without axes. Drawn here, because a library of charts would be most of a dashboard's bytes. */
export function Sparkline({ values, label, isFromZero }: SparklineProps) {
  const line = pointsOf(values, isFromZero);
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function pointsOf(values: readonly number[], isFromZero: boolean): string {
  const least = isFromZero ? 0 : Math.min(...values);
  const span = Math.max(...values) - least;
  const step = WIDTH / Math.max(1, values.length - 1);
  // Where nothing changes: at the bottom if that is nothing, else in the middle.
  const share = (value: number) => (span > 0 ? (value - least) / span : isFromZero || value === 0 ? 0 : 0.5);
  return values.map((value, index) => `${index * step},${HEIGHT - EDGE - share(value) * (HEIGHT - 2 * EDGE)}`).join(' ');
}
