import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import { rebuildCollatedIndexes } from './collation';
import { rowsIn, type Db } from './db';
import { assertSuitable, explainMigrationFailure } from './databaseRequirements';
import { DEADLOCK, hasCode, LOCK_NOT_AVAILABLE } from './errorCodes';
import { changedFunctions, knownFunctions, stateFunctions, type SqlFunction } from './functions';
import { newClient } from './postgres';
import { Servers, UnreachableDatabaseError } from './servers';

/** The checked-in SQL; next to this file in the source, next to the bundle in the build. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Advisory lock key, arbitrary but the same for all replicas: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_042_026;

/** The database was written by a later version, whose tables this one doesn't know. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'The database was written by a newer version of Portico. Install that version or a later one; or, to go back, restore the backup from ' +
        'before the update: portico restore FILE. No changes were made.',
    );
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

/**
 * Applies missing migrations up to `newest`, all or none, and records them where drizzle does. Without `newest`, also brings the SQL
 * functions up to date (functions.ts). Throws NewerDatabaseError and UnreleasedDatabaseError.
 */
export async function migrate(db: Db, newest = Infinity): Promise<void> {
  const applied = await newestApplied(db);
  const known = readMigrationFiles({ migrationsFolder });
  if (Math.max(applied, newest === Infinity ? 0 : newest) > newestKnown()) throw new NewerDatabaseError();
  if (applied > 0 && applied < (known[0]?.folderMillis ?? 0)) throw new UnreleasedDatabaseError();
  const missing = known.filter(({ folderMillis }) => folderMillis > applied && folderMillis <= newest);
  const functions = newest === Infinity ? await functionsToState(db, missing.length) : [];
  if (missing.length > 0 || functions.length > 0) await apply(db, missing, functions, applied > 0);
  if (newest === Infinity) await rebuildCollatedIndexes(db);
}

/**
 * Milliseconds that a migration waits for a table that a query or transaction uses, and then before the next try. While it waits, those who
 * come later wait behind it: replicas that are still running would answer nothing. Much shorter than PostgreSQL's `deadlock_timeout` (a
 * second), after which it would end one of their transactions, which hold one table and wait for another that the migration has.
 */
const TABLE_WITHIN = 200;
const TABLE_AGAIN = 1_000;

async function apply(db: Db, missing: ReturnType<typeof readMigrationFiles>, functions: SqlFunction[], isUpdate: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${String(TABLE_WITHIN)}, true)`);
    // Each call reads its token before it begins a transaction. Those that come now wait there and hold nothing, while others end, so that
    // tables are free soon. Otherwise nearly each try would meet a call that holds one table and waits for another.
    if (isUpdate && missing.some(altersTables)) await tx.execute(sql`lock table access_tokens in access exclusive mode`);
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

/** False for one that only makes indexes, which takes long on large tables, and holds one table at a time. */
const altersTables = ({ sql: statements }: { sql: string[] }) => statements.some((each) => /^\s*(?:--.*\n\s*)*alter table/i.test(each));

/** All functions after any migration, because migrations may drop or replace some. */
async function functionsToState(db: Db, migrations: number): Promise<SqlFunction[]> {
  return migrations > 0 ? knownFunctions() : changedFunctions(db);
}

/**
 * Safe if several replicas start at once: the others wait for the lock and find nothing left to do. Throws UnsuitableDatabaseError if the
 * database can't hold the tables.
 */
export async function migratePostgres(url: string): Promise<void> {
  await withMigrationLock(url, async (db) => {
    await assertSuitable(db);
    await migrateWhenTablesAreFree(db).catch(async (error: unknown) => {
      throw (await explainMigrationFailure(db, error)) ?? error;
    });
  });
}

async function migrateWhenTablesAreFree(db: Db): Promise<void> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      await migrate(db);
      return;
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE) && !hasCode(error, DEADLOCK)) throw error;
      if (performance.now() - since > LOCK_WITHIN)
        throw new LockedDatabaseError('Other programs have used the tables for half an hour without a pause. No changes were made.');
      if (tries === 1) process.emitWarning('Waiting to change tables that another program is using');
      await pause(TABLE_AGAIN);
    }
  }
}

/** Milliseconds between attempts to get the lock, and until giving up. */
const LOCK_AGAIN = 100;
const LOCK_WITHIN = 30 * 60_000;

/** Attempts before warning that another program holds the lock; replicas that start together need the first few. */
const WAIT_SILENTLY = 20;

/** Another program has held the migration lock for too long. */
export class LockedDatabaseError extends Error {}

/**
 * Runs `work` on PostgreSQL while holding the migration lock; while waiting for it, warns who holds it. The lock belongs to a transaction
 * on a separate connection, because behind a pooler a session's lock would outlive this connection. Throws UnreachableDatabaseError and
 * LockedDatabaseError.
 */
export async function withMigrationLock(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const address = await new Servers(url).find();
  // Without the pool's limits. Closing `holder` releases the lock, even if a migration breaks the other connection.
  const [holder, connection] = [newClient(address, 'portico migrate'), newClient(address, 'portico migrate')];
  try {
    for (const each of [holder, connection]) {
      await each.connect().catch((error: unknown) => {
        throw new UnreachableDatabaseError(url, error as Error);
      });
    }
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    await lock(onPostgres(holder));
    await work(onPostgres(connection));
  } finally {
    await connection.end();
    await holder.end();
  }
}

async function lock(db: Db): Promise<void> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await db.execute(sql`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_held`);
    if (firstRow(answer).is_held === true) return;
    const isLate = performance.now() - since > LOCK_WITHIN;
    if (tries === WAIT_SILENTLY || isLate) {
      const holder = await holderOfLock(db);
      if (isLate) throw new LockedDatabaseError(`${holder} is still changing the database after half an hour. No changes were made.`);
      process.emitWarning(`Waiting for ${holder}, which is changing the database`);
    }
    await pause(LOCK_AGAIN);
  }
}

async function holderOfLock(db: Db): Promise<string> {
  const answer: unknown = await db.execute(sql`
    select format('"%s" at %s (process %s of PostgreSQL)', coalesce(nullif(a.application_name, ''), 'a program'),
      coalesce(host(a.client_addr), 'the same machine'), l.pid) as who
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${MIGRATION_LOCK}::int and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`);
  return rowsIn<{ who: string }>(answer)[0]?.who ?? 'another program';
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
