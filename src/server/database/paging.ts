/**
 * Paging of long lists. Pages near the front are numbered. Deeper pages, for which OFFSET gets slow, are reached by the cursors of a
 * response: forward from its last row or back from its first (docs/wire.md#paging-sorting-totals).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, desc, getTableName, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { EXACT_TOTAL } from '../../contract/plain/wire';
import { rowsIn, type Db } from './db';
import { echoSorting, sortedBy, sortKey, type Sorting } from './listQueries';
import { sorted } from './searchExpressions';

/** Maximum matches to count. Inlined in the SQL, because prepared statements are planned without knowing their parameters. */
const COUNTED = sql.raw(String(EXACT_TOTAL + 1));

/** A list: its table, the condition for its rows, and the sort column. Conditions must not refer to other tables. */
interface Listing {
  table: PgTable;
  id: PgColumn;
  where: SQL | undefined;
  /** The same condition in a form that is quick to test row by row, for when many rows match. */
  whereMany?: SQL | undefined;
  sortColumn: PgColumn;
}

interface ListQuery extends Sorting {
  q: string;
  page: number;
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
  end?: 'true' | 'false';
}

/** The ids of a page's rows, in order. If `hasMore`, `total` is EXACT_TOTAL. */
export interface FoundPage {
  ids: number[];
  total: number;
  hasMore: boolean;
  /** Cursors of the first and last row; none on an empty page. */
  first?: string;
  last?: string;
}

/** A row's position: its id, and its sort key as text (null if unset). */
const positions = z.array(z.tuple([z.number(), z.string().nullable()]));
type RowPosition = z.infer<typeof positions>[number];

/**
 * Finds a page. Matches are first gathered up to EXACT_TOTAL: if that is all of them, they are sorted right there, which no bad plan can
 * make slow; if there are more, the page is read along the index of its sort order. Throws a refusal for an invalid cursor.
 */
export async function findPage(db: Db, listing: Listing, query: ListQuery): Promise<FoundPage> {
  const { table, id, where, whereMany = where, sortColumn } = listing;
  const cursor = cursorOf(query, sortColumn);
  const isBackwards = query.before !== undefined || query.end === 'true';
  const order = isBackwards ? opposite(query.order) : query.order;
  const isNumbered = cursor === undefined && !isBackwards;
  const keyText = keyTextOf(sortColumn);
  const offset = isNumbered ? (query.page - 1) * query.limit : 0;

  const gathered = sql`select ${id} as id, ${sortColumn} as value from ${table} ${whereOf(where)} limit ${COUNTED}`;
  const sortedHere = (found: SQL) => sql`(select json_agg(json_build_array(id, ${keyText})) from (
    select id, ${sortKey(sortColumn, sql`value`)} as key from ${found}
    order by ${directed(sql`key`, order)}, ${directed(sql`id`, order)} limit ${query.limit} offset ${offset}) page)`;
  const alongIndex = (condition: SQL | undefined) => sql`(select json_agg(json_build_array(id, ${keyText})) from (
    select ${id} as id, ${sortKey(sortColumn)} as key from ${table} ${whereOf(and(condition, cursor && beyond(cursor, listing, order)))}
    order by ${sql.join(sortedBy(sortColumn, id, order), sql`, `)} limit ${query.limit} offset ${offset}) page)`;
  const read = async (statement: SQL) => {
    const { total, page } = firstRow(await db.execute(statement));
    return { total, page: isBackwards ? (page ?? []).reverse() : (page ?? []) };
  };

  // Without a search, the count is an index-only scan, so that one statement can choose by it.
  if (query.q === '') {
    const isGathered = isNumbered ? sql`total <= ${EXACT_TOTAL} and not ${isSmall(table)}` : sql`false`;
    const { total, page } = await read(sql`
      with counted as materialized (${countOf(listing)})
      select total, case when ${isGathered} then ${sortedHere(sql`(${gathered}) found`)} else ${alongIndex(where)} end as page from counted`);
    return foundPage(page, Math.min(total, EXACT_TOTAL), total > EXACT_TOTAL, query);
  }
  if (isNumbered) {
    const { total, page } = await read(sql`
      with found as materialized (${gathered}), counted as materialized (select count(*)::int as total from found)
      select total, case when total <= ${EXACT_TOTAL} then ${sortedHere(sql`found`)} end as page from counted`);
    if (total <= EXACT_TOTAL) return foundPage(page, total, false, query);
  }
  const counted = isNumbered
    ? EXACT_TOTAL + 1
    : firstRow(await db.execute(sql`select total, null as page from (${countOf(listing)}) counted`)).total;
  const hasMore = counted > EXACT_TOTAL;
  const { page } = await read(sql`select 0 as total, ${alongIndex(hasMore ? whereMany : where)} as page`);
  return foundPage(page, Math.min(counted, EXACT_TOTAL), hasMore, query);
}

/** Whether a table is so small that its index may be read whole. False if its size isn't known yet. */
const isSmall = (table: PgTable): SQL =>
  sql`(select reltuples between 0 and ${2 * EXACT_TOTAL} from pg_class where oid = ${getTableName(table)}::regclass)`;

/** A query for the number of matching rows, counted up to EXACT_TOTAL + 1. */
const countOf = ({ table, where }: Listing): SQL =>
  sql`select count(*)::int as total from (select 1 from ${table} ${whereOf(where)} limit ${COUNTED}) found`;

/** Lists with more rows than this are read and serialized in pieces. */
export const LONG_LIST = 500;

/** Rows of a piece: work of a few milliseconds, for which all other requests wait. */
export const ROWS_AT_ONCE = 50;

/**
 * The rows of a long list in pieces; those of any other at once. After each piece others get as much time as it took: thousands of rows at
 * once, as for an export, would keep them waiting for seconds.
 */
export async function* piecesOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void> {
  const atOnce = rows.length > LONG_LIST ? ROWS_AT_ONCE : rows.length;
  for (let at = 0; at < rows.length; at += atOnce) {
    const began = performance.now();
    yield rows.slice(at, at + atOnce);
    if (at + atOnce < rows.length) await pause(performance.now() - began);
  }
}

/** What `read` returns for the rows with these ids, in pieces. */
export async function inPieces<R>(ids: readonly number[], read: (ids: readonly number[]) => Promise<R[]>): Promise<R[]> {
  const pieces: R[][] = [];
  for await (const some of piecesOf(ids)) pieces.push(await read(some));
  return pieces.flat();
}

/** The rows with these ids in their order; `idOf` reads a row's id. */
export function inOrder<R>(ids: readonly number[], rows: R[], idOf: (row: R) => number): R[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A condition for rows with these ids, as a single parameter however many there are. */
export function withIds(column: PgColumn, ids: readonly number[] | Placeholder): SQL {
  return sql`${column} = any(${Array.isArray(ids) ? idList(ids) : ids}::bigint[])`;
}

/** The ids of a query that is built before they are known; it is executed with their `idList`. */
export const PAGE_IDS = sql.placeholder('ids');

export const idList = (ids: readonly number[]): string => `{${ids.join(',')}}`;

/**
 * The name with which a query for a page's rows by their ids is prepared, so that an external PostgreSQL plans it once per connection
 * (postgres.ts): planning its joins takes longer than running it, and one plan suits any ids. Not for transactions, whose connection knows
 * a name for one text only.
 */
export const ROWS_OF_PAGE = 'rows_of_page';

/** Sets the headers for the sorting, the cursors, and whether there are more rows than `total`. */
export function echoPage(reply: FastifyReply, query: Sorting, { hasMore, first, last }: Omit<FoundPage, 'ids' | 'total'>): void {
  echoSorting(reply, query);
  if (hasMore) reply.header('X-Total-More', 'true');
  if (first !== undefined) reply.header('X-Cursor-First', first);
  if (last !== undefined) reply.header('X-Cursor-Last', last);
}

function foundPage(rows: RowPosition[], total: number, hasMore: boolean, sorting: Sorting): FoundPage {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    ids: rows.map(([id]) => id),
    total,
    hasMore,
    ...(first && last && { first: written(first, sorting), last: written(last, sorting) }),
  };
}

const whereOf = (where: SQL | undefined) => (where ? sql`where ${where}` : sql``);

const opposite = (order: Sorting['order']) => (order === 'asc' ? 'desc' : 'asc');

const directed = (key: SQL, order: Sorting['order']) => (order === 'asc' ? asc(key) : desc(key));

/** A row's sort key as stored in a cursor: exact, independent of the time zone, timestamps in microseconds. */
function keyTextOf(column: PgColumn): SQL {
  return column.dataType === 'date' ? sql`(extract(epoch from key) * 1000000)::bigint::text` : sql`key::text`;
}

/** The sort key from a cursor. */
function keyOf(keyText: string, column: PgColumn): SQL {
  if (column.dataType === 'date') return sql`(timestamptz 'epoch' + ${keyText}::bigint * interval '1 microsecond')`;
  return column.dataType === 'number' ? sql`${keyText}::bigint` : sorted(sql`${keyText}::text`);
}

/** The rows beyond a position. As in PostgreSQL, unset keys come last in ascending order and first in descending. */
function beyond([rowId, keyText]: RowPosition, { id, sortColumn }: Listing, order: Sorting['order']): SQL {
  const key = sortKey(sortColumn);
  const further = sql.raw(order === 'asc' ? '>' : '<');
  const sameUnset = sql`(${key} is null and ${id} ${further} ${rowId})`;
  if (keyText === null) return order === 'asc' ? sameUnset : sql`(${sameUnset} or ${key} is not null)`;
  const after = sql`(${key}, ${id}) ${further} (${keyOf(keyText, sortColumn)}, ${rowId}::bigint)`;
  return sortColumn.notNull || order === 'desc' ? after : sql`(${after} or ${key} is null)`;
}

/** A cursor on the wire: its sort order and the position. */
const written = ([id, keyText]: RowPosition, { sort, order }: Sorting) =>
  Buffer.from(JSON.stringify([sort, order, id, keyText])).toString('base64url');

/** The request has an invalid cursor, or one for another list. */
export class CursorError extends Error {
  constructor(
    readonly field: 'after' | 'before',
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
  }
}

const cursorText = z.tuple([z.string(), z.enum(['asc', 'desc']), z.number().int().min(0), z.string().nullable()]);

function cursorOf({ after, before, end, sort, order }: ListQuery, column: PgColumn): RowPosition | undefined {
  const field = after === undefined ? 'before' : 'after';
  const text = after ?? before;
  if ([after, before, end === 'true' ? end : undefined].filter((value) => value !== undefined).length > 1) {
    throw new CursorError(field, 'cannot be combined with another direction');
  }
  if (text === undefined) return undefined;
  const parsed = cursorText.safeParse(read(text));
  if (!parsed.success) throw new CursorError(field, 'is not a cursor from an earlier answer');
  const [cursorSort, cursorOrder, id, keyText] = parsed.data;
  if (cursorSort !== sort || cursorOrder !== order) throw new CursorError(field, 'belongs to another sort order');
  if (keyText !== null && column.dataType !== 'string' && !/^-?\d{1,17}$/.test(keyText))
    throw new CursorError(field, 'is not a cursor from an earlier answer');
  return [id, keyText];
}

function read(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const foundRow = z.object({ total: z.number(), page: positions.nullable() });

function firstRow(result: unknown): z.infer<typeof foundRow> {
  const [row] = rowsIn<unknown>(result);
  return foundRow.parse(row);
}
