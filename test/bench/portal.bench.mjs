import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import { SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { signIn, unitOf } from './calls.mjs';
import { newGateways } from './playedGateways.mjs';

export const title = 'A guest at the captive portal: bytes, the server’s time, and time until online; slow 3G, 4× slowed CPU; medians of 5';

const ROUNDS = 5;
const SLOWED = 4;
/** 400 ms round trip and 400 kbit/s: what browser tools call slow 3G. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Number of pages requested one after the other; the rate limit for pages allows as many. */
const PAGES = 300;
const FIRST_PAGE_KB = 30;
const SERVER_MS = 60;

/** @typedef {{ firstPage: number, logIn: number, online: number, requests: number, kilobytes: number }} Visit */

export async function run() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const [authentication, accounting] = [await freeUdpPort(), await freeUdpPort()];
  const env = { LOG_LEVEL: 'warn', PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(authentication)},${String(accounting)}` };
  const server = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const { unit, code } = await prepare(server.url);
    const gatewayOf = await newGateways({ portal: () => server.url, ports: () => ({ authentication, accounting }), unit });
    const first = await firstPage(gatewayOf().open());
    /** @type {Visit[]} */
    const visits = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, gatewayOf(), code));
    const median = (/** @type {keyof Visit} */ what) => middle(visits.map((one) => one[what]));
    return [
      { what: 'first page with its logo, compressed', measured: first.kilobytes, unit: 'KB', budget: FIRST_PAGE_KB, digits: 1 },
      { what: 'the server’s time for it, median', measured: at(first.times, 0.5), unit: 'ms', budget: SERVER_MS, digits: 1 },
      { what: 'the server’s time for it, p99', measured: at(first.times, 0.99), unit: 'ms', budget: SERVER_MS, digits: 1 },
      { what: 'the first page can be read after', measured: median('firstPage'), unit: 'ms' },
      { what: 'a tick and a tap: the code can be typed after', measured: median('logIn'), unit: 'ms' },
      { what: 'a tap: the guest is online, and told so, after', measured: median('online'), unit: 'ms' },
      {
        what: 'all of the waiting from opening a page to being online',
        measured: middle(visits.map((one) => one.firstPage + one.logIn + one.online)),
        unit: 'ms',
      },
      { what: 'requests from opening a page to being online', measured: median('requests'), unit: '' },
      { what: 'bytes of them, headers too', measured: median('kilobytes'), unit: 'KB', digits: 1 },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * A unit of the hotspot with the most pictures, and a voucher for all devices.
 *
 * @param {string} url
 */
async function prepare(url) {
  const call = await signIn(url, 'admin');
  await call('/api/preferences/hotspots/1', { method: 'PUT', body: { key: 'voucher_login', value: 'true' } });
  const voucher = {
    ...{ hotspot_id: 1, num_vouchers: 1, code: '', type: 'normal', auto_login: false, remain_use: -1, time: 'duration', duration: 3 },
    ...{ expiration: 0, max_time: 0, max_traffic: 0, bandwidth_down: 0, bandwidth_up: 0 },
  };
  const { body: created } = await call('/api/vouchers', { method: 'POST', body: voucher });
  return { unit: await unitOf(call, 1), code: created.vouchers[0].code };
}

/** Loads the page and its logo as a phone does, and measures how long the server takes for the page. */
async function firstPage(/** @type {string} */ address) {
  /** @type {number[]} */
  const times = [];
  let html = '';
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    const answer = await fetch(address, { headers: { 'Accept-Language': 'it' } });
    html = await answer.text();
    times.push(performance.now() - began);
    if (!answer.ok) throw new Error(`the first page: ${String(answer.status)}`);
  }
  const logo = /class="portal-logo" src="([^"]+)"/.exec(html)?.[1];
  if (logo === undefined) throw new Error('the first page has no logo');
  const bytes = (await sentBytes(address)) + (await sentBytes(new URL(logo, address).href));
  return { times: times.sort((one, other) => one - other), kilobytes: bytes / 1000 };
}

/** Length of an answer's body on the wire. */
async function sentBytes(/** @type {string} */ address) {
  const request = get(address, { headers: { 'Accept-Encoding': 'gzip' } });
  const [response] = await once(request, 'response');
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}

/**
 * A phone opens a page by plain HTTP, as phones do to find out whether they are online, and its guest logs in with a code. The time in
 * which somebody reads and types isn't counted.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {any} gateway
 * @param {string} code
 * @returns {Promise<Visit>}
 */
async function visit(browser, gateway, code) {
  const proxy = createServer((request, response) => {
    const address = request.url ?? '';
    const where = address.startsWith(`${gateway.own}/`) ? gateway.visit(address) : Promise.resolve(gateway.open(address));
    void where.then((/** @type {string} */ location) => response.writeHead(302, { Location: location }).end());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const context = await browser.newContext({
    ...{ locale: 'it-IT', viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    proxy: { server: `http://127.0.0.1:${String(proxy.address().port)}`, bypass: '127.0.0.1' },
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    let [requests, bytes] = [0, 0];
    devtools.on('Network.requestWillBeSent', () => (requests += 1));
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const since = async (/** @type {() => Promise<unknown>} */ act, /** @type {string} */ shown) => {
      const began = performance.now();
      await act();
      await page.locator(shown).first().waitFor();
      return performance.now() - began;
    };
    const firstPage = await since(() => page.goto('http://detectportal.example/', { waitUntil: 'commit' }), '.portal-start');
    await page.locator('input[name=accept]').check();
    const logIn = await since(() => page.locator('.portal-start').click({ noWaitAfter: true }), '[name=code]');
    await page.locator('input[name=code]').fill(code);
    const online = await since(() => page.locator('form[action$="/code"] .portal-start').click({ noWaitAfter: true }), '.portal-left');
    return { firstPage, logIn, online, requests, kilobytes: bytes / 1000 };
  } finally {
    await context.close();
    proxy.close();
  }
}

const middle = (/** @type {number[]} */ values) =>
  at(
    [...values].sort((one, other) => one - other),
    0.5,
  );

const at = (/** @type {number[]} */ sorted, /** @type {number} */ share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
