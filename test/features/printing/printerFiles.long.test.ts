import { describe, expect, test } from '@jest/globals';
import decodeQR from 'qr/decode.js';
import { escPosOf, zplOf } from '../../../src/features/printing/printerFiles';
import { qrOf } from '../../../src/features/printing/layout/qr';
import { blackOf, type Dots } from '../../../src/features/printing/raster';
import { asImage, receiptsOf, type Receipt } from '../../support/peers/escPos';

const TEXT = 'WIFI:T:WPA;S:Guests;P:sole&mare-2026;;';

/** A QR code in the middle of a receipt of this size. */
function drawn(width: number, height: number): Dots {
  const { modules, runs } = qrOf(TEXT);
  const scale = Math.floor((width * 0.7) / modules);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const [left, top] = [Math.floor((width - modules * scale) / 2), Math.floor((height - modules * scale) / 2)];
  for (const { x, y, length } of runs) {
    for (let row = 0; row < scale; row += 1) {
      const from = (top + y * scale + row) * width + left + x * scale;
      data.fill(0, 4 * from, 4 * (from + length * scale));
    }
  }
  return { width, height, rows: blackOf({ width, height, data }) };
}

const dotsIn = ({ width, height, rows }: Dots): Receipt => ({
  width,
  height,
  dots: Uint8Array.from({ length: width * height }, (_, dot) => (((rows[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1 ? 0 : 255)),
});

describe.each([
  [384, 300],
  [384, 1163],
  [576, 700],
])('a receipt of %d × %d dots', (width, height) => {
  test('draws in ESC/POS the given dots, cut once, and scans', () => {
    const dots = drawn(width, height);
    const receipts = receiptsOf(escPosOf(dots));
    expect(receipts).toHaveLength(1);
    const [receipt] = receipts;
    const sent = dotsIn(dots);
    expect(receipt!.width).toBe(width);
    expect(Buffer.from(receipt!.dots.subarray(0, sent.dots.length)).equals(Buffer.from(sent.dots))).toBe(true);
    // Printers advance by eight dots; the rest is filled with white.
    expect(receipt!.dots.subarray(sent.dots.length).every((dot) => dot === 255)).toBe(true);
    expect(receipt!.height - height).toBeLessThan(8);
    expect(decodeQR(asImage(receipt!))).toBe(TEXT);
  });

  test('is in ZPL one label of that size with all of its dots', () => {
    const dots = drawn(width, height);
    const [, wide, long, count, total, across, hexadecimal = ''] =
      /^\^XA\^PW(\d+)\^LL(\d+)\^LH0,0\^FO0,0\^GFA,(\d+),(\d+),(\d+),([0-9A-F]+)\^FS\^XZ\n$/.exec(zplOf(dots)) ?? [];
    expect([wide, long, count, total, across].map(Number)).toEqual([width, height, dots.rows.length, dots.rows.length, width / 8]);
    expect(Buffer.from(hexadecimal, 'hex').equals(Buffer.from(dots.rows))).toBe(true);
    expect(decodeQR(asImage(dotsIn({ ...dots, rows: Buffer.from(hexadecimal, 'hex') })))).toBe(TEXT);
  });
});

test('consecutive receipts are each cut', () => {
  const one = escPosOf(drawn(384, 280));
  expect(receiptsOf(Buffer.concat([one, one, one]))).toHaveLength(3);
});
