import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import { rebuildCollatedIndexes } from './collation';
import { rowsIn, type Db } from './db';
import { assertSuitable, explainMigrationFailure } from './databaseRequirements';
import { changedFunctions, knownFunctions, stateFunctions, type SqlFunction } from './functions';
import { newClient } from './postgres';

/** The checked-in SQL; next to this file in the source, next to the bundle in the build. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Advisory lock key, arbitrary but the same for all replicas: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_042_026;

/** The database was written by a later version, whose tables this one doesn't know. */
export class NewerDatabaseError extends Error {
  constructor() {
    super('The database was written by a newer version of Portico. Install that version or a later one. No changes were made.');
  }
}

/** The database is from before the first release; migrations from there no longer exist. */
export class UnreleasedDatabaseError extends Error {
  constructor() {
    super(
      'The database was written before the first release of Portico, and cannot be updated. Begin with an empty one. No changes were made.',
    );
  }
}

/** PostgreSQL isn't reachable at DATABASE_URL, or refuses the login. */
export class UnreachableDatabaseError extends Error {
  constructor(url: string, cause: Error) {
    const { host, pathname } = new URL(url);
    const reason = cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
    super(`The database ${pathname.slice(1)} on ${host} cannot be used: ${reason}. Check DATABASE_URL, and that the server runs.`, {
      cause,
    });
  }
}

/**
 * Applies missing migrations up to `newest`, all or none, and records them where drizzle does. Without a `newest` the SQL functions, too, are
 * those of this program afterwards (functions.ts). Throws NewerDatabaseError and UnreleasedDatabaseError.
 */
export async function migrate(db: Db, newest = Infinity): Promise<void> {
  const applied = await newestApplied(db);
  const known = readMigrationFiles({ migrationsFolder });
  if (Math.max(applied, newest === Infinity ? 0 : newest) > newestKnown()) throw new NewerDatabaseError();
  if (applied > 0 && applied < (known[0]?.folderMillis ?? 0)) throw new UnreleasedDatabaseError();
  const missing = known.filter(({ folderMillis }) => folderMillis > applied && folderMillis <= newest);
  const functions = newest === Infinity ? await functionsToState(db, missing.length) : [];
  if (missing.length > 0 || functions.length > 0) await apply(db, missing, functions);
  if (newest === Infinity) await rebuildCollatedIndexes(db);
}

async function apply(db: Db, missing: ReturnType<typeof readMigrationFiles>, functions: SqlFunction[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const { sql: statements, hash, folderMillis } of missing) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`);
    }
    await stateFunctions(tx, functions);
  });
}

/** After migrations all, because a migration may have dropped or replaced some. */
async function functionsToState(db: Db, migrations: number): Promise<SqlFunction[]> {
  return migrations > 0 ? knownFunctions() : changedFunctions(db);
}

/**
 * Safe if several replicas start at once: the others wait for the lock and find nothing left to do. Throws UnfitDatabaseError if the
 * database can't hold the tables.
 */
export async function migratePostgres(url: string): Promise<void> {
  await withMigrationLock(url, async (db) => {
    await assertSuitable(db);
    await migrate(db).catch(async (error: unknown) => {
      throw (await explainMigrationFailure(db, error)) ?? error;
    });
  });
}

/** Runs `work` on PostgreSQL while holding the migration lock. Throws UnreachableDatabaseError. */
export async function withMigrationLock(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  // A separate connection without the pool's limits. Closing it releases the lock, even if a migration breaks the connection.
  const connection = newClient(url, 'portico migrate');
  await connection.connect().catch((error: unknown) => {
    throw new UnreachableDatabaseError(url, error as Error);
  });
  try {
    const db = onPostgres(connection);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await work(db);
  } finally {
    await connection.end();
  }
}

/** Whether the database has tables but lacks migrations of this program. */
export async function isBehind(db: Db): Promise<boolean> {
  const applied = await newestApplied(db);
  return applied > 0 && applied < newestKnown();
}

/** The newest migration applied, in milliseconds since 1970; 0 for none. */
export async function newestApplied(db: Db): Promise<number> {
  const known = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (firstRow(known).name === null) return 0;
  const last = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  return Number(firstRow(last).at ?? 0);
}

/** The newest migration of this program, in milliseconds since 1970. */
export function newestKnown(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
}

function firstRow(result: unknown): Record<string, unknown> {
  return rowsIn<Record<string, unknown>>(result)[0] ?? {};
}
