import type { Base } from '@ant-design/charts';
import type { ComponentProps } from 'react';
import { signOf } from '../../shared/chartStyle';
import { formatWholeBytes } from '../../shared/format/sizes';
import { formatValue, type ChartData } from './chartData';
import { ticksUpTo, type Unit } from './ticks';
import { pieOf } from './pieSpec';
import { type SpecOptions, tooltipOf } from './specOptions';

export type Spec = ComponentProps<typeof Base>;

/** Width of an axis label with its margin, in pixels. */
const NAME_WIDTH = 64;

/** Radius of each marker in pixels, so that all look equally large. */
const MARK_SIZES = { point: 3, square: 3, triangle: 4.5, diamond: 4.5 };

/** Maximum number of points for which lines have markers; more would hide the line. */
export const MOST_MARKS = 14;

/** Chart options for the drawing library. */
export function specOf(drawn: ChartData, options: SpecOptions): Spec {
  const { look, width, height, view = 'chart' } = options;
  const common = {
    type: 'view',
    autoFit: false,
    width,
    height,
    animate: false,
    // The legend below has a margin of its own.
    marginBottom: 0,
    theme: { type: look.isDark ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    legend: false,
  };
  if (view !== 'chart') return { ...common, ...intervalsOf(drawn, options, view === 'bars') };
  if (drawn.row.form === 'pie') return { ...common, ...pieOf(drawn, options) };
  // A line of one point would be a dot in an empty frame.
  const hasLines = drawn.row.form === 'lines' && drawn.axisLabels.length > 1;
  return { ...common, ...(hasLines ? linesOf(drawn, options) : intervalsOf(drawn, options, false)) };
}

/** Options shared by lines, columns and bars: axes, and a tooltip with all values at a point. `top` is the highest value. */
function framed({ row, axisLabels }: ChartData, { look, intl, width, zone }: SpecOptions, top: number) {
  const ticks = ticksUpTo(top, row.unit);
  const labelled = labelledIndexes(row, axisLabels, Math.max(2, Math.floor(width / NAME_WIDTH)));
  const labels = { labelFontSize: 12, labelFill: look.text, labelOpacity: 1, labelSpacing: 8 };
  return {
    ticks,
    scale: { y: { domain: [0, ticks.at(-1)], nice: false, tickMethod: () => ticks } },
    axis: {
      x: {
        ...labels,
        title: zone ?? false,
        titleFill: look.text,
        titleFillOpacity: 1,
        titleFontSize: 12,
        tick: false,
        line: true,
        lineStroke: look.lines,
        lineStrokeOpacity: 1,
        labelAutoRotate: false,
        labelAutoHide: false,
        labelFormatter: (key: string) => (labelled.has(Number(key)) ? (axisLabels[Number(key)]?.short ?? '') : ''),
      },
      y: {
        ...labels,
        title: false,
        tick: false,
        grid: true,
        gridStroke: look.lines,
        gridStrokeOpacity: 1,
        gridLineDash: [0, 0],
        labelAutoRotate: false,
        labelFormatter: (value: number) => tickText(value, row.unit, intl.locale),
      },
    },
    interaction: { tooltip: { shared: true, crosshairsStroke: look.text, ...tooltipOf(look) } },
  };
}

/**
 * The points that are labelled on the axis, at most about `most`. Days are labelled in equal steps such that the first of a month is among
 * them; weeks where a month begins. If no month begins, in equal steps back from the last point.
 */
function labelledIndexes({ axis }: ChartData['row'], axisLabels: ChartData['axisLabels'], most: number): ReadonlySet<number> {
  const all = axisLabels.map((_, labelIndex) => labelIndex);
  const every = Math.ceil(axisLabels.length / most);
  const starts = all.filter((labelIndex) => axisLabels[labelIndex]?.startsMonth);
  if (axis === 'weeks' && every > 1) return new Set(starts.filter((_, nth) => nth % Math.ceil(starts.length / most) === 0));
  const anchor = starts.at(-1) ?? axisLabels.length - 1;
  return new Set(all.filter((labelIndex) => (labelIndex - anchor) % every === 0));
}

/** "40 GB": ticks are whole numbers, so they need no decimals. */
function tickText(value: number, unit: Unit, language: string): string {
  if (value === 0) return '0';
  return unit === 'bytes' ? formatWholeBytes(value, language) : formatValue(value, unit, language);
}

function linesOf(drawn: ChartData, options: SpecOptions) {
  const { row, axisLabels, series } = drawn;
  const { look, intl, width, height } = options;
  const { ticks, ...frame } = framed(drawn, options, Math.max(...series.flatMap(({ values }) => values)));
  const format = (value: number) => formatValue(value, row.unit, intl.locale);
  const ends = width >= LEAST_WIDTH_FOR_ENDS && series.length > 1 ? endsOf(series, ticks.at(-1) ?? 1, height) : null;
  return {
    ...frame,
    // Space for the first and last label, and for the names at the ends of lines.
    insetLeft: 12,
    insetRight: ends ? Math.min(width / 4, 16 + 7 * Math.max(...series.map(({ name }) => name.length))) : 20,
    scale: { ...frame.scale, x: { padding: 0 } },
    children: series.flatMap<object>(({ name, sign, values }, index) => {
      const { colour, dash, mark } = signOf(sign, look);
      // Lines hidden under equal ones are drawn wider, so that they show on both sides.
      const above = Math.min(MOST_BENEATH, series.slice(index + 1).filter((other) => areEqualLines(values, other.values)).length);
      const data = values.map((value, labelIndex) => ({ index: String(labelIndex), value }));
      const encode = { x: 'index', y: 'value' };
      const tooltip = {
        title: ({ index }: { index: string }) => axisLabels[Number(index)]?.full ?? '',
        items: [({ value }: { value: number }) => ({ name, value: format(value), color: colour })],
      };
      return [
        // More than two areas would hide each other.
        ...(series.length <= 2 ? [{ type: 'area', data, encode, tooltip: false, style: { fill: colour, fillOpacity: 0.12 } }] : []),
        { type: 'line', data, encode, tooltip, style: { stroke: colour, lineWidth: 2 + 3 * above, lineDash: dash } },
        ...(values.length <= MOST_MARKS
          ? [
              {
                type: 'point',
                data,
                encode: { ...encode, shape: mark, size: MARK_SIZES[mark] + 2 * above },
                tooltip: false,
                style: { fill: colour, stroke: look.ground, lineWidth: 1 },
              },
            ]
          : []),
        ...(ends
          ? [
              {
                type: 'text',
                data: data.slice(-1),
                encode: { ...encode, text: () => name },
                tooltip: false,
                style: { fill: colour, fontSize: 12, textAlign: 'start', textBaseline: 'middle', dx: 8, dy: ends[index] ?? 0 },
              },
            ]
          : []),
      ];
    }),
  };
}

/** In pixels; on narrower charts, only the legend names the lines. */
const LEAST_WIDTH_FOR_ENDS = 420;

/** Height of a name at the end of a line, and the axis's part of the chart's height, in pixels. */
const END_HEIGHT = 14;
const AXIS_HEIGHT = 44;

/**
 * How far to move the name at the end of each line down (negative: up), in pixels, so that no two overlap: from the lowest line up, each
 * stays at least its height above the previous one.
 */
export function endsOf(series: readonly { values: readonly number[] }[], top: number, height: number): number[] {
  const room = height - AXIS_HEIGHT;
  const lasts = series.map(({ values }, index) => ({ index, y: room * (1 - (values.at(-1) ?? 0) / top) }));
  const moves: number[] = series.map(() => 0);
  let below = Infinity;
  for (const { index, y } of lasts.sort((one, other) => other.y - one.y)) {
    const moved = Math.min(y, below - END_HEIGHT);
    moves[index] = moved - y;
    below = moved;
  }
  return moves;
}

/** Columns or horizontal bars: stacked if the values are parts of a whole, otherwise side by side. */
function intervalsOf(given: ChartData, options: SpecOptions, isHorizontal: boolean) {
  const drawn = given.row.form === 'pie' ? sorted(given) : given;
  const { row, axisLabels, series, signs } = drawn;
  const { look, intl, width } = options;
  const isStack = row.isWhole === true && series.length > 1;
  const isDodge = !isStack && series.length > 1;
  const sumAt = (labelIndex: number) => series.reduce((total, { values }) => total + (values[labelIndex] ?? 0), 0);
  const top = isStack
    ? Math.max(...axisLabels.map((_, labelIndex) => sumAt(labelIndex)))
    : Math.max(...series.flatMap(({ values }) => values));
  const { ticks: _ticks, axis, ...frame } = framed(drawn, options, top);
  const isPie = row.form === 'pie';
  // A pie has one colour per point, other charts one per series.
  const coloured = isPie ? axisLabels.map((_, labelIndex) => signs[labelIndex] ?? labelIndex) : series.map(({ sign }) => sign);
  const colourOf = (key: string) => signOf(coloured[Number(key)] ?? 0, look).colour;
  const data = series.flatMap(({ values }, index) =>
    values.map((value, labelIndex) => ({
      index: String(labelIndex),
      value,
      series: String(index),
      colour: String(isPie ? labelIndex : index),
    })),
  );
  type Datum = (typeof data)[number];
  // Label all horizontal bars, and a pie's few columns if there is room; on a phone the legend names those.
  const shortLabel = (key: string) => (isHorizontal || width >= LEAST_WIDTH_FOR_ENDS ? (axisLabels[Number(key)]?.short ?? '') : '');
  const keys = coloured.map((_, index) => String(index));
  return {
    ...frame,
    // In horizontal bars, values start at the left edge, and the last tick label extends beyond the right one.
    ...(isHorizontal ? { paddingRight: 28, coordinate: { transform: [{ type: 'transpose' }] } } : { insetLeft: 12, insetRight: 20 }),
    axis: { ...axis, ...((isHorizontal || isPie) && { x: { ...axis.x, labelFormatter: shortLabel } }) },
    scale: { ...frame.scale, x: { padding: 0.3 } },
    children: [
      {
        type: 'interval',
        data,
        // A series channel would put the series side by side even when stacked.
        encode: { x: 'index', y: 'value', color: 'colour', ...(isDodge && { series: 'series' }) },
        transform: isStack ? [{ type: 'stackY' }] : isDodge ? [{ type: 'dodgeX' }] : [],
        scale: { color: { domain: keys, range: keys.map(colourOf) } },
        tooltip: {
          title: ({ index }: Datum) => axisLabels[Number(index)]?.full ?? '',
          items: [
            (datum: Datum) => ({
              name: series[Number(datum.series)]?.name ?? '',
              value: formatValue(datum.value, row.unit, intl.locale),
              color: colourOf(datum.colour),
            }),
          ],
        },
        style: { maxWidth: 32, ...(!isStack && !isHorizontal && { radiusTopLeft: 2, radiusTopRight: 2 }) },
      },
    ],
  };
}

/** A pie's parts, largest first. */
function sorted({ axisLabels, series, signs, ...others }: ChartData): ChartData {
  const values = series[0]?.values ?? [];
  const order = values.map((_, labelIndex) => labelIndex).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const inOrder = <T>(list: readonly T[]) => order.flatMap((labelIndex) => list.slice(labelIndex, labelIndex + 1));
  return {
    ...others,
    axisLabels: inOrder(axisLabels),
    series: series.map((one) => ({ ...one, values: inOrder(one.values) })),
    signs: inOrder(axisLabels.map((_, labelIndex) => signs[labelIndex] ?? labelIndex)),
  };
}

/** How many equal lines can be stacked and still be told apart. */
const MOST_BENEATH = 2;

/** Whether one line would hide the other: they share at least half of the segments that aren't zero. */
function areEqualLines(one: readonly number[], other: readonly number[]): boolean {
  const steps = one
    .map((value, labelIndex) => [labelIndex, value] as const)
    .filter(([labelIndex, value]) => labelIndex > 0 && (value > 0 || (one[labelIndex - 1] ?? 0) > 0));
  const shared = steps.filter(([labelIndex, value]) => other[labelIndex] === value && other[labelIndex - 1] === one[labelIndex - 1]);
  return steps.length > 0 && shared.length * 2 >= steps.length;
}
