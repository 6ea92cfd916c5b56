import { numberFormat } from './numberFormat';

/** Signs between groups of three digits besides the language's own: spaces of all kinds, and apostrophes (Swiss). */
const GROUPING = String.raw`[\s'’]`;
/** Invisible marks that come with copied text. */
const INVISIBLE = /[\p{Cf}]/gu;

/**
 * The number that a person typed or pasted: null for an empty text, NaN for what isn't a number or can be read in two ways (`readingsOf`).
 * Grouping and decimals are read as the language writes them: "20.000" is 20,000 in Italian. What can be read in only one way is read that
 * way in any language: "1.234,56", "0,5". Digits of all scripts count; exponents don't.
 */
export function readNumber(text: string, language: string): number | null {
  const written = plainDigits(text);
  if (written === '') return null;
  if (readingsOf(text, language)) return NaN;
  const { decimal, group } = signsOf(language);
  const own = read(written, decimal, group);
  if (own !== null) return own;
  const other = read(written, otherSign(decimal), decimal);
  // Zero and three digits, as "0.500" in Italian: decimals in other countries, or a slip of the finger. Don't guess.
  return other === null || /^-?0\D\d{3}$/.test(written) ? NaN : other;
}

/**
 * The two numbers that a text can stand for; undefined if there is only one. Three digits after the language's decimal sign would be
 * thousands in other countries, and so would three digits after a dot or comma that the language uses for neither: "1.500" is 1.5 or 1500
 * in English, and also in French.
 */
export function readingsOf(text: string, language: string): readonly [decimal: number, grouped: number] | undefined {
  const written = plainDigits(text);
  const { decimal, groupsBySpace } = signsOf(language);
  const [, sign] = /^-?[1-9]\d{0,2}([.,])\d{3}$/.exec(written) ?? [];
  if (sign === undefined || (sign !== decimal && !groupsBySpace)) return undefined;
  return [Number(written.replace(sign, '.')), Number(written.replace(sign, ''))];
}

/** A number, with grouping unless told otherwise, written so that `readNumber` reads it back; "" for null or NaN. */
export function writeNumber(value: number | null | undefined, language: string, maximumFractionDigits = 10, useGrouping = true): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = numberFormat(language, { maximumFractionDigits, useGrouping }).format(value);
  // With exactly three decimals it could be read as thousands; add a fourth.
  return readingsOf(text, language) ? numberFormat(language, { minimumFractionDigits: 4 }).format(value) : text;
}

function read(written: string, decimal: string, group: string): number | null {
  const groups = [`\\${group}`, GROUPING].map((sign) => `\\d{1,3}(?:${sign}\\d{3})+`);
  const match = new RegExp(`^(-?)(\\d*|${groups.join('|')})(?:\\${decimal}(\\d*))?$`).exec(written);
  if (!match || !/\d/.test(written)) return null;
  const [, minus = '', whole = '', decimals = ''] = match;
  const isPadded = /^0\D/.test(whole);
  return isPadded ? null : Number(`${minus}${whole.replaceAll(/\D/g, '')}.${decimals}`) || 0;
}

function signsOf(language: string): { decimal: string; group: string; groupsBySpace: boolean } {
  const parts = numberFormat(language, {}).formatToParts(12_345.6);
  const sign = (wanted: string, fallback: string) => parts.find(({ type }) => type === wanted)?.value ?? fallback;
  const decimal = sign('decimal', '.');
  const group = sign('group', ',');
  // In a language that groups by spaces or apostrophes, also accept the dot or comma that isn't its decimal sign.
  const groupsBySpace = !/[.,]/.test(group);
  return { decimal, group: groupsBySpace ? otherSign(decimal) : group, groupsBySpace };
}

const otherSign = (decimal: string) => (decimal === ',' ? '.' : ',');

/** Trims the text and replaces digits of all scripts and minus signs by ASCII ones. */
function plainDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(/[−‒–]/g, '-').replace(/^\+/, '').trim();
  return plain.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/**
 * The value of a decimal digit of any script. In Unicode the ten digits of a script are consecutive; right before them come no others, or
 * the ten of another script.
 */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
