import { describe, expect, test } from '@jest/globals';
import { sheetBox, sheetScale, shortName, type SheetLook, type SheetTexts } from '../../../src/features/printing/layout/sheet';
import type { Lines, Typesetter } from '../../../src/features/printing/layout/typesetter';

const CSS_PIXEL = 25.4 / 96;
/** 7 points. */
const LEAST = (7 * 25.4) / 72;
/** The gap between the groups of a code, in ems. */
const GAP = 0.35;

/** Each character is half as wide as high, and lines are as high as their type, so that positions can be calculated. */
const typesetting = (): Typesetter => ({
  widthOf: (text, face) => text.length / (face === 'code' ? 2 : 1000),
  lines: (text, face, size, width, colour = '#000000'): Lines => {
    const perLine = Math.max(1, Math.floor(width / (size / 2)));
    const wide = (Math.min(text.length, perLine) * size) / 2;
    const drawn = (x: number, y: number) => ({ face, text, x, y, size, width: wide, colour, isDrawable: true });
    const count = text === '' ? 0 : Math.max(1, Math.ceil(text.length / perLine));
    return { height: count * size, width: wide, at: (x, top) => (text === '' ? [] : [drawn(x, top)]) };
  },
});

const TEXTS: SheetTexts = { title: 'Hotel', code: 'abcd1234', name: '', facts: ['first', 'second'], needed: 1, caption: 'Scan' };
const QR = { modules: 21, runs: [] };
const LOGO = { dataUrl: '', width: 56, height: 18 };
const TICKET = { x: 10, y: 20, width: 95, height: 53.8 };

interface Given {
  texts?: Partial<SheetTexts>;
  qr?: typeof QR | null;
  look?: Partial<SheetLook>;
  rect?: typeof TICKET;
}
const boxOf = ({ texts = {}, qr = null, look = {}, rect = TICKET }: Given = {}, type = typesetting()) =>
  sheetBox(rect, { ...TEXTS, ...texts }, qr, { logo: null, accent: '#1f6feb', scale: 1, ...look }, type);

const near = (value: number): unknown => expect.closeTo(value, 6);
/** Text, x, y and size of each text. */
const written = (given: Given) => boxOf(given).texts.map(({ text, x, y, size }) => [text, x, y, size]);

/** Where a ticket without padding begins and ends. */
const [LEFT, RIGHT, TOP, BOTTOM] = [14, 101, 24.8, 70.8];
const TITLE = 20 * CSS_PIXEL;

describe('the specified ticket', () => {
  test('has a bar in the hotspot’s colour, the title at the top, the facts at the bottom, and the code midway', () => {
    const box = boxOf();
    expect(box).toMatchObject(TICKET);
    expect(box.shapes).toEqual([{ x: 10, y: 20, width: 95, height: 1.8, colour: '#1f6feb' }]);
    expect([box.qrs, box.pictures]).toEqual([[], []]);
    const middle = (TOP + TITLE + 1 + (BOTTOM - 6) - 1 - 9) / 2;
    expect(written({})).toEqual([
      ['Hotel', LEFT, near(TOP), near(TITLE)],
      ['abcd', LEFT, near(middle), 9],
      ['1234', near(LEFT + 18 + 9 * GAP), near(middle), 9],
      ['first', LEFT, near(BOTTOM - 6), 3],
      ['second', LEFT, near(BOTTOM - 3), 3],
    ]);
  });

  test('has the guest’s name above the code', () => {
    const middle = (TOP + TITLE + 1 + (BOTTOM - 6) - 1 - 3.4 - 9) / 2;
    expect(written({ texts: { name: 'Zoë' } }).slice(1, 3)).toEqual([
      ['Zoë', LEFT, near(middle), 3.4],
      ['abcd', LEFT, near(middle + 3.4), 9],
    ]);
  });

  test('has a QR code at the right with its caption at the bottom', () => {
    const box = boxOf({ qr: QR });
    expect(box.qrs).toEqual([{ ...QR, x: near(RIGHT - 28), y: near(BOTTOM - LEAST - 0.8 - 28), width: 28, height: 28 }]);
    expect(box.texts.at(-1)).toMatchObject({ text: 'Scan', x: near(RIGHT - 28), y: near(BOTTOM - LEAST), size: near(LEAST) });
    expect(written({}).some(([text]) => text === 'Scan')).toBe(false);
  });

  test('has its code in the typeface of codes, and all else in Roboto', () => {
    const faces = boxOf({ texts: { name: 'Zoë' }, qr: QR }).texts.map(({ text, face }) => [text, face]);
    expect(faces.filter(([, face]) => face === 'code').map(([text]) => text)).toEqual(['abcd', '1234']);
    expect(faces.filter(([, face]) => face === 'Roboto').map(([text]) => text)).toEqual(['Hotel', 'Zoë', 'first', 'second', 'Scan']);
  });

  test('has each title in its own size and width, on tickets that are drawn one after the other', () => {
    const type = typesetting();
    const title = (text: string, look: Partial<SheetLook> = {}) => boxOf({ texts: { title: text }, look }, type).texts[0];
    const [long, short] = ['x'.repeat(45), 'Hotel'];
    expect([title(short)?.size, title(long)?.size]).toEqual([near(TITLE), near(10 * CSS_PIXEL)]);
    expect(title(long)).toMatchObject({ text: long, width: near(45 * 5 * CSS_PIXEL) });
    expect(title(long, { logo: LOGO })?.width).toBeLessThan(57.001);
    expect(title(short)?.text).toBe(short);
  });

  test('has the logo at the top right, as large as fits', () => {
    expect(boxOf({ look: { logo: LOGO } }).pictures).toEqual([{ x: near(RIGHT - 28), y: near(TOP), width: 28, height: 9, picture: '' }]);
    expect(boxOf({ look: { logo: { ...LOGO, width: 18 } } }).pictures).toMatchObject([{ x: near(RIGHT - 9), width: 9, height: 9 }]);
  });

  test('has its text below the logo only without a QR code', () => {
    const codeAt = (given: Given) => boxOf(given).texts.find(({ text }) => text === 'abcd')?.y;
    const midway = (title: number) => near((TOP + title + 1 + (BOTTOM - 6) - 1 - 9) / 2);
    expect(codeAt({ look: { logo: LOGO } })).toEqual(midway(9));
    expect(codeAt({ look: { logo: LOGO }, qr: QR })).toEqual(midway(TITLE));
    expect(codeAt({ qr: QR })).toEqual(midway(TITLE));
  });

  test('leaves the column of the logo out of the title, and that of the QR code out of the text', () => {
    const size = 10 * CSS_PIXEL;
    // 45 characters of 10 pixels: wider than what the logo leaves, but not than the ticket.
    const title = 'x'.repeat(45);
    const lines = (given: Given) => (boxOf({ ...given, texts: { title, facts: [] } }).texts[1]?.y ?? 0) - TOP;
    const withLines = (count: number) => near((count * size + 1 + (BOTTOM - TOP) - 1 - 9) / 2);
    expect(lines({})).toEqual(withLines(1));
    expect(lines({ qr: QR })).toEqual(withLines(1));
    expect(lines({ qr: QR, look: { logo: LOGO } })).toEqual(withLines(2));
    // Three lines of the whole ticket, and five beside the QR code.
    const fact = 'x'.repeat(156);
    const facts = (given: Given) =>
      BOTTOM - (boxOf({ ...given, texts: { facts: [fact] } }).texts.find(({ text }) => text === fact)?.y ?? 0);
    expect([facts({}), facts({ qr: QR })]).toEqual([near(9), near(15)]);
  });

  test('makes the QR code smaller below the logo, and centres it in its column', () => {
    const rect = { ...TICKET, height: 40 };
    const bottom = 57;
    const size = bottom - LEAST - 0.8 - (TOP + 10);
    expect(boxOf({ qr: QR, look: { logo: LOGO }, rect }).qrs).toEqual([
      { ...QR, x: near(RIGHT - 28 + (28 - size) / 2), y: near(TOP + 10), width: near(size), height: near(size) },
    ]);
    const below = bottom - LEAST - 0.8 - (TOP + TITLE + 0.5);
    expect(boxOf({ qr: QR, rect }).qrs).toMatchObject([{ y: near(TOP + TITLE + 0.5), width: near(below) }]);
  });

  test('leaves out the caption of a QR code that would be smaller than 16 mm', () => {
    const caption = (height: number, scale: number) =>
      boxOf({ qr: QR, rect: { ...TICKET, height }, look: { logo: LOGO, scale } }).texts.some(({ text }) => text === 'Scan');
    const least = 4.8 + 10 + 16 + 0.8 + LEAST + 3;
    expect([caption(least + 0.001, 1), caption(least - 0.001, 1)]).toEqual([true, false]);
    const [qr] = boxOf({ qr: QR, rect: { ...TICKET, height: least - 0.001 }, look: { logo: LOGO } }).qrs;
    expect(qr?.width).toBeCloseTo(16 + 0.8 + LEAST, 2);
    // On paper that is the same on a ticket of twice the scale.
    const large = 4.8 + 10 + 8 + 0.8 + LEAST / 2 + 3;
    expect([caption(large + 0.001, 2), caption(large - 0.001, 2)]).toEqual([true, false]);
  });

  test('has no text under seven points on a small ticket', () => {
    const sizes = (scale: number) => boxOf({ texts: { name: 'Zoë' }, look: { scale } }).texts.map(({ size }) => size);
    expect(sizes(0.5)).toEqual([near(TITLE), near(2 * LEAST), 9, 9, near(2 * LEAST), near(2 * LEAST)]);
    expect(sizes(0.75)).toEqual([near(TITLE), 3.4, 9, 9, near(LEAST / 0.75), near(LEAST / 0.75)]);
  });

  test('has a code as large as its width allows', () => {
    const wide = (code: string) => boxOf({ texts: { code } }).texts.find(({ face }) => face === 'code')?.size;
    // 16 characters and three gaps.
    expect(wide('a'.repeat(16))).toBeCloseTo(9, 9);
    expect(wide('a'.repeat(32))).toBeCloseTo(87 / (16 + 7 * GAP), 9);
    expect(wide('word-word-word-word-word')).toBeCloseTo(87 / 12, 9);
  });

  const facts = Array.from({ length: 20 }, (_, nth) => `fact ${nth}`);
  test('leaves out the last facts before it gets smaller than seven points', () => {
    const texts = boxOf({ texts: { facts } }).texts.filter(({ text }) => text.startsWith('fact'));
    expect(texts.map(({ text }) => text)).toEqual(facts.slice(0, texts.length));
    expect(texts.length).toBeLessThan(20);
    expect(texts[0]?.size).toBeGreaterThanOrEqual(LEAST);
    expect(texts[0]?.size).toBeLessThan(LEAST / 0.95);
    const code = boxOf({ texts: { facts } }).texts.find(({ face }) => face === 'code');
    // As much as fits: one more wouldn't.
    const height = BOTTOM - TOP - TITLE - 1;
    const used = (code?.size ?? 0) + 1 + texts.length * (texts[0]?.size ?? 0);
    expect(used).toBeLessThanOrEqual(height);
    expect(used + (texts[0]?.size ?? 0)).toBeGreaterThan(height);
  });

  test('leaves out none that are needed, but gets smaller', () => {
    const texts = boxOf({ texts: { facts, needed: 18 } }).texts.filter(({ text }) => text.startsWith('fact'));
    expect(texts).toHaveLength(18);
    expect(texts[0]?.size).toBeLessThan(LEAST);
    expect(texts[0]?.size).toBeGreaterThan(1.7);
  });

  test('shrinks all its texts alike', () => {
    const [name, code, , fact] = boxOf({ texts: { name: 'Zoë', facts: facts.slice(0, 11), needed: 11 } }).texts.slice(1);
    const scale = (fact?.size ?? 0) / 3;
    expect(scale).toBeLessThan(1);
    expect([name?.size, code?.size]).toEqual([near(3.4 * scale), near(9 * scale)]);
  });
});

describe('the title of the specified ticket', () => {
  const sizeOf = (title: string) => boxOf({ texts: { title } }).texts[0]?.size;

  test.each([
    [22, 20],
    [23, 450 / 23],
    [56, 450 / 56],
    [57, 8],
    [120, 8],
  ])('has for %d letters %d pixels', (letters, pixels) => expect(sizeOf('x'.repeat(letters))).toBeCloseTo(pixels * CSS_PIXEL, 9));

  test('shrinks if it would be higher than 13 mm, by no more than needed', () => {
    const height = (title: string) => Math.ceil(title.length / Math.floor(87 / ((sizeOf(title) ?? 0) / 2))) * (sizeOf(title) ?? 0);
    const six = 'x'.repeat(480);
    expect(sizeOf(six)).toBeCloseTo(8 * CSS_PIXEL, 9);
    const more = 'x'.repeat(600);
    expect(sizeOf(more)).toBeLessThan(8 * CSS_PIXEL);
    expect(height(more)).toBeLessThanOrEqual(13);
    expect(height(more)).toBeGreaterThan(11);
  });
});

test.each([
  [95, 53.8, 1],
  [90, 53.8, 1],
  [102, 58, 1],
  // Eight per cent smaller.
  [95 * 0.9201, 53.8, 1],
  [95 * 0.9199, 53.8, 0.9199],
  [190, 53.8, 1],
  [190, 107.6, 2],
  [47.5, 53.8, 0.5],
  [95, 26.9, 0.5],
  // On a roll.
  [72, 0, 72 / 95],
  [48, 0, 0.63],
  [190, 0, 1],
])('a ticket of %d × %d mm is drawn at the scale %d', (width, height, scale) => {
  expect(sheetScale({ width, height })).toBeCloseTo(scale, 9);
});

test.each([
  ['Zoë', 'Zoë'],
  ['  Zoë ', 'Zoë'],
  ['abcdefghijkl', 'abcdefghijkl'],
  ['abcdefghijklm', 'abcdefghijkl…'],
  ['abcdefghijk lmn', 'abcdefghijk…'],
])('the name “%s” is printed as “%s”', (name, expected) => expect(shortName(name)).toBe(expected));
