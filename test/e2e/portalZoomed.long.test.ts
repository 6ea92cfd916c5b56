/**
 * Each page of the portal in each of its languages in a small phone, and in a window of 1280 × 1024 pixels at a zoom of 400 %: nothing is
 * cut, errors are next to their fields, and what leads on can be reached.
 */
import { describe, expect, test } from '@jest/globals';
import type { Page as BrowserPage } from 'playwright-core';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../src/contract/plain/wire';
import { portalText, type PortalText } from '../../src/portal/texts';
import { PLAIN_LOOK, rendered, type Page } from '../../src/server/portal/render';
import { openPhone } from '../support/browser/browser';
import { isFine } from './portalTests';

const WINDOWS = { 'at a zoom of 400 %': { width: 320, height: 256 }, 'in a small phone': { width: 360, height: 640 } };

async function picture(page: BrowserPage, what: string, language: string): Promise<void> {
  const folder = process.env.PORTICO_PICTURES;
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/portal ${String(page.viewportSize()?.width)} ${language} ${what}.png`, fullPage: true });
}

describe.each(Object.entries(WINDOWS))('%s', (_, size) => {
  test.each(PORTAL_LANGUAGES)('every page fits in %s', async (language) => {
    // Nothing is requested from this gateway.
    const page = await openPhone({ gateway: 'http://127.0.0.1:9', locale: language, ...size });
    let html = '';
    await page.route('http://portal.example/**', (route) => {
      const isPage = route.request().method() === 'GET';
      return route.fulfill(isPage ? { contentType: 'text/html', body: html } : { status: 204 });
    });
    for (const [what, one] of Object.entries(pagesIn(language))) {
      ({ html } = await rendered({ ...SETTING, language, place: '/' }, one));
      await page.goto(`http://portal.example/${encodeURIComponent(what)}`, { waitUntil: 'commit' });
      await page.locator('.portal-container').waitFor();
      // Five stars and the error below them are higher than the lower window.
      if ((await page.locator('[aria-invalid]:not([name=stars])').count()) > 0) await expectErrorInView(page, what);
      await picture(page, what, language);
      await isFine(page, what);
      expect([what, await page.evaluate(flaws)]).toEqual([what, []]);
    }
  });
});

const SETTING = {
  base: '',
  faces: '',
  look: { ...PLAIN_LOOK, captive_2_title: 'Willkommen im Miramare' },
  hotspotName: 'Grand Hotel Miramare e Centro Benessere',
  wifi4eu: null,
  isPublicDemonstration: true,
  carried: {},
};

/** The pages that a guest gets to see, also when something is wrong. */
function pagesIn(language: PortalLanguage): Record<string, Page> {
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
    ways: ['voucher_login', 'email_login', 'sms_login', 'facebook_login', 'linkedin_login'] as const,
    shortSeconds: 300,
    asksSurvey: true,
    asksOrigin: true,
    confirmsEmail: true,
    mustAnswerOffers: true,
  };
  const problem = (text: PortalText) => portalText(language, text, { minutes: '5', site: 'Facebook' });
  const site = 'facebook' as const;
  const hotspotName = SETTING.hotspotName;
  const online = { page: 'online' as const, seconds: 86_399, bytes: 1_234_567_890, redirect: '', canLeave: true, canExtend: true };
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
    'nobody can log in': { ...login, ways: [] },
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
    'address to confirm': { page: 'mail' },
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
  };
}

/** Expects the field in error to have the focus, with the error close below it, both in view as soon as the page has scrolled there. */
async function expectErrorInView(page: BrowserPage, step: string): Promise<void> {
  const isRight = (place: Awaited<ReturnType<typeof placeOfError>>) => JSON.stringify(place) === JSON.stringify(ERROR_IN_VIEW);
  const placeOfError = () => page.evaluate(errorPlace);
  let place = await placeOfError();
  for (let tries = 0; tries < 20 && !isRight(place); tries += 1) {
    await page.waitForTimeout(100);
    place = await placeOfError();
  }
  expect([step, place]).toEqual([step, ERROR_IN_VIEW]);
}

const ERROR_IN_VIEW = { hasFocus: true, isBelow: true, isClose: true, isFieldSeen: true, isErrorSeen: true };

/** Where the error of a field is, and whether all of both can be seen without scrolling. */
function errorPlace() {
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
  const apart = shown.filter((one) => {
    const error = document.getElementById(one.getAttribute('aria-describedby') ?? '');
    return one.ariaInvalid === 'true' && error?.closest('.portal-field, fieldset') !== one.closest('.portal-field, fieldset');
  });
  return [
    ...apart.map((one) => `error elsewhere: ${described(one)}`),
    ...cut.map((one) => `cut: ${described(one)}`),
    ...covered.map((one) => `out of reach: ${described(one)}`),
  ];
}
