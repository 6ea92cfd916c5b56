// @ts-check
import { chosenHotspots, ownHotspots } from './callers.mjs';
import { stamp } from './answers.mjs';
import { managedAccounts } from './accountCalls.mjs';
import { listedHotspots } from './hotspotCalls.mjs';
import { integerOf } from './lists.mjs';
import { Refusal } from './refusal.mjs';

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const statsRoutes = [
  ['GET', '/api/stats/hotspots/total', (call) => ({ total: listedHotspots(call).length })],
  ['GET', '/api/stats/accounts/total', (call) => ({ total: managedAccounts(call).length })],
  ...['units', 'devices', 'users', 'sessions'].map(
    (table) =>
      /** @type {import('./answers.mjs').Route} */ (['GET', `/api/stats/${table}/total`, (call) => ({ total: countOf(call, table) })]),
  ),
  ['GET', '/api/stats/reports/:type/graph', readReport],
];

/** @param {Call} call @param {string} table */
function countOf({ rows, caller }, table) {
  const hotspots = ownHotspots(rows, caller);
  return rows.all(table).filter(({ hotspot_id }) => hotspots.includes(hotspot_id)).length;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY = 86_400_000;

/** A report's data: rows in its period and at its hotspots, and the days of its axis. */
class Report {
  /** @param {Call} call */
  constructor({ rows, caller, query, now }) {
    this.rows = rows;
    this.now = now;
    this.hotspots = chosenHotspots(rows, caller, integerOf(query.get('hotspot')));
    const range = integerOf(query.get('range'));
    // Exact to the second, so the first day of the axis is partial.
    this.start = now.getTime() - range * DAY;
    this.days = Array.from({ length: Math.max(0, range + 1) }, (_, i) => stamp(this.start + i * DAY).slice(0, 10));
  }

  /** Rows of `table` whose `column` is within the range. @param {string} table @param {string} column */
  inRange(table, column) {
    return this.at(table).filter((row) => Date.parse(row[column]) >= this.start);
  }

  /** @param {string} table */
  at(table) {
    return this.rows.all(table).filter(({ hotspot_id }) => this.hotspots.includes(hotspot_id));
  }
}

/** @param {string} day as 2026-11-21 */
function dayLabel(day) {
  return `${day.slice(8)} ${(MONTHS[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3)}`;
}

/**
 * A line of a graph: a value for each place on the axis that has rows.
 *
 * @param {Row[]} rows
 * @param {{ axis: string[], pointOf: (row: Row) => string, value: (rows: Row[]) => number, labelOf?: (point: string) => string }} of
 */
function lineOf(rows, { axis, pointOf, value, labelOf = (point) => point }) {
  const groups = axis.map((point) => ({ point, of: rows.filter((row) => pointOf(row) === point) })).filter(({ of }) => of.length > 0);
  const labels = groups.map(({ point }) => labelOf(point));
  const data = groups.map(({ of }) => value(of));
  return lineFrom(labels, data);
}

/** @param {string[]} labels @param {number[]} data */
function lineFrom(labels, data) {
  return { labels: nullIfEmpty(labels), data: nullIfEmpty(data), name: '' };
}

/** @template T @param {T[]} list */
const nullIfEmpty = (list) => (list.length === 0 ? null : list);

const count = (/** @type {Row[]} */ rows) => rows.length;
const guests = (/** @type {Row[]} */ rows) => new Set(rows.map(({ user_id }) => user_id)).size;
const sumOf = (/** @type {string} */ column) => (/** @type {Row[]} */ rows) => rows.reduce((sum, row) => sum + row[column], 0);
const per = (/** @type {(rows: Row[]) => number} */ a, /** @type {(rows: Row[]) => number} */ b) => (/** @type {Row[]} */ rows) =>
  Math.round(a(rows) / b(rows));

/** The mean of a line's values, rounded down; 0 without any. @param {{ data: number[] | null }} line */
function meanOf({ data }) {
  return data === null ? 0 : Math.floor(data.reduce((sum, value) => sum + value, 0) / data.length);
}

/** @param {Row[]} rows @param {{ days: string[] }} report @param {string} column @param {(rows: Row[]) => number} value */
function lineByDay(rows, { days }, column, value) {
  return lineOf(rows, { axis: days, pointOf: (row) => row[column].slice(0, 10), value, labelOf: dayLabel });
}

/** @param {Report} report @param {string} [table] @param {string} [column] */
function byDay(report, table = 'session_histories', column = 'start_time') {
  const rows = report.inRange(table, column);
  return (/** @type {(rows: Row[]) => number} */ value) => lineByDay(rows, report, column, value);
}

const NOTHING = lineFrom([], []);

/** @type {Record<string, (report: Report) => object>} */
const REPORTS = {
  current: (report) => {
    const axis = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const yesterday = stamp(report.now.getTime() - DAY).slice(0, 10);
    const rows = report.at('session_histories').filter(({ start_time }) => start_time.startsWith(yesterday));
    const lines = [guests, count].map((value) => lineOf(rows, { axis, pointOf: ({ start_time }) => start_time.slice(11, 13), value }));
    return { labels: axis, set0: lines[0], set1: lines[1], avg: lines.map(meanOf) };
  },
  sessions: (report) => graph(report, byDay(report)(count), byDay(report, 'users', 'created')(count)),
  traffic: (report) => graph(report, byDay(report)(sumOf('bytes_up')), byDay(report)(sumOf('bytes_down'))),
  avg_user_traffic: (report) => averages(report, per(sumOf('bytes_up'), guests), per(sumOf('bytes_down'), guests)),
  avg_user_duration: (report) => averages(report, per(sumOf('duration'), guests)),
  avg_conn_traffic: (report) => averages(report, per(sumOf('bytes_up'), count), per(sumOf('bytes_down'), count)),
  avg_conn_duration: (report) => averages(report, per(sumOf('duration'), count)),
  sms_history: (report) => graph(report, byDay(report, 'hotspot_sms_counts', 'sent')(count)),
  sms_year: (report) => {
    const sent = report.at('hotspot_sms_counts').filter((row) => row.sent.slice(0, 4) === String(report.now.getUTCFullYear()));
    const pointOf = (/** @type {Row} */ row) => MONTHS[Number(row.sent.slice(5, 7)) - 1] ?? '';
    return { labels: MONTHS, set0: lineOf(sent, { axis: MONTHS, pointOf, value: count }), set1: NOTHING, avg: null };
  },
  account_types_pie: (report) => {
    const created = report.inRange('users', 'created');
    const labels = typesOf(created);
    const sets = labels.map((type) => created.filter(({ account_type }) => account_type === type).length);
    return { labels: nullIfEmpty(labels), sets: nullIfEmpty(sets) };
  },
  account_types_graph: (report) => {
    const created = report.inRange('users', 'created');
    const sets = typesOf(created).map((type) => {
      const rows = created.filter(({ account_type }) => account_type === type);
      return { ...lineByDay(rows, report, 'created', count), name: type };
    });
    return { labels: nullIfEmpty(report.days.map(dayLabel)), sets: nullIfEmpty(sets) };
  },
};

/** @param {Row[]} users */
const typesOf = (users) => [...new Set(users.map(({ account_type }) => account_type))].sort();

/** @param {Report} report @param {object} set0 @param {object} [set1] @param {number[] | null} [avg] */
function graph(report, set0, set1 = NOTHING, avg = null) {
  return { labels: nullIfEmpty(report.days.map(dayLabel)), set0, set1, avg };
}

/** @param {Report} report @param {((rows: Row[]) => number)[]} values */
function averages(report, ...values) {
  const [set0 = NOTHING, set1] = values.map((value) => byDay(report)(value));
  return graph(report, set0, set1, [set0, set1].filter((set) => set !== undefined).map(meanOf));
}

/** @param {Call} call */
function readReport(call) {
  const report = REPORTS[call.params[0] ?? ''];
  if (!report) throw new Refusal(404, 'API not found');
  return report(new Report(call));
}
