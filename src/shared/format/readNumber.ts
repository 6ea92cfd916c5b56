import { numberFormat } from './numberFormat';

/** What stands between groups of three digits besides the language's own sign: spaces of all kinds, and apostrophes (Swiss). */
const GROUPING = String.raw`[\s'’]`;
/** Invisible marks that come with copied text. */
const INVISIBLE = /[\p{Cf}]/gu;

/**
 * The number that a person typed or pasted: null for nothing, NaN for what isn't a number or could be two. Grouping and decimals are read as
 * the language writes them: "20.000" is 20,000 in Italian, 20 in English. What makes sense in one way only is read that way in any language:
 * "1.234,56", "0,5". Digits of all scripts count; exponents don't.
 */
export function readNumber(text: string, language: string): number | null {
  const written = plainDigits(text);
  if (written === '') return null;
  const { decimal, group } = signsOf(language);
  const own = read(written, decimal, group);
  if (own !== null) return own;
  const other = read(written, decimal === ',' ? '.' : ',', decimal);
  // A zero and three digits: decimals in one country, a slip of the finger in another.
  return other === null || /^-?0\D\d{3}$/.test(written) ? NaN : other;
}

/** A number as `readNumber` reads it back, with grouping; "" for null or NaN. */
export function writeNumber(value: number | null | undefined, language: string, maximumFractionDigits = 10): string {
  return value === null || value === undefined || Number.isNaN(value)
    ? ''
    : numberFormat(language, { maximumFractionDigits }).format(value);
}

function read(written: string, decimal: string, group: string): number | null {
  const groups = [`\\${group}`, GROUPING].map((sign) => `\\d{1,3}(?:${sign}\\d{3})+`);
  const match = new RegExp(`^(-?)(\\d*|${groups.join('|')})(?:\\${decimal}(\\d*))?$`).exec(written);
  if (!match || !/\d/.test(written)) return null;
  const [, minus = '', whole = '', decimals = ''] = match;
  const isPadded = /^0\D/.test(whole);
  return isPadded ? null : Number(`${minus}${whole.replaceAll(/\D/g, '') || '0'}.${decimals || '0'}`) || 0;
}

function signsOf(language: string): { decimal: string; group: string } {
  const parts = numberFormat(language, { useGrouping: 'always' }).formatToParts(12_345.6);
  const sign = (wanted: string, otherwise: string) => parts.find(({ type }) => type === wanted)?.value ?? otherwise;
  const decimal = sign('decimal', '.');
  const group = sign('group', ',');
  // A language that groups by spaces has those already.
  return { decimal, group: /[.,]/.test(group) ? group : decimal === ',' ? '.' : ',' };
}

/** Trimmed, with ASCII digits and minus. */
function plainDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(/[−‒–]/g, '-').replace(/^\+/, '').trim();
  return plain.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The value of a decimal digit of any script: Unicode has the ten of each in a row, and none right before them. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
