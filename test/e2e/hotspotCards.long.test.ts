import { expect, test } from '@jest/globals';
import { openConsole } from '../support/browser/browser';

const ALL = ['Overview', 'Preferences', 'MAC entries', 'Privacy'];

const CARDS = [
  { as: 'reseller', tabs: ALL },
  { as: 'desk', tabs: ['Overview', 'MAC entries', 'Privacy'] },
  { as: 'admin', tabs: ALL },
  { as: 'customer', tabs: ['Overview', 'MAC entries', 'Privacy'] },
];

test.each(CARDS)('$as sees the cards of a hotspot that its role has', async ({ as, tabs }) => {
  const { page } = await openConsole({ as });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto('/#/hotspots/1?tab=privacy');
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  await page.getByRole('button', { name: 'Download privacy and terms as text' }).waitFor();
  expect(await page.getByRole('button', { name: 'Update', exact: true }).count()).toBeLessThanOrEqual(tabs === ALL ? 1 : 0);
  await page.getByRole('tab', { name: 'MAC entries' }).waitFor();
  for (const name of tabs) expect(await page.getByRole('tab', { name, exact: true }).count()).toBe(1);
  expect(await page.getByRole('tab', { name: 'Preferences', exact: true }).count()).toBe(tabs === ALL ? 1 : 0);
});

test('a reseller limits the traffic of a hotspot and finds the limit again, and leaving midway asks first', async () => {
  const { page } = await openConsole({ as: 'reseller' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto('/#/hotspots/5?tab=preferences');
  const traffic = page.getByLabel('Max. traffic', { exact: true });
  await traffic.fill('250');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(await traffic.inputValue()).toBe('250');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('1 preference saved').waitFor();
  await page.reload();
  await traffic.waitFor();
  expect(await traffic.inputValue()).toBe('250');
});

test.each(['phone', 'desktop'] as const)('the field that a full disk refused is not covered by the save bar on a %s', async (viewport) => {
  const { page } = await openConsole({ as: 'reseller', viewport });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto('/#/hotspots/5?tab=preferences');
  const field = page.getByLabel('Max. upload speed', { exact: true });
  await field.waitFor();
  // Scroll as people do: until the field's lower edge is just above the bottom of the window.
  await field.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight));
  await field.evaluate((element) => element.focus({ preventScroll: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('777');
  await page.route('**/api/preferences/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { message: 'full', code: 'disk_full' } }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/nothing can be saved right now/).waitFor();
  expect(await field.inputValue()).toBe('777');
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  const seen = await field.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(seen).toBe(true);
});

test('the desk lets a till in by its MAC address, and revokes it', async () => {
  const { page } = await openConsole({ as: 'desk' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto('/#/hotspots/1?tab=mac');
  await page.getByRole('button', { name: 'New MAC entry' }).first().click();
  await page.getByLabel('Description', { exact: true }).fill('AAA till');
  await page.getByLabel('MAC address', { exact: true }).fill('0600.0000.9901');
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('row', { name: /AAA till.*06-00-00-00-99-01/ }).waitFor();
  await page.getByRole('button', { name: 'Actions for AAA till' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete MAC entry' }).click();
  await page.getByRole('row', { name: /AAA till/ }).waitFor({ state: 'detached' });
});
