import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAsPage, openConsole, signIn, tokenOf } from '../support/browser/browser';

/** In place of the one-time password that has signed in. */
async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Use this password' }).click();
}

test('a reseller creates a desk account and passes it on, and the desk chooses its own password', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/accounts?hotspotId=1' });
  await page.getByRole('button', { name: 'New manager' }).click();
  const dialog = page.getByRole('dialog', { name: 'New manager' });
  await dialog.getByRole('radio', { name: 'Desk' }).check();
  await dialog.getByLabel('Username').fill('miramare.notte');
  await dialog.getByLabel('Name', { exact: true }).fill('Portiere di notte');
  await dialog.getByLabel('E-mail').fill('notte@grandhotelmiramare.example');
  const password = await dialog.getByLabel('New password').inputValue();
  await dialog.getByRole('button', { name: 'Create manager' }).click();
  const note = page.getByRole('dialog', { name: 'Share these sign-in details' });
  await note.getByText('Username: miramare.notte').waitFor();
  await note.getByText(`Password: ${password}`).waitFor();
  await note.getByText('Close', { exact: true }).click();
  await page.getByRole('row', { name: /miramare\.notte/ }).waitFor();

  const reception = await openConsole();
  await signIn(reception.page, 'miramare.notte', 'en', password);
  const chosen = 'una notte al mare';
  await choosePassword(reception.page, chosen);
  await reception.page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(await reception.page.getByRole('link', { name: 'Managers' }).count()).toBe(0);
  const elsewhere = await openConsole();
  await signIn(elsewhere.page, 'miramare.notte', 'en', chosen);
  const lost = await tokenOf(elsewhere.page);
  await reception.page.goto('/#/profile');
  await reception.page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
  await reception.page.getByRole('button', { name: 'Change password' }).click();
  await reception.page.getByLabel('Current password').fill(chosen);
  await reception.page.getByLabel('New password').fill('una lunga notte');
  await reception.page.getByLabel('Confirm password').fill('una lunga notte');
  await reception.page.getByText('Strong').waitFor();
  await reception.page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await reception.page.getByText('You’re not signed in anywhere else.').waitFor();
  expect(await callAsPage(reception.page, 'GET', '/api/hotspots/1', { token: lost })).toBe(401);

  // It can't create managers, and has no access to other hotspots.
  const body = { uuid: 'x', username: 'x', name: 'x', email: 'x@y.example', type: 'desk', password: 'secret', hotspot_id: 1 };
  expect(await callAsPage(reception.page, 'POST', '/api/accounts', { body })).toBe(403);

  await page.getByRole('button', { name: 'Actions for miramare.notte' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete manager' }).click();
  await page.getByText('Manager miramare.notte deleted').waitFor();
  expect(await callAsPage(reception.page, 'GET', '/api/hotspots/1')).toBe(401);
});

test('the operator creates a reseller with SMS and a text, and the reseller finds both', async () => {
  const { page } = await openConsole({ as: 'admin', at: '#/accounts' });
  await page.getByRole('button', { name: 'New manager' }).click();
  const dialog = page.getByRole('dialog', { name: 'New manager' });
  await dialog.getByRole('combobox', { name: 'Subscription plan' }).click();
  await page.getByTitle(/^Standard/).click();
  await dialog.getByLabel('Username').fill('retenord');
  await dialog.getByLabel('Name', { exact: true }).fill('Rete Nord S.r.l.');
  await dialog.getByLabel('E-mail').fill('info@retenord.example');
  const password = await dialog.getByLabel('New password').inputValue();
  await dialog.getByRole('button', { name: 'Create manager' }).click();
  await page.getByRole('dialog', { name: 'Share these sign-in details' }).getByText('Close', { exact: true }).click();

  await page.getByRole('searchbox').fill('retenord');
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'retenord' });
  const id = (await link.getAttribute('href'))?.replace(/\D/g, '') ?? '';
  await link.click();
  await page.getByRole('heading', { name: 'Rete Nord S.r.l.', level: 1 }).waitFor();
  const sms = page.getByRole('region', { name: 'SMS' });
  await sms.getByText('0 / 1,000').waitFor();
  await sms.getByLabel('SMS to add').fill('500');
  await sms.getByRole('button', { name: 'Add SMS' }).click();
  await sms.getByText('0 / 1,500').waitFor();
  await page.getByRole('button', { name: 'Add disclaimer' }).click();
  const text = page.getByRole('dialog', { name: 'Add disclaimer' });
  await text.getByLabel('Title').fill('Informativa Rete Nord');
  await text.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Titolare: ');
  await text.getByRole('button', { name: /PrivacyName/ }).click();
  await text.getByRole('region', { name: 'What guests will read' }).getByText('Titolare: ‹reseller’s name›').waitFor();
  await text.getByRole('button', { name: 'Add disclaimer' }).click();
  await page.getByText('Disclaimer “Informativa Rete Nord” added').waitFor();
  await page
    .getByRole('button', { name: /^Enable / })
    .first()
    .click();
  await page.getByRole('button', { name: /^Disable / }).waitFor();

  const reseller = await openConsole({ at: '#/profile' });
  await signIn(reseller.page, 'retenord', 'en', password);
  await choosePassword(reseller.page, 'una rete nel nord');
  await reseller.page.getByRole('region', { name: 'SMS' }).getByText('0 / 1,500').waitFor();
  const defaults = reseller.page.getByRole('region', { name: 'Default disclaimers' });
  await defaults.getByRole('combobox', { name: 'Privacy notice' }).click();
  await reseller.page.getByTitle('Informativa Rete Nord').click();
  await defaults.getByRole('button', { name: 'Update' }).click();
  await defaults.getByText('Updated').waitFor();
  // A reseller can't do what only the operator may.
  expect(await callAsPage(reseller.page, 'POST', `/api/stats/sms/accounts/${id}`, { body: { sms_to_add: 5 } })).toBe(403);
  expect(await callAsPage(reseller.page, 'POST', `/api/disclaimers/accounts/${id}`, { body: { title: 'x', type: 'tos', body: 'x' } })).toBe(
    403,
  );
  expect(await callAsPage(reseller.page, 'PUT', `/api/accounts/${id}`, { body: { type: 'customer' } })).toBe(403);
  expect(await callAsPage(reseller.page, 'GET', '/api/accounts/1')).toBe(404);

  await page.getByRole('button', { name: 'Actions for Rete Nord S.r.l.', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(/They haven’t created any other managers\./).waitFor();
  await page.getByRole('button', { name: 'Delete manager' }).click();
  await page.getByText('Manager retenord deleted').waitFor();
});
