import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, dispatchIn } from '../support/browser/browser';
import { SEED, timesRounds } from '../support/run/rounds';
import { wordsOfOtherLanguage } from './otherLanguage';
import { LEGS, tour } from './tour';

/** Folder for a screenshot of each stop: PORTICO_PICTURES=folder npm run test:long -- everyScreen */
const PICTURES = process.env.PORTICO_PICTURES;

/** Milliseconds; there are many stops, and other tests run in parallel. */
const ENOUGH = 900_000;

interface Wear {
  theme: 'light' | 'dark';
  language: 'en' | 'it';
}

type Viewport = 'desktop' | 'phone' | 'zoomed';

const LIGHT: Wear = { theme: 'light', language: 'en' };
const DARK: Wear = { theme: 'dark', language: 'it' };

/**
 * What a tour wears; at every third stop it changes to the other and back. Desktop and phone wear different ones, and the next run the other
 * way round.
 */
const FIRST: Readonly<Record<Viewport, Wear>> =
  SEED % 2 === 0 ? { desktop: LIGHT, phone: DARK, zoomed: LIGHT } : { desktop: DARK, phone: LIGHT, zoomed: DARK };

const everySecond = (first: 0 | 1) => LEGS.filter((_, nth) => nth % 2 === first);

/**
 * The desktop sees all screens. A phone and a window at 200 % have the same layout: each sees half of them, and by another seed the other
 * half. With PORTICO_ROUNDS=2 all see all.
 */
function legsFor(viewport: Viewport): typeof LEGS {
  if (viewport === 'desktop' || timesRounds(1) > 1) return LEGS;
  const isPhoneFirst = SEED % 4 < 2;
  return everySecond(isPhoneFirst === (viewport === 'phone') ? 0 : 1);
}

/** Visits the screens. Each viewport has its own test file, so that they run in parallel; `zoomed` is 200 %. */
export function testEveryScreenOn(viewport: Viewport): void {
  const first = FIRST[viewport];
  const legs = legsFor(viewport);
  test(
    `screens can be used by everyone, in their own language: ${viewport}, ${first.theme}, ${first.language}`,
    async () => {
      const found: Record<string, unknown> = {};
      const look = async (page: Page, what: string, wear: Wear, rules: 'all' | 'colours') => {
        const violations = await axeViolations(page, rules);
        const foreign = await wordsOfOtherLanguage(page, wear.language);
        // Nothing makes the page scroll sideways.
        const beyond = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
        const { theme, language } = wear;
        if (violations.length > 0 || foreign.length > 0 || beyond > 0)
          found[`${what}: ${theme}, ${language}`] = { violations, foreign, beyond };
        if (PICTURES === undefined) return;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: path.join(PICTURES, `${viewport}-${theme}-${language}-${what.replaceAll(/\W+/g, '-')}.png`) });
      };
      let stops = 0;
      await tour(legs, { viewport, ...first, inHand: true }, async (page, what) => {
        stops += 1;
        const { language } = first;
        const theme = await themeOf(page);
        await look(page, what, { theme, language }, 'all');
        if ((stops + SEED) % 3 !== 0) return;
        const other: Wear = { theme: theme === 'light' ? 'dark' : 'light', language: language === 'en' ? 'it' : 'en' };
        await dress(page, other);
        await look(page, what, other, 'colours');
        await dress(page, { ...other, language });
      });
      expect(found).toEqual({});
      expect(stops).toBeGreaterThan(legs === LEGS ? 100 : 40);
    },
    ENOUGH,
  );
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme as Wear['theme']);

/** Sets language and theme through the store: a dialog may cover the switches. The guest's window follows the counter's language later. */
async function dress(page: Page, wear: Wear): Promise<void> {
  await dispatchIn(page, { type: 'preferences/remembered', payload: wear });
  await page.waitForFunction(
    ({ theme, language }) =>
      document.documentElement.lang === language &&
      document.documentElement.style.colorScheme === theme &&
      (document.querySelector<HTMLElement>('main[lang]')?.lang ?? language) === language,
    wear,
  );
}
