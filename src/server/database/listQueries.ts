/** Shared by the list queries of all nouns. */
import { asc, desc, or, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { macOf } from '../../contract/macAddress';
import { folded, sorted } from './searchExpressions';

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
 * Substring search over columns or indexed expressions (searchExpressions.ts); case and accents don't matter, nor how a whole MAC address
 * is written. An empty `q` matches everything.
 */
export function contains(texts: (AnyPgColumn | SQL)[], q: string): SQL | undefined {
  if (q === '') return undefined;
  // A code or a phone number can also be twelve digits.
  const patterns = [...new Set([q, macOf(q) || q])].map((wanted) => folded(sql`${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}::text`));
  return or(...texts.flatMap((text) => patterns.map((pattern) => sql`${text instanceof SQL ? text : folded(text)} ilike ${pattern}`)));
}

export interface Sorting {
  sort: string;
  order: 'asc' | 'desc';
}

/** The expression that a column is sorted by; pass `value` if the column's value has another name in the query. */
export function sortKey(column: AnyPgColumn, value: AnyPgColumn | SQL = column): SQL {
  return column.dataType === 'string' ? sorted(value) : sql`${value}`;
}

/** ORDER BY for a chosen column, with the id as tie-breaker (same direction unless `equals` says otherwise) so that pages don't overlap. */
export function sortedBy(column: AnyPgColumn, id: AnyPgColumn, order: Sorting['order'], equals = order): SQL[] {
  return [(order === 'asc' ? asc : desc)(sortKey(column)), (equals === 'asc' ? asc : desc)(id)];
}

/** Confirms the sorting; without these headers a client must assume that the list is unsorted (docs/wire.md#paging-sorting-totals). */
export function echoSorting(reply: FastifyReply, { sort, order }: Sorting): void {
  reply.headers({ 'X-Sort': sort, 'X-Order': order });
}
