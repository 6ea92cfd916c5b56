/**
 * Gateways that accept a form: what they send, and what the guest's browser returns, as documented by their makers; not checked with real
 * devices.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { login_tokens } from '../../../src/server/database/schema';
import { formsIn, guestBrowser, textOf } from '../../support/peers/gateways';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';
import { insertVoucherForAnybody } from './voucherForAnybody';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-4' } });

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const MAC = '02-00-00-00-00-01';

beforeAll(async () => {
  server.clock.now = NOW;
  const db = server.db();
  await insertUnit(db, {
    hotspot_id: HOTSPOT,
    uuid: 'portal-unit',
    mac_address: '00-11-22-33-44-55',
    name: 'Unit',
    secret: 'a secret',
    created: NOW,
  });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  await insertVoucherForAnybody(db, HOTSPOT, NOW);
});

const nowhere = {
  own: 'http://nowhere.lan',
  visit: async (address: string): Promise<string> => Promise.reject(new Error(`the guest is sent to ${address}`)),
};
const open = (query: Record<string, string>) =>
  guestBrowser(nowhere).open(`${server.url()}/portal/portal-unit?${new URLSearchParams(query).toString()}`);

/** A random name instead of the guest's own. */
const NAME = expect.stringMatching(/^[a-z2-7]{26}$/) as unknown as string;
const TOKEN = expect.stringMatching(/^[a-z2-7]{26}$/) as unknown as string;
const NEXT = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/portal\/portal-unit\/online\?k=[\w-]+$/) as unknown as string;

const GATEWAYS = [
  {
    name: 'Aruba',
    sent: {
      cmd: 'login',
      mac: '02:00:00:00:00:01',
      essid: 'Guests',
      ip: '10.1.0.7',
      switchip: 'securelogin.arubanetworks.com',
      url: 'http://x.example/',
    },
    action: 'https://securelogin.arubanetworks.com/cgi-bin/login',
    given: { user: NAME, password: TOKEN, cmd: 'authenticate', url: NEXT },
    untrusted: { switchip: 'evil.example' },
  },
  {
    name: 'Cisco WLC',
    sent: {
      switch_url: 'https://192.0.2.1/login.html',
      ap_mac: '00:11:22:33:44:55',
      client_mac: '020000000001',
      wlan: 'Guests',
      redirect: 'x.example/',
    },
    action: 'https://192.0.2.1/login.html',
    given: { username: NAME, password: TOKEN, redirect_url: NEXT, err_flag: '0', buttonClicked: '4' },
    untrusted: { switch_url: 'https://evil.example/login.html' },
  },
  {
    name: 'Omada',
    sent: {
      target: '192.168.0.10',
      targetPort: '8088',
      clientMac: MAC,
      clientIp: '10.1.0.7',
      apMac: '00-11-22-33-44-55',
      ssidName: 'Guests',
      radioId: '1',
    },
    action: 'http://192.168.0.10:8088/portal/radius/browserauth',
    given: {
      clientMac: MAC,
      clientIp: '10.1.0.7',
      apMac: '00-11-22-33-44-55',
      ssidName: 'Guests',
      radioId: '1',
      authType: '2',
      username: NAME,
      password: TOKEN,
      originUrl: NEXT,
    },
    untrusted: { target: '203.0.113.7' },
  },
  {
    name: 'Ruckus ZoneDirector',
    sent: { sip: '192.168.40.5', client_mac: '02:00:00:00:00:01', ssid: 'Guests', url: 'http://x.example/' },
    action: 'http://192.168.40.5:9997/login',
    given: { username: NAME, password: TOKEN, redirect: NEXT },
    untrusted: { sip: 'evil.example' },
  },
  {
    name: 'pfSense',
    sent: {
      portal_action: 'http://192.168.1.1:8002/index.php?zone=guests',
      zone: 'guests',
      clientmac: '02:00:00:00:00:01',
      redirurl: 'http://x.example/',
    },
    action: 'http://192.168.1.1:8002/index.php',
    given: { auth_user: NAME, auth_pass: TOKEN, zone: 'guests', redirurl: NEXT, accept: 'Continue' },
    untrusted: { portal_action: 'https://evil.example/' },
  },
];

describe.each(GATEWAYS)('$name', ({ sent, action, given, untrusted }) => {
  test('gets a form with the token, which the page may send only there', async () => {
    await server.db().delete(login_tokens);
    const browser = guestBrowser(nowhere);
    const login = await browser.submit(await open(sent), '/start', { accept: 'yes' });
    const page = await browser.submit(login, '/code', { code: 'right1' });
    expect(textOf(page.html)).toContain('One moment: you are being connected.');
    const [form] = formsIn(page.html);
    expect(form).toEqual({ method: 'post', action, hidden: given });
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(action).origin};`);
    const tokens = await server.db().select({ mac: login_tokens.device_mac, way: login_tokens.way }).from(login_tokens);
    expect(tokens).toEqual([{ mac: MAC, way: 'voucher' }]);
  });

  test('is not accepted outside a local network', async () => {
    const page = await open({ ...(sent as unknown as Record<string, string>), ...(untrusted as unknown as Record<string, string>) });
    expect(textOf(page.html)).toContain('Please connect to the WiFi first');
  });
});

test("a controller's reason for refusing a guest is shown", async () => {
  const wlc = { switch_url: 'https://192.0.2.1/login.html', client_mac: MAC };
  expect(textOf((await open({ ...wlc, statusCode: '5' })).html)).toContain('The access point refused the connection');
  expect(textOf((await open({ ...wlc, statusCode: '1' })).html)).toContain('You are online');
  const pfsense = { portal_action: 'http://192.168.1.1:8002/', clientmac: MAC, message: '<b>Call the front desk</b>' };
  const page = await open(pfsense);
  expect(textOf(page.html)).toContain('The access point refused the connection');
  expect(page.html).not.toContain('front desk');
});
