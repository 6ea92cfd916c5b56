/**
 * Where everything stands on paper, in millimetres from the upper left corner. The one description that the print sheet (Sheets.tsx)
 * and the PDF (pdf.ts) draw, so that both are the same paper (issue 5; spec 1 §2, §9).
 */
import type { Face, Typefaces } from '../../../shared/typefaces';
import { joiningCode, qrOf, type Qr } from './qr';

export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
export type Paper = keyof typeof PAPERS;

/** Two in a row, and a new page after five rows (spec 1 §9). */
const COLUMNS = 2;
const ROWS = 5;
const A_PAGE = COLUMNS * ROWS;

/** Printers leave an edge white. */
const MARGIN = 8;
const GAP = { x: 4, y: 3 };
const BAR = 1.8;
const PADDING = { x: 4, y: 3 };
/** The column at the right, of the logo and the QR code. */
const SIDE = 24;
const QR_SIZE = 22;
const LOGO = { width: SIDE, height: 9 };

/** The line around a ticket, along which it is cut: light enough not to be seen afterwards. */
export const EDGE = { colour: '#94a3b8', width: 0.2 } as const;

/** Sizes of type, in millimetres. */
const CSS_PIXEL = 25.4 / 96;
const LEAST_TITLE = 8 * CSS_PIXEL;
const MOST_TITLE_HEIGHT = 13;
const NAME = 3.4;
const CODE = 9;
const FACT = 3;
const CAPTION = 2.1;
const LINE = 1.22;
/** How much of its size a line's letters stand above the line they are written on. */
const ASCENT = 0.95;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One line; `y` is the line on which its letters stand. */
export interface Text {
  face: Face;
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  /** Whether the embedded face has every character of it; what it has not, the machine's own faces draw. */
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

/** One voucher, in words. */
export interface Ticket {
  code: string;
  /** Whose it is, or empty. */
  name: string;
  facts: string[];
}

export interface Look {
  paper: Paper;
  /** The hotspot's description. */
  title: string;
  logo: Logo | null;
  hasQr: boolean;
  /** The network that the QR code joins; empty: it holds the voucher's code. */
  ssid: string;
  /** What stands under the QR code. */
  caption: string;
}

/** A picture of which the proportions are known. */
export interface Logo {
  dataUrl: string;
  width: number;
  height: number;
}

/** How wide what the embedded faces cannot draw is, in ems. */
export type MeasureOther = (text: string) => number;

/** The pages for these vouchers. Pure: the same arguments, the same paper. No vouchers, no pages. */
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
  // Without a QR code below it, the logo's column is the text's again.
  const belowTitle = top + Math.max(title.height, look.logo && !qr ? LOGO.height : 0) + 1;
  const { name, code, facts } = fitting(ticket, width, bottom - belowTitle, type);
  const factsTop = bottom - facts.height;
  // Name and code stand in the middle of what the title and the facts leave.
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
 * The title's size is 450 ÷ its length in CSS pixels, and no more than 20 (spec 1 §9). What would be too small to read that way goes
 * over several lines instead, and what would then be too high becomes smaller after all: nothing is cut.
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

/** Name, code and facts as large as there is room for. */
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

/** Lines of which it is known how high they are, but not yet where they stand. */
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
  /** Breaks at spaces, and inside of what is wider than the line. */
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

/** As it will be drawn: composed letters, single spaces, nothing invisible but what joins the parts of an emoji. */
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

/** What people take for letters: an accent or the second half of an emoji does not stand alone. */
export const letters = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Whether the face has all of it, and needs no rules of joining, stacking or direction to draw it. */
function isDrawable(text: string, face: Face, typefaces: Typefaces): boolean {
  const { advances } = typefaces[face];
  return !/[\p{M}\p{Cf}]/u.test(text) && Array.from(text).every((character) => advances.has(character.codePointAt(0) ?? 0));
}

function drawnWidth(text: string, advances: ReadonlyMap<number, number>): number {
  return Array.from(text).reduce((sum, character) => sum + (advances.get(character.codePointAt(0) ?? 0) ?? 0), 0);
}
