/** A replica behind HAProxy hangs, like a machine that swaps or is frozen: it answers nothing, while its system still accepts connections. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { startHaproxy } from '../../support/peers/balancers';
import { served } from '../../support/server/command';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { signedIn } from '../../support/server/server';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_HAPROXY');

const CALLERS = 8;

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await newTestDatabase('fixture');
});
afterEach(() => testDatabase.remove());

test('a replica that hangs gets no calls from HAProxy as documented, until it goes on', async () => {
  const settings = { DATABASE_URL: testDatabase.url ?? '', PORTICO_TRUST_PROXY: 'loopback' };
  const [one, two] = [await served(settings), await served(settings)];
  const haproxy = await startHaproxy([one.url, two.url]);
  const { url } = haproxy;
  while ((await fetch(`${url}/config.json`).catch(() => ({ status: 0 }))).status !== 200) await pause(50);

  const reseller = await signedIn(url, 'reseller1');
  let isOver = false;
  let good = 0;
  let bad = 0;
  const calling = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const status = await reseller.get('/api/hotspots').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) good += 1;
      else bad += 1;
    }
  });
  const more = async (many: number) => {
    const before = good;
    while (good < before + many) await pause(10);
  };
  await more(100);
  expect(bad).toBe(0);

  const hung = performance.now();
  process.kill(two.pid, 'SIGSTOP');
  await haproxy.outputMatching(/Server portico\/two is DOWN/);
  const seconds = (performance.now() - hung) / 1000;
  await more(500);
  // At most the requests that were on their way to it, or were sent there until it was marked as down.
  expect(bad).toBeLessThanOrEqual(2 * CALLERS);
  const settled = bad;
  await more(500);
  expect(bad).toBe(settled);

  process.kill(two.pid, 'SIGCONT');
  await haproxy.outputMatching(/Server portico\/two is UP/);
  await more(500);
  expect(bad).toBe(settled);
  isOver = true;
  await Promise.all(calling);
  process.stderr.write(`a replica that hangs was left out after ${seconds.toFixed(1)} s; ${settled} calls of ${good + settled} failed\n`);
  for (const each of [one, two]) each.kill('SIGTERM');
  expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
  rmSync(haproxy.folder, { recursive: true });
}, 300_000);
