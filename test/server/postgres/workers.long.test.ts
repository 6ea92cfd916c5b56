/** A server of several processes on PostgreSQL: what they share, and what happens when one of them ends. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { portico, served } from '../../support/server/command';
import { bareTestDatabase, newTestDatabase, using, type TestDatabase } from '../../support/server/database';
import { updateToLaterVersion } from '../../support/server/laterVersion';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login } from '../../support/server/server';
import { startWriters } from '../../support/server/writers';
import { freePort } from '../../support/run/postgres.mjs';

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await newTestDatabase('fixture');
});
afterEach(() => testDatabase.remove());

const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: testDatabase.url ?? '',
  PORTICO_WORKERS: '3',
  PORTICO_METRICS: 'on',
  LOG_LEVEL: 'info',
  ...more,
});

/** The processes of which `pid` is the parent. */
function childrenOf(pid: number): number[] {
  const isChild = (each: string) => {
    try {
      return /\nPPid:\t(\d+)\n/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] === String(pid);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((each) => /^\d+$/.test(each) && isChild(each))
    .map(Number);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(50);
}

const metricsAt = async (url: string) => (await (await fetch(`${url}/metrics`)).text()).split('\n');
const valuesOf = (lines: string[], name: string) =>
  lines.filter((line) => line.startsWith(name)).map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));

test('an empty database gets one admin, the log one first line, and the metrics are those of all processes', async () => {
  const empty = await bareTestDatabase();
  const [authentication, accounting] = [await freePort(), await freePort()];
  const server = await served(
    settings({ DATABASE_URL: empty.url ?? '', PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${authentication},${accounting}` }),
  );
  expect(server.output().match(/one-time/g)).toHaveLength(1);
  expect(server.log().match(/starts with PostgreSQL/g)).toHaveLength(1);
  expect(server.log().match(/listening for RADIUS/g)).toHaveLength(1);
  expect(childrenOf(server.pid)).toHaveLength(3);

  // Any of the processes may take each of these connections.
  for (let n = 0; n < 8; n += 1) await fetch(`${server.url}/health/live`, { headers: { Connection: 'close' } });
  const sender = createSocket('udp4');
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => sender.send('nonsense', authentication, '127.0.0.1', resolve));
  sender.close();
  let lines: string[] = [];
  for (let seen: number[] = []; seen[0] !== 5; seen = valuesOf(lines, 'portico_radius_packets{outcome="malformed"}')) {
    lines = await metricsAt(server.url);
  }
  expect(valuesOf(lines, 'portico_http_request_seconds_count{method="GET",route="/health/live",status="200"}')).toEqual([8]);
  expect(valuesOf(lines, 'portico_job_failures{job="retention"}')).toEqual([0]);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await empty.remove();
});

test('a process that is killed is replaced, and nothing that was confirmed is lost', async () => {
  const server = await served(settings());
  const listening = () => server.log().match(/Server listening/g)?.length ?? 0;
  const writers = await startWriters(server.url);
  const before = childrenOf(server.pid);
  for (const victim of before) {
    const [confirmed, started] = [writers.confirmed(), listening()];
    process.kill(victim, 'SIGKILL');
    await until(() => writers.confirmed() > confirmed + 10 && listening() > started);
  }
  await writers.stop();
  await writers.expectKept(testDatabase.url ?? '');
  expect(childrenOf(server.pid)).toHaveLength(3);
  expect(childrenOf(server.pid).filter((pid) => before.includes(pid))).toEqual([]);
  expect(server.toPerson().match(/The process for (?:everything|pages) ended \(SIGKILL\); another one starts in 1 s\./g)).toHaveLength(3);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a process is replaced although a later version has updated the database meanwhile', async () => {
  const server = await served(settings());
  await using(testDatabase, updateToLaterVersion);
  const [victim = 0] = childrenOf(server.pid);
  process.kill(victim, 'SIGKILL');
  await until(() => server.log().match(/Server listening/g)?.length === 4);
  // Each of the processes may take one of these connections.
  for (let n = 0; n < 8; n += 1) expect((await fetch(`${server.url}/health/ready`, { headers: { Connection: 'close' } })).status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a process that is stopped alone finishes its requests and is replaced', async () => {
  const server = await served(settings());
  const token = await login(
    callerOf(() => server.url),
    'reseller1',
    passwordOf('reseller1'),
  );
  const reseller = callerOf(
    () => server.url,
    async () => token,
  );
  const before = childrenOf(server.pid);
  const over = new AbortController();
  const statuses = new Set<number>();
  const reading = (async () => {
    while (!over.signal.aborted) statuses.add((await reseller.get('/api/hotspots/1')).status);
  })();
  process.kill(before[1] ?? 0, 'SIGTERM');
  await until(() => childrenOf(server.pid).length === 3 && !childrenOf(server.pid).includes(before[1] ?? 0));
  over.abort();
  await reading;
  expect([...statuses]).toEqual([200]);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('no process outlives the server when it ends by %s', async (signal) => {
  const server = await served(settings());
  const workers = childrenOf(server.pid);
  server.kill(signal);
  expect(await server.ended).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL');
  await until(() => workers.every((pid) => !isAlive(pid)));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a start that fails ends all processes, and says once why', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const server = portico(['serve'], settings({ PORT: String(port) }));
  expect(await server.ended).toBe(1);
  expect(server.toPerson().match(/Port \d+ on 127\.0\.0\.1 is in use by another program/g)).toHaveLength(1);
  expect(childrenOf(server.pid)).toEqual([]);
  taken.close();
});
