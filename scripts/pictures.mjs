/**
 * Takes pictures of the built console with the demonstration data, each size in both themes and languages. `npm run pictures` composes them into
 * the gallery of docs/screens.md, one file a screen; `-- FOLDER` writes them there instead. `-- --guide` takes the pictures of the
 * documentation, docs/pictures, in both languages, and records which of the console's texts each one shows, so that
 * test/tooling/documentation.long.test.ts can tell when a picture is out of date. `-- --guide NAME…` takes only some.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from '../test/support/run/chromium.mjs';
import { startPortico } from '../test/support/run/portico.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT, SERVER } from './paths.mjs';

const PASSWORD = 'portico-demo';

/** Viewport in pixels, and the width of a thumbnail in a sheet. */
const SIZES = {
  desktop: { width: 1400, height: 900, small: 560 },
  tablet: { width: 1024, height: 768, small: 400 },
  phone: { width: 360, height: 740, small: 152 },
  guide: { width: 1180, height: 760, small: 0 },
};
const GAP = 6;
const GREY = '#8c8c8c';

/** @typedef {{ size: keyof typeof SIZES, theme: 'light' | 'dark', language: 'en' | 'it' }} Look */
/** @typedef {{ name: string, as?: string, at: string, first?: string, waitFor?: string }} Screen */

/**
 * The account that is signed in, and the page. `ID` is replaced by the id of the first row of the list at `first`; `waitFor` is a selector.
 *
 * @type {Screen[]}
 */
const SCREENS = [
  { name: 'sign-in', at: '' },
  { name: 'dashboard-admin', as: 'admin', at: '' },
  { name: 'managers', as: 'admin', at: '#/accounts' },
  { name: 'manager', as: 'admin', at: '#/accounts/2' },
  { name: 'audit', as: 'admin', at: '#/audit' },
  { name: 'profile', as: 'admin', at: '#/profile' },
  { name: 'dashboard-reseller', as: 'reseller', at: '' },
  { name: 'hotspots', as: 'reseller', at: '#/hotspots' },
  { name: 'hotspot', as: 'reseller', at: '#/hotspots/1' },
  { name: 'hotspot-preferences', as: 'reseller', at: '#/hotspots/1?tab=preferences' },
  { name: 'hotspot-portal', as: 'reseller', at: '#/hotspots/1?tab=captive' },
  { name: 'hotspot-vouchers', as: 'reseller', at: '#/hotspots/1?tab=vouchers' },
  { name: 'guests', as: 'reseller', at: '#/users?hotspotId=1' },
  { name: 'guest', as: 'reseller', at: '#/users/ID', first: '/api/users?hotspot=1&limit=1' },
  { name: 'units', as: 'reseller', at: '#/units?hotspotId=1' },
  { name: 'unit', as: 'reseller', at: '#/units/ID', first: '/api/units?hotspot=1&limit=1' },
  { name: 'devices', as: 'reseller', at: '#/devices?hotspotId=1' },
  { name: 'sessions', as: 'reseller', at: '#/sessions?tab=running&hotspotId=1' },
  { name: 'reports', as: 'reseller', at: '#/reports', waitFor: 'canvas' },
  { name: 'why-offline', as: 'reseller', at: '#/why?q=rossi' },
  { name: 'marketing', as: 'reseller', at: '#/marketing' },
  { name: 'integrations', as: 'admin', at: '#/integrations' },
  { name: 'dashboard-customer', as: 'customer', at: '' },
  { name: 'dashboard-desk', as: 'desk', at: '' },
];

/**
 * Each size in both themes and both languages. The desktop ones share a row of the gallery, and below them the smaller ones.
 *
 * @type {Look[][]}
 */
const BANDS = [
  [
    { size: 'desktop', theme: 'light', language: 'en' },
    { size: 'desktop', theme: 'dark', language: 'it' },
  ],
  [
    { size: 'tablet', theme: 'light', language: 'it' },
    { size: 'tablet', theme: 'dark', language: 'en' },
    { size: 'phone', theme: 'light', language: 'en' },
    { size: 'phone', theme: 'dark', language: 'it' },
  ],
];

const LOOKS = BANDS.flat();

const fileOf = (/** @type {string} */ name, /** @type {Look} */ { size, theme, language }) => `${name}.${size}.${theme}.${language}.png`;

/**
 * Pictures of the documentation: like SCREENS, with the role and name of what is clicked before the picture is taken.
 *
 * @type {(Screen & { press?: ['button' | 'checkbox', Record<'en' | 'it', RegExp>][] })[]}
 */
const GUIDE = [
  { name: 'sign-in', at: '' },
  { name: 'counter', as: 'desk', at: '', press: [['button', { en: /^1 day/, it: /^1 giorno/ }]] },
  {
    ...{ name: 'print', as: 'reseller', at: '#/hotspots/1?tab=vouchers' },
    press: [
      ['checkbox', { en: /^Select this page/, it: /^Seleziona questa pagina/ }],
      ['button', { en: /^Print$/, it: /^Stampa$/ }],
    ],
  },
  { name: 'vouchers', as: 'reseller', at: '#/hotspots/1?tab=vouchers' },
  { name: 'guest', as: 'reseller', at: '#/users/ID', first: '/api/users?hotspot=1&limit=1&q=ro' },
  { name: 'why', as: 'reseller', at: '#/why?guest=ID&hotspot=1', first: '/api/users?hotspot=1&limit=1&q=ro' },
  { name: 'sessions', as: 'reseller', at: '#/sessions?tab=running&hotspotId=1' },
  { name: 'portal', as: 'reseller', at: '#/hotspots/1?tab=captive' },
  { name: 'preferences', as: 'reseller', at: '#/hotspots/1?tab=preferences' },
  { name: 'reports', as: 'reseller', at: '#/reports', waitFor: 'canvas' },
  { name: 'access-point', as: 'reseller', at: '#/units/ID/connect', first: '/api/units?hotspot=1&limit=1' },
  { name: 'managers', as: 'reseller', at: '#/accounts' },
  { name: 'feedback', as: 'reseller', at: '#/marketing?hotspotId=1' },
];

/** The picture of the console and a phone, which the README and the page about the product have. */
const PRODUCT = 'product';
const MARGIN = 32;

const [target, ...only] = process.argv.slice(2);
if (target === '--guide') await takeGuide(({ name }) => only.length === 0 || only.includes(name));
else if (target === undefined) await makeGallery();
else await takePictures(target);

/** Takes all screens in all looks. */
async function takePictures(/** @type {string} */ folder) {
  await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const portico = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env: { PORT: '0' } });
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath !== undefined && { executablePath }) });
  try {
    for (const look of LOOKS) {
      for (const as of new Set(SCREENS.map((screen) => screen.as))) await takeAll(browser, portico.url, look, as, folder);
    }
  } finally {
    await browser.close();
    await portico.stop();
  }
}

/**
 * Takes all screens of one account in one look.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {Look} look
 * @param {string | undefined} as
 * @param {string} folder
 */
async function takeAll(browser, url, look, as, folder) {
  const page = await signedIn(browser, url, look, as);
  for (const { name, at, first, waitFor } of SCREENS.filter((screen) => screen.as === as)) {
    const id = first === undefined ? '' : String(await firstOf(page, first));
    await page.goto(`/${at.replace('ID', id)}`);
    await isStill(page);
    writeFileSync(path.join(folder, fileOf(name, look)), await settled(page, waitFor));
  }
  await page.context().close();
  process.stdout.write(`${look.size} ${look.theme} ${look.language} ${as ?? 'nobody'}\n`);
}

/**
 * A page on which an account is signed in.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {Look} look
 * @param {string | undefined} as
 */
async function signedIn(browser, url, look, as) {
  const { width, height } = SIZES[look.size];
  const context = await browser.newContext({
    baseURL: url,
    locale: look.language === 'it' ? 'it-IT' : 'en-GB',
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    hasTouch: look.size === 'phone',
  });
  const page = await context.newPage();
  await page.goto('/');
  const password = page.locator('input[type=password]');
  await password.waitFor();
  if (as !== undefined) {
    await page.locator('form input').first().fill(as);
    await password.fill(PASSWORD);
    await password.press('Enter');
    await password.waitFor({ state: 'detached' });
  }
  return page;
}

/**
 * Takes the chosen pictures of the documentation, and records the texts that they show.
 *
 * @param {(picture: { name: string }) => boolean} isChosen
 */
async function takeGuide(isChosen) {
  await ensureBuilt();
  const folder = path.join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  const portico = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env: { PORT: '0' } });
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath !== undefined && { executablePath }) });
  const file = path.join(folder, 'texts.json');
  /** @type {Record<string, string[]>} */
  const texts = only.length === 0 ? {} : JSON.parse(readFileSync(file, 'utf8'));
  const screens = GUIDE.filter(isChosen);
  try {
    for (const language of /** @type {const} */ (['en', 'it'])) {
      const messages = new Set(Object.values(JSON.parse(readFileSync(path.join(ROOT, `i18n/${language}.json`), 'utf8'))));
      for (const as of new Set(screens.map((screen) => screen.as))) {
        const page = await signedIn(browser, portico.url, { size: 'guide', theme: 'light', language }, as);
        for (const { name, at, first, press, waitFor } of screens.filter((screen) => screen.as === as)) {
          const id = first === undefined ? '' : String(await firstOf(page, first));
          // Anew, without the dialog of the picture before: two can have the same address.
          await page.goto('about:blank');
          await page.goto(`/${at.replace('ID', id)}`);
          await isStill(page);
          for (const [role, what] of press ?? []) {
            await page.getByRole(role, { name: what[language] }).first().click();
            // The dialog's code is loaded first.
            await page.waitForTimeout(500);
            await isStill(page);
          }
          const picture = sharp(await settled(page, waitFor)).webp({ quality: 60 });
          writeFileSync(path.join(folder, `${name}.${language}.webp`), await picture.toBuffer());
          texts[`${name}.${language}`] = (await readableTexts(page)).filter((text) => messages.has(text));
        }
        await page.context().close();
      }
      if (isChosen({ name: PRODUCT }) && language === 'en') {
        const { picture, shown } = await takeProduct(browser, portico.url);
        writeFileSync(path.join(folder, `${PRODUCT}.en.webp`), picture);
        texts[`${PRODUCT}.en`] = shown.filter((text) => messages.has(text));
      }
    }
  } finally {
    await browser.close();
    await portico.stop();
  }
  writeFileSync(file, `${JSON.stringify(texts, undefined, 2)}\n`);
}

/**
 * The counter of a reception with a new voucher, and beside it the phone on which the guest has typed its code; and the texts on it.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function takeProduct(browser, url) {
  /** @type {Look} */
  const look = { size: 'guide', theme: 'light', language: 'en' };
  const desk = await signedIn(browser, url, look, 'desk');
  await desk.getByRole('button', { name: /^3 days/ }).click();
  const ready = desk.getByRole('region', { name: 'Voucher ready' });
  const code = await ready.locator('[class*="bigCode"] [aria-hidden]').innerText();
  await isStill(desk);

  const guest = await signedIn(browser, url, look, undefined);
  await guest.goto('/?guest');
  const portal = guest.frameLocator('iframe');
  await portal.locator('input[name=accept]').check();
  await portal.locator('.portal-start').click();
  await portal.locator('details:has([name=code]) > summary').click();
  await portal.locator('[name=code]').fill(code.replaceAll(/\s/g, ''));
  await isStill(guest);
  const background = await guest.evaluate(() => window.getComputedStyle(document.body).backgroundColor);

  const edge = { top: 1, bottom: 1, left: 1, right: 1, background: GREY };
  const screen = await sharp(await desk.screenshot())
    .extend(edge)
    .png()
    .toBuffer({ resolveWithObject: true });
  const phone = await sharp(await guest.getByRole('region', { name: 'Phone' }).screenshot()).toBuffer({ resolveWithObject: true });
  const height = Math.max(screen.info.height, phone.info.height) + 2 * MARGIN;
  const width = screen.info.width + phone.info.width + 3 * MARGIN;
  const picture = sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: screen.data, left: MARGIN, top: MARGIN },
    { input: phone.data, left: screen.info.width + 2 * MARGIN, top: Math.round((height - phone.info.height) / 2) },
  ]);
  return { picture: await picture.webp({ quality: 75 }).toBuffer(), shown: await readableTexts(desk) };
}

/** The texts visible in the viewport. */
async function readableTexts(/** @type {import('playwright-core').Page} */ page) {
  const all = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, window.NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { top, bottom, width } = range.getBoundingClientRect();
      if (width > 0 && bottom > 0 && top < window.innerHeight) found.push(walker.currentNode.textContent?.trim() ?? '');
    }
    return found;
  });
  return [...new Set(all)].filter((text) => text.length > 2).sort();
}

/** The id of a list's first row. */
async function firstOf(/** @type {import('playwright-core').Page} */ page, /** @type {string} */ address) {
  return page.evaluate(async (address) => {
    const { token } = JSON.parse(JSON.parse(window.localStorage.getItem('persist:auth') ?? '{}').user);
    const answer = await (await fetch(address, { headers: { Token: token } })).json();
    return (answer.data ?? answer)[0].id;
  }, address);
}

/** Waits until nothing is loading any more: requests, skeletons, spinners and fonts. */
async function isStill(/** @type {import('playwright-core').Page} */ page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.ant-skeleton, .ant-spin-spinning') === null);
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.waitForTimeout(300);
}

/**
 * A screenshot, once there is what to wait for, and two in a row are the same, since charts are drawn in steps.
 *
 * @param {import('playwright-core').Page} page
 * @param {string | undefined} waitFor
 */
async function settled(page, waitFor) {
  if (waitFor !== undefined) await page.locator(waitFor).first().waitFor();
  let before = await page.screenshot();
  for (;;) {
    await page.waitForTimeout(500);
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
  }
}

/** Composes the pictures of each screen into one file of docs/screens. */
async function makeGallery() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pictures-'));
  try {
    await takePictures(folder);
    for (const { name } of SCREENS) {
      const rows = [];
      for (const band of BANDS) rows.push(await rowOf(folder, name, band));
      let height = 0;
      const positioned = rows.map((row) => {
        const top = height;
        height += row.height + GAP;
        return { input: row.data, left: 0, top };
      });
      const width = Math.max(...rows.map((row) => row.width));
      const sheet = sharp({ create: { width, height: height - GAP, channels: 3, background: GREY } }).composite(positioned);
      writeFileSync(path.join(ROOT, `docs/screens/${name}.webp`), await sheet.webp({ quality: 50 }).toBuffer());
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The pictures of a screen in some looks, side by side.
 *
 * @param {string} folder
 * @param {string} name
 * @param {Look[]} looks
 */
async function rowOf(folder, name, looks) {
  const pictures = [];
  let [width, height] = [0, 0];
  for (const look of looks) {
    const { small } = SIZES[look.size];
    const shrunk = sharp(path.join(folder, fileOf(name, look)))
      .resize({ width: small })
      .png();
    const { data, info } = await shrunk.toBuffer({ resolveWithObject: true });
    pictures.push({ input: data, left: width, top: 0 });
    width += small + GAP;
    height = Math.max(height, info.height);
  }
  const data = await sharp({ create: { width: width - GAP, height, channels: 3, background: GREY } })
    .composite(pictures)
    .png()
    .toBuffer();
  return { data, width: width - GAP, height };
}
