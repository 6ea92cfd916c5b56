import { performance } from 'node:perf_hooks';
import type { Locator, Page } from 'playwright-core';

/** Clicks and presses keys on a page, and counts them. */
export class Actions {
  taken = 0;
  #since = performance.now();
  constructor(readonly page: Page) {}
  async click(what: Locator): Promise<void> {
    this.#count();
    await what.click();
  }
  async press(key: string): Promise<void> {
    this.#count();
    await this.page.keyboard.press(key);
  }
  /** Since the first action, or since the page was there if there was none. */
  secondsSince(): number {
    return (performance.now() - this.#since) / 1000;
  }
  #count(): void {
    if (this.taken === 0) this.#since = performance.now();
    this.taken += 1;
  }
}
