import { expect, test } from '@jest/globals';
import { callAsPage, openConsole, tokenOf } from '../support/browser/browser';

/** Creates hotspots, to get a second page. */
async function addHotspots(count: number) {
  const { page, close } = await openConsole({ as: 'alpenfunk' });
  const business = { business_name: 'Alpenfunk', business_vat: 'IT04834520213', business_address: 'Bozen', business_email: 'a@b.example' };
  for (let n = 1; n <= count; n += 1) {
    const body = { name: `rifugio-${n}`, description: `Rifugio ${n}`, ...business };
    expect(await callAsPage(page, 'POST', '/api/hotspots', { body })).toBe(201);
  }
  await close();
}

test('the operator sees alerts, finds a hotspot among many, corrects it and cleans up', async () => {
  await addHotspots(20);
  const { page } = await openConsole({ as: 'admin' });

  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const attention = page.getByRole('region', { name: 'Alerts' });
  await attention.getByRole('listitem').first().waitFor();
  await attention.getByRole('button', { name: /units silent at/ }).click();
  // Only eight are shown at first, and other journeys on this server add more.
  const rest = attention.getByRole('button', { name: /more$/ });
  while (await rest.first().isVisible()) await rest.first().click();
  await attention.getByText(/^pineta-spiaggia at camping-la-pineta: silent since/).waitFor();
  await page.getByRole('group', { name: 'Managers' }).waitFor();

  // Paging, and a remembered page size.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspots' }).click();
  await page.getByText('page 1 of 2').waitFor();
  expect(await page.getByRole('button', { name: 'New hotspot' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('page 2 of 2').waitFor();
  await page.getByRole('combobox', { name: 'Rows per page' }).press('ArrowDown');
  await page.getByRole('combobox', { name: 'Rows per page' }).press('ArrowDown');
  await page.getByRole('combobox', { name: 'Rows per page' }).press('Enter');
  await page.getByText('page 1 of 1').waitFor();
  await page.goto('/#/');
  await page.reload();
  await page.getByRole('group', { name: 'Hotspots' }).getByRole('link', { name: 'Hotspots' }).click();
  await page.getByText('page 1 of 1').waitFor();
  await page.getByText('50 per page').waitFor();

  // Hotspots with problems first; then sorted by name, then by an optional column, in both directions.
  const firstRow = page.getByRole('row').nth(1);
  expect(await page.getByRole('columnheader', { name: 'Status', exact: true }).getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Created' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Name', exact: true }).click();
  await firstRow.filter({ hasText: 'bar-imbarcadero' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Name', exact: true }).getAttribute('aria-sort')).toBe('ascending');
  await firstRow.filter({ hasText: 'bar-imbarcadero' }).waitFor();
  await page.getByRole('columnheader', { name: 'Created' }).click();
  await firstRow.filter({ hasText: 'caffe-del-molo' }).waitFor();
  await page.getByRole('columnheader', { name: 'Created' }).click();
  await firstRow.filter({ hasNotText: 'caffe-del-molo' }).waitFor();
  expect(page.url()).toContain('sort=created&order=desc');

  // Opens a hotspot and saves a change.
  await page.getByRole('searchbox', { name: 'Search' }).fill('lungolago isonzo');
  await page.keyboard.press('Enter');
  await page.getByText('1 hotspot', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'bar-imbarcadero' }).click();
  await page.getByRole('heading', { name: 'bar-imbarcadero' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Description').fill('Bar Imbarcadero, Lecco, with its jetty');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Hotspot bar-imbarcadero saved').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Bar Imbarcadero, Lecco, with its jetty').waitFor();

  // Signing out ends the session here and on the server.
  const token = await tokenOf(page);
  await page.getByRole('button', { name: 'Portico Demo Hosting, Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('imbarcadero').count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  expect(await callAsPage(page, 'GET', '/api/hotspots', { token })).toBe(401);
});
