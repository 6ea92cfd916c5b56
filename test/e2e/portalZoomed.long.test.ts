/**
 * Each page of the portal in each of its languages in a small phone, and in a window of 1280 × 1024 pixels at a zoom of 400 %: nothing is
 * cut, errors are next to their fields, and what leads on can be reached. In the phone a typical hotspot's steps need no scrolling.
 */
import { describe, expect, test } from '@jest/globals';
import type { Page as BrowserPage } from 'playwright-core';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../src/contract/plain/wire';
import { portalText, type PortalText } from '../../src/portal/texts';
import type { PortalMethod } from '../../src/portal/portalLook';
import { PLAIN_LOOK, rendered, type Page } from '../../src/server/portal/render';
import { openPhone } from '../support/browser/browser';
import { inTurn } from '../support/run/rounds';
import { isFine } from './portalTests';

const WINDOWS = { 'at a zoom of 400 %': { width: 320, height: 256 }, 'in a small phone': { width: 360, height: 640 } };

async function picture(page: BrowserPage, what: string, language: string): Promise<void> {
  const folder = process.env.PORTICO_PICTURES;
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/portal ${String(page.viewportSize()?.width)} ${language} ${what}.png`, fullPage: true });
}

describe.each(Object.entries(WINDOWS))('%s', (_, size) => {
  test.each(inTurn(PORTAL_LANGUAGES, 2))('every page fits in %s', async (language) => {
    const { page, show } = await openPortal(language, size);
    for (const [what, one] of Object.entries(pagesIn(language))) {
      await show(what, one, SETTING);
      // Five stars and the error below them are higher than the lower window.
      if ((await page.locator('[aria-invalid]:not([name=stars])').count()) > 0) await expectErrorInView(page, what);
      await picture(page, what, language);
      // Names and colours are the same in both windows.
      if (size === WINDOWS['at a zoom of 400 %']) await isFine(page, what);
      expect([what, await page.evaluate(flaws)]).toEqual([what, []]);
    }
  });
});

test.each(inTurn(PORTAL_LANGUAGES, 2))('each step of a typical hotspot needs no scrolling in a small phone, in %s', async (language) => {
  const { page, show } = await openPortal(language, WINDOWS['in a small phone']);
  const heights: Record<string, number> = {};
  for (const [what, one] of Object.entries(stepsIn(language))) {
    await show(what, one, TYPICAL);
    await page.waitForFunction(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    await picture(page, `typical ${what}`, language);
    heights[what] = await page.evaluate(() => document.documentElement.scrollHeight);
  }
  expect(Object.entries(heights).filter(([, height]) => height > 640)).toEqual([]);
});

/** Opens a phone that shows pages of the portal as they are rendered, without a server. */
async function openPortal(language: PortalLanguage, size: { width: number; height: number }) {
  // Nothing is requested from this gateway.
  const page = await openPhone({ gateway: 'http://127.0.0.1:9', locale: language, ...size });
  let html = '';
  await page.route('http://portal.example/**', (route) => {
    if (route.request().url().includes('/files/')) return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    const isPage = route.request().method() === 'GET';
    return route.fulfill(isPage ? { contentType: 'text/html', body: html } : { status: 204 });
  });
  const show = async (what: string, one: Page, setting: typeof SETTING) => {
    ({ html } = await rendered({ ...setting, language, path: '/' }, one));
    await page.goto(`http://portal.example/${encodeURIComponent(what)}`, { waitUntil: 'commit' });
    await page.locator('.portal-container').waitFor();
  };
  return { page, show };
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="480" height="240" fill="teal"/></svg>';

const SETTING = {
  base: '',
  faces: '',
  look: { ...PLAIN_LOOK, captive_2_title: 'Willkommen im Miramare' },
  hotspotName: 'Grand Hotel Miramare e Centro Benessere',
  wifi4eu: null,
  isPublicDemonstration: true,
  carried: {},
};

/** A hotspot with logo, banner, name and texts of usual length. */
const TYPICAL = {
  ...SETTING,
  look: {
    ...SETTING.look,
    captive_2_title: 'Grand Hotel Miramare',
    captive_3_logo: 'logo',
    captive_4_subtitle: 'WiFi for our guests',
    captive_5_banner: 'banner',
    captive_6_description: 'Connect in seconds and enjoy the sea. Ask for a code at reception.',
  },
  hotspotName: 'Grand Hotel Miramare',
  isPublicDemonstration: false,
};

/**
 * The steps that need no scrolling at a typical hotspot: all but the disclaimers' texts and the pages on which all that a hotspot can ask
 * for comes together, with the forms that stand alone where only one method is on.
 */
function stepsIn(language: PortalLanguage): Record<string, Page> {
  const { terms: _, 'online, with everything': _all, 'online, asks and lists a device': _asks, ...pages } = pagesIn(language);
  const { methods } = pages;
  const alone = (...offered: readonly PortalMethod[]): Page => ({ ...methods, email: 'ada@example.com', methods: offered });
  return {
    ...pages,
    'code alone': alone('voucher_login'),
    'e-mail alone': alone('email_login'),
    'SMS alone': alone('sms_login'),
    'social sites alone': alone('facebook_login', 'linkedin_login'),
  };
}

/** The pages that a guest gets to see, also when something is wrong. */
function pagesIn(language: PortalLanguage) {
  const devices = [
    { id: 1, mac: '02-E2-E0-00-00-01', since: '12:30' },
    { id: 2, mac: '', since: '09:05' },
  ];
  const login = {
    page: 'login' as const,
    form: null,
    code: 'no-such-code-of-thirty-characters',
    email: 'a.very.long.name.of.a.guest@subdomain.of.a.long.domain.example',
    phone: '+49 1512 3456789',
    devices: [],
    methods: ['voucher_login', 'email_login', 'sms_login', 'facebook_login', 'linkedin_login'] as const,
    shortSeconds: 300,
    asksSurvey: true,
    asksOrigin: true,
    confirmsEmail: true,
    mustAnswerOffers: true,
  };
  const problem = (text: PortalText) => portalText(language, text, { minutes: '5', site: 'Facebook' });
  const site = 'facebook' as const;
  const hotspotName = SETTING.hotspotName;
  const online = {
    page: 'online' as const,
    seconds: 86_399,
    bytes: 1_234_567_890,
    redirect: 'https://miramare.example',
    canLeave: true,
    canExtend: true,
  };
  return {
    start: { page: 'start' },
    'terms not accepted': { page: 'start', problem: problem('accept_needed') },
    terms: { page: 'text', what: 'terms', html: `<h2>1</h2><p>${'Guests use the network as they should. '.repeat(60)}</p>` },
    methods: login,
    'unknown code': { ...login, form: 'code', problem: problem('code_unknown') },
    'no e-mail address': { ...login, form: 'email', problem: problem('email_bad') },
    'no mobile number': { ...login, form: 'sms', problem: problem('sms_bad') },
    'code by SMS': { page: 'sent', number: '+393471234567', shortSeconds: 0, consents: {} },
    'too many tries': { ...login, form: 'code', problem: problem('too_many') },
    'expired code': { ...login, form: 'code', problem: problem('code_expired') },
    'too many devices': { ...login, form: 'code', problem: problem('code_expired'), devices },
    'no offers answered': { ...login, form: 'email', lacksOffers: true, problem: problem('marketing_needed') },
    'country refused': { ...login, form: 'sms', problem: problem('sms_country') },
    'social log-in failed': { ...login, form: 'social', problem: problem('social_failed') },
    'nobody can log in': { ...login, methods: [] },
    'code by e-mail, short access': {
      page: 'sent',
      email: login.email,
      shortSeconds: 300,
      consents: {},
      problem: problem('email_code_wrong'),
    },
    'to the social site': { page: 'social', site, on: '/on', shortSeconds: 300, isMini: true },
    'signed in at the social site': {
      page: 'signed',
      site,
      name: 'Maximiliane Freifrau von Donaudampfschifffahrt',
      deviceMac: '02-E2-E0-00-00-01',
      hotspot: hotspotName,
    },
    'address to confirm': { page: 'mail', consents: { marketing: 'I would like to receive offers by e-mail (optional)' } },
    'scanned code': { page: 'code', code: 'abcd-efgh-jkmn', on: '/on' },
    'online, with everything': {
      page: 'online',
      seconds: 86_399,
      bytes: 1_234_567_890,
      redirect: 'https://www.a-very-long-name-of-a-hotel-by-the-sea.example/welcome',
      canLeave: true,
      canExtend: true,
      canConfirm: true,
      asksOrigin: true,
      toSite: { site, on: '/on' },
      problem: problem('code_expired'),
      devices,
    },
    'online, asks and lists a device': { ...online, asksOrigin: true, devices: devices.slice(0, 1) },
    'online, asks for country and reason': { ...online, asksOrigin: true },
    'online, wrong code of the e-mail': { ...online, canConfirm: true, form: 'confirm', problem: problem('email_code_wrong') },
    'online, no such further code': { ...online, form: 'code', problem: problem('code_unknown') },
    'online, social log-in failed': { ...online, toSite: { site, on: '/on' }, form: 'social', problem: problem('social_failed') },
    waiting: { page: 'waiting' },
    'to the gateway': { page: 'go', url: '/go', fields: {} },
    'question about the stay': {
      page: 'question',
      kind: 'review',
      hotspot: hotspotName,
      stars: null,
      message: '',
      maxLength: 500,
      problem: 'feedback_stars_needed',
    },
    'no more questions': { page: 'stop', hotspot: hotspotName, isDone: false },
    ...Object.fromEntries(
      (['not_here', 'other_browser', 'forgetful_browser', 'too_late', 'left', 'again', 'busy', 'wrong', 'feedback_gone'] as const).map(
        (notice) => [notice, { page: 'notice' as const, notice, on: '/on' }],
      ),
    ),
    'access refused': { page: 'notice', notice: 'refused', on: '/on', problem: problem('code_expired') },
  } satisfies Record<string, Page>;
}

/** Expects the field in error to have the focus, with the error close below it, both in view as soon as the page has scrolled there. */
async function expectErrorInView(page: BrowserPage, step: string): Promise<void> {
  const isRight = (position: Awaited<ReturnType<typeof positionOfError>>) => JSON.stringify(position) === JSON.stringify(ERROR_IN_VIEW);
  const positionOfError = () => page.evaluate(errorPosition);
  let position = await positionOfError();
  for (let tries = 0; tries < 20 && !isRight(position); tries += 1) {
    await page.waitForTimeout(100);
    position = await positionOfError();
  }
  expect([step, position]).toEqual([step, ERROR_IN_VIEW]);
}

const ERROR_IN_VIEW = { hasFocus: true, isBelow: true, isClose: true, isFieldSeen: true, isErrorSeen: true };

/** Where the error of a field is, and whether all of both can be seen without scrolling. */
function errorPosition() {
  const field = document.querySelector('[aria-invalid]');
  const error = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
  if (!field || !error) return null;
  const isSeen = (one: Element) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    return [top + 1, bottom - 1].every((y) => {
      const found = document.elementFromPoint(left + 8, y);
      return found !== null && (found === one || one.contains(found));
    });
  };
  const gap = error.getBoundingClientRect().top - field.getBoundingClientRect().bottom;
  return {
    hasFocus: document.activeElement === field,
    isBelow: gap >= 0,
    isClose: gap <= 16,
    isFieldSeen: isSeen(field),
    isErrorSeen: isSeen(error),
  };
}

/** What is cut at the sides, buttons that can't be scrolled to or are covered, and errors that aren't beside their field. */
function flaws(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('main :not(.portal-unseen)')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const described = (one: HTMLElement) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.slice(0, 40)}`;
  const cut = shown.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const isWider = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && one.tagName !== 'INPUT';
    return left < -0.5 || right > window.innerWidth + 0.5 || isWider;
  });
  const { scrollX, scrollY } = window;
  const covered = shown.filter((one) => {
    if (!one.matches('.portal-start')) return false;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.portal-start') !== one;
  });
  window.scrollTo(scrollX, scrollY);
  const outside = shown.filter((one) => {
    const error = document.getElementById(one.getAttribute('aria-describedby') ?? '');
    return one.ariaInvalid === 'true' && error?.closest('.portal-field, fieldset') !== one.closest('.portal-field, fieldset');
  });
  return [
    ...(document.documentElement.scrollWidth > window.innerWidth ? ['scrolls sideways'] : []),
    ...outside.map((one) => `error elsewhere: ${described(one)}`),
    ...cut.map((one) => `cut: ${described(one)}`),
    ...covered.map((one) => `out of reach: ${described(one)}`),
  ];
}
