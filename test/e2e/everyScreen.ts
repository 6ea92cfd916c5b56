import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { axeViolations } from '../support/browser';
import { wordsOfOtherLanguage } from './otherLanguage';
import { tour } from './tour';

/** Where to leave a picture of each stop, for people to look at (UX.md §7): PORTICO_PICTURES=folder npm test -- everyScreen */
const PICTURES = process.env.PORTICO_PICTURES;

/** So many stops take their time where others work too. In milliseconds. */
const ENOUGH = 600_000;

/** Each viewport has a file of its own, so that they are walked side by side. */
export function testEveryScreenOn(viewport: 'desktop' | 'phone'): void {
  const wears = (['light', 'dark'] as const).flatMap((theme) => (['en', 'it'] as const).map((language) => ({ viewport, theme, language })));

  test.each(wears)(
    'every screen can be used by everyone, in its own language: $viewport, $theme, $language',
    async (wear) => {
      const found: Record<string, unknown> = {};
      await tour(wear, async (page, what) => {
        const violations = await axeViolations(page);
        const foreign = await wordsOfOtherLanguage(page, wear.language);
        if (violations.length > 0 || foreign.length > 0) found[what] = { violations, foreign };
        if (PICTURES !== undefined) {
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: path.join(PICTURES, `${Object.values(wear).join('-')}-${what.replaceAll(/\W+/g, '-')}.png`) });
        }
      });
      expect(found).toEqual({});
    },
    ENOUGH,
  );
}
