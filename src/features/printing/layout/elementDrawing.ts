/** Draws single elements of a design: texts, codes, pictures, QR codes and shapes. Pure functions. */
import {
  filledIn,
  type CodeElement,
  type PaperElement,
  type PaperField,
  type PaperFont,
  type TextElement,
} from '../../../contract/plain/paperModel';
import { gapOf, groupsOf } from '../../vouchers/codeGroups';
import { fitted, type Box, type Picture, type Rect } from './drawing';
import type { Qr } from './qr';
import { LOGO_NAME } from './sheet';
import { SHARES, type Lines, type Typesetter } from './typesetter';
import type { Face, TextStyle } from '../typefaces';

export type PaperValues = Readonly<Record<PaperField, string>>;

/** One voucher's contents. */
export interface Contents {
  values: PaperValues;
  /** Printed below another language; null if there is none. */
  english: PaperValues | null;
  qrs: { network: Qr | null; portal: Qr | null };
}

export interface Style {
  pictures: Readonly<Record<string, Picture>>;
  accent: string;
  font: TextStyle;
}

/** Factor by which content is shrunk repeatedly until it fits. */
export const SMALLER = 0.96;

const MM_A_POINT = 25.4 / 72;
const LEAST_SIZE = 0.5;
const COLOURS: Readonly<Record<string, string>> = { ink: '#000000', soft: '#475569', white: '#ffffff' };

/** In a hotspot's colours and font. */
const colourOf = (colour: string, { accent }: Style) => (colour === 'accent' ? accent : (COLOURS[colour] ?? colour));
const styleOf = (font: PaperFont, style: Style): TextStyle => (font === 'portal' ? style.font : font);
export const faceOf = (font: PaperFont, bold: boolean, style: Style): Face =>
  bold ? `${styleOf(font, style)} bold` : styleOf(font, style);

/** A drawn element: its height, and a function that adds it to the box at a position. */
export interface Drawn {
  height: number;
  put: (box: Box, top: number) => void;
}

type Upright = Pick<Rect, 'x' | 'width'> & { height: number };

/** Null if there is nothing to draw, such as an empty text. */
export function draw(
  element: PaperElement,
  upright: Upright,
  scale: number,
  contents: Contents,
  style: Style,
  type: Typesetter,
): Drawn | null {
  switch (element.kind) {
    case 'text':
      return drawText(element, upright, scale, contents, style, type);
    case 'code':
      return drawCode(element, upright, scale, contents, style, type);
    case 'line':
      return {
        height: upright.height,
        put: (box, y) =>
          void box.shapes.push({ x: upright.x, y, width: upright.width, height: upright.height, colour: colourOf(element.colour, style) }),
      };
    case 'qr': {
      const { network, portal } = contents.qrs;
      const qr = element.opens === 'any' ? (network ?? portal) : element.opens === 'network' ? network : portal;
      if (!qr) return null;
      const side = Math.min(upright.width, upright.height);
      const x = upright.x + (upright.width - side) * SHARES[element.align];
      return { height: side, put: (box, y) => void box.qrs.push({ ...qr, x, y, width: side, height: side }) };
    }
    case 'logo':
      return drawPicture(LOGO_NAME, element, upright, style);
    case 'picture':
      return drawPicture(element.picture, element, upright, style);
  }
}

function drawPicture(picture: string, { align }: PaperElement, upright: Upright, { pictures }: Style): Drawn | null {
  const known = pictures[picture];
  if (!known) return null;
  const size = fitted(known, upright);
  const x = upright.x + (upright.width - size.width) * SHARES[align];
  return { height: size.height, put: (box, y) => void box.pictures.push({ ...size, x, y, picture }) };
}

function drawText(element: TextElement, upright: Upright, scale: number, contents: Contents, style: Style, type: Typesetter): Drawn | null {
  const values = element.language === 'english' ? contents.english : contents.values;
  if (!values) return null;
  const text = filledIn(element.text, values).trim();
  if (text === '') return null;
  const face = faceOf(element.font, element.bold, style);
  const colour = colourOf(element.colour, style);
  const lines = cachedLines(type, `${text}\n${face} ${colour} ${element.size} ${scale} ${upright.width} ${upright.height}`, () => {
    let size = element.size * MM_A_POINT * scale;
    let set = type.lines(text, face, size, upright.width, colour);
    while (set.height > upright.height && size > LEAST_SIZE) {
      size *= SMALLER;
      set = type.lines(text, face, size, upright.width, colour);
    }
    return set;
  });
  return { height: lines.height, put: (box, y) => void box.texts.push(...lines.at(upright.x, y, element.align, upright.width)) };
}

const sets = new WeakMap<Typesetter, Map<string, Lines>>();

/** Memoises laid-out lines: most texts are the same on every voucher. */
function cachedLines(type: Typesetter, key: string, make: () => Lines): Lines {
  const known = sets.get(type) ?? new Map<string, Lines>();
  sets.set(type, known);
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

const LINE_HEIGHT = 1.22;
const ASCENT = 0.95;

/** A code that would be smaller than this share of its size on one line is broken into several. */
const LEAST_SHARE = 0.6;

function drawCode(element: CodeElement, upright: Upright, scale: number, { values }: Contents, style: Style, type: Typesetter): Drawn {
  const wanted = element.size * MM_A_POINT * scale;
  const groups = element.grouped ? groupsOf(values.code) : [values.code];
  const em = type.widthOf('0', 'code');
  const gap = gapOf(values.code);
  const widthOf = (line: readonly string[]) => line.join('').length * em + (line.length - 1) * gap;
  let best = { size: 0, lines: [groups] };
  for (let count = 1; count <= groups.length; count += 1) {
    const each = Math.ceil(groups.length / count);
    const lines = Array.from({ length: Math.ceil(groups.length / each) }, (_, index) => groups.slice(index * each, (index + 1) * each));
    const size = Math.min(wanted, upright.width / Math.max(...lines.map(widthOf)), upright.height / (lines.length * LINE_HEIGHT));
    if (size > best.size * 1.02) best = { size, lines };
    if (best.size >= wanted * LEAST_SHARE) break;
  }
  const { size, lines } = best;
  const colour = colourOf(element.colour, style);
  return {
    height: lines.length * size * LINE_HEIGHT,
    put: (box, y) => {
      for (const [row, line] of lines.entries()) {
        let x = upright.x + (upright.width - widthOf(line) * size) * SHARES[element.align];
        for (const group of line) {
          const width = group.length * em * size;
          box.texts.push({
            face: 'code',
            text: group,
            x,
            y: y + (row * LINE_HEIGHT + ASCENT) * size,
            size,
            width,
            colour,
            isDrawable: true,
          });
          x += width + gap * size;
        }
      }
    },
  };
}
