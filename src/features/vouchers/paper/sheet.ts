/** The specified ticket: title, code and facts on the left, logo and QR code on the right. It has its own rules for sizes. */
import { fitted, type Box, type Picture, type Rect } from './drawing';
import type { Qr } from './qr';
import { letters, stacked, type Lines, type Typesetter } from './typesetter';

const BAR = 1.8;
const PADDING = { x: 4, y: 3 };
/** Width of the right column, with logo and QR code. */
const SIDE = 24;
const QR_SIZE = 22;
const LOGO = { width: SIDE, height: 9 };

/** Font sizes in millimetres. */
const CSS_PIXEL = 25.4 / 96;
const LEAST_TITLE = 8 * CSS_PIXEL;
const MOST_TITLE_HEIGHT = 13;
const NAME = 3.4;
const CODE = 9;
const FACT = 3;
const CAPTION = 2.1;
/** In printed millimetres, also on small labels. */
const LEAST_CAPTION = 1.45;

/** The cell size that these dimensions are designed for, in millimetres. */
const USUAL = { width: 95, height: 53.8 };
/** Below this scale it would be illegible from a ticket printer. */
const LEAST_SCALE = 0.63;

/** Guests' names are truncated to this many characters (VCH-14). */
const NAME_LETTERS = 12;

/** The texts of one voucher on the specified ticket. */
export interface SheetTexts {
  title: string;
  code: string;
  /** The guest's name, or empty. */
  name: string;
  facts: readonly string[];
  /** Caption of the QR code. */
  caption: string;
}

/** Scale factor for drawing a ticket in a cell. */
export function sheetScale(cell: { width: number; height: number }): number {
  const scale = Math.min(cell.width / USUAL.width, (cell.height || USUAL.height) / USUAL.height);
  // Letter cells differ slightly from A4's but use the same font sizes.
  if (Math.abs(scale - 1) < 0.08) return 1;
  return cell.height === 0 ? Math.max(LEAST_SCALE, scale) : scale;
}

/** The height of a ticket on a roll, at scale 1. */
export const SHEET_HEIGHT = USUAL.height;

export interface SheetLook {
  logo: Picture | null;
  accent: string;
  /** Scale that is applied to the whole ticket afterwards. */
  scale: number;
}

export function sheetBox(rect: Rect, texts: SheetTexts, qr: Qr | null, { logo, accent, scale }: SheetLook, type: Typesetter): Box {
  const left = rect.x + PADDING.x;
  const right = rect.x + rect.width - PADDING.x;
  const top = rect.y + BAR + PADDING.y;
  const bottom = rect.y + rect.height - PADDING.y;
  const width = right - left - (qr ? SIDE + 2 : 0);

  const title = titleOf(texts.title, rect.width - 2 * PADDING.x - (logo ? SIDE + 2 : 0), type);
  const titleTexts = title.at(left, top);
  // Without a QR code, text may use the space below the logo.
  const belowTitle = top + Math.max(title.height, logo && !qr ? LOGO.height : 0) + 1;
  const { name, code, facts } = fitting(texts, width, bottom - belowTitle, type);
  const factsTop = bottom - facts.height;
  // Centres name and code between title and facts.
  const middle = (belowTitle + factsTop - 1 - name.height - code.height) / 2;

  const caption = qr ? type.lines(texts.caption, 'Roboto', Math.max(CAPTION, LEAST_CAPTION / scale), SIDE) : null;
  const qrTop = bottom - (caption?.height ?? 0) - 0.8 - QR_SIZE;
  return {
    ...rect,
    shapes: [{ x: rect.x, y: rect.y, width: rect.width, height: BAR, colour: accent }],
    texts: [
      ...titleTexts,
      ...name.at(left, middle),
      ...code.at(left, middle + name.height),
      ...facts.at(left, factsTop),
      ...(caption?.at(right - SIDE, bottom - caption.height) ?? []),
    ],
    qrs: qr ? [{ ...qr, x: right - SIDE + (SIDE - QR_SIZE) / 2, y: qrTop, width: QR_SIZE, height: QR_SIZE }] : [],
    pictures: logo ? [logoAt(logo, right, top)] : [],
  };
}

function logoAt(logo: Picture, right: number, top: number) {
  const size = fitted(logo, LOGO);
  return { ...size, x: right - size.width, y: top, picture: LOGO_NAME };
}

/** The logo's name among the pictures; a template's pictures can't have this name. */
export const LOGO_NAME = '';

/** A guest's name as printed on this ticket. */
export const shortName = (name: string): string => letters(name.trim()).slice(0, NAME_LETTERS).join('').trim();

const titles = new WeakMap<Typesetter, Map<string, Lines>>();

/**
 * The font size is 450 ÷ title length in CSS pixels, at most 20 (VCH-15). Titles that would become illegible wrap instead, and shrink if
 * that makes them too high: nothing is cut off.
 */
function titleOf(title: string, width: number, type: Typesetter): Lines {
  const kept = titles.get(type) ?? new Map<string, Lines>();
  titles.set(type, kept);
  const known = kept.get(`${width} ${title}`);
  if (known) return known;
  const bySpecification = Math.min(20, 450 / letters(title).length) * CSS_PIXEL;
  let size = Math.max(LEAST_TITLE, bySpecification);
  let lines = type.lines(title, 'Roboto', size, width);
  while (lines.height > MOST_TITLE_HEIGHT) {
    size *= 0.95;
    lines = type.lines(title, 'Roboto', size, width);
  }
  kept.set(`${width} ${title}`, lines);
  return lines;
}

/** Fits name, code and facts at the largest possible size. */
function fitting(
  { name, code, facts }: SheetTexts,
  width: number,
  height: number,
  type: Typesetter,
): Record<'name' | 'code' | 'facts', Lines> {
  const codeSize = Math.min(CODE, width / type.widthOf(code, 'code'));
  for (let scale = 1; ; scale *= 0.95) {
    const set = {
      name: type.lines(name, 'Roboto', NAME * scale, width),
      code: type.lines(code, 'code', Math.min(codeSize, CODE * scale), width),
      facts: stacked(facts.map((fact) => type.lines(fact, 'Roboto', FACT * scale, width))),
    };
    if (set.name.height + set.code.height + 1 + set.facts.height <= height) return set;
  }
}
