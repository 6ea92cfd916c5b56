/** The counter, the print dialog and batches, used with only Chromium's accessibility tree and the keyboard. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, tokenOf } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';

ownDemonstration();

/** What a screen reader finds on the page, in order: role and name of everything that has a name. */
async function announcements(page: Page): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  await devTools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const walk = (id: string): string[] => {
    const node = byId.get(id);
    if (!node) return [];
    const [role, name] = [node.role?.value as string | undefined, node.name?.value as string | undefined];
    const own = !node.ignored && name && !SILENT.has(role ?? '') ? [`${role}: ${name}`] : [];
    return [...own, ...(node.childIds ?? []).flatMap(walk)];
  };
  return walk(nodes[0]?.nodeId ?? '');
}
const SILENT = new Set(['StaticText', 'InlineTextBox', 'LabelText', 'ListMarker', 'image']);

/** Waits until the tree contains these in this order, perhaps with others in between. */
async function hears(page: Page, wanted: readonly (string | RegExp)[]) {
  for (let tries = 1; ; tries += 1) {
    const missing = firstMissing(await announcements(page), wanted);
    if (missing === null) return;
    if (tries === 20) expect(missing).toBe(null);
    await page.waitForTimeout(250);
  }
}

/** The first one that doesn't follow the ones before it, and what follows instead. */
function firstMissing(all: readonly string[], wanted: readonly (string | RegExp)[]) {
  let from = 0;
  for (const want of wanted) {
    const at = all.findIndex((one, index) => index >= from && (typeof want === 'string' ? one === want : want.test(one)));
    if (at < 0) return { want: String(want), after: all.slice(from, from + 60) };
    from = at + 1;
  }
  return null;
}

const focused = (page: Page) => page.locator('*:focus');

/** Presses Tab until the focus is on the element, as somebody does who can't see where it is. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).and(focused(page));
  for (let remaining = 80; remaining > 0; remaining -= 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  expect(`${role} ${String(name)} is reached by Tab`).toBe('so');
}

/** The signed-in account's hotspot, once the console has loaded it. */
async function hotspotOf(page: Page): Promise<number> {
  await tokenOf(page);
  return page.evaluate(() => {
    const { user = 'null' } = JSON.parse(localStorage.getItem('persist:auth') ?? '{}') as { user?: string };
    return (JSON.parse(user) as { info: { hotspot_id: number } }).info.hotspot_id;
  });
}

test('the screen reader announces the counter and the way to paper', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const { keyboard } = page;
  await page.getByRole('button', { name: '3 days' }).waitFor();
  await hears(page, [
    'link: Skip to content',
    /^heading: /,
    'group: New voucher',
    'button: 1 day',
    'button: 3 days',
    /^(searchbox|textbox|combobox): /,
    /^(region|heading): Last vouchers$/,
  ]);

  await tabTo(page, 'button', '3 days');
  await keyboard.press('Enter');
  const ready = page.getByRole('region', { name: 'Voucher ready' });
  await ready.locator('[class*="bigCode"]').and(focused(page)).waitFor();
  const code = (await ready.locator('[class*="bigCode"] [aria-hidden]').innerText()).replaceAll(/\s/g, '');
  // The code is spelled, not read as a word.
  await ready.getByText(Array.from(code).join(' '), { exact: true }).waitFor({ state: 'attached' });
  await hears(page, ['region: Voucher ready', 'button: Print', 'button: Copy', 'button: Show to guest']);

  // For one of the last vouchers, the print choices come first.
  await tabTo(page, 'button', `Print ${code}`);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Print/ });
  await dialog.getByRole('button', { name: 'Print', exact: true }).and(focused(page)).waitFor();
  await dialog.getByRole('status').getByText('1 voucher on 1 page').waitFor();
  await hears(page, [
    /^dialog: Print/,
    'combobox: Design',
    'combobox: Paper',
    /^spinbutton: Start at position/,
    'region: Preview',
    'button: Save as PDF',
    'button: Print',
  ]);
  await page.evaluate(() => {
    new MutationObserver(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#printWindow');
      frame?.addEventListener('load', () => {
        const { contentWindow } = frame;
        if (contentWindow) contentWindow.print = () => void contentWindow.dispatchEvent(new Event('afterprint'));
      });
    }).observe(document.body, { childList: true });
  });
  await keyboard.press('Enter');
  await page.getByText('1 voucher marked as printed').waitFor();
  await page
    .getByRole('button', { name: `Print ${code}` })
    .and(focused(page))
    .waitFor();
});

test('the keyboard alone turns a file of guests into vouchers and cancels the unused ones of a batch', async () => {
  const { page } = await openConsole({ as: 'customer' });
  const { keyboard } = page;
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const hotspotId = await hotspotOf(page);
  await page.goto(`/#/hotspots/${hotspotId}?tab=batches`);
  await page.getByRole('button', { name: 'Vouchers from a file' }).first().waitFor();
  await tabTo(page, 'button', 'Vouchers from a file');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Vouchers from a file' });
  // The dialog takes the focus once it is open.
  await dialog.locator('*:focus').waitFor();
  // Wait for the event early: otherwise the key is pressed before the browser knows that the test handles file choosers.
  const requested = page.waitForEvent('filechooser');
  await tabTo(page, 'button', 'Choose file');
  await keyboard.press('Enter');
  const chooser = await requested;
  await chooser.setFiles({ name: 'congress.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Room\nAda Rossi,101\n王小明,102\n') });
  await dialog.getByRole('status').getByText('2 guests, no problems').waitFor();
  await hears(page, [
    'dialog: Vouchers from a file',
    'button: Choose file',
    'region: Lines of the file',
    'textbox: Batch',
    'combobox: Limits',
    'button: Create 2 vouchers',
  ]);
  await tabTo(page, 'button', 'Create 2 vouchers');
  await keyboard.press('Enter');
  await page.getByText('2 vouchers created').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await tabTo(page, 'button', 'Actions for congress');
  await keyboard.press('Enter');
  const cancel = page.getByRole('menuitem', { name: /unused/i });
  await cancel.waitFor();
  while ((await cancel.and(focused(page)).count()) === 0) {
    await keyboard.press('ArrowDown');
    // The menu moves the focus one frame later.
    await page.waitForTimeout(200);
  }
  await keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await question.waitFor();
  await tabTo(page, 'button', 'Cancel unused vouchers');
  await keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByText('2 vouchers cancelled').waitFor();
});
