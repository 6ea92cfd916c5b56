/** The pseudo language of `npm run dev -- --pseudo` (docs/translating.md). */

import { TYPE } from '@formatjs/icu-messageformat-parser';

/** Letters of the pseudo language. With its vowels doubled, English gets a third longer. */
const PSEUDO = {
  ...{ a: 'áà', e: 'éè', i: 'îï', o: 'óö', u: 'üú', A: 'Áà', E: 'Éè', I: 'Îï', O: 'Óö', U: 'Üú' },
  ...{ c: 'ç', d: 'ð', g: 'ğ', n: 'ñ', r: 'ŕ', s: 'š', t: 'ţ', y: 'ý', z: 'ž', C: 'Ç', N: 'Ñ', R: 'Ŕ', S: 'Š', T: 'Ţ', Y: 'Ý', Z: 'Ž' },
};

/** A text in the pseudo language, which shows what isn't translatable, or breaks when texts are long (docs/translating.md). */
export function inPseudo(/** @type {string} */ text) {
  return text.replace(/[a-z]/gi, (letter) => PSEUDO[/** @type {keyof typeof PSEUDO} */ (letter)] ?? letter);
}

/**
 * A parsed message in the pseudo language: its arguments and the words by which it chooses stay.
 *
 * @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements
 * @returns {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]}
 */
export function messageInPseudo(elements) {
  return elements.map((element) => {
    if ('children' in element) return { ...element, children: messageInPseudo(element.children) };
    if ('options' in element) {
      const options = Object.entries(element.options).map(([word, { value, ...rest }]) => [
        word,
        { ...rest, value: messageInPseudo(value) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element.type === TYPE.literal ? { ...element, value: inPseudo(element.value) } : element;
  });
}
