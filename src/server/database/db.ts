import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** The rows of an `execute` result. Both drivers return them, but their common type doesn't say so; the caller knows the row type. */
export const rowsIn = <Row>(answer: unknown): Row[] => (answer as { rows: Row[] }).rows;

/** Begins a statement that a server repeats hundreds of times a second: an external PostgreSQL prepares it (postgres.ts). */
export const REPEATED = '/* repeated */';
export const repeated = sql.raw(`${REPEATED} `);

/**
 * A query that is built once for each database, and that an external PostgreSQL plans once for each connection (postgres.ts): for what nearly every call
 * asks. Not for transactions, of which each would build it anew.
 */
export function preparedOnce<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const prepared = new WeakMap<Db, Query>();
  return (db) => {
    const query = prepared.get(db) ?? prepare(db);
    prepared.set(db, query);
    return query;
  };
}
