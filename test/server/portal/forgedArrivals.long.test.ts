/** Anybody can open the portal as if a gateway had redirected them, with somebody else's MAC address: what they learn and can do. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { DisconnectTarget } from '../../../src/server/access/reachQueries';
import { portal_tries, sessions, units } from '../../../src/server/database/schema';
import { opaqueName } from '../../../src/server/access/opaqueNames';
import { formsIn, guestBrowser, playedChilli, playedMikrotik, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertGuest, insertVoucher } from '../../factories/rows';

const ended: DisconnectTarget[] = [];
const server = serve({
  config: { freeradiusToken: 'token-of-the-portal-4', zone: 'Europe/Rome' },
  endSession: async (session) => {
    ended.push(session);
    return { outcome: 'acknowledged' as const };
  },
});
const { HOTSPOT, FIRST, UNIT, later, gatewayOf } = portalUnit(server, { voucher_login: 'true', auto_login: 'true' });

beforeEach(async () => {
  later(11 * 60);
  ended.length = 0;
  await server.db().delete(portal_tries);
  // Sessions are ended at the unit's address.
  await server.db().update(units).set({ address: '127.0.0.1' }).where(eq(units.uuid, UNIT.uuid));
});

let known = 0;

/** A guest with a personal voucher whose device logs in automatically; offline again. */
async function knownDevice() {
  known += 1;
  const code = `secret-code-${String(known)}`;
  const deviceMac = `02-00-00-00-04-${known.toString(16).padStart(2, '0').toUpperCase()}`;
  const voucher = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: true,
    remain_use: -1,
    duration: 3,
    max_time: 1800,
    type: 'auth' as const,
    created: FIRST,
  };
  const own = await insertVoucher(server.db(), voucher);
  const guest = await insertGuest(server.db(), {
    hotspot_id: HOTSPOT,
    username: code.toUpperCase(),
    name: 'Ada',
    account_type: 'voucher',
    created: FIRST,
    voucher_id: own.id,
    auto_login: true,
    max_navigation_time: 1800,
  });
  const chilli = playedChilli(gatewayOf(deviceMac));
  const browser = guestBrowser(chilli);
  await browser.submit(await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' }), '/code', { code });
  await chilli.visit(`${chilli.own}/logoff`);
  return { code, deviceMac, chilli, browser, guestId: guest.id };
}

const running = (deviceMac: string) => server.db().$count(sessions, eq(sessions.device_mac, deviceMac));

/** The parameters that each type of gateway adds to the URL. */
const KINDS: [kind: string, parameters: (mac: string) => Record<string, string>][] = [
  ['CoovaChilli', (mac) => ({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', mac })],
  ['MikroTik', (mac) => ({ 'link-login-only': 'http://login.hotspot/login', mac: mac.replaceAll('-', ':') })],
  ['Aruba', (mac) => ({ cmd: 'login', switchip: '10.1.0.2', mac })],
  ['a Cisco WLC', (mac) => ({ switch_url: 'http://10.1.0.3/login.html', client_mac: mac })],
  ['Omada', (mac) => ({ target: '10.1.0.4', targetPort: '8088', clientMac: mac })],
  ['Ruckus', (mac) => ({ sip: '10.1.0.5', client_mac: mac })],
  ['pfSense', (mac) => ({ portal_action: 'http://10.1.0.6:8002/', clientmac: mac })],
];

/** The answer to a browser that pretends to be redirected by a gateway: the next location, and the page. */
async function forged(parameters: Record<string, string>) {
  const answer = await fetch(`${server.url()}/portal/${UNIT.uuid}?${new URLSearchParams(parameters).toString()}`, { redirect: 'manual' });
  return { location: answer.headers.get('location') ?? '', html: await answer.text() };
}

/** The key of the online page to which the gateway would send the browser. */
const keyIn = (next: string) => new URL(new URL(next).searchParams.get('dst') ?? '').searchParams.get('k') ?? '';

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${server.url()}/portal/${UNIT.uuid}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test.each(KINDS)('an arrival at %s with the MAC address of a known device does not tell whose it is', async (_kind, parameters) => {
  const { code, deviceMac, guestId } = await knownDevice();
  const { location, html } = await forged(parameters(deviceMac));
  const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  const sent = decodeURIComponent(location) + html;
  expect(sent.toLowerCase()).not.toContain(code);
  expect(sent).toContain(await opaqueName(server.db(), { unitId: unit?.id ?? 0, guestId }));
});

test.each([
  ['CoovaChilli', playedChilli],
  ['MikroTik', playedMikrotik],
] as const)('a known device behind %s still goes online by itself, as its guest', async (_kind, gateway) => {
  const { code, deviceMac } = await knownDevice();
  const played = gateway(gatewayOf(deviceMac));
  const page = await guestBrowser(played).open(played.open());
  expect(textOf(page.html)).toContain('You are online');
  expect(textOf(page.html)).toContain('Time left 30 minutes');
  expect(formsIn(page.html).map(({ action }) => action)).toContain(`/portal/${UNIT.uuid}/leave`);
  expect(played.state.username.toLowerCase()).not.toContain(code);
  const [session] = await server.db().select().from(sessions).where(eq(sessions.device_mac, deviceMac));
  expect(session?.username).toBe(code.toUpperCase());
});

test('a session whose reports name no guest but by that name is its guest’s, also when the gateway writes it in capitals', async () => {
  const { code, deviceMac, chilli, browser } = await knownDevice();
  await browser.open(chilli.open());
  const { username } = chilli.state;
  await chilli.visit(`${chilli.own}/logoff`);
  await chilli.radius.account(username.toUpperCase(), 'a session of its own', 'start');
  const [session] = await server
    .db()
    .select()
    .from(sessions)
    .where(and(eq(sessions.device_mac, deviceMac), eq(sessions.session_key, 'a session of its own')));
  expect(session?.username).toBe(code.toUpperCase());
});

describe('the key that a forged arrival brings', () => {
  const mikrotik = (mac: string) => ({ 'link-login-only': 'http://login.hotspot/login', mac: mac.replaceAll('-', ':') });

  test.each(['before', 'after'])('neither shows nor ends the session of the device, if the forger comes %s its guest', async (when) => {
    const { deviceMac } = await knownDevice();
    const forge = async () => keyIn((await forged(mikrotik(deviceMac))).location);
    const early = when === 'before' ? await forge() : '';
    const played = playedMikrotik(gatewayOf(deviceMac));
    const online = await guestBrowser(played).open(played.open());
    expect(textOf(online.html)).toContain('Time left 30 minutes');
    const key = when === 'before' ? early : await forge();

    const shown = await fetch(`${server.url()}/portal/${UNIT.uuid}/online?k=${key}`);
    expect(textOf(await shown.text())).not.toContain('Time left');
    await post('/leave', { k: key });
    const other = await knownDevice();
    await post('/code', { k: key, code: other.code });
    expect(ended).toEqual([]);
    expect(await running(deviceMac)).toBe(1);

    // The guest's own key does log them out.
    const mine = formsIn(online.html).find(({ action }) => action.endsWith('/leave'))?.hidden.k ?? '';
    await post('/leave', { k: mine });
    expect(ended).toHaveLength(1);
  });

  test('is not confirmed by a guest who follows a link with it through their gateway', async () => {
    const { deviceMac } = await knownDevice();
    const key = keyIn((await forged(mikrotik(deviceMac))).location);
    const played = playedMikrotik(gatewayOf(deviceMac));
    const page = await guestBrowser(played).open(played.open(`${server.url()}/portal/${UNIT.uuid}/online?k=${key}`));
    expect(textOf(page.html)).toContain('You are online');
    await post('/leave', { k: key });
    expect(ended).toEqual([]);
    expect(await running(deviceMac)).toBe(1);
  });

  test('no arrival of many at once is confirmed by the log-in of another', async () => {
    const { deviceMac } = await knownDevice();
    const keys: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) keys.push(keyIn((await forged(mikrotik(deviceMac))).location));
    const played = playedMikrotik(gatewayOf(deviceMac));
    expect(textOf((await guestBrowser(played).open(played.open())).html)).toContain('You are online');
    for (const k of keys) await post('/leave', { k });
    expect(ended).toEqual([]);
  });
});

test('RFC 8908 reports time and data only to who has the key of the session', async () => {
  const { deviceMac, chilli, browser } = await knownDevice();
  const online = await browser.open(chilli.open());
  const mine = formsIn(online.html).find(({ action }) => action.endsWith('/leave'))?.hidden.k ?? '';
  const other = await knownDevice();
  const foreign =
    formsIn((await other.browser.open(other.chilli.open())).html).find(({ action }) => action.endsWith('/leave'))?.hidden.k ?? '';
  const request = async (k = '') => {
    const query = new URLSearchParams({ mac: deviceMac, ...(k !== '' && { k }) });
    return (await (await fetch(`${server.url()}/portal/api/${UNIT.uuid}?${query.toString()}`)).json()) as unknown;
  };
  const open = { captive: false, 'can-extend-session': false, 'venue-info-url': 'https://example.com' };
  for (const k of ['', 'made-up', foreign]) expect(await request(k)).toEqual(open);
  expect(await request(mine)).toEqual({ ...open, 'seconds-remaining': 1800 });
});

test('a unit that has signed an arrival is not believed unsigned any more, until it gets another secret', async () => {
  const signing = playedChilli({ ...gatewayOf('02-00-00-00-04-F1'), uamsecret: UNIT.secret });
  const plain = playedChilli(gatewayOf('02-00-00-00-04-F2'));
  const start = async (gateway: typeof plain) =>
    formsIn((await guestBrowser(gateway).open(gateway.open())).html).map(({ action }) => action);
  const STARTS = [`/portal/${UNIT.uuid}/start`];
  expect(await start(plain)).toEqual(STARTS);
  expect(await start(signing)).toEqual(STARTS);
  later(5);
  expect(await start(plain)).toEqual([]);
  expect(await start(signing)).toEqual(STARTS);
  // Pretending that the unit is of a type that can't sign doesn't help either.
  for (const [, parameters] of KINDS) expect((await forged(parameters('02-00-00-00-04-F2'))).html).not.toContain('/start"');
  // A link that sends devices to their gateway needs no signature.
  const open = await fetch(`${server.url()}/portal/${UNIT.uuid}/open?uamip=10.1.0.1&uamport=3990`, { redirect: 'manual' });
  expect(open.headers.get('location')).toBe('http://10.1.0.1:3990/prelogin');

  await server.db().update(units).set({ secret: 'another secret of the unit' }).where(eq(units.uuid, UNIT.uuid));
  later(5);
  expect(await start(plain)).toEqual(STARTS);
  await server.db().update(units).set({ secret: UNIT.secret, arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
  later(5);
});
