import { expect, test } from '@jest/globals';
import { openConsole } from '../support/browser/browser';

test.each([
  ['hotspot', '#/hotspots'],
  ['unit', '#/units?hotspotId=1'],
  ['guest', '#/users?hotspotId=1'],
])('the buttons for deleting a %s stay where they are while its counts arrive', async (what, at) => {
  const { page } = await openConsole({ as: 'reseller', at });
  const menu = page.getByRole('button', { name: /^Actions for / }).first();
  await menu.waitFor();
  await page.waitForLoadState('networkidle');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let count = 0;
  await page.route('**/api/**', async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${what}` });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  const top = async () => (await cancel.boundingBox())?.y ?? 0;
  const before = await top();
  expect(count).toBeGreaterThan(0);
  letGo();
  await page.waitForLoadState('networkidle');
  await dialog.getByText(/online (?:through it )?now/).waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await cancel.click();
  await dialog.waitFor({ state: 'detached' });
});
