/** A guest's login token is sent only to the unit's own gateway, whose host the unit names in its signed requests. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { login_tokens, portal_tries, units } from '../../../src/server/database/schema';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { exchange } from '../../../src/server/radius/exchange';
import { endPreviousSecrets } from '../../../src/server/units/secretQueries';
import { formsIn, guestBrowser, playedChilli, playedMikrotik, textOf, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

const TOKEN = 'token-of-the-portal-38';
const server = serve({ config: { freeradiusToken: TOKEN, zone: 'Europe/Rome' } });
const { HOTSPOT, FIRST, UNIT, later, gatewayOf, withAnotherServer } = portalUnit(server, { voucher_login: 'true' });

const EVIL = 'http://10.1.0.66';
/** How an attacker on the same network would send a guest to their own gateway, for each type. */
const FORGED: [kind: string, parameters: Record<string, string>][] = [
  ['CoovaChilli', { res: 'notyet', uamip: '10.1.0.66', uamport: '80', mac: '02-00-00-00-38-F0' }],
  ['MikroTik', { 'link-login-only': `${EVIL}/login`, mac: '02:00:00:00:38:F0' }],
  ['Aruba', { cmd: 'login', switchip: '10.1.0.66', mac: '02-00-00-00-38-F0' }],
  ['a Cisco WLC', { switch_url: `${EVIL}/login.html`, client_mac: '02-00-00-00-38-F0' }],
  ['Omada', { target: '10.1.0.66', targetPort: '80', clientMac: '02-00-00-00-38-F0' }],
  ['Ruckus', { sip: '10.1.0.66', client_mac: '02-00-00-00-38-F0' }],
  ['pfSense', { portal_action: `${EVIL}:8002/`, zone: 'guests', clientmac: '02-00-00-00-38-F0' }],
];

const hosts = async () => (await server.db().select({ hosts: units.gateway_hosts }).from(units).where(eq(units.uuid, UNIT.uuid)))[0]?.hosts;
const setHosts = async (gateway_hosts: string[]) => {
  await server.db().update(units).set({ gateway_hosts, arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
  later(5);
};

beforeEach(async () => {
  later(11 * 60);
  await server.db().delete(portal_tries);
  await server.db().delete(login_tokens);
  await setHosts([]);
});

let phones = 0;
const nextMac = () => {
  phones += 1;
  return `02-00-00-00-38-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
};
async function voucher(): Promise<string> {
  const code = `host-${nextMac().slice(-2).toLowerCase()}`;
  await insertVoucher(server.db(), {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use: -1,
    duration: 3,
    type: 'normal',
    created: FIRST,
  });
  return code;
}
type Played = { own: string; open: (wanted?: string) => string; visit: (address: string) => Promise<string> };
async function logIn(gateway: Played, code: string): Promise<GuestPage> {
  const browser = guestBrowser(gateway);
  const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
  return browser.submit(login, '/code', { code });
}
const forged = async (parameters: Record<string, string>) =>
  fetch(`${server.url()}/portal/${UNIT.uuid}?${new URLSearchParams(parameters)}`, { redirect: 'manual' });

describe('the host of a unit', () => {
  test('is what its signed Access-Requests name, also through a FreeRADIUS', async () => {
    // Another server has nothing about the unit in its cache.
    await withAnotherServer(async () => {
      expect(textOf((await logIn(playedChilli({ ...gatewayOf(nextMac()), namesItself: true }), await voucher())).html)).toContain(
        'You are online',
      );
      expect(await hosts()).toEqual(['10.1.0.1']);
      const body = { 'User-Name': { value: ['x'] }, 'NAS-Identifier': { value: [UNIT.uuid] } };
      const requested = await fetch(`${server.url()}/radius/authorize?src=127.0.0.1&client=${UNIT.uuid}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, 'WISPr-Logoff-URL': { value: ['https://[FD00::1]:4990/logoff'] } }),
      });
      expect(requested.status).toBe(200);
      expect(await hosts()).toEqual(['10.1.0.1', 'fd00::1']);
    });
  });

  test('is named by no packet that anybody could have sent', async () => {
    await server.db().update(units).set({ address: '127.0.0.1', may_be_unsigned: true }).where(eq(units.uuid, UNIT.uuid));
    const attributes = [
      attribute('User-Name', 'nobody'),
      attribute('NAS-Identifier', UNIT.uuid),
      attribute('WISPr-Logoff-URL', `${EVIL}/logoff`),
      attribute('CHAP-Password', Buffer.alloc(17)),
    ];
    const { bytes } = encodeRequest({ code: CODE.accessRequest, id: 7, attributes }, UNIT.secret);
    // Remove the Message-Authenticator, which comes first.
    const unsigned = Buffer.concat([bytes.subarray(0, 20), bytes.subarray(38)]);
    unsigned.writeUInt16BE(unsigned.length, 2);
    const port = gatewayOf('').ports().authentication;
    const answer = await exchange(unsigned, { address: '127.0.0.1', port }, [4000], (datagram) => datagram[0] ?? null);
    await server.db().update(units).set({ address: '', may_be_unsigned: false }).where(eq(units.uuid, UNIT.uuid));
    expect(answer).toBe(CODE.accessReject);
    expect(await hosts()).toEqual([]);
  });

  test('is forgotten beyond ten, and when a secret has ended that others may have had', async () => {
    // Another server has nothing about the unit in its cache.
    await withAnotherServer(async () => {
      const { radius } = playedMikrotik({ ...gatewayOf(nextMac()), namesItself: true });
      await setHosts(Array.from({ length: 10 }, (_, nth) => `10.9.0.${nth}`));
      await radius.pap('nobody', 'nothing');
      expect(await hosts()).toEqual([...Array.from({ length: 9 }, (_, nth) => `10.9.0.${nth + 1}`), 'login.hotspot']);
      await server
        .db()
        .update(units)
        .set({ previous_secret: 'before', previous_secret_until: server.clock.now })
        .where(eq(units.uuid, UNIT.uuid));
      await endPreviousSecrets(server.db(), server.clock.now);
      expect(await hosts()).toEqual([]);
    });
  });
});

describe('a guest led to a gateway that is not the unit’s', () => {
  test.each(FORGED)('gets no page of the portal, as if from %s', async (_, parameters) => {
    await setHosts(['10.1.0.1']);
    const sent = await forged(parameters);
    const location = sent.headers.get('location') ?? '';
    const html = await sent.text();
    expect(html).not.toContain('/start"');
    // The foreign gateway gets only a name and a password that nobody has, which make the unit's own gateway send a request that names it.
    expect(await server.db().$count(login_tokens)).toBe(0);
    expect(sent.status === 303 ? new URL(location).hostname === '10.1.0.66' : html.includes('://10.1.0.66')).toBe(true);
    const marked = `${server.url()}/portal/${UNIT.uuid}?wanted=`;
    const back = await forged({
      ...parameters,
      userurl: marked,
      'link-orig': marked,
      url: marked,
      redirect: marked,
      redirectUrl: marked,
      redirurl: marked,
    });
    expect(back.status).toBe(200);
    expect(textOf(await back.text())).toContain('connect to the WiFi first');
  });

  test('takes their token nowhere if the unit has named its host since they came', async () => {
    const code = await voucher();
    const evil = { own: EVIL, visit: async (address: string): Promise<string> => Promise.reject(new Error(address)) };
    const browser = guestBrowser(evil);
    const first = await browser.open(`${server.url()}/portal/${UNIT.uuid}?${new URLSearchParams(FORGED[1]?.[1])}`);
    const login = await browser.submit(first, '/start', { accept: 'yes' });
    await setHosts(['10.1.0.1']);
    const page = await browser.submit(login, '/code', { code });
    expect(formsIn(page.html)).toEqual([]);
    expect(await server.db().$count(login_tokens)).toBe(0);
  });
});

describe('guests of the unit', () => {
  const GATEWAYS: [kind: string, play: (mac: string, own?: string) => Played][] = [
    ['CoovaChilli', (mac, own) => playedChilli({ ...gatewayOf(mac), namesItself: true, ...(own !== undefined && { own }) })],
    [
      'CoovaChilli that signs',
      (mac, own) => playedChilli({ ...gatewayOf(mac), namesItself: true, uamsecret: UNIT.secret, ...(own !== undefined && { own }) }),
    ],
    ['MikroTik', (mac, own) => playedMikrotik({ ...gatewayOf(mac), namesItself: true, ...(own !== undefined && { own }) })],
  ];
  test.each(GATEWAYS)('get in at a %s before it has named itself, after, and at another address of it', async (_, play) => {
    // Another server has nothing about the unit in its cache.
    await withAnotherServer(async () => {
      const code = await voucher();
      const isOnline = async (gateway: Played) => textOf((await logIn(gateway, code)).html).includes('You are online');
      expect(await isOnline(play(nextMac()))).toBe(true);
      later(5);
      expect(await isOnline(play(nextMac()))).toBe(true);
      later(5);
      expect(await hosts()).toHaveLength(1);
      // The router's IP address has changed: its first guest is sent through it once more, and then it names the new one.
      expect(await isOnline(play(nextMac(), 'http://10.77.0.1:3990'))).toBe(true);
      expect(await hosts()).toHaveLength(2);
    });
  });

  test('get in at a router with a name of its own on the internet, once it has named it', async () => {
    // Another server has nothing about the unit in its cache.
    await withAnotherServer(async () => {
      const code = await voucher();
      const router = playedMikrotik({ ...gatewayOf(nextMac()), own: 'http://wifi.hotel.example', namesItself: true });
      expect(textOf((await guestBrowser(router).open(router.open())).html)).not.toContain('Start');
      await router.radius.pap('nobody', 'nothing');
      later(5);
      expect(textOf((await logIn(router, code)).html)).toContain('You are online');
    });
  });

  test('keep a scanned code on the way through a router whose address is new', async () => {
    // Another server has nothing about the unit in its cache.
    await withAnotherServer(async () => {
      const code = await voucher();
      await setHosts(['10.1.0.1']);
      const router = playedMikrotik({ ...gatewayOf(nextMac()), namesItself: true });
      const browser = guestBrowser(router);
      const login = await browser.submit(await browser.open(router.open(`http://192.0.2.80/code/${code}`)), '/start', { accept: 'yes' });
      expect(login.html).toContain(`value="${code}"`);
    });
  });
});
