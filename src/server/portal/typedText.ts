/** Reads numbers and codes as typed or pasted by guests. */

/**
 * The text without invisible marks (contacts copy numbers between U+202A and U+202C), with wide characters in their plain form, and with
 * digits of any script (Arabic, Devanagari …) as 0 to 9.
 */
export const plainTyped = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));

/** Unicode encodes the decimal digits of each script as ten consecutive code points, from zero to nine. */
function valueOfDigit(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1;
  return before % 10;
}
