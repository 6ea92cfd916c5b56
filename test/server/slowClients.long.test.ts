/** Clients that cost a server resources without sending much: silent ones, slow ones, and many that sign in at once. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accountIdOf, passwordOf } from '../support/backEnd/recordings';
import { served, type Command } from '../support/server/command';
import { newTestDatabase, type TestDatabase } from '../support/server/database';
import { signedIn } from '../support/server/server';

const SILENT = 10_000;
/** Number of clients of each sort, and how often each of them sends a line or a byte. */
const SLOW = 200;
const EVERY_MS = 1000;
const CALLS = 100;
const STRANGERS = 1000;
/** Number of strangers who try one password after another. */
const TRYING = 30;

let testDatabase: TestDatabase;
let server: Command & { url: string };
beforeEach(async () => {
  testDatabase = await newTestDatabase('fixture');
  const database: Record<string, string> =
    testDatabase.url === undefined ? { PORTICO_DATA: testDatabase.folder } : { DATABASE_URL: testDatabase.url };
  server = await served({ ...database, PORTICO_TRUST_PROXY: '127.0.0.1', PORTICO_LOGIN_LIMIT: '0' });
});
afterEach(() => testDatabase.remove());

/** A connection, and what is sent over it every second until it is closed. */
async function connected(first = '', more?: string): Promise<{ socket: net.Socket; closed: Promise<string> }> {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  let output = '';
  socket.setEncoding('utf8').on('data', (text) => (output += String(text)));
  socket.on('error', () => undefined);
  const sending = more === undefined ? undefined : setInterval(() => socket.write(more), EVERY_MS);
  // Not `once`, which fails when the server resets a connection over which something was still sent.
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(sending);
      resolve(output);
    });
  });
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return { socket, closed };
}

test('clients that are silent, send a header or a byte a second keep nobody out, and are disconnected', async () => {
  const reseller = await signedIn(server.url, 'reseller1');
  const unused = await connected();
  const silent: net.Socket[] = [];
  while (silent.length < SILENT) {
    const some = await Promise.all(Array.from({ length: 100 }, () => connected()));
    silent.push(...some.map(({ socket }) => socket));
  }
  const many = async (first: string, more: string) => Promise.all(Array.from({ length: SLOW }, () => connected(first, more)));
  const headers = await many('GET /api/hotspots HTTP/1.1\r\nHost: a\r\n', 'X-More: 1\r\n');
  const bodies = await many(
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"username": "',
    'a',
  );
  const statuses: number[] = [];
  for (let nth = 0; nth < CALLS; nth += 1) statuses.push((await reseller.get('/api/hotspots')).status);
  expect(statuses).toEqual(Array.from({ length: CALLS }, () => 200));
  await signedIn(server.url, 'reseller1');

  const ends = async (slow: { closed: Promise<string> }[]) => new Set((await Promise.all(slow.map(({ closed }) => closed))).map(statusIn));
  expect([...(await ends(headers))]).toEqual(['408']);
  expect([...(await ends(bodies))]).toEqual(['408']);
  // A browser that has opened it ahead would take a refusal for the answer to its next request.
  expect(await unused.closed).toBe('');
  expect((await reseller.get('/api/hotspots')).status).toBe(200);
  for (const socket of silent) socket.destroy();
  await stopped();
}, 180_000);

const statusIn = (answer: string) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'nothing';

test('the owner signs in before most of a thousand strangers who try at the same moment and are not refused', async () => {
  /** Those whose password was looked at: who is refused costs nothing, and takes nobody's place. */
  let tried = 0;
  /** Connected beforehand, so that all requests are sent at the same moment. */
  const caller = async (password: string, from: string) => {
    const body = JSON.stringify({ username: 'reseller1', password });
    const { socket, closed } = await connected();
    const head = `POST /api/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${from}\r\n`;
    return async () => {
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      const status = statusIn(await closed);
      const before = tried;
      if (status === '401') tried += 1;
      return { status, before };
    };
  };
  const strangers = await Promise.all(Array.from({ length: STRANGERS }, () => caller('a wrong password', '198.51.100.7')));
  const owner = await caller(passwordOf('reseller1'), '192.0.2.1');
  // Connections are accepted one by one, in their order: once a later one is answered, the server has all of them.
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  const trying = strangers.map((request) => request());
  const { status, before } = await owner();
  const statuses = new Set((await Promise.all(trying)).map((answer) => answer.status));
  expect(status).toBe('201');
  expect(before).toBeLessThanOrEqual(tried / 2);
  expect([...statuses].filter((each) => !['401', '429', '503'].includes(each))).toEqual([]);
  await stopped();
}, 180_000);

test('pages and lists do not wait while strangers try passwords', async () => {
  const reseller = await signedIn(server.url, 'reseller1');
  // Stored by the server itself, at the cost of real ones: those of the fixture are cheap.
  expect(await reseller.put(`/api/accounts/${accountIdOf('reseller1')}`, { password: 'nobody-guesses-this' })).toMatchObject({
    status: 200,
  });
  const took = async (call: () => Promise<unknown>) => {
    const began = performance.now();
    await call();
    return performance.now() - began;
  };
  const tries: number[] = [];
  let isOver = false;
  const strangers = Array.from({ length: TRYING }, async (_, nth) => {
    const call = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${String(nth)}` },
      body: JSON.stringify({ username: 'reseller1', password: 'a wrong password' }),
    };
    while (!isOver) tries.push(await took(async () => expect((await fetch(`${server.url}/api/login`, call)).status).toBe(401)));
  });
  const pages: number[] = [];
  const lists: number[] = [];
  while (tries.length < TRYING * 5) {
    pages.push(await took(async () => expect((await fetch(`${server.url}/config.json`)).status).toBe(200)));
    lists.push(await took(async () => expect((await reseller.get('/api/hotspots')).status).toBe(200)));
  }
  isOver = true;
  await Promise.all(strangers);
  expect(median(pages)).toBeLessThan(median(tries) / 4);
  expect(median(lists)).toBeLessThan(median(tries) / 4);
  await stopped();
}, 180_000);

const median = (times: number[]) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;

async function stopped(): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}
