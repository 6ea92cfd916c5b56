/**
 * A real FreeRADIUS in front, with the configuration that `portico freeradius-config` writes, asked by radclient.
 *
 * @jest-environment-options {"needs": "PORTICO_TEST_FREERADIUS_REST"}
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspot_preferences, hotspot_vouchers, session_histories, units, users } from '../../../src/server/database/schema';
import { freeradiusConfig, listClients } from '../../../src/server/radius/freeradiusConfig';
import { radclient, RADIUS_SECRET as SECRET, startFreeradiusWith, type Freeradius } from '../../support/freeradius';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { serve } from '../../support/server';

const TOKEN = 'freeradius-token-0123456789';
let freeradius: Freeradius | undefined;
// Before the server closes, which waits for idle connections.
afterAll(() => freeradius?.stop());

const server = serve({ config: { freeradiusToken: TOKEN, zone: 'Europe/Rome' } });

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'behind-freeradius', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };
const VOUCHER = 'front1';
let guestId = 0;

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await db.insert(units).values({ ...UNIT, hotspot_id: HOTSPOT, created: NOW, address: '127.0.0.1' });
  await db.delete(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
  await db.insert(hotspot_preferences).values({ hotspot_id: HOTSPOT, key: 'voucher_login', value: 'true' });
  const common = { hotspot_id: HOTSPOT, auto_login: true, created: NOW };
  await db.insert(hotspot_vouchers).values({ ...common, code: VOUCHER, duration: 3, remain_use: 1, type: 'auth' });
  const limits = { kbps_down: 2000, max_navigation_traffic: 5_000_000 };
  const values = { ...common, ...limits, username: VOUCHER.toUpperCase(), account_type: 'voucher' };
  const [guest] = await db.insert(users).values(values).returning({ id: users.id });
  guestId = guest?.id ?? 0;
});

const ports = { auth: 0, acct: 0 };

beforeAll(async () => {
  Object.assign(ports, { auth: await freeUdpPort(), acct: await freeUdpPort() });
  const files = freeradiusConfig({ url: server.url(), token: TOKEN, clients: await listClients(server.db()) });
  const site = (files['sites-enabled/portico'] ?? '')
    .replaceAll('ipaddr = *', 'ipaddr = 127.0.0.1')
    .replace('port = 1812', `port = ${ports.auth}`)
    .replace('port = 1813', `port = ${ports.acct}`);
  freeradius = await startFreeradiusWith({ ...files, 'sites-enabled/portico': site }, { ...ports, coa: 0 });
});

const lines = ['Calling-Station-Id = "02-00-00-00-00-01"', 'Message-Authenticator = 0x00'];
const logIn = async (name: string, password: string, { kind = 'User-Password', seconds = 5 } = {}) =>
  (await radclient('auth', ports.auth, [`User-Name = "${name}"`, `${kind} = "${password}"`, ...lines], { seconds })).output;

test.each(['User-Password', 'CHAP-Password'])('accepts a log-in with %s', async (kind) => {
  const output = await logIn(VOUCHER, VOUCHER, { kind });
  for (const line of ['Received Access-Accept', 'Session-Timeout = 48600', 'WISPr-Bandwidth-Max-Down = 2000000'])
    expect(output).toContain(line);
});

test('refuses in words', async () => {
  const output = await logIn(VOUCHER, 'guessed');
  expect(output).toContain('Received Access-Reject');
  expect(output).toContain('Reply-Message = "This code or password is not valid here."');
});

test('never runs what a guest typed', async () => {
  expect(await logIn('%{User-Password}', '%t')).toContain('Received Access-Reject');
});

test('records a session from start to stop, and tells where its unit is', async () => {
  const session = ['Acct-Session-Id = "front-1"', `User-Name = "${VOUCHER}"`, 'Calling-Station-Id = "02-00-00-00-00-01"'];
  const report = (...more: string[]) => radclient('acct', ports.acct, [...more, ...session], { seconds: 5 });
  expect((await report('Acct-Status-Type = Start')).output).toContain('Received Accounting-Response');
  const counters = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 5', 'Acct-Output-Octets = 6', 'Acct-Output-Gigawords = 2'];
  await report('Acct-Status-Type = Stop', ...counters, 'Acct-Terminate-Cause = User-Request');
  expect(await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'front-1'))).toMatchObject([
    { user_id: guestId, bytes_up: 5, bytes_down: 8_589_934_598, terminate_cause: 'user_request' },
  ]);
});

test('is silent to a unit that Portico does not know', async () => {
  await server.db().update(units).set({ uuid: 'renamed', address: '' }).where(eq(units.uuid, UNIT.uuid));
  expect(await logIn(VOUCHER, VOUCHER, { seconds: 2 })).not.toContain('Received');
  await server.db().update(units).set({ uuid: UNIT.uuid, address: '127.0.0.1' }).where(eq(units.uuid, 'renamed'));
});
