import { expect, test } from '@jest/globals';
import { openConsole, signIn, tokenOf } from '../support/browser/browser';
import { AHEAD, username, watchFiles } from './firstScreenTests';

test('the sign-in works without the preloaded files, which are requested again after Enter', async () => {
  const { page } = await openConsole();
  await username(page).waitFor();
  await page.route(AHEAD, (route) => route.fulfill({ status: 404, body: 'gone' }));
  let loads = 0;
  page.on('load', () => (loads += 1));
  const refused = page.waitForResponse(AHEAD);
  await page.reload();
  await username(page).fill('reseller');
  await refused;
  await page.waitForLoadState('networkidle');
  expect(await username(page).inputValue()).toBe('reseller');
  expect(loads).toBe(1);
  await page.unroute(AHEAD);
  await signIn(page, 'reseller');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

test('a browser in data-saving mode preloads nothing', async () => {
  const { page } = await openConsole();
  // What the first page is loading ahead ends here.
  await page.goto('about:blank');
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const files = watchFiles(page);
  await page.goto('/');
  await username(page).fill('reseller');
  await page.waitForLoadState('networkidle');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => file.startsWith('frame-'))).toEqual([]);
  await signIn(page, 'reseller');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(files.filter((file) => file.startsWith('frame-'))).not.toEqual([]);
});

test('a signed-in start requests all files at once, before any of them runs', async () => {
  const { page } = await openConsole({ as: 'admin' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  // The largest file of the start is not there until the frame has been asked for.
  const frame = page.waitForRequest(AHEAD);
  await page.route('**/assets/start-*.js', async (route) => {
    await frame;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

/** Of the screen, times the way it moved: what the browser's makers call good is a tenth. */
const STEADY = 0.03;

test.each(['reseller', 'desk'] as const)('the dashboard of a %s does not shift while it loads on a phone', async (as) => {
  const { page } = await openConsole({ as, viewport: 'phone' });
  await tokenOf(page);
  await page.addInitScript(() => {
    const moved: number[] = Object.assign(window, { moved: [] }).moved;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await page.getByRole('group', { name: 'Devices', exact: true }).getByText(/\d/).waitFor();
  await page.waitForLoadState('networkidle');
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved.reduce((sum, one) => sum + one, 0));
  expect(moved).toBeLessThan(STEADY);
});
