/** Draws text that the embedded fonts can't (such as emoji and right-to-left scripts) with system fonts. */
import { fontFamilyOf } from './typefaces';
import type { Text } from './layout/drawing';

/** Extent above and below the baseline, in ems: emoji and stacked marks are tall. */
export const INK_EXTENT = { above: 1.15, below: 0.45 } as const;

/** 600 dpi, a printer's resolution. */
const DOTS_A_MM = 600 / 25.4;

/** A line of text as a transparent PNG, at its laid-out width. Works in a worker; rejects if there is no canvas. */
export async function pictureOf({ text, face, size, width, colour }: Text): Promise<Uint8Array> {
  const dots = { width: Math.ceil(width * DOTS_A_MM), height: Math.ceil(size * (INK_EXTENT.above + INK_EXTENT.below) * DOTS_A_MM) };
  const canvas = new OffscreenCanvas(dots.width, dots.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.font = `${size * DOTS_A_MM}px ${fontFamilyOf(face)}`;
  context.fillStyle = colour;
  context.fillText(text, 0, size * INK_EXTENT.above * DOTS_A_MM, dots.width);
  const file = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await file.arrayBuffer());
}

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in system fonts, in ems. */
export function measureOther(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas to measure with');
  context.font = `100px ${fontFamilyOf('Roboto')}`;
  return context.measureText(text).width / 100;
}
