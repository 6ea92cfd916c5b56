/**
 * A visitor of the demonstration creates a voucher in the console, uses it as a guest on the phone, and sees the session in the console.
 */
import type { Page } from 'playwright-core';
import { openFormWith } from './portalTests';
import { describe, expect, test } from '@jest/globals';
import { axeViolations, openConsole } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';

const screen = (page: Page) => page.frameLocator('iframe');

/** Enters a code on the phone, starting at the portal's first page. */
async function typeCode(page: Page, code: string) {
  await screen(page).locator('input[name=accept]').check();
  await screen(page).locator('.portal-start').click();
  await openFormWith(screen(page), 'code');
  const form = screen(page)
    .locator('form')
    .filter({ has: page.locator('input[name=code]') });
  await form.locator('input[name=code]').fill(code);
  await form.locator('button.portal-start').click();
}

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
