const CODE = /^[a-z]{2}$/i;

/** A country's flag, drawn by the system's own letters: nothing is asked for outside. Empty where the code is none of two letters. */
export function flagOf(code: string): string {
  if (!CODE.test(code)) return '';
  return String.fromCodePoint(
    ...code
      .toUpperCase()
      .split('')
      .map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65),
  );
}

/** A country's name in the chosen language, by its two letters (ISO 3166); what is no such code stays as it is. */
export function countryName(code: string, language: string): string {
  if (!CODE.test(code)) return code;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code;
}
