import { once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { signIn, unitOf } from './calls.mjs';
import { newGateways } from './playedGateways.mjs';
import { SLOW_4G, withDemonstration } from './demonstration.mjs';

export const title = 'Documentation site and captive portal with an empty cache; slow 4G, 4× slowed CPU; medians of 5';

const ROUNDS = 5;
const SLOWED = 4;
const MOST_KB = 100;
const MOST_MS = 1500;

/** The first page, the longest without pictures, one with pictures, and the one that a script fills. */
const PAGES = ['index', 'changelog', 'staff/en/voucher', 'api'];

/** @typedef {{ text: number, kilobytes: number }} Visit */

export const run = () =>
  withDemonstration(async (browser, server) => {
    const rows = [];
    for (const page of PAGES)
      rows.push(...(await rowsOf(`documentation, ${page}`, () => visit(browser, `${server.url}/docs/${page}.html`))));
    const unit = await unitOf(await signIn(server.url, 'admin'), 1);
    const ports = () => ({ authentication: 0, accounting: 0 });
    const gatewayOf = await newGateways({ portal: () => server.url, ports, unit });
    rows.push(...(await rowsOf('portal, as a phone opens it', () => visitPortal(browser, gatewayOf().open()))));
    return rows;
  });

/**
 * @param {string} what
 * @param {() => Promise<Visit>} visitOnce
 */
async function rowsOf(what, visitOnce) {
  /** @type {Visit[]} */
  const visits = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visitOnce());
  const median = (/** @type {keyof Visit} */ figure) =>
    visits.map((one) => one[figure]).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Infinity;
  return [
    { what: `${what}: its first text after`, measured: median('text'), unit: 'ms', budget: MOST_MS },
    { what: '  all bytes of it, headers too', measured: median('kilobytes'), unit: 'KB', budget: MOST_KB, digits: 1 },
  ];
}

/**
 * A phone opens a page by plain HTTP, as phones do to find out whether they are online, and is redirected to the portal.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} portal
 */
async function visitPortal(browser, portal) {
  const proxy = createServer((_request, response) => response.writeHead(302, { Location: portal }).end());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const server = `http://127.0.0.1:${String(proxy.address().port)}`;
  try {
    return await visit(browser, 'http://detectportal.example/', { proxy: { server, bypass: '127.0.0.1' } });
  } finally {
    proxy.close();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {import('playwright-core').BrowserContextOptions} options
 * @returns {Promise<Visit>}
 */
async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 }, isMobile: true, ...options });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    // By the clock of the machine: whether a redirect from elsewhere is in the browser's own figure is up to the browser.
    const began = performance.timeOrigin + performance.now();
    await page.goto(address, { waitUntil: 'networkidle' });
    const painted = await page.evaluate(() => {
      const [paint] = globalThis.performance.getEntriesByName('first-contentful-paint');
      return globalThis.performance.timeOrigin + (paint?.startTime ?? Infinity);
    });
    return { text: painted - began, kilobytes: bytes / 1000 };
  } finally {
    await context.close();
  }
}
