import { expect, test } from '@jest/globals';
import { differencesOf } from '../../src/shared/threeWay';

const FIELDS = ['name', 'vat', 'days'] as const;
const base = { name: 'Bar', vat: '1', days: ['mon'] };
const of = (theirs: Partial<typeof base>, mine: Partial<typeof base>) =>
  differencesOf({ base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }, FIELDS);

test('what only the other one changed differs, without a dispute', () => {
  expect(of({ vat: '2' }, { name: 'Mine' })).toEqual([{ field: 'vat', isDisputed: false }]);
});

test('what both changed is disputed', () => {
  expect(of({ name: 'Theirs', vat: '2' }, { name: 'Mine' })).toEqual([
    { field: 'name', isDisputed: true },
    { field: 'vat', isDisputed: false },
  ]);
});

test('the same change on both sides is none, and neither is what only I changed', () => {
  expect(of({ name: 'Same', days: ['tue'] }, { name: 'Same', days: ['tue'], vat: '3' })).toEqual([]);
});

test('a list that was only copied has not changed', () => {
  expect(of({ days: ['mon'] }, { days: ['tue'] })).toEqual([]);
});

test('fields that are not in the form are nobody’s business', () => {
  expect(differencesOf({ base, theirs: { ...base, name: 'Theirs' }, mine: base }, ['vat'])).toEqual([]);
});
