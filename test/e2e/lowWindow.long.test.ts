/**
 * Windows with little height, also with the bar of the public demonstration, which takes some of it: what stays visible, and how much room
 * is left.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/shared/languages';
import { dispatchIn, openConsole, signIn } from '../support/browser/browser';

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

const SCREENS = {
  reseller: [
    ...['/', '/hotspots', '/hotspots/1', '/units/1', '/reports', '/hotspots/1/counter', '/why', '/why?unit=1', '/why?q=rossi'],
    ...['/users?hotspotId=1', '/users?hotspotId=1&expired=true', '/sessions?tab=running&hotspotId=1', '/sessions?tab=history&hotspotId=1'],
    ...['/units?hotspotId=1', '/devices?hotspotId=1', '/hotspots/1?tab=vouchers', '/hotspots/1?tab=batches', '/hotspots/1?tab=mac'],
    ...['/hotspots/1?tab=preferences', '/hotspots/1?tab=captive', '/hotspots/1?tab=privacy', '/marketing', '/accounts', '/profile'],
  ],
  admin: ['/audit', '/integrations?hotspotId=1', '/messages', '/system', '/accounts/2'],
};

test.each(Object.entries(SCREENS))(
  'the screens of a role at 400 %% leave three quarters of the window to what one reads, without scrolling sideways: %s',
  async (role, screens) => {
    const { page } = await openConsole({ as: role, viewport: AT_400 });
    const found: Record<string, { width: number; covered: number }> = {};
    for (const at of screens) {
      await page.goto(`/#${at}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ant-skeleton') === null);
      await page.evaluate(() => scrollTo(0, 300));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      found[at] = { width, covered: await covered(page) };
    }
    expect(Object.entries(found).filter(([, { width, covered: height }]) => width > AT_400.width || height > AT_400.height / 4)).toEqual(
      [],
    );
  },
  300_000,
);

test('the bar at the bottom of a phone shows its labels whole, in every language', async () => {
  const { page } = await openConsole({ as: 'desk', viewport: 'phone', inHand: true });
  const labels = page.getByRole('navigation').locator('[class*="bottomLabel"]');
  await labels.first().waitFor();
  const cut: Record<string, unknown> = {};
  for (const language of LANGUAGES) {
    await dispatchIn(page, { type: 'preferences/languageChosen', payload: language });
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
    cut[language] = await labels.evaluateAll((all) =>
      all
        // A further line is higher than what letters reach beyond theirs.
        .filter(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 6)
        .map(({ textContent }) => textContent),
    );
  }
  expect({ shown: await labels.count(), cut }).toEqual({ shown: 5, cut: { en: [], it: [], de: [], fr: [], es: [] } });
});

test('a changed preference at 400 % is saved from a bar that leaves room for what one reads', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots/1?tab=preferences', viewport: AT_400 });
  await page.getByLabel('Guest validity', { exact: true }).fill('31');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.waitFor();
  await page.evaluate(() => scrollTo(0, 300));
  await save.click({ trial: true });
  expect(await covered(page)).toBeLessThanOrEqual(AT_400.height / 2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(AT_400.width);
});

test('“Find anything” at 400 % shows the first result below the box without scrolling, and arrow keys bring the others into view', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots', viewport: AT_400 });
  await page.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Find anything' });
  await box.fill('bora');
  await page.getByRole('option', { selected: true }).waitFor();
  const isInView = (nth: number) => {
    const option = document.querySelectorAll('[role=option]')[nth];
    const { top, bottom } = option?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    return option?.getAttribute('aria-selected') === 'true' && top > -1 && bottom < innerHeight + 1;
  };
  await box.click({ trial: true });
  expect(await page.evaluate(isInView, 0)).toBe(true);
  const count = await page.getByRole('option').count();
  for (let steps = 1; steps < count; steps += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(isInView, steps);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(AT_400.width);
});

test('the guest’s window at 400 % and on a small screen is read without scrolling sideways, to its end', async () => {
  // A counter as narrow as a phone has no window for guests.
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots/1/counter' });
  await page.getByRole('group', { name: 'New voucher' }).getByRole('button').nth(1).click();
  const guests = await page.context().newPage();
  await guests.goto('/#/hotspots/1/counter/guest');
  await guests.getByRole('status').getByText(/\w/).first().waitFor();
  for (const size of [AT_400, { width: 800, height: 480 }]) {
    await guests.setViewportSize(size);
    expect(await guests.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    const last = guests.getByRole('main').locator('p, li, button, svg, img').last();
    await last.scrollIntoViewIfNeeded();
    const { y, height } = (await last.boundingBox()) ?? { y: -1, height: 0 };
    expect(y + height).toBeLessThanOrEqual(size.height + 1);
  }
});

test('the bar of the public demonstration stays in sight above what stays there too, and no screen is higher for it', async () => {
  const { page } = await openConsole();
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), public_until: '2026-01-01T00:00:00Z' } });
  });
  await page.reload();
  const bar = page.getByText(/^Public demonstration/);
  await bar.waitFor();
  const [product] = await Promise.all([page.waitForEvent('popup'), bar.getByRole('link', { name: 'What Portico does' }).click()]);
  await product.getByRole('heading', { name: 'What Portico does', level: 1 }).waitFor();
  await product.close();
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
