/** The public demonstration, attacked by a stranger who knows all of its passwords. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, ne } from 'drizzle-orm';
import type { DemoPhone } from '../../src/contract/demo';
import { demonstrate } from '../../src/demo/demonstration';
import { readConfig } from '../../src/server/config';
import { accounts, integrations, sessions, unit_contacts, units } from '../../src/server/database/schema';
import { start, type Running } from '../../src/server/main';
import { accountIdOf, passwordOf } from '../support/backEnd/recordings';
import { newTestDatabase, type TestDatabase } from '../support/server/database';
import { insertGuest } from '../factories/rows';
import { recordReport } from '../../src/server/access/sessionQueries';
import { callerOf, login, type Caller } from '../support/server/server';

/** The customer's hotspot, which belongs to reseller1. */
const HOTSPOT = 1;

let testDatabase: TestDatabase;
let running: Running;
let admin: Caller;
let reseller: Caller;
/** Requests that arrived at other people's servers. */
const arrived: string[] = [];
const platform = createServer((request, response) => {
  arrived.push(`${String(request.method)} ${String(request.url)}`);
  response.end();
});
const elsewhere = createSocket('udp4');
/** A visitor at another IP address; the server trusts forwarded addresses. */
const stranger = callerOf(() => running.address);
const from = (address: string) => ({ 'x-forwarded-for': address });

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  platform.listen(0, '127.0.0.1');
  elsewhere.bind(0, '127.0.0.1');
  elsewhere.on('message', () => arrived.push('a datagram'));
  await Promise.all([once(platform, 'listening'), once(elsewhere, 'listening')]);
  const { port } = platform.address() as AddressInfo;
  // Everything that an operator may have set who runs a real server with the same environment.
  const config = readConfig({
    LOG_LEVEL: 'error',
    PORT: '0',
    PORTICO_LOGIN_LIMIT: '0',
    PORTICO_TRUST_PROXY: 'loopback',
    PORTICO_WEBHOOKS_PRIVATE: 'allow',
    SMTP_URL: `smtp://127.0.0.1:${String(port)}`,
    MAIL_FROM: 'a@example.com',
    SMS_URL: `http+template://127.0.0.1:${String(port)}/sms?to={number}&text={text}`,
    OAUTH_FACEBOOK: 'id:secret',
    PORTICO_PUBLIC_URL: 'https://demo.example',
    PORTICO_OPENNDS: 'on',
    PORTICO_HTTP_AAA: 'on',
    PORTICO_FREERADIUS_TOKEN: 'token-of-the-public-demonstration',
  });
  running = await start(
    { ...config, data: testDatabase.folder, databaseUrl: testDatabase.url },
    {
      publicUntil: new Date(Date.now() + 30 * 60_000),
      demonstrate: (server) => demonstrate(server, new Date()),
    },
  );
  const signedIn = async (username: string) => {
    const token = await login(stranger, username, passwordOf(username));
    return callerOf(
      () => running.address,
      async () => token,
    );
  };
  [admin, reseller] = [await signedIn('admin'), await signedIn('reseller1')];
});
afterAll(async () => {
  await running.close();
  platform.close();
  elsewhere.close();
  await testDatabase.remove();
});

test('config.json says when it begins anew, and offers no way to log in that needs a message', async () => {
  const { body } = await stranger.get('/config.json');
  expect(body).toMatchObject({
    demonstration: true,
    public_until: expect.stringMatching(/^\d{4}-.*Z$/),
    ways_off: ['email_login', 'sms_login', 'facebook_login', 'linkedin_login'],
  });
});

describe('nothing goes out', () => {
  test('a platform that a visitor names is not called, and counts as having taken the message', async () => {
    const { port } = platform.address() as AddressInfo;
    const { db } = running.database;
    await db.update(integrations).set({ webhook_url: `http://127.0.0.1:${String(port)}/hook` });
    const [one] = await db.select({ id: integrations.id }).from(integrations).limit(1);
    const id = String(one?.id);
    await admin.post(`/api/account_integrations/${String(accountIdOf('reseller1'))}/${id}`);
    expect(await reseller.put(`/api/hotspot_integrations/${String(HOTSPOT)}/${id}`)).toMatchObject({ status: 200 });
    expect(await admin.post(`/api/integrations/${id}/test`)).toMatchObject({ status: 200, body: { status: 200 } });
    expect(arrived).toEqual([]);
  });

  test('a unit that a visitor puts at an address of others gets no request there to end a session', async () => {
    const { db } = running.database;
    const guest = await insertGuest(db, { hotspot_id: HOTSPOT, username: 'ONLINE', account_type: 'voucher', created: new Date() });
    const [unit] = await db.select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(units.id).limit(1);
    const unitId = unit?.id ?? 0;
    await db.update(units).set({ secret: 'known to visitors' }).where(eq(units.id, unitId));
    // A phone at the unit, which the demonstration then simulates.
    expect(await stranger.post('/api/demo/phones', { hotspot_id: HOTSPOT })).toMatchObject({ status: 201 });
    const { port } = elsewhere.address();
    await db.update(units).set({ address: '127.0.0.1', coa_port: port, kind: 'mikrotik' }).where(eq(units.id, unitId));
    await db.insert(unit_contacts).values({ unit_id: unitId, heard: new Date(), address: '127.0.0.1', kind: 'mikrotik' });
    await recordReport(
      db,
      { id: unitId, mac: '', hotspotId: HOTSPOT },
      {
        key: 'a-key',
        username: 'ONLINE',
        deviceMac: '02-00-00-00-00-01',
        guestId: guest.id,
        event: { kind: 'interim', at: Date.now(), seconds: 600, up: 400, down: 600, isWide: true, cause: '' },
      },
    );
    const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.user_id, guest.id));
    // The simulated unit answers at once that it doesn't know the session.
    expect(await reseller.post(`/api/sessions/${String(session?.id)}/disconnect`)).toMatchObject({
      status: 200,
      body: { outcome: 'ended' },
    });
    expect(arrived).toEqual([]);
  });

  test('no mail is sent, and a reset of a password is refused for that', async () => {
    expect(await stranger.post('/api/password_reset', { username: 'reseller1' })).toMatchObject({
      status: 409,
      body: { code: 'no_mail_server' },
    });
    expect(arrived).toEqual([]);
  });

  test('an admin, whom anybody may be there, sees nothing of the machine', async () => {
    expect(await admin.get('/api/system')).toMatchObject({ status: 404 });
  });

  test.each(['/opennds/x', '/wax/aaa', '/radius/authorize'])('units of others find no %s', async (path) => {
    expect(await stranger.get(path)).toMatchObject({ status: 404 });
  });
});

describe('no visitor locks others out', () => {
  const REFUSED = { status: 403, body: { code: 'public_demonstration' } };

  test('passwords, names and types of its own accounts stay, as do the accounts, their plans and hotspots', async () => {
    const id = String(accountIdOf('reseller1'));
    expect(await reseller.put(`/api/accounts/${id}`, { password: 'all-mine-now-2026' })).toMatchObject(REFUSED);
    expect(await admin.put(`/api/accounts/${String(accountIdOf('customer11'))}`, { type: 'desk' })).toMatchObject(REFUSED);
    expect(await admin.delete(`/api/accounts/${id}`)).toMatchObject(REFUSED);
    expect(await admin.delete(`/api/accounts/${id}/account_sessions`)).toMatchObject(REFUSED);
    expect(
      await admin.put(`/api/accounts/${id}/subscription`, { subscription_plan_id: 1, valid_until: '2020-01-01T00:00:00Z' }),
    ).toMatchObject(REFUSED);
    expect(await reseller.delete(`/api/hotspots/${String(HOTSPOT)}`)).toMatchObject(REFUSED);
    expect(await login(stranger, 'reseller1', passwordOf('reseller1'))).not.toBe('');
  });

  test('an account that a visitor creates is theirs to change and to delete', async () => {
    const account = { uuid: '', username: 'mine', password: 'mine-and-nobody-elses', name: 'Mine', email: 'mine@example.com' };
    const created = await reseller.post('/api/accounts', { ...account, type: 'customer', hotspot_id: HOTSPOT, subscription_plan_id: 0 });
    expect(created).toMatchObject({ status: 201 });
    const { id } = created.body as { id: number };
    expect(await reseller.put(`/api/accounts/${String(id)}`, { name: 'Still mine' })).toMatchObject({ status: 200 });
    expect(await reseller.delete(`/api/accounts/${String(id)}`)).toMatchObject({ status: 200 });
  });

  test('nobody signs the others out, or sees where they are', async () => {
    expect(await reseller.put('/api/second_factor/setup', { current_password: passwordOf('reseller1') })).toMatchObject(REFUSED);
    expect(await reseller.delete('/api/account_sessions')).toMatchObject(REFUSED);
    expect(await reseller.get('/api/account_sessions')).toMatchObject({ status: 200, body: { data: [] } });
    await reseller.put(`/api/hotspots/${String(HOTSPOT)}`, { business_name: 'Hotel' }, from('198.51.100.7'));
    const { body } = await reseller.get('/api/audit?sort=at&order=desc&limit=1');
    const [entry] = body as { address: string; action: string }[];
    expect(entry).toMatchObject({ action: 'hotspots.update', address: expect.stringMatching(/^fd/) });
    expect(JSON.stringify(body)).not.toContain('198.51.100.7');
  });

  test('wrong passwords from one address refuse that one only, whatever PORTICO_LOGIN_LIMIT says', async () => {
    const wrong = { username: 'reseller2', password: 'wrong' };
    const statuses = [];
    for (let nth = 0; nth < 12; nth++) statuses.push((await stranger.post('/api/login', wrong, from('203.0.113.5'))).status);
    expect(statuses.at(-1)).toBe(429);
    const right = { username: 'reseller2', password: passwordOf('reseller2') };
    expect(await stranger.post('/api/login', right, from('203.0.113.6'))).toMatchObject({ status: 201 });
  });

  test('a visitor who takes many phones gives up their own, not those of others', async () => {
    const { db } = running.database;
    await db.update(units).set({ secret: 'secret of the played unit' }).where(ne(units.secret, ''));
    const take = async (address: string) => {
      const { body } = await stranger.post('/api/demo/phones', {}, from(address));
      return (body as DemoPhone).id;
    };
    const other = await take('203.0.113.20');
    const first = await take('203.0.113.21');
    for (let nth = 0; nth < 5; nth++) await take('203.0.113.21');
    expect(await stranger.get(`/api/demo/phones/${first}`)).toMatchObject({ status: 404 });
    expect(await stranger.get(`/api/demo/phones/${other}`)).toMatchObject({ status: 200 });
  });

  test('the changes of one address are bounded by bytes, and others go on', async () => {
    const big = { name: 'x'.repeat(900_000) };
    const statuses = [];
    for (let nth = 0; nth < 7; nth++) {
      statuses.push((await reseller.post('/api/disclaimers', big, from('203.0.113.30'))).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const also = await stranger.post('/api/login', { username: 'admin', password: passwordOf('admin') }, from('203.0.113.31'));
    expect(also.status).toBe(201);
    // The first address is still refused.
    expect((await reseller.post('/api/disclaimers', big, from('203.0.113.30'))).body).toMatchObject({ code: 'too_often' });
  });
});

test('each page of the portal is marked', async () => {
  const [unit] = await running.database.db.select({ uuid: units.uuid }).from(units).where(eq(units.hotspot_id, HOTSPOT)).limit(1);
  const { body } = await stranger.get(`/portal/${String(unit?.uuid)}?mac=02:00:00:00:00:01&l=en`);
  expect(body).toContain('<aside class="portal-mark">Public demonstration');
});

test('the accounts are all still there', async () => {
  expect((await running.database.db.select().from(accounts)).map(({ username }) => username)).toEqual(
    expect.arrayContaining(['admin', 'reseller1', 'reseller2', 'customer11', 'desk11']),
  );
});
