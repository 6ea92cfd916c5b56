import type { Page } from 'playwright-core';
import { openFormWith } from './portalTests';

export const screen = (page: Page) => page.frameLocator('iframe');

/** Enters a code on the phone, starting at the portal's first page. */
export async function typeCode(page: Page, code: string) {
  await screen(page).locator('input[name=accept]').check();
  await screen(page).locator('.portal-start').click();
  await openFormWith(screen(page), 'code');
  const form = screen(page)
    .locator('form')
    .filter({ has: page.locator('input[name=code]') });
  await form.locator('input[name=code]').fill(code);
  await form.locator('button.portal-start').click();
}
