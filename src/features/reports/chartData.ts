import type { IntlShape } from 'react-intl';
import { formatDuration } from '../../shared/format/durations';
import { formatBytes } from '../../shared/format/sizes';
import type { ReportData } from './api';
import { placesOf, typeName, type Place } from './axis';
import type { ChartRow } from './charts';
import type { Unit } from './ticks';

/** What a chart, its table and its file show, in the chosen language. */
export interface ChartData {
  row: ChartRow;
  title: string;
  places: Place[];
  /** One value for each place; missing ones are 0. */
  series: { name: string; values: number[] }[];
}

/** Null if there is nothing to draw: no places, or no value at any of them. */
export function chartDataOf(row: ChartRow, data: ReportData, lastDay: string, intl: IntlShape): ChartData | null {
  // The wire always has two sets; some charts use only the first.
  const sets = row.sets.length > 0 ? data.series.slice(0, row.sets.length) : data.series;
  if (data.labels.length === 0 || sets.every(({ values }) => values.every((value) => value === null))) return null;
  const series = sets.map(({ name, values }, index) => {
    const known = row.sets[index];
    return {
      name: known === undefined ? typeName(intl, name) : intl.formatMessage({ id: known }),
      values: values.map((value) => value ?? 0),
    };
  });
  return { row, title: intl.formatMessage({ id: row.title }), places: placesOf(row.axis, data.labels, lastDay, intl), series };
}

/** A value in its unit (FMT-01 to FMT-05). */
export function formatValue(value: number, unit: Unit, language: string): string {
  if (unit === 'bytes') return formatBytes(value, language);
  if (unit === 'seconds') return formatDuration(value);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
}

/** Index of the first maximum; null if the series is 0 throughout. */
export function peakOf(values: readonly number[]): number | null {
  const max = Math.max(...values);
  return max > 0 ? values.indexOf(max) : null;
}

/** A text alternative for the chart: one sentence per series. */
export function summaryOf({ row, places, series }: ChartData, intl: IntlShape): string[] {
  const value = (number: number) => formatValue(number, row.unit, intl.locale);
  if (row.form === 'pie') return series.flatMap(({ values }) => shareSentences(places, values, intl));
  return series.map(({ name, values }) => {
    const peak = peakOf(values);
    if (peak === null) return intl.formatMessage({ id: 'reports.summary_nothing' }, { name });
    const most = { most: value(values[peak] ?? 0), when: places[peak]?.full ?? '' };
    if (row.isMean) return intl.formatMessage({ id: 'reports.summary_mean' }, { name, ...most });
    return intl.formatMessage({ id: 'reports.summary_total' }, { name, total: value(sum(values)), ...most });
  });
}

function shareSentences(places: readonly Place[], values: readonly number[], intl: IntlShape): string[] {
  return places.map(({ full }, index) =>
    intl.formatMessage({ id: 'reports.summary_share' }, { name: full, count: values[index] ?? 0, share: shareOf(values, index, intl) }),
  );
}

/** "32 %": a value's share of the total. */
export function shareOf(values: readonly number[], index: number, intl: IntlShape): string {
  const all = sum(values);
  return intl.formatNumber(all > 0 ? (values[index] ?? 0) / all : 0, { style: 'percent', maximumFractionDigits: 0 });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
