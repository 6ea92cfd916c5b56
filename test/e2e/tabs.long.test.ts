/** Two tabs of one browser: one person, one language, one theme. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES, openConsole, signIn } from '../support/browser/browser';

const shadeOf = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme);

test('a preference chosen in one tab applies to the other at once, and both settle', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/#/units');
  await other.getByRole('heading', { name: 'Units', level: 1 }).waitFor();

  await page.getByLabel('Theme').selectOption('Dark');
  await other.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');
  await page.getByLabel('Language').selectOption('Italiano');
  await other.getByRole('heading', { name: 'Unità', level: 1 }).waitFor();
  await other.getByLabel('Lingua').selectOption('English');
  await other.getByLabel('Theme').selectOption('Light');
  await page.getByLabel('Language').waitFor();
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'light');

  // Fast changes in one tab: the other ends with the last one, and doesn't bring an earlier one back.
  for (const theme of ['Dark', 'Light', 'Dark', 'Light', 'Dark']) await page.getByLabel('Theme').selectOption(theme);
  await other.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');
  await page.reload();
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  expect([await shadeOf(page), await shadeOf(other)]).toEqual(['dark', 'dark']);
});

test('signing out, and in as another person, applies to the other tab, which drops all previous data', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/#/hotspots');
  await other.getByRole('button', { name: 'New hotspot' }).click();
  await other.getByRole('dialog').getByLabel('Description').fill('Of the first person');

  await page.getByRole('button', { name: /Reseller$/ }).click();
  await page.getByRole('menuitem', { name: MESSAGES.en['menu.logout'] }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await other.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await other.getByText('Your session has ended').count()).toBe(0);

  await signIn(page, 'lariowifi');
  await other.getByRole('button', { name: 'Lario WiFi, Reseller' }).waitFor();
  await other.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  expect(await other.getByText('grand-hotel-miramare').count()).toBe(0);
  await page.goto('/#/hotspots');
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByText('grand-hotel-miramare').count()).toBe(0);
});

test('the next person at a shared desk starts with unfiltered lists', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/users' });
  await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor();
  await page.getByText(MESSAGES.en['guests.segment_expired'], { exact: true }).first().click();
  await page.waitForURL(/segment=expired/);
  // Reload at once: what was just chosen must already be stored.
  await page.getByLabel('Theme').selectOption('Dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor();
  expect(await shadeOf(page)).toBe('dark');

  await page.getByRole('button', { name: /Reseller$/ }).click();
  await page.getByRole('menuitem', { name: MESSAGES.en['menu.logout'] }).click();
  await signIn(page, 'lariowifi');
  await page.getByRole('button', { name: 'Lario WiFi, Reseller' }).waitFor();
  await page.getByRole('link', { name: 'Guests', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor();
  expect(page.url()).not.toContain('segment=expired');
  expect(await page.evaluate(() => localStorage.getItem('persist:preferences'))).toContain('"guests_segment":"\\"active\\""');
});
