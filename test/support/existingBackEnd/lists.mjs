// @ts-check
import { Refusal } from './refusal.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('node:url').URLSearchParams} URLSearchParams */

/**
 * A number as a path or query has it: 0 for what is none, or nothing.
 *
 * @param {string | null | undefined} text
 */
export function integerOf(text) {
  return /^[+-]?\d+$/.test(text ?? '') ? Number(text) : 0;
}

/**
 * Whether `text` contains what is searched for as the database compares: without case and accents, ß like s, `%` and `_` as
 * wildcards that a backslash takes literally. A backslash at the end meets the wildcard that stands around every search.
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
 * Rows that have `q` in one of the columns; all without `q`.
 *
 * @param {string | null} q
 * @param {string[]} names
 */
export function searched(q, names) {
  const matches = containing(q ?? '');
  return (/** @type {Row} */ row) => q === null || q === '' || names.some((name) => matches(row[name]));
}

/**
 * One page. Without `limit` all rows; 0 or no number is none, below zero all; `page` counts with a limit only.
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
 * The order in which rows come when nobody orders them: with a limit below the size of the table they are read by the index on
 * their hotspot, otherwise by id.
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
 * The answer with a page of rows and their number; 404 where the page is empty, whatever the reason.
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
 * The moment that a text names, in milliseconds; NaN for none. A zone at its end is not looked at: all times are UTC.
 *
 * @param {string} text
 */
function momentOf(text) {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d).*)?$/.exec(text) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${time}Z`);
}

/**
 * Whether a column lies between two moments of the query, each of which may be missing or empty. What is no moment matches nothing.
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
