/** What the embedded faces cannot draw (emoji, scripts of the right-to-left and of the East), drawn by the machine's own faces. */
import { fontFamilyOf } from '../../../shared/typefaces';
import type { Text } from './layout';

/** How far a picture reaches above and below the line its letters stand on, in sizes of type: emoji and stacked marks are tall. */
export const REACH = { above: 1.15, below: 0.45 } as const;

/** 600 dots an inch: as sharp as a printer draws. */
const DOTS_A_MM = 600 / 25.4;

/** A line of text as a PNG file, as wide as the layout says; white is left out. Works in a worker; rejects where there is no canvas. */
export async function pictureOf({ text, face, size, width }: Text): Promise<Uint8Array> {
  const dots = { width: Math.ceil(width * DOTS_A_MM), height: Math.ceil(size * (REACH.above + REACH.below) * DOTS_A_MM) };
  const canvas = new OffscreenCanvas(dots.width, dots.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.font = `${size * DOTS_A_MM}px ${fontFamilyOf(face)}`;
  context.fillText(text, 0, size * REACH.above * DOTS_A_MM, dots.width);
  const file = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await file.arrayBuffer());
}

let context: CanvasRenderingContext2D | null | undefined;

/** How wide the machine's own faces draw it, in ems. */
export function measureOther(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas to measure with');
  context.font = `100px ${fontFamilyOf('text')}`;
  return context.measureText(text).width / 100;
}
