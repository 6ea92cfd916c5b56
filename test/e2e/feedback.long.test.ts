import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { openConsole } from '../support/browser/browser';
import { listening, mailSink, parsed } from '../support/peers/mailSink';
import { ownDemonstration } from '../support/browser/ownDemonstration';

/** Folder for a screenshot of the mail: PORTICO_PICTURES=folder npm test -- feedback */
const PICTURES = process.env.PORTICO_PICTURES;

const { sink, received } = mailSink();
const port = listening(sink);

/** The placeholders of a text as they are stored; the editor shows labels instead. */
const tokensIn = (text: Locator) =>
  text.locator('.rich-token').evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('data-token')));
ownDemonstration(() => ({
  SMTP_URL: `smtp://127.0.0.1:${port()}`,
  MAIL_FROM: 'Portico <portico@example.com>',
}));

test('a reseller writes, previews, saves and reopens a feedback e-mail', async () => {
  const { page } = await openConsole({ as: 'reseller' });
  await page.getByRole('link', { name: 'Feedback', exact: true }).click();
  await page.getByText('Choose a hotspot to edit').waitFor();
  await page.getByRole('combobox', { name: 'Hotspot' }).fill('miramare');
  await page.getByText(/^grand-hotel-miramare/).click();

  const first = page.getByRole('region', { name: 'First e-mail: how was it?' });
  const text = first.getByRole('textbox', { name: 'E-mail text' });
  const preview = first.getByRole('group', { name: 'E-mail preview' });
  const tool = (name: string | RegExp) => first.getByRole('button', { name });
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await first.getByText('$$URL$$ is missing').waitFor();
  await tool('Heading 1').click();
  await page.keyboard.type('Com’è andata?');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Grazie');
  await page.keyboard.press('ControlOrMeta+b');
  // A placeholder, typed or inserted by its button, is one unit that a single Backspace deletes.
  await page.keyboard.type(' da $$HOTSPOT$$: ');
  await tool(/^Insert \$\$URL\$\$/).click();
  await tool(/^Insert \$\$HOTSPOT\$\$/).click();
  expect(await tokensIn(text)).toEqual(['$$HOTSPOT$$', '$$URL$$', '$$HOTSPOT$$']);
  await page.keyboard.press('Backspace');
  expect(await tokensIn(text)).toEqual(['$$HOTSPOT$$', '$$URL$$']);
  await first.getByText('$$URL$$ is missing').waitFor({ state: 'detached' });
  await first.getByLabel('Subject', { exact: true }).fill('Il tuo soggiorno – $$HOTSPOT$$');

  await preview.getByRole('heading', { name: 'Com’è andata?' }).waitFor();
  await preview.getByText('Il tuo soggiorno – grand-hotel-miramare').waitFor();
  expect(await preview.getByText('da grand-hotel-miramare:').isVisible()).toBe(true);
  const wide = await preview.locator('[data-device]').evaluate((frame) => frame.clientWidth);
  await preview.getByText('Smartphone').click();
  expect(await preview.locator('[data-device]').evaluate((frame) => frame.clientWidth)).toBe(360);
  expect(wide).toBeGreaterThan(600);

  // A test mail uses the unsaved text.
  await first.getByRole('button', { name: 'Send a test' }).click();
  await first.getByText('Test sent to').waitFor();
  const [mail] = received;
  if (!mail) throw new Error('no mail came');
  const { headers, html, text: words } = parsed(mail);
  expect(headers.subject).toBe('Il tuo soggiorno – grand-hotel-miramare');
  expect(headers['content-type']).toMatch(/^multipart\/alternative/);
  expect(words).toContain('Grazie da grand-hotel-miramare: https://example.com/feedback');
  expect(html).toMatch(/<h1 style="[^"]*">Com’è andata\?<\/h1>/);
  expect(html).not.toMatch(/<script|\$\$|data-token/);
  const { page: program, close } = await openConsole();
  // Mail programs show the attached logo; the console's page, which is used to render the mail here, wouldn't.
  await program.setContent(html.replaceAll(/src="cid:[^"]*"/g, 'src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="'));
  // The mail is what the preview showed, in the captive portal's colours.
  const looksOf = async (element: ReturnType<typeof program.locator>) =>
    element.evaluate((cell) => {
      const { color, fontFamily, fontSize } = getComputedStyle(cell);
      return {
        text: (cell as HTMLElement).innerText,
        color,
        fontFamily,
        fontSize,
        ground: getComputedStyle(cell.closest('table') ?? cell).backgroundColor,
      };
    });
  expect(await looksOf(program.locator('td').first())).toEqual(await looksOf(preview.locator('td').first()));
  if (PICTURES !== undefined) {
    mkdirSync(PICTURES, { recursive: true });
    for (const width of [800, 360]) {
      await program.setViewportSize({ width, height: 600 });
      await program.screenshot({ path: path.join(PICTURES, `mail-${width}.png`), fullPage: true });
    }
  }
  await close();

  // An unknown mailbox is reported, with the mail server's own words only to admins; no further mail arrived.
  const address = page.getByLabel('Feedback e-mail', { exact: true });
  const stored = await address.inputValue();
  await address.fill('nobody@example.com');
  await first.getByRole('button', { name: 'Send a test' }).click();
  await first.getByText('Couldn’t send the test').waitFor();
  expect(await first.getByText(/no such mailbox here/).count()).toBe(0);
  expect(received).toHaveLength(1);
  await address.fill(stored);

  // Leaving asks first; switching off hides the editors, and on again brings back their unsaved text.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await first.getByLabel('Send the first e-mail').uncheck();
  await text.waitFor({ state: 'detached' });
  await first.getByLabel('Send the first e-mail').check();
  await text.getByText('Grazie').waitFor();
  await page.getByText('2 changes').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Feedback e-mails saved').waitFor();
  await page.reload();
  await text.getByText('Com’è andata?').waitFor();
  expect(await tokensIn(text)).toEqual(['$$HOTSPOT$$', '$$URL$$']);
  expect(await first.getByLabel('Subject', { exact: true }).inputValue()).toBe('Il tuo soggiorno – $$HOTSPOT$$');
  expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
}, 120_000);
