/**
 * Makes the page record how long each click or key takes until the next paint.
 *
 * @param {import('playwright-core').Page} page
 */
export async function watchInteractions(page) {
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
