import { expect, test } from '@jest/globals';
import { openConsole, watchRequests } from '../support/browser/browser';

test('screens and dialogs keep their content while the server is away, and the next try succeeds', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  const row = page.getByRole('row', { name: /hotel-bora-trieste/ });
  await row.waitFor();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));

  await page.getByRole('button', { name: 'Refresh' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'Can’t reach the server.' });
  await banner.waitFor();
  await row.waitFor();

  // The input survives a failed attempt, and the next one succeeds.
  await page.getByRole('button', { name: 'New hotspot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New hotspot' });
  await dialog.getByLabel('Name', { exact: true }).fill('stazione-marittima');
  await dialog.getByLabel('Description').fill('Stazione marittima, Ancona');
  await dialog.getByLabel('Business name').fill('Porto S.p.A.');
  await dialog.getByLabel('VAT number').fill('IT09876543210');
  await dialog.getByLabel('Address').fill('Banchina 1, 60121 Ancona AN');
  await dialog.getByLabel('E-mail', { exact: true }).fill('porto@stazione.example');
  await dialog.getByRole('button', { name: 'Create hotspot' }).click();
  await dialog.getByText('No answer from the server. Your changes are still here. Try again.').waitFor();
  expect(await dialog.getByLabel('Address').inputValue()).toBe('Banchina 1, 60121 Ancona AN');
  await page.unroute('**/api/**');
  await dialog.getByRole('button', { name: 'Create hotspot' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.ant-breadcrumb').getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('row', { name: /stazione-marittima/ }).waitFor();
  await banner.waitFor({ state: 'detached' });

  // Once the server is back, the banner's button loads a screen that had failed.
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  const allAnswered = watchRequests(page);
  await page.getByRole('link', { name: 'hotel-bora-trieste' }).click();
  await page.getByText('Couldn’t load the hotspot. Try again.').waitFor();
  await page.unroute('**/api/**');
  await banner.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'hotel-bora-trieste' }).waitFor();
  await banner.waitFor({ state: 'detached' });

  // When the browser goes offline and online again, the console recovers by itself. Wait for pending requests first: a late answer would
  // remove the banner.
  await allAnswered();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Hotspots' }).first().click();
  await page.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();
  // A list that was just read comes from the cache, so refresh it by the button.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
  await row.waitFor();
});

test('a bar shows that the screen waits for an answer, and goes with it', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/' });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/units?**', async (route) => {
    await held;
    await route.continue();
  });
  const isBarShown = () => {
    const main = document.getElementById('main');
    return main?.querySelector('.ant-skeleton-active') !== null && main !== null && getComputedStyle(main, '::before').opacity === '1';
  };
  await page.getByRole('link', { name: 'Units' }).first().click();
  await page.getByRole('heading', { name: 'Units', level: 1 }).waitFor();
  await page.waitForFunction(isBarShown);
  answer();
  await page.getByRole('table').waitFor();
  expect(await page.locator('#main .ant-skeleton-active').count()).toBe(0);
});
