/**
 * Fonts for Chinese, Japanese and Korean text. Each is split into about a hundred files by character range; a file, of some 40 kB, is
 * loaded only if one of its characters is on a voucher.
 */
import han from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import hangul from '@fontsource/noto-sans-kr/unicode.json' with { type: 'json' };
import type { EastAsianFace } from './layout/eastAsian';

const HANGUL = /\p{Script=Hangul}/u;

/** The font files that contain these characters. */
export function facesWith(characters: string): EastAsianFace[] {
  const pieces = { sc: piecesOf(han), kr: piecesOf(hangul) };
  const faces = Array.from(characters, (character): EastAsianFace | null => {
    const name = HANGUL.test(character) ? 'kr' : 'sc';
    const code = character.codePointAt(0) ?? 0;
    const piece = pieces[name].find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last));
    return piece ? `east ${name} ${piece.number}` : null;
  });
  return [...new Set(faces.filter((face) => face !== null))];
}

/** Keys such as `[12]` are font files; the others are alphabets, which other fonts cover. */
function piecesOf(ranges: Readonly<Record<string, string>>) {
  return Object.entries(ranges).flatMap(([key, text]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1];
    return number === undefined ? [] : [{ number: Number(number), ranges: text.split(',').map(rangeOf) }];
  });
}

/** Parses `U+4e00-4e10`, or a single `U+4e00`. */
function rangeOf(text: string): readonly [first: number, last: number] {
  const [first = '', last = first] = text.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** URL of a font file. Vite needs the constant parts of these paths to find the files at build time. */
export function urlOfPiece(face: EastAsianFace): string {
  const [, name, number] = face.split(' ');
  return name === 'kr'
    ? new URL(`../../../node_modules/@fontsource/noto-sans-kr/files/noto-sans-kr-${number}-400-normal.woff`, import.meta.url).href
    : new URL(`../../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-${number}-400-normal.woff`, import.meta.url).href;
}

const HEADER = 12;
const ENTRY = 16;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;

/** Unpacks the TrueType font in a WOFF file (WOFF 1.0, W3C): the same tables, each compressed separately. */
export async function trueTypeOf(woff: ArrayBuffer): Promise<ArrayBuffer> {
  const from = new DataView(woff);
  if (from.getUint32(0) !== 0x774f4646) throw new Error('no WOFF file');
  const count = from.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const at = WOFF_HEADER + WOFF_ENTRY * index;
      const [offset, packed, length] = [from.getUint32(at + 4), from.getUint32(at + 8), from.getUint32(at + 12)];
      const bytes = woff.slice(offset, offset + packed);
      return { at, length, bytes: packed < length ? await inflated(bytes) : bytes };
    }),
  );
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const start = HEADER + ENTRY * count;
  const file = new ArrayBuffer(start + tables.reduce((sum, { length }) => sum + padded(length), 0));
  const to = new DataView(file);
  const power = Math.floor(Math.log2(count));
  to.setUint32(0, from.getUint32(4));
  [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].forEach((value, index) => to.setUint16(4 + 2 * index, value));
  let position = start;
  for (const [index, { at, length, bytes }] of tables.entries()) {
    const entry = HEADER + ENTRY * index;
    // Tag, checksum, offset, length.
    [from.getUint32(at), from.getUint32(at + 16), position, length].forEach((value, part) => to.setUint32(entry + 4 * part, value));
    new Uint8Array(file).set(new Uint8Array(bytes), position);
    position += padded(length);
  }
  return file;
}

const inflated = (bytes: ArrayBuffer): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
