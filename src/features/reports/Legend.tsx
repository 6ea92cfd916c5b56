import { MARK_PATHS, signOf, type ChartStyle } from '../../shared/chartStyle';
import type { ChartData } from './chartData';
import { MOST_MARKS } from './spec';
import type { DrawnView } from './specOptions';
import './legend.css';

interface LegendProps {
  drawn: ChartData;
  look: ChartStyle;
  view?: DrawnView;
}

/** Names each series next to its dash pattern and marker. */
export function Legend({ drawn, look, view = 'chart' }: LegendProps) {
  const { row, series, axisLabels, signs } = drawn;
  // A pie drawn as a pie or as horizontal bars is labelled in place, and a single series needs no legend.
  if (row.form === 'map') return null;
  const isPie = row.form === 'pie';
  if (isPie ? view !== 'columns' : series.length < 2 && row.sets.length > 0) return null;
  const entries = isPie ? axisLabels.map(({ full }, index) => ({ name: full, sign: signs[index] ?? index })) : series;
  // Lines of many points have no markers.
  const isMarked = row.form !== 'lines' || view !== 'chart' || axisLabels.length <= MOST_MARKS;
  return (
    <ul className="chart-legend">
      {entries.map(({ name, sign }) => (
        <li key={name}>
          <Sign sign={sign} look={look} isMarked={isMarked} /> {name}
        </li>
      ))}
    </ul>
  );
}

function Sign({ sign, look, isMarked }: { sign: number; look: ChartStyle; isMarked: boolean }) {
  const { colour, dash, mark } = signOf(sign, look);
  return (
    <svg aria-hidden width="28" height="12" viewBox="0 0 28 12">
      <path d="M0 6h28" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      {isMarked && <path d={MARK_PATHS[mark]} fill={colour} />}
    </svg>
  );
}
