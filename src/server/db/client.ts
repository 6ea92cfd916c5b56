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

/** No statement may hold others up for longer than this, in milliseconds; migrations are exempt. */
const STATEMENT_TIMEOUT = 10_000;

/** Opens PostgreSQL where `url` is given, else the embedded one in `folder`, and applies the migrations that are missing. */
export async function openDatabase({ url, folder }: { url: string | undefined; folder: string }): Promise<Database> {
  return url === undefined ? openFolder(folder) : openServer(url);
}

async function openFolder(folder: string): Promise<Database> {
  const { pg, close } = await openEmbedded(folder);
  const db = onPglite(pg);
  try {
    await migrateEmbedded(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, engine: 'embedded', close };
}

async function openServer(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    application_name: 'portico',
  });
  // A connection that breaks while idle is replaced by the pool; unheard, its error event would end the process.
  pool.on('error', () => undefined);
  try {
    await migratePostgres(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: onPostgres(pool), engine: 'postgres', close: () => pool.end() };
}
