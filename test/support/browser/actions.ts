import type { Locator, Page } from 'playwright-core';

/** Clicks and presses keys on a page, and counts them. */
export class Actions {
  taken = 0;
  constructor(readonly page: Page) {}
  async click(what: Locator): Promise<void> {
    this.taken += 1;
    await what.click();
  }
  async press(key: string): Promise<void> {
    this.taken += 1;
    await this.page.keyboard.press(key);
  }
}
