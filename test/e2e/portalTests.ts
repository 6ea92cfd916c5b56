import { expect } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { axeViolations } from '../support/browser/browser';

/** The button below the code of a voucher. */
export const CONNECT = 'form[action$="/code"] .portal-start';

/** Expects no accessibility violations, and nothing wider than the screen. */
export async function isFine(page: Page, what: string) {
  expect([what, await axeViolations(page)]).toEqual([what, []]);
  expect([what, await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)]).toEqual([what, 0]);
}

/** Opens the form with a field, if each login method has a button of its own. */
export async function openFormWith(page: Page | FrameLocator, field: 'code' | 'email' | 'phone') {
  await page.locator(`[name=${field}]`).first().waitFor({ state: 'attached' });
  const closed = page.locator(`details:not([open]):has([name=${field}]) > summary`);
  if ((await closed.count()) > 0) await closed.click();
}
