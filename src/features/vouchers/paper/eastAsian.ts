/**
 * Chinese, Japanese and Korean text on paper. Its typefaces come in pieces, which few need to know: see eastAsianPieces.ts, loaded with the
 * first such character.
 */

/** A piece: its typeface, and its number in that. */
export type EastAsianFace = `east ${'sc' | 'kr'} ${number}`;

/** Han, kana and Hangul, with the punctuation and wide forms between them. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/gu;

/** These characters in some texts, each once and in order, so that equal sets are equal texts. */
export const eastAsianIn = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => text.normalize('NFC').match(EAST_ASIAN) ?? []))].sort().join('');
