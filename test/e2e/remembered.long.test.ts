import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, signIn } from '../support/browser/browser';

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('language and theme follow the browser until they are chosen, and the choice is remembered', async () => {
  const { page } = await openConsole({ language: 'it' });
  const light = await groundOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  await page.emulateMedia({ colorScheme: 'light' });

  // On the sign-in screen.
  await page.getByRole('button', { name: 'Accedi' }).waitFor();
  await page.getByLabel('Lingua').selectOption('English');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();

  // Also when signed in; switching keeps the current screen.
  await signIn(page, 'desk');
  await page.getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  await page.getByLabel('Theme').selectOption('Dark');
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  const dark = await groundOf(page);
  await page.getByLabel('Language').selectOption('Italiano');
  await page.getByRole('button', { name: 'Reception Miramare, Reception' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  await page.getByRole('button', { name: 'Aiuto' }).waitFor();
  expect(await groundOf(page)).toBe(dark);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('it');

  // The choice is still there for the next person who signs in.
  await page.getByRole('button', { name: 'Reception Miramare, Reception' }).click();
  await page.getByRole('menuitem', { name: 'Esci' }).click();
  await page.getByRole('button', { name: 'Accedi' }).waitFor();
  expect(await groundOf(page)).toBe(dark);
});
