/** The layout of printed vouchers, in millimetres from the upper left corner. Drawn by Sheets.tsx and pdf.ts, so print and PDF match. */
import type { Face, Typefaces } from './typefaces';
import { joiningCode, qrOf, type Qr } from './qr';

export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
export type Paper = keyof typeof PAPERS;

/** Two in a row, five rows a page (VCH-12, VCH-13). */
const COLUMNS = 2;
const ROWS = 5;
const A_PAGE = COLUMNS * ROWS;

/** Printers can't print to the edge. */
const MARGIN = 8;
const GAP = { x: 4, y: 3 };
const BAR = 1.8;
const PADDING = { x: 4, y: 3 };
/** Width of the right column, with logo and QR code. */
const SIDE = 24;
const QR_SIZE = 22;
const LOGO = { width: SIDE, height: 9 };

/** Cutting line around a ticket, light enough not to show afterwards. */
export const EDGE = { colour: '#94a3b8', width: 0.2 } as const;

/** Font sizes in millimetres. */
const CSS_PIXEL = 25.4 / 96;
const LEAST_TITLE = 8 * CSS_PIXEL;
const MOST_TITLE_HEIGHT = 13;
const NAME = 3.4;
const CODE = 9;
const FACT = 3;
const CAPTION = 2.1;
const LINE = 1.22;
/** Distance from the top of a line to its baseline, relative to the font size. */
const ASCENT = 0.95;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One line of text; `y` is its baseline. */
export interface Text {
  face: Face;
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  /** Whether the embedded font has every character; if not, system fonts draw the line. */
  isDrawable: boolean;
}

export interface Box extends Rect {
  texts: Text[];
  bar: Rect;
  qr: (Qr & Rect) | null;
  logo: Rect | null;
}

export interface Page {
  width: number;
  height: number;
  boxes: Box[];
}

/** The texts of one voucher. */
export interface Ticket {
  code: string;
  /** The guest's name, or empty. */
  name: string;
  facts: string[];
}

export interface Look {
  paper: Paper;
  /** The hotspot's description. */
  title: string;
  logo: Logo | null;
  hasQr: boolean;
  /** The network that the QR code joins; if empty, it holds the voucher's code. */
  ssid: string;
  /** Text under the QR code. */
  caption: string;
}

/** A picture with known proportions. */
export interface Logo {
  dataUrl: string;
  width: number;
  height: number;
}

/** Width of a text that the embedded fonts can't draw, in ems. */
export type MeasureOther = (text: string) => number;

/** Lays out vouchers on pages. Pure; no vouchers, no pages. */
export function layOut(tickets: readonly Ticket[], look: Look, typefaces: Typefaces, measureOther: MeasureOther): Page[] {
  const { width, height } = PAPERS[look.paper];
  const cell = {
    width: (width - 2 * MARGIN - (COLUMNS - 1) * GAP.x) / COLUMNS,
    height: (height - 2 * MARGIN - (ROWS - 1) * GAP.y) / ROWS,
  };
  const type = typesetter(typefaces, measureOther);
  const title = titleOf(look, cell.width - 2 * PADDING.x - (look.logo ? SIDE + 2 : 0), type);
  const joining = look.hasQr && look.ssid !== '' ? qrOf(joiningCode(look.ssid)) : null;

  const pages: Page[] = [];
  for (let first = 0; first < tickets.length; first += A_PAGE) {
    const boxes = tickets.slice(first, first + A_PAGE).map((ticket, index) => {
      const x = MARGIN + (index % COLUMNS) * (cell.width + GAP.x);
      const y = MARGIN + Math.floor(index / COLUMNS) * (cell.height + GAP.y);
      return boxOf({ x, y, ...cell }, { ticket, look, title, type, qr: look.hasQr ? (joining ?? qrOf(ticket.code)) : null });
    });
    pages.push({ width, height, boxes });
  }
  return pages;
}

interface Content {
  ticket: Ticket;
  look: Look;
  title: Lines;
  type: Typesetter;
  qr: Qr | null;
}

function boxOf(rect: Rect, { ticket, look, title, type, qr }: Content): Box {
  const left = rect.x + PADDING.x;
  const right = rect.x + rect.width - PADDING.x;
  const top = rect.y + BAR + PADDING.y;
  const bottom = rect.y + rect.height - PADDING.y;
  const width = right - left - (qr ? SIDE + 2 : 0);

  const titleTexts = title.at(left, top);
  // Without a QR code, text may use the space below the logo.
  const belowTitle = top + Math.max(title.height, look.logo && !qr ? LOGO.height : 0) + 1;
  const { name, code, facts } = fitting(ticket, width, bottom - belowTitle, type);
  const factsTop = bottom - facts.height;
  // Centres name and code between title and facts.
  const middle = (belowTitle + factsTop - 1 - name.height - code.height) / 2;

  const caption = qr ? type.lines(look.caption, 'text', CAPTION, SIDE) : null;
  const qrTop = bottom - (caption?.height ?? 0) - 0.8 - QR_SIZE;
  return {
    ...rect,
    bar: { x: rect.x, y: rect.y, width: rect.width, height: BAR },
    texts: [
      ...titleTexts,
      ...name.at(left, middle),
      ...code.at(left, middle + name.height),
      ...facts.at(left, factsTop),
      ...(caption?.at(right - SIDE, bottom - caption.height) ?? []),
    ],
    qr: qr && { ...qr, x: right - SIDE + (SIDE - QR_SIZE) / 2, y: qrTop, width: QR_SIZE, height: QR_SIZE },
    logo: look.logo && placed(look.logo, right, top),
  };
}

function placed(logo: Logo, right: number, top: number): Rect {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  return { x: right - width, y: top, width, height };
}

/**
 * Font size is 450 ÷ title length in CSS pixels, at most 20 (VCH-15). Titles that would get too small to read wrap instead, and shrink if
 * that takes too much height: nothing is cut off.
 */
function titleOf({ title }: Look, width: number, type: Typesetter): Lines {
  const bySpecification = Math.min(20, 450 / letters(title).length) * CSS_PIXEL;
  let size = Math.max(LEAST_TITLE, bySpecification);
  let lines = type.lines(title, 'text', size, width);
  while (lines.height > MOST_TITLE_HEIGHT) {
    size *= 0.95;
    lines = type.lines(title, 'text', size, width);
  }
  return lines;
}

/** Fits name, code and facts at the largest size possible. */
function fitting({ name, code, facts }: Ticket, width: number, height: number, type: Typesetter) {
  const codeSize = Math.min(CODE, width / type.widthOf(code, 'code'));
  for (let scale = 1; ; scale *= 0.95) {
    const set = {
      name: type.lines(name, 'text', NAME * scale, width),
      code: type.lines(code, 'code', Math.min(codeSize, CODE * scale), width),
      facts: stacked(facts.map((fact) => type.lines(fact, 'text', FACT * scale, width))),
    };
    if (set.name.height + set.code.height + 1 + set.facts.height <= height) return set;
  }
}

/** Lines with a known height, not yet positioned. */
interface Lines {
  height: number;
  at: (x: number, top: number) => Text[];
}

function stacked(parts: readonly Lines[]): Lines {
  return {
    height: parts.reduce((sum, part) => sum + part.height, 0),
    at: (x, top) => {
      let y = top;
      return parts.flatMap((part) => {
        const texts = part.at(x, y);
        y += part.height;
        return texts;
      });
    },
  };
}

interface Typesetter {
  /** In ems. */
  widthOf: (text: string, face: Face) => number;
  /** Breaks at spaces, and within words wider than the line. */
  lines: (text: string, face: Face, size: number, width: number) => Lines;
}

function typesetter(typefaces: Typefaces, measureOther: MeasureOther): Typesetter {
  const measured = new Map<string, number>();
  const widthOf = (text: string, face: Face) => {
    const key = `${face} ${text}`;
    let width = measured.get(key);
    if (width === undefined) {
      width = isDrawable(text, face, typefaces) ? drawnWidth(text, typefaces[face].advances) : measureOther(text);
      measured.set(key, width);
    }
    return width;
  };
  return {
    widthOf,
    lines: (text, face, size, width) => {
      const lines = broken(settled(text), (part) => widthOf(part, face) * size <= width + 1e-6);
      return {
        height: lines.length * size * LINE,
        at: (x, top) =>
          lines.map((line, index) => ({
            face,
            text: line,
            x,
            y: top + (index * LINE + ASCENT) * size,
            size,
            width: widthOf(line, face) * size,
            isDrawable: isDrawable(line, face, typefaces),
          })),
      };
    },
  };
}

/** Normalises text for drawing: composed characters, single spaces, no control characters. */
function settled(text: string): string {
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

/** Splits into graphemes, so that accents and emoji parts are never separated. */
export const letters = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Whether the font has every glyph, and no combining mark or format character that would need shaping. */
function isDrawable(text: string, face: Face, typefaces: Typefaces): boolean {
  const { advances } = typefaces[face];
  return !/[\p{M}\p{Cf}]/u.test(text) && Array.from(text).every((character) => advances.has(character.codePointAt(0) ?? 0));
}

function drawnWidth(text: string, advances: ReadonlyMap<number, number>): number {
  return Array.from(text).reduce((sum, character) => sum + (advances.get(character.codePointAt(0) ?? 0) ?? 0), 0);
}
