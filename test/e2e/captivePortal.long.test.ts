import { expect, test } from '@jest/globals';
import { axeViolations, callAsPage, openConsole } from '../support/browser/browser';

/** A one-pixel picture. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const DESIGNERS = [
  { as: 'admin', colour: '#7a1f1f', changes: '3 changes' },
  // One change fewer, because the admin's run has already set the picture.
  { as: 'customer', colour: '#1f3f7a', changes: '2 changes' },
];

test.each(DESIGNERS)(
  'the portal designer lets a permitted account ($as) design, save and reopen a captive portal',
  async ({ as, colour, changes }) => {
    const { page } = await openConsole({ as, at: '#/hotspots/1?tab=captive' });
    await page.goto('/#/hotspots/1?tab=captive');
    // The title in the preview's language.
    const title = page.getByLabel('Title – English', { exact: true });
    const preview = page.getByRole('region', { name: 'Preview' });
    await title.fill(`Benvenuti, ${as}`);
    await page.getByLabel('Title colour', { exact: true }).fill(colour);
    await preview.getByRole('heading', { name: `Benvenuti, ${as}` }).waitFor();
    await page.locator('input[type=file]').nth(2).setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('img', { name: 'Background image: selected image' }).waitFor();
    await page.getByText(changes).waitFor();

    // Leaving asks first; staying keeps the changes.
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('#/hotspots/1?tab=captive');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Captive portal saved').waitFor();

    await page.reload();
    await preview.getByRole('heading', { name: `Benvenuti, ${as}` }).waitFor();
    expect(await title.inputValue()).toBe(`Benvenuti, ${as}`);
    expect(await page.getByLabel('Title colour', { exact: true }).inputValue()).toBe(colour);
    await page.getByRole('img', { name: 'Background image: selected image' }).waitFor();

    // The preview has a login page and the disclaimers; the console's address doesn't change.
    await preview.getByRole('button', { name: 'Start' }).click();
    await preview.getByText('grand-hotel-miramare/login').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await preview.getByRole('link', { name: 'Back' }).click();
    await preview.getByRole('link', { name: 'privacy notice' }).click();
    await preview.getByText('Miramare Ospitalità S.r.l.').waitFor();
    expect(new URL(page.url()).hash).toBe('#/hotspots/1?tab=captive');

    // Printing shows the portal without the editor.
    await page.emulateMedia({ media: 'print' });
    await preview.getByText('Miramare Ospitalità S.r.l.').waitFor();
    expect(await title.isVisible()).toBe(false);
    expect(await page.getByRole('tab', { name: 'Overview' }).isVisible()).toBe(false);
  },
);

test('a customer without the feature in its plan is informed, and the server refuses it too', async () => {
  const { page } = await openConsole({ as: 'imbarcadero' });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByRole('tab', { name: 'Captive portal' }).click();
  await page.getByText(/Your reseller’s .* plan doesn’t include captive portal customisation/).waitFor();
  expect(await page.getByLabel('Title', { exact: true }).count()).toBe(0);
  const own = new URL(page.url()).hash.replace(/^#\/hotspots\/(\d+).*/, '$1');
  const body = { key: 'captive_2_title', value: 'Mine' };
  expect(await callAsPage(page, 'PUT', `/api/preferences/hotspots/${own}`, { body })).toBe(403);
});

test('a desk views the portal of its hotspot', async () => {
  const { page } = await openConsole({ as: 'desk', at: '#/hotspots/1?tab=captive' });
  await page.goto('/#/hotspots/1?tab=captive');
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Start' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});
