import { expect, test } from '@jest/globals';
import { callAsPage, openConsole } from '../support/browser/browser';

/** A hotspot of another reseller in the demonstration data. */
const ANOTHERS = 9;

test.each([
  { as: 'customer', person: 'Giovanna Casadei, Customer', groups: ['Units', 'Active guests', 'Devices', 'Active sessions'] },
  { as: 'desk', person: 'Reception Miramare, Desk', groups: ['New voucher', 'Guests online now', 'Active guests', 'Devices'] },
])('a $as sees only the one hotspot that it is tied to', async ({ as, person, groups }) => {
  const { page } = await openConsole({ as });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('button', { name: person }).waitFor();
  await page.getByRole('link', { name: 'Open Voce Ospite' }).waitFor();
  for (const name of groups) await page.getByRole('group', { name, exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('group').count()).toBe(groups.length);

  // Both the menu and the list's address lead to its own hotspot.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  expect(await page.getByRole('button', { name: /Edit|Delete/ }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Hotspot info' }).count()).toBe(0);
  const own = new URL(page.url()).hash;
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.goto('/#/hotspots');
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  expect(new URL(page.url()).hash).toBe(own);

  // Another's hotspot looks nonexistent, and an unknown address links home.
  await page.goto(`/#/hotspots/${ANOTHERS}`);
  await page.getByText('Hotspot not found').waitFor();
  await page.goto('/#/accounts');
  await page.getByText('No access to this page').waitFor();
  await page.goto('/#/nowhere');
  await page.getByText('Page not found').waitFor();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  // The server refuses direct calls as well.
  expect(await callAsPage(page, 'GET', `/api/hotspots/${ANOTHERS}`)).toBe(404);
  expect(await callAsPage(page, 'PUT', `/api/hotspots/${own.replace(/\D/g, '')}`, { body: { description: 'mine' } })).toBe(403);
  expect(await callAsPage(page, 'DELETE', `/api/hotspots/${ANOTHERS}`)).toBe(403);
  expect(await callAsPage(page, 'GET', '/api/account_integrations/1')).toBe(403);
});
