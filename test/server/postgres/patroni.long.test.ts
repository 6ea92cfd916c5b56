/** Three PostgreSQL nodes under Patroni, all named in DATABASE_URL: another one becomes the leader when the leader's machine fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import { openDatabase } from '../../../src/server/database/client';
import { FIXTURE_FILE } from '../../support/backEnd/recordings';
import { startPatroni } from '../../support/run/patroni.mjs';
import { served } from '../../support/server/command';
import { callerOf } from '../../support/server/server';
import { startWriters } from '../../support/server/writers';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_PATRONI');

let cluster: Awaited<ReturnType<typeof startPatroni>>;

beforeAll(async () => {
  cluster = await startPatroni();
  await cluster.nodeThatIs('sync');
  const database = await openDatabase({ url: cluster.url, folder: '' });
  await loadFixture(database.db, FIXTURE_FILE);
  await database.close();
}, 300_000);
afterAll(() => cluster.stop());

test('goes to the node that leads after the leader was killed under writers, and loses nothing confirmed', async () => {
  const server = await served({ DATABASE_URL: cluster.url });
  const writers = await startWriters(server.url);
  while (writers.confirmed() < 100) await pause(10);

  const leader = await cluster.nodeThatIs('primary');
  const killed = performance.now();
  cluster.kill(leader);
  while (writers.refused() === 0) await pause(10);
  const before = writers.confirmed();
  while (writers.confirmed() === before) await pause(10);
  const seconds = (performance.now() - killed) / 1000;
  while (writers.confirmed() < before + 50) await pause(10);
  await writers.stop();

  const next = await cluster.nodeThatIs('primary');
  expect(next.name).not.toBe(leader.name);
  expect(writers.unanswered()).toBe(0);
  await writers.expectKept(cluster.urlOf(next));
  expect(await callerOf(() => server.url).get('/health/ready')).toMatchObject({ status: 200 });
  process.stderr.write(`Patroni: ${writers.confirmed()} batches confirmed, none lost, back ${seconds.toFixed(1)} s after the kill\n`);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}, 300_000);
