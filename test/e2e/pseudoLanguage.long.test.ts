/**
 * The main screens in the pseudo language of `npm run dev -- --pseudo`: a third longer than English, and from right to left. No language of
 * the console is written that way yet, so nothing else would show what doesn't turn round.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import en from '../../i18n/en.json' with { type: 'json' };
import { inPseudo } from '../../scripts/pseudo.mjs';
import { openConsole } from '../support/browser/browser';

/** Milliseconds for bundling the console's dependencies. */
const ENOUGH = 180_000;

/** Folder for a screenshot of each screen. */
const PICTURES = process.env.PORTICO_PICTURES;

let vite: ChildProcess;
let address = '';
let output = '';

const word = (id: keyof typeof en) => inPseudo(en[id]);

beforeAll(async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', PORTICO_DEV_SERVER: process.env.PORTICO_E2E_SERVER };
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--mode', 'pseudo'], {
    cwd: process.cwd(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  address = await new Promise((resolve, reject) => {
    for (const stream of [vite.stdout, vite.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /Local:\s+(http:\S+)\n/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    vite.once('exit', () => reject(new Error(`vite ended. It said:\n${output}`)));
  });
}, ENOUGH);

afterAll(async () => {
  vite.kill('SIGTERM');
  await once(vite, 'close');
});

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel(word('login.username'), { exact: true }).fill(username);
  await page.getByLabel(word('login.password'), { exact: true }).fill('portico-demo');
  await page.getByRole('button', { name: word('login.submit'), exact: true }).click();
  await page.getByRole('heading', { name: word('dashboard.title'), level: 1 }).waitFor();
}

/** Fails unless the page is laid out from right to left and doesn't scroll sideways. */
async function look(page: Page, what: string): Promise<void> {
  if (PICTURES !== undefined) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: path.join(PICTURES, `pseudo-${what.replaceAll(/\W+/g, '-')}.png`) });
  }
  const found = await page.evaluate(() => ({
    direction: getComputedStyle(document.body).direction,
    beyond: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
  }));
  expect({ what, ...found }).toEqual({ what, direction: 'rtl', beyond: 0 });
}

/** The edges of an element on the screen. */
async function edgesOf(what: Locator): Promise<{ left: number; right: number }> {
  const { x, width } = (await what.boundingBox()) ?? { x: NaN, width: NaN };
  return { left: x, right: x + width };
}

/** The value of a CSS property. */
const styleOf = (what: Locator, property: string) =>
  what.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Texts in the bar of the phone that are wider than their place. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll('nav > div:first-child > *')];
    const isWider = (item: Element) => {
      const outer = item.getBoundingClientRect();
      return [...item.querySelectorAll('span')].some((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < outer.left - 0.5 || right > outer.right + 0.5;
      });
    };
    return items.filter(isWider).map(({ textContent }) => textContent);
  });

test.each(['desktop', 'phone'] as const)(
  'main screens are laid out in the direction of writing and scroll nowhere sideways: %s',
  async (viewport) => {
    const { page } = await openConsole({ server: address, viewport });
    await page.getByLabel(word('login.username'), { exact: true }).waitFor();
    await look(page, `${viewport} sign-in`);
    await signIn(page, 'reseller');
    await page
      .getByRole('group', { name: word('cards.active_guests') })
      .getByText(/\d/)
      .first()
      .waitFor();
    await look(page, `${viewport} dashboard`);
    if (viewport === 'phone') expect(await overlapping(page)).toEqual([]);

    await page.goto(`${address}#/hotspots`);
    await page.getByRole('link', { name: 'hotel-bora-trieste' }).waitFor();
    await look(page, `${viewport} hotspots`);
    if (viewport === 'desktop') {
      const side = page.getByRole('complementary').filter({ has: page.getByRole('navigation') });
      expect((await edgesOf(side)).left).toBeGreaterThanOrEqual((await edgesOf(page.getByRole('main'))).right - 1);
      expect([await styleOf(side, 'border-left-width'), await styleOf(side, 'border-right-width')]).toEqual(['1px', '0px']);
      // A name, and what follows it on its left.
      const namedRow = page.locator('tbody tr', { has: page.getByRole('link', { name: 'grand-hotel-miramare' }) });
      const name = await edgesOf(namedRow.getByRole('link', { name: 'grand-hotel-miramare' }));
      expect((await edgesOf(namedRow.locator('.more').first())).right).toBeLessThanOrEqual(name.left - 7);
      expect(await styleOf(page.locator('.anticon-menu-fold, .anticon-menu-unfold').first(), 'transform')).toBe(
        'matrix(-1, 0, 0, 1, 0, 0)',
      );
    }
    await page.getByRole('button', { name: word('hotspots.new') }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, `${viewport} new hotspot`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'hotel-bora-trieste' }).click();
    await page.getByRole('heading', { name: 'hotel-bora-trieste' }).waitFor();
    await look(page, `${viewport} hotspot`);
    await page.goto(`${address}#/hotspots/1?tab=vouchers`);
    await page.getByRole('button', { name: word('vouchers.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: word('vouchers.print_all') }).click();
    const preview = page.getByRole('dialog').getByRole('region', { name: word('paper.preview') });
    await preview.locator('.sheet svg text').first().waitFor();
    await look(page, `${viewport} print`);
    // What is printed is no part of the console: every text begins where it does on paper.
    const outside = await preview
      .locator('.sheet svg')
      .first()
      .evaluate((sheet) => {
        const { left, right } = sheet.getBoundingClientRect();
        const isOutside = (text: Element) => {
          const box = text.getBoundingClientRect();
          return box.left < left || box.right > right + 1;
        };
        return [...sheet.querySelectorAll('text')].filter(isOutside).map(({ textContent }) => textContent);
      });
    expect(outside).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.goto(`${address}#/hotspots/1?tab=captive`);
    await page.getByLabel(word('captive.portal_title'), { exact: true }).waitFor();
    // Phones show the preview only when it is wanted.
    const portal = page.locator('[class*="portalInside"]').first();
    if (viewport === 'desktop') {
      await portal.waitFor();
      await portal.scrollIntoViewIfNeeded();
    }
    await look(page, `${viewport} designer`);
    // Guests see it from left to right.
    expect(await styleOf(portal, 'direction')).toBe('ltr');
    expect(await styleOf(page.locator('[class*="portalAddress"]').first(), 'direction')).toBe('ltr');

    await page.goto(`${address}#/users`);
    await page.getByRole('heading', { name: word('guests.title'), level: 1 }).waitFor();
    await look(page, `${viewport} guests`);
    await page.goto(`${address}#/reports`);
    await page.getByRole('group', { name: word('reports.traffic'), exact: true }).waitFor();
    await look(page, `${viewport} reports`);
  },
  ENOUGH,
);
