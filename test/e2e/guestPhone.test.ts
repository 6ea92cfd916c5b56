/**
 * A visitor of the demonstration creates a voucher in the console, uses it as a guest on the phone, and sees the session in the console.
 */
import { expect, test } from '@jest/globals';
import { axeViolations, openConsole } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { screen, typeCode } from './guestPhoneTests';

ownDemonstration();

test('a new voucher lets the phone in, and its session is on the dashboard within five seconds', async () => {
  const { page: staff } = await openConsole({ as: 'desk' });
  await staff.getByRole('button', { name: '3 days' }).click();
  const code = (
    await staff.getByRole('region', { name: 'Voucher ready' }).locator('[class*="bigCode"] [aria-hidden]').innerText()
  ).replaceAll(/\s/g, '');

  const { page: start } = await openConsole();
  const link = start.getByRole('link', { name: 'Be a guest' });
  await link.waitFor();
  const { page } = await openConsole({ at: (await link.getAttribute('href')) ?? '' });
  const { page: owner } = await openConsole({ as: 'customer' });
  const newest = owner.getByRole('region', { name: 'Newest guests' });
  await newest.getByRole('listitem').first().waitFor();
  await typeCode(page, code);
  await screen(page).locator('.portal-left').waitFor();
  await newest.getByText(code.toUpperCase()).waitFor({ timeout: 5000 });
  await page.getByText('Online', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  // Links to the internet aren't followed.
  await screen(page).locator('a[href^="https://"]').first().click();
  await page.getByText('which isn’t part of the demonstration').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to the portal' }).click();

  // Another guest, with the same phone, at another hotspot.
  await page.getByRole('button', { name: 'Start again as another phone' }).click();
  await screen(page).locator('input[name=accept]').waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
});
