/** Windows' contrast themes (forced colours), which paint over backgrounds: what is chosen and what a bar says must still be seen. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole } from '../support/browser/browser';

/** How each element that matches can be told from what is around it. */
const signsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { outlineStyle, borderTopStyle } = getComputedStyle(element);
      return [outlineStyle !== 'none' && 'outline', borderTopStyle !== 'none' && 'border'].filter(Boolean);
    });

async function openIn(scheme: 'light' | 'dark', at: string, as: 'reseller' | 'desk' = 'reseller') {
  const { page } = await openConsole({ as, at, theme: scheme });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
  return page;
}

test.each(['light', 'dark'] as const)(
  'a contrast theme shows what is chosen, when units reported, and where a dialog ends (%s)',
  async (scheme) => {
    const page = await openIn(scheme, '#/units/1');
    await page.getByRole('img').first().waitFor();
    expect(await signsOf(page, 'nav [aria-current=page]')).toContain('outline');
    expect(await signsOf(page, '[role=img] > span')).toContain('border');
    expect(await signsOf(page, '.ant-badge-status-dot')).toContain('border');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('rossi');
    await page.locator('[role=option][aria-selected=true]').waitFor();
    expect(await signsOf(page, '[role=option][aria-selected=true]')).toContain('outline');
    expect(await signsOf(page, '.ant-modal-container')).toContain('border');
    await page.keyboard.press('Escape');

    await page.evaluate(() => (window.location.hash = '#/reports'));
    await page.locator('.ant-radio-button-wrapper-checked').waitFor();
    expect(await signsOf(page, '.ant-radio-button-wrapper-checked')).toContain('outline');
    expect(await signsOf(page, '.ant-segmented-item-selected')).toContain('outline');

    await page.evaluate(() => (window.location.hash = '#/hotspots/1?tab=preferences'));
    await page.locator('.ant-tabs-ink-bar').waitFor();
    expect(await signsOf(page, '.ant-tabs-ink-bar')).toContain('border');
  },
);

test('a contrast theme shows which voucher Enter makes', async () => {
  const page = await openIn('dark', '#/', 'desk');
  const [first, second] = [page.getByRole('button', { name: '1 day' }), page.getByRole('button', { name: '3 days' })];
  await first.waitFor();
  const fillOf = async (button: typeof first) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await fillOf(first)).not.toBe(await fillOf(second));
});
