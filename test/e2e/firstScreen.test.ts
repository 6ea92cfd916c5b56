import { expect, test } from '@jest/globals';
import { MESSAGES, openConsole, watchRequests } from '../support/browser/browser';
import { AHEAD, username, watchFiles } from './firstScreenTests';

/** Bytes as transferred, compressed. */
const SIGN_IN_BUDGET = 140_000;

/** Records in the page when its first field appears. */
function noteWhenUsable(): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('input')) return;
    seen.disconnect();
    performance.mark('usable');
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** Number of files loaded once the page has nothing more to do. */
async function filesLoadedWhenIdle(): Promise<number> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  return performance.getEntriesByType('resource').length;
}

/** The requests made before the first field appeared, with the milliseconds when they began and had been answered. */
function requestedUntilUsable(): { file: string; bytes: number; from: number; until: number }[] {
  const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return (entries as PerformanceResourceTiming[])
    .filter(({ startTime }) => startTime < usable)
    .map(({ name, encodedBodySize: bytes, startTime: from, responseEnd: until }) => ({
      file: name.replace(/.*\//, ''),
      bytes,
      from,
      until,
    }));
}

test('the sign-in screen loads alone within its budget, the dashboard’s files while one types, and those of lists when one points at a list', async () => {
  const { page } = await openConsole();
  await username(page).waitFor();
  await page.addInitScript(noteWhenUsable);
  const ahead = page.waitForResponse(AHEAD);
  const allAnswered = watchRequests(page);
  await page.reload();
  await username(page).fill('admin');
  // A request is listed once it is answered.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/frame-[^/]*js$/.test(name)));
  const requested = await page.evaluate(requestedUntilUsable);
  const isFrame = ({ file }: { file: string }) => /^frame-.*js$/.test(file);
  const needed = requested.filter((one) => !isFrame(one));
  expect(needed.map(({ file }) => file.replace(/-.*/, ''))).toEqual(
    expect.arrayContaining(['index', 'first', 'start', 'en', 'config.json']),
  );
  expect(needed.filter(({ file }) => /^(?:parts|lists)-.*js$/.test(file))).toEqual([]);
  // The dashboard's file is fetched while the sign-in screen is rendered, once its own largest file is there.
  const start = needed.find(({ file }) => file.startsWith('start-'));
  expect(requested.find(isFrame)?.from).toBeGreaterThanOrEqual(start?.until ?? Infinity);
  const bytes = needed.reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(SIGN_IN_BUDGET);

  await ahead;
  // A preloaded file may request others once it has been read.
  for (let before = -1, now = 0; now !== before;) {
    await allAnswered();
    before = now;
    now = await page.evaluate(filesLoadedWhenIdle);
  }
  const after = watchFiles(page);
  await page.getByLabel(MESSAGES.en['login.password'], { exact: true }).fill('portico-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await allAnswered();
  await page.evaluate(filesLoadedWhenIdle);
  expect(after).toEqual([]);

  const list = page.waitForRequest('**/assets/lists-*.js');
  await page.getByRole('link', { name: 'Guests', exact: true }).first().hover();
  await list;
});
