import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Session } from '../../src/contract/sessions';
import { openConsole, tokenOf } from '../support/browser';
import { startExistingBackEnd } from '../support/existingBackEnd';

/** The same rows, seen through a back end that has no totals of vouchers, no order, no zones, and 404 for what is empty (API.md). */
let existing = { url: '', close: async () => undefined as void };

beforeAll(async () => {
  existing = await startExistingBackEnd(process.env.PORTICO_E2E_SERVER ?? '');
});
afterAll(() => existing.close());

const BACK_ENDS = ['embedded', 'existing'] as const;
const addressOf = (backEnd: (typeof BACK_ENDS)[number]) => (backEnd === 'existing' ? { server: existing.url } : {});

/** Somebody who was online and is not now, as the person at the desk would name them. */
async function whoLeft(page: Page): Promise<string> {
  const token = await tokenOf(page);
  const read = async (list: string) => {
    const answer = await fetch(`${process.env.PORTICO_E2E_SERVER ?? ''}/api/${list}?limit=100`, { headers: { Token: token } });
    return ((await answer.json()) as { data: Session[] }).data;
  };
  const [online, left] = [await read('sessions'), await read('histories')];
  const isThere = (id: number) => online.some(({ user_id }) => user_id === id);
  const mayLogIn = ({ valid_until }: Session['user']) => valid_until !== null && Date.parse(valid_until) > Date.now();
  const found = left.find(({ user_id, user }) => user_id > 0 && user.id > 0 && user.name !== '' && mayLogIn(user) && !isThere(user_id));
  return found?.user.username ?? '';
}

const CASES = BACK_ENDS.flatMap((backEnd) => ['admin', 'reseller', 'customer', 'desk'].map((as) => ({ backEnd, as })));

test.each(CASES)('from the dashboard to why a guest is offline in three actions: $as, $backEnd back end', async ({ backEnd, as }) => {
  const { page } = await openConsole({ as, ...addressOf(backEnd) });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const username = await whoLeft(page);
  expect(username).not.toBe('');

  let actions = 0;
  await page.getByRole('group', { name: 'Guests', exact: true }).getByRole('link', { name: 'Guests' }).click();
  actions += 1;
  await page.getByRole('searchbox', { name: 'Search' }).fill(username);
  await page.keyboard.press('Enter');
  actions += 1;
  await page.getByText('1 result', { exact: true }).waitFor();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  actions += 1;
  await page.getByText(/^(Offline since|Offline; may log in|Offline: the (traffic|time) is used up)/).waitFor();
  await page.getByRole('region', { name: 'History' }).getByRole('row').nth(1).waitFor();
  expect(actions).toBeLessThanOrEqual(4);
});

test('in front of an existing back end a reseller looks through all lists, and what it cannot do is not offered', async () => {
  const { page } = await openConsole({ as: 'reseller', server: existing.url });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  for (const name of ['Hotspots', 'Units', 'Guests', 'Devices', 'Active sessions'])
    await page.getByRole('group', { name, exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Find anything|Needs a look/ }).count()).toBe(0);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByRole('link', { name: 'Audit trail' }).count()).toBe(0);

  // Nothing found is 404 there, and no error here.
  await menu.getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing matches “nothing like it”.').waitFor();

  // A list of several pages is in order on each page only, which it says.
  await menu.getByRole('link', { name: 'Guests' }).click();
  await page.getByText('This back end does not sort: only the rows of this page are in order.').waitFor();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText(/^page 2 of/).waitFor();
  await page.getByRole('checkbox', { name: /expired/i }).check();
  await page.getByRole('row').nth(1).waitFor();

  await menu.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('columnheader', { name: 'Ended' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.waitForURL(/#\/sessions\/\d+/);
  await page.getByRole('region').first().waitFor();

  await menu.getByRole('link', { name: 'Units' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await menu.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await menu.getByRole('link', { name: 'Managers' }).click();
  await page.getByRole('row').nth(1).waitFor();

  // Days without a zone are UTC, and the charts say so.
  await menu.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Days of UTC').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('in front of an existing back end a desk makes vouchers, which it neither counts nor names', async () => {
  const { page } = await openConsole({ as: 'desk', server: existing.url });
  await page.getByRole('button', { name: 'New vouchers' }).click();
  await page.getByRole('spinbutton', { name: 'How many' }).fill('3');
  const listed = page.waitForResponse((answer) => /\/api\/vouchers\/\d+/.test(answer.url()));
  await page.keyboard.press('Enter');
  expect((await listed).status()).toBeLessThan(500);
  await page.getByText('3 vouchers').first().waitFor();
  await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByRole('row').nth(3).waitFor();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete voucher' }).getByRole('button', { name: 'Delete voucher' }).click();
  await page.getByText(/^Voucher .* deleted$/).waitFor();
});
