import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What queries take: the database, or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;
