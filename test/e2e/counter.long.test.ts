import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, openConsole } from '../support/browser/browser';

/** Headless browsers have no print dialog, so every frame's print() returns at once, as after "Print"; counted in the page's own window. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const top = window.top as Window & { prints?: number };
    window.print = () => {
      top.prints = (top.prints ?? 0) + 1;
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.reload();
  return () => page.evaluate(() => (window as Window & { prints?: number }).prints ?? 0);
}

async function fillIn(page: Page) {
  await page.getByLabel('Username').fill('desk');
  await page.getByLabel('Password').fill('portico-demo');
}

const ready = (page: Page) => page.getByRole('region', { name: 'Voucher ready' });

const SCREENS = [
  ['a desk', { width: 1400, height: 900 }],
  ['a phone', { width: 360, height: 640 }],
] as const;

describe.each(SCREENS)('the counter on %s', (_what, viewport) => {
  test('leads from sign-in to a code in two actions and to paper in three, all within sight', async () => {
    const { page } = await openConsole();
    await page.setViewportSize(viewport);
    const prints = await countPrints(page);
    await fillIn(page);
    // 1: sign in. 2: click a preset.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '3 days' }).click();
    const code = ready(page).locator('[class*="bigCode"]');
    await code.and(page.locator('*:focus')).waitFor();
    // On a phone the page scrolls to the code by itself.
    if (viewport.width > 1000) expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const box = await code.boundingBox();
    const print = await ready(page).getByRole('button', { name: 'Print' }).boundingBox();
    for (const part of [box, print]) expect((part?.y ?? Infinity) + (part?.height ?? 0)).toBeLessThanOrEqual(viewport.height - 56);
    if (viewport.width > 1000) expect(await code.evaluate((shown) => getComputedStyle(shown).fontSize)).toBe('48px');
    const text = (await code.locator('[aria-hidden]').innerText()).split(/\s+/);
    expect(text.map((group) => group.length)).toEqual([4, 4]);
    expect(await axeViolations(page)).toEqual([]);

    // 3: Print. It prints as the last time, without asking about paper, and marks the voucher.
    const marked = page.waitForRequest((call) => call.method() === 'PUT' && call.url().endsWith('/api/vouchers'));
    await ready(page).getByRole('button', { name: 'Print' }).click();
    expect((await marked).postDataJSON()).toMatchObject({ printed: true });
    expect(await prints()).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const last = page.getByRole('region', { name: 'Last vouchers' });
    await last
      .getByRole('listitem')
      .filter({ hasText: text.join('') })
      .getByText('Printed')
      .waitFor();
  });
});

test('a lost ticket is replaced in three actions after sign-in, and its code stops working', async () => {
  const { page } = await openConsole({ as: 'desk' });
  await page.getByRole('button', { name: '7 days' }).click();
  const shown = async () => (await ready(page).locator('[class*="bigCode"] [aria-hidden]').innerText()).replaceAll(/\s/g, '');
  await ready(page).waitFor();
  const old = await shown();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await fillIn(page);
  // 1: sign in. 2: "Lost ticket". 3: Enter.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Lost ticket ${old}` }).click();
  await page.getByRole('button', { name: 'Replace voucher' }).and(page.locator('*:focus')).waitFor();
  await page.keyboard.press('Enter');
  await ready(page).waitFor();
  const fresh = await shown();
  expect(fresh).not.toBe(old);
  const last = page.getByRole('region', { name: 'Last vouchers' });
  await last.getByText(fresh).waitFor();
  await last.getByText(old).waitFor({ state: 'detached' });
});

test('the keyboard alone reaches a preset, the code and the ways to pass it on', async () => {
  const { page } = await openConsole({ as: 'desk' });
  await page.getByRole('button', { name: '1 day' }).focus();
  await page.keyboard.press('Enter');
  await ready(page).locator('[class*="bigCode"]').and(page.locator('*:focus')).waitFor();
  await page.keyboard.press('Tab');
  await ready(page).getByRole('button', { name: 'Print' }).and(page.locator('*:focus')).waitFor();
  for (const name of ['Copy', 'Send by e-mail', 'Show to guest']) {
    await page.keyboard.press('Tab');
    await ready(page).getByRole('button', { name }).and(page.locator('*:focus')).waitFor();
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Enter the code.').waitFor();
  await page.keyboard.press('Escape');
  await ready(page).getByRole('button', { name: 'Show to guest' }).and(page.locator('*:focus')).waitFor();
});

test('the last vouchers stay readable while the server is away, and creating one is not confirmed', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const last = page.getByRole('region', { name: 'Last vouchers' });
  await last.getByRole('listitem').first().waitFor();
  const code = (await last.getByRole('listitem').first().locator('code').innerText()).trim();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: '1 day' }).click();
  await page.getByText('No voucher to hand out yet.').waitFor();
  expect(await ready(page).count()).toBe(0);
  await page.reload();
  await last.getByText(code).waitFor();
  await last.getByText(/These are the vouchers as of/).waitFor();
});
