import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, signIn, tokenOf } from '../support/browser/browser';
import { inDevTools } from '../support/browser/devtools/inBrowser';

const DEMO_PASSWORD = 'portico-demo';

/** A reseller signs in, searches hotspots, opens a dialog, then looks at a guest. Returns what the extension exports. */
async function recordedWork(): Promise<{ file: string; token: string }> {
  const { page, close } = await openConsole({ devTools: true });
  await signIn(page, 'reseller');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Hotspots' }).first().click();
  await page.getByRole('searchbox').fill('caffe-del-molo');
  await page.keyboard.press('Enter');
  await page.getByText('1 hotspot', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for caffe-del-molo' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete hotspot' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Guests' }).first().click();
  await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
  const token = await tokenOf(page);
  const file = await inDevTools(page, (extension) => extension.exported(), null);
  await close();
  return { file, token };
}

/** Records the calls of a page from now on, without the browser's own requests for the tab's icon at each new address. */
function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/') && pathname !== '/mark.svg') sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

/** The steps at which the location in the store changes to one that begins with this. */
const stepOf = (page: Page, hash: string) =>
  inDevTools(
    page,
    (extension, start) => {
      const { computedStates } = JSON.parse(extension.exported()) as {
        computedStates: { state: { location: { pathname: string; search: string } } }[];
      };
      const at = computedStates.findLastIndex(({ state }) => (state.location.pathname + state.location.search).startsWith(start));
      return { at, last: computedStates.length - 1 };
    },
    hash,
  );

const jump = (page: Page, index: number) =>
  inDevTools(page, (extension, at) => extension.dispatch(extension.ActionCreators.jumpToState(at)), index);

const importInto = (page: Page, file: string, withStates: boolean) =>
  inDevTools(page, (extension, { file, withStates }) => extension.imported(file, withStates), { file, withStates });

const hashOf = (page: Page) => page.evaluate(() => window.location.hash);
const storedIn = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Replaying' });

test('an export of DevTools contains neither the token nor a typed password', async () => {
  const { file, token } = await recordedWork();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(file).toContain('"username":"reseller"');
  expect(file).toContain('auth/signedIn');
  expect(file).not.toContain(token);
  expect(file).not.toContain(DEMO_PASSWORD);
});

const IMPORTS = [
  ['an action log', 'logged out', false],
  ['computed states', 'logged in as someone else', true],
  ['computed states', 'logged out', true],
  ['an action log', 'logged in as someone else', false],
] as const;

test.each(IMPORTS)(
  '%s imported into a tab that is %s replays jumps, skips and the slider, and sends and stores nothing',
  async (_what, tab, withStates) => {
    const { file } = await recordedWork();
    const { page } = await openConsole({ devTools: true, ...(tab === 'logged out' ? {} : { as: 'admin', at: '#/audit' }) });
    if (tab === 'logged out') await page.getByLabel('Username').waitFor();
    else await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    // On a busy machine the tab stores its own state later than it asks for anything.
    await page.waitForFunction(() =>
      ['auth', 'counter', 'preferences'].every((slice) => localStorage.getItem(`persist:${slice}`) !== null),
    );
    const before = await storedIn(page);
    const sent = requestsOf(page);

    await importInto(page, file, withStates);
    await page.getByRole('button', { name: 'Adriatica Connect, Reseller' }).waitFor();
    await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
    await banner(page).waitFor();
    expect(await hashOf(page)).toMatch(/^#\/users\/\d+/);
    expect(await inDevTools(page, (extension) => extension.log().errors, null)).toEqual([]);

    // A jump back, and forward again.
    const { at: inDialog, last } = await stepOf(page, '/hotspots?q=caffe-del-molo');
    await jump(page, inDialog);
    await page.getByRole('row', { name: /caffe-del-molo/ }).waitFor();
    await page.getByText('1 hotspot', { exact: true }).waitFor();
    expect(await hashOf(page)).toBe('#/hotspots?q=caffe-del-molo');
    expect(await page.getByRole('searchbox').inputValue()).toBe('caffe-del-molo');

    // Skipping the search shows all hotspots again.
    const narrowed = await inDevTools(page, (extension) => extension.log().types.indexOf('location/listNarrowed'), null);
    await inDevTools(page, (extension, id) => extension.dispatch(extension.ActionCreators.toggleAction(id)), narrowed);
    await page.waitForFunction(() => window.location.hash === '#/hotspots');
    await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
    await inDevTools(page, (extension, id) => extension.dispatch(extension.ActionCreators.toggleAction(id)), narrowed);
    await page.waitForFunction(() => window.location.hash === '#/hotspots?q=caffe-del-molo');

    // The slider, there and back.
    for (let at = last; at >= 0; at -= 3) await jump(page, at);
    for (let at = 0; at <= last; at += 3) await jump(page, at);
    await jump(page, last);
    await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
    await jump(page, 0);
    await page.getByLabel('Username').waitFor();
    expect(await inDevTools(page, (extension) => extension.log().errors, null)).toEqual([]);

    expect(sent).toEqual([]);
    expect(await storedIn(page)).toBe(before);

    // The way out: the tab is as it was.
    await banner(page).getByRole('button', { name: 'Leave replay' }).click();
    if (tab === 'logged out') await page.getByLabel('Username').waitFor();
    else await page.getByRole('button', { name: /, Administrator/ }).waitFor();
    expect(await banner(page).count()).toBe(0);
  },
  180_000,
);

test('a jump in time leaves a form with unsaved changes, and the latest state is live again', async () => {
  const { page } = await openConsole({ devTools: true, as: 'reseller', at: '#/units' });
  await page.getByRole('row').nth(1).waitFor();
  const { last: atUnits } = await stepOf(page, '/units');
  await page
    .getByRole('link', { name: 'Profile' })
    .or(page.getByRole('button', { name: 'Adriatica Connect, Reseller' }))
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByLabel('VAT number').fill('99999999999');

  await jump(page, atUnits);
  await page.getByRole('heading', { name: 'Units', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await hashOf(page)).toMatch(/^#\/units/);
  await banner(page).waitFor();

  const sent = requestsOf(page);
  await jump(page, (await stepOf(page, '/')).last);
  await page.getByLabel('VAT number').waitFor();
  expect(await hashOf(page)).toMatch(/^#\/profile/);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Guests' }).first().click();
  await page.getByRole('row').nth(1).waitFor();
  expect(sent).toContain('GET /api/users');
});
