/**
 * How many clicks and key presses everyday tasks take, counted by `Actions`, through which the script does all of them. Typing necessary
 * content (a code, a number) isn't counted; choosing a file counts as one.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Actions } from '../support/browser/actions';
import { callAsPage, openConsole, tokenOf } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';

// These journeys replace a desk's account and create guests at the hotspot.
ownDemonstration();

/**
 * Headless browsers have no print dialog: every frame's print() returns at once, as after "Print", and is counted. The paper's size is
 * recorded.
 */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const top = window.top as Window & { prints?: number; paper?: string };
    window.print = () => {
      top.prints = (top.prints ?? 0) + 1;
      top.paper = /@page \{ size: \S+/.exec(document.documentElement.innerHTML)?.[0] ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.reload();
  return () => page.evaluate(() => (window as Window & { prints?: number }).prints ?? 0);
}

async function read<R>(page: Page, path: string): Promise<R> {
  const token = await tokenOf(page);
  return page.evaluate(
    async ([where = '', secret = '']) => (await fetch(where, { headers: { Token: secret } })).json() as R,
    [path, token],
  );
}

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
const printing = (page: Page) => page.waitForRequest((call) => call.method() === 'PUT' && call.url().endsWith('/api/vouchers'));
/** A code as somebody reads it aloud: "6rnx yhqz". */
const aloud = (code: string) => code.toLowerCase().replace(/^(.{4})/, '$1 ');

/** Creates a personal voucher at the desk and returns its code. */
async function personalVoucher(page: Page, name: string): Promise<string> {
  const hotspot_id = await hotspotOf(page);
  const lasting = { remain_use: 1, time: 'duration', duration: 7, expiration: 0, num_vouchers: 1 };
  expect(
    await callAsPage(page, 'POST', '/api/vouchers', { body: { hotspot_id, type: 'auth', user_name: name, user_mail: '', ...lasting } }),
  ).toBe(201);
  const [created] = await read<{ code: string }[]>(page, `/api/vouchers/${hotspot_id}?sort=created&order=desc&limit=1`);
  return created?.code ?? '';
}

async function hotspotOf(page: Page): Promise<number> {
  const stored = await page.waitForFunction(() => {
    const { user } = JSON.parse(localStorage.getItem('persist:auth') ?? '{}') as { user?: string };
    return (JSON.parse(user ?? 'null') as { info: { hotspot_id: number } | null } | null)?.info?.hotspot_id;
  });
  return Number(await stored.jsonValue());
}

test('a code read aloud leads to the extended access of its guest in at most four actions', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const code = await personalVoucher(page, 'Aloud Reader');
  const actions = new Actions(page);
  await page.getByRole('searchbox', { name: 'Find a guest' }).fill(aloud(code));
  await page.getByRole('list', { name: 'Find a guest' }).getByRole('link').first().waitFor();
  await actions.press('Enter');
  await actions.click(page.getByRole('button', { name: 'Extend access' }));
  await page.getByRole('dialog', { name: 'Extend access' }).getByRole('radio', { checked: true }).and(page.locator('*:focus')).waitFor();
  await actions.press('Enter');
  await page.getByText(/^Access extended for/).waitFor();
  expect(actions.taken).toBeLessThanOrEqual(4);
});

test('a lost ticket of last week is replaced in at most four actions', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const code = await personalVoucher(page, 'Lost Ticket');
  const actions = new Actions(page);
  await page.getByRole('searchbox', { name: 'Find a guest' }).fill(aloud(code));
  await actions.click(page.getByRole('list', { name: 'Find a guest' }).getByRole('button', { name: `Lost ticket ${code}` }));
  await page.getByRole('button', { name: 'Replace voucher' }).and(page.locator('*:focus')).waitFor();
  await actions.press('Enter');
  const ready = page.getByRole('region', { name: 'Voucher ready' });
  await ready.waitFor();
  expect((await ready.locator('[class*="bigCode"] [aria-hidden]').innerText()).replaceAll(/\s/g, '').toLowerCase()).not.toBe(
    code.toLowerCase(),
  );
  expect(actions.taken).toBeLessThanOrEqual(4);
});

test('the report of the last calendar month is on paper after at most four actions', async () => {
  const { page } = await openConsole({ as: 'customer' });
  const prints = await countPrints(page);
  const month = await page.evaluate(() => {
    const today = new Date();
    const first = new Date(today.getFullYear(), today.getMonth() - 1, 1);
    return `${first.toLocaleString('en', { month: 'long' })} ${String(first.getFullYear())}`;
  });
  const actions = new Actions(page);
  await actions.click(menu(page, 'Reports'));
  await actions.click(page.getByText(month, { exact: true }));
  // The number stands between its label and the comparison with the month before, which may come later.
  await page
    .getByRole('group', { name: 'Connections', exact: true })
    .filter({ hasText: /^Connections[\d,]+/ })
    .waitFor();
  await actions.click(page.getByRole('button', { name: 'Print', exact: true }));
  await page.waitForFunction(() => ((window as Window & { prints?: number }).prints ?? 0) > 0);
  expect(await prints()).toBe(1);
  expect(actions.taken).toBeLessThanOrEqual(4);
}, 120_000);

test('a desk is revoked in at most four actions', async () => {
  const { page } = await openConsole({ as: 'reseller' });
  const hotspots = await read<{ data: { id: number }[] }>(page, '/api/hotspots?limit=1');
  const body = {
    type: 'desk',
    name: 'Aaron Leaving',
    username: 'aaron.leaving',
    email: 'aaron@example.com',
    password: 'a long enough secret 7',
    hotspot_id: hotspots.data[0]?.id ?? 0,
  };
  expect(await callAsPage(page, 'POST', '/api/accounts', { body })).toBe(201);
  const actions = new Actions(page);
  await actions.click(menu(page, 'Managers'));
  await actions.click(page.getByRole('button', { name: 'Actions for aaron.leaving' }));
  await actions.click(page.getByRole('menuitem', { name: 'Delete' }));
  await actions.click(page.getByRole('dialog').getByRole('button', { name: /^Delete/ }));
  await page.getByRole('link', { name: 'aaron.leaving' }).waitFor({ state: 'detached' });
  expect(actions.taken).toBeLessThanOrEqual(4);
});

test('ten vouchers are on paper after at most three actions', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const prints = await countPrints(page);
  await page.getByRole('button', { name: 'New vouchers' }).waitFor();
  const actions = new Actions(page);
  await actions.click(page.getByRole('button', { name: 'New vouchers' }));
  await page.getByRole('spinbutton', { name: 'How many' }).and(page.locator('*:focus')).waitFor();
  await page.keyboard.type('10');
  await page.getByRole('dialog').getByText('Each voucher gets its own code.').waitFor();
  await actions.press('Enter');
  await page.getByRole('button', { name: 'Print', exact: true }).and(page.locator('*:focus')).waitFor();
  const marked = printing(page);
  await actions.press('Enter');
  expect(((await marked).postDataJSON() as { voucher_ids: number[] }).voucher_ids).toHaveLength(10);
  expect(await prints()).toBe(1);
  expect(actions.taken).toBeLessThanOrEqual(3);
});

test('one voucher is on the paper that was used last after at most three actions', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const prints = await countPrints(page);
  // The last print was on a roll of 80 mm.
  await page.getByRole('button', { name: 'New vouchers' }).click();
  await page.getByRole('spinbutton', { name: 'How many' }).and(page.locator('*:focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Paper', { exact: true }).click();
  await page.getByTitle('80 mm roll', { exact: true }).click();
  const first = printing(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await first;
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '3 days' }).waitFor();
  const actions = new Actions(page);
  await actions.click(page.getByRole('button', { name: '3 days' }));
  const marked = printing(page);
  await actions.click(page.getByRole('region', { name: 'Voucher ready' }).getByRole('button', { name: 'Print' }));
  await marked;
  expect(await prints()).toBe(2);
  expect(await page.evaluate(() => (window as Window & { paper?: string }).paper)).toBe('@page { size: 80mm');
  expect(actions.taken).toBeLessThanOrEqual(3);
});

test('the arrivals of a day, as a hotel’s software writes them, are slips after at most six actions', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const prints = await countPrints(page);
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/');
  const guests = Array.from({ length: 40 }, (_, nth) => `Arriving${nth};Anna;${100 + nth};${day(0)};${day(3)};a${nth}@example.com`);
  const content = ['Last name;First name;Space number;Arrival;Departure;Email', ...guests].join('\n');
  await page.getByRole('button', { name: 'Vouchers from a file' }).waitFor();
  const actions = new Actions(page);
  await actions.click(page.getByRole('button', { name: 'Vouchers from a file' }));
  const dialog = page.getByRole('dialog', { name: 'Vouchers from a file' });
  await dialog.locator('*:focus').waitFor();
  // Only our button is visible, not the browser's own file input.
  expect(await dialog.locator('input[type=file]').isVisible()).toBe(false);
  const chooser = page.waitForEvent('filechooser');
  await actions.click(dialog.getByRole('button', { name: 'Choose file' }));
  await (await chooser).setFiles({ name: 'arrivals.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await actions.click(dialog.getByRole('button', { name: 'Create 40 vouchers' }));
  await page.getByText('40 vouchers created').waitFor();
  await actions.click(page.locator('.ant-message').getByRole('button', { name: 'Print', exact: true }));
  const print = page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true });
  await print.waitFor();
  const marked = printing(page);
  await actions.click(print);
  expect(((await marked).postDataJSON() as { voucher_ids: number[] }).voucher_ids).toHaveLength(40);
  expect(await prints()).toBe(1);
  expect(actions.taken).toBeLessThanOrEqual(6);
}, 120_000);
