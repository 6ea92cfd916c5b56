import { describe, expect, test } from '@jest/globals';
import type { CodeElement, PaperElement, TextElement } from '../../../src/contract/plain/paperModel';
import type { Box } from '../../../src/features/printing/layout/drawing';
import { draw, faceOf, type Contents, type Style } from '../../../src/features/printing/layout/elementDrawing';
import { paperValues } from '../../../src/features/printing/layout/tickets';
import { typesetter } from '../../../src/features/printing/layout/typesetter';
import { madeUpVoucher, TYPEFACES } from './paperMadeUp';

const type = typesetter(TYPEFACES, (text) => text.length);
const MM_A_POINT = 25.4 / 72;
/** Of a line, relative to the font size: its height, and its baseline. */
const LINE = 1.22;
const BASELINE = 0.95;
/** The width of each letter of a code, in ems. */
const EM = type.widthOf('0', 'code');
const GAP = 0.35;
const near = (value: number): unknown => expect.closeTo(value, 9);

const STYLE: Style = {
  pictures: { '': { dataUrl: '', width: 400, height: 100 }, photo: { dataUrl: '', width: 100, height: 200 } },
  accent: '#1f6feb',
  font: 'Roboto',
};
const NETWORK = { modules: 21, runs: [{ x: 1, y: 1, length: 1 }] };
const PORTAL = { modules: 25, runs: [{ x: 2, y: 2, length: 2 }] };

const hotspot = { title: 'City Library', ssid: 'Guests', security: 'open', wifi_password: '', footer: '' } as const;
const contentsFor = (code: string, more: Partial<Contents> = {}): Contents => ({
  values: paperValues(madeUpVoucher({ code }), hotspot, '', 'it'),
  english: paperValues(madeUpVoucher({ code }), hotspot, '', 'en'),
  qrs: { network: NETWORK, portal: PORTAL },
  ...more,
});
const CONTENTS = contentsFor('abcd1234');

const AT = { x: 10, width: 40, height: 20 };
const common = { id: '1', x: 0, y: 0, width: 40, height: 20, align: 'left', vertical: 'top' } as const;

/** What is drawn of an element at 5 mm from the top, and its height; null for nothing. */
function drawn(element: PaperElement, { at = AT, scale = 1, contents = CONTENTS, style = STYLE } = {}) {
  const one = draw(element, at, scale, contents, style, type);
  if (one === null) return null;
  const box: Box = { x: 0, y: 0, width: 0, height: 0, shapes: [], pictures: [], texts: [], qrs: [] };
  one.put(box, 5);
  return { height: one.height, shapes: box.shapes, pictures: box.pictures, texts: box.texts, qrs: box.qrs };
}

describe('a line', () => {
  test.each([
    ['ink', '#000000'],
    ['soft', '#475569'],
    ['white', '#ffffff'],
    ['accent', '#1f6feb'],
    ['#123456', '#123456'],
  ])('is drawn in %s as a rectangle in %s', (colour, expected) => {
    expect(drawn({ ...common, kind: 'line', colour })).toEqual({
      height: 20,
      shapes: [{ x: 10, y: 5, width: 40, height: 20, colour: expected }],
      pictures: [],
      texts: [],
      qrs: [],
    });
  });
});

describe('a QR code', () => {
  const qr = (opens: 'network' | 'portal' | 'any', align: PaperElement['align'] = 'left') =>
    ({ ...common, kind: 'qr', opens, align }) as const;
  const without = (one: 'network' | 'portal') => contentsFor('abcd', { qrs: { ...CONTENTS.qrs, [one]: null } });

  test.each([
    ['any', CONTENTS, NETWORK],
    ['any', without('network'), PORTAL],
    ['any', without('portal'), NETWORK],
    ['network', CONTENTS, NETWORK],
    ['portal', CONTENTS, PORTAL],
  ] as const)('opens “%s”, and is as large as fits', (opens, contents, expected) => {
    expect(drawn(qr(opens), { contents })).toMatchObject({ height: 20, qrs: [{ ...expected, x: 10, y: 5, width: 20, height: 20 }] });
  });

  test.each(['network', 'portal'] as const)('isn’t drawn without the %s that it opens', (opens) => {
    expect(drawn(qr(opens), { contents: without(opens) })).toBeNull();
  });

  test.each([
    [10, 'left'],
    [20, 'centre'],
    [30, 'right'],
  ] as const)('begins at %d mm as its element is aligned', (x, align) => expect(drawn(qr('any', align))?.qrs[0]?.x).toBe(x));

  test('is no wider than its space', () => {
    expect(drawn(qr('any', 'right'), { at: { x: 10, width: 15, height: 30 } })).toMatchObject({
      height: 15,
      qrs: [{ x: 10, width: 15, height: 15 }],
    });
  });
});

describe('a picture', () => {
  const picture = (name: string, align: PaperElement['align']) => ({ ...common, kind: 'picture', picture: name, align }) as const;

  test.each([
    [10, 'left'],
    [25, 'centre'],
    [40, 'right'],
  ] as const)('keeps its proportions, and begins at %d mm as its element is aligned', (x, align) => {
    expect(drawn(picture('photo', align))).toMatchObject({
      height: 20,
      pictures: [{ x, y: 5, width: 10, height: 20, picture: 'photo' }],
    });
  });

  test('isn’t drawn if there is none of its name', () => expect(drawn(picture('other', 'left'))).toBeNull());

  test('may be the logo', () => {
    const logo = { ...common, kind: 'logo' } as const;
    expect(drawn(logo)).toMatchObject({ height: 10, pictures: [{ x: 10, y: 5, width: 40, height: 10, picture: '' }] });
    expect(drawn(logo, { style: { ...STYLE, pictures: {} } })).toBeNull();
  });
});

describe('a text', () => {
  const text = (words: string, more: Partial<TextElement> = {}): TextElement => ({
    ...common,
    kind: 'text',
    text: words,
    font: 'Lato',
    bold: false,
    size: 10,
    colour: 'ink',
    language: 'guest',
    ...more,
  });
  const size = 10 * MM_A_POINT;

  test('stands on its baseline, with the values of the voucher', () => {
    const width = type.widthOf('Code abcd1234 at City Library', 'Lato') * size;
    expect(drawn(text('  Code {{code}} at {{hotspot}}  '), { at: { x: 10, width: 100, height: Infinity } })).toEqual({
      height: LINE * size,
      texts: [
        {
          face: 'Lato',
          text: 'Code abcd1234 at City Library',
          x: 10,
          y: 5 + BASELINE * size,
          size,
          width,
          colour: '#000000',
          isDrawable: true,
        },
      ],
      shapes: [],
      pictures: [],
      qrs: [],
    });
  });

  test.each(['', '  ', '{{footer}}'])('isn’t drawn if it is empty: “%s”', (words) => expect(drawn(text(words))).toBeNull());

  test('is in the guest’s language or in English, if there is any', () => {
    const uses = (language: TextElement['language'], contents = CONTENTS) =>
      drawn(text('{{uses}}', { language }), { contents })?.texts[0]?.text;
    expect([uses('guest'), uses('english')]).toEqual(['Utilizzi illimitati', 'Unlimited uses']);
    expect([uses('guest', { ...CONTENTS, english: null }), uses('english', { ...CONTENTS, english: null })]).toEqual([
      'Utilizzi illimitati',
      undefined,
    ]);
  });

  test.each([
    [0, 'left'],
    [0.5, 'centre'],
    [1, 'right'],
  ] as const)('has as its element is aligned %d of the spare width before it', (share, align) => {
    const line = drawn(text('Hello', { align }))?.texts[0];
    expect(line?.x).toBeCloseTo(10 + share * (40 - (line?.width ?? 0)), 9);
  });

  test('is as large as its design says, in this cell', () => {
    expect(drawn(text('Larger', { size: 20 }), { scale: 0.5 })?.texts[0]?.size).toBeCloseTo(size, 9);
    expect(drawn(text('Smaller', { size: 5 }), { scale: 1.5 })?.texts[0]?.size).toBeCloseTo(0.75 * size, 9);
  });

  test('shrinks until it fits its height, by no more than needed', () => {
    const { height = 0, texts = [] } = drawn(text('Hello there', { size: 40 }), { at: { x: 10, width: 200, height: 10 } }) ?? {};
    expect(height).toBeLessThanOrEqual(10);
    expect(height).toBeGreaterThan(9.6);
    expect(texts).toHaveLength(1);
    const [exact] = drawn(text('As it is', { size: 10 }), { at: { x: 10, width: 200, height: LINE * size } })?.texts ?? [];
    expect(exact?.size).toBe(size);
  });

  test('shrinks no further than to half a millimetre', () => {
    const { texts = [] } = drawn(text('Hello', { size: 10 }), { at: { x: 10, width: 200, height: 0.1 } }) ?? {};
    expect(texts[0]?.size).toBeLessThanOrEqual(0.5);
    expect(texts[0]?.size).toBeGreaterThan(0.48);
  });

  test('is drawn anew if anything of it differs', () => {
    const first = drawn(text('Hello you'));
    expect(drawn(text('Hello you'))).toEqual(first);
    const others = [
      drawn(text('Hello you', { colour: 'soft' })),
      drawn(text('Hello you', { bold: true })),
      drawn(text('Hello you', { font: 'Roboto' })),
      drawn(text('Hello you', { size: 11 })),
      drawn(text('Hello you'), { scale: 2 }),
      drawn(text('Hello you'), { at: { ...AT, width: 10 } }),
      drawn(text('Hello you'), { at: { ...AT, height: 2 } }),
      drawn(text('Hello we')),
    ];
    for (const other of others) expect(other).not.toEqual(first);
  });
});

describe('the typeface of a text', () => {
  test('is its own, or that of the portal', () => {
    const style: Style = { ...STYLE, font: 'Lato' };
    expect([faceOf('Roboto', false, style), faceOf('Roboto', true, style)]).toEqual(['Roboto', 'Roboto bold']);
    expect([faceOf('portal', false, style), faceOf('portal', true, style)]).toEqual(['Lato', 'Lato bold']);
  });
});

describe('a code', () => {
  const code = (more: Partial<CodeElement> = {}): CodeElement => ({
    ...common,
    kind: 'code',
    size: 20,
    colour: 'ink',
    grouped: true,
    ...more,
  });
  const size = 20 * MM_A_POINT;
  const WIDE = { x: 10, width: 200, height: Infinity };

  test('is on one line, in groups with a gap', () => {
    const width = 4 * EM * size;
    const line = { face: 'code', y: 5 + BASELINE * size, size, width, colour: '#000000', isDrawable: true };
    expect(drawn(code(), { at: WIDE })).toEqual({
      height: LINE * size,
      texts: [
        { ...line, text: 'abcd', x: 10 },
        { ...line, text: '1234', x: 10 + width + GAP * size },
      ],
      shapes: [],
      pictures: [],
      qrs: [],
    });
  });

  test.each([
    [0, 'left'],
    [0.5, 'centre'],
    [1, 'right'],
  ] as const)('has as its element is aligned %d of the spare width before it', (share, align) => {
    const [first] = drawn(code({ align, colour: 'accent' }), { at: WIDE })?.texts ?? [];
    expect(first?.x).toBeCloseTo(10 + share * (200 - (8 * EM + GAP) * size), 9);
    expect(first?.colour).toBe('#1f6feb');
  });

  test('is one group where its design says so', () => {
    expect(drawn(code({ grouped: false }), { at: WIDE })?.texts.map(({ text }) => text)).toEqual(['abcd1234']);
  });

  test('has no gaps between its words', () => {
    const texts = drawn(code(), { at: WIDE, contents: contentsFor('pool-party') })?.texts ?? [];
    expect(texts.map(({ text }) => text)).toEqual(['pool-', 'party']);
    expect(texts[1]?.x).toBeCloseTo(10 + 5 * EM * size, 9);
  });

  test('shrinks to its width, and to its height', () => {
    const narrow = drawn(code(), { at: { ...WIDE, width: (8 * EM + GAP) * 0.8 * size } });
    expect(narrow?.texts.map((each) => each.size)).toEqual([expect.closeTo(0.8 * size, 9), expect.closeTo(0.8 * size, 9)]);
    expect(narrow?.height).toBeCloseTo(LINE * 0.8 * size, 9);
    const low = drawn(code(), { at: { ...WIDE, height: LINE * 0.8 * size } });
    expect(low?.texts.map((each) => each.size)).toEqual([expect.closeTo(0.8 * size, 9), expect.closeTo(0.8 * size, 9)]);
  });

  test('grows and shrinks with its cell', () => expect(drawn(code(), { at: WIDE, scale: 0.5 })?.texts[0]?.size).toBeCloseTo(size / 2, 9));

  /** The texts of each line. */
  const linesOf = (texts: readonly { y: number; text: string }[]) =>
    [...new Set(texts.map(({ y }) => y))].map((line) => texts.filter(({ y }) => y === line).map(({ text }) => text));
  const long = contentsFor('abcdefghijklmnop');
  /** Of the width of four groups on one line. */
  const share = (part: number) => ({ ...WIDE, width: (16 * EM + 3 * GAP) * part * size });

  test('stays on one line at three fifths of its size, and is broken if it would be smaller', () => {
    const one = drawn(code(), { at: share(0.601), contents: long });
    expect(linesOf(one?.texts ?? [])).toEqual([['abcd', 'efgh', 'ijkl', 'mnop']]);
    const two = drawn(code(), { at: share(0.599), contents: long });
    expect(linesOf(two?.texts ?? [])).toEqual([
      ['abcd', 'efgh'],
      ['ijkl', 'mnop'],
    ]);
    expect(two?.texts[0]?.size).toBeCloseTo(size, 9);
    expect(two?.height).toBeCloseTo(2 * LINE * size, 9);
    expect(two?.texts.map(({ y }) => (y - 5) / size)).toEqual([0.95, 0.95, 2.17, 2.17].map(near));
    expect(two?.texts.map(({ x }) => x)).toEqual([10, 10 + (4 * EM + GAP) * size, 10, 10 + (4 * EM + GAP) * size].map(near));
  });

  test('has a line for each group where it must', () => {
    expect(linesOf(drawn(code(), { at: { ...WIDE, width: 4 * EM * size }, contents: long })?.texts ?? [])).toEqual([
      ['abcd'],
      ['efgh'],
      ['ijkl'],
      ['mnop'],
    ]);
  });

  test('centres each of its lines', () => {
    const width = 6.5 * EM * size;
    const texts = drawn(code({ align: 'centre' }), { at: { ...WIDE, width }, contents: contentsFor('abcdefghijkl') })?.texts ?? [];
    expect(linesOf(texts)).toEqual([['abcd', 'efgh'], ['ijkl']]);
    const smaller = width / (8 * EM + GAP);
    expect(texts.map(({ x }) => x)).toEqual([
      expect.closeTo(10, 9),
      expect.closeTo(10 + (4 * EM + GAP) * smaller, 9),
      expect.closeTo(10 + (width - 4 * EM * smaller) / 2, 9),
    ]);
  });

  test('isn’t broken if that makes it no larger', () => {
    const low = drawn(code(), { at: { ...share(0.5), height: LINE * 0.5 * size }, contents: long });
    expect(linesOf(low?.texts ?? [])).toEqual([['abcd', 'efgh', 'ijkl', 'mnop']]);
    expect(low?.texts[0]?.size).toBeCloseTo(0.5 * size, 9);
  });

  test('isn’t broken if that makes it hardly larger', () => {
    const hardly = (more: number) => drawn(code(), { at: { ...share(0.5), height: 2 * LINE * more * size }, contents: long })?.texts ?? [];
    expect(linesOf(hardly(0.509))).toHaveLength(1);
    expect(linesOf(hardly(0.511))).toHaveLength(2);
  });
});
