import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT, SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { interactions, watchInteractions } from './interactions.mjs';
import { embeddedLarge, PASSWORD } from './large.mjs';

export const title =
  'Interaction to next paint with 2,400 hotspots, embedded database, as admin and reseller; 4× slowed CPU; slowest press or key of a kind, best of 5 rounds';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Measures only the kinds whose name contains this. */
const ONLY = process.env.BENCH_ONLY ?? '';
const SLOWED = 4;
/** Milliseconds until the paint that follows a click or key. */
const BUDGET = 150;

/** @type {Record<string, string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));
const word = (/** @type {string} */ id) => {
  const text = words[id];
  if (text === undefined) throw new Error(`no message is called ${id}`);
  return text;
};

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Locator} Locator
 *
 * @typedef {object} Kind
 * @property {string} what
 * @property {'reseller1'} [as] Who; otherwise the admin.
 * @property {string} at The address where it starts.
 * @property {(page: Page) => Locator} ready What the screen shows once it can be used.
 * @property {(page: Page) => Promise<unknown>} [before] What isn't measured.
 * @property {(page: Page) => Promise<unknown>} act
 */

const button = (/** @type {Page | Locator} */ within, /** @type {string} */ id) =>
  within.getByRole('button', { name: word(id), exact: true });
const field = (/** @type {Page | Locator} */ within, /** @type {string} */ id) => within.getByLabel(word(id), { exact: true });
const firstRow = (/** @type {Page} */ page) => page.getByRole('row').nth(1);
const dialog = (/** @type {Page} */ page) => page.getByRole('dialog').last();

const alertGroups = (/** @type {Page} */ page) => page.getByRole('main').locator('button[aria-expanded]');
const cellsOfMap = (/** @type {Page} */ page) => page.locator('.hour-map').getByRole('link');

/** As fast as somebody who types without looking. */
const type = (/** @type {Page} */ page, /** @type {string} */ text) => page.keyboard.type(text, { delay: 80 });

/** @type {Kind[]} */
export const KINDS = [
  {
    what: 'open the dialog that makes vouchers',
    at: '/hotspots/1?tab=vouchers',
    ready: (page) => firstRow(page).getByRole('cell').first(),
    act: async (page) => {
      await button(page, 'vouchers.new').click();
      await dialog(page).getByRole('spinbutton').first().waitFor();
    },
  },
  {
    what: 'type into its fields',
    at: '/hotspots/1?tab=vouchers',
    ready: (page) => firstRow(page).getByRole('cell').first(),
    before: async (page) => {
      await button(page, 'vouchers.new').click();
      await dialog(page).getByRole('spinbutton').first().waitFor();
    },
    act: async (page) => {
      for (const index of [0, 1]) {
        await dialog(page).getByRole('spinbutton').nth(index).click();
        await type(page, '12');
        await page.keyboard.press('Tab');
      }
    },
  },
  {
    what: 'open the dialog that makes a hotspot, and type its name',
    as: 'reseller1',
    at: '/hotspots',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await button(page, 'hotspots.new').click();
      await field(dialog(page), 'hotspots.name').click();
      await type(page, 'albergo-nuovo');
      await page.keyboard.press('Escape');
    },
  },
  {
    what: 'go through the tabs of a hotspot',
    at: '/hotspots/1',
    ready: (page) => page.getByRole('tab').first(),
    act: async (page) => {
      const tabs = page.getByRole('tab');
      for (let tab = 1; tab < (await tabs.count()); tab += 1) {
        await tabs.nth(tab).click();
        await page.getByRole('tabpanel').locator(':scope > *').first().waitFor();
        await page.waitForTimeout(1000);
      }
    },
  },
  {
    what: 'change preferences',
    at: '/hotspots/1?tab=preferences',
    ready: (page) => page.getByRole('switch').or(page.getByRole('checkbox')).first(),
    act: async (page) => {
      const fields = page.getByRole('main').getByRole('spinbutton');
      await page.getByRole('main').getByRole('switch').or(page.getByRole('main').getByRole('checkbox')).nth(1).click();
      await fields.nth(0).click();
      await type(page, '24');
    },
  },
  {
    what: 'sort a list',
    at: '/users',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      for (const index of [1, 2, 2]) {
        await page
          .getByRole('columnheader')
          .filter({ has: page.locator('.ant-table-column-sorters') })
          .nth(index)
          .click();
        await page.waitForTimeout(500);
      }
    },
  },
  {
    what: 'search a list as one types, and turn its page',
    at: '/hotspots',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await page.getByRole('searchbox', { name: word('list.search') }).click();
      await type(page, 'rimini');
      await page.waitForTimeout(1000);
      await button(page, 'pager.next').click();
      await page.waitForTimeout(1000);
    },
  },
  {
    what: 'choose one of all hotspots',
    at: '/users',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await page.getByRole('main').getByRole('combobox').first().click();
      await type(page, 'rim');
      await page.waitForTimeout(1000);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(1000);
    },
  },
  {
    what: 'find anything, and type into it',
    at: '/',
    ready: (page) => page.getByRole('heading', { level: 1 }),
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: word('find.title') }).waitFor();
      await type(page, 'rossi');
      await page.waitForTimeout(1000);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
    },
  },
  {
    what: 'open the menu of a row',
    at: '/hotspots',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await firstRow(page).getByRole('button').last().click();
      await page.getByRole('menu').last().getByRole('menuitem').first().waitFor();
      await page.keyboard.press('Escape');
    },
  },
  {
    what: 'select rows, and all of a page',
    at: '/hotspots/1?tab=vouchers',
    ready: (page) => firstRow(page).getByRole('checkbox'),
    act: async (page) => {
      const boxes = page.getByRole('row').getByRole('checkbox');
      for (const index of [1, 2, 0]) await boxes.nth(index).click();
    },
  },
  {
    what: 'change the theme, in a list of a hundred rows',
    at: '/users?limit=100',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await field(page, 'menu.theme').focus();
      for (const name of [word('theme.dark'), word('theme.light')]) {
        await page.keyboard.press(name.charAt(0));
        await page.waitForTimeout(1000);
      }
    },
  },
  {
    what: 'change the language, in a list of a hundred rows',
    at: '/users?limit=100',
    ready: (page) => firstRow(page).getByRole('link').first(),
    act: async (page) => {
      await field(page, 'menu.language').focus();
      for (const name of ['it', 'en']) {
        await page.keyboard.type(name);
        await page.waitForTimeout(1500);
      }
    },
  },
  {
    what: 'open screens by the menu',
    at: '/',
    ready: (page) => page.getByRole('heading', { level: 1 }),
    act: async (page) => {
      for (const id of ['hotspots.title', 'guests.title', 'sessions.title', 'devices.title']) {
        await page
          .getByRole('link', { name: word(id), exact: true })
          .first()
          .click();
        await page.getByRole('heading', { name: word(id), level: 1 }).waitFor();
        await page.waitForTimeout(1000);
      }
    },
  },
  {
    what: 'open alerts of a kind on the dashboard',
    at: '/',
    ready: (page) => alertGroups(page).first(),
    act: async (page) => {
      const kinds = await alertGroups(page).count();
      for (let kind = 0; kind < kinds; kind += 1) {
        await alertGroups(page).nth(kind).click();
        await page.waitForTimeout(500);
      }
    },
  },
  {
    what: 'ask why a guest can’t get online',
    at: '/why',
    ready: (page) => field(page, 'why.what'),
    act: async (page) => {
      await field(page, 'why.what').click();
      await type(page, 'rossi');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(1500);
    },
  },
  {
    what: 'delete a voucher, and undo it',
    at: '/hotspots/1?tab=vouchers',
    ready: (page) => firstRow(page).getByRole('checkbox'),
    act: async (page) => {
      await firstRow(page).getByRole('button').last().click();
      await page
        .getByRole('menuitem', { name: word('common.delete'), exact: true })
        .last()
        .click();
      await button(dialog(page), 'vouchers.delete').click();
      await button(page, 'common.undo').click();
      await page.getByText(word('deleted.restored').replace('{title}', '')).waitFor();
    },
  },
  {
    what: 'open the sessions behind a cell of the week’s map',
    at: '/reports?range=30',
    ready: (page) => cellsOfMap(page).first(),
    act: async (page) => {
      await cellsOfMap(page).nth(100).click();
      await page.getByRole('heading', { name: word('sessions.title'), level: 1 }).waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    what: 'change a report’s period',
    at: '/reports',
    ready: (page) => page.getByRole('group').getByText(/\d/).first(),
    act: async (page) => {
      for (const id of ['reports.last_30', 'reports.last_7']) {
        await page.getByText(word(id), { exact: true }).first().click();
        await page.waitForTimeout(1500);
      }
    },
  },
];

export async function run() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const server = await startPortico({ cli: SERVER, args: ['serve', '--port', '0'], env: embeddedLarge('wide') });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const rows = [];
    for (const kind of KINDS.filter(({ what }) => what.includes(ONLY))) {
      const page = await signedIn(browser, server.url, kind.as ?? 'admin');
      let best = Infinity;
      for (let round = 0; round < ROUNDS; round += 1) best = Math.min(best, await slowestOf(page, kind));
      await page.context().close();
      rows.push({ what: kind.what, measured: best, unit: 'ms', budget: BUDGET });
    }
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} baseURL
 * @param {string} username
 */
export async function signedIn(browser, baseURL, username) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-GB', viewport: { width: 1400, height: 900 } })).newPage();
  // Dialogs and drafts of a round would be there again in the next.
  await page.addInitScript(() => globalThis.sessionStorage?.clear());
  await page.goto('/');
  await field(page, 'login.username').fill(username);
  await field(page, 'login.password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: word('dashboard.title'), level: 1 }).waitFor();
  return page;
}

/**
 * Milliseconds of the slowest press or key of a kind; each round starts from the address, in a page loaded anew.
 *
 * @param {Page} page
 * @param {Kind} kind
 */
export async function slowestOf(page, { at, ready, before, act }) {
  await page.goto('about:blank');
  await page.goto(`/#${at}`);
  await ready(page).waitFor();
  // What is loaded ahead once the screen is shown isn't part of it.
  await page.waitForLoadState('networkidle');
  await before?.(page);
  await watchInteractions(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await act(page);
  await page.waitForTimeout(300);
  const durations = await interactions(page);
  await devtools.detach();
  if (durations.length === 0) throw new Error(`nothing was pressed at ${at}`);
  return durations.at(-1) ?? 0;
}
