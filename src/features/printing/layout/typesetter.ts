/** Breaks text into measured lines. */
import type { Text } from './drawing';
import { isEastAsian, type Face, type Typefaces } from '../typefaces';

const LINE = 1.22;
/** Distance from the top of a line to its baseline, relative to the font size. */
const ASCENT = 0.95;

export const INK = '#000000';

/** Width of a text that the embedded fonts can't draw, in ems. */
export type MeasureOther = (text: string) => number;

/** Lines with a known height, not yet positioned. */
export interface Lines {
  height: number;
  /** Width of the widest line. */
  width: number;
  at: (x: number, top: number, align?: 'left' | 'centre' | 'right', within?: number) => Text[];
}

export interface Typesetter {
  /** In ems. */
  widthOf: (text: string, face: Face) => number;
  /** Breaks lines at spaces, and within words that are wider than the line. */
  lines: (text: string, face: Face, size: number, width: number, colour?: string) => Lines;
}

export function typesetter(typefaces: Typefaces, measureOther: MeasureOther): Typesetter {
  const measured = new Map<string, number>();
  const eastAsian = eastAsianOf(typefaces);
  const runsIn = (text: string, face: Face) => runsOf(text, face, advancesOf(face, typefaces), eastAsian);
  const widthOf = (text: string, face: Face) => {
    const key = `${face} ${text}`;
    let width = measured.get(key);
    if (width === undefined) {
      width = runsIn(text, face)?.reduce((sum, run) => sum + run.width, 0) ?? measureOther(text);
      measured.set(key, width);
    }
    return width;
  };
  return {
    widthOf,
    lines: (text, face, size, width, colour = INK) => {
      const lines = text.split('\n').flatMap((part) => broken(normalizeText(part), (line) => widthOf(line, face) * size <= width + 1e-6));
      return {
        height: lines.length * size * LINE,
        width: Math.max(0, ...lines.map((line) => widthOf(line, face) * size)),
        at: (x, top, align = 'left', within = 0) =>
          lines.flatMap((line, index) => {
            const wide = widthOf(line, face);
            const runs = runsIn(line, face);
            let from = x + (within - wide * size) * SHARES[align];
            return (runs ?? [{ face, text: line, width: wide }]).map((run) => {
              const width = run.width * size;
              const y = top + (index * LINE + ASCENT) * size;
              const text: Text = { ...run, x: from, y, size, width, colour, isDrawable: runs !== null };
              from += width;
              return text;
            });
          }),
      };
    },
  };
}

/** Share of the leftover width that goes before the text, by alignment. */
export const SHARES = { left: 0, centre: 0.5, right: 1 } as const;

export function stacked(parts: readonly Lines[]): Lines {
  return {
    height: parts.reduce((sum, part) => sum + part.height, 0),
    width: Math.max(0, ...parts.map(({ width }) => width)),
    at: (x, top, align, within) => {
      let y = top;
      return parts.flatMap((part) => {
        const texts = part.at(x, y, align, within);
        y += part.height;
        return texts;
      });
    },
  };
}

/** Normalises text for drawing: composed characters, single spaces, no control characters. */
function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function broken(text: string, fits: (part: string) => boolean): string[] {
  if (text === '') return [];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of letters(word)) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

const segmenter = new Intl.Segmenter();

/** Splits into graphemes, so that accents and emoji sequences stay together. */
export const letters = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

const advancesOf = (face: Face, typefaces: Typefaces) => (typefaces[face] ?? typefaces.Roboto).advances;

/** Font and advance width of each East Asian character. */
type EastAsian = ReadonlyMap<number, { face: Face; advance: number }>;

const eastAsianOf = (typefaces: Typefaces): EastAsian =>
  new Map(
    Object.entries(typefaces).flatMap(([face, typeface]) =>
      isEastAsian(face) ? [...typeface.advances].map(([code, advance]) => [code, { face, advance }] as const) : [],
    ),
  );

/** Part of a line in one font; width in ems. */
type Run = Pick<Text, 'face' | 'text' | 'width'>;

/** Splits the line into runs by font; null if characters are missing, or if marks or format characters would need shaping. */
function runsOf(text: string, face: Face, advances: ReadonlyMap<number, number>, eastAsian: EastAsian): Run[] | null {
  if (/[\p{M}\p{Cf}]/u.test(text)) return null;
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const own = advances.get(code);
    const drawn = own === undefined ? eastAsian.get(code) : { face, advance: own };
    if (!drawn) return null;
    const last = runs.at(-1);
    if (last?.face === drawn.face) {
      last.text += character;
      last.width += drawn.advance;
    } else runs.push({ face: drawn.face, text: character, width: drawn.advance });
  }
  return runs;
}
