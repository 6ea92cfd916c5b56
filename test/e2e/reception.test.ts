import { expect, test } from '@jest/globals';
import { openConsole } from '../support/browser/browser';

test('the desk gets from sign-in to ten printed vouchers in four actions, and finds and deletes one of them', async () => {
  const { page } = await openConsole();
  // Headless browsers have no print dialog, so every frame's print() returns at once, as after "Print".
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('afterprint'));
  });
  await page.reload();
  await page.getByLabel('Username').fill('desk');
  await page.getByLabel('Password').fill('portico-demo');

  // Action 1: sign in. 2: open the dialog. Typing the count isn't counted.
  let actions = 0;
  await page.getByRole('button', { name: 'Sign in' }).click();
  actions += 1;
  await page.getByRole('button', { name: 'New vouchers' }).click();
  actions += 1;
  await page.getByRole('spinbutton', { name: 'How many' }).and(page.locator('*:focus')).waitFor();
  await page.keyboard.type('10');
  await page.getByRole('dialog').getByText('Each voucher gets its own code.').waitFor();

  // Action 3: Enter creates. 4: Enter prints.
  const created = page.waitForResponse((answer) => answer.url().endsWith('/api/vouchers') && answer.request().method() === 'POST');
  await page.keyboard.press('Enter');
  actions += 1;
  const { ids, vouchers } = (await (await created).json()) as { ids: number[]; vouchers: { code: string }[] };
  expect(ids).toHaveLength(10);
  await page.getByRole('button', { name: 'Print', exact: true }).and(page.locator('*:focus')).waitFor();
  const marked = page.waitForRequest((call) => call.method() === 'PUT' && call.url().endsWith('/api/vouchers'));
  await page.keyboard.press('Enter');
  actions += 1;
  expect((await marked).postDataJSON()).toEqual({ voucher_ids: ids, printed: true });
  expect(actions).toBeLessThanOrEqual(6);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // They are now among the last ten, each with a button to print it again.
  const last = page.getByRole('region', { name: 'Last vouchers' });
  await last.getByRole('listitem').nth(9).waitFor();
  // Other journeys create vouchers at this desk, too.
  const code = vouchers[0]?.code ?? '';
  await last.getByRole('button', { name: `Print ${code}` }).waitFor();

  // The hotspot's page opens on the vouchers; one is searched by code and deleted after confirming.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by code, guest or room' }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('1 voucher', { exact: true }).waitFor();
  await page
    .getByRole('row', { name: new RegExp(code) })
    .getByText('Yes')
    .waitFor();
  await page.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete voucher' }).getByRole('button', { name: 'Delete voucher' }).click();
  await page.getByText(`Voucher ${code} deleted`).waitFor();
  await page.getByText('No vouchers match the filters.').waitFor();
});

test('vouchers whose answer was lost are created once, and a second Enter creates no second batch', async () => {
  const { page } = await openConsole({ as: 'desk' });
  // The server creates them, but its answer is lost. (Routed long before: Chromium sends requests past a route that is only just set.)
  const batches: number[][] = [];
  await page.route('**/api/vouchers', async (route) => {
    const answer = await route.fetch();
    batches.push(((await answer.json()) as { ids: number[] }).ids);
    await (batches.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  await page.getByRole('button', { name: 'New vouchers' }).click();
  await page.getByRole('spinbutton', { name: 'How many' }).fill('3');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New vouchers' });
  await dialog.getByText('Nothing will be created twice.').waitFor();
  await dialog.getByRole('button', { name: 'Create 3 vouchers' }).click();
  await page.getByRole('dialog', { name: 'New vouchers' }).waitFor({ state: 'detached' });
  expect(batches).toHaveLength(2);
  expect(batches[1]).toEqual(batches[0]);
  expect(batches[0]).toHaveLength(3);
});
