/** Guests with phones log in at the built product's portal, through a gateway that asks by RADIUS. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isLong } from '../support/run/long';
import { openPhone } from '../support/browser/browser';
import { playedChilli } from '../support/peers/gateways';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { zoneAtNoon } from '../support/server/zoneAtNoon';
import { texts, CONNECT, server, isFine, openFormWith } from './portalTests';

let proxy: Server;
/** An SMS gateway, and the code in the SMS that it received. */
let carrier: Server;
let code = '';
let chilli: ReturnType<typeof playedChilli>;
let ports = { authentication: 0, accounting: 0 };
let unit = { uuid: '', mac: '', secret: '' };
let devices = 0;
/** An admin's token. */
let token = '';

/** The gateway of a phone that hasn't been here before. */
function newPhone() {
  devices += 1;
  const deviceMac = `02-E2-E0-00-00-${devices.toString(16).padStart(2, '0').toUpperCase()}`;
  chilli = playedChilli({ portal: server, ports: () => ports, unit, deviceMac, uamsecret: unit.secret });
  return chilli;
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', ...(token !== '' && { Token: token }) };
  return (await fetch(`${server()}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
}

/** Sets preferences of the hotspot. */
async function prefer(preferences: Readonly<Record<string, string>>) {
  for (const [key, value] of Object.entries(preferences)) await call('PUT', 'preferences/hotspots/1', { key, value });
}

beforeAll(async () => {
  ports = { authentication: await freeUdpPort(), accounting: await freeUdpPort() };
  carrier = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://carrier');
    texts.push({ number: searchParams.get('to') ?? '', text: searchParams.get('text') ?? '' });
    response.end();
  });
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
});
ownDemonstration(() => ({
  PORTICO_RADIUS: 'on',
  PORTICO_RADIUS_PORTS: `${ports.authentication},${ports.accounting}`,
  PORTICO_ZONE: zoneAtNoon(),
  SMS_URL: `http+template://127.0.0.1:${(carrier.address() as AddressInfo).port}/?to={number}&text={text}`,
}));
beforeAll(async () => {
  ({ token } = (await call('POST', 'login', { username: 'admin', password: 'portico-demo' })) as { token: string });
  const { data } = (await call('GET', 'units?hotspot=1&page=1&limit=1')) as {
    data: { uuid: string; mac_address: string; secret: string }[];
  };
  unit = { uuid: data[0]?.uuid ?? '', mac: data[0]?.mac_address ?? '', secret: data[0]?.secret ?? '' };
  await prefer({ voucher_login: 'true', sms_login: 'true', sms_login_max: '0' });
  const voucher = {
    hotspot_id: 1,
    num_vouchers: 1,
    code: '',
    type: 'normal',
    auto_login: false,
    remain_use: -1,
    time: 'duration',
    duration: 3,
    expiration: 0,
    max_time: 5400,
    max_traffic: 1_500_000_000,
    bandwidth_down: 0,
    bandwidth_up: 0,
  };
  const created = (await call('POST', 'vouchers', voucher)) as { vouchers: { code: string }[] };
  code = created.vouchers[0]?.code ?? '';

  // The phone requests pages over plain HTTP: each leads to the portal until it is online.
  proxy = createServer((request, response) => {
    const address = request.url ?? '';
    const answered = address.startsWith(`${chilli.own}/`)
      ? chilli.visit(address)
      : Promise.resolve(chilli.state.isOn ? null : chilli.open(address));
    void answered.then((location) => {
      if (location === null) response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Beyond</title><h1>The internet</h1>');
      else response.writeHead(302, { Location: location }).end();
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(() => {
  proxy.close();
  carrier.close();
});

const gateway = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

describe.each(isLong ? ['it-IT', 'de-DE', 'en-GB', 'fr-FR', 'es-ES'] : ['it-IT'])('a small phone in %s', (locale) => {
  test('opens a page, is led to the portal, enters a code, and is online', async () => {
    newPhone();
    const page = await openPhone({ gateway: gateway(), locale, width: 320 });
    await page.goto('http://detectportal.example/');
    expect(page.url()).toContain(`/portal/${unit.uuid}?res=notyet`);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    await isFine(page, 'first page');
    await page.locator('.portal-tick a').first().click();
    await page.locator('.portal-text').waitFor();
    await isFine(page, 'terms');
    await page.locator('[data-to="/"]').click();
    await page.locator('input[name=accept]').check();
    await page.locator('.portal-start').click();
    await openFormWith(page, 'code');
    await page.locator('input[name=code]').fill('no such code');
    await isFine(page, 'log in');
    await page.locator(CONNECT).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[name=code]').inputValue()).toBe('no such code');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
    await isFine(page, 'wrong code');
    await openFormWith(page, 'code');
    await page.locator('input[name=code]').fill(code);
    await page.locator(CONNECT).click();
    await page.locator('.portal-left').waitFor();
    await isFine(page, 'online');
    await page.goto('http://example.com/');
    await page.getByRole('heading', { name: 'The internet' }).waitFor();
    // Back on the online page, the guest logs out.
    await page.goBack();
    await page.locator('form[action$="/leave"] button').click();
    await page.goto('http://example.com/');
    expect(page.url()).toContain('res=notyet');
  });
});
