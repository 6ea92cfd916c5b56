import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import { dateText } from '../../shared/format/dates';
import type { AxisLabel, ReportEnd } from './axis';

/** What one point of a chart over days stands for. */
type Step = 'days' | 'weeks' | 'months';

/** Maximum number of days for which a chart has a point for each day, and for each week; beyond that, for each month. */
const MOST_DAYS = 31;
const MOST_DAYS_IN_WEEKS = 183;

const stepFor = (days: number): Step => (days <= MOST_DAYS ? 'days' : days <= MOST_DAYS_IN_WEEKS ? 'weeks' : 'months');

/** The days that share a point, as indexes: from `start` up to but not including `end`. */
interface Bundle {
  start: number;
  end: number;
}

/** Combines the days of a long report into weeks or months, with a point for each; null if each day has its own. */
export function bundled(
  dates: readonly (string | null)[],
  end: ReportEnd,
  intl: IntlShape,
): { step: 'weeks' | 'months'; bundles: Bundle[]; axisLabels: AxisLabel[] } | null {
  const step = stepFor(dates.length);
  const known = dates.filter((date) => date !== null);
  if (step === 'days' || known.length < dates.length) return null;
  const keyOf = (date: string) => (step === 'months' ? date.slice(0, 7) : mondayOf(date));
  const bundles: Bundle[] = [];
  for (const [index, date] of known.entries()) {
    const last = bundles.at(-1);
    if (last && keyOf(known[last.start] ?? '') === keyOf(date)) last.end = index + 1;
    else bundles.push({ start: index, end: index + 1 });
  }
  const axisLabels = bundles.map(({ start, end: after }) => labelOfBundle(known.slice(start, after), step, end, intl));
  return { step, bundles, axisLabels };
}

/** The values of bundled days: their sum, or the mean of those that have one; null if none has. */
export function valuesOf(bundles: readonly Bundle[], values: readonly (number | null)[], isMean: boolean): (number | null)[] {
  return bundles.map(({ start, end }) => {
    const present = values.slice(start, end).filter((value) => value !== null);
    if (present.length === 0) return null;
    const sum = present.reduce((total, value) => total + value, 0);
    return isMean ? Math.round(sum / present.length) : sum;
  });
}

function labelOfBundle(dates: readonly string[], step: Step, { lastDay, isRunning }: ReportEnd, intl: IntlShape): AxisLabel {
  const [from, to] = [dayjs(dates[0]), dayjs(dates.at(-1))];
  const text = (day: dayjs.Dayjs, form: string) => dateText(day, form, intl.locale);
  const startsMonth = dates.some((date) => date.endsWith('-01'));
  const isWholeMonth = step === 'months' && from.date() === 1 && to.date() === to.daysInMonth();
  const range = intl.formatMessage(
    { id: 'reports.from_to' },
    { from: text(from, from.year() === to.year() ? 'D MMM' : 'D MMM YYYY'), to: text(to, 'D MMM YYYY') },
  );
  const periodText = isWholeMonth ? text(from, 'MMMM YYYY') : dates.length === 1 ? text(to, 'ddd D MMM YYYY') : range;
  const full = isRunning && dates.at(-1) === lastDay ? intl.formatMessage({ id: 'reports.so_far' }, { when: periodText }) : periodText;
  // Months are labelled without the year, except January.
  const month = text(to, to.month() === 0 ? 'MMM YYYY' : 'MMM');
  return { short: step === 'months' || startsMonth ? month : text(from, 'D MMM'), full, inSentence: full, startsMonth };
}

const mondayOf = (date: string) => {
  const day = dayjs(date);
  return day.subtract((day.day() + 6) % 7, 'day').format('YYYY-MM-DD');
};
