import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../../src/server/database/client';
import type { Db } from '../../../src/server/database/db';
import { migrate, NewerDatabaseError, UnreleasedDatabaseError } from '../../../src/server/database/migrate';
import { UnreachableDatabaseError } from '../../../src/server/database/servers';
import { digestOf, emptyDatabase, newTestDatabase } from '../../support/server/database';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of cleanups.splice(0)) await remove();
});

async function empty(): Promise<string> {
  const { url, remove } = await emptyDatabase();
  cleanups.push(remove);
  return url;
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, folder: '' });
  cleanups.unshift(database.close);
  return database;
}

async function migrationsIn(db: Db): Promise<unknown[]> {
  const result: unknown = await db.execute(sql`select hash, created_at from drizzle.__drizzle_migrations order by id`);
  return (result as { rows: unknown[] }).rows;
}

test('several replicas that start at once on an empty database migrate it once, and all work', async () => {
  const url = await empty();
  const replicas = await Promise.all([1, 2, 3, 4, 5].map(() => open(url)));
  const [once = []] = await Promise.all(replicas.map(({ db }) => migrationsIn(db)));
  expect(once.length).toBeGreaterThan(0);
  expect(new Set(once.map((row) => JSON.stringify(row))).size).toBe(once.length);
  for (const { db } of replicas) expect(await digestOf(db)).toBe(await digestOf((await open(url)).db));
});

test('opening a database again changes nothing', async () => {
  const testDatabase = await newTestDatabase('fixture');
  cleanups.push(testDatabase.remove);
  const { db } = await open(testDatabase.url ?? '');
  const before = [await digestOf(db), await migrationsIn(db)];
  await (await openDatabase(testDatabase)).close();
  expect([await digestOf(db), await migrationsIn(db)]).toEqual(before);
});

test('a database of a newer version is refused and stays unchanged', async () => {
  const testDatabase = await newTestDatabase('fixture');
  cleanups.push(testDatabase.remove);
  const { db } = await open(testDatabase.url ?? '');
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${Date.UTC(2099, 0)})`);
  const before = [await digestOf(db), await migrationsIn(db)];
  await expect(openDatabase(testDatabase)).rejects.toThrow(NewerDatabaseError);
  expect([await digestOf(db), await migrationsIn(db)]).toEqual(before);
});

test('a migration does not make others wait behind a table that a long query uses, and is done once that has ended', async () => {
  const url = await empty();
  const [reader, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([reader.connect(), other.connect()]);
  cleanups.unshift(async () => {
    await Promise.all([reader.end(), other.end()]);
  });
  const all = readMigrationFiles({ migrationsFolder: 'src/server/database/migrations' });
  const isForEntries = ({ sql: statements }: (typeof all)[number]) => statements.join('').includes('ALTER TABLE "audit_entries"');
  await migrate(onPostgres(other), all[all.findLastIndex(isForEntries) - 1]?.folderMillis);
  await reader.query('begin; select from audit_entries');
  const opening = open(url);
  // One that came during a try, and is answered although the long query goes on.
  for (let waited = 0; waited < 100;) {
    await pause(20);
    const since = performance.now();
    await other.query('select from audit_entries');
    waited = performance.now() - since;
  }
  await reader.query('commit');
  const { db } = await opening;
  expect(await migrationsIn(db)).toHaveLength(all.length);
});

test('a database from before the first release is refused and stays unchanged', async () => {
  const testDatabase = await newTestDatabase('fixture');
  cleanups.push(testDatabase.remove);
  const { db } = await open(testDatabase.url ?? '');
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${Date.UTC(2026, 9)}`);
  const before = [await digestOf(db), await migrationsIn(db)];
  await expect(openDatabase(testDatabase)).rejects.toThrow(UnreleasedDatabaseError);
  expect([await digestOf(db), await migrationsIn(db)]).toEqual(before);
});

test('a missing database is named in the message, without its password', async () => {
  const url = new URL(await empty());
  url.password = 'the-password';
  url.pathname = '/not_there';
  const failure = openDatabase({ url: url.href, folder: '' });
  await expect(failure).rejects.toThrow(UnreachableDatabaseError);
  await expect(failure).rejects.toThrow(
    /^The database not_there on 127\.0\.0\.1:\d+ cannot be used: .*not_there.* does not exist\. Check DATABASE_URL/,
  );
  await expect(failure).rejects.not.toThrow(/the-password/);

  url.port = '1';
  await expect(openDatabase({ url: url.href, folder: '' })).rejects.toThrow(
    /^The database not_there on 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
  );
});
