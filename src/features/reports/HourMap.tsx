import { FastColor } from '@ant-design/fast-color';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { signOf, type ChartStyle } from '../../shared/chartStyle';
import { numberFormat } from '../../shared/format/numberFormat';
import { peakCell, type ChartData } from './chartData';
import { REACHABLE } from '../../shared/ui/page/reachable';

/** Opacity of the colour of the highest value, low enough for its number to stay readable. */
const STRONGEST = { light: 0.5, dark: 0.4 };

interface HourMapProps {
  drawn: ChartData;
  look: ChartStyle;
  /** Address of the list behind a cell; undefined if the role may not see it. */
  toCell?: ((weekday: string, hour: number) => string) | undefined;
  /** Called once the map is rendered. */
  onDrawn?: () => void;
}

/** Weekdays by hours; the more guests, the darker. A single cell is in the tab order; arrow keys move between cells. */
export function HourMap({ drawn: { title, axisLabels, series, keys }, look, toCell, onDrawn }: HourMapProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const peak = peakCell(series);
  // The cell that Tab reaches; initially the one with the most guests.
  const [at, setAt] = useState<Position>({ row: peak?.row ?? 0, index: peak?.index ?? 0 });
  const reached = { row: Math.min(at.row, series.length - 1), index: Math.min(at.index, axisLabels.length - 1) };
  const most = peak === null ? 0 : (series[peak.row]?.values[peak.index] ?? 0);
  useEffect(() => onDrawn?.(), [onDrawn]);
  const [rows, columns] = [series.length, axisLabels.length];
  const move = useCallback(
    (from: Position, [down, right]: Step) => {
      const next = { row: clamp(from.row + down, rows), index: clamp(from.index + right, columns) };
      setAt(next);
      body.current?.querySelector<HTMLElement>(`tr:nth-child(${next.row + 1}) td:nth-of-type(${next.index + 1}) a`)?.focus();
    },
    [rows, columns],
  );
  return (
    <section {...(toCell === undefined && REACHABLE)} className="hour-map" style={BOX} aria-label={title}>
      <table style={TABLE}>
        <thead>
          <tr>
            <td />
            {axisLabels.map(({ short, full }) => (
              <th key={full} scope="col" style={HEAD} title={full} aria-label={full}>
                {short.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {series.map(({ name, values }, row) => (
            <MapRow
              key={name}
              {...{ name, values, row, axisLabels, most, look, toCell }}
              weekday={keys[row] ?? ''}
              reached={row === reached.row ? reached.index : null}
              onReach={setAt}
              onMove={move}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Position {
  row: number;
  index: number;
}

type Step = readonly [down: number, right: number];

interface MapRowProps extends Pick<HourMapProps, 'look' | 'toCell'>, Pick<ChartData, 'axisLabels'> {
  name: string;
  values: ChartData['series'][number]['values'];
  row: number;
  /** The highest value of the map. */
  most: number;
  weekday: string;
  /** Index of the cell that Tab reaches, if it is in this row. */
  reached: number | null;
  onReach: (at: Position) => void;
  onMove: (from: Position, step: Step) => void;
}

/** The hours of a weekday. Memoised: a focus that moves changes at most two of the seven. */
const MapRow = memo(function MapRow({ name, values, row, axisLabels, most, look, toCell, weekday, reached, onReach, onMove }: MapRowProps) {
  const intl = useIntl();
  const { colour } = signOf(1, look);
  return (
    <tr>
      <th scope="row" style={{ ...ROW_HEAD, background: look.ground }}>
        {name}
      </th>
      {axisLabels.map(({ full }, index) => {
        const value = values[index] ?? 0;
        const share = most === 0 ? 0 : value / most;
        // Round as on screen for the accessible name, too: voice control matches what users see (WCAG 2.5.3).
        const guests = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
        const text = guests === 0 ? '' : numberFormat(intl.locale, {}).format(guests);
        const cellLabel = intl.formatMessage({ id: 'reports.map_cell' }, { when: `${name}, ${full}`, guests });
        const to = toCell?.(weekday, index);
        return (
          <td
            key={full}
            title={cellLabel}
            style={{
              ...CELL,
              background: new FastColor(colour).setA(share * STRONGEST[look.isDark ? 'dark' : 'light']).toRgbString(),
              borderColor: look.lines,
            }}
          >
            {to === undefined ? (
              text
            ) : (
              <Link
                to={to}
                style={LINK}
                aria-label={cellLabel}
                tabIndex={index === reached ? 0 : -1}
                onFocus={() => onReach({ row, index })}
                onKeyDown={(event) => {
                  const step = STEPS[event.key];
                  if (!step) return;
                  event.preventDefault();
                  onMove({ row, index }, step);
                }}
              >
                {text}
              </Link>
            )}
          </td>
        );
      })}
    </tr>
  );
});

/** By how many rows and columns each key moves. */
const STEPS: Readonly<Partial<Record<string, Step>>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -24],
  End: [0, 24],
};

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Inline, because the style sheet doesn't apply to the printed report. */
const BOX = { overflowX: 'auto', maxWidth: '100%' } as const;
const TABLE = { borderCollapse: 'collapse', width: '100%', fontSize: 12, fontVariantNumeric: 'tabular-nums' } as const;
const HEAD = { fontWeight: 400, padding: '2px 0', textAlign: 'center' } as const;
const ROW_HEAD = { fontWeight: 400, padding: '0 8px 0 0', textAlign: 'start', whiteSpace: 'nowrap', position: 'sticky', left: 0 } as const;
const CELL = { border: '1px solid', padding: 0, minWidth: 28, height: 28, textAlign: 'center' } as const;
const LINK = { display: 'block', lineHeight: '27px', minHeight: 27, color: 'inherit' } as const;
