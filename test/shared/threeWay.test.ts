import { expect, test } from '@jest/globals';
import { differencesOf } from '../../src/shared/threeWay';

const FIELDS = ['name', 'vat', 'days'] as const;
const base = { name: 'Bar', vat: '1', days: ['mon'] };
const of = (theirs: Partial<typeof base>, mine: Partial<typeof base>) =>
  differencesOf({ base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }, FIELDS);

test('a field that only the other person changed differs without a conflict', () => {
  expect(of({ vat: '2' }, { name: 'Mine' })).toEqual([{ field: 'vat', isDisputed: false }]);
});

test('a field that both changed is a conflict', () => {
  expect(of({ name: 'Theirs', vat: '2' }, { name: 'Mine' })).toEqual([
    { field: 'name', isDisputed: true },
    { field: 'vat', isDisputed: false },
  ]);
});

test('an identical change on both sides, or a change only of mine, is no difference', () => {
  expect(of({ name: 'Same', days: ['tue'] }, { name: 'Same', days: ['tue'], vat: '3' })).toEqual([]);
});

test('a copied list counts as unchanged', () => {
  expect(of({ days: ['mon'] }, { days: ['tue'] })).toEqual([]);
});

test('fields outside the form are ignored', () => {
  expect(differencesOf({ base, theirs: { ...base, name: 'Theirs' }, mine: base }, ['vat'])).toEqual([]);
});
