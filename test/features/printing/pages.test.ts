/** Where vouchers stand on their pages, and what is printed on them for a hotspot. */
import { describe, expect, test } from '@jest/globals';
import type { PaperElement, PaperFormat } from '../../../src/contract/plain/paperModel';
import type { Design } from '../../../src/features/printing/layout/elementLayout';
import { cellAt, type Look } from '../../../src/features/printing/layout/layout';
import { linesOf, madeUpVoucher, madeUpVouchers, paperOf } from './paperMadeUp';

/** Six cells in two columns. */
const FORMAT: PaperFormat = {
  page: { width: 100, height: 120 },
  columns: 2,
  rows: 3,
  cell: { width: 40, height: 30 },
  origin: { x: 5, y: 7 },
  gap: { x: 10, y: 8 },
};
const ROLL: PaperFormat = {
  ...FORMAT,
  page: { width: 80, height: 0 },
  columns: 1,
  rows: 1,
  cell: { width: 70, height: 0 },
  gap: { x: 0, y: 0 },
};
const STILL = { x: 0, y: 0 };

test.each([
  [0, 5, 7],
  [1, 55, 7],
  [2, 5, 45],
  [5, 55, 83],
])('cell %d begins at %d mm and %d mm', (index, x, y) => {
  expect(cellAt(FORMAT, index, STILL)).toEqual({ x, y, width: 40, height: 30 });
  expect(cellAt(FORMAT, index, { x: 1.5, y: -2 })).toEqual({ x: x + 1.5, y: y - 2, width: 40, height: 30 });
});

const line: PaperElement = { id: '1', kind: 'line', colour: 'ink', x: 1, y: 2, width: 10, height: 3, align: 'left', vertical: 'top' };
/** A bar at the top of each voucher. */
const BAR: Design = { width: 40, height: 30, elements: [line], flows: false, foot: 0 };
const pagesOf = (count: number, look: Partial<Look>) =>
  paperOf(madeUpVouchers(count), { format: FORMAT, design: BAR, cut: 'none', ...look });
/** Where the vouchers of each page are. */
const positionsOf = (count: number, look: Partial<Look>) => pagesOf(count, look).map(({ boxes }) => boxes.map(({ x, y }) => `${x} ${y}`));

describe('sheets', () => {
  test('are filled row by row', () => {
    expect(positionsOf(7, {})).toEqual([['5 7', '55 7', '5 45', '55 45', '5 83', '55 83'], ['5 7']]);
    expect(pagesOf(1, {})).toMatchObject([{ width: 100, height: 120, cuts: [] }]);
  });

  test.each([
    [2, [['55 7', '5 45']]],
    [6, [['55 83'], ['5 7']]],
    [7, [['55 83'], ['5 7']]],
    [1, [['5 7', '55 7']]],
    [0, [['5 7', '55 7']]],
  ])('begin at cell %d, or at the nearest that they have', (start, expected) => expect(positionsOf(2, { start })).toEqual(expected));

  test('are shifted as the printer needs it', () => expect(positionsOf(1, { shift: { x: 1, y: -1 } })).toEqual([['6 6']]));

  test('have no marks, edges or corners of each voucher to cut along', () => {
    const cuts = (cut: Look['cut']) => pagesOf(1, { cut })[0]?.cuts.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]);
    expect(cuts('none')).toEqual([]);
    expect(cuts('lines')).toEqual([
      [5, 7, 45, 7],
      [45, 7, 45, 37],
      [45, 37, 5, 37],
      [5, 37, 5, 7],
    ]);
    expect(cuts('corners')).toEqual([
      [5, 7, 8, 7],
      [42, 7, 45, 7],
      [45, 7, 45, 10],
      [45, 34, 45, 37],
      [45, 37, 42, 37],
      [8, 37, 5, 37],
      [5, 37, 5, 34],
      [5, 10, 5, 7],
    ]);
    expect(pagesOf(2, { cut: 'lines' })[0]?.cuts).toHaveLength(8);
  });
});

describe('a roll', () => {
  test('has a page for each voucher, as high as that and both margins, in whole millimetres', () => {
    const height = 4.2;
    const design: Design = { ...BAR, width: 70, height: 0, flows: true, elements: [{ ...line, y: 0, height }] };
    const pages = pagesOf(2, { format: ROLL, design, shift: { x: 2, y: 3 }, cut: 'lines', start: 5 });
    expect(pages).toMatchObject([
      { width: 80, height: 19, cuts: [], boxes: [{ x: 7, y: 7, width: 70, height }] },
      { width: 80, height: 19, cuts: [], boxes: [{ x: 7, y: 7, width: 70, height }] },
    ]);
  });
});

describe('the specified ticket', () => {
  const box = (look: Partial<Look>) => paperOf([madeUpVoucher()], { format: FORMAT, cut: 'none', ...look })[0]?.boxes[0];

  test('is drawn at the scale of its cell', () => {
    const ticket = box({ format: { ...FORMAT, cell: { width: 190, height: 107.6 } } });
    expect(ticket).toMatchObject({ x: 5, y: 7, width: expect.closeTo(190, 6), height: expect.closeTo(107.6, 6) });
    expect(ticket?.shapes[0]).toMatchObject({ width: expect.closeTo(190, 6), height: expect.closeTo(3.6, 6) });
  });

  test('stands in the middle of a cell that is too high', () => {
    expect(box({ format: { ...FORMAT, cell: { width: 95, height: 100 } } })).toMatchObject({ x: 5, y: 19, width: 95, height: 76 });
  });

  test('is as high on a roll as in its usual cell', () => {
    expect(box({ format: { ...ROLL, cell: { width: 95, height: 0 } } })).toMatchObject({ x: 5, y: 7, width: 95, height: 53.8 });
  });

  test('has the hotspot’s colour and logo', () => {
    const logo = { dataUrl: 'data:image/png;base64,', width: 400, height: 100 };
    const ticket = box({ accent: '#123456', pictures: { '': logo }, format: { ...FORMAT, cell: { width: 95, height: 53.8 } } });
    expect(ticket?.shapes[0]?.colour).toBe('#123456');
    expect(ticket?.pictures).toMatchObject([{ picture: '', width: expect.closeTo(28, 6) }]);
  });
});

const LARGE: PaperFormat = { ...FORMAT, page: { width: 210, height: 297 }, columns: 1, rows: 1, cell: { width: 95, height: 53.8 } };
const NETWORK: Partial<Look> = { ssid: 'Guests', format: LARGE };
const PORTAL: Partial<Look> = { portal_url: 'https://portal.example/?code={code}', format: LARGE };

describe('the QR code of the specified ticket', () => {
  const ticket = (look: Partial<Look>) => {
    const [page] = paperOf([madeUpVoucher()], { cut: 'none', ...look });
    const text = linesOf(page).join(' ');
    return {
      qrs: page?.boxes[0]?.qrs.length,
      modules: page?.boxes[0]?.qrs[0]?.modules,
      joins: text.includes('Scan to connect, then'),
      opens: text.includes('Scan to log in'),
    };
  };

  test('joins the network if that is set, and opens the portal otherwise', () => {
    expect(ticket(NETWORK)).toMatchObject({ qrs: 1, joins: true, opens: false });
    expect(ticket({ ...NETWORK, ...PORTAL })).toEqual(ticket(NETWORK));
    expect(ticket(PORTAL)).toMatchObject({ qrs: 1, joins: false, opens: true });
    expect(ticket(PORTAL).modules).not.toBe(ticket(NETWORK).modules);
  });

  test('isn’t printed if it leads nowhere, or where that is switched off', () => {
    const none = { qrs: 0, joins: false, opens: false };
    expect(ticket({ format: LARGE })).toMatchObject(none);
    expect(ticket({ ...NETWORK, has_qr: false })).toMatchObject(none);
    expect(ticket({ ...PORTAL, has_qr: false })).toMatchObject(none);
  });
});

describe('a second language', () => {
  const days = { en: 'Valid 7 days after the day of first use', it: 'Valido 7 giorni dopo quello del primo uso' };
  const ticket = (look: Partial<Look>) => linesOf(paperOf([madeUpVoucher()], { ...NETWORK, cut: 'none', ...look })[0]).join(' ');
  const count = (text: string, part: string) => text.split(part).length - 1;

  test('is English, on tickets in another language where it is wanted', () => {
    const both = ticket({ language: 'it', has_english: true, has_qr: false });
    expect([count(both, days.it), count(both, days.en)]).toEqual([1, 1]);
    const one = ticket({ language: 'it', has_english: false, has_qr: false });
    expect([count(one, days.it), count(one, days.en)]).toEqual([1, 0]);
    const english = ticket({ language: 'en', has_english: true, has_qr: false });
    expect([count(english, days.it), count(english, days.en)]).toEqual([0, 1]);
  });
});

describe('a template', () => {
  const text = (words: string, language: 'guest' | 'english'): PaperElement => ({
    ...line,
    id: words + language,
    kind: 'text',
    text: words,
    font: 'Roboto',
    bold: false,
    size: 6,
    language,
    width: 90,
    height: 10,
  });
  const qr = (opens: 'network' | 'portal'): PaperElement => ({ ...line, id: opens, kind: 'qr', opens, width: 20, height: 20 });
  const drawn = (elements: PaperElement[], look: Partial<Look>) => {
    const design: Design = { width: 95, height: 53.8, elements, flows: false, foot: 0 };
    return paperOf([madeUpVoucher()], { ...NETWORK, cut: 'none', design, ...look })[0]?.boxes[0];
  };
  const textsOf = (elements: PaperElement[], look: Partial<Look>) => drawn(elements, look)?.texts.map((each) => each.text);

  test('has the texts of both languages', () => {
    const elements = [text('{{uses}}', 'guest'), text('{{uses}}', 'english')];
    expect(textsOf(elements, { language: 'it', has_english: true })).toEqual(['Utilizzi illimitati', 'Unlimited uses']);
    expect(textsOf(elements, { language: 'it', has_english: false })).toEqual(['Utilizzi illimitati']);
    expect(textsOf(elements, { language: 'en', has_english: true })).toEqual(['Unlimited uses']);
  });

  test('has the caption of what its QR code does', () => {
    const elements = [text('{{scan}}', 'guest'), text('{{scan}}', 'english')];
    expect(textsOf(elements, { language: 'it' })).toEqual(['Inquadra per collegarti', 'Scan to connect']);
    expect(textsOf(elements, { ...PORTAL, ssid: '', language: 'it' })).toEqual(['Inquadra per accedere', 'Scan to log in']);
    expect(textsOf(elements, { language: 'it', has_qr: false })).toEqual([]);
    expect(textsOf(elements, { language: 'it', ssid: '' })).toEqual([]);
  });

  test('has QR codes of the network and of the portal, as far as they are set', () => {
    const modules = (look: Partial<Look>) => drawn([qr('network'), qr('portal')], look)?.qrs.map((each) => each.modules);
    const [network, portal] = modules(PORTAL) ?? [];
    expect(network).not.toBe(portal);
    expect(modules({})).toEqual([network]);
    expect(modules({ ...PORTAL, ssid: '' })).toEqual([portal]);
    expect(modules({ ...PORTAL, has_qr: false })).toEqual([]);
  });

  test('has the hotspot’s colour, font and pictures', () => {
    const logo = { dataUrl: 'data:image/png;base64,', width: 400, height: 100 };
    const elements: PaperElement[] = [
      { ...line, id: 'logo', kind: 'logo' },
      { ...line, kind: 'line', colour: 'accent' },
      { ...text('Hello', 'guest'), font: 'portal', bold: true } as PaperElement,
    ];
    const box = drawn(elements, { accent: '#123456', font: 'Roboto', pictures: { '': logo } });
    expect(box?.shapes[0]?.colour).toBe('#123456');
    expect(box?.pictures).toMatchObject([{ picture: '' }]);
    expect(box?.texts[0]?.face).toBe('Roboto bold');
  });
});

describe('a built-in design', () => {
  const box = (look: Partial<Look>) => paperOf([madeUpVoucher()], { ...NETWORK, cut: 'none', design: 'card', ...look })[0]?.boxes[0];

  test('gives its text the room of a QR code and a logo that there aren’t', () => {
    const widest = (look: Partial<Look>) => Math.max(...(box(look)?.texts ?? []).map(({ size }) => size));
    expect(widest({ has_qr: false })).not.toBe(widest({}));
    expect(box({ has_qr: false })?.qrs).toEqual([]);
    const logo = { dataUrl: 'data:image/png;base64,', width: 400, height: 100 };
    expect(box({ pictures: { '': logo } })?.pictures).toHaveLength(1);
    expect(box({})?.pictures).toEqual([]);
  });
});
