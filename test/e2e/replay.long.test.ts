import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Recording } from '../../src/app/replay/recordingFile';
import { dispatchIn, openConsole, signIn, tokenOf } from '../support/browser/browser';
import { inDevTools } from '../support/browser/devtools/inBrowser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { inTurn } from '../support/run/rounds';

/** The same clock for recording and replay, because screens show how long ago things were. */
const NOW = new Date();

const folder = mkdtempSync(path.join(tmpdir(), 'portico-replay-'));
const config = path.join(folder, 'config.json');
writeFileSync(config, JSON.stringify({ allow_replay: true }));
ownDemonstration(() => ({ PORTICO_CONFIG: config }));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Visit = (page: Page) => Promise<unknown>;

/** Opens a screen by the menu. The previous screen stays until the new one has loaded. */
const menu =
  (name: string): Visit =>
  async (page) => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole(name === 'Hotspot' ? 'tab' : 'heading', name === 'Hotspot' ? { name: 'Vouchers' } : { name, level: 1 }).waitFor();
  };
const rows: Visit = (page) => page.getByRole('row').nth(1).waitFor();

/** What each role visits; a screenshot is taken after each line. */
const JOURNEYS: Record<'admin' | 'reseller' | 'customer' | 'desk', Visit[][]> = {
  admin: [
    [menu('Dashboard'), (page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()],
    [menu('Units'), rows],
    [menu('Hotspots'), rows],
    [menu('Managers'), rows],
    [menu('Audit trail'), rows],
  ],
  reseller: [
    [
      menu('Hotspots'),
      (page) => page.getByRole('searchbox').fill('molo'),
      (page) => page.keyboard.press('Enter'),
      (page) => page.getByText('1 hotspot', { exact: true }).waitFor(),
    ],
    [
      (page) => page.getByRole('button', { name: 'New hotspot' }).click(),
      // The dialog takes the focus, and leaving the empty field shows its error.
      (page) =>
        page.getByRole('dialog', { name: 'New hotspot' }).getByLabel('Description', { exact: true }).and(page.locator('*:focus')).waitFor(),
      (page) => page.getByRole('dialog').getByLabel('Description', { exact: true }).blur(),
      (page) => page.getByRole('dialog').getByText('Fill in this field').waitFor(),
    ],
    [
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
      (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
      menu('Guests'),
      rows,
    ],
    [
      (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
      (page) => page.getByRole('heading', { name: 'Devices' }).first().waitFor(),
    ],
  ],
  customer: [
    [menu('Devices'), rows],
    [menu('Sessions'), rows],
    [menu('Guests'), rows],
  ],
  desk: [
    [menu('Guests'), rows],
    [menu('Hotspot'), rows],
  ],
};

/** A screenshot without what the store doesn't hold: pointer, focus and scroll position. */
async function picture(page: Page): Promise<string> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await page.locator('.ant-skeleton, .ant-spin-spinning').first().waitFor({ state: 'detached' });
  const style =
    '[class*="replayBar"], [class*="replayList"], [class*="replaySign"] { display: none !important } body { padding: 0 !important }';
  return (await page.screenshot({ style, animations: 'disabled' })).toString('base64');
}

/** Folder for the two pictures that differ: PORTICO_PICTURES=folder npm test -- replay */
const PICTURES = process.env.PORTICO_PICTURES;

/**
 * Difference, of 255, up to which pictures count as equal: the browser draws the edges of round corners slightly differently each time,
 * while a letter makes a difference of 100 or more.
 */
const AS_GOOD_AS_EQUAL = 32;

async function looksAsIn(page: Page, role: string, seen: Created['seen'], stop: number): Promise<void> {
  const then = seen[stop]?.picture ?? '';
  let now = await picture(page);
  let difference = await mostDifferent(now, then);
  // Screens follow the state a moment later.
  for (let tries = 0; difference > AS_GOOD_AS_EQUAL && tries < 40; tries += 1) {
    await page.waitForTimeout(250);
    now = await picture(page);
    difference = await mostDifferent(now, then);
  }
  if (PICTURES !== undefined && difference > 0) {
    for (const [name, shown] of Object.entries({ now, then }))
      writeFileSync(path.join(PICTURES, `${role}-${stop}-${name}.png`), shown, 'base64');
  }
  expect({ stop, isSame: difference <= AS_GOOD_AS_EQUAL, difference }).toEqual({ stop, isSame: true, difference });
}

/** The largest difference between two pictures, of 255. */
async function mostDifferent(one: string, other: string): Promise<number> {
  if (one === other) return 0;
  const [a, b] = await Promise.all([one, other].map((shown) => sharp(Buffer.from(shown, 'base64')).raw().toBuffer()));
  if (!a || a.length !== b?.length) return 255;
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}

interface Created {
  seen: { picture: string; rows: number }[];
  open: Recording;
  hidden: Recording;
  hiddenText: string;
  openText: string;
  token: string;
}

/** Signs in, makes a journey with a screenshot at every stop, and saves the recording with and without personal data. */
async function recorded(role: keyof typeof JOURNEYS): Promise<Created> {
  const { page, close } = await openConsole({ inHand: true, now: NOW });
  await signIn(page, role);
  // Most recordings are made by people who signed in days ago.
  if (role === 'reseller' || role === 'desk') {
    await tokenOf(page);
    await page.reload();
  }
  const seen: Created['seen'] = [];
  for (const visits of JOURNEYS[role]) {
    for (const visit of visits) await visit(page);
    await page.waitForLoadState('networkidle');
    seen.push({ picture: await pictureAtStop(page, seen.length), rows: await page.getByRole('row').count() });
  }
  const token = await tokenOf(page);
  const [openText, hiddenText] = [await save(page, false), await save(page, true)];
  await close();
  return { seen, open: JSON.parse(openText) as Recording, hidden: JSON.parse(hiddenText) as Recording, openText, hiddenText, token };
}

/**
 * Marks this stop in the recording and takes a screenshot of the state that it holds there; repeats this until the screen is the same
 * before the mark and after it.
 */
async function pictureAtStop(page: Page, stop: number): Promise<string> {
  for (let before = await picture(page); ;) {
    await dispatchIn(page, { type: 'test/stop', payload: stop });
    const after = await picture(page);
    if ((await mostDifferent(before, after)) <= AS_GOOD_AS_EQUAL) return after;
    before = after;
  }
}

async function save(page: Page, isHiding: boolean): Promise<string> {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save diagnostic recording' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save diagnostic recording' });
  if (!isHiding) await dialog.getByRole('checkbox', { name: 'Hide personal data' }).uncheck();
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save' }).click()]);
  await dialog.waitFor({ state: 'detached' });
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Opens a recording in a fresh browser without a login and then cuts the network. */
async function openedOffline(text: string): Promise<Page> {
  const { page } = await openConsole({ at: '?replay', now: NOW, inHand: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()]);
  await chooser.setFiles({ name: 'portico-recording.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: 'Replaying' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('region', { name: 'Replaying' }).getByRole('button', { name: 'Actions' }).click();
  return page;
}

/** The position of each stop's last mark. */
const stopsOf = ({ actions }: Recording) => [
  ...new Map(actions.flatMap(({ type, payload }, index) => (type === 'test/stop' ? [[payload, index]] : []))).values(),
];

/** Moves the slider from its current position to a step: by keys, or by a click as near as a pointer gets. */
async function slideTo(page: Page, step: number, isByKeys: boolean): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Position' });
  const valueOf = async (name: string) => Number(await slider.getAttribute(name));
  if (!isByKeys) {
    const rail = page.locator('[class*="replayBar"] .ant-slider-rail');
    const width = (await rail.boundingBox())?.width ?? 0;
    await rail.click({ position: { x: (step / (await valueOf('aria-valuemax'))) * width, y: 1 }, force: true });
  }
  // A dialog that opens takes the focus, so each press moves it back to the slider; a dialog that opens at that very moment gets the press
  // instead.
  for (let at = await valueOf('aria-valuenow'); at !== step; at = await valueOf('aria-valuenow')) {
    await slider.press(at < step ? 'ArrowRight' : 'ArrowLeft');
  }
  await page.getByText(new RegExp(`^${step} of `)).waitFor();
}

/** The role with the longest journey comes first. */
const ROLES: (keyof typeof JOURNEYS)[] = ['reseller', 'customer', 'admin', 'desk'];

test.each(inTurn(ROLES, 2))(
  'a recording of a %s replays offline, forwards and back, as pictures and in DevTools, without personal data or secrets',
  async (role) => {
    const { seen, open, hidden, openText, hiddenText, token } = await recorded(role);
    const stops = stopsOf(open);
    expect(stops).toHaveLength(seen.length);
    expect(open).toMatchObject({ role, isPersonalDataHidden: false, console: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown });
    expect(openText + hiddenText).not.toContain(token);
    expect(openText + hiddenText).not.toContain('portico-demo');

    const page = await openedOffline(openText);
    const forthAndBack = [...stops.keys(), ...[...stops.keys()].reverse()];
    for (const stop of forthAndBack) {
      await slideTo(page, stops[stop] ?? 0, role === 'customer');
      await looksAsIn(page, role, seen, stop);
    }

    // Played from the start, it ends with the state in which it was saved.
    await page.getByRole('slider', { name: 'Position' }).press('Home');
    await page.getByText(/^0 of /).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText(`${open.actions.length} of ${open.actions.length}`).waitFor();

    // Without personal data it plays the same: every list finds its rows in the cache.
    const blind = await openedOffline(hiddenText);
    for (const stop of stops.keys()) {
      await slideTo(blind, stops[stop] ?? 0, false);
      const { rows: then = 0 } = seen[stop] ?? {};
      const shown = blind.getByRole('row');
      // Screens follow the state a moment later: the previous one may have more rows.
      await shown.nth(then).waitFor({ state: 'detached' });
      if (then > 0) await shown.nth(then - 1).waitFor();
      await picture(blind);
      expect({ stop, rows: await shown.count() }).toEqual({ stop, rows: then });
    }
    expect(await blind.getByText('Couldn’t replay this step').count()).toBe(0);
    const personal = personalIn(open);
    expect(personal.size).toBeGreaterThan(10);
    expect([...personal].filter((text) => hiddenText.toLowerCase().includes(text))).toEqual([]);
    expect(hidden.actions.map(({ type }) => type)).toEqual(open.actions.map(({ type }) => type));

    // The same log, imported into the extension's own engine.
    const { page: developer } = await openConsole({ devTools: true, now: NOW });
    await developer.getByLabel('Username').waitFor();
    await inDevTools(developer, (extension, { start, actions }) => extension.importedLog(start, actions), {
      start: open.start,
      actions: open.actions,
    });
    for (const stop of forthAndBack) {
      await inDevTools(developer, (extension, at) => extension.dispatch(extension.ActionCreators.jumpToState(at)), stops[stop] ?? 0);
      await developer.getByRole('button', { name: 'Help', exact: true }).waitFor();
      await looksAsIn(developer, role, seen, stop);
    }
    expect(await inDevTools(developer, (extension) => extension.log().errors, null)).toEqual([]);
  },
  300_000,
);

/** E-mail, MAC and IP addresses and full names in a recording, in lower case. */
function personalIn(recording: Recording): Set<string> {
  const found = new Set<string>();
  const text = JSON.stringify(recording).toLowerCase();
  for (const pattern of [/[\w.+-]+@[\w.-]+\.[a-z]{2,}/g, /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/g, /\b(?:\d{1,3}\.){3}\d{1,3}\b/g]) {
    for (const [match] of text.matchAll(pattern)) found.add(match);
  }
  for (const [, name = ''] of text.matchAll(/"name":"([^"]+ [^"]+)","username"/g)) found.add(name);
  // Browser versions look like IP addresses.
  for (const match of [...found]) if (recording.browser.includes(match)) found.delete(match);
  return found;
}

test('a built console opens recordings only where its operator allows it', async () => {
  const { page } = await openConsole({ at: '?replay' });
  await page.getByLabel('Username').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a replay of somebody who prints asks nothing of the network while it plays, neither code nor typefaces', async () => {
  const { page: recorder } = await openConsole({ inHand: true, now: NOW });
  await signIn(recorder, 'desk');
  await recorder
    .getByRole('button', { name: /^Print \S+$/ })
    .first()
    .click();
  await recorder.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).waitFor();
  await recorder.getByRole('dialog').locator('svg text').first().waitFor();
  await recorder.keyboard.press('Escape');
  await recorder.getByRole('dialog').waitFor({ state: 'detached' });
  const text = await save(recorder, false);
  const { page } = await openConsole({ at: '?replay', now: NOW, inHand: true });
  const requested: string[] = [];
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()]);
  await chooser.setFiles({ name: 'portico-recording.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: 'Replaying' }).waitFor();
  page.on('request', (request) => requested.push(request.url()));
  // The last step at which the dialog is open.
  const closing = (JSON.parse(text) as Recording).actions.findIndex(({ type }) => type === 'dialogs/dialogClosed');
  expect(closing).toBeGreaterThan(0);
  await slideTo(page, closing, true);
  await page.getByRole('dialog').locator('svg text').first().waitFor();
  expect(requested).toEqual([]);
});
