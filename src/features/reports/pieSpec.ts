import { signOf } from '../../shared/chartStyle';
import { formatValue, shareOf, type ChartData } from './chartData';
import { type SpecOptions, tooltipOf } from './specOptions';

export function pieOf({ axisLabels, series, signs }: ChartData, { look, intl, width }: SpecOptions) {
  const values = series[0]?.values ?? [];
  const data = values.map((value, index) => ({ index: String(index), value }));
  const nameOf = ({ index }: { index: string }) => axisLabels[Number(index)]?.full ?? '';
  const shareOfSlice = ({ index }: { index: string }) => shareOf(values, Number(index), intl);
  return {
    coordinate: { type: 'theta', outerRadius: width < 420 ? 0.5 : 0.8 },
    children: [
      {
        type: 'interval',
        data,
        encode: { y: 'value', color: 'index' },
        transform: [{ type: 'stackY' }],
        scale: {
          color: {
            domain: data.map(({ index }) => index),
            range: data.map((_, index) => signOf(signs[index] ?? index, look).colour),
          },
        },
        axis: false,
        style: { stroke: look.ground, lineWidth: 2 },
        labels: [
          {
            text: (slice: { index: string }) => `${nameOf(slice)} ${shareOfSlice(slice)}`,
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
            (slice: { index: string; value: number }) => ({
              name: nameOf(slice),
              value: `${formatValue(slice.value, 'count', intl.locale)} (${shareOfSlice(slice)})`,
              color: signOf(signs[Number(slice.index)] ?? 0, look).colour,
            }),
          ],
        },
      },
    ],
    interaction: { tooltip: tooltipOf(look) },
  };
}
