import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** The rows of an `execute` result. Both drivers return them, but their common type doesn't say so; the caller knows the row type. */
export const rowsIn = <Row>(answer: unknown): Row[] => (answer as { rows: Row[] }).rows;

/** Begins a statement that a server repeats hundreds of times a second: an external PostgreSQL prepares it (postgres.ts). */
export const REPEATED = '/* repeated */';
export const repeated = sql.raw(`${REPEATED} `);
