import { describe, expect, test } from '@jest/globals';
import { guidesOf, rounded, snapped, snappedCorner } from '../../../src/features/printing/layout/guides';

const CELL = { width: 100, height: 50 };
/** On a roll. */
const ROLL = { width: 100, height: 0 };
const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe('the guides of an element', () => {
  test.each([
    ['are none where nothing is aligned', rect(11, 11, 7, 7), [], []],
    ['are the edges of the cell', rect(0, 11, 7, 39), [], ['x 0', 'y 50']],
    ['are the other edges of the cell', rect(93, 0, 7, 7), [], ['x 100', 'y 0']],
    ['are the centre lines of the cell', rect(40, 20, 20, 10), [], ['x 50', 'y 25']],
    ['are the edges of another element, which its own centre meets', rect(10, 30, 20, 8), [rect(20, 34, 3, 5)], ['x 20', 'y 34']],
    ['are the centre of another element', rect(33, 4, 10, 20), [rect(30, 3, 6, 2)], ['x 33', 'y 4']],
    ['are the far edges of another element', rect(17, 13, 2, 2), [rect(10, 3, 7, 10)], ['x 17', 'y 13']],
    ['are one where several elements have it', rect(20, 11, 7, 7), [rect(20, 1, 3, 3), rect(13, 30, 7, 7)], ['x 20']],
  ] as const)('%s', (_, element, others, expected) => {
    expect(guidesOf(element, others, CELL).map(({ axis, at }) => `${axis} ${at}`)).toEqual(expected);
  });

  test('are those that it misses by less than a hundredth of a millimetre', () => {
    const at = (x: number) => guidesOf(rect(x, 11, 7, 7), [], CELL);
    expect([at(0.009), at(-0.009)]).toEqual([[{ axis: 'x', at: 0 }], [{ axis: 'x', at: 0 }]]);
    expect([at(0.0101), at(-0.0101)]).toEqual([[], []]);
  });

  test('include no upper edge on a roll, but its sides', () => {
    expect(guidesOf(rect(0, 0, 7, 7), [], ROLL)).toEqual([{ axis: 'x', at: 0 }]);
    expect(guidesOf(rect(0, 5, 7, 7), [rect(20, 5, 3, 1)], ROLL)).toEqual([
      { axis: 'x', at: 0 },
      { axis: 'y', at: 5 },
    ]);
    expect(guidesOf(rect(3, 0, 7, 7), [], CELL)).toEqual([{ axis: 'y', at: 0 }]);
  });
});

describe('an element that is moved', () => {
  test.each([
    ['stays where no guide is near', rect(11, 11, 7, 7), [], rect(11, 11, 7, 7)],
    ['snaps to an edge', rect(0.5, 11, 7, 7), [], rect(0, 11, 7, 7)],
    ['snaps back to an edge', rect(-0.5, 11, 7, 7), [], rect(0, 11, 7, 7)],
    ['snaps with its other edge', rect(92.5, 42.5, 7, 7), [], rect(93, 43, 7, 7)],
    ['snaps with its centre', rect(46.8, 21.2, 7, 7), [], rect(46.5, 21.5, 7, 7)],
    ['snaps to the nearest of two guides', rect(20.2, 11, 7, 7), [rect(19.5, 30, 0.1, 2), rect(20.5, 30, 0.1, 2)], rect(20.5, 11, 7, 7)],
    ['snaps to the nearest before it', rect(20.2, 11, 7, 7), [rect(20.9, 30, 9, 2), rect(20.1, 30, 9, 2)], rect(20.1, 11, 7, 7)],
  ] as const)('%s', (_, element, others, expected) => {
    const { x, y, ...size } = snapped(element, others, CELL);
    expect(size).toEqual({ width: expected.width, height: expected.height });
    expect([x, y]).toEqual([expect.closeTo(expected.x, 9), expect.closeTo(expected.y, 9)]);
  });

  test('snaps within 0.8 mm', () => {
    expect(snapped(rect(0.79, 11, 7, 7), [], CELL).x).toBe(0);
    expect(snapped(rect(0.8, 11, 7, 7), [], CELL).x).toBe(0.8);
  });

  test('snaps on a roll to no upper edge', () => expect(snapped(rect(0.5, 0.5, 7, 7), [], ROLL)).toEqual(rect(0, 0.5, 7, 7)));
});

describe('an element that is resized', () => {
  test('snaps with its corner alone', () => {
    expect(snappedCorner(rect(20, 10, 30.5, 14.6), [], CELL)).toEqual(rect(20, 10, 30, 15));
    expect(snappedCorner(rect(0.5, 10, 30, 10), [], CELL)).toEqual(rect(0.5, 10, 30, 10));
  });

  test('stays at least 0.3 mm wide and high', () => {
    expect(snappedCorner(rect(49.9, 24.9, 0.5, 0.5), [], CELL)).toEqual(rect(49.9, 24.9, 0.3, 0.3));
  });
});

test('an element is stored in hundredths of a millimetre, and no smaller than 0.3 mm', () => {
  expect(rounded(rect(1.234, 5.678, 9.876, 4.321))).toEqual(rect(1.23, 5.68, 9.88, 4.32));
  expect(rounded(rect(1, 2, 0.1, 0.29))).toEqual(rect(1, 2, 0.3, 0.3));
});
