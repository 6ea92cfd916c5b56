import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** The rows of what `execute` answers. Both drivers have them, which their common type doesn't say; what a row is the caller knows. */
export const rowsIn = <Row>(answer: unknown): Row[] => (answer as { rows: Row[] }).rows;
