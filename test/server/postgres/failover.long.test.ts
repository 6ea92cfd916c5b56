/** A PostgreSQL with a copy, both named in DATABASE_URL: the copy is promoted when the first one fails. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import { openDatabase } from '../../../src/server/database/client';
import { FIXTURE_FILE } from '../../support/backEnd/recordings';
import { findPostgres, startPostgres, unprivileged } from '../../support/run/postgres.mjs';
import { portico, served } from '../../support/server/command';
import { callerOf } from '../../support/server/server';
import { startWriters } from '../../support/server/writers';

const REPLICATED = ['wal_level=replica', 'max_wal_senders=4', 'hot_standby=on', 'synchronous_commit=on'];
/** Milliseconds from the promotion to the next confirmed change. */
const BACK_WITHIN = 5_000;

const bin = findPostgres() ?? '';
let home: string;
let first: Awaited<ReturnType<typeof startPostgres>>;
let second: Awaited<ReturnType<typeof startPostgres>>;
let both: string;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-failover-'));
  const user = unprivileged();
  if (user) chownSync(home, user.uid, user.gid);
  first = await startPostgres(bin, path.join(home, 'first'), undefined, { settings: REPLICATED, stopBy: 'SIGQUIT' });
  const database = await openDatabase({ url: first.url, folder: '' });
  await loadFixture(database.db, FIXTURE_FILE);
  await database.close();
  const folder = path.join(home, 'second');
  mkdirSync(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const copy = ['-d', first.url, '-D', path.join(folder, 'data'), '-R', '-c', 'fast', '--no-sync'];
  execFileSync(path.join(bin, 'pg_basebackup'), copy, { ...user, cwd: folder, stdio: 'pipe' });
  second = await startPostgres(bin, folder, undefined, { settings: REPLICATED });
  const [one, other] = [new URL(first.url).host, new URL(second.url).host];
  both = `postgres://portico@${other},${one}/postgres?target_session_attrs=read-write`;
});
afterAll(async () => {
  await second.stop();
  rmSync(home, { recursive: true });
});

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('takes the server that takes writes, goes to the other one when that is promoted, and loses nothing confirmed', async () => {
  // From now on a commit is confirmed only when the copy has it as well.
  await run(first.url, `alter system set synchronous_standby_names = '*'`);
  await run(first.url, 'select pg_reload_conf()');
  const server = await served({ DATABASE_URL: both });
  const writers = await startWriters(server.url);
  while (writers.confirmed() < 20) await pause(10);

  await first.stop();
  while (writers.refused() < 20) await pause(10);
  const health = callerOf(() => server.url);
  expect(await health.get('/health/ready')).toMatchObject({ status: 503 });
  const refusal = portico(['migrate'], { DATABASE_URL: both });
  expect(await refusal.ended).toBe(1);
  expect(refusal.output()).toMatch(
    /The database postgres on 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ cannot be used: 127\.0\.0\.1:\d+: takes no writes; 127\.0\.0\.1:\d+: connect ECONNREFUSED/,
  );

  const promoted = performance.now();
  await run(second.url, 'select pg_promote()');
  const before = writers.confirmed();
  while (writers.confirmed() < before + 20) await pause(10);
  expect(performance.now() - promoted).toBeLessThan(BACK_WITHIN);
  await writers.stop();
  expect(writers.unanswered()).toBe(0);
  await writers.expectKept(second.url);
  expect(await health.get('/health/ready')).toMatchObject({ status: 200 });
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}, 120_000);
