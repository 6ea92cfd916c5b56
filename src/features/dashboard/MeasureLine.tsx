import { MARK_PATHS, MEASURE_SIGNS, signOf, type Measure } from '../../shared/chartStyle';
import { useChartStyle } from '../../shared/ui/page/useChartStyle';
import { classes } from '../../shared/ui/plain/classes';
import styles from './MeasureLine.module.css';

interface MeasureLineProps {
  /** From left to right, as fractions of width and height; y 0 is at the top. */
  points: readonly { x: number; y: number }[];
  /** The measure, drawn in the same style as in reports; undefined for a plain line. */
  measure: Measure | undefined;
  /** Text alternative; without one, the line is hidden from screen readers. */
  label?: string;
  className?: string | undefined;
}

const SIZE = 100;

/** A line without axes over its filled area. Hand-drawn SVG, because a chart library would be most of a dashboard's bytes. */
export function MeasureLine({ points, measure, label, className }: MeasureLineProps) {
  const look = useChartStyle();
  const { colour, dash, mark } = signOf(MEASURE_SIGNS[measure ?? 'reports.connections'], look);
  const line = points.map(({ x, y }) => `${x * SIZE},${y * SIZE}`).join(' ');
  const accessibility = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className={classes(styles.measureLine, className)} style={{ color: colour }} {...accessibility}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden>
        <polygon points={`0,${SIZE} ${line} ${SIZE},${SIZE}`} />
        <polyline points={line} strokeDasharray={dash.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      {/* A separate SVG, because the line's is stretched. */}
      <svg className={styles.measureMark} viewBox="9 1 10 10" style={{ top: `${(points.at(-1)?.y ?? 0) * 100}%` }} aria-hidden>
        <path d={MARK_PATHS[mark]} />
      </svg>
    </span>
  );
}
