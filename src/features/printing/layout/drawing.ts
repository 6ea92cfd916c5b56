/** Drawing primitives, in millimetres from the page's top left corner. Sheets.tsx, pdf.ts and raster.ts all draw these, so they match. */
import type { Qr } from './qr';
import type { Face } from '../typefaces';

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
  colour: string;
  /** Whether the embedded font has every character; if not, the line is drawn with system fonts. */
  isDrawable: boolean;
}

/** A filled rectangle. */
export interface Shape extends Rect {
  colour: string;
}

/** A picture, by its name in `Look.pictures`. */
export interface PositionedPicture extends Rect {
  picture: string;
}

export interface Box extends Rect {
  shapes: Shape[];
  pictures: PositionedPicture[];
  texts: Text[];
  qrs: (Qr & Rect)[];
}

/** A thin cutting line, light enough not to be noticed afterwards. */
export interface Cut {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export const CUT = { colour: '#94a3b8', width: 0.2 } as const;

export interface Page {
  width: number;
  height: number;
  boxes: Box[];
  cuts: Cut[];
}

/** A picture with its dimensions. */
export interface Picture {
  dataUrl: string;
  width: number;
  height: number;
}

/** The largest size of a picture that fits a space, keeping its proportions. */
export function fitted({ width, height }: Pick<Picture, 'width' | 'height'>, into: Pick<Rect, 'width' | 'height'>) {
  const scale = Math.min(into.width / width, into.height / height);
  return { width: width * scale, height: height * scale };
}

/** The box scaled about the origin, then translated. */
export function transformed(box: Box, scale: number, x: number, y: number): Box {
  const rect = <R extends Rect>(one: R): R => ({
    ...one,
    x: one.x * scale + x,
    y: one.y * scale + y,
    width: one.width * scale,
    height: one.height * scale,
  });
  return {
    ...rect(box),
    shapes: box.shapes.map(rect),
    pictures: box.pictures.map(rect),
    qrs: box.qrs.map(rect),
    texts: box.texts.map((text) => ({
      ...text,
      x: text.x * scale + x,
      y: text.y * scale + y,
      size: text.size * scale,
      width: text.width * scale,
    })),
  };
}
