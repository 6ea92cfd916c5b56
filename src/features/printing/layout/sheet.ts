/** The specified ticket: title, code and facts on the left, logo and QR code on the right. It has its own rules for sizes. */
import { gapOf, groupsOf } from '../../vouchers/codeGroups';
import { fitted, type Box, type Picture, type Rect } from './drawing';
import type { Qr } from './qr';
import { letters, stacked, type Lines, type Typesetter } from './typesetter';

const BAR = 1.8;
const PADDING = { x: 4, y: 3 };
/** Width of the right column, with logo and QR code. */
const SIDE = 28;
/** Minimum size of a QR code that has a caption, in printed millimetres. QR codes are as wide as the column if the height allows. */
const LEAST_QR = 16;
const LOGO = { width: SIDE, height: 9 };

/** Font sizes in millimetres. */
const CSS_PIXEL = 25.4 / 96;
const LEAST_TITLE = 8 * CSS_PIXEL;
const MOST_TITLE_HEIGHT = 13;
const NAME = 3.4;
const CODE = 9;
const FACT = 3;
/** 7 points in printed millimetres, also on small labels: many people can't read smaller text. */
const LEAST = (7 * 25.4) / 72;

/** The cell size that these dimensions are designed for, in millimetres. */
const USUAL = { width: 95, height: 53.8 };
/** Minimum scale: below it, a ticket printer's output would be illegible. */
const LEAST_SCALE = 0.63;

/** Guests' names are cut after this many characters (VCH-14). */
const NAME_LETTERS = 12;

/** The texts of one voucher on the specified ticket. */
export interface SheetTexts {
  title: string;
  code: string;
  /** The guest's name and room, or empty. */
  name: string;
  /** Most important first. If they don't all fit, the last ones are left out, but never the first `needed` ones. */
  facts: readonly string[];
  needed: number;
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
  const { name, code, facts } = fitting(texts, width, bottom - belowTitle, LEAST / scale, type);
  const factsTop = bottom - facts.height;
  // Centres name and code between title and facts.
  const middle = (belowTitle + factsTop - 1 - name.height - code.height) / 2;

  const belowLogo = top + (logo ? LOGO.height + 1 : title.height + 0.5);
  const whole = qr ? type.lines(texts.caption, 'Roboto', LEAST / scale, SIDE) : null;
  // A small label has no room for both; the QR code also works without a caption.
  const caption = whole && bottom - whole.height - 0.8 - belowLogo >= LEAST_QR / scale ? whole : null;
  const qrBottom = bottom - (caption ? caption.height + 0.8 : 0);
  const qrSize = Math.min(SIDE, qrBottom - belowLogo);
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
    qrs: qr ? [{ ...qr, x: right - SIDE + (SIDE - qrSize) / 2, y: qrBottom - qrSize, width: qrSize, height: qrSize }] : [],
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
export function shortName(name: string): string {
  const whole = letters(name.trim());
  return whole.length <= NAME_LETTERS ? whole.join('') : `${whole.slice(0, NAME_LETTERS).join('').trimEnd()}…`;
}

const titles = new WeakMap<Typesetter, Map<string, Lines>>();

/**
 * The font size is 450 ÷ title length in CSS pixels, at most 20 (VCH-15). Titles that would become illegible wrap instead, and shrink if
 * that makes them too high: nothing is cut off.
 */
function titleOf(title: string, width: number, type: Typesetter): Lines {
  const cached = titles.get(type) ?? new Map<string, Lines>();
  titles.set(type, cached);
  const known = cached.get(`${width} ${title}`);
  if (known) return known;
  const bySpecification = Math.min(20, 450 / letters(title).length) * CSS_PIXEL;
  let size = Math.max(LEAST_TITLE, bySpecification);
  let lines = type.lines(title, 'Roboto', size, width);
  while (lines.height > MOST_TITLE_HEIGHT) {
    size *= 0.95;
    lines = type.lines(title, 'Roboto', size, width);
  }
  cached.set(`${width} ${title}`, lines);
  return lines;
}

/**
 * Fits name, code and facts at the largest possible size. Name and facts don't get smaller than `least` while there are facts that can be
 * left out, the last ones first. Only if a title leaves very little room do the remaining ones get smaller than that.
 */
function fitting(
  { name, code, facts, needed }: SheetTexts,
  width: number,
  height: number,
  least: number,
  type: Typesetter,
): Record<'name' | 'code' | 'facts', Lines> {
  const codeSize = Math.min(CODE, width / groupedWidth(code, type));
  const [nameSize, factSize] = [Math.max(NAME, least), Math.max(FACT, least)];
  let included = facts;
  let scale = 1;
  for (;;) {
    const set = {
      name: type.lines(name, 'Roboto', nameSize * scale, width),
      code: grouped(code, Math.min(codeSize, CODE * scale), type),
      facts: stacked(included.map((fact) => type.lines(fact, 'Roboto', factSize * scale, width))),
    };
    if (set.name.height + set.code.height + 1 + set.facts.height <= height) return set;
    if (factSize * scale * STEP < least && included.length > needed) included = included.slice(0, -1);
    else scale *= STEP;
  }
}

/** Factor by which texts are shrunk in each attempt. */
const STEP = 0.95;

/** Width of a code in ems, including the gaps between its groups. */
const groupedWidth = (code: string, type: Typesetter): number => type.widthOf(code, 'code') + (groupsOf(code).length - 1) * gapOf(code);

/** A code on one line, in groups as it is read aloud. */
function grouped(code: string, size: number, type: Typesetter): Lines {
  const groups = groupsOf(code).map((group) => type.lines(group, 'code', size, Infinity));
  return {
    height: groups[0]?.height ?? 0,
    width: groupedWidth(code, type) * size,
    at: (x, top) => {
      let from = x;
      return groups.flatMap((group) => {
        const texts = group.at(from, top);
        from += group.width + gapOf(code) * size;
        return texts;
      });
    },
  };
}
