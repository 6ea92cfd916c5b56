/** @jest-environment ./test/support/run/nodeEnvironment.ts */
import { describe, expect } from '@jest/globals';
import decodeQR from 'qr/decode.js';
import { PAPER_FORMATS } from '../../../src/contract/plain/paperModel';
import type { Page } from '../../../src/features/printing/layout/drawing';
import type { Look } from '../../../src/features/printing/layout/layout';
import { makePdf } from '../../../src/features/printing/pdf';
import { drawPdf, readPdf, type Drawing, type PrintedPage } from '../../support/peers/poppler';
import { madeUpVoucher, madeUpVouchers, paperOf, TYPEFACES, typefacesFor } from './paperMadeUp';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_POPPLER');

/** A one-pixel picture, in place of what a browser would draw. */
const DOT = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
);

async function pdfOf(pages: Page[], typefaces = TYPEFACES) {
  const pictured: string[] = [];
  const done: number[] = [];
  const file = await makePdf(
    { pages, pictures: {}, title: 'vouchers-city-library', typefaces },
    {
      picture: async ({ text }) => {
        pictured.push(text);
        return DOT;
      },
      onPage: (page) => void done.push(page),
    },
  );
  return { file, pictured, done };
}

/** The words that start inside each box, in reading order. */
const wordsOf = (page: PrintedPage, pages: Page) =>
  pages.boxes.map((box) =>
    page.words
      .filter(({ x, y, bottom }) => {
        const middle = (y + bottom) / 2;
        return x >= box.x && x < box.x + box.width && middle >= box.y && middle < box.y + box.height;
      })
      .map(({ text }) => text),
  );

const inWords = (texts: readonly string[]) => texts.flatMap((text) => text.split(' ')).sort();

describe.each(['a4', 'letter'] as const)('a PDF on %s', (paper) => {
  test.each([1, 2, 10, 11, 1000])('has the texts of the layout at its positions for %d vouchers', async (count) => {
    const pages = paperOf(madeUpVouchers(count, { remain_use: 3, type: 'auth', user_name: 'Zoë Čapek €' }), { paper });
    const { file, done } = await pdfOf(pages);
    const printed = readPdf(file);

    expect(printed).toHaveLength(Math.ceil(count / 10));
    expect(done).toEqual(printed.map((_, index) => index + 1));
    for (const [index, page] of pages.entries()) {
      const { width, height, words } = printed[index]!;
      expect(width).toBeCloseTo(PAPER_FORMATS[paper].page.width, 1);
      expect(height).toBeCloseTo(PAPER_FORMATS[paper].page.height, 1);
      expect(wordsOf(printed[index]!, page).map((found) => found.sort())).toEqual(
        page.boxes.map((box) => inWords(box.texts.map(({ text }) => text))),
      );
      for (const text of page.boxes.flatMap((box) => box.texts)) {
        const [first = ''] = text.text.split(' ');
        const there = words.filter(
          (word) => word.text === first && Math.abs(word.x - text.x) < 0.1 && word.y < text.y && word.bottom > text.y,
        );
        expect([text.text, there.length]).toEqual([text.text, 1]);
      }
      const right = new Map(page.boxes.map((box) => [box.x, box.x + box.width]));
      for (const word of words) {
        const box = [...right.keys()].filter((x) => x <= word.x).sort((a, b) => b - a)[0];
        expect(word.right).toBeLessThan(right.get(box ?? 0) ?? 0);
      }
    }
  });
});

test('names that the embedded typeface cannot draw are pictures with text behind them, each embedded once', async () => {
  const names = ['😀 Zoë', 'محمد علي', 'דוד כהן', '山田太郎', 'Ünal Çelik'];
  const pages = paperOf(names.concat(names).map((user_name, id) => madeUpVoucher({ id, type: 'auth', user_name })));
  const { file, pictured } = await pdfOf(pages);
  const [page] = readPdf(file);

  expect(pictured).toEqual(names.slice(0, 4));
  const written = page!.words.map(({ text }) => text.replaceAll(/[\u202a-\u202e]/g, ''));
  for (const name of names) expect(written.join(' ').split(name)).toHaveLength(3);
  // Text after a picture keeps its normal width.
  for (const group of ['h0te', 'l5ab']) expect(written.filter((word) => word === group)).toHaveLength(10);
  expect(page!.words.filter(({ right }) => right > 205)).toEqual([]);
});

describe('Chinese, Japanese and Korean texts', () => {
  const NAMES = ['王小明', '李大卫', '鈴木さくら', 'ヤマダ Ken', '김민준', '박서연', '歐陽龍'];

  test('use a typeface in the file at the positions of the layout, with a distinct glyph for each character', async () => {
    const typefaces = await typefacesFor(...NAMES, '酒店大堂');
    const vouchers = NAMES.map((user_name, id) => madeUpVoucher({ id, type: 'auth', user_name }));
    const pages = paperOf(vouchers, { title: '酒店大堂', ssid: '酒店大堂' }, typefaces);
    const { file, pictured } = await pdfOf(pages, typefaces);
    const [page] = readPdf(file);

    expect(pictured).toEqual([]);
    const written = page!.words.map(({ text }) => text).join(' ');
    for (const name of NAMES) expect(written.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
    const inks = pages[0]!.boxes.map((box) => {
      const [first, ...rest] = box.texts.filter(({ face, y, size }) => face.startsWith('east ') && y > box.y + 12 && size < 4);
      const part = { x: first!.x, y: first!.y - first!.size, width: 14, height: first!.size * 1.2 };
      const there = page!.words.filter(({ x, y, bottom }) => Math.abs(x - first!.x) < 0.1 && y < first!.y && bottom > first!.y);
      expect([first!.text, rest.length, there.length]).toEqual([first!.text, rest.length, 1]);
      return Buffer.from(drawPdf(file, 1, 150, part).data).toString('base64');
    });
    // Missing glyphs would be the same boxes.
    expect(new Set(inks).size).toBe(NAMES.length);
  });

  test('take the width in which they are drawn, also between Latin letters', async () => {
    const typefaces = await typefacesFor('山田太郎');
    const [page] = paperOf([madeUpVoucher({ type: 'auth', user_name: 'A 山田太郎 B' })], {}, typefaces);
    const parts = page!.boxes[0]!.texts.filter(({ y, text }) => /[A山田太郎B]/.test(text) && y === page!.boxes[0]!.texts[1]!.y);
    expect(parts.map(({ text }) => text).join('')).toBe('A 山田太郎 B');
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      if (next) expect(next.x).toBeCloseTo(part.x + part.width, 6);
      if (part.face.startsWith('east ')) expect(part.width).toBeCloseTo(part.size * part.text.length, 2);
    }
  });

  test('load no typeface for characters of others, and use a picture for those of none', async () => {
    expect(Object.keys(await typefacesFor('Zoë', 'محمد', '😀'))).toEqual(Object.keys(TYPEFACES));
    const typefaces = await typefacesFor('\u{2a6d6}王');
    const pages = paperOf([madeUpVoucher({ type: 'auth', user_name: '\u{2a6d6}王' })], {}, typefaces);
    expect((await pdfOf(pages, typefaces)).pictured).toEqual(['\u{2a6d6}王']);
  });
});

test.each<[what: string, look: Partial<Look>, content: string]>([
  ['the portal with the code in its address', { portal_url: 'https://portal.example/?c={code}' }, 'https://portal.example/?c=h0tel5ab'],
  ['an invitation to the network', { ssid: 'Hotel Süd' }, 'WIFI:T:nopass;S:Hotel Süd;;'],
  [
    'an invitation to a network with a password',
    { ssid: 'Süd', security: 'wpa', wifi_password: 'a;b,c:d\\e"f' },
    'WIFI:T:WPA;S:Süd;P:a\\;b\\,c\\:d\\\\e\\"f;;',
  ],
  ['an invitation to a network with special characters', { ssid: 'a;b,c:d\\e"f' }, 'WIFI:T:nopass;S:a\\;b\\,c\\:d\\\\e\\"f;;'],
])('the printed QR code reads as %s', async (_what, look, content) => {
  const [page] = paperOf([madeUpVoucher()], look);
  const { file } = await pdfOf([page!]);
  const dots = 200;
  const { x, y, width, height } = page!.boxes[0]!.qrs[0]!;
  const scanned = cut(
    drawPdf(file, 1, dots),
    [x - 2, y - 2, width + 4, height + 4].map((mm) => Math.round((mm * dots) / 25.4)),
  );

  expect(decodeQR(scanned)).toBe(content);
});

test.each<[what: string, look: Partial<Look>]>([
  ['there is nothing to scan', {}],
  ['it is turned off', { ssid: 'Guests', has_qr: false }],
])('the QR code is missing when %s', (_what, look) => {
  expect(paperOf([madeUpVoucher()], look)[0]?.boxes[0]?.qrs).toEqual([]);
});

test('a file of a thousand vouchers is well below a megabyte', async () => {
  const { file } = await pdfOf(paperOf(madeUpVouchers(1000)));
  expect(file.byteLength).toBeLessThan(1_000_000);
});

function cut({ width, data }: Drawing, [left = 0, top = 0, wide = 0, high = 0]: number[]) {
  const dots = new Uint8Array(wide * high * 3);
  for (let row = 0; row < high; row += 1) {
    const from = ((top + row) * width + left) * 3;
    dots.set(data.subarray(from, from + wide * 3), row * wide * 3);
  }
  return { width: wide, height: high, data: dots };
}
