/** The documentation site in a browser: searched from a folder, without a server, and the page of the API's calls, which reads it from one. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { SITE } from '../../scripts/paths.mjs';
import { axeViolations, openConsole } from '../support/browser/browser';
import { codeBlock } from '../support/run/documents';

const local = (page: string) => pathToFileURL(path.join(SITE, page)).href;

test.each([
  ['index.html', 'Search the documentation', 'lost ticket', 'staff/en/lost-ticket.html'],
  ['decisions/0013-antd.html', 'Search the documentation', 'restore backup', 'operations/backups.html'],
  ['staff/it/index.html', 'Cerca nella documentazione', 'codice smarrito', 'staff/it/lost-ticket.html'],
])('the site is searched from a folder, without a server: on %s', async (at, label, words, wanted) => {
  const { page } = await openConsole();
  await page.goto(local(at));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const box = page.getByRole('searchbox', { name: label });
  await box.fill(words);
  const links = page.locator('#found a');
  await links.first().waitFor();
  const found = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(found).toContain(local(wanted));
  expect(requested.filter((url) => !url.startsWith('file:'))).toEqual([]);

  await box.press('ArrowDown');
  expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
  const [first = ''] = found;
  await page.keyboard.press('Enter');
  await page.waitForURL(first);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a search without results says so', async () => {
  const { page } = await openConsole();
  await page.goto(local('index.html'));
  await page.getByRole('searchbox').fill('xylophone quartz');
  await page.getByText('Nothing found.').waitFor();
});

test('the page of the API lists every call that the server describes, with its fields and an example, and finds them by words', async () => {
  const { page } = await openConsole();
  const { paths } = (await (await page.request.get('/api/docs/json')).json()) as { paths: Record<string, object> };
  const described = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
  expect(described).toBeGreaterThan(100);
  await page.goto('/docs/api.html');
  const calls = page.locator('#calls details');
  await calls.first().waitFor();
  expect(await calls.count()).toBe(described);

  await page.getByLabel('Filter').fill('post vouchers');
  const shown = await page.locator('#calls details:visible summary').allInnerTexts();
  expect(shown.length).toBeLessThan(described / 4);
  expect(shown).toContain('POST /api/vouchers');
  const call = page
    .locator('#calls details', { has: page.getByText('/api/vouchers', { exact: true }) })
    .filter({ hasText: 'POST' })
    .first();
  await call.locator('summary').click();
  await call.getByRole('heading', { name: 'Body' }).waitFor();
  expect(await call.locator('table').first().innerText()).toContain('num_vouchers');
  expect(await call.locator('pre').first().innerText()).toMatch(/^curl .*\/api\/vouchers/);
  expect(await axeViolations(page)).toEqual([]);
});

test.each(['index.html', 'first-evening.html', 'settings.html', 'operations/backups.html', 'wire.html', 'staff/it/lost-ticket.html'])(
  'the page %s can be read and scrolled by everybody',
  async (at) => {
    const { page } = await openConsole();
    await page.goto(local(at));
    expect(await axeViolations(page)).toEqual([]);
  },
);

test('the commands for integrators sign in, read a list, and make a voucher once', async () => {
  const { page } = await openConsole();
  const env = { ...process.env, PORTICO: new URL(page.url()).origin };
  const [signIn, makeVoucher] = ['TOKEN', 'curl'].map((start) => codeBlock('docs/integrating.md', { start }));
  const script = [signIn, makeVoucher, makeVoucher].join('\necho\n');
  const [list = '', first, again] = execFileSync('bash', ['-ec', script], { env, encoding: 'utf8' }).split('\n');
  expect(JSON.parse(list)).toMatchObject({ data: expect.any(Array) as unknown });
  expect(JSON.parse(first ?? '')).toMatchObject({ vouchers: [{ code: expect.stringMatching(/^\w+$/) as unknown }] });
  expect(again).toBe(first);
});
