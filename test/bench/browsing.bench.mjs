import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import { ROOT, SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { interactions, watchInteractions } from './interactions.mjs';
import { embeddedLarge, PASSWORD } from './large.mjs';

export const title = 'Going through 1,000,000 ended sessions in a browser, embedded database, as the admin; 4× slowed CPU';

const SLOWED = 4;
const PAGES = 10;
/** Milliseconds until the paint that follows a click or key. */
const BUDGET = 200;

/** @type {Record<string, string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));
const word = (/** @type {string} */ id) => words[id] ?? '';

export async function run() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const server = await startPortico({ cli: SERVER, args: ['serve', '--port', '0'], env: embeddedLarge() });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const options = { baseURL: server.url, locale: 'en-GB', viewport: { width: 1400, height: 900 } };
    const page = await (await browser.newContext(options)).newPage();
    await page.goto('/');
    await page.getByLabel(word('login.username'), { exact: true }).fill('admin');
    await page.getByLabel(word('login.password'), { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: word('dashboard.title'), level: 1 }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

    const opened = await untilRows(page, () => page.goto('/#/sessions?tab=history&from=2000-01-01&to=2099-12-31'));
    await watchInteractions(page);
    const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
    const turned = [];
    for (let turn = 0; turn < PAGES; turn += 1) turned.push(await untilRows(page, () => press(word('pager.next'))));
    const sorted = [];
    for (const column of ['sessions.duration', 'sessions.start_time', 'sessions.user'])
      sorted.push(await untilRows(page, () => page.getByRole('columnheader', { name: word(column), exact: true }).click()));
    const ended = await untilRows(page, () => press(word('pager.last')));
    await page.getByRole('searchbox', { name: word('list.search') }).focus();
    await page.keyboard.type('rossi', { delay: 60 });
    const searched = await untilRows(page, () => page.keyboard.press('Enter'));
    const durations = await interactions(page);

    const slowest = (/** @type {number[]} */ times) => Math.max(...times);
    return [
      { what: 'the list opens: rows after', measured: opened, unit: 'ms' },
      { what: `the next page, slowest of ${String(PAGES)}: rows after`, measured: slowest(turned), unit: 'ms' },
      { what: 'sorted by another column, slowest of 3: rows after', measured: slowest(sorted), unit: 'ms' },
      { what: 'the last page of all: rows after', measured: ended, unit: 'ms' },
      { what: 'searched for a name: rows after', measured: searched, unit: 'ms' },
      { what: 'presses and keys', measured: durations.length, unit: '' },
      { what: 'interaction to next paint, median', measured: durations[Math.floor(durations.length / 2)] ?? 0, unit: 'ms' },
      { what: 'interaction to next paint, slowest', measured: durations.at(-1) ?? 0, unit: 'ms', budget: BUDGET },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * Milliseconds from an action until the rows it requests are painted.
 *
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} act
 */
async function untilRows(page, act) {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/histories');
  const began = performance.now();
  await act();
  const { data } = await (await answered).json();
  // Wait until the answer's first row is in the table.
  await page
    .locator(`a[href*="/sessions/${String(data[0].id)}"]`)
    .first()
    .waitFor();
  return performance.now() - began;
}
