/** The database goes away and comes back: the server reports it and recovers by itself. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { access_events, session_reports, sessions } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { served } from '../../support/server/command';
import { newTestDatabase, onServer, type TestDatabase } from '../../support/server/database';
import { passwordOf, RECORDED_AT } from '../../support/backEnd/recordings';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { callerOf, login, startOn, type Answer } from '../../support/server/server';
import { insertGuest, insertUnit } from '../../factories/rows';

/** A TCP proxy between the server and PostgreSQL that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isFrozen = false;
  /** Cuts a connection right after forwarding this text, before the answer. */
  cutAfter: string | null = null;

  constructor(readonly to: { host: string; port: number }) {}

  async plugIn(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.to);
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined));
      far.pipe(near);
      if (this.#isFrozen) far.pause();
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

  /** Holds back all data, while connections stay open. */
  freeze(): void {
    for (const socket of this.#sockets) socket.pause();
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

let testDatabase: TestDatabase;
let cable: Cable;
let server: Awaited<ReturnType<typeof startOn>>;
let token: string;
/** The database's address through the cable. */
let overCable: string;

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  const url = new URL(testDatabase.url ?? '');
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
  await testDatabase.remove();
});

const request = (path: string) =>
  callerOf(
    () => server.url,
    async () => token,
  ).get(path);

/** Repeats the call until the server has recovered. */
async function askUntilWell(path: string): Promise<Answer> {
  for (;;) {
    const answer = await request(path);
    if (answer.status !== 503) return answer;
  }
}

test('every request gets a "try again later" without a database, and the server recovers by itself', async () => {
  expect((await request('/api/hotspots')).status).toBe(200);
  await cable.cut();
  for (const path of ['/api/hotspots', '/api/units/1', '/health/ready']) {
    const { status, body, headers } = await request(path);
    expect({ path, status, body }).toMatchObject({
      path,
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('database'), retry_after: 5 },
    });
    expect(headers.get('Retry-After')).toBe('5');
  }
  expect(await request('/health/live')).toMatchObject({ status: 200 });

  await cable.plugIn();
  expect(await askUntilWell('/api/hotspots')).toMatchObject({ status: 200, body: { total: 3 } });
  expect(await request('/health/ready')).toMatchObject({ status: 200 });
});

test('a change with an unknown outcome is reported as unknown, not as failed or successful', async () => {
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

test('transactions that could not start hold no connection', async () => {
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
  await Promise.all(Array.from({ length: 10 }, () => request('/api/hotspots')));
  await onServer((postgres) =>
    postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [testDatabase.name]),
  );
  expect(await askUntilWell('/api/hotspots')).toMatchObject({ status: 200, body: { total: 3 } });
});

test('a server whose database is frozen is not ready long before its statements give up, and is ready again when it answers', async () => {
  const ready = () => callerOf(() => server.url).get('/health/ready');
  expect(await ready()).toMatchObject({ status: 200 });
  cable.freeze();
  const [one, other] = await Promise.all([ready(), ready()]);
  // A statement gives up after 12 seconds, with another code.
  expect(one).toMatchObject({ status: 503, body: { code: 'database_silent' } });
  expect(other.body).toEqual(one.body);
  expect(await callerOf(() => server.url).get('/health/live')).toMatchObject({ status: 200 });
  cable.thaw();
  expect(await ready()).toMatchObject({ status: 200 });
});

test('the log names what failed, without values', async () => {
  const { url, output, outputMatching } = await served({ DATABASE_URL: overCable });
  await cable.cut();
  const answer = await callerOf(() => url).post('/api/login', { username: 'a-private-name', password: 'a-private-password' });
  expect(answer.status).toBe(503);
  expect(await outputMatching(/"call failed"/)).toBeTruthy();
  for (const value of ['a-private-name', 'a-private-password', 'params']) expect(output()).not.toContain(value);
  await cable.plugIn();
});

test('units get neither a refusal nor a receipt without a database, and what they resend later is recorded once', async () => {
  const [SECRET, DEVICE] = ['a shared secret', '02-00-00-00-0C-01'];
  const { db } = server.database;
  const created = RECORDED_AT;
  await insertUnit(db, { uuid: 'away', name: 'away', mac_address: 'away', secret: SECRET, hotspot_id: 1, created });
  const entry = { hotspot_id: 1, username: DEVICE, account_type: 'mac', auto_login: true, created };
  await insertGuest(db, { ...entry, valid_until: new Date('2100-01-01T00:00:00Z') });

  const [auth, acct] = [await freeUdpPort(), await freeUdpPort()];
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${auth},${acct}`, PORTICO_METRICS: 'on', LOG_LEVEL: 'fatal' };
  const command = await served({ DATABASE_URL: overCable, ...radius });
  const failed = async () => {
    const text = await (await fetch(`${command.url}/metrics`)).text();
    return Number(/^portico_radius_packets\{outcome="failed"\} (\d+)$/m.exec(text)?.[1]);
  };
  const who = [attribute('NAS-Identifier', 'away'), attribute('User-Name', DEVICE), attribute('Calling-Station-Id', DEVICE)];
  const logIn = encodeRequest({ code: CODE.accessRequest, id: 1, attributes: who }, SECRET);
  const report = (id: number, seconds: number) =>
    encodeRequest(
      {
        code: CODE.accountingRequest,
        id,
        attributes: [
          ...who,
          attribute('Acct-Status-Type', ACCT_STATUS.interim),
          attribute('Acct-Session-Id', 'away-1'),
          attribute('Acct-Session-Time', seconds),
          attribute('Acct-Input-Octets', seconds * 10),
          attribute('Acct-Output-Octets', seconds * 20),
        ],
      },
      SECRET,
    );
  const unit = createSocket('udp4').bind(0, '127.0.0.1');
  await once(unit, 'listening');
  const answers = new Map<number, Buffer>();
  unit.on('message', (answer: Buffer) => answers.set(answer[1] ?? -1, answer));

  const first = report(2, 60);
  expect(await codeOf(unit, answers, first, { port: acct, secret: SECRET })).toBe(CODE.accountingResponse);
  expect(await failed()).toBe(0);
  await cable.cut();
  answers.clear();
  const later = report(3, 360);
  for (const [{ bytes }, port] of [
    [logIn, auth],
    [later, acct],
    // A retransmission by the unit.
    [later, acct],
  ] as const)
    unit.send(bytes, port, '127.0.0.1');
  // The copy is dropped if the first packet is still being processed.
  while ((await failed()) < 2) await pause(20);
  expect([...answers.keys()]).toEqual([]);

  await cable.plugIn();
  expect(await codeOf(unit, answers, logIn, { port: auth, secret: SECRET })).toBe(CODE.accessAccept);
  expect(await codeOf(unit, answers, later, { port: acct, secret: SECRET })).toBe(CODE.accountingResponse);
  const recorded = async () => ({
    running: await db
      .select({ seconds: sessions.duration, up: sessions.bytes_up, down: sessions.bytes_down })
      .from(sessions)
      .where(eq(sessions.session_key, 'away-1')),
    reported: await db.$count(session_reports, eq(session_reports.session_key, 'away-1')),
    logIns: await db.$count(access_events, eq(access_events.device_mac, DEVICE)),
  });
  const once360 = { running: [{ seconds: 360, up: 3600, down: 7200 }], reported: 1, logIns: 1 };
  expect(await recorded()).toEqual(once360);
  // Units may have missed the answers.
  answers.clear();
  expect(await codeOf(unit, answers, later, { port: acct, secret: SECRET })).toBe(CODE.accountingResponse);
  expect(await recorded()).toEqual(once360);
  // It is still the same process.
  process.kill(command.pid, 0);
  unit.close();
});

/** Sends a request repeatedly until it is answered, as units do, and returns the code of the answer. */
async function codeOf(
  unit: UdpSocket,
  answers: ReadonlyMap<number, Buffer>,
  { bytes, authenticator }: ReturnType<typeof encodeRequest>,
  { port, secret }: { port: number; secret: string },
): Promise<number> {
  let answer: Buffer | undefined;
  for (let waited = 0; !answer; waited += 1) {
    if (waited % 50 === 0) unit.send(bytes, port, '127.0.0.1');
    await pause(20);
    answer = answers.get(bytes[1] ?? -1);
  }
  const packet = decodePacket(answer);
  if (typeof packet === 'string') throw new Error(packet);
  expect(answerProof(packet, authenticator, secret)).toBe('proven');
  return packet.code;
}
