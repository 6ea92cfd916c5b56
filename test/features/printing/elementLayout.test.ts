import { describe, expect, test } from '@jest/globals';
import type { PaperElement } from '../../../src/contract/plain/paperModel';
import type { Rect } from '../../../src/features/printing/layout/drawing';
import type { Contents, Style } from '../../../src/features/printing/layout/elementDrawing';
import { layOutElements, resolvedElements, type Design } from '../../../src/features/printing/layout/elementLayout';
import { paperValues } from '../../../src/features/printing/layout/tickets';
import { typesetter } from '../../../src/features/printing/layout/typesetter';
import { madeUpVoucher, TYPEFACES } from './paperMadeUp';

const type = typesetter(TYPEFACES, (text) => text.length);
const MM_A_POINT = 25.4 / 72;
const LINE = 1.22;

const STYLE: Style = { pictures: {}, accent: '#1f6feb', font: 'Roboto' };
const hotspot = { title: 'City Library', ssid: '', security: 'open', wifi_password: '', footer: '' } as const;
const CONTENTS: Contents = { values: paperValues(madeUpVoucher(), hotspot, '', 'en'), english: null, qrs: { network: null, portal: null } };

type Vertical = PaperElement['vertical'];

/** A rectangle of the design. */
const line = (x: number, y: number, width: number, height: number, vertical: Vertical = 'top'): PaperElement => ({
  id: `${x} ${y}`,
  kind: 'line',
  colour: 'ink',
  x,
  y,
  width,
  height,
  align: 'left',
  vertical,
});
/** A text of one line of 10 points, unless it is given several. */
const text = (words: string, x: number, y: number, width: number, height: number, vertical: Vertical = 'top'): PaperElement => ({
  id: words,
  kind: 'text',
  text: words,
  font: 'Roboto',
  bold: false,
  size: 10,
  colour: 'ink',
  language: 'guest',
  x,
  y,
  width,
  height,
  align: 'left',
  vertical,
});
const code = (x: number, y: number, width: number, height: number): PaperElement => ({
  id: 'code',
  kind: 'code',
  size: 10,
  colour: 'ink',
  grouped: true,
  x,
  y,
  width,
  height,
  align: 'left',
  vertical: 'top',
});
/** A QR code, which this voucher doesn't have. */
const missing = (x: number, y: number, width: number, height: number): PaperElement => ({
  id: 'qr',
  kind: 'qr',
  opens: 'any',
  x,
  y,
  width,
  height,
  align: 'left',
  vertical: 'top',
});

const design = (elements: PaperElement[], more: Partial<Design> = {}): Design => ({
  width: 40,
  height: 20,
  elements,
  flows: false,
  foot: 0,
  ...more,
});
const flowing = (elements: PaperElement[], more: Partial<Design> = {}) => design(elements, { flows: true, ...more });

const cell = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const CELL = cell(100, 50, 40, 20);
/** On a roll. */
const ROLL = cell(100, 50, 40, 0);

const boxOf = (of: Design, into: Rect) => layOutElements(of, into, CONTENTS, STYLE, type);
const rows = ({ x, y, width, height }: Rect) => [x, y, width, height].map((each) => Number(each.toFixed(6)));
const shapesOf = (of: Design, into: Rect) => boxOf(of, into).shapes.map(rows);

describe('a design with fixed positions', () => {
  test('is drawn where its elements are', () => {
    const box = boxOf(design([line(2, 3, 10, 4), line(20, 10, 5, 5)]), CELL);
    expect(box.shapes.map(rows)).toEqual([
      [102, 53, 10, 4],
      [120, 60, 5, 5],
    ]);
    expect({ ...box, shapes: [] }).toEqual({ ...CELL, shapes: [], pictures: [], texts: [], qrs: [] });
  });

  test('fills a cell of another size', () => {
    expect(shapesOf(design([line(2, 3, 10, 4)]), cell(100, 50, 80, 10))).toEqual([[104, 51.5, 20, 2]]);
  });

  test('scales its texts as little as either side', () => {
    const sizeIn = (into: Rect) => boxOf(design([text('Hi', 2, 3, 30, 10)]), into).texts[0]?.size;
    expect(sizeIn(cell(0, 0, 80, 30))).toBeCloseTo(15 * MM_A_POINT, 9);
    expect(sizeIn(cell(0, 0, 60, 60))).toBeCloseTo(15 * MM_A_POINT, 9);
  });

  test.each([
    ['top', 0],
    ['middle', 0.5],
    ['bottom', 1],
  ] as const)('puts a text at the %s of its space', (vertical, share) => {
    const height = 10 * MM_A_POINT * LINE;
    const [drawn] = boxOf(design([text('Hi', 2, 3, 30, 10, vertical)]), CELL).texts;
    expect(drawn?.y).toBeCloseTo(53 + (10 - height) * share + 0.95 * 10 * MM_A_POINT, 9);
  });

  test('leaves out what a voucher doesn’t have', () => {
    expect(boxOf(design([missing(2, 3, 10, 10), line(2, 3, 10, 4)]), CELL)).toMatchObject({ qrs: [], shapes: [{ x: 102 }] });
  });

  test('flows on a roll, or if it is as high as its content', () => {
    const pushed = (of: Design, into: Rect) => boxOf(of, into).shapes[0]?.y;
    const elements = [text('One\ntwo\nthree', 0, 0, 40, 4), line(0, 5, 40, 1)];
    expect(pushed(design(elements), CELL)).toBe(55);
    const below = 50 + 3 * 10 * MM_A_POINT * LINE + 1;
    expect(pushed(design(elements), ROLL)).toBeCloseTo(below, 9);
    expect(pushed(design(elements, { height: 0 }), cell(100, 50, 40, 30))).toBeGreaterThan(55);
    expect(pushed(flowing(elements), CELL)).toBeGreaterThan(55);
  });
});

describe('a flowing design on a roll', () => {
  test('is as high as its content and its foot', () => {
    const box = boxOf(flowing([line(0, 2, 40, 3), line(0, 6, 40, 4)], { foot: 5 }), ROLL);
    expect(box.shapes.map(rows)).toEqual([
      [100, 52, 40, 3],
      [100, 56, 40, 4],
    ]);
    expect(rows(box)).toEqual([100, 50, 40, 15]);
  });

  test('is as high as its foot without elements', () => expect(boxOf(flowing([], { foot: 5 }), ROLL).height).toBe(5));

  test('is as wide as the roll, in all its measures', () => {
    const box = boxOf(flowing([line(2, 2, 36, 3), line(4, 6, 10, 4), text('Hi', 20, 6, 10, 4)], { foot: 5 }), cell(100, 50, 80, 0));
    expect(box.shapes.map(rows)).toEqual([
      [104, 54, 72, 6],
      [108, 62, 20, 8],
    ]);
    expect(box.height).toBeCloseTo(12 + 20 * MM_A_POINT * LINE + 10, 9);
    expect(box.texts[0]?.size).toBeCloseTo(20 * MM_A_POINT, 9);
  });

  test('moves down what is below a text of several lines, by as much', () => {
    const elements = [text('One\ntwo', 0, 0, 40, 4), line(0, 5, 40, 1), line(0, 8, 40, 1)];
    const lower = 2 * 10 * MM_A_POINT * LINE - 4;
    expect(shapesOf(flowing(elements), ROLL).map(([, y]) => y)).toEqual([55, 58].map((y) => expect.closeTo(y + lower, 5)));
  });

  test('moves down nothing that is beside the text', () => {
    const elements = [text('One\ntwo', 0, 0, 20, 4), line(20, 5, 20, 1), line(19, 5, 1, 1)];
    const [beside, below] = shapesOf(flowing(elements), ROLL);
    expect(beside).toEqual([120, 55, 20, 1]);
    expect(below?.[1]).toBeGreaterThan(55);
    expect(shapesOf(flowing([text('One\ntwo', 20, 0, 20, 4), line(0, 5, 20, 1)]), ROLL)).toEqual([[100, 55, 20, 1]]);
  });

  test('gives a code the height that it needs', () => {
    const box = boxOf(flowing([code(0, 0, 40, 1), line(0, 2, 40, 1)]), ROLL);
    expect(box.texts[0]?.size).toBeCloseTo(10 * MM_A_POINT, 9);
    expect(box.shapes[0]?.y).toBeCloseTo(50 + 10 * MM_A_POINT * LINE + 1, 9);
  });

  test('moves down nothing that begins beside it or above its end', () => {
    const elements = [text('One\ntwo\nthree', 0, 0, 40, 4), line(0, 3.9, 40, 1)];
    expect(shapesOf(flowing(elements), ROLL)).toEqual([[100, 53.9, 40, 1]]);
    expect(shapesOf(flowing([elements[0]!, line(0, 4, 40, 1)]), ROLL)[0]?.[1]).toBeGreaterThan(54);
  });

  test('moves up what is below something that it doesn’t have, gap and all', () => {
    expect(shapesOf(flowing([line(0, 0, 40, 2), missing(0, 4, 10, 10), line(0, 15, 40, 1)]), ROLL)).toEqual([
      [100, 50, 40, 2],
      [100, 53, 40, 1],
    ]);
  });

  test('leaves below columns of different height the gap to the lower one', () => {
    const elements = [line(0, 0, 20, 10), line(20, 0, 20, 4), line(0, 12, 40, 1)];
    expect(shapesOf(flowing(elements), ROLL).at(-1)).toEqual([100, 62, 40, 1]);
  });

  test('puts below the nearest of several, not each above that', () => {
    const elements = [missing(0, 0, 40, 10), line(0, 12, 40, 2), line(0, 15, 40, 1)];
    expect(shapesOf(flowing(elements), ROLL).map(([, y]) => y)).toEqual([52, 55]);
  });

  test('centres a shorter column on a longer one beside it', () => {
    const elements = [
      line(0, 0, 20, 12, 'middle'),
      line(20, 0, 20, 2, 'middle'),
      line(20, 3, 20, 1, 'middle'),
      line(0, 14, 40, 1, 'bottom'),
    ];
    expect(shapesOf(flowing(elements), ROLL)).toEqual([
      [100, 50, 20, 12],
      [120, 54, 20, 2],
      [120, 57, 20, 1],
      [100, 64, 40, 1],
    ]);
  });

  test('centres columns below a title, too', () => {
    const elements = [line(0, 0, 40, 2), line(0, 3, 20, 12, 'middle'), line(20, 3, 20, 2, 'middle')];
    expect(shapesOf(flowing(elements), ROLL)).toEqual([
      [100, 50, 40, 2],
      [100, 53, 20, 12],
      [120, 58, 20, 2],
    ]);
  });
});

describe('a flowing design in a cell', () => {
  test('is spread over it: the top stays, the middle is in the middle, the bottom at the bottom', () => {
    const elements = [line(0, 1, 40, 1), line(0, 3, 40, 1, 'middle'), line(0, 5, 40, 1, 'bottom')];
    // Enlarged by half.
    expect(shapesOf(flowing(elements, { foot: 1 }), CELL)).toEqual([
      [100, 51.5, 40, 1.5],
      [100, 59.25, 40, 1.5],
      [100, 67, 40, 1.5],
    ]);
  });

  test('shrinks until it fits, by no more than needed', () => {
    const box = boxOf(flowing([line(0, 0, 40, 30), line(0, 30, 40, 10, 'bottom')]), CELL);
    const [first, second] = box.shapes;
    expect(box.height).toBe(20);
    expect(first?.height).toBeGreaterThan(30 * 0.48);
    expect(first?.height).toBeLessThanOrEqual(15);
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeCloseTo(70, 9);
    // What fits exactly at half as large again isn't shrunk.
    expect(boxOf(flowing([line(0, 0, 40, 20 / 1.5)]), CELL).shapes[0]?.height).toBeCloseTo(20, 9);
  });

  test('is drawn as it is if it can’t be small enough', () => {
    const height = boxOf(flowing([line(0, 0, 40, 1000)]), CELL).shapes[0]?.height;
    expect(height).toBeLessThanOrEqual(50);
    expect(height).toBeGreaterThan(48);
  });

  test('keeps its positions if it is a template', () => {
    const elements = [line(0, 1, 40, 1, 'middle'), line(0, 3, 40, 1, 'bottom')];
    expect(shapesOf(design(elements, { height: 0 }), CELL)).toEqual([
      [100, 51.5, 40, 1.5],
      [100, 54.5, 40, 1.5],
    ]);
  });
});

describe('the elements of a design, fixed where they end up in a cell', () => {
  const resolved = (of: Design, into: Rect) => resolvedElements(of, into, CONTENTS, STYLE, type);

  test('stand where they are drawn, in hundredths of a millimetre, and at the top of their space', () => {
    const of = flowing([line(1, 1, 38, 1), line(1 / 3, 3, 40, 1, 'middle'), line(0, 5, 40, 1, 'bottom')], { foot: 1 });
    expect(resolved(of, CELL)).toEqual([
      { ...line(1, 1.5, 38, 1.5), id: '1 1' },
      { ...line(0.33, 9.25, 40, 1.5), id: of.elements[1]?.id },
      { ...line(0, 17, 40, 1.5), id: '0 5' },
    ]);
  });

  test('are as large as they are drawn', () => {
    const [title] = resolved(flowing([text('Hi', 2, 1, 20, 4)]), cell(0, 0, 80, 80));
    expect(title).toMatchObject({ x: 4, y: 3, width: 40, height: Number((30 * MM_A_POINT * LINE).toFixed(2)), size: 30 });
  });

  test('stand beside each other as they are drawn', () => {
    const elements = [line(0, 0, 20, 12, 'middle'), line(20, 0, 20, 2, 'middle')];
    expect(resolved(flowing(elements), ROLL).map(({ y }) => y)).toEqual([0, 5]);
  });

  test('have codes as large as they are drawn', () => {
    expect(resolved(flowing([code(0, 0, 40, 1)]), cell(0, 0, 80, 0))).toMatchObject([{ kind: 'code', size: 20, width: 80 }]);
  });

  test('have sizes that a template may have', () => {
    const sizeOf = (size: number, into: Rect) => {
      const [only] = resolved(flowing([{ ...text('Hi', 0, 0, 40, 4), size } as PaperElement]), into);
      return only?.kind === 'text' ? only.size : null;
    };
    expect([sizeOf(2, ROLL), sizeOf(10.04, ROLL), sizeOf(150, cell(0, 0, 80, 0))]).toEqual([4, 10, 200]);
  });

  test('leave out what the voucher doesn’t have, and stand in for it', () => {
    expect(resolved(flowing([missing(0, 0, 10, 10), line(0, 12, 40, 1)]), ROLL)).toEqual([{ ...line(0, 2, 40, 1), id: '0 12' }]);
  });

  test('are at least a twentieth of a millimetre wide and high', () => {
    expect(resolved(flowing([line(0, 0, 0.01, 0.02)]), ROLL)).toMatchObject([{ width: 0.05, height: 0.05 }]);
  });
});
