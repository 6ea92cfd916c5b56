import { expect, test } from '@jest/globals';
import { sortedLocally } from '../../src/shared/backEnd/sortedLocally';

const names = (rows: { name: unknown }[]) => rows.map(({ name }) => name);
const rowsOf = (...values: unknown[]) => values.map((name) => ({ name }));

test.each([
  ['texts without regard to case', ['b', 'A', 'C', 'a'], ['A', 'a', 'b', 'C']],
  ['accents beside their letters', ['zeta', 'caffè', 'caffa'], ['caffa', 'caffè', 'zeta']],
  ['numbers in texts as numbers', ['ap-10', 'ap-9', 'ap-1'], ['ap-1', 'ap-9', 'ap-10']],
  ['numbers as numbers', [10, 9, 100], [9, 10, 100]],
  ['moments by time', ['2026-01-02T00:00:00Z', '2025-12-31T23:59:59Z'], ['2025-12-31T23:59:59Z', '2026-01-02T00:00:00Z']],
  ['unset values last', ['b', null, 'a'], ['a', 'b', null]],
])('sorts %s', (_what, values, sorted) => {
  expect(names(sortedLocally(rowsOf(...values), 'name', 'asc'))).toEqual(sorted);
});

test('the descending order is the reverse, and equal rows keep their order', () => {
  const rows = [
    { id: 1, name: 'x' },
    { id: 2, name: 'X' },
    { id: 3, name: 'a' },
  ];
  expect(sortedLocally(rows, 'name', 'asc').map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(sortedLocally(rows, 'name', 'desc').map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('the given rows are not modified', () => {
  const rows = rowsOf('b', 'a');
  sortedLocally(rows, 'name', 'asc');
  expect(names(rows)).toEqual(['b', 'a']);
});
