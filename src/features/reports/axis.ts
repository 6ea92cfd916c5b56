import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import { dateText } from '../../shared/format/dates';
import { accountTypeName } from '../../shared/format/accountTypes';
import type { ChartRow } from './charts';

/** Label of a position on an axis: short for the axis itself, full for summaries and tables, and as part of a sentence. */
export interface AxisLabel {
  short: string;
  full: string;
  inSentence: string;
  /** Whether a month begins here. */
  startsMonth?: boolean;
}

/** Month names on the wire, always English. */
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The last day of a report, YYYY-MM-DD, and whether it is today, so that its values still grow. */
export interface ReportEnd {
  lastDay: string;
  isRunning: boolean;
}

/** Like `namesOf`, but says so if the last day or month isn't over yet. */
export function axisLabels(
  axis: ChartRow['axis'],
  labels: readonly string[],
  { lastDay, isRunning }: ReportEnd,
  intl: IntlShape,
): AxisLabel[] {
  const names = namesOf(axis, labels, lastDay, intl);
  const last = names.at(-1);
  const isDated = axis === 'days' || (axis === 'months' && isPresentMonth(labels.at(-1), lastDay));
  if (!isRunning || !isDated || !last) return names;
  return [...names.slice(0, -1), { ...last, full: intl.formatMessage({ id: 'reports.so_far' }, { when: last.full }) }];
}

/**
 * A report's labels in the current language. Days have no year on the wire, so it is counted back from `lastDay`. Unexpected labels are
 * kept.
 */
function namesOf(axis: ChartRow['axis'], labels: readonly string[], lastDay: string, intl: IntlShape): AxisLabel[] {
  if (axis === 'days') return namesOfDays(labels, lastDay, intl.locale);
  if (axis === 'hours') return labels.map((label) => nameOfHour(label, intl));
  if (axis === 'months') return namesOfMonths(labels, lastDay, intl.locale);
  return labels.map((label) => same(typeName(intl, label)));
}

/** An account type's name in the current language; unknown ones are shown verbatim. */
export function typeName(intl: IntlShape, type: string): string {
  const id = accountTypeName(type);
  if (id !== undefined) return intl.formatMessage({ id });
  return type === '' ? intl.formatMessage({ id: 'reports.unknown_type' }) : type;
}

function namesOfDays(labels: readonly string[], lastDay: string, language: string): AxisLabel[] {
  return datesOf(labels, lastDay).map((date, index) => {
    if (date === null) return same(labels[index] ?? '');
    const at = dayjs(date);
    const startsMonth = at.date() === 1;
    const text = (form: string) => dateText(at, form, language);
    return { short: text('D MMM'), full: text('ddd D MMM YYYY'), inSentence: text('dddd D MMMM'), startsMonth };
  });
}

/** Days of a report as YYYY-MM-DD; null for unexpected labels. */
export function datesOf(labels: readonly string[], lastDay: string): (string | null)[] {
  let year = Number(lastDay.slice(0, 4));
  let after = lastDay.slice(5);
  return labels
    .map(monthAndDay)
    .reverse()
    .map((day) => {
      if (day === null) return null;
      // Going backwards, a day later in the year than its successor belongs to the previous year.
      if (day > after) year -= 1;
      after = day;
      return `${year}-${day}`;
    })
    .reverse();
}

/** "11-14" for "14 Nov". */
function monthAndDay(label: string): string | null {
  const [, date = '', name = ''] = /^(\d\d) ([A-Z][a-z]{2})$/.exec(label) ?? [];
  const month = MONTHS.findIndex((known) => known.startsWith(name)) + 1;
  return name === '' || month === 0 ? null : `${String(month).padStart(2, '0')}-${date}`;
}

function nameOfHour(label: string, intl: IntlShape): AxisLabel {
  if (!/^\d\d$/.test(label)) return same(label);
  const next = String((Number(label) + 1) % 24).padStart(2, '0');
  const inSentence = intl.formatMessage({ id: 'reports.between_hours' }, { from: label, to: next });
  return { short: `${label}:00`, full: `${label}:00–${next}:00`, inSentence };
}

/** Twelve months ending with the current one span two years, so their labels include the year; those of a calendar year don't. */
function namesOfMonths(labels: readonly string[], lastDay: string, language: string): AxisLabel[] {
  const [year = 0, present = 0] = lastDay.split('-').map(Number);
  const endsNow = isPresentMonth(labels.at(-1), lastDay);
  return labels.map((label) => {
    const month = MONTHS.indexOf(label) + 1;
    if (month === 0) return same(label);
    const first = dayjs(`${month > present ? year - 1 : year}-${String(month).padStart(2, '0')}-01`);
    const full = dateText(first, endsNow ? 'MMMM YYYY' : 'MMMM', language);
    return { short: dateText(first, 'MMM', language), full, inSentence: full };
  });
}

const isPresentMonth = (label: string | undefined, today: string) => MONTHS.indexOf(label ?? '') + 1 === Number(today.split('-')[1]);

/** How many of a report's months have begun: of a calendar year those up to now. */
export function monthsStarted(labels: readonly string[], today: string): number {
  const isCalendarYear = labels.length === MONTHS.length && labels[0] === MONTHS[0];
  return isCalendarYear ? Number(today.split('-')[1]) : labels.length;
}

const same = (label: string): AxisLabel => ({ short: label, full: label, inSentence: label });
