/** Pixels to add to the page's size for the browser's bars. */
const BARS = { width: 100, height: 200 };

/**
 * Makes the page record how long each click or key takes until the next paint.
 *
 * @param {import('playwright-core').Page} page
 */
export async function watchInteractions(page) {
  await showWhole(page);
  await page.evaluate(() => {
    const longest = new Map();
    new window.PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16 });
    Object.assign(globalThis, { longest });
  });
}

/**
 * Times from input to paint, in milliseconds, shortest first.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number[]>}
 */
export async function interactions(page) {
  return page.evaluate(() => [...globalThis.longest.values()].sort((one, other) => one - other));
}

/**
 * Makes the window as large as the page and its bars. It is only as large as the page, so the page's last lines lie below its edge; a
 * paint that nobody could see isn't counted, and a press there would seem to last until something else changes.
 *
 * @param {import('playwright-core').Page} page
 */
export async function showWhole(page) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const devtools = await page.context().newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: { width: width + BARS.width, height: height + BARS.height } });
  await devtools.detach();
}
