/** Guests with phones log in at the built product's portal, through a gateway that asks by RADIUS. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, openPhone } from '../support/browser';
import { playedChilli } from '../support/gateways';
import { startPortico } from '../support/run/portico.mjs';

let portico: Awaited<ReturnType<typeof startPortico>>;
let proxy: Server;
/** A gateway for SMS, and what it was given. */
let carrier: Server;
const texts: { number: string; text: string }[] = [];
let code = '';
let chilli: ReturnType<typeof playedChilli>;
let ports = { authentication: 0, accounting: 0 };
let unit = { uuid: '', mac: '', secret: '' };
let devices = 0;

/** The button below the code of a voucher. */
const CONNECT = 'form[action$="/code"] .portal-start';

/** The gateway of a phone that is new here. */
function newPhone() {
  devices += 1;
  const deviceMac = `02-E2-E0-00-00-${devices.toString(16).padStart(2, '0').toUpperCase()}`;
  chilli = playedChilli({ portal: () => portico.url, ports: () => ports, unit, deviceMac, uamsecret: unit.secret });
  return chilli;
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

beforeAll(async () => {
  const cli = process.env.PORTICO_E2E_CLI ?? '';
  ports = { authentication: await freePort(), accounting: await freePort() };
  carrier = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://carrier');
    texts.push({ number: searchParams.get('to') ?? '', text: searchParams.get('text') ?? '' });
    response.end();
  });
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  const env = {
    ...{
      LOG_LEVEL: 'warn',
      PORTICO_RADIUS: 'on',
      PORTICO_RADIUS_PORTS: `${ports.authentication},${ports.accounting}`,
      PORTICO_ZONE: 'Europe/Rome',
    },
    SMS_URL: `http+template://127.0.0.1:${(carrier.address() as AddressInfo).port}/?to={number}&text={text}`,
  };
  portico = await startPortico({ cli, args: ['demo', '--port', '0'], env });
  const call = async (method: string, path: string, token: string, body?: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', ...(token !== '' && { Token: token }) };
    return (await fetch(`${portico.url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  };
  const { token } = (await call('POST', 'login', '', { username: 'admin', password: 'portico-demo' })) as { token: string };
  const { data } = (await call('GET', 'units?hotspot=1&page=1&limit=1', token)) as {
    data: { uuid: string; mac_address: string; secret: string }[];
  };
  unit = { uuid: data[0]?.uuid ?? '', mac: data[0]?.mac_address ?? '', secret: data[0]?.secret ?? '' };
  const preferences = { voucher_login: 'true', sms_login: 'true', sms_login_max: '0' };
  for (const [key, value] of Object.entries(preferences)) await call('PUT', 'preferences/hotspots/1', token, { key, value });
  const voucher = {
    ...{ hotspot_id: 1, num_vouchers: 1, code: '', type: 'normal', auto_login: false, remain_use: -1, time: 'duration', duration: 3 },
    ...{ expiration: 0, max_time: 5400, max_traffic: 1_500_000_000, bandwidth_down: 0, bandwidth_up: 0 },
  };
  const made = (await call('POST', 'vouchers', token, voucher)) as { vouchers: { code: string }[] };
  code = made.vouchers[0]?.code ?? '';

  // What the phone asks for by plain HTTP: every page of the internet leads to the portal until it is online.
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
afterAll(async () => {
  proxy.close();
  carrier.close();
  await portico.stop();
});

const gateway = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

/** Nothing is wrong for those who can't see, and nothing is wider than the screen. */
async function isFine(page: Page, what: string) {
  expect([what, await axeViolations(page)]).toEqual([what, []]);
  expect([what, await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)]).toEqual([what, 0]);
}

describe.each(['en-GB', 'it-IT', 'de-DE', 'fr-FR', 'es-ES'])('a small phone in %s', (locale) => {
  test('opens a page, is led to the portal, types a code, and is online', async () => {
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
    await page.locator('input[name=code]').fill('no such code');
    await isFine(page, 'log in');
    await page.locator(CONNECT).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[name=code]').inputValue()).toBe('no such code');
    await isFine(page, 'wrong code');
    await page.locator('input[name=code]').fill(code);
    await page.locator(CONNECT).click();
    await page.locator('.portal-left').waitFor();
    await isFine(page, 'online');
    await page.goto('http://example.com/');
    await page.getByRole('heading', { name: 'The internet' }).waitFor();
    // Back at the page of those who are online, the guest logs out.
    await page.goBack();
    await page.locator('.portal-other').click();
    await page.goto('http://example.com/');
    expect(page.url()).toContain('res=notyet');
  });
});

test('a guest without a code types a phone number, and the code that comes there', async () => {
  newPhone();
  const page = await openPhone({ gateway: gateway(), locale: 'it-IT', width: 320 });
  await page.goto('http://detectportal.example/');
  await page.locator('input[name=accept]').check();
  await page.locator('.portal-start').click();
  const number = page.getByLabel('Numero di cellulare');
  await number.fill('06 1234567');
  await page.getByRole('button', { name: 'Mandami un SMS' }).click();
  await page.getByRole('alert').waitFor();
  await isFine(page, 'no mobile number');
  await number.fill('347 123 4567');
  await page.getByRole('button', { name: 'Mandami un SMS' }).click();
  const code = page.getByLabel('Codice ricevuto per SMS');
  await code.waitFor();
  await isFine(page, 'code by SMS');
  expect(texts.map((one) => one.number)).toEqual(['+393471234567']);
  await code.fill(/\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? '');
  await page.locator('.portal-start').first().click();
  await page.locator('.portal-left').waitFor();
  await page.goto('http://example.com/');
  await page.getByRole('heading', { name: 'The internet' }).waitFor();
});

test('a phone without JavaScript, whose owner taps twice, and goes back', async () => {
  newPhone();
  const page = await openPhone({ gateway: gateway(), locale: 'en-GB', width: 360, javaScriptEnabled: false });
  await page.goto('http://detectportal.example/');
  await page.locator('input[name=accept]').check();
  await page.locator('.portal-start').click();
  await page.locator('input[name=code]').fill(code.toUpperCase());
  await page.locator(CONNECT).dblclick();
  await page.getByRole('heading', { name: 'You are online' }).waitFor();
  expect(await page.locator('.portal-left').innerText()).toMatch(/1 hour (29|30) minutes/);
  await page.goBack();
  await page.locator('input[name=code]').waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'You are online' }).waitFor();
});

test('the first page is small, and of this server alone', async () => {
  newPhone();
  const page = await openPhone({ gateway: gateway(), locale: 'en-GB', width: 360 });
  const asked: string[] = [];
  let bytes = 0;
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    asked.push(request.url());
    sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => void (bytes += responseBodySize + responseHeadersSize)));
  });
  await page.goto('http://detectportal.example/', { waitUntil: 'networkidle' });
  await Promise.all(sizes);
  expect(asked.slice(1).every((address) => address.startsWith(`${portico.url}/portal/${unit.uuid}`))).toBe(true);
  const { storage, cookies } = await page.evaluate(() => ({
    storage: localStorage.length + sessionStorage.length,
    cookies: document.cookie,
  }));
  expect({ storage, cookies }).toEqual({ storage: 0, cookies: '' });
  // The background picture comes beside; the page and its logo fit into one burst of a slow line.
  const small = asked.filter((address) => !address.includes('/files/'));
  expect(small.length).toBeLessThanOrEqual(2);
  expect(bytes).toBeLessThan(120_000);
});
