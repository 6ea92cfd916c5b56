import { expect, test } from '@jest/globals';
import { openConsole } from '../support/browser/browser';

test('a reseller creates a hotspot, reopens it by its link, corrects and deletes it', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });

  // An invalid name and address are reported on their fields, and nothing is sent.
  await page.getByRole('button', { name: 'New hotspot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New hotspot' });
  await dialog.getByLabel('Name', { exact: true }).fill('lido azzurro!');
  await dialog.getByLabel('Description').fill('Lido Azzurro, Cervia');
  await dialog.getByLabel('Business name').fill('Lido Azzurro S.n.c.');
  await dialog.getByLabel('VAT number').fill('IT01234560371');
  await dialog.getByLabel('Address').fill('Lungomare 12, 48015 Cervia RA');
  await dialog.getByLabel('E-mail', { exact: true }).fill('info at lidoazzurro.example');
  await dialog.getByRole('button', { name: 'Create hotspot' }).click();
  await dialog.getByText('Enter an e-mail address, like name@example.com').waitFor();
  expect(await dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Name', { exact: true }).fill('lido.azzurro');
  await dialog.getByLabel('E-mail', { exact: true }).fill('info@lidoazzurro.example');
  await dialog.getByRole('button', { name: 'Create hotspot' }).click();
  await page.getByText('Hotspot lido.azzurro created').waitFor();
  await dialog.waitFor({ state: 'detached' });

  // The new hotspot is opened at once, with what it still needs.
  await page.getByRole('region', { name: 'Get this hotspot ready' }).waitFor();

  // Search, open, and back to the same search.
  await page.locator('.ant-breadcrumb').getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('LIDO AZZ');
  await page.keyboard.press('Enter');
  await page.getByText('1 hotspot', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'lido.azzurro' }).click();
  await page.getByRole('heading', { name: 'lido.azzurro' }).waitFor();
  await page.getByText('Lungomare 12, 48015 Cervia RA').waitFor();
  expect(await page.title()).toBe('Lido Azzurro S.n.c. · Portico');
  await page.goBack();
  await page.getByRole('row', { name: /lido\.azzurro/ }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('LIDO AZZ');

  // The copied address opens the same list in another tab.
  const copy = await page.context().newPage();
  await copy.goto(page.url());
  await copy.getByText('1 hotspot', { exact: true }).waitFor();
  await copy.getByRole('row', { name: /lido\.azzurro/ }).waitFor();
  await copy.close();

  await page.getByRole('button', { name: 'Actions for lido.azzurro' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('readonly')).not.toBeNull();
  await page.getByLabel('Description').fill('Lido Azzurro, Milano Marittima');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Milano Marittima/ }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Deleting warns; cancelled once, then confirmed.
  await page.getByRole('button', { name: 'Actions for lido.azzurro' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Be careful. Deleting an hotspot deletes guests, units and sessions.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /lido\.azzurro/ }).waitFor();
  await page.getByRole('button', { name: 'Actions for lido.azzurro' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Type lido.azzurro to confirm').fill('lido.azzurro');
  await page.getByRole('button', { name: 'Delete hotspot' }).click();
  await page.getByText('Hotspot lido.azzurro deleted').waitFor();
  await page.getByText('No results for “LIDO AZZ”.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  expect(await page.getByRole('row', { name: /lido\.azzurro/ }).count()).toBe(0);
});

test('a reseller without privacy details is led to the missing fields, and may open hotspots after filling them in', async () => {
  const { page } = await openConsole({ as: 'lariowifi' });
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await alerts.getByText('Lario WiFi can’t create hotspots until the privacy fields are filled in.').waitFor();
  await page.getByRole('group', { name: 'Hotspots' }).getByRole('link', { name: 'Hotspots' }).click();
  await page.getByText('To create hotspots, fill in the data controller’s name, VAT number, address and e-mail in your profile.').waitFor();
  expect(await page.getByRole('button', { name: 'New hotspot' }).isDisabled()).toBe(true);

  await page.getByRole('link', { name: 'Open profile' }).click();
  const fields = page.getByRole('region', { name: 'Privacy fields' });
  await fields.getByLabel('VAT number').fill('IT 02873450130');
  await fields.getByLabel('Address').fill('Via Isonzo 4, 23900 Lecco LC');
  await fields.getByText('Digits only').waitFor();
  await fields.getByRole('button', { name: 'Save' }).click();
  await fields.getByLabel('VAT number').fill('02873450130');
  await fields.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Privacy fields saved').waitFor();

  await page.reload();
  expect(await fields.getByLabel('VAT number').inputValue()).toBe('02873450130');
  await page.getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('button', { name: 'New hotspot' }).click();
  await page.getByRole('dialog', { name: 'New hotspot' }).waitFor();
});
