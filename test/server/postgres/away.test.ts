/** The database goes away and comes back: the server reports it and recovers by itself. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { served } from '../../support/command';
import { newPlace, onServer, type Place } from '../../support/database';
import { passwordOf, RECORDED_AT } from '../../support/recordings';
import { callerOf, login, startOn, type Answer } from '../../support/server';

/** A TCP proxy between the server and PostgreSQL that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  /** Cuts a connection right after forwarding this text, before the answer. */
  cutAfter: string | null = null;

  constructor(readonly to: { host: string; port: number }) {}

  async plugIn(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.to);
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined));
      far.pipe(near);
      near.on('data', (bytes: Buffer) => {
        const isLast = this.cutAfter !== null && bytes.includes(this.cutAfter);
        if (isLast) far.unpipe(near).resume();
        far.write(bytes);
        if (isLast) near.destroy();
      });
      near.on('close', () => far.end());
      far.on('close', () => near.destroy());
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return this.#port;
  }

  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

let place: Place;
let cable: Cable;
let server: Awaited<ReturnType<typeof startOn>>;
let token: string;
/** The database's address through the cable. */
let overCable: string;

beforeAll(async () => {
  place = await newPlace('fixture');
  const url = new URL(place.url ?? '');
  cable = new Cable({ host: url.hostname, port: Number(url.port) });
  url.port = String(await cable.plugIn());
  overCable = url.href;
  // Expected errors would only clutter the log.
  server = await startOn({ url: overCable, folder: '' }, { now: RECORDED_AT }, { config: { logLevel: 'silent' } });
  token = await login(
    callerOf(() => server.url),
    'reseller1',
    passwordOf('reseller1'),
  );
});
afterAll(async () => {
  await server.close();
  await cable.cut();
  await place.remove();
});

const ask = (path: string) =>
  callerOf(
    () => server.url,
    async () => token,
  ).get(path);

/** Repeats the call until the server has recovered. */
async function askUntilWell(path: string): Promise<Answer> {
  for (;;) {
    const answer = await ask(path);
    if (answer.status !== 503) return answer;
  }
}

test('without a database every call is told to come back later, and the server recovers by itself', async () => {
  expect((await ask('/api/hotspots')).status).toBe(200);
  await cable.cut();
  for (const path of ['/api/hotspots', '/api/units/1', '/health/ready']) {
    const { status, body, headers } = await ask(path);
    expect({ path, status, body }).toMatchObject({
      path,
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('database'), retry_after: 5 },
    });
    expect(headers.get('Retry-After')).toBe('5');
  }
  expect(await ask('/health/live')).toMatchObject({ status: 200 });

  await cable.plugIn();
  expect(await askUntilWell('/api/hotspots')).toMatchObject({ status: 200, body: { total: 3 } });
  expect(await ask('/health/ready')).toMatchObject({ status: 200 });
});

test('whoever changed something is told so when nobody knows whether it was done, and not that it failed or went well', async () => {
  const reseller = callerOf(
    () => server.url,
    async () => token,
  );
  cable.cutAfter = 'commit';
  const { status, body, headers } = await reseller.put('/api/hotspots/1', { description: 'perhaps' });
  cable.cutAfter = null;
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'outcome_unknown', retry_after: 5 } });
  expect(headers.get('Retry-After')).toBe('5');
  // PostgreSQL had received it, although the server couldn't know.
  expect(await askUntilWell('/api/hotspots/1')).toMatchObject({ status: 200, body: { description: 'perhaps' } });

  cable.cutAfter = 'insert into "audit_entries"';
  expect(await reseller.put('/api/hotspots/1', { description: 'never' })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  cable.cutAfter = null;
  expect(await askUntilWell('/api/hotspots/1')).toMatchObject({ status: 200, body: { description: 'perhaps' } });
});

test('transactions that could not begin keep no connection', async () => {
  const reseller = callerOf(
    () => server.url,
    async () => token,
  );
  cable.cutAfter = 'begin';
  for (let n = 0; n < 12; n += 1) expect((await reseller.put('/api/hotspots/1', { description: `never ${n}` })).status).toBe(503);
  cable.cutAfter = null;
  expect(await askUntilWell('/api/hotspots/1')).toMatchObject({ status: 200, body: { description: 'perhaps' } });
  expect((await reseller.put('/api/hotspots/1', { description: 'surely' })).status).toBe(200);
});

test('connections that PostgreSQL ended are replaced', async () => {
  await Promise.all(Array.from({ length: 10 }, () => ask('/api/hotspots')));
  await onServer((postgres) => postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [place.name]));
  expect(await askUntilWell('/api/hotspots')).toMatchObject({ status: 200, body: { total: 3 } });
});

test('the log says what failed, and not with which values', async () => {
  const { url, said, saying } = await served({ DATABASE_URL: overCable });
  await cable.cut();
  const answer = await callerOf(() => url).post('/api/login', { username: 'a-private-name', password: 'a-private-password' });
  expect(answer.status).toBe(503);
  expect(await saying(/"call failed"/)).toBeTruthy();
  for (const value of ['a-private-name', 'a-private-password', 'params']) expect(said()).not.toContain(value);
  await cable.plugIn();
});
