import type { IntlShape } from 'react-intl';
import { MEASURE_SIGNS, signsOfTypes } from '../../shared/chartStyle';
import { formatWeekday } from '../../shared/format/dates';
import { formatDuration } from '../../shared/format/durations';
import { numberFormat } from '../../shared/format/numberFormat';
import { formatBytes } from '../../shared/format/sizes';
import type { ReportData } from './api';
import { datesOf, monthsStarted, axisLabels, typeName, type AxisLabel, type ReportEnd } from './axis';
import type { ChartRow } from './charts';
import { bundled, valuesOf } from './steps';
import type { Unit } from './ticks';

/** Shown instead of a number that couldn’t be read: 0 would be a number. */
export const UNKNOWN = '–';

/** The content of a chart, its table and its exported file, in the current language. */
export interface ChartData {
  row: ChartRow;
  title: string;
  axisLabels: AxisLabel[];
  /** Style indexes of a pie's slices. */
  signs: number[];
  /** One value per point; missing ones are 0. `sign` is the style index (colour, dash and marker). */
  series: { name: string; sign: number; values: number[] }[];
  /** The name of each series on the wire. */
  keys: string[];
  /** What each point stands for, in a chart over too many days for one point each; null otherwise. */
  step: 'weeks' | 'months' | null;
}

/** Null if there is nothing to draw: no labels, or no value for any of them. `byDay`: doesn't combine the days of a long report. */
export function chartDataOf(
  row: ChartRow,
  data: Pick<ReportData, 'labels' | 'series'>,
  end: ReportEnd,
  intl: IntlShape,
  { byDay = false } = {},
): ChartData | null {
  // The wire format always has two sets; some charts use only the first.
  const sets = row.sets.length > 0 ? data.series.slice(0, row.sets.length) : data.series;
  if (data.labels.length === 0 || sets.every(({ values }) => values.every((value) => value === null))) return null;
  // Don't draw future months.
  const labels = row.axis === 'months' ? data.labels.slice(0, monthsStarted(data.labels, end.lastDay)) : data.labels;
  const long = row.axis === 'days' && !byDay ? bundled(datesOf(labels, end.lastDay), end, intl) : null;
  const typeSigns = signsOfTypes(sets.map(({ name }) => name));
  const series = sets.map(({ name, values }, index) => {
    const known = row.sets[index];
    const shown = values.slice(0, labels.length);
    return {
      name:
        known !== undefined
          ? intl.formatMessage({ id: known })
          : row.form === 'map'
            ? formatWeekday(Number(name), intl.locale)
            : typeName(intl, name),
      sign: known === undefined ? (typeSigns[index] ?? index) : MEASURE_SIGNS[known],
      values: (long ? valuesOf(long.bundles, shown, row.isMean) : shown).map((value) => value ?? 0),
    };
  });
  return {
    row: long ? { ...row, axis: long.step } : row,
    title: intl.formatMessage({ id: row.title }),
    axisLabels: long ? long.axisLabels : axisLabels(row.axis, labels, end, intl),
    signs: row.axis === 'types' ? signsOfTypes(labels) : [],
    series,
    keys: sets.map(({ name }) => name),
    step: long ? long.step : null,
  };
}

/** A value in its unit (FMT-01 to FMT-05). */
export function formatValue(value: number, unit: Unit, language: string): string {
  if (unit === 'bytes') return formatBytes(value, language);
  if (unit === 'seconds') return formatDuration(value);
  return numberFormat(language, { maximumFractionDigits: unit === 'tenths' ? 1 : 0 }).format(value);
}

/** From this many seconds on, an average is rounded to minutes. */
const ROUNDED_TO_MINUTES = 600;

/** An average: without seconds if it is long. */
export function formatMean(mean: number, unit: Unit, language: string): string {
  return formatValue(unit === 'seconds' && mean >= ROUNDED_TO_MINUTES ? Math.round(mean / 60) * 60 : mean, unit, language);
}

/** Index of the first maximum; null if all values are 0. */
export function peakOf(values: readonly number[]): number | null {
  const max = Math.max(...values);
  return max > 0 ? values.indexOf(max) : null;
}

/** The row and column of a map's highest value; null if the map is empty. */
export function peakCell(series: ChartData['series']): { row: number; index: number } | null {
  const tops = series.map(({ values }) => Math.max(0, ...values));
  const row = peakOf(tops);
  return row === null ? null : { row, index: series[row]?.values.indexOf(tops[row] ?? 0) ?? 0 };
}

/** A text alternative for the chart: one sentence per series. */
export function summaryOf({ row, axisLabels, series }: ChartData, intl: IntlShape): string[] {
  const value = (number: number) => formatValue(number, row.unit, intl.locale);
  if (row.form === 'map') {
    const peak = peakCell(series);
    if (!peak) return [intl.formatMessage({ id: 'reports.map_empty' })];
    const [weekday, hour] = [series[peak.row], axisLabels[peak.index]];
    const when = `${weekday?.name ?? ''}, ${hour?.full ?? ''}`;
    return [intl.formatMessage({ id: 'reports.map_peak' }, { when, guests: weekday?.values[peak.index] ?? 0 })];
  }
  if (row.form === 'pie') return series.flatMap(({ values }) => shareSentences(axisLabels, values, intl));
  return series.map(({ name, values }) => {
    const peak = peakOf(values);
    if (peak === null) return intl.formatMessage({ id: 'reports.summary_nothing' }, { name });
    const most = { most: value(values[peak] ?? 0), when: axisLabels[peak]?.full ?? '' };
    // A guest who stays for several hours is counted in each of them, so hours can't be summed.
    if (row.isMean || row.axis === 'hours') return intl.formatMessage({ id: 'reports.summary_mean' }, { name, ...most });
    return intl.formatMessage({ id: 'reports.summary_total' }, { name, total: value(sum(values)), ...most });
  });
}

function shareSentences(axisLabels: readonly AxisLabel[], values: readonly number[], intl: IntlShape): string[] {
  return axisLabels.map(({ full }, index) =>
    intl.formatMessage({ id: 'reports.summary_share' }, { name: full, count: values[index] ?? 0, share: shareOf(values, index, intl) }),
  );
}

/** "32 %": a value's share of the total. */
export function shareOf(values: readonly number[], index: number, intl: IntlShape): string {
  const all = sum(values);
  return intl.formatNumber(all > 0 ? (values[index] ?? 0) / all : 0, { style: 'percent', maximumFractionDigits: 0 });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
