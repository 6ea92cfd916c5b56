/** Places a design's elements in one cell of the paper. Pure functions. */
import {
  filledIn,
  TEMPLATE_LIMITS,
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

/** Elements for a cell of this size. If `flows` or if the height is 0, elements push each other down and the content sets the height. */
export interface Design {
  width: number;
  height: number;
  elements: readonly PaperElement[];
  flows: boolean;
  /** Space below the last flowing element. */
  foot: number;
}

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

const MM_A_POINT = 25.4 / 72;
const LEAST_SIZE = 0.5;
const COLOURS: Readonly<Record<string, string>> = { ink: '#000000', soft: '#475569', white: '#ffffff' };

/** In a hotspot's colours and font. */
const colourOf = (colour: string, { accent }: Style) => (colour === 'accent' ? accent : (COLOURS[colour] ?? colour));
const styleOf = (font: PaperFont, style: Style): TextStyle => (font === 'portal' ? style.font : font);
export const faceOf = (font: PaperFont, bold: boolean, style: Style): Face =>
  bold ? `${styleOf(font, style)} bold` : styleOf(font, style);

/** A drawn element: its height, and a function that adds it to the box at a position. */
interface Drawn {
  height: number;
  put: (box: Box, top: number) => void;
}

type Upright = Pick<Rect, 'x' | 'width'> & { height: number };

/** Places elements in a cell. On a roll, where the cell has no height, the box is as high as its content. */
export function layOutElements(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  return design.flows || design.height === 0 || cell.height === 0
    ? flowing(design, cell, contents, style, type)
    : fixed(design, cell, contents, style, type);
}

const emptyBox = (cell: Rect): Box => ({ ...cell, shapes: [], pictures: [], texts: [], qrs: [] });

function fixed({ width, height, elements }: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  const [sx, sy] = [cell.width / width, cell.height / height];
  const scale = Math.min(sx, sy);
  const box = emptyBox(cell);
  for (const element of elements) {
    const upright = {
      x: cell.x + element.x * sx,
      y: cell.y + element.y * sy,
      width: element.width * sx,
      height: element.height * sy,
    };
    const drawn = draw(element, upright, scale, contents, style, type);
    if (drawn) drawn.put(box, upright.y + (upright.height - drawn.height) * UPRIGHT[element.vertical]);
  }
  return box;
}

const UPRIGHT = { top: 0, middle: 0.5, bottom: 1 } as const;

/** Factor by which content is shrunk repeatedly until it fits. */
const SMALLER = 0.96;
const MOST_GROWTH = 1.5;

function flowing(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  const { flow, beside, remaining } = bestFlow(design, predecessorsOf(design.elements), cell, contents, style, type);
  const box = emptyBox({ ...cell, height: cell.height || flow.height });
  for (const [index, element] of design.elements.entries()) {
    flow.drawn[index]?.put(box, cell.y + (flow.tops[index] ?? 0) + (beside[index] ?? 0) + remaining * UPRIGHT[element.vertical]);
  }
  return box;
}

/** The largest scale that fits the cell, and the height left over. */
function bestFlow(design: Design, above: readonly number[][], cell: Rect, contents: Contents, style: Style, type: Typesetter) {
  const sx = cell.width / design.width;
  const flowAt = (at: number) => flowed(design, above, { cell, sx, factor: at, contents, style, type });
  let factor = cell.height === 0 ? 1 : MOST_GROWTH;
  let flow = flowAt(factor);
  while (cell.height > 0 && flow.height > cell.height && factor > 0.05) {
    factor *= SMALLER;
    flow = flowAt(factor);
  }
  // Templates keep the positions they were given; only built-in designs are spread over the cell.
  if (!design.flows) return { flow, factor, remaining: 0, beside: [] };
  const remaining = cell.height === 0 ? 0 : cell.height - flow.height;
  return { flow, factor, remaining, beside: centring(design.elements, above, flow.bottoms) };
}

/** How far to move down each element of a shorter column, so that columns side by side are vertically centred on each other. */
function centring(elements: readonly PaperElement[], above: readonly number[][], bottoms: readonly number[]): number[] {
  const columns: number[] = [];
  for (const [index, element] of elements.entries()) {
    const before = (above[index] ?? []).find((one) => elements[one]?.vertical === 'middle');
    columns.push(element.vertical !== 'middle' ? -1 : before === undefined ? index : (columns[before] ?? index));
  }
  const ends = new Map<number, number>();
  for (const [index, column] of columns.entries()) ends.set(column, Math.max(ends.get(column) ?? 0, bottoms[index] ?? 0));
  ends.delete(-1);
  const lowest = Math.max(0, ...ends.values());
  return columns.map((column) => (lowest - (ends.get(column) ?? lowest)) / 2);
}

interface Flow {
  cell: Rect;
  sx: number;
  factor: number;
  contents: Contents;
  style: Style;
  type: Typesetter;
}

function flowed({ elements, foot }: Design, above: readonly number[][], { cell, sx, factor, contents, style, type }: Flow) {
  const tops: number[] = [];
  const bottoms: number[] = [];
  const drawn: (Drawn | null)[] = [];
  for (const [index, element] of elements.entries()) {
    const before = above[index] ?? [];
    const free = Math.max(0, ...before.map((one) => bottoms[one] ?? 0));
    // Keep the gap to the nearest one: columns side by side end at different heights.
    const gap = Math.min(...before.map((one) => element.y - bottomOf(elements[one])));
    const top = before.length === 0 ? element.y * sx * factor : free + gap * sx * factor;
    const height = element.kind === 'text' || element.kind === 'code' ? Infinity : element.height * sx * factor;
    const one = draw(element, { x: cell.x + element.x * sx, width: element.width * sx, height }, sx * factor, contents, style, type);
    tops.push(top);
    drawn.push(one);
    // An element without content takes no space, and neither does the gap above it.
    bottoms.push(one ? top + one.height : free);
  }
  return { tops, bottoms, drawn, height: Math.max(0, ...bottoms) + foot * sx * factor };
}

const bottomOf = (element: PaperElement | undefined) => (element ? element.y + element.height : 0);

const graphs = new WeakMap<readonly PaperElement[], number[][]>();

/** For each element the indexes of those directly above: overlapping horizontally, with nothing between. Elements are sorted by `y`. */
function predecessorsOf(elements: readonly PaperElement[]): number[][] {
  const known = graphs.get(elements);
  if (known) return known;
  const all = elements.map((element, index) =>
    elements.flatMap((other, before) => {
      const isAbove = before < index && other.y + other.height <= element.y + 1e-6;
      return isAbove && other.x < element.x + element.width - 1e-6 && element.x < other.x + other.width - 1e-6 ? [before] : [];
    }),
  );
  const nearest = all.map((before) => before.filter((one) => !before.some((other) => all[other]?.includes(one))));
  graphs.set(elements, nearest);
  return nearest;
}

/** Null if there is nothing to draw, such as an empty text. */
function draw(element: PaperElement, upright: Upright, scale: number, contents: Contents, style: Style, type: Typesetter): Drawn | null {
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

/** Where flowing elements end up in a cell, as elements with fixed positions. Elements without content are dropped. */
export function resolvedElements(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): PaperElement[] {
  const above = predecessorsOf(design.elements);
  const sx = cell.width / design.width;
  const { flow, factor, beside, remaining } = bestFlow(design, above, cell, contents, style, type);
  const two = (value: number) => Math.max(0.05, Number(value.toFixed(2)));
  return design.elements.flatMap((element, index): PaperElement[] => {
    const drawn = flow.drawn[index];
    if (!drawn) return [];
    const y = (flow.tops[index] ?? 0) + (beside[index] ?? 0) + remaining * UPRIGHT[element.vertical];
    const rect = {
      x: Number((element.x * sx).toFixed(2)),
      y: Number(y.toFixed(2)),
      width: two(element.width * sx),
      height: two(drawn.height),
    };
    const isType = element.kind === 'text' || element.kind === 'code';
    const size = isType
      ? { size: Math.min(TEMPLATE_LIMITS.size[1], Math.max(TEMPLATE_LIMITS.size[0], Number((element.size * sx * factor).toFixed(1)))) }
      : {};
    return [{ ...element, ...rect, vertical: 'top', ...size }];
  });
}
