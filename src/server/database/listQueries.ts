/** Building blocks of list queries. */
import { and, asc, desc, or, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { macOf } from '../../contract/plain/macAddress';
import { anyCase, codeKey, mayContain, searchable, sorted } from './searchExpressions';

/** ISO, UTC, whole seconds, as in existing back ends. */
export function isoOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** The same for a moment that may be unset. */
export function isoOrNull(moment: Date | null): string | null {
  return moment === null ? null : isoOf(moment);
}

/** A moment from a query, `YYYY-MM-DD[ HH:mm[:ss]]` or ISO; UTC where it names no zone. */
export function momentOf(text: string): Date {
  const [date = '', time = '00:00:00Z'] = text.split(/[ T]/);
  return new Date(`${date}T${time}${/Z|[+-]/.test(time) ? '' : 'Z'}`);
}

/**
 * Search over columns or indexed expressions (searchExpressions.ts): each word of `q` must be part of one of the texts, in any order. Case,
 * accents, punctuation within names, and the notation of whole MAC addresses and codes don't matter. An empty `q` matches everything.
 */
export function contains(texts: (AnyPgColumn | SQL)[], q: string): SQL | undefined {
  if (q === '') return undefined;
  const words = wordsOf(q);
  if (words.length === 0) return sql`false`;
  const inSome = (wanted: string) => {
    const text = searchable(sql`${wanted}::text`);
    const isBeginning = words.length > 1 && wanted.replaceAll(/['’‘´ʼ]/g, '').length < LEAST_OF_WORD;
    // "Anne-Marie" finds "Anne Marie". In addresses and unit names, which have digits, hyphens are kept, because the index needs them.
    const spaced = /^[\p{L}\p{M}]+(?:[‐‑–-][\p{L}\p{M}]+)+$/u.test(wanted) ? [sql`like replace(${partOf(text)}, '-', ' ')`] : [];
    const matches = isBeginning ? [sql`~ ${beginningOf(text)}`] : [sql`like ${partOf(text)}`, ...spaced];
    return or(
      ...texts.flatMap((searched) => matches.map((one) => sql`${searched instanceof SQL ? searched : searchable(searched)} ${one}`)),
    );
  };
  // Twelve digits can also be a code or a phone number. "6rnx-yhqz" and "Anne-Marie" may be stored without the hyphen.
  const inOnePiece = [macOf(q) || q.replaceAll(/[\s‐‑–-]+/g, '')].filter((other) => other !== q);
  return and(likely(texts, words, q), or(and(...words.map(inSome)), ...inOnePiece.map(inSome)));
}

/** What texts that contain `q` must match, quickly found out; undefined if every word is long enough for an index, or isn't plain. */
function likely(texts: (AnyPgColumn | SQL)[], words: string[], q: string): SQL | undefined {
  const short = words.find((word) => /^[a-z0-9]{1,2}$/i.test(word));
  // The pairs of digits of a MAC address may be stored with hyphens where they are typed together.
  if (short === undefined || macOf(q) !== '' || texts.some((text) => text instanceof SQL)) return undefined;
  return sql`concat_ws(E'\\x1f', ${sql.join(texts, sql`, `)}) ~ ${mayContain(short)}::text`;
}

/** The same search over columns that are part of an indexed expression, which is only asked if it can help. */
export function containsIndexed(indexed: SQL, columns: AnyPgColumn[], q: string): SQL | undefined {
  const isServed = wordsOf(q).some((word) => word.length >= LEAST_OF_INDEX);
  return and(isServed ? contains([indexed], q) : undefined, contains(columns, q));
}

/** Characters that an index of trigrams needs. */
const LEAST_OF_INDEX = 3;

const wordsOf = (q: string): string[] =>
  q
    .replaceAll('`', "'")
    .split(/[\s,;]+/)
    .filter((word) => !/^['’‘´ʼ‐‑–—-]*$/.test(word));

/** Whether some word of the texts begins like the first of `q`, to order what contains it: for "ros", Rossi comes before Groß. */
export function beginsIn(texts: AnyPgColumn[], q: string): SQL<boolean> {
  const [first = ''] = wordsOf(q);
  const beginning = beginningOf(searchable(sql`${first}::text`));
  return sql<boolean>`(${sql.join(
    texts.map((text) => sql`${searchable(text)} ~ ${beginning}`),
    sql` or `,
  )})`;
}

/** Whether a text is `q`, whatever its case and accents, to order what contains it: "hotel-2" comes before "hotel-24". */
export const isExactly = (text: AnyPgColumn, q: string): SQL<boolean> => sql<boolean>`${searchable(text)} = ${searchable(sql`${q}::text`)}`;

/** If there are several words, shorter ones must match the beginnings of words: "Rossi M", "hotspot 2". */
const LEAST_OF_WORD = 3;

/** A regular expression for texts in which some word begins like this. */
const beginningOf = (text: SQL): SQL =>
  sql`(${String.raw`(^|[\s,;.:_@/(\x1f-])`}::text || regexp_replace(${text}, '([^[:alnum:]])', ${String.raw`\\\1`}, 'g'))`;

/** With fewer characters, too many codes would match if notation is ignored. */
const LEAST_OF_CODE = 4;

/** Whether a text is long enough to search codes regardless of notation. */
export const isWholeCode = (typed: string): boolean => plainCode(typed).replaceAll(/[-._]/g, '').length >= LEAST_OF_CODE;

/**
 * Codes that contain `q`, however it was read aloud and typed: with separators, in capitals, with 0 for o. An empty `q` matches everything,
 * a `q` that can't be part of a code nothing.
 */
export function containsCode(code: AnyPgColumn, q: string): SQL | undefined {
  if (q === '') return undefined;
  const typed = plainCode(q);
  if (!/^[\x21-\x7e]+$/.test(typed)) return sql`false`;
  const asWritten = sql`lower(${code} collate "C") like ${partOf(sql`${typed.toLowerCase()}::text`)}`;
  return isWholeCode(q) ? sql`${codeKey(code)} like ${partOf(codeKey(sql`${typed}::text`))}` : asWritten;
}

const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐‑–—]/g, '-');

/** A LIKE pattern for texts that contain this one, escaped after the database has folded it. */
const partOf = (text: SQL): SQL => sql`'%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

export interface Sorting {
  sort: string;
  order: 'asc' | 'desc';
}

/**
 * The expression for sorting by a column; pass `value` if the column's value has another name in the query. Keys of settings are sorted by
 * code point, as in existing back ends.
 */
export function sortKey(column: AnyPgColumn, value: AnyPgColumn | SQL = column): SQL {
  if (column.dataType !== 'string') return sql`${value}`;
  return column.name === 'key' ? anyCase(value) : sorted(value);
}

/** ORDER BY for a chosen column, with the id as tie-breaker (same direction unless `equals` says otherwise) so that pages don't overlap. */
export function sortedBy(column: AnyPgColumn, id: AnyPgColumn, order: Sorting['order'], equals = order): SQL[] {
  return [(order === 'asc' ? asc : desc)(sortKey(column)), (equals === 'asc' ? asc : desc)(id)];
}

/** Confirms the sort order to the client, which otherwise must assume that the list is unsorted (docs/wire.md#paging-sorting-totals). */
export function echoSorting(reply: FastifyReply, { sort, order }: Sorting): void {
  reply.headers({ 'X-Sort': sort, 'X-Order': order });
}
