import type { Base } from '@ant-design/charts';
import type { ComponentProps } from 'react';
import { formatValue, shareOf, type ChartData } from './chartData';
import { signOf, type ChartStyle } from './chartStyle';
import { ticksUpTo } from './ticks';
import type { IntlShape } from 'react-intl';

export type Spec = ComponentProps<typeof Base>;

interface SpecOptions {
  look: ChartStyle;
  intl: IntlShape;
  /** In pixels. */
  width: number;
  height: number;
  /** Time zone shown at the axis; undefined if it is the reader's own. */
  zone?: string | undefined;
}

/** Width of an axis label with its margin, in pixels. */
const NAME_WIDTH = 64;

/** Maximum number of markers per line; 365 of them would hide the lines. */
const MOST_MARKS = 31;

/** Chart options for the drawing library. */
export function specOf(drawn: ChartData, options: SpecOptions): Spec {
  const { look, width, height } = options;
  const common = {
    type: 'view',
    autoFit: false,
    width,
    height,
    animate: false,
    theme: { type: look.isDark ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    legend: false,
  };
  return { ...common, ...(drawn.row.form === 'pie' ? pieOf(drawn, options) : linesOrBars(drawn, options)) };
}

function linesOrBars({ row, places, series }: ChartData, { look, intl, width, zone }: SpecOptions) {
  const max = Math.max(...series.flatMap(({ values }) => values));
  const ticks = ticksUpTo(max, row.unit);
  const every = Math.ceil(places.length / Math.max(2, Math.floor(width / NAME_WIDTH)));
  const words = { labelFontSize: 12, labelFill: look.text, labelOpacity: 1, labelSpacing: 8 };
  const format = (value: number) => formatValue(value, row.unit, intl.locale);
  return {
    // Room for the first and last label.
    insetLeft: 12,
    insetRight: 20,
    scale: {
      y: { domain: [0, ticks.at(-1)], nice: false, tickMethod: () => ticks },
      x: { padding: row.form === 'bars' ? 0.3 : 0 },
    },
    axis: {
      x: {
        ...words,
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
        // Counts back from the last label, so that it always shows.
        labelFormatter: (key: string) => ((places.length - 1 - Number(key)) % every === 0 ? (places[Number(key)]?.short ?? '') : ''),
      },
      y: {
        ...words,
        title: false,
        tick: false,
        grid: true,
        gridStroke: look.lines,
        gridStrokeOpacity: 1,
        gridLineDash: [0, 0],
        labelFormatter: (value: number) => (value === 0 ? '0' : format(value)),
      },
    },
    interaction: { tooltip: { shared: true, crosshairsStroke: look.text, ...tooltipOf(look) } },
    children: series.flatMap<object>(({ name, values }, index) => {
      const { colour, dash, mark } = signOf(index, look);
      // Lines hidden under equal ones are drawn wider, so that they show on both sides.
      const above = Math.min(MOST_BENEATH, series.slice(index + 1).filter((other) => areEqualLines(values, other.values)).length);
      const data = values.map((value, place) => ({ place: String(place), value }));
      const encode = { x: 'place', y: 'value' };
      const tooltip = {
        title: ({ place }: { place: string }) => places[Number(place)]?.full ?? '',
        items: [({ value }: { value: number }) => ({ name, value: format(value), color: colour })],
      };
      if (row.form === 'bars') {
        return [{ type: 'interval', data, encode, tooltip, style: { fill: colour, radiusTopLeft: 2, radiusTopRight: 2, maxWidth: 32 } }];
      }
      const apart = Math.ceil(values.length / MOST_MARKS);
      return [
        { type: 'line', data, encode, tooltip, style: { stroke: colour, lineWidth: 2 + 3 * above, lineDash: dash } },
        {
          type: 'point',
          data: data.filter((_, place) => place % apart === 0),
          encode: { ...encode, shape: mark, size: 3 + 2 * above },
          tooltip: false,
          style: { fill: colour, stroke: look.ground, lineWidth: 1 },
        },
      ];
    }),
  };
}

/** Opaque and on top: it may extend beyond the chart. */
const tooltipOf = (look: ChartStyle) => ({
  css: {
    '.g2-tooltip': {
      background: look.ground,
      border: `1px solid ${look.lines}`,
      opacity: '1',
      'max-width': 'min(320px, 80vw)',
      'max-height': 'none',
      overflow: 'visible',
      'z-index': '10',
    },
    // Its own grey is too pale to be read.
    '.g2-tooltip-title': { color: look.text },
  },
});

/** How many equal lines can be stacked and still be told apart. */
const MOST_BENEATH = 2;

/** Whether one line would hide the other: they share at least half of the segments that aren't zero. */
function areEqualLines(one: readonly number[], other: readonly number[]): boolean {
  const steps = one
    .map((value, place) => [place, value] as const)
    .filter(([place, value]) => place > 0 && (value > 0 || (one[place - 1] ?? 0) > 0));
  const shared = steps.filter(([place, value]) => other[place] === value && other[place - 1] === one[place - 1]);
  return steps.length > 0 && shared.length * 2 >= steps.length;
}

function pieOf({ places, series }: ChartData, { look, intl, width }: SpecOptions) {
  const values = series[0]?.values ?? [];
  const data = values.map((value, place) => ({ place: String(place), value }));
  const nameOf = ({ place }: { place: string }) => places[Number(place)]?.full ?? '';
  const shareOfPlace = ({ place }: { place: string }) => shareOf(values, Number(place), intl);
  return {
    coordinate: { type: 'theta', outerRadius: width < 420 ? 0.5 : 0.8 },
    children: [
      {
        type: 'interval',
        data,
        encode: { y: 'value', color: 'place' },
        transform: [{ type: 'stackY' }],
        scale: { color: { domain: data.map(({ place }) => place), range: data.map((_, index) => signOf(index, look).colour) } },
        axis: false,
        style: { stroke: look.ground, lineWidth: 2 },
        labels: [
          {
            text: (slice: { place: string }) => `${nameOf(slice)} ${shareOfPlace(slice)}`,
            position: 'spider',
            fill: look.text,
            fillOpacity: 1,
            fontSize: 12,
            connectorStroke: look.lines,
            connectorStrokeOpacity: 1,
            transform: [{ type: 'overlapDodgeY' }],
          },
        ],
        tooltip: {
          title: '',
          items: [
            (slice: { place: string; value: number }) => ({
              name: nameOf(slice),
              value: `${formatValue(slice.value, 'count', intl.locale)} (${shareOfPlace(slice)})`,
              color: signOf(Number(slice.place), look).colour,
            }),
          ],
        },
      },
    ],
    interaction: { tooltip: tooltipOf(look) },
  };
}
