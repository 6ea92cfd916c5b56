/**
 * A visitor of the demonstration creates a voucher in the console, uses it as a guest on the phone, and sees the session in the console.
 */
import { describe, expect, test } from '@jest/globals';
import { axeViolations, openConsole } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { screen, typeCode } from './guestPhoneTests';

ownDemonstration();

test("a portal goes from the designer to a guest's phone, which goes offline when staff disconnect the guest", async () => {
  const { page: staff } = await openConsole({ as: 'reseller', at: '#/hotspots/1?tab=captive' });
  const tryIt = staff.getByRole('link', { name: 'Try it' });
  await tryIt.waitFor();
  const { page } = await openConsole({ at: (await tryIt.getAttribute('href')) ?? '' });
  await typeCode(page, 'piscina');
  await screen(page).locator('.portal-left').waitFor();
  await page.getByText('Online', { exact: true }).waitFor();

  await staff.evaluate(() => (window.location.hash = '#/sessions?hotspotId=1'));
  await staff.getByRole('row').filter({ hasText: 'PISCINA#' }).getByRole('link').first().click();
  // The server stores every few seconds where units were heard; only then can it send them requests.
  const button = staff.getByRole('button', { name: 'Disconnect' });
  await button.waitFor();
  await button.click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await staff.getByText('The unit is ending the session.').waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByText('The session was ended').waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

const LOOKS = [
  ['phone', 'dark', 'it'],
  ['desktop', 'light', 'en'],
] as const;

describe.each(LOOKS)('the guest page on %s, %s, in %s', (viewport, theme, language) => {
  test('is accessible and no wider than the screen', async () => {
    const { page } = await openConsole({ viewport, theme, language, at: '?guest' });
    await screen(page).locator('input[name=accept]').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  });
});
