/** Guests with phones log in at the built product's portal, through a gateway that asks by RADIUS. */
import { describe, expect, test } from '@jest/globals';
import { rounds } from '../support/run/rounds';
import { guestsAtGateway } from '../support/browser/guestsAtGateway';
import { CONNECT, isFine, openFormWith } from './portalTests';

const { hotspot, newPhone } = guestsAtGateway();

describe.each(['it-IT', 'de-DE', 'en-GB', 'fr-FR', 'es-ES'].slice(0, rounds(1, 5)))('a small phone in %s', (locale) => {
  test('opens a page, is led to the portal, enters a code, and is online', async () => {
    const page = await newPhone({ locale, width: 320 });
    await page.goto('http://detectportal.example/');
    expect(page.url()).toContain(`/portal/${hotspot.unit.uuid}?res=notyet`);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    await isFine(page, 'first page');
    await page.locator('.portal-tick a').first().click();
    await page.locator('.portal-text').waitFor();
    await isFine(page, 'terms');
    await page.locator('[data-to="/"]').click();
    await page.locator('input[name=accept]').check();
    await page.locator('.portal-start').click();
    await openFormWith(page, 'code');
    await page.locator('input[name=code]').fill('no such code');
    await isFine(page, 'log in');
    await page.locator(CONNECT).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[name=code]').inputValue()).toBe('no such code');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
    await isFine(page, 'wrong code');
    await openFormWith(page, 'code');
    await page.locator('input[name=code]').fill(hotspot.code);
    await page.locator(CONNECT).click();
    await page.locator('.portal-left').waitFor();
    await isFine(page, 'online');
    await page.goto('http://example.com/');
    await page.getByRole('heading', { name: 'The internet' }).waitFor();
    // Back on the online page, the guest logs out.
    await page.goBack();
    await page.locator('form[action$="/leave"] button').click();
    await page.goto('http://example.com/');
    expect(page.url()).toContain('res=notyet');
  });
});
