import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Session } from '../../src/contract/sessions';
import { openConsole, tokenOf, watchRequests } from '../support/browser/browser';
import { startExistingBackEnd } from '../support/backEnd/existingBackEnd.mjs';
import { inTurn } from '../support/run/rounds';
import { fixture, logins, passwordOf, RECORDED_AT } from '../support/backEnd/recordings';

const CONSOLE = path.resolve(import.meta.dirname, '../../dist/client');

/** The built console in front of a stand-in for an existing back end. Each journey has its own, with the recorded rows. */
let existing = { url: '', close: async () => undefined as void };
/** Its refusals, as method, path without ids and query, status and message. */
let refused: string[] = [];

beforeEach(async () => {
  refused = [];
  existing = await startExistingBackEnd({
    fixture,
    logins,
    console: CONSOLE,
    callWebhook: async (url) => url.endsWith('/hook'),
    onRefused: ({ method, path, status, body }) => {
      const { message = body } = JSON.parse(body === '' ? '{}' : body) as { message?: string };
      refused.push(`${method} ${path.replace(/\?.*/, '').replace(/\/\d+/g, '/{id}')} ${status} ${message}`);
    },
  });
});
afterEach(() => existing.close());

async function openExisting(as: string, at = '') {
  const { page } = await openConsole({ as, password: passwordOf(as), server: existing.url, now: RECORDED_AT });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  if (at !== '') await page.goto(`/${at}`);
  return page;
}

const refusals = () => [...new Set(refused)].sort();

/** A list with `count` results, one of which matches `row`. */
interface List {
  at: string;
  count: number;
  row: RegExp;
}

const VOUCHERS = '#/hotspots/1?tab=vouchers';
const HISTORY = '#/sessions?tab=history&hotspotId=1';
const LISTS: { as: string; lists: List[]; macEntries: number; refusals: string[] }[] = [
  {
    as: 'admin',
    lists: [
      { at: '#/hotspots', count: 6, row: /old-mill-cafe-23/ },
      { at: '#/users', count: 27, row: /Zoë Verdi/ },
      { at: '#/users?expired=true', count: 40, row: /Expired/ },
      { at: '#/units', count: 8, row: /ap-5-0/ },
      { at: '#/devices', count: 60, row: /AA-01-00-00-00-/ },
      { at: '#/sessions', count: 20, row: /ap-/ },
      { at: HISTORY, count: 47, row: /ap-1-/ },
      { at: '#/accounts', count: 15, row: /reseller1@example\.com/ },
      { at: VOUCHERS, count: 17, row: /gqogb139/ },
    ],
    macEntries: 2,
    // An admin has no disclaimers, no integration is enabled, and nobody is online at a unit.
    refusals: [
      'GET /api/disclaimers/accounts/{id} 404 No disclaimer found',
      'GET /api/hotspot_integrations/{id} 404 No integrations found!',
      'GET /api/sessions 404 No sessions found!',
    ],
  },
  {
    as: 'customer11',
    lists: [
      { at: '#/users', count: 8, row: /Zoë Verdi/ },
      { at: '#/users?expired=true', count: 9, row: /Expired/ },
      { at: '#/units', count: 2, row: /ap-1-1/ },
      { at: '#/devices', count: 15, row: /AA-01-00-00-00-/ },
      { at: '#/sessions', count: 3, row: /ap-1-/ },
      { at: '#/sessions?tab=history', count: 47, row: /ap-1-/ },
      { at: VOUCHERS, count: 17, row: /gqogb139/ },
    ],
    macEntries: 2,
    refusals: ['GET /api/disclaimers/accounts/{id} 404 No disclaimer found'],
  },
  {
    as: 'reseller1',
    lists: [
      { at: '#/hotspots', count: 3, row: /harbour-hotel-13/ },
      { at: '#/users', count: 17, row: /Zoë Verdi/ },
      { at: '#/users?expired=true', count: 25, row: /Expired/ },
      { at: '#/units', count: 6, row: /ap-3-1/ },
      { at: '#/devices', count: 38, row: /AA-01-00-00-00-/ },
      { at: '#/sessions', count: 12, row: /ap-/ },
      { at: HISTORY, count: 47, row: /ap-1-/ },
      { at: '#/accounts', count: 6, row: /desk11@example\.com/ },
      { at: VOUCHERS, count: 17, row: /gqogb139/ },
    ],
    macEntries: 2,
    refusals: ['GET /api/hotspot_integrations/{id} 404 No integrations found!', 'GET /api/sessions 404 No sessions found!'],
  },
  {
    as: 'desk11',
    lists: [
      { at: '#/users', count: 8, row: /Zoë Verdi/ },
      { at: '#/users?expired=true', count: 9, row: /Expired/ },
      // A desk sees only the vouchers it created.
      { at: VOUCHERS, count: 2, row: /34810ikk/ },
    ],
    macEntries: 2,
    refusals: ['GET /api/disclaimers/accounts/{id} 404 No disclaimer found'],
  },
];

/** A role that runs many hotspots and one that has one come first. */
test.each(inTurn(LISTS, 2))(
  '$as finds rows on every list of an existing back end without a failure',
  async ({ as, lists, macEntries, refusals: expected }) => {
    const page = await openExisting(as);
    const runsMany = as === 'admin' || as.startsWith('reseller');
    for (const { at, count, row } of lists) {
      await page.goto(`/${at}`);
      await page.getByText(new RegExp(`^${count} (hotspots|guests|units|devices|sessions|managers|vouchers)$`)).waitFor();
      await page.getByRole('row', { name: row }).first().waitFor();
    }

    await page.goto('/#/hotspots/1?tab=mac');
    const entries = page.getByRole('table', { name: 'MAC entries' }).getByRole('row');
    await entries.nth(macEntries).waitFor();
    expect(await entries.count()).toBe(1 + macEntries);

    await page.goto('/#/hotspots/1?tab=privacy');
    await page.getByText('Privacy notice of Reseller 1 srl, VAT 01234567891.').waitFor();
    await page.getByText('Terms of use of city-library srl, Via Mare 1.').waitFor();
    if (runsMany) {
      await page.getByRole('combobox', { name: 'Privacy notice' }).click();
      await page.getByTitle('House privacy').waitFor();
      await page.keyboard.press('Escape');
      await page.goto('/#/integrations?hotspotId=1');
    } else {
      await page.goto('/#/');
    }
    for (const name of ['MarketPulse', 'BookingHub', 'CloudMailer']) await page.getByText(name, { exact: true }).first().waitFor();

    await page.goto('/#/reports?hotspotId=1');
    await page.getByText('Days in UTC time').waitFor();
    await page.getByText('The busiest day was Sunday 15 November, with 6 connections.').waitFor();
    const numbers = [
      ['Daily duration per guest', '40m'],
      ['Daily download per guest', '542.62 MB'],
      ['Daily upload per guest', '54.79 MB'],
      ['Duration per connection', '38m'],
      ['Download per connection', '520.65 MB'],
      ['Upload per connection', '52.81 MB'],
    ] as const;
    for (const [name, value] of numbers) {
      const compared = new RegExp(`^${name}${value} \\d+% (more|less) than`);
      await page.getByRole('group', { name, exact: true }).filter({ hasText: compared }).waitFor();
    }

    await page.goto('/#/profile');
    await page.getByRole('region', { name: 'Account', exact: true }).getByText(as, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'This browser' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(refusals()).toEqual(expected);
  },
);

/** A guest whose session has ended, with the name a desk would search for. */
async function whoLeft(page: Page, server: string, now: Date): Promise<{ id: number; username: string }> {
  const token = await tokenOf(page);
  const read = async (list: string) => {
    const answer = await fetch(`${server}/api/${list}?limit=100&sort=start_time&order=desc`, { headers: { Token: token } });
    return ((await answer.json()) as { data: Session[] }).data;
  };
  const [online, ended] = [await read('sessions'), await read('histories')];
  const isThere = (id: number) => online.some(({ user_id }) => user_id === id);
  const mayLogIn = ({ valid_until }: Session['user']) => valid_until !== null && Date.parse(valid_until) > now.getTime();
  // In the demonstration, the guest who left last may be back any moment, so take an earlier one.
  const found = ended.findLast(
    ({ user_id, user }) => user_id > 0 && user.id > 0 && user.name !== '' && mayLogIn(user) && !isThere(user_id),
  );
  if (!found) throw new Error('every guest is online');
  return { id: found.user.id, username: found.user.username };
}

/** The desk comes first, for each back end. */
const CASES = ['desk', 'reseller', 'customer', 'admin'].flatMap((as) => [
  { backEnd: 'embedded', as },
  { backEnd: 'existing', as: { desk: 'desk11', reseller: 'reseller1', customer: 'customer11' }[as] ?? as },
]);

test.each(inTurn(CASES, 4))(
  '$as gets from the dashboard to why a guest is offline in three actions on the $backEnd back end',
  async ({ backEnd, as }) => {
    const isEmbedded = backEnd === 'embedded';
    const page = isEmbedded ? (await openConsole({ as })).page : await openExisting(as);
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    const server = isEmbedded ? (process.env.PORTICO_E2E_SERVER ?? '') : existing.url;
    const { id, username } = await whoLeft(page, server, isEmbedded ? new Date() : RECORDED_AT);

    let actions = 0;
    const guests = isEmbedded ? 'Active guests' : 'Guests, incl. expired';
    await page.getByRole('group', { name: guests, exact: true }).getByRole('link', { name: guests }).click();
    actions += 1;
    await page.getByRole('searchbox', { name: 'Search' }).fill(username);
    await page.keyboard.press('Enter');
    actions += 1;
    // Expired guests are found, too.
    await page.getByText(/^\d+ guests?$/).waitFor();
    await page
      .getByRole('row')
      .locator(`a[href="#/users/${String(id)}"]`)
      .first()
      .click();
    actions += 1;
    await page.getByText(/^(Offline since|Offline\. Can log in|Offline\. Today’s (traffic|time) is used up)/).waitFor();
    await page.getByRole('region', { name: 'History' }).getByRole('row').nth(1).waitFor();
    expect(actions).toBeLessThanOrEqual(4);
  },
);

test('a reseller on an existing back end sees no feature that only ours has, and its lists name their limits', async () => {
  const page = await openExisting('reseller1');
  for (const name of ['Hotspots', 'Units', 'Guests, incl. expired', 'Devices', 'Active sessions'])
    await page.getByRole('group', { name, exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Find anything|alert/i }).count()).toBe(0);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByRole('link', { name: 'Audit trail' }).count()).toBe(0);

  // The back end answers an empty search with 404; the console must not show an error.
  await menu.getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('row', { name: /city-library-11/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
  await page.keyboard.press('Enter');
  await page.getByText('No results for “nothing like it”.').waitFor();

  await menu.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.waitForURL(/#\/sessions\/\d+/);
  await page.getByRole('region').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(refusals()).toEqual(['GET /api/hotspots 404 No hotspots found!']);
});

test('a reseller on an existing back end registers a unit, changes a guest and passes on sign-in details', async () => {
  const page = await openExisting('reseller1', '#/units');
  await page.getByRole('button', { name: 'Register unit' }).click();
  const register = page.getByRole('dialog', { name: 'Register unit' });
  await register.getByRole('combobox', { name: 'Hotspot' }).click();
  await page.getByTitle(/^city-library-11/).click();
  await register.getByLabel('Name', { exact: true }).fill('ap-1-2');
  await register.getByLabel('MAC address').fill('02:01:01:01:00:02');
  await register.getByRole('button', { name: 'Register unit' }).click();
  await page.getByText('Unit ap-1-2 registered').waitFor();
  await page.getByText('Enter these in the access point').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('7 units', { exact: true }).waitFor();
  await page.getByRole('row', { name: /ap-1-2.*02-01-01-01-00-02/ }).waitFor();

  await page.goto('/#/users/33');
  await page.getByRole('button', { name: 'Edit' }).click();
  const guest = page.getByRole('dialog', { name: 'Edit guest' });
  await guest.getByLabel('Name', { exact: true }).fill('Zoë Bianchi');
  await guest.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Guest Zoë Bianchi saved').waitFor();
  await page.getByRole('heading', { name: 'Zoë Bianchi', level: 1 }).waitFor();

  await page.goto('/#/accounts');
  await page.getByRole('button', { name: 'New manager' }).click();
  const manager = page.getByRole('dialog', { name: 'New manager' });
  await manager.getByRole('radio', { name: 'Desk' }).check();
  await manager.getByRole('combobox', { name: 'Hotspot' }).click();
  await page.getByTitle(/^city-library-11/).click();
  await manager.getByLabel('Username').fill('night');
  await manager.getByLabel('Name', { exact: true }).fill('Night desk');
  await manager.getByLabel('E-mail').fill('night@example.com');
  await manager.getByRole('button', { name: 'Create manager' }).click();
  await page.getByRole('dialog', { name: 'Share these sign-in details' }).getByText('Close', { exact: true }).click();
  await page.getByText('7 managers', { exact: true }).waitFor();
  await page.getByRole('row', { name: /night@example\.com/ }).waitFor();
  expect(refusals().filter((one) => !/ 404 No .* found!$/.test(one))).toEqual([]);
});

test('a reseller on an existing back end deletes all vouchers in one request, and a hotspot without reading deleted data', async () => {
  const page = await openExisting('reseller1', VOUCHERS);
  await page.getByText('17 vouchers', { exact: true }).waitFor();
  const deletions: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'DELETE') deletions.push(new URL(call.url()).pathname);
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete all vouchers' }).click();
  await page.getByRole('button', { name: 'Delete 17 vouchers' }).click();
  await page.getByText('17 vouchers deleted', { exact: true }).waitFor();
  expect(deletions).toEqual(['/api/vouchers/hotspot/1']);
  await page.getByRole('row', { name: /gqogb139/ }).waitFor({ state: 'detached' });
  // The list is refetched, and so is the checklist of a new hotspot if it is quick enough.
  expect([...new Set(refusals())]).toEqual(['GET /api/vouchers/{id} 404 No hotspot vouchers found!']);

  refused = [];
  const allAnswered = watchRequests(page);
  await page.goto('/#/hotspots/3');
  await page.getByRole('heading', { name: 'harbour-hotel-13', level: 1 }).waitFor();
  // Earlier requests may be answered after the deletion.
  await allAnswered();
  await page.getByRole('button', { name: 'Actions for harbour-hotel-13', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Type harbour-hotel-13 to confirm').fill('harbour-hotel-13');
  await page.getByRole('button', { name: 'Delete hotspot' }).click();
  await page.getByText('Hotspot harbour-hotel-13 deleted').waitFor();
  await page.getByText('2 hotspots', { exact: true }).waitFor();
  // For existing back ends, a hotspot without vouchers means that none are found.
  expect(refusals().filter((one) => one !== 'GET /api/vouchers/{id} 404 No hotspot vouchers found!')).toEqual([]);
});

test('an admin on an existing back end adds SMS and a disclaimer, and sees that a deleted reseller still exists', async () => {
  const page = await openExisting('admin', '#/accounts/2');
  const sms = page.getByRole('region', { name: 'SMS' });
  await sms.getByText('2,000 / 2,000').waitFor();
  await sms.getByLabel('SMS to add').fill('100');
  await sms.getByRole('button', { name: 'Add SMS' }).click();
  await sms.getByText('2,000 / 2,100').waitFor();

  await page.getByRole('button', { name: 'Add disclaimer' }).click();
  const text = page.getByRole('dialog', { name: 'Add disclaimer' });
  await text.getByLabel('Title').fill('Winter');
  await text.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Until spring.');
  await text.getByRole('button', { name: 'Add disclaimer' }).click();
  await page.getByText('Disclaimer “Winter” added').waitFor();
  await page.getByText('Winter', { exact: true }).waitFor();
  expect(refusals()).toEqual([]);

  await page.goto('/#/accounts');
  await page.getByRole('button', { name: 'Actions for reseller2' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Type reseller2 to confirm').fill('reseller2');
  await page.getByRole('button', { name: 'Delete manager' }).click();
  await page.getByText(/they’re still there/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /reseller2@example\.com/ }).waitFor();
  await page.getByText('15 managers', { exact: true }).waitFor();
  expect(await page.getByText(/Manager reseller2 deleted/).count()).toBe(0);
});

test('a desk on an existing back end creates vouchers without choosing their number or name, prints and deletes them', async () => {
  const page = await openExisting('desk11');
  // Headless browsers have no print dialog, so every frame's print() returns at once, as after "Print".
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('afterprint'));
  });
  await page.reload();
  await page.getByRole('button', { name: 'New vouchers' }).click();
  await page.getByRole('spinbutton', { name: 'How many' }).fill('3');
  await page.keyboard.press('Enter');
  await page.getByText('3 vouchers').first().waitFor();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspot', exact: true }).click();
  await page.getByText('5 vouchers', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for 34810ikk' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete voucher' }).getByRole('button', { name: 'Delete voucher' }).click();
  await page.getByText('Voucher 34810ikk deleted').waitFor();
  await page.getByText('4 vouchers', { exact: true }).waitFor();
  // Only the voucher it had created before isn't printed.
  const all = await vouchersOf('desk11');
  expect(all.map(({ printed }) => printed)).toEqual([false, true, true, true]);
  expect(refusals()).toEqual([]);
});

async function vouchersOf(username: string): Promise<{ printed: boolean }[]> {
  const signIn = JSON.stringify({ username, password: passwordOf(username) });
  const { token } = (await (await fetch(`${existing.url}/api/login`, { method: 'POST', body: signIn })).json()) as { token: string };
  return (await (await fetch(`${existing.url}/api/vouchers/1`, { headers: { Token: token } })).json()) as { printed: boolean }[];
}
