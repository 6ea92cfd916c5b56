/** Servers behind PgBouncer, which uses any of its connections for each transaction and doesn't accept connection parameters. */
import { afterEach, beforeEach, expect } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import { openDatabase } from '../../../src/server/database/client';
import { repeated, rowsIn, type Db } from '../../../src/server/database/db';
import { withMigrationLock } from '../../../src/server/database/migrate';
import { FIXTURE_FILE } from '../../support/backEnd/recordings';
import { startPgbouncer } from '../../support/run/pgbouncer.mjs';
import { portico, served } from '../../support/server/command';
import { bareTestDatabase, type TestDatabase } from '../../support/server/database';
import { startWriters } from '../../support/server/writers';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_PGBOUNCER');

const AS_SHIPPED: string[] = [];
const IGNORING = ['ignore_startup_parameters = statement_timeout, extra_float_digits'];
/** Fewer connections than two servers have, so that their transactions share them. */
const FEW = 'default_pool_size = 3';

let testDatabase: TestDatabase;
let direct: string;
let pooler: Awaited<ReturnType<typeof startPgbouncer>>;

beforeEach(async () => {
  testDatabase = await bareTestDatabase();
  direct = testDatabase.url ?? '';
});
afterEach(async () => {
  await pooler.stop();
  await testDatabase.remove();
});

async function startPooler(settings: string[]): Promise<string> {
  pooler = await startPgbouncer(process.env.PORTICO_TEST_PGBOUNCER ?? '', direct, [FEW, ...settings]);
  return pooler.url;
}

async function advisoryLocks(): Promise<number> {
  const client = new Client({ connectionString: direct });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  return rows[0]?.count ?? NaN;
}

test.each([
  ['as it is shipped', AS_SHIPPED],
  ['set to ignore parameters of connections', IGNORING],
])('two servers start at once on an empty database behind PgBouncer %s, and leave no lock', async (_, settings) => {
  const url = await startPooler(settings);
  const databases = await Promise.all([1, 2].map(() => openDatabase({ url, folder: '' })));
  const settingsIn = async (db: Db) =>
    rowsIn(await db.execute(sql`select current_setting('statement_timeout') as within, current_setting('jit') as jit`));
  for (const { db } of databases) {
    expect(await db.transaction(settingsIn)).toEqual([{ within: '10s', jit: 'off' }]);
    // The next transaction on the same connection has the role's settings again.
    expect(await settingsIn(db)).toEqual([{ within: '0', jit: 'on' }]);
    const counts = Array.from({ length: 20 }, async () => db.execute(sql`${repeated}select ${1}::int as one`));
    expect((await Promise.all(counts)).flatMap(rowsIn)).toEqual(Array.from({ length: 20 }, () => ({ one: 1 })));
    expect(rowsIn(await db.execute(sql`select from pg_prepared_statements`))).toEqual([]);
  }
  for (const { close } of databases) await close();
  expect(await advisoryLocks()).toBe(0);
});

test('a command that waits for the lock of another says for whom, and goes on when that one is over', async () => {
  const url = await startPooler(AS_SHIPPED);
  let finish = () => undefined as void;
  let begin = () => undefined as void;
  const isStarted = new Promise<void>((resolve) => (begin = resolve));
  const holding = withMigrationLock(direct, async () => {
    begin();
    await new Promise<void>((resolve) => (finish = resolve));
  });
  await isStarted;
  const waiting = portico(['migrate'], { DATABASE_URL: url });
  expect(await waiting.outputMatching(/Waiting for .*/)).toMatch(
    /^Waiting for "portico migrate" at 127\.0\.0\.1 \(process \d+ of PostgreSQL\)/,
  );
  finish();
  await holding;
  expect(await waiting.ended).toBe(0);
});

test('servers behind a PgBouncer that restarts lose nothing confirmed, and cause no answer but 503', async () => {
  const url = await startPooler(AS_SHIPPED);
  const database = await openDatabase({ url, folder: '' });
  await loadFixture(database.db, FIXTURE_FILE);
  await database.close();
  const servers = await Promise.all([1, 2].map(() => served({ DATABASE_URL: url })));
  const writers = await startWriters(...servers.map((server) => server.url));
  const tenMore = async () => {
    for (const before = writers.confirmed(); writers.confirmed() < before + 10;) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await tenMore();
  const { port } = new URL(url);
  await pooler.stop();
  pooler = await startPgbouncer(process.env.PORTICO_TEST_PGBOUNCER ?? '', direct, [FEW, `listen_port = ${port}`]);
  await tenMore();
  await writers.stop();
  expect(writers.unanswered()).toBe(0);
  await writers.expectKept(direct);
  for (const server of servers) {
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }
  expect(await advisoryLocks()).toBe(0);
});
