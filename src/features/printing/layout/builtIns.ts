/** The built-in designs except the specified sheet. They adapt to cells of any size. */
import type { PaperElement, TextElement } from '../../../contract/plain/paperModel';
import type { BuiltIn } from '../../../contract/plain/paperNames';
import type { Design } from './elementLayout';

interface Cell {
  width: number;
  height: number;
}

/** Which optional parts a voucher has. Text uses the space of a missing QR code. */
export interface Parts {
  hasQr: boolean;
  hasLogo: boolean;
}

/** Above this aspect ratio, the design has two columns. */
const IS_WIDE = 1.25;

/** The design for a cell. `sheet` has its own layout (sheet.ts). */
export function builtIn(design: Exclude<BuiltIn, 'sheet'>, cell: Cell, parts: Parts): Design {
  const isWide = cell.height > 0 && cell.width / cell.height > IS_WIDE;
  const { elements, foot } = DESIGNS[design](cell, parts, isWide);
  return { width: cell.width, height: cell.height, elements: elements.sort((one, other) => one.y - other.y), foot, flows: true };
}

type Maker = (cell: Cell, parts: Parts, isWide: boolean) => { elements: PaperElement[]; foot: number };

/** Scale factor: one millimetre of the cell that a design was drawn for, in millimetres of this cell. */
function unitOf({ width, height }: Cell, usual: Cell): number {
  // Keeps type legible on narrow rolls.
  if (height === 0) return Math.min(1, Math.max(0.85, width / 72));
  return Math.min(width / usual.width, height / usual.height);
}

/** Line height in millimetres per point of font size. */
const MM_A_LINE = (25.4 / 72) * 1.22;

/** Below this scale there is no room for everything in two languages. */
const SMALL = 0.75;

/** Builds elements one below the other. */
class Column {
  readonly elements: PaperElement[] = [];
  constructor(
    private readonly name: string,
    private readonly unit: number,
    private readonly at: { x: number; width: number },
    public y: number,
    private readonly align: PaperElement['align'],
    private readonly vertical: PaperElement['vertical'],
  ) {}

  private next(gap: number, height: number) {
    const y = this.y + gap * this.unit;
    this.y = y + height;
    const id = `${this.name}-${this.elements.length + 1}`;
    return { id, x: this.at.x, y, width: this.at.width, height, align: this.align, vertical: this.vertical };
  }

  /** Height of a single line. The number of lines of a text is known only when it is laid out. */
  private lineOf(size: number): number {
    return size * this.unit * MM_A_LINE;
  }

  text(gap: number, text: string, size: number, look: Partial<Pick<TextElement, 'bold' | 'colour' | 'language' | 'font'>> = {}): this {
    const whole = { bold: false, colour: 'ink', language: 'guest', font: 'Roboto', ...look } as const;
    this.elements.push({ ...this.next(gap, this.lineOf(size)), kind: 'text', text, size: size * this.unit, ...whole });
    return this;
  }

  /** A text in the guest's language, with English below if there is room. */
  both(gap: number, text: string, size: number, look: Partial<Pick<TextElement, 'bold'>> = {}): this {
    if (this.unit < SMALL) return this.text(gap, text, size, look);
    return this.text(gap, text, size, look).text(0, text.replace(/^\d\. +/, ''), size * 0.88, { language: 'english', colour: 'soft' });
  }

  code(gap: number, size: number): this {
    this.elements.push({ ...this.next(gap, this.lineOf(size)), kind: 'code', size: size * this.unit, colour: 'ink', grouped: true });
    return this;
  }

  qr(gap: number, side: number): this {
    this.elements.push({ ...this.next(gap, side * this.unit), kind: 'qr', opens: 'any' });
    return this;
  }

  logo(gap: number, height: number): this {
    this.elements.push({ ...this.next(gap, height * this.unit), kind: 'logo' });
    return this;
  }

  line(gap: number, height: number, colour: string): this {
    this.elements.push({ ...this.next(gap, height * this.unit), kind: 'line', colour });
    return this;
  }
}

const STEPS = ['1.  {{step_1}}', '2.  {{step_2}}', '3.  {{step_3}}'];
/** A small label shows only the network and the password: more steps would make all text illegible. */
const stepsIn = ({ height }: Cell) => (height > 0 && height < SMALL_LABEL ? ['{{step_1}}'] : STEPS);
const SMALL_LABEL = 45;
const GRANTS = '{{uses}} · {{limits}}';

/** Everything, in reading order, for guests who have never used a voucher. */
const card: Maker = (cell, { hasQr, hasLogo }, isWide) => {
  const unit = unitOf(cell, isWide ? { width: 95, height: 58 } : { width: 95, height: 125 });
  const isRoll = cell.height === 0;
  const [pad, bar] = [isRoll ? 0 : 4 * unit, 1.6 * unit];
  const whole = { x: pad, width: cell.width - 2 * pad };
  const top: PaperElement[] = isRoll
    ? []
    : new Column('edge', unit, { x: 0, width: cell.width }, 0, 'left', 'top').line(0, 1.6, 'accent').elements;
  if (!isWide) {
    const all = new Column('card', unit, whole, bar, 'centre', 'middle');
    if (hasLogo) all.logo(2, 11);
    all
      .text(2, '{{headline}}', 22, { bold: true, colour: 'accent', font: 'portal' })
      .text(0.5, '{{hotspot}}', 11, { bold: true, font: 'portal' });
    all.text(2, '{{network}}', 11, { bold: true }).text(1, '{{guest}}', 9).code(1.5, 25);
    if (hasQr) all.qr(2, 34).both(1, '{{scan}}', 7.5);
    for (const [index, step] of STEPS.entries()) all.both(index === 0 ? 3 : 1.2, step, 8.5);
    all.both(3, '{{until}}', 8.5, { bold: true }).both(0.8, GRANTS, 7.5);
    const foot = new Column('foot', unit, whole, all.y, 'centre', 'bottom').text(3, '{{footer}}', 7, { colour: 'soft' });
    return { elements: [...top, ...all.elements, ...foot.elements], foot: isRoll ? 2 : 3 * unit };
  }
  const side = hasQr ? 27 * unit : 0;
  const leftColumn = { x: pad, width: whole.width - (side === 0 ? 0 : side + 2 * unit) };
  const brand = hasLogo ? 26 * unit : 0;
  const head = new Column('head', unit, { x: pad, width: 17 * unit }, bar, 'left', 'top');
  head.text(1.6, '{{headline}}', 15, { bold: true, colour: 'accent', font: 'portal' });
  const name = new Column('name', unit, { x: pad + 18 * unit, width: whole.width - 18 * unit - brand }, bar, 'left', 'top');
  name.text(1.6, '{{hotspot}}', 9.5, { bold: true, font: 'portal' }).text(0.2, '{{network}}', 8.5);
  const logo = new Column('logo', unit, { x: cell.width - pad - 24 * unit, width: 24 * unit }, bar, 'right', 'top');
  if (hasLogo) logo.logo(1.6, 8);
  const below = bar + 10.5 * unit;
  const body = new Column('body', unit, leftColumn, below, 'left', 'middle');
  body.text(0, '{{guest}}', 8).code(0.5, 21);
  for (const [index, step] of STEPS.entries()) body.both(index === 0 ? 0.8 : 0.4, step, 7);
  body.both(1, '{{until}}', 7, { bold: true }).both(0.3, GRANTS, 6.3);
  const scan = new Column('scan', unit, { x: cell.width - pad - side, width: side }, below, 'centre', 'middle');
  if (hasQr) scan.qr(0, 31).both(0.6, '{{scan}}', 6.5);
  const foot = new Column('foot', unit, whole, Math.max(body.y, scan.y), 'left', 'bottom').text(1, '{{footer}}', 6, { colour: 'soft' });
  const columns = [head, name, logo, body, scan, foot];
  return { elements: [...top, ...columns.flatMap(({ elements }) => elements)], foot: 1.8 * unit };
};

/** The minimum, for small labels. */
const compact: Maker = (cell, { hasQr }, isWide) => {
  const unit = unitOf(cell, isWide ? { width: 63.5, height: 33.9 } : { width: 80, height: 110 });
  const pad = cell.height === 0 ? 0 : 3 * unit;
  if (!isWide) {
    const all = new Column('compact', unit, { x: pad, width: cell.width - 2 * pad }, 0, 'centre', 'middle');
    all
      .text(pad / unit, '{{hotspot}}', 12, { bold: true, font: 'portal' })
      .text(1, '{{guest}}', 9)
      .code(2, 26);
    if (hasQr) all.qr(2, 36).both(1, '{{scan}}', 7.5);
    for (const [index, step] of STEPS.entries()) all.both(index === 0 ? 2 : 0.6, step, 8.5);
    all.both(2, '{{until}}', 8.5).text(1.5, '{{footer}}', 7, { colour: 'soft' });
    return { elements: all.elements, foot: pad };
  }
  const side = hasQr ? 20 * unit : 0;
  const leftColumn = { x: pad, width: cell.width - 2 * pad - (side === 0 ? 0 : side + 2 * unit) };
  const body = new Column('body', unit, leftColumn, 0, 'left', 'middle');
  body.text(2.5, '{{hotspot}}', 7.5, { bold: true, font: 'portal' }).text(0.4, '{{guest}}', 7).code(0.8, 16);
  for (const [index, step] of stepsIn(cell).entries()) body.text(index === 0 ? 0.6 : 0.2, step, 6.5);
  body.both(0.8, '{{until}}', 6.5).text(0.5, '{{footer}}', 5.5, { colour: 'soft' });
  const scan = new Column('scan', unit, { x: cell.width - pad - side, width: side }, 0, 'centre', 'middle');
  if (hasQr) scan.qr(2.5, 20).both(0.4, '{{scan}}', 5.2);
  return { elements: [...body.elements, ...scan.elements], foot: 2.2 * unit };
};

/** Black on white in one column with rules, for ticket printers. */
const ticket: Maker = (cell, { hasQr, hasLogo }, isWide) => {
  const unit = unitOf(cell, isWide ? { width: 95, height: 60 } : { width: 80, height: 120 });
  const pad = cell.height === 0 ? 0 : 4 * unit;
  const whole = { x: pad, width: cell.width - 2 * pad };
  const side = isWide && hasQr ? 26 * unit : 0;
  const at = { x: pad + (side === 0 ? 0 : side + 3 * unit), width: whole.width - (side === 0 ? 0 : side + 3 * unit) };
  const all = new Column('ticket', unit, at, 0, 'centre', 'middle');
  if (hasLogo) all.logo(isWide ? 2 : 3, isWide ? 7 : 11);
  all
    .text(2, '{{headline}}', isWide ? 14 : 20, { bold: true })
    .text(0.3, '{{hotspot}}', 9.5, { bold: true })
    .line(1.2, 0.3, 'ink');
  all
    .text(1.2, '{{network}}', 10, { bold: true })
    .text(0.5, '{{guest}}', 9)
    .code(0.8, isWide ? 20 : 24)
    .line(1, 0.3, 'ink');
  if (hasQr && !isWide) all.qr(2, 30).both(0.8, '{{scan}}', 7.5);
  for (const [index, step] of STEPS.entries()) all.both(index === 0 ? 1.4 : 0.6, step, isWide ? 7 : 8);
  all
    .both(1.2, '{{until}}', isWide ? 7 : 8, { bold: true })
    .both(0.4, GRANTS, 7)
    .text(1.2, '{{footer}}', 7);
  const scan = new Column('scan', unit, { x: pad, width: side }, 0, 'centre', 'middle');
  if (side > 0) scan.qr(2, 26).both(0.8, '{{scan}}', 7);
  return { elements: [...all.elements, ...scan.elements], foot: 2 * unit };
};

/** Large, for a desk or a door. */
const poster: Maker = (cell, { hasQr, hasLogo }, isWide) => {
  const unit = unitOf(cell, isWide ? { width: 95, height: 56 } : { width: 95, height: 130 });
  const isRoll = cell.height === 0;
  const pad = isRoll ? 0 : 5 * unit;
  const whole = { x: pad, width: cell.width - 2 * pad };
  const band = isWide ? 10 : 20;
  const back = new Column('band', unit, { x: 0, width: cell.width }, 0, 'left', 'top').line(0, band, 'accent');
  const head = new Column('head', unit, whole, 0, 'centre', 'top');
  head.text(isWide ? 1.2 : 3, '{{headline}}', isWide ? 18 : 34, { bold: true, colour: 'white', font: 'portal' });
  const below = band * unit;
  const side = isWide && hasQr ? 34 * unit : 0;
  const at = isWide && side > 0 ? { x: pad + side + 3 * unit, width: whole.width - side - 3 * unit } : whole;
  const all = new Column('poster', unit, at, below, 'centre', 'middle');
  if (hasLogo) all.logo(2, isWide ? 7 : 12);
  all.text(2, '{{hotspot}}', isWide ? 10 : 14, { bold: true, font: 'portal' }).text(1, '{{network}}', isWide ? 11 : 16, { bold: true });
  if (hasQr && !isWide) all.qr(3, 48).both(1, '{{scan}}', 10);
  all.text(1, '{{guest}}', isWide ? 8 : 11).code(1.5, isWide ? 24 : 34);
  for (const [index, step] of stepsIn(cell).entries()) all.both(index === 0 ? 1.5 : 0.5, step, isWide ? 7 : 9.5);
  all.both(1.5, '{{until}}', isWide ? 7 : 10);
  const scan = new Column('scan', unit, { x: pad, width: side }, below, 'centre', 'middle');
  if (side > 0) scan.qr(2, 34).both(0.6, '{{scan}}', 7.2);
  const foot = new Column('foot', unit, whole, Math.max(all.y, scan.y), 'centre', 'bottom').text(2, '{{footer}}', isWide ? 7.2 : 8, {
    colour: 'soft',
  });
  return { elements: [back, head, all, scan, foot].flatMap(({ elements }) => elements), foot: 2 * unit };
};

const DESIGNS: Record<Exclude<BuiltIn, 'sheet'>, Maker> = { card, compact, ticket, poster };
