/**
 * Chinese, Japanese and Korean text on paper. Its fonts are split into many files, listed in cjkFontSubsets.ts, which is loaded only with
 * the first such character.
 */

/** A font file: the font, and the file's number in it. */
export type EastAsianFace = `east ${'sc' | 'kr'} ${number}`;

/** Han, kana, Bopomofo and Hangul, with CJK punctuation and full-width forms. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/gu;

/** The East Asian characters in some texts, deduplicated and sorted, so that equal sets give equal strings. */
export const eastAsianIn = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => text.normalize('NFC').match(EAST_ASIAN) ?? []))].sort().join('');
