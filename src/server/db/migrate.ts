import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migrateOnPostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateOnPglite } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import type { Db } from './client';

/** The checked-in SQL; beside this file in the source, beside the bundle in the build. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, as long as all replicas use the same: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_042_026;

/** The database was written by a later version of the program, whose tables this one does not know. */
export class NewerDatabaseError extends Error {
  constructor() {
    super('The database was written by a newer version of Portico. Install that version or a later one; nothing was changed.');
  }
}

/** There is no PostgreSQL where DATABASE_URL says, or it lets nobody in. */
export class UnreachableDatabaseError extends Error {
  constructor(url: string, cause: Error) {
    const { host, pathname } = new URL(url);
    const reason = cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
    super(`The database ${pathname.slice(1)} on ${host} cannot be used: ${reason}. Check DATABASE_URL, and that the server runs.`, {
      cause,
    });
  }
}

export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await refuseNewer(db);
  await migrateOnPglite(db, { migrationsFolder });
}

/** Safe when several replicas start at once: the others wait for the lock and find nothing left to do. */
export async function migratePostgres(url: string): Promise<void> {
  // A connection of its own, without the limits of the others; its lock goes with it, also when a migration breaks it.
  const connection = new Client({ connectionString: url, application_name: 'portico migrate' });
  await connection.connect().catch((error: unknown) => {
    throw new UnreachableDatabaseError(url, error as Error);
  });
  try {
    const db = onPostgres(connection);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await refuseNewer(db);
    await migrateOnPostgres(db, { migrationsFolder });
  } finally {
    await connection.end();
  }
}

async function refuseNewer(db: Db): Promise<void> {
  const known = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (firstRow(known).name === null) return;
  const last = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  if (Number(firstRow(last).at ?? 0) > newestMigration()) throw new NewerDatabaseError();
}

function newestMigration(): number {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as { entries: { when: number }[] };
  return Math.max(...journal.entries.map((entry) => entry.when));
}

/** Both drivers answer `{rows}`, which the common type does not say. */
function firstRow(result: unknown): Record<string, unknown> {
  return (result as { rows: [Record<string, unknown>] }).rows[0];
}
