// @ts-check
import { Refusal } from './refusal.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('node:url').URLSearchParams} URLSearchParams */

/**
 * A number from a path or query; 0 if missing or no number.
 *
 * @param {string | null | undefined} text
 */
export function integerOf(text) {
  return /^[+-]?\d+$/.test(text ?? '') ? Number(text) : 0;
}

/**
 * Matches texts containing `q` like the database does: ignoring case and accents, ß like s, `%` and `_` as wildcards unless escaped by a
 * backslash. A backslash at the end escapes the wildcard added around every search.
 *
 * @param {string} q
 * @returns {(text: unknown) => boolean}
 */
export function containing(q) {
  const pattern = `%${folded(q)}%`.replace(/\\?./gsu, (part) => {
    if (part === '%') return '.*';
    if (part === '_') return '.';
    return part.slice(-1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  const matches = new RegExp(`^${pattern}$`, 'su');
  return (text) => matches.test(folded(String(text ?? '')));
}

/** @param {string} text */
function folded(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 's');
}

/**
 * Filters rows that have `q` in one of the columns; all rows without `q`.
 *
 * @param {string | null} q
 * @param {string[]} names
 */
export function searched(q, names) {
  const matches = containing(q ?? '');
  return (/** @type {Row} */ row) => q === null || q === '' || names.some((name) => matches(row[name]));
}

/**
 * One page. No `limit` or a negative one means all rows, 0 or no number none; `page` is ignored without a limit.
 *
 * @template T
 * @param {T[]} rows
 * @param {URLSearchParams} query
 * @returns {T[]}
 */
export function pageOf(rows, query) {
  const text = query.get('limit') ?? '';
  if (text === '') return rows;
  const limit = integerOf(text);
  if (limit < 0) return rows;
  const page = Math.max(1, integerOf(query.get('page')));
  return rows.slice((page - 1) * limit, page * limit);
}

/**
 * The database's order without ORDER BY: with a limit below the table's size it reads by the index on the hotspot, otherwise by id.
 *
 * @param {Row[]} rows
 * @param {{ query: URLSearchParams, tableSize: number }} of
 */
export function inReadOrder(rows, { query, tableSize }) {
  const limit = integerOf(query.get('limit'));
  const isByHotspot = limit > 0 && limit < tableSize;
  return [...rows].sort((a, b) => (isByHotspot ? a.hotspot_id - b.hotspot_id : 0) || a.id - b.id);
}

/**
 * The answer with a page of rows and the total; 404 if the page is empty, for whatever reason.
 *
 * @param {Row[]} rows
 * @param {{ query: URLSearchParams, nothing: string, object: (row: Row) => unknown }} of
 */
export function listAnswer(rows, { query, nothing, object }) {
  const data = pageOf(rows, query);
  if (data.length === 0) throw new Refusal(404, nothing);
  return { data: data.map(object), total: rows.length };
}

/**
 * A bare list, which is 404 when empty.
 *
 * @template T
 * @param {T[]} objects
 * @param {string} nothing
 */
export function bareList(objects, nothing) {
  if (objects.length === 0) throw new Refusal(404, nothing);
  return objects;
}

/**
 * Parses a moment to milliseconds, or NaN. Ignores a zone at its end: all times are UTC.
 *
 * @param {string} text
 */
function momentOf(text) {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d).*)?$/.exec(text) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${time}Z`);
}

/**
 * Filters by a column between two moments of the query, either of which may be missing or empty. An invalid moment matches nothing.
 *
 * @param {URLSearchParams} query
 * @param {string} column
 * @param {{ from: string, to: string, unset?: number }} names
 */
export function between(query, column, { from, to, unset = NaN }) {
  const [start, end] = [query.get(from) ?? '', query.get(to) ?? ''];
  return (/** @type {Row} */ row) => {
    const moment = row[column] === null ? unset : Date.parse(row[column]);
    return (start === '' || moment >= momentOf(start)) && (end === '' || moment <= momentOf(end));
  };
}
