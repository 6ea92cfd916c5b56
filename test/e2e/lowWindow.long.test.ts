/**
 * Windows with little height, also with the bar of the public demonstration, which takes some of it: what stays visible, and how much room
 * is left.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, signIn } from '../support/browser/browser';

/** A window of 1280 × 1024 px at a zoom of 400 % (WCAG 1.4.10). */
const AT_400 = { width: 320, height: 256 };

/** Heights of what covers the page at its top and bottom, after scrolling. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const middle = innerWidth / 2;
    const isFixed = (y: number) => {
      for (let element = document.elementFromPoint(middle, y); element; element = element.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(element).position)) return true;
      return false;
    };
    return Array.from({ length: innerHeight }, (_, y) => y).filter(isFixed).length;
  });

test.each(['/', '/hotspots', '/hotspots/1', '/units/1', '/reports', '/hotspots/1/counter'])(
  '%s at 400 %% leaves three quarters of the window to what one reads, without scrolling sideways',
  async (at) => {
    const { page } = await openConsole({ as: 'reseller', at: `#${at}`, viewport: AT_400 });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => scrollTo(0, 300));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(AT_400.width);
    expect(await covered(page)).toBeLessThanOrEqual(AT_400.height / 4);
  },
);

test('the bar of the public demonstration stays in sight above what stays there too, and no screen is higher for it', async () => {
  const { page } = await openConsole();
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), public_until: '2026-01-01T00:00:00Z' } });
  });
  await page.reload();
  const bar = page.getByText(/^Public demonstration/);
  await bar.waitFor();
  await page.locator('input[type=password]').waitFor();
  await page.waitForFunction(() => document.documentElement.scrollHeight === innerHeight);
  await signIn(page, 'reseller');
  await page.evaluate(() => void (location.hash = '#/reports'));
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  await page.getByRole('group', { name: 'Total traffic', exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 900));
  const [shown, header, days] = [
    await bar.boundingBox(),
    await page.getByRole('banner').boundingBox(),
    await page.getByRole('radiogroup', { name: 'Days of the report' }).boundingBox(),
  ];
  expect(shown?.y).toBe(0);
  expect(header?.y).toBeCloseTo(shown?.height ?? 0, 0);
  expect(days?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});
