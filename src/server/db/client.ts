import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import { openEmbedded } from './embedded';
import { migrateEmbedded, migratePostgres } from './migrate';

/** What queries take: the database, or a transaction of it, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** An open database with its schema up to date. `close` waits for what runs and gives the folder or the connections back. */
export interface Database {
  db: Db;
  engine: 'embedded' | 'postgres';
  close: () => Promise<void>;
}

/** Where a database is: on PostgreSQL where there is a `url`, else the embedded one in `folder`. */
export interface DatabasePlace {
  url: string | undefined;
  folder: string;
}

/**
 * Of a server that others wait for, no statement may take longer than this, in milliseconds; and a PostgreSQL that went away
 * without a word is not waited for much longer than it has to be heard of that.
 */
const WHILE_OTHERS_WAIT = { statement_timeout: 10_000, query_timeout: 12_000 };

/**
 * Opens a database and applies the migrations that are missing. `patient`: for a command that works alone, and whose
 * statements may take as long as they need.
 */
export async function openDatabase({ url, folder }: DatabasePlace, { patient = false } = {}): Promise<Database> {
  return url === undefined ? openFolder(folder, patient) : openServer(url, patient);
}

async function openFolder(folder: string, patient: boolean): Promise<Database> {
  const { pg, close } = await openEmbedded(folder);
  const db = onPglite(pg);
  try {
    await migrateEmbedded(db);
  } catch (error) {
    await close();
    throw error;
  }
  if (!patient) pg.statementTimeout = WHILE_OTHERS_WAIT.statement_timeout;
  return { db, engine: 'embedded', close };
}

async function openServer(url: string, patient: boolean): Promise<Database> {
  await migratePostgres(url);
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(patient ? {} : WHILE_OTHERS_WAIT),
    application_name: 'portico',
  });
  // A connection that breaks while idle is replaced by the pool; unheard, its error event would end the process.
  pool.on('error', () => undefined);
  return { db: onPostgres(pool), engine: 'postgres', close: () => pool.end() };
}
