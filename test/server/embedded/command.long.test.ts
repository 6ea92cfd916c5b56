/** The command as an operator uses it, on a data folder. */
import { createServer } from 'node:net';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { pageOf } from '../../../src/contract/lists';
import { openDatabase } from '../../../src/server/database/client';
import { portico, served } from '../../support/server/command';
import { accountIdOf, FIXTURE_FILE, fixture, passwordOf } from '../../support/backEnd/recordings';
import { sumsIn } from '../../support/server/reportSums';
import { callerOf, login, signedIn } from '../../support/server/server';
import { afterThisTest, dataFolder, noFolder } from '../../support/server/leftovers';

/** Megabytes of memory that a process has had at most. */
const peakOf = (pid: number) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;

describe('the first start', () => {
  test('creates a database and an admin with a printed one-time password, and later starts do not', async () => {
    const PORTICO_DATA = noFolder();
    const first = await served({ PORTICO_DATA });
    const password = await first.outputMatching(/Sign in as admin with the one-time password (\S+) /);
    const answer = await callerOf(() => first.url).post('/api/login', { username: 'admin', password });
    expect(answer).toMatchObject({ status: 201, body: { account_type: 'admin', must_change_password: true } });
    const admin = callerOf(
      () => first.url,
      async () => (answer.body as { token: string }).token,
    );
    expect((await admin.put(`/api/accounts/${(answer.body as { id: number }).id}`, { password: 'of my own choice' })).status).toBe(200);
    expect((await admin.get('/api/subscription_plans')).body).toHaveLength(4);
    // Creating the database takes more, with Node 24 half a gigabyte more; but another process does that.
    expect(peakOf(first.pid)).toBeLessThan(750);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await served({ PORTICO_DATA });
    expect(second.output()).not.toContain('one-time');
    expect(
      await login(
        callerOf(() => second.url),
        'admin',
        'of my own choice',
      ),
    ).toMatch(/^[0-9a-f]{64}$/);
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);

    const again = portico(['create-admin', 'ADMIN'], { PORTICO_DATA });
    expect(await again.ended).toBe(1);
    expect(again.toPerson()).toBe('A manager called ADMIN already exists. Choose another name: portico create-admin NAME\n');
    const other = portico(['create-admin', 'second'], { PORTICO_DATA });
    expect(await other.ended).toBe(0);
    expect(other.output()).toMatch(/^Sign in as second with the one-time password \S+ and choose one of your own\.\n$/);
  });
});

describe('a one-time password', () => {
  const signIn = (url: string, password: string) => callerOf(() => url).post('/api/login', { username: 'admin', password });

  test('is not spent by a first start that fails', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const failed = portico(['serve'], { PORTICO_DATA, PORT: String(port) });
    expect(await failed.ended).toBe(1);
    expect(failed.output()).not.toContain('one-time');
    await once(other.close(), 'close');

    const server = await served({ PORTICO_DATA });
    const password = await server.outputMatching(/Sign in as admin with the one-time password (\S+) /);
    expect(await signIn(server.url, password)).toMatchObject({ status: 201 });
  });

  test('is replaced on demand until it was used, and then no more', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const server = await served({ PORTICO_DATA, LOG_LEVEL: 'info' });
    const lost = await server.outputMatching(/Sign in as admin with the one-time password (\S+) /);
    const { body: entered } = await signIn(server.url, lost);

    const again = portico(['create-admin', 'Admin'], { PORTICO_DATA });
    expect(await again.ended).toBe(0);
    const password = await again.outputMatching(/one-time password (\S+) /);
    expect(await signIn(server.url, lost)).toMatchObject({ status: 401 });
    const before = callerOf(
      () => server.url,
      async () => (entered as { token: string }).token,
    );
    expect(await before.get('/api/hotspots')).toMatchObject({ status: 401 });

    const { body } = await signIn(server.url, password);
    const { id, token } = body as { id: number; token: string };
    const admin = callerOf(
      () => server.url,
      async () => token,
    );
    expect(await admin.put(`/api/accounts/${id}`, { password: 'a long day at the sea' })).toMatchObject({ status: 200 });
    const refused = portico(['create-admin', 'admin'], { PORTICO_DATA });
    expect(await refused.ended).toBe(1);
    expect(refused.toPerson()).toContain('A manager called admin already exists');
    expect(await signIn(server.url, 'a long day at the sea')).toMatchObject({ status: 201 });
  });

  test('is mentioned at the next start while unused, but not shown', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const first = await served({ PORTICO_DATA });
    first.kill('SIGTERM');
    await first.ended;
    const second = await served({ PORTICO_DATA, LOG_LEVEL: 'info' });
    await second.outputMatching(/nobody has signed in as admin yet.*portico create-admin admin/);
    expect(second.output()).not.toMatch(/Sign in as/);
  });
});

describe('the output of the command', () => {
  test("is one JSON object per line except the server's address, and messages to people go to standard error", async () => {
    const server = await served({ PORTICO_DATA: await dataFolder('nothing'), LOG_LEVEL: 'info', PORTICO_SOMETHING_ELSE: 'x' });
    await callerOf(() => server.url).get('/api/nope');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const lines = server.log().trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('Portico is listening on http'))).toHaveLength(1);
    const logged = lines.filter((line) => !line.startsWith('Portico is listening')).map((line) => JSON.parse(line) as { msg: string });
    expect(logged.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['PORTICO_SOMETHING_ELSE is set, but there is no such setting: it is ignored', 'request completed']),
    );
    expect(server.log()).not.toContain('one-time');
    expect(server.toPerson()).toMatch(/^PORTICO_SOMETHING_ELSE is set.*\nSign in as admin with the one-time password \S+ and/);
  });

  test('begins with the version and the data folder, and `--version` prints the version alone', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const server = await served({ PORTICO_DATA, LOG_LEVEL: 'info' });
    const [first = ''] = server.log().split('\n');
    expect(JSON.parse(first)).toMatchObject({ version: manifest.version, node: process.version, data: PORTICO_DATA, level: 30 });
    const command = portico(['--version']);
    expect(await command.ended).toBe(0);
    expect(command.output()).toBe(`${manifest.version}\n`);
  });

  test('omits device addresses, searches and typed text from paths', async () => {
    const server = await served({ PORTICO_DATA: await dataFolder('fixture'), LOG_LEVEL: 'info', PORTICO_NOW: fixture.recorded_at });
    const anybody = callerOf(() => server.url);
    await anybody.post('/wax/register/mac/AA-BB-CC-DD-EE-01', {});
    await anybody.get('/wax/register/mac/aabbccddee02?secret=abc');
    await anybody.get('/nowhere/aa:bb:cc:dd:ee:03/x');
    await anybody.get('/nowhere/aa%3Abb%3Acc%3Add%3Aee%3A04');
    await anybody.get('/nowhere/anna@example.com');
    await (await signedIn(server.url, 'reseller1')).get('/api/hotspots/1');
    server.kill('SIGTERM');
    await server.ended;
    expect(server.log()).not.toMatch(/aa.?bb.?cc|aa%3a|anna|secret/i);
    const paths = server.log().matchAll(/"path":"([^"]*)"/g);
    expect([...paths].map(([, path]) => path)).toEqual(
      expect.arrayContaining(['/wax/register/mac/:mac', '/nowhere/:personal/x', '/nowhere/:personal', '/api/hotspots/1']),
    );
  });
});

describe('portico seed --fixture', () => {
  test('asks before it clears the database, and requires --yes without a terminal', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const command = portico(['seed', '--fixture', FIXTURE_FILE], { PORTICO_DATA });
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain('--yes');
  });

  test('loads it, and the server shows it at the moment of the recording', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const seed = portico(['seed', '--fixture', FIXTURE_FILE, '--yes'], { PORTICO_DATA });
    expect(await seed.ended).toBe(0);
    const server = await served({ PORTICO_DATA, PORTICO_NOW: fixture.recorded_at });
    const reseller = await signedIn(server.url, 'reseller1');
    expect((await reseller.get('/api/users?limit=1')).body).toMatchObject({ total: 17 });
  });

  test('leaves the database unchanged for a file that is no fixture', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const file = path.join(path.dirname(PORTICO_DATA), 'wrong.json');
    writeFileSync(file, '{"tables": []}');
    const seed = portico(['seed', '--fixture', file, '--yes'], { PORTICO_DATA });
    expect(await seed.ended).toBe(1);
    expect(seed.output()).toMatch(/^.*wrong\.json is not a fixture: /);
    const server = await served({ PORTICO_DATA });
    expect((await (await signedIn(server.url, 'reseller1')).get('/api/stats/hotspots/total')).body).toEqual({ total: 3 });
  });
});

test('rebuild-sums recomputes the sums of the reports', async () => {
  const PORTICO_DATA = await dataFolder('fixture');
  const sums = async (spoil = false) => {
    const database = await openDatabase({ url: undefined, folder: PORTICO_DATA });
    const found = await sumsIn(database.db);
    if (spoil) await database.db.execute(sql`update guest_sums set guests = guests + 1`);
    await database.close();
    return found;
  };
  const right = await sums(true);
  expect(await sums()).not.toEqual(right);
  expect(await portico(['rebuild-sums'], { PORTICO_DATA }).ended).toBe(0);
  expect(await sums()).toEqual(right);
});

describe('stopping the server', () => {
  test('works by closing the terminal, and releases its folder', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const server = await served({ PORTICO_DATA });
    server.kill('SIGHUP');
    expect(await server.ended).toBe(0);
    expect(readdirSync(PORTICO_DATA).filter((name) => name.startsWith('portico.'))).toEqual([]);
  });

  test('answers and stores running requests, and accepts no new ones', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const server = await served({ PORTICO_DATA });
    const token = await login(
      callerOf(() => server.url),
      'reseller1',
      passwordOf('reseller1'),
    );
    const body = JSON.stringify({ description: 'Said while it stopped' });

    // Send half a request, so that the server is reading it when the signal arrives.
    const slow = await connected(server.url);
    slow.write(
      `PUT /api/hotspots/1 HTTP/1.1\r\nHost: x\r\nToken: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    slow.write(body.slice(0, 5));
    // Answered after the server has begun with what came before.
    await fetch(`${server.url}/api/hotspots/2`, { headers: { Token: token } });
    server.kill('SIGTERM');
    await refusesConnections(server.url);
    slow.write(body.slice(5));
    expect(await answerOn(slow)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await server.ended).toBe(0);

    const next = await served({ PORTICO_DATA });
    expect((await (await signedIn(next.url, 'reseller1')).get('/api/hotspots/1')).body).toMatchObject({
      description: 'Said while it stopped',
    });
  });

  test('does not wait for idle connections', async () => {
    const server = await served({ PORTICO_DATA: await dataFolder('nothing') });
    await connected(server.url);
    await callerOf(() => server.url).get('/health/live');
    server.kill('SIGTERM');
    // For a pending request it would wait ten seconds.
    const isLate = new AbortController();
    const late = pause(9_000, 'it waited', { signal: isLate.signal });
    expect(await Promise.race([server.ended, late])).toBe(0);
    isLate.abort();
    await expect(late).rejects.toThrow();
  });
});

const ENOUGH = 500;

test('kill -9 during writes loses nothing that was answered', async () => {
  const PORTICO_DATA = await dataFolder('fixture');
  const server = await served({ PORTICO_DATA });
  const reseller = await signedIn(server.url, 'reseller1');
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let i = 0; ; i += 1) {
      const name = `written-by-${writer}-${i}`;
      const answer = await reseller.post('/api/hotspots', { ...HOTSPOT, name }).catch(() => undefined);
      if (answer?.status !== 201) return;
      acknowledged.push(name);
      // The other writers are mid-request.
      if (acknowledged.length === ENOUGH) server.kill('SIGKILL');
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  expect(await server.ended).toBe('SIGKILL');
  expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH);

  const next = await served({ PORTICO_DATA });
  const again = await signedIn(next.url, 'reseller1');
  const { data } = pageOf(z.object({ id: z.number(), name: z.string() })).parse((await again.get('/api/hotspots')).body);
  const found = new Set(data.map(({ name }) => name));
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
  // No hotspot is incomplete: each has its preferences.
  const last = data.find(({ name }) => name === acknowledged.at(-1));
  expect((await again.get(`/api/preferences/hotspots/${last?.id}`)).body).toHaveLength(38);
}, 120_000);

test('the log contains no password, token, hash or search at any level', async () => {
  const server = await served({ PORTICO_DATA: await dataFolder('fixture'), LOG_LEVEL: 'trace' });
  const open = callerOf(() => server.url);
  await open.post('/api/login', { username: 'desk11', password: 'a-wrong-secret' });
  await open.post('/api/login', '{"password": "a-broken-secret"');
  const token = await login(open, 'desk11', passwordOf('desk11'));
  const desk = callerOf(
    () => server.url,
    async () => token,
  );
  await desk.get('/api/users?q=a-private-search');
  await desk.put('/api/accounts/4', { password: 'a-new-secret' });
  await desk.post('/api/logout');
  server.kill('SIGTERM');
  await server.ended;

  expect(server.output()).toContain('"path":"/api/users"');
  for (const secret of ['a-wrong-secret', 'a-broken-secret', passwordOf('desk11'), token, 'a-private-search', 'a-new-secret', 'argon2']) {
    expect(server.output()).not.toContain(secret);
  }
});

test('the log says whose sign-in failed and who was refused, by the id of the account', async () => {
  const server = await served({ PORTICO_DATA: await dataFolder('fixture'), LOG_LEVEL: 'info' });
  const open = callerOf(() => server.url);
  await open.post('/api/login', { username: 'desk11', password: 'a-wrong-secret' });
  await open.post('/api/login', { username: 'a-password-typed-as-name', password: 'x' });
  const token = await login(open, 'desk11', passwordOf('desk11'));
  const desk = callerOf(
    () => server.url,
    async () => token,
  );
  expect((await desk.delete('/api/hotspots/1')).status).toBe(403);
  server.kill('SIGTERM');
  await server.ended;

  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const of = (msg: string) => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg);
  expect(of('a sign-in failed')).toMatchObject([{ account: accountIdOf('desk11') }, { account: null }]);
  expect(of('an account lacks the permission for a call')).toMatchObject([
    { account: accountIdOf('desk11'), permission: 'hotspots.delete' },
  ]);
  expect(server.output()).not.toContain('a-password-typed-as-name');
});

const HOTSPOT = {
  description: 'Place',
  business_name: 'New srl',
  business_vat: 'IT1',
  business_address: 'Via 1',
  business_email: 'n@example.com',
};

async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  afterThisTest(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function answerOn(socket: Socket): Promise<string> {
  let output = '';
  socket.setEncoding('utf8').on('data', (text) => (output += String(text)));
  await once(socket, 'close');
  return output;
}

/** Waits until the server no longer accepts connections. */
async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const isOpen = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
    socket.destroy();
    if (isOpen !== true) return;
  }
}
