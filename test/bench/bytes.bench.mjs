import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.mjs';
import { showWhole } from './interactions.mjs';
import { withDemonstration } from './demonstration.mjs';

export const title = 'Bytes over the wire and requests, as an admin with an empty cache';

const SECONDS_OF_SILENCE = 0.5;

/** @type {Record<'login.username' | 'login.password' | 'login.submit' | 'dashboard.title' | 'reports.last_30', string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));

export const run = () =>
  withDemonstration(async (browser, server) => {
    const page = await (await browser.newContext({ baseURL: server.url, locale: 'en-GB' })).newPage();
    const wire = await watchWire(page);

    await page.addInitScript(noteWhenUsable);
    await page.goto('/');
    const submit = page.getByRole('button', { name: words['login.submit'], exact: true });
    await submit.waitFor();
    const typing = await wire.sinceLast();
    const login = await page.evaluate(bytesUntilUsable);

    await page.getByLabel(words['login.username'], { exact: true }).fill('admin');
    await page.getByLabel(words['login.password'], { exact: true }).fill('portico-demo');
    await submit.click();
    await page.getByRole('heading', { name: words['dashboard.title'], exact: true }).waitFor();
    const dashboard = await wire.sinceLast();

    await page.goto('/#/hotspots');
    await page.getByRole('row').nth(1).waitFor();
    const list = await wire.sinceLast();

    await page.goto('/#/');
    await page.getByRole('heading', { name: words['dashboard.title'], exact: true }).waitFor();
    await wire.sinceLast();
    const requested = Date.now();
    await page.goto('/#/reports');
    await page.locator('canvas').first().waitFor();
    const firstChart = Date.now() - requested;
    const reports = await wire.sinceLast();
    const changed = await pressToPaint(page, words['reports.last_30']);

    return [
      { what: 'sign-in screen', measured: login / 1000, unit: 'KB', budget: 140, digits: 1 },
      { what: 'while one types, beyond that', measured: (typing.bytes - login) / 1000, unit: 'KB', budget: 260, digits: 1 },
      { what: 'dashboard, beyond that', measured: dashboard.bytes / 1000, unit: 'KB', budget: 10, digits: 1 },
      { what: '  so from an empty cache', measured: (typing.bytes + dashboard.bytes) / 1000, unit: 'KB', budget: 380, digits: 1 },
      {
        what: 'hotspots list, then its dialogs and what other screens share, beyond that',
        measured: list.bytes / 1000,
        unit: 'KB',
        budget: 270,
        digits: 1,
      },
      { what: 'reports, beyond that', measured: reports.bytes / 1000, unit: 'KB', budget: 400, digits: 1 },
      { what: '  first chart after', measured: firstChart, unit: 'ms' },
      { what: '  other days chosen: next paint after', measured: changed, unit: 'ms', budget: 200 },
      { what: 'requests until the dashboard shows', measured: typing.requests + dashboard.requests, unit: '', budget: 20 },
      { what: '  of these to the API', measured: typing.toApi + dashboard.toApi, unit: '', budget: 12 },
      { what: 'requests until the hotspots list shows, beyond that', measured: list.requests, unit: '' },
      { what: 'files that came uncompressed', measured: wire.uncompressed(), unit: '' },
    ];
  });

/** Records in the page when its first field appears; what is requested later belongs to the next screen. */
function noteWhenUsable() {
  const seen = new window.MutationObserver(() => {
    if (!document.querySelector('input')) return;
    seen.disconnect();
    window.performance.mark('usable');
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** Without the dashboard's file, which is fetched ahead. Headers are counted as 300 bytes each. */
function bytesUntilUsable() {
  const usable = window.performance.getEntriesByName('usable')[0]?.startTime ?? 0;
  const entries = [...window.performance.getEntriesByType('navigation'), ...window.performance.getEntriesByType('resource')];
  return /** @type {PerformanceResourceTiming[]} */ (entries)
    .filter(({ startTime, name }) => startTime < usable && !name.includes('/assets/frame-'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/**
 * Milliseconds from clicking an option to the next paint, with the CPU throttled to a quarter.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function pressToPaint(page, name) {
  await showWhole(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const paint = page.evaluate(
    () =>
      new Promise((painted) => {
        new window.PerformanceObserver((entries) => {
          for (const { name: event, duration } of entries.getEntries()) if (event === 'click') painted(duration);
        }).observe({ type: 'event', durationThreshold: 16 });
      }),
  );
  await page.getByText(name, { exact: true }).click();
  const measured = await paint;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return Number(measured);
}

/**
 * Counts the bytes the browser reports as received, headers and compressed bodies.
 *
 * @param {import('playwright-core').Page} page
 */
async function watchWire(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  /** @type {Map<string, string>} */
  const open = new Map();
  let count = { bytes: 0, requests: 0, toApi: 0 };
  let uncompressed = 0;
  let last = Date.now();

  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    last = Date.now();
    open.set(requestId, request.url);
    count.requests += 1;
    if (new URL(request.url).pathname.startsWith('/api/')) count.toApi += 1;
  });
  devtools.on('Network.responseReceived', ({ response }) => {
    const isText = /javascript|css|html|svg/.test(response.mimeType);
    const isEncoded = Object.keys(response.headers).some((name) => name.toLowerCase() === 'content-encoding');
    // Compressing less than one packet gains nothing.
    if (isText && !isEncoded && Number(response.headers['content-length'] ?? 0) > 1400) uncompressed += 1;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now();
    if (open.delete(requestId)) count.bytes += encodedDataLength;
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));

  return {
    /** The counts since the last call, once the network is idle. */
    async sinceLast() {
      while (open.size > 0 || Date.now() - last < SECONDS_OF_SILENCE * 1000) await page.waitForTimeout(50);
      const counted = count;
      count = { bytes: 0, requests: 0, toApi: 0 };
      return counted;
    },
    uncompressed: () => uncompressed,
  };
}
