import { jsPDF } from 'jspdf';
import { CUT, type Page, type Picture, type Rect, type Text } from './layout/drawing';
import { INK_EXTENT } from './pictures';
import type { Qr } from './layout/qr';

/** Contents of a PDF. */
export interface PdfInput {
  pages: Page[];
  /** By name. */
  pictures: Readonly<Record<string, Picture>>;
  /** Title shown by PDF viewers. */
  title: string;
  /** By face. */
  typefaces: Readonly<Record<string, { family: string; bytes: ArrayBuffer }>>;
}

interface Tools {
  /** Renders text the embedded fonts can't draw, as a PNG; called once per distinct text. */
  picture: (text: Text) => Promise<Uint8Array>;
  /** Reports how many pages are done. */
  onPage: (done: number) => void;
}

/** Makes a PDF of the pages, with real text and vector graphics: searchable, and sharp at any size. */
export async function makePdf({ pages, pictures: given, title, typefaces }: PdfInput, { picture, onPage }: Tools): Promise<ArrayBuffer> {
  const [first] = pages;
  if (!first) throw new Error('nothing to print');
  const pdf = new jsPDF({ unit: 'mm', ...sizeOf(first), compress: true, putOnlyUsedFonts: true });
  pdf.setProperties({ title, creator: 'Portico' });
  for (const { family, bytes } of Object.values(typefaces)) {
    pdf.addFileToVFS(`${family}.ttf`, binary(bytes));
    pdf.addFont(`${family}.ttf`, family, 'normal');
  }
  const pictures = await picturesFor(pages, picture);
  pdf.setDrawColor(CUT.colour);
  pdf.setLineWidth(CUT.width);

  pages.forEach((page, index) => {
    if (index > 0) {
      const { format, orientation } = sizeOf(page);
      pdf.addPage(format, orientation);
    }
    for (const box of page.boxes) {
      for (const { colour, x, y, width, height } of box.shapes) {
        pdf.setFillColor(colour);
        pdf.rect(x, y, width, height, 'F');
      }
      for (const { picture, x, y, width, height } of box.pictures) {
        const known = given[picture];
        if (known) pdf.addImage(known.dataUrl, x, y, width, height, `picture ${picture}`);
      }
      for (const text of box.texts) {
        pdf.setFont((typefaces[text.face] ?? typefaces.Roboto)?.family ?? '');
        pdf.setTextColor(text.colour);
        if (text.isDrawable) drawn(pdf, text);
        else pictured(pdf, text, pictures.get(nameOf(text)));
      }
      for (const qr of box.qrs) scanned(pdf, qr, page.height);
    }
    for (const { x1, y1, x2, y2 } of page.cuts) pdf.line(x1, y1, x2, y2);
    onPage(index + 1);
  });
  return pdf.output('arraybuffer');
}

/** jspdf swaps the sides of landscape pages unless the orientation is given. */
function sizeOf({ width, height }: Page): { format: [number, number]; orientation: 'portrait' | 'landscape' } {
  return { format: [width, height], orientation: width > height ? 'landscape' : 'portrait' };
}

const POINTS_A_MM = 72 / 25.4;

function drawn(pdf: jsPDF, { text, x, y, size }: Text) {
  pdf.setFontSize(size * POINTS_A_MM);
  pdf.text(text, x, y);
}

async function picturesFor(pages: readonly Page[], picture: Tools['picture']): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  const texts = pages.flatMap(({ boxes }) => boxes.flatMap((box) => box.texts)).filter(({ isDrawable }) => !isDrawable);
  for (const text of texts) if (!pictures.has(nameOf(text))) pictures.set(nameOf(text), await picture(text));
  return pictures;
}

/** An image of text, with invisible text over it for searching and copying. */
function pictured(pdf: jsPDF, text: Text, picture: Uint8Array | undefined) {
  if (picture) {
    const top = text.y - INK_EXTENT.above * text.size;
    pdf.addImage(picture, 'PNG', text.x, top, text.width, (INK_EXTENT.above + INK_EXTENT.below) * text.size, nameOf(text), 'FAST');
  }
  // The font lacks these glyphs, so a placeholder of the same width stands in and ActualText gives the real text (ISO 32000-1, 14.9.4).
  pdf.setFontSize(text.size * POINTS_A_MM);
  write(pdf, `q /Span <</ActualText <FEFF${hexadecimal(text.text)}>>> BDC`);
  pdf.text('x', text.x, text.y, { renderingMode: 'invisible', horizontalScale: text.width / pdf.getTextWidth('x') });
  write(pdf, 'EMC Q');
}

/** One path of integers under a transform, because drawing 100,000 rectangles with `pdf.rect` takes seconds. */
function scanned(pdf: jsPDF, { x, y, width, modules, runs }: Qr & Rect, pageHeight: number) {
  const module = (width / modules) * POINTS_A_MM;
  const matrix = [module, 0, 0, -module, x * POINTS_A_MM, (pageHeight - y) * POINTS_A_MM].map((value) => value.toFixed(4));
  const path = runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join(' ');
  write(pdf, `q 0 g ${matrix.join(' ')} cm ${path} f Q`);
}

/** Image alias: equal text in the same face, size and colour shares one image in the file. */
const nameOf = ({ face, size, colour, text }: Text) => `${face} ${size} ${colour} ${text}`;

/** Writes a raw PDF operator that jspdf has no function for. */
function write(pdf: jsPDF, line: string) {
  (pdf.internal as typeof pdf.internal & { write: (line: string) => void }).write(line);
}

function hexadecimal(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0')).join('');
}

/** A binary string, one character per byte, as jspdf expects for files. */
function binary(bytes: ArrayBuffer): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.byteLength; at += 0x8000) {
    parts.push(String.fromCharCode(...new Uint8Array(bytes, at, Math.min(0x8000, bytes.byteLength - at))));
  }
  return parts.join('');
}
