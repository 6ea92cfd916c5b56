/**
 * Every built-in design on every paper: what is on it, that nothing overlaps or leaves its cell, and that its QR codes can be scanned.
 *
 * @jest-environment ./test/support/run/nodeEnvironment.ts
 */
import { describe, expect } from '@jest/globals';
import decodeQR from 'qr/decode.js';
import { isRoll, PAPER_FORMATS, type PaperElement, type PaperLanguage } from '../../../src/contract/plain/paperModel';
import { BUILT_INS, PAPER_NAMES } from '../../../src/contract/plain/paperNames';
import type { Voucher } from '../../../src/contract/vouchers';
import type { Box, Rect } from '../../../src/features/printing/layout/drawing';
import type { Look } from '../../../src/features/printing/layout/layout';
import { makePdf } from '../../../src/features/printing/pdf';
import { designOf } from '../../../src/features/printing/layout/design';
import { drawPdf, readPdf } from '../../support/peers/poppler';
import { contains, nameOf, outside, overlap, overlapping, rectOf } from './boxes';
import { madeUpVoucher, madeUpVouchers, paperOf, TYPEFACES } from './paperMadeUp';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_POPPLER');

const LOGO = { dataUrl: 'data:image/png;base64,', width: 400, height: 100 };
const LONG_NAME = 'Grand Hotel Excelsior & Congress Centre '.repeat(8).slice(0, 300);

const MOST: Partial<Voucher> = {
  type: 'auth',
  user_name: LONG_NAME,
  expires: '2026-09-30T21:59:00Z',
  duration: 0,
  remain_use: 2_147_483_647,
  bandwidth_down: 999_999,
  bandwidth_up: 999_999,
  max_traffic: 5_368_709_123,
  max_time: 359_999,
};

const WIFI: Partial<Look> = { ssid: 'Guests', security: 'wpa', wifi_password: 'sole&mare-2026' };

/** What may be on a voucher, from nothing to everything. */
const CONTENTS: [what: string, voucher: Partial<Voucher>, look: Partial<Look>][] = [
  ['the least', { code: 'abcd' }, {}],
  ['a network, in two languages', { code: 'k7mq2xvd' }, { ...WIFI, language: 'it', footer: 'Reception: dial 9' }],
  [
    'the longest of everything',
    { ...MOST, code: 'w'.repeat(32) },
    {
      ...WIFI,
      ssid: 'W'.repeat(32),
      wifi_password: 'W'.repeat(63),
      language: 'fr',
      footer: 'W '.repeat(127),
      title: LONG_NAME,
      pictures: { '': LOGO },
    },
  ],
];

/** Parts outside of the box, and overlapping parts. Texts may be on a coloured band, but not across its edge. */
function faultsOf(box: Box): string[] {
  const parts = [...box.texts.map(rectOf), ...box.qrs, ...box.pictures];
  const crosses = (shape: Rect) => parts.filter((part) => overlap(shape, part) && !contains(shape, part));
  return [
    ...outside(box, [...parts, ...box.shapes]),
    ...overlapping(parts),
    ...box.shapes.flatMap((shape) => crosses(shape).map((part) => `${nameOf(part)} on the edge of ${nameOf(shape)}`)),
  ];
}

const written = ({ texts }: Box) =>
  texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');

const ALL = BUILT_INS.flatMap((design) => PAPER_NAMES.map((paper) => [design, paper] as const));

describe.each(ALL)('the design %s on %s', (design, paper) => {
  test.each(CONTENTS)('has room for %s', (_what, voucher, look) => {
    const [page] = paperOf([madeUpVoucher(voucher)], { design, paper, ...look });
    const box = page!.boxes[0]!;
    expect(faultsOf(box)).toEqual([]);
    expect(contains({ x: 0, y: 0, width: page!.width, height: page!.height }, box)).toBe(true);
    expect(written(box)).toContain(voucher.code);
    if (look.ssid !== undefined) expect(written(box)).toContain(look.ssid);
    expect(box.qrs).toHaveLength(look.ssid === undefined ? 0 : 1);
  });

  test('prints usual texts in a legible size and a QR code that phones can scan', () => {
    const [page] = paperOf([madeUpVoucher({ code: 'k7mq2xvd' })], { design, paper, ...WIFI, language: 'it', footer: 'Reception: dial 9' });
    const { texts, qrs } = page!.boxes[0]!;
    // 4 points; a label of 34 mm holds the whole card in two languages.
    expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThan(4 * (25.4 / 72));
    expect(texts.find(({ face }) => face === 'code')?.size).toBeGreaterThan(3);
    expect(qrs[0]!.width / qrs[0]!.modules).toBeGreaterThan(0.33);
  });

  test('is the same in the PDF, where its QR code scans', async () => {
    const look: Partial<Look> = { ...WIFI, language: 'en', footer: 'Reception: dial 9' };
    const pages = paperOf(madeUpVouchers(2), { design, paper, ...look });
    const file = await makePdf(
      { pages, pictures: {}, title: 'x', typefaces: TYPEFACES },
      { picture: () => Promise.reject(new Error('nothing to picture')), onPage: () => undefined },
    );
    const printed = readPdf(file);
    expect(printed).toHaveLength(pages.length);
    for (const [index, page] of pages.entries()) {
      expect(Math.abs(printed[index]!.width - page.width)).toBeLessThan(0.1);
      expect(Math.abs(printed[index]!.height - page.height)).toBeLessThan(0.1);
      for (const { text, x, y } of page.boxes.flatMap(({ texts }) => texts)) {
        const [first = ''] = text.split(' ');
        const there = printed[index]!.words.filter(
          (word) => word.text === first && Math.abs(word.x - x) < 0.1 && word.y < y && word.bottom > y,
        );
        expect([text, there.length]).toEqual([text, 1]);
      }
    }
    const { x, y, width, height } = pages[0]!.boxes[0]!.qrs[0]!;
    const scanned = drawPdf(file, 1, 250, { x: x - 1, y: y - 1, width: width + 2, height: height + 2 });
    expect(decodeQR(scanned)).toBe('WIFI:T:WPA;S:Guests;P:sole&mare-2026;;');
  });
});

describe.each(PAPER_NAMES)('a template for labels on %s', (paper) => {
  const text = {
    kind: 'text',
    font: 'Lato',
    bold: false,
    size: 11,
    colour: 'ink',
    language: 'guest',
    align: 'left',
    vertical: 'top',
  } as const;
  const elements: PaperElement[] = [
    { ...text, id: 'b', text: '{{until}}', x: 3, y: 24, width: 60, height: 6 },
    { ...text, id: 'a', text: '{{hotspot}} {{gone}}', x: 3, y: 3, width: 60, height: 8 },
    {
      id: 'c',
      kind: 'code',
      x: 3,
      y: 12,
      width: 60,
      height: 10,
      align: 'left',
      vertical: 'middle',
      size: 22,
      colour: 'accent',
      grouped: true,
    },
    { id: 'q', kind: 'qr', x: 70, y: 5, width: 25, height: 25, align: 'centre', vertical: 'middle', opens: 'any' },
    { id: 'p', kind: 'picture', picture: 'gone', x: 70, y: 31, width: 20, height: 5, align: 'left', vertical: 'top' },
  ];
  const design = designOf({ version: 1, format: PAPER_FORMATS.labels_2x7, cut: 'none', elements, pictures: {} });

  test.each([
    ['usual', { code: 'k7mq2xvd' }, {}],
    ['the longest', { code: 'w'.repeat(32) }, { title: LONG_NAME }],
  ])('has room for %s texts, and omits missing fields', (_what, voucher, look) => {
    const [page] = paperOf([madeUpVoucher(voucher)], { design, paper, ...WIFI, ...look });
    const box = page!.boxes[0]!;
    expect(faultsOf(box)).toEqual([]);
    expect(written(box)).toContain(voucher.code);
    expect(written(box)).not.toContain('gone');
    expect([box.qrs.length, box.pictures.length]).toEqual([1, 0]);
  });
});

describe('a slip of the design', () => {
  const slip = (design: (typeof BUILT_INS)[number], paper: (typeof PAPER_NAMES)[number], change: Partial<Voucher> = {}) =>
    (paperOf([madeUpVoucher(change)], { ...WIFI, language: 'en', design, paper })[0]?.boxes[0]?.texts ?? [])
      .map(({ text }) => text)
      .join(' ');

  test.each(BUILT_INS)('“%s” names network, password and all steps on a sheet and on a receipt', (design) => {
    for (const paper of ['a4', 'a6', 'roll_80'] as const) {
      const text = slip(design, paper);
      for (const part of ['Guests', 'sole&mare-2026', 'Open your browser', 'Enter your code']) expect(text).toContain(part);
    }
  });

  test.each(BUILT_INS.filter((design) => design !== 'sheet'))('“%s” shows the whole name, and the room', (design) => {
    const personal = { type: 'auth' as const, user_name: 'Maximiliana Featherstonehaugh-Cholmondeley', room: '1204' };
    // Long words continue on the next line.
    const whole = 'MaximilianaFeatherstonehaugh-Cholmondeley·Room1204';
    for (const paper of PAPER_NAMES) expect(slip(design, paper, personal).replaceAll(' ', '')).toContain(whole);
  });
});

test('a code of words is printed as it is, others in groups of four', () => {
  const partsOf = (code: string) =>
    paperOf([madeUpVoucher({ code })], { design: 'card' })[0]!.boxes[0]!.texts.filter(({ face }) => face === 'code');
  expect(partsOf('k7mq2xvd').map(({ text }) => text)).toEqual(['k7mq', '2xvd']);
  const words = partsOf('elena-e-davide');
  expect(words.map(({ text }) => text)).toEqual(['elena-', 'e-', 'davide']);
  expect(words[1]!.x).toBeCloseTo(words[0]!.x + words[0]!.width, 6);
});

test('a partly used sheet continues at the chosen position', () => {
  const pages = paperOf(madeUpVouchers(25), { paper: 'labels_3x8', start: 24, cut: 'none' });
  expect(pages.map(({ boxes }) => boxes.length)).toEqual([1, 24]);
  const { cell, origin, gap } = PAPER_FORMATS.labels_3x8;
  const [last] = pages[0]!.boxes;
  expect([last!.x, last!.y]).toEqual([origin.x + 2 * (cell.width + gap.x), origin.y + 7 * (cell.height + gap.y)]);
  expect([pages[1]!.boxes[0]!.x, pages[1]!.boxes[0]!.y]).toEqual([origin.x, origin.y]);
});

test('an offset moves all parts equally, cut marks too', () => {
  const [plain] = paperOf(madeUpVouchers(3), { design: 'card', ...WIFI, cut: 'corners' });
  const [moved] = paperOf(madeUpVouchers(3), { design: 'card', ...WIFI, cut: 'corners', shift: { x: 1.5, y: -2 } });
  const positions = (page: typeof plain) => [
    ...page!.boxes.flatMap(({ texts, qrs, shapes }) => [...texts, ...qrs, ...shapes].map(({ x, y }) => [x, y] as const)),
    ...page!.cuts.map(({ x1, y1 }) => [x1, y1] as const),
  ];
  const [before, after] = [positions(plain), positions(moved)];
  expect(after).toHaveLength(before.length);
  for (const [index, [x, y]] of before.entries()) {
    expect(after[index]![0] - x).toBeCloseTo(1.5, 6);
    expect(after[index]![1] - y).toBeCloseTo(-2, 6);
  }
});

test('tickets on a roll are as long as their content', () => {
  const heightOf = (look: Partial<Look>) => paperOf([madeUpVoucher()], { design: 'ticket', paper: 'roll_58', ...look })[0]!.height;
  expect(isRoll(PAPER_FORMATS.roll_58)).toBe(true);
  expect(heightOf(WIFI)).toBeGreaterThan(heightOf({}) + 20);
  expect(heightOf({ footer: 'One line more' })).toBeGreaterThan(heightOf({}));
});

test.each<PaperLanguage>(['it', 'de', 'fr', 'es'])('a guest who reads %s gets English below, and other guests only English', (language) => {
  const say = (look: Partial<Look>) => written(paperOf([madeUpVoucher()], { design: 'card', ...look })[0]!.boxes[0]!);
  expect(say({ language })).toContain('Enteryourcode');
  expect(say({ language, has_english: false })).not.toContain('Enteryourcode');
  expect(say({ language: 'en' }).split('Enteryourcode')).toHaveLength(2);
});

test.each([4, 5, 8, 12, 32])('a code of %d characters is split completely into groups of four', (length) => {
  const code = 'abcdefghijklmnopqrstuvwxyz234567'.slice(0, length);
  const groups = paperOf([madeUpVoucher({ code })], { design: 'card' })[0]!.boxes[0]!.texts.filter(({ face }) => face === 'code');
  expect(groups.map(({ text }) => text).join('')).toBe(code);
  expect(groups.slice(0, -1).every(({ text }) => text.length === 4)).toBe(true);
});
