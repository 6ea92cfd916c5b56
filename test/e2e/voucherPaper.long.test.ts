/** @jest-environment ./test/support/run/nodeEnvironment.ts */
import { buffer } from 'node:stream/consumers';
import { describe, expect } from '@jest/globals';
import decodeQR from 'qr/decode.js';
import type { Page } from 'playwright-core';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperSettings } from '../../src/contract/plain/paperModel';
import type { BuiltIn, PaperName } from '../../src/contract/plain/paperNames';
import { axeViolations, callAsPage, MESSAGES, openConsole } from '../support/browser/browser';
import { asImage, receiptsOf } from '../support/peers/escPos';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { readPdf, type PrintedPage } from '../support/peers/poppler';
import { needing } from '../support/run/needing';
import { inTurn } from '../support/run/rounds';

const test = needing('PORTICO_TEST_POPPLER');

ownDemonstration();

type ConsoleOptions = NonNullable<Parameters<typeof openConsole>[0]>;

const NAMES = ['محمد علي', 'דוד כהן', '😀 👋', 'Ünal Čapek', '山田太郎', '김민준'];

/** Opens the customer's vouchers and captures what is printed: at least five, one with a right-to-left name. */
async function openPaper(options: Partial<ConsoleOptions> = {}, paper: Partial<PaperSettings> = {}) {
  const { page } = await openConsole({ as: 'customer', ...options });
  const words = MESSAGES[options.language ?? 'en'];
  // Receives the document passed to the browser for printing, then signals that printing has ended.
  let sheet: (html: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => {
    sheet = resolve;
  });
  await page.exposeFunction('printed', (html: string) => sheet(html));
  const hotspot = await hotspotOf(page);
  const created = { hotspot_id: hotspot, type: 'auth', user_mail: '', duration: 3, remain_use: 2 };
  // Those of the test before.
  expect(await callAsPage(page, 'DELETE', `/api/vouchers/hotspot/${hotspot}`)).toBe(200);
  for (const user_name of NAMES) {
    expect(await callAsPage(page, 'POST', '/api/vouchers', { body: { ...created, user_name, num_vouchers: 4 } })).toBe(201);
  }
  const settings = { ...PAPER_DEFAULTS, ssid: 'Guests', footer: 'Reception: 9', ...paper };
  expect(await callAsPage(page, 'PUT', `/api/paper/hotspots/${hotspot}`, { body: settings })).toBe(200);
  await page.goto(`/#/hotspots/${hotspot}?tab=vouchers`);
  await page.getByRole('button', { name: words['vouchers.more'], exact: true }).click();
  await page.getByRole('menuitem', { name: words['vouchers.print_all'] }).click();
  const dialog = page.getByRole('dialog', { name: words['paper.title'] });
  await dialog.getByRole('region', { name: words['paper.preview'] }).waitFor();
  return { page, dialog, words, printed };
}

/** The signed-in account's hotspot, once the console has loaded it. */
async function hotspotOf(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => {
    const { user } = JSON.parse(localStorage.getItem('persist:auth') ?? '{}') as { user?: string };
    return (JSON.parse(user ?? 'null') as { info: { hotspot_id: number } | null } | null)?.info?.hotspot_id;
  });
  return found.jsonValue() as Promise<number>;
}

/** Replaces print() in the console's print frame and keeps the frame's content instead. */
async function keepWhatIsPrinted(page: Page) {
  await page.evaluate(() => {
    new MutationObserver(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#printWindow');
      if (!frame) return;
      frame.addEventListener('load', () => {
        const { contentWindow, contentDocument } = frame;
        if (!contentWindow || !contentDocument) return;
        contentWindow.print = () => {
          void (window as unknown as { printed: (html: string) => Promise<void> }).printed(contentDocument.documentElement.outerHTML);
          contentWindow.dispatchEvent(new Event('afterprint'));
        };
      });
    }).observe(document.body, { childList: true });
  });
}

/** The console's print document as Chromium prints it to PDF. */
async function printedByBrowser(page: Page, html: string): Promise<PrintedPage[]> {
  const paper = await page.context().newPage();
  await paper.goto('/config.json');
  await paper.setContent(html);
  await paper.evaluate(() => document.fonts.ready);
  return readPdf(await paper.pdf({ preferCSSPageSize: true }));
}

/** The words of a page that are real text, not pictures of text, with their positions. */
const positionsOn = (page: PrintedPage) =>
  page.words
    .filter(({ text }) => /^[\u0020-\u024f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+$/.test(text))
    .sort((a, b) => Math.round(a.y) - Math.round(b.y) || a.x - b.x);

const PAPERS: [design: BuiltIn, paper: PaperName][] = [
  ['sheet', 'a4'],
  ['ticket', 'roll_80'],
  ['sheet', 'letter'],
  ['card', 'labels_2x7'],
  ['poster', 'a6'],
];

describe.each(inTurn(PAPERS, 2))('%s on %s', (design, paper) => {
  test('prints the same in the browser and as a PDF, to a tenth of a millimetre', async () => {
    const { page, dialog, words, printed } = await openPaper({}, { design, format: PAPER_FORMATS[paper], language: 'it' });
    await keepWhatIsPrinted(page);
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: words['paper.pdf'] }).click()]);
    expect(download.suggestedFilename()).toMatch(/^vouchers-grand-hotel-miramare-\d{4}-\d\d-\d\d\.pdf$/);
    const saved = readPdf(await buffer(await download.createReadStream()));

    const popUps: Page[] = [];
    page.on('popup', (popUp) => popUps.push(popUp));
    await dialog.getByRole('button', { name: words['paper.print'], exact: true }).click();
    const input = await printed;
    // Undo is offered for some seconds only, and the comparison takes longer on a busy machine.
    await page.getByRole('button', { name: words['paper.take_back'] }).click();
    await page.getByText(/no longer marked as printed/).waitFor();
    const byBrowser = await printedByBrowser(page, input);

    expect(popUps).toEqual([]);
    expect(saved.length).toBeGreaterThan(1);
    expect(byBrowser).toHaveLength(saved.length);
    for (const [index, one] of saved.entries()) {
      const other = byBrowser[index]!;
      expect([other.width, other.height].map(Math.round)).toEqual([one.width, one.height].map(Math.round));
      const [mine, theirs] = [positionsOn(one), positionsOn(other)];
      expect(theirs.map(({ text }) => text)).toEqual(mine.map(({ text }) => text));
      const distances = mine.map((word, at) => Math.max(Math.abs(word.x - theirs[at]!.x), Math.abs(word.y - theirs[at]!.y)));
      expect(Math.max(...distances)).toBeLessThan(0.1);
    }
    const text = saved.flatMap(({ words: found }) => found.map((word) => word.text)).join(' ');
    for (const name of NAMES) expect(text.replaceAll(/[\u202a-\u202e]/g, '')).toContain(name);
  });
});

test('the receipt printer gets one scannable receipt per voucher', async () => {
  const { page, dialog, words } = await openPaper(
    {},
    { design: 'ticket', format: PAPER_FORMATS.roll_58, security: 'wpa', wifi_password: 'sole&mare' },
  );
  await dialog.getByRole('button', { name: words['paper.printers'] }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: words['paper.save_escpos'] }).click(),
  ]);
  const receipts = receiptsOf(await buffer(await download.createReadStream()));
  expect(receipts.length).toBeGreaterThan(5);
  for (const receipt of receipts) {
    expect(receipt.width).toBe(384);
    expect(decodeQR(asImage(receipt))).toBe('WIFI:T:WPA;S:Guests;P:sole&mare;;');
  }
});

const LOOKS: Partial<ConsoleOptions>[] = [
  { theme: 'dark', viewport: 'phone', language: 'it' },
  { theme: 'light', viewport: 'desktop' },
  { theme: 'dark', viewport: 'desktop', language: 'it' },
  { theme: 'light', viewport: 'phone' },
];

test.each(inTurn(LOOKS, 2))('the print dialog is accessible and fits ($theme, $viewport)', async (options) => {
  const { page, words } = await openPaper(options);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words['paper.print']);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test.each(inTurn(LOOKS, 2))('voucher card, templates and print studio are accessible and fit (%j)', async (options) => {
  const { page, dialog, words } = await openPaper(options);
  const looked = async () => {
    // A button that is loading is pale on purpose.
    await page.waitForFunction(() => document.querySelector('.ant-btn-loading') === null);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  };
  await dialog.getByRole('button', { name: words['paper.set_up'] }).click();
  await page.getByRole('dialog', { name: words['paper.set_up_title'] }).getByRole('region', { name: words['paper.preview'] }).waitFor();
  await looked();
  await page.getByRole('button', { name: words['paper.manage_templates'] }).click();
  const templates = page.getByRole('dialog', { name: words['paper.templates'] });
  await templates.getByRole('button', { name: words['paper.copy'], exact: true }).click();
  const edit = templates.getByRole('button', { name: words['paper.edit_one'].split('{')[0] ?? '' }).first();
  await edit.waitFor();
  await looked();
  await edit.click();
  const element = page.locator('[class*="studioElement"]').first();
  await element.waitFor();
  await element.focus();
  await looked();
});
