import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, dispatchIn } from '../support/browser/browser';
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

const WEARS = (['light', 'dark'] as const).flatMap((theme) => (['en', 'it'] as const).map((language): Wear => ({ theme, language })));

/**
 * Each viewport has its own test file, so that they run in parallel. All screens are visited in each language and theme, and once more at
 * each stop with the language and theme switched, which shows what doesn't follow the switch. Also once at 200 %.
 */
export function testEveryScreenOn(viewport: 'desktop' | 'phone' | 'zoomed'): void {
  const only: Wear = viewport !== 'phone' ? { theme: 'light', language: 'en' } : { theme: 'dark', language: 'it' };
  test.each(viewport !== 'zoomed' ? WEARS : [only])(
    `every screen can be used by everyone, in its own language: ${viewport}, beginning with $theme, $language`,
    async (first) => {
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
      const isAgain = first.theme === only.theme && first.language === only.language;
      let stops = 0;
      await tour(LEGS, { viewport, ...first, inHand: true }, async (page, what) => {
        stops += 1;
        const { language } = first;
        const theme = await themeOf(page);
        await look(page, what, { theme, language }, 'all');
        if (!isAgain) return;
        const other: Wear = { theme: theme === 'light' ? 'dark' : 'light', language: language === 'en' ? 'it' : 'en' };
        await dress(page, other);
        await look(page, what, other, 'colours');
        await dress(page, { ...other, language });
      });
      expect(found).toEqual({});
      expect(stops).toBeGreaterThan(100);
    },
    ENOUGH,
  );
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme as Wear['theme']);

/** Sets language and theme through the store: a dialog may cover the switches. */
async function dress(page: Page, wear: Wear): Promise<void> {
  await dispatchIn(page, { type: 'preferences/remembered', payload: wear });
  await page.waitForFunction(
    ({ theme, language }) => document.documentElement.lang === language && document.documentElement.style.colorScheme === theme,
    wear,
  );
}
