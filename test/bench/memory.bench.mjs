import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT, SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';

export const title = 'Memory of a browser that goes from screen to screen, as an admin';

const SCREENS = ['hotspots', 'users', 'units', 'devices', 'sessions', 'accounts', 'reports', 'integrations', 'audit', ''];
const WARM = 20;
const CHANGES = 200;

/** @type {Record<string, string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));
const word = (/** @type {string} */ id) => words[id] ?? '';

/**
 * JavaScript engines compile in steps whatever is used often, and count machine code as heap. That growth ends, but hides what the console
 * itself retains. So the budget applies to a browser that only interprets; the usual figure is shown next to it.
 */
const INTERPRETING = '--js-flags=--no-opt --no-maglev --no-sparkplug';

export async function run() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const server = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  try {
    const retained = await heaps({ executablePath, args: [...CHROMIUM_ARGS, INTERPRETING] }, server.url);
    const all = await heaps({ executablePath, args: CHROMIUM_ARGS }, server.url);
    return [
      { what: `heap after ${String(WARM)} screens`, measured: retained.before, unit: 'MB', digits: 1 },
      { what: `heap after ${String(CHANGES)} screens`, measured: retained.after, unit: 'MB', digits: 1 },
      { what: '  grown by', measured: (100 * (retained.after - retained.before)) / retained.before, unit: '%', budget: 10, digits: 1 },
      { what: `with machine code, after ${String(WARM)}`, measured: all.before, unit: 'MB', digits: 1 },
      { what: `with machine code, after ${String(CHANGES)}`, measured: all.after, unit: 'MB', digits: 1 },
    ];
  } finally {
    await server.stop();
  }
}

/** Megabytes on the heap of the page after the first screens and after all. */
async function heaps(/** @type {import('playwright-core').LaunchOptions} */ options, /** @type {string} */ baseURL) {
  const browser = await chromium.launch(options);
  try {
    const page = await (await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
    let open = 0;
    page.on('request', () => (open += 1));
    for (const end of /** @type {const} */ (['requestfinished', 'requestfailed'])) page.on(end, () => (open -= 1));
    await page.goto('/');
    await page.getByLabel(word('login.username'), { exact: true }).fill('admin');
    await page.getByLabel(word('login.password'), { exact: true }).fill('portico-demo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: word('dashboard.title'), level: 1 }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    const heap = async () => {
      // Collect twice: the first collection may make more objects collectable.
      for (let times = 0; times < 2; times += 1) await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      return usedSize / 1_000_000;
    };
    const go = async (/** @type {number} */ change) => {
      await page.evaluate((screen) => (window.location.hash = `#/${screen}`), SCREENS[change % SCREENS.length] ?? '');
      do await page.waitForTimeout(60);
      while (open > 0);
    };
    let change = 0;
    while (change < WARM) await go(change++);
    const before = await heap();
    while (change < CHANGES) await go(change++);
    const after = await heap();
    return { before, after };
  } finally {
    await browser.close();
  }
}
