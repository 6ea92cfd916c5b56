import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, dispatchIn } from '../support/browser';
import { wordsOfOtherLanguage } from './otherLanguage';
import { tour } from './tour';

/** Where to leave a picture of each stop, for people to look at: PORTICO_PICTURES=folder npm test -- everyScreen */
const PICTURES = process.env.PORTICO_PICTURES;

/** So many stops take their time where others work too. In milliseconds. */
const ENOUGH = 900_000;

interface Wear {
  theme: 'light' | 'dark';
  language: 'en' | 'it';
}

const WEARS = (['light', 'dark'] as const).flatMap((theme) => (['en', 'it'] as const).map((language): Wear => ({ theme, language })));
const isLong = process.env.PORTICO_LONG !== undefined;

/**
 * Each viewport has a file of its own, so that they are walked side by side. One walk is enough: at every stop the console changes into its
 * other clothes and back. In those axe looks at colours, because all else that it looks at is the same elements again. `npm run test:long`
 * takes the walk in each of them, and axe looks at everything.
 */
export function testEveryScreenOn(viewport: 'desktop' | 'phone'): void {
  test.each(isLong ? WEARS : WEARS.slice(0, 1))(
    `every screen can be used by everyone, in its own language: ${viewport}, beginning with $theme, $language`,
    async (first) => {
      const found: Record<string, unknown> = {};
      const look = async (page: Page, what: string, wear: Wear) => {
        const violations = await axeViolations(page, wear === first ? 'all' : 'colours');
        const foreign = await wordsOfOtherLanguage(page, wear.language);
        const { theme, language } = wear;
        if (violations.length > 0 || foreign.length > 0) found[`${what}: ${theme}, ${language}`] = { violations, foreign };
        if (PICTURES === undefined) return;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: path.join(PICTURES, `${viewport}-${theme}-${language}-${what.replaceAll(/\W+/g, '-')}.png`) });
      };
      let stops = 0;
      await tour({ viewport, ...first, inHand: true }, async (page, what) => {
        stops += 1;
        await look(page, what, first);
        if (isLong) return;
        for (const other of WEARS.filter((wear) => wear !== first)) {
          await dress(page, other);
          await look(page, what, other);
        }
        await dress(page, first);
      });
      expect(found).toEqual({});
      expect(stops).toBeGreaterThan(100);
    },
    ENOUGH,
  );
}

/** As its two switches would, which a dialog may cover. */
async function dress(page: Page, wear: Wear): Promise<void> {
  await dispatchIn(page, { type: 'preferences/remembered', payload: wear });
  await page.waitForFunction(
    ({ theme, language }) => document.documentElement.lang === language && document.documentElement.style.colorScheme === theme,
    wear,
  );
}
