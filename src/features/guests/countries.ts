const CODE = /^[a-z]{2}$/i;

/** A country's flag as an emoji, so that no image has to be loaded. '' if the code isn't two letters. */
export function flagOf(code: string): string {
  if (!CODE.test(code)) return '';
  return String.fromCodePoint(
    ...code
      .toUpperCase()
      .split('')
      .map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65),
  );
}

/** A country's name in the given language, by ISO 3166 two-letter code; anything else is returned unchanged. */
export function countryName(code: string, language: string): string {
  if (!CODE.test(code)) return code;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code;
}
