/** Vouchers in the languages of ticket and label printers, as bitmaps, which support any script and design. Lazily loaded. */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { Dots } from './raster';

/** Rows per image command: small printers can't buffer more. */
const STRIP = 256;

/** One voucher in ESC/POS, followed by a cut. */
export function escPosOf(dots: Dots): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', imageMode: 'raster', feedBeforeCut: 3, autoFlush: false });
  encoder.initialize();
  for (let top = 0; top < dots.height; top += STRIP) {
    const height = Math.min(STRIP, dots.height - top);
    encoder.image(imageOf(dots, top, height), dots.width, height, 'threshold', 128);
  }
  return new Uint8Array(encoder.cut('partial').encode());
}

/** Image data as the encoder expects it, in browsers and elsewhere. */
function imageOf({ width, rows }: Dots, top: number, height: number): { width: number; height: number; data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let dot = 0; dot < width * height; dot += 1) {
    const at = top * width + dot;
    const isBlack = ((rows[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
    data.fill(isBlack ? 0 : 255, 4 * dot, 4 * dot + 3);
    data[4 * dot + 3] = 255;
  }
  return { width, height, data };
}

/** One voucher as a ZPL label. */
export function zplOf({ width, height, rows }: Dots): string {
  const hexadecimal = Array.from(rows, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
  return `^XA^PW${width}^LL${height}^LH0,0^FO0,0^GFA,${rows.length},${rows.length},${width / 8},${hexadecimal}^FS^XZ\n`;
}
