import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** The rows of an `execute` result. Both drivers return them, but their common type doesn't say so; the caller knows the row type. */
export const rowsIn = <Row>(answer: unknown): Row[] => (answer as { rows: Row[] }).rows;

/** Marks a statement that a server repeats hundreds of times a second, so that an external PostgreSQL prepares it (postgres.ts). */
export const REPEATED = '/* repeated */';
export const repeated = sql.raw(`${REPEATED} `);

/**
 * A query that nearly every call makes: it is built once per database, and planned by an external PostgreSQL once per connection
 * (postgres.ts). Not for transactions, each of which would build it again.
 */
export function preparedOnce<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const prepared = new WeakMap<Db, Query>();
  return (db) => {
    const query = prepared.get(db) ?? prepare(db);
    prepared.set(db, query);
    return query;
  };
}
