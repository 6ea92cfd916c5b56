/** Others take the connections that PostgreSQL has, or the rows that changes need: calls wait no longer than they may, and nothing is lost. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import { openDatabase } from '../../../src/server/database/client';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { insertGuest, insertUnit } from '../../factories/rows';
import { FIXTURE_FILE, RECORDED_AT } from '../../support/backEnd/recordings';
import { findPostgres, startPostgres } from '../../support/run/postgres.mjs';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { served, type Command } from '../../support/server/command';
import { signedIn, type Caller } from '../../support/server/server';
import { startWriters } from '../../support/server/writers';

/** Connections of PostgreSQL: the server wants ten of them. */
const CONNECTIONS = 16;
const TAKEN_MS = 6000;
const READERS = 20;
/** Milliseconds within which a call is answered, as documented for load balancers. */
const ANSWERED_WITHIN = 25_000;
const SECRET = 'a shared secret';
const DEVICE = '02-00-00-00-0D-01';

let home: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let server: Command & { url: string };
let accounting: number;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-full-'));
  const settings = [`max_connections=${CONNECTIONS}`, 'superuser_reserved_connections=0'];
  postgres = await startPostgres(findPostgres() ?? '', home, undefined, { settings, isDurable: true });
  const { db, close } = await openDatabase({ url: postgres.url, folder: '' });
  await loadFixture(db, FIXTURE_FILE);
  const created = RECORDED_AT;
  await insertUnit(db, { uuid: 'full', name: 'full', mac_address: 'full', secret: SECRET, hotspot_id: 1, created });
  const entry = { hotspot_id: 1, username: DEVICE, account_type: 'mac', auto_login: true, created };
  await insertGuest(db, { ...entry, valid_until: new Date('2100-01-01T00:00:00Z') });
  await close();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true });
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function startServer(): Promise<void> {
  accounting = await freeUdpPort();
  const ports = `${await freeUdpPort()},${accounting}`;
  server = await served({ DATABASE_URL: postgres.url, PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: ports, LOG_LEVEL: 'fatal' });
}

/** Takes connections until PostgreSQL has none left; also those that the server gives back meanwhile. */
function takeConnections(clients: Client[], over: AbortSignal): Promise<void> {
  const taking = async () => {
    while (!over.aborted) {
      try {
        clients.push(await connected());
      } catch (error) {
        expect(error).toMatchObject({ code: '53300' });
        await pause(50);
      }
    }
  };
  return taking();
}

/** A unit that reports one session a second longer each time, and repeats a report until it is confirmed. */
async function startUnit(key: string) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const who = [attribute('NAS-Identifier', 'full'), attribute('User-Name', DEVICE), attribute('Calling-Station-Id', DEVICE)];
  const state = { sent: 0, confirmed: 0 };
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  const reporting = (async () => {
    while (!isOver()) {
      state.sent += 1;
      const attributes = [
        ...who,
        attribute('Acct-Status-Type', state.sent === 1 ? ACCT_STATUS.start : ACCT_STATUS.interim),
        attribute('Acct-Session-Id', key),
        attribute('Acct-Session-Time', state.sent),
        attribute('Acct-Input-Octets', state.sent * 10),
        attribute('Acct-Output-Octets', state.sent * 20),
      ];
      const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: state.sent % 256, attributes }, SECRET);
      for (let isConfirmed = false; !isConfirmed;) {
        const answer = once(socket, 'message');
        socket.send(bytes, accounting, '127.0.0.1');
        isConfirmed = await Promise.race([answer.then(([datagram]) => (datagram as Buffer)[1] === bytes[1]), pause(1000, false)]);
        if (!isConfirmed && isOver()) return;
      }
      state.confirmed = state.sent;
    }
  })();
  return {
    confirmed: () => state.confirmed,
    stop: async () => {
      over.abort();
      await reporting;
      socket.close();
      const client = await connected();
      const { rows } = await client.query<{ duration: number; bytes_up: number }>(
        'select duration, bytes_up::int from sessions where session_key = $1',
        [key],
      );
      await client.end();
      expect(rows).toEqual([{ duration: expect.any(Number), bytes_up: (rows[0]?.duration ?? 0) * 10 }]);
      expect(rows[0]?.duration).toBeGreaterThanOrEqual(state.confirmed);
      expect(rows[0]?.duration).toBeLessThanOrEqual(state.sent);
    },
  };
}

/** Readers without a pause: what they are answered, and how long the longest answer took. */
function startReaders(reader: Caller, over: AbortSignal) {
  const answers = new Map<string, number>();
  const state = { longest: 0, answers };
  const reading = Array.from({ length: READERS }, async () => {
    while (!over.aborted) {
      const sent = performance.now();
      const { status, body, headers } = await reader.get('/api/units?limit=25');
      const { code = '' } = body as { code?: string };
      const what = `${status} ${code}${status === 503 && headers.get('Retry-After') === null ? ' without Retry-After' : ''}`;
      answers.set(what, (answers.get(what) ?? 0) + 1);
      state.longest = Math.max(state.longest, performance.now() - sent);
    }
  });
  return { state, over: Promise.all(reading) };
}

const KNOWN = ['200 ', '503 busy', '503 unavailable'];

/** Runs `fault` beside readers, writers and a unit, and expects that all goes on afterwards and nothing confirmed is lost. */
async function beside(key: string, fault: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  await startServer();
  const reader = await signedIn(server.url, 'reseller1');
  const over = new AbortController();
  const readers = startReaders(reader, over.signal);
  const writers = await startWriters(server.url);
  const unit = await startUnit(key);
  const goesOn = async () => {
    const [confirmed, reported] = [writers.confirmed(), unit.confirmed()];
    while (writers.confirmed() < confirmed + 10 || unit.confirmed() < reported + 10) await pause(20);
  };
  await goesOn();
  readers.state.answers.clear();
  await fault();
  const during = new Map(readers.state.answers);
  await goesOn();
  readers.state.answers.clear();
  await goesOn();
  expect([...readers.state.answers.keys()]).toEqual(['200 ']);
  over.abort();
  await readers.over;
  await writers.stop();
  await unit.stop();
  process.stderr.write(`${key}: ${JSON.stringify([...during])}, longest ${readers.state.longest.toFixed(0)} ms\n`);
  expect([...during.keys()].filter((what) => !KNOWN.includes(what))).toEqual([]);
  expect(readers.state.longest).toBeLessThan(ANSWERED_WITHIN);
  expect(writers.unanswered()).toBe(0);
  await writers.expectKept(postgres.url, '503 busy');
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return during;
}

test('without any connection of PostgreSQL, calls are answered 503, and all goes on when there are some again', async () => {
  const during = await beside('none left', async () => {
    const clients: Client[] = [await connected()];
    const over = new AbortController();
    const taking = takeConnections(clients, over.signal);
    const ends = performance.now() + TAKEN_MS;
    while (performance.now() < ends) {
      await clients[0]?.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico'`);
      await pause(20);
    }
    over.abort();
    await taking;
    for (const client of clients) await client.end();
  });
  expect(during.get('503 unavailable')).toBeGreaterThan(0);
}, 180_000);

test('with only a few connections, the server takes turns on them and refuses nothing', async () => {
  const during = await beside('few left', async () => {
    const clients: Client[] = [await connected()];
    // All but two of the server's.
    await clients[0]?.query(
      `select pg_terminate_backend(pid) from
         (select pid from pg_stat_activity where application_name = 'portico' order by backend_start offset 2) ended`,
    );
    const over = new AbortController();
    const taking = takeConnections(clients, over.signal);
    await pause(TAKEN_MS);
    over.abort();
    await taking;
    for (const client of clients) await client.end();
  });
  // Those that were ended in the middle of something.
  expect(during.get('503 unavailable') ?? 0).toBeLessThanOrEqual(CONNECTIONS);
  expect(during.get('503 busy') ?? 0).toBe(0);
}, 180_000);

test('while changes hold all of its connections, the server answers others 503 in time', async () => {
  await beside('rows locked', async () => {
    const holder = await connected();
    const reseller = await signedIn(server.url, 'reseller1');
    await holder.query('begin');
    await holder.query('select from units where id = 1 for update');
    const changes = Array.from({ length: 12 }, (_, nth) => reseller.put('/api/units/1', { description: `change ${nth}` }));
    await pause(TAKEN_MS);
    await holder.query('commit');
    await holder.end();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
  });
}, 180_000);
