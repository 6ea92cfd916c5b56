import { expect, test } from '@jest/globals';
import { MESSAGES, openConsole, signIn, tokenOf } from '../support/browser/browser';
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
  // Leaving the page stops its preloading.
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

test('the sign-in request is sent before anything is rendered for it, and the form stays until the dashboard shows', async () => {
  const { page } = await openConsole();
  await username(page).fill('reseller');
  await page.getByLabel(MESSAGES.en['login.password'], { exact: true }).fill('portico-demo');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const seen: string[] = Object.assign(window, { seen: [] }).seen;
    const send = window.fetch;
    window.fetch = (...call) => {
      seen.push(document.querySelector('button[aria-busy]') ? 'sent late' : 'sent');
      return send(...call);
    };
    new MutationObserver(() => {
      const shown = document.querySelector('main[aria-busy]') ? 'skeleton' : (document.querySelector('h1')?.textContent ?? '');
      if (!seen.includes(shown)) seen.push(shown);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.slice(0, seen.indexOf('Dashboard') + 1)).toEqual(['sent', 'Portico', 'sent', 'sent', 'sent', 'Dashboard']);
});

test('a signed-in start requests all files at once, before any of them runs', async () => {
  const { page } = await openConsole({ as: 'admin' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  // Hold back the largest file of the start until the frame has been requested.
  const frame = page.waitForRequest(AHEAD);
  await page.route('**/assets/start-*.js', async (route) => {
    await frame;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

/** Share of the screen that shifts, multiplied by the distance; browser makers call up to 0.1 good. */
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

test.each([1440, 1024, 390])('the lines shown until a stored login is confirmed stand where the screen will, %i px wide', async (width) => {
  const { page } = await openConsole({ as: 'reseller' });
  await page.setViewportSize({ width, height: 800 });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/accounts\/\d+$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const leftEdge = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x;
  await page.locator('main[aria-busy] > span').first().waitFor();
  const lines = await leftEdge('main[aria-busy] > span');
  answer();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(await leftEdge('h1')).toBe(lines);
});
