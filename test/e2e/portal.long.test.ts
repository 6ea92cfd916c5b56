/** Guests with phones log in at the built product's portal, through a gateway that asks by RADIUS. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { PORTAL_LANGUAGES } from '../../src/contract/plain/wire';
import { HOTSPOT_PREFERENCE_DEFAULTS, TRANSLATION_KEYS } from '../../src/contract/plain/hotspotPreferences';
import { dispatchIn, openConsole } from '../support/browser/browser';
import { guestsAtGateway } from '../support/browser/guestsAtGateway';
import { CONNECT, isFine, openFormWith } from './portalTests';

const { texts, hotspot, prefer, newPhone, server } = guestsAtGateway();

test('a guest without a code enters a phone number and the code sent to it', async () => {
  const page = await newPhone({ locale: 'it-IT', width: 320 });
  await page.goto('http://detectportal.example/');
  await page.locator('input[name=accept]').check();
  await page.locator('.portal-start').click();
  await openFormWith(page, 'phone');
  const number = page.getByLabel('Numero di cellulare');
  const noOffers = page.getByRole('radio', { name: 'No', exact: true });
  await number.fill('06 1234567');
  await noOffers.check();
  await page.getByRole('button', { name: 'Mandami un SMS' }).click();
  await page.getByRole('alert').waitFor();
  await isFine(page, 'no mobile number');
  await number.fill('347 123 4567');
  await noOffers.check();
  await page.getByRole('button', { name: 'Mandami un SMS' }).click();
  const code = page.getByLabel('Codice ricevuto per SMS');
  await code.waitFor();
  await isFine(page, 'code by SMS');
  expect(texts.map((one) => one.number)).toEqual(['+393471234567']);
  await code.fill(/\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? '');
  await page.locator('.portal-start').first().click();
  await page.locator('.portal-left').waitFor();
  await page.goto('http://example.com/');
  await page.getByRole('heading', { name: 'The internet' }).waitFor();
});

test('a phone without JavaScript gets online, even when its owner taps twice and goes back', async () => {
  const page = await newPhone({ locale: 'en-GB', width: 360, javaScriptEnabled: false });
  await page.goto('http://detectportal.example/');
  await page.locator('input[name=accept]').check();
  await page.locator('.portal-start').click();
  await openFormWith(page, 'code');
  await page.locator('input[name=code]').fill(hotspot.code.toUpperCase());
  await page.locator(CONNECT).dblclick();
  await page.getByRole('heading', { name: 'You are online' }).waitFor();
  expect(await page.locator('.portal-left').innerText()).toMatch(/1 hour (29|30) minutes/);
  await page.goBack();
  await openFormWith(page, 'code');
  await page.locator('input[name=code]').waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'You are online' }).waitFor();
});

test('a form whose request was stopped can be sent again on the same page', async () => {
  const page = await newPhone({ locale: 'en-GB', width: 360 });
  await page.clock.install();
  await page.goto('http://detectportal.example/');
  await page.locator('input[name=accept]').check();
  await page.locator('.portal-start').click();
  await openFormWith(page, 'code');
  await page.locator('input[name=code]').fill(hotspot.code);
  let requests = 0;
  // Abort the first request as if the guest had stopped it: the page stays.
  await page.route('**/code', (route) => {
    requests += 1;
    return requests === 1 ? route.abort('aborted') : route.continue();
  });
  const stopped = page.waitForEvent('requestfailed');
  await page.locator(CONNECT).click();
  await stopped;
  await page.locator(CONNECT).click();
  expect(requests).toBe(1);
  await page.clock.fastForward(5000);
  await page.locator(CONNECT).click();
  await page.getByRole('heading', { name: 'You are online' }).waitFor();
});

test('the first page is small and loads from this server only', async () => {
  const page = await newPhone({ locale: 'en-GB', width: 360 });
  const requested: string[] = [];
  let bytes = 0;
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    requested.push(request.url());
    sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => void (bytes += responseBodySize + responseHeadersSize)));
  });
  await page.goto('http://detectportal.example/', { waitUntil: 'networkidle' });
  await Promise.all(sizes);
  expect(requested.slice(1).every((address) => address.startsWith(`${server()}/portal/`))).toBe(true);
  const { storage, cookies } = await page.evaluate(() => ({
    storage: localStorage.length + sessionStorage.length,
    cookies: document.cookie,
  }));
  expect({ storage, cookies }).toEqual({ storage: 0, cookies: '' });
  // Pictures and typefaces are separate; the page and its logo fit into one burst of a slow connection.
  const small = requested.filter((address) => !/\/(?:files|faces)\//.test(address));
  expect(small.length).toBeLessThanOrEqual(2);
  expect(bytes).toBeLessThan(120_000);
});

describe('the preview of the designer', () => {
  /** The sizes shown by the designer, without the bar that contains the address. */
  const SIZES = { smartphone: { width: 390, height: 800 }, desktop: { width: 1440, height: 856 } } as const;

  /** The pages, each in another language. */
  const LANGUAGES_BY_PATH = { '/': 'de', '/terms': 'en', '/privacy': 'it', '/login': 'fr', '/online': 'es' };

  /** Maximum share of pixels that differ clearly. Pictures are scaled down for phones, which changes their pixels slightly. */
  const MOST = 0.0002;
  /** Difference from which a pixel counts, of 255. */
  const CLEARLY = 40;

  const { captive_3_logo, captive_5_banner, ...PLAIN } = Object.fromEntries(
    Object.entries(HOTSPOT_PREFERENCE_DEFAULTS).filter(([key]) => key.startsWith('captive_')),
  );
  const IN_LANGUAGES = 'texts of its own in five languages';
  const LOOKS: [string, Readonly<Record<string, string>>][] = [
    ['the demonstration’s logo and pictures', {}],
    [
      'extreme',
      {
        captive_2_title: `Willkommen Þórður ${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} 🏝️`,
        captive_4_subtitle: 'ß'.repeat(120),
        captive_6_description: 'One line,\n\nand another.\n'.repeat(12),
        captive_7_background: '#ff00ff',
        captive_81_bg_image: '',
        captive_82_container_bg_color: '#00ff0080',
        captive_83_title_color: '#ffff00',
        captive_84_text_color: '#0000ff',
        captive_85_text_style: 'Fira Sans Extra Condensed',
      },
    ],
    [
      'dark, in front of a picture, in another typeface',
      {
        captive_82_container_bg_color: '#101820e6',
        captive_83_title_color: '#f2c14e',
        captive_84_text_color: '#f5f5f5',
        captive_85_text_style: 'Playfair Display',
      },
    ],
    [
      IN_LANGUAGES,
      Object.fromEntries(
        TRANSLATION_KEYS.map((key) => [key, `${key.includes('title') ? 'Grüezi' : 'Çà et là, así:'} ${key.slice(-2)} ${'ñ '.repeat(9)}`]),
      ),
    ],
    ['as a new hotspot has it', { ...PLAIN, captive_3_logo: captive_3_logo ?? '', captive_5_banner: captive_5_banner ?? '' }],
  ];

  test.each(LOOKS)('matches what guests get with %s', async (title, look) => {
    await prefer(look);
    // The server caches a portal for three seconds.
    await setTimeout(3100);
    const { page } = await openConsole({
      as: 'admin',
      viewport: { width: 1500, height: 1000 },
      inHand: true,
      at: '#/hotspots/1?tab=captive',
    });
    const preview = page.locator('[class*="portalInside"]');
    await preview.waitFor();
    await page.evaluate(trueSize);
    for (const [device, size] of Object.entries(SIZES)) {
      for (const [portalPath, language] of title === IN_LANGUAGES
        ? PORTAL_LANGUAGES.map((one) => ['/', one] as const)
        : Object.entries(LANGUAGES_BY_PATH)) {
        await dispatchIn(page, { type: 'captivePortal/deviceChosen', payload: device });
        await dispatchIn(page, { type: 'captivePortal/placeChosen', payload: portalPath });
        await dispatchIn(page, { type: 'captivePortal/languageChosen', payload: language });
        const guest = await guestAt(portalPath, language, size);
        const differing = await difference(await picture(preview, page), await picture(guest.locator('body'), guest));
        expect(`${device} ${portalPath} ${language}: ${differing > MOST ? differing : 'equal'}`).toBe(
          `${device} ${portalPath} ${language}: equal`,
        );
        if (title === IN_LANGUAGES) expect(await guest.locator('h1').textContent()).toContain(`Grüezi ${language}`);
        await guest.context().close();
      }
    }
  });

  /** A guest's browser on a page of the portal. */
  async function guestAt(portalPath: string, language: string, size: { width: number; height: number }): Promise<Page> {
    const guest = await newPhone({ locale: language, ...size });
    await guest.goto('http://detectportal.example/');
    if (portalPath === '/terms' || portalPath === '/privacy') await guest.locator(`.portal-tick [data-to="${portalPath}"]`).click();
    if (portalPath === '/login' || portalPath === '/online') {
      await guest.locator('input[name=accept]').check();
      await guest.locator('.portal-start').click();
      await guest.locator('.portal-way').first().waitFor();
    }
    if (portalPath === '/online') {
      await openFormWith(guest, 'code');
      await guest.locator('input[name=code]').fill(hotspot.code);
      await guest.locator(CONNECT).click();
      await guest.locator('.portal-left').waitFor();
    }
    return guest;
  }

  /** Shows the preview in its real size, without a frame, in the corner of the window. */
  function trueSize() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '[class*="portalFrame"]{position:fixed!important;inset:0 auto auto 0!important;border:0!important;border-radius:0!important;overflow:visible!important}' +
        '[class*="portalDevice"]{transform:none!important}[class*="portalAddress"]{display:none!important}[class*="portalInside"]{flex:none!important}' +
        '[data-device=smartphone] [class*="portalInside"]{height:800px}[data-device=desktop] [class*="portalInside"]{height:856px}',
    );
    document.adoptedStyleSheets.push(sheet);
    // Remove the console's own bar and menu, which would cover it.
    for (const other of document.querySelectorAll('header, nav, aside')) if (!other.closest('.portal')) other.remove();
  }

  /** A screenshot once the page has loaded, without anything that changes every second. */
  async function picture(part: Locator, page: Page): Promise<Buffer> {
    await part.evaluate(async (element) => {
      await Promise.all(Array.from(element.querySelectorAll('img'), async (image) => image.decode()));
      await document.fonts.ready;
      for (const value of element.querySelectorAll('.portal-left dd')) value.textContent = '…';
    });
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const box = (await part.boundingBox()) ?? { width, height };
    const clip = { x: 0, y: 0, width: Math.min(width, box.width), height: Math.min(height, box.height) };
    return page.screenshot({ animations: 'disabled', clip });
  }

  /** Share of pixels that differ clearly in any colour; 1 for pictures of different sizes. */
  async function difference(one: Buffer, other: Buffer): Promise<number> {
    const [a, b] = await Promise.all([one, other].map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })));
    if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
    let differing = 0;
    for (let at = 0; at < a.data.length; at += 3) {
      if ([0, 1, 2].some((colour) => Math.abs((a.data[at + colour] ?? 0) - (b.data[at + colour] ?? 0)) > CLEARLY)) differing += 1;
    }
    return differing / (a.info.width * a.info.height);
  }
});
