/**
 * `npm run pictures -- FOLDER`: takes a screenshot of every screen of the built console with the demonstration data, in each size, theme
 * and language, and writes them to FOLDER. `--of CLI` takes them of another build.
 * `npm run pictures -- --sheets BEFORE AFTER OUT` composes the screenshots of two such folders into contact sheets, one file per screen,
 * for docs/screens.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from '../test/support/run/chromium.mjs';
import { startPortico } from '../test/support/run/portico.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { SERVER } from './paths.mjs';

const PASSWORD = 'portico-demo';

/** Viewport in pixels, and the width of a thumbnail in a sheet. */
const SIZES = {
  desktop: { width: 1400, height: 900, small: 420 },
  tablet: { width: 1024, height: 768, small: 300 },
  phone: { width: 360, height: 740, small: 112 },
};
const GAP = 6;
const GREY = '#8c8c8c';

/** @typedef {{ size: keyof typeof SIZES, theme: 'light' | 'dark', language: 'en' | 'it' }} Look */
/** @typedef {{ name: string, as?: string, at: string, first?: string }} Screen */

/**
 * The account that is signed in, and the page. `ID` is replaced by the id of the first row of the list at `first`.
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
  { name: 'reports', as: 'reseller', at: '#/reports' },
  { name: 'why-offline', as: 'reseller', at: '#/why?q=rossi' },
  { name: 'marketing', as: 'reseller', at: '#/marketing' },
  { name: 'integrations', as: 'admin', at: '#/integrations' },
  { name: 'dashboard-customer', as: 'customer', at: '' },
  { name: 'dashboard-desk', as: 'desk', at: '' },
];

const LOOKS = /** @type {Look[]} */ (
  Object.keys(SIZES).flatMap((size) => ['light', 'dark'].flatMap((theme) => ['en', 'it'].map((language) => ({ size, theme, language }))))
);

/** Looks that share a row of a sheet: the desktop ones, and below them the smaller ones. */
const BANDS = [LOOKS.filter(({ size }) => size === 'desktop'), LOOKS.filter(({ size }) => size !== 'desktop')];

const fileOf = (/** @type {string} */ name, /** @type {Look} */ { size, theme, language }) => `${name}.${size}.${theme}.${language}.png`;

const [first, ...others] = process.argv.slice(2);
if (first === '--sheets') {
  const [before = '', after = '', out = ''] = others;
  await makeSheets(before, after, out);
} else {
  await takePictures(first ?? 'pictures', others[0] === '--of' ? others[1] : undefined);
}

/**
 * @param {string} folder
 * @param {string} [otherBuild] path of its cli.js
 */
async function takePictures(folder, otherBuild) {
  if (otherBuild === undefined) await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const portico = await startPortico({ cli: otherBuild ?? SERVER, args: ['demo', '--port', '0'], env: { PORT: '0' } });
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
  for (const { name, at, first } of SCREENS.filter((screen) => screen.as === as)) {
    const id = first === undefined ? '' : String(await firstOf(page, first));
    await page.goto(`/${at.replace('ID', id)}`);
    await isStill(page);
    await page.screenshot({ path: path.join(folder, fileOf(name, look)) });
  }
  await context.close();
  process.stdout.write(`${look.size} ${look.theme} ${look.language} ${as ?? 'nobody'}\n`);
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
  await page.waitForFunction(() => document.querySelector('.ant-skeleton-active, .ant-spin-spinning') === null);
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.waitForTimeout(300);
}

/**
 * @param {string} before
 * @param {string} after
 * @param {string} out
 */
async function makeSheets(before, after, out) {
  mkdirSync(out, { recursive: true });
  for (const { name } of SCREENS) {
    const rows = [];
    for (const band of BANDS) for (const folder of [before, after]) rows.push(await rowOf(folder, name, band));
    let height = 0;
    const placed = rows.map((row) => {
      const top = height;
      height += row.height + GAP;
      return { input: row.data, left: 0, top };
    });
    const width = Math.max(...rows.map((row) => row.width));
    const sheet = sharp({ create: { width, height: height - GAP, channels: 3, background: GREY } }).composite(placed);
    writeFileSync(path.join(out, `${name}.webp`), await sheet.webp({ quality: 50 }).toBuffer());
  }
}

/**
 * One folder's screenshots of a screen, side by side.
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
