/** Rasterises vouchers for ticket and label printers, which have no pages. */
import type { Box, Picture } from './layout/drawing';
import { fontFamilyOf } from './typefaces';

/** 203 dpi, the resolution of nearly all such printers. */
const DOTS_A_MM = 8;

/** 1-bit image: eight dots per byte, most significant bit first; rows start on a byte boundary. */
export interface Dots {
  width: number;
  height: number;
  rows: Uint8Array;
}

/** Luminance (0 to 255) below which a dot is black. High enough to keep light grey text. */
const BLACK_BELOW = 176;

export type Decoded = ReadonlyMap<string, HTMLImageElement>;

/** Decoded pictures, by name. */
export async function decoded(pictures: Readonly<Record<string, Picture>>): Promise<Decoded> {
  const found = await Promise.all(
    Object.entries(pictures).map(async ([name, { dataUrl }]) => {
      const image = new Image();
      image.src = dataUrl;
      await image.decode();
      return [name, image] as const;
    }),
  );
  return new Map(found);
}

/** One voucher as it is drawn on paper, without its surroundings. */
export function dotsOf(box: Box, pictures: Decoded): Dots {
  const width = Math.max(8, Math.floor((box.width * DOTS_A_MM) / 8) * 8);
  const height = Math.max(1, Math.ceil(box.height * DOTS_A_MM));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.setTransform(DOTS_A_MM, 0, 0, DOTS_A_MM, -box.x * DOTS_A_MM, -box.y * DOTS_A_MM);
  for (const shape of box.shapes) {
    context.fillStyle = shape.colour;
    // A thin line is at least one dot wide.
    context.fillRect(shape.x, shape.y, Math.max(shape.width, 1 / DOTS_A_MM), Math.max(shape.height, 1 / DOTS_A_MM));
  }
  for (const { picture, ...rect } of box.pictures) {
    const image = pictures.get(picture);
    if (image) context.drawImage(image, rect.x, rect.y, rect.width, rect.height);
  }
  context.fontKerning = 'none';
  for (const { text, face, size, x, y, width: wide, colour } of box.texts) {
    context.font = `${size}px ${fontFamilyOf(face)}`;
    context.fillStyle = colour;
    context.fillText(text, x, y, wide + 0.1);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = '#000';
  for (const qr of box.qrs) {
    // Modules must be whole dots, or phones can't scan the code.
    const module = Math.max(1, Math.floor((qr.width * DOTS_A_MM) / qr.modules));
    const rest = (qr.width * DOTS_A_MM - module * qr.modules) / 2;
    const [left, top] = [Math.round((qr.x - box.x) * DOTS_A_MM + rest), Math.round((qr.y - box.y) * DOTS_A_MM + rest)];
    for (const run of qr.runs) context.fillRect(left + run.x * module, top + run.y * module, run.length * module, module);
  }
  return { width, height, rows: blackOf(context.getImageData(0, 0, width, height)) };
}

/** Packs the dark dots into bits. */
export function blackOf({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Uint8Array {
  const rows = new Uint8Array((width / 8) * height);
  for (let dot = 0; dot < width * height; dot += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * dot, 4 * dot + 3);
    if (0.299 * red + 0.587 * green + 0.114 * blue < BLACK_BELOW) rows[dot >> 3] = (rows[dot >> 3] ?? 0) | (0x80 >> (dot & 7));
  }
  return rows;
}
