/** The pseudo language of `npm run dev -- --pseudo` (docs/translating.md). */

import { TYPE } from '@formatjs/icu-messageformat-parser';

/** Letters, each followed by what the pseudo language has instead. With its vowels doubled, English gets a third longer. */
const LETTERS = 'aáà eéè iîï oóö uüú AÁà EÉè IÎï OÓö UÜú cç dð gğ nñ rŕ sš tţ yý zž CÇ NÑ RŔ SŠ TŢ YÝ ZŽ';
const PSEUDO = new Map(LETTERS.split(' ').map(([letter = '', ...others]) => [letter, others.join('')]));

/** A text in the pseudo language, which shows what isn't translatable, or breaks when texts are long (docs/translating.md). */
export function inPseudo(/** @type {string} */ text) {
  return text.replace(/[a-z]/gi, (letter) => PSEUDO.get(letter) ?? letter);
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
