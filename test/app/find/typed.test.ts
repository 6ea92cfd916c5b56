import { describe, expect, test } from '@jest/globals';
import { readLength, readNameAndLength, restAfter } from '../../../src/app/find/typed';

describe('a length of time', () => {
  test.each([
    ['3 days', { days: 3, rest: '' }],
    ['3d', { days: 3, rest: '' }],
    ['1 settimana hotel-bora', { days: 7, rest: 'hotel-bora' }],
    ['2 Wochen hotel-bora', { days: 14, rest: 'hotel-bora' }],
    ['3 Tage', { days: 3, rest: '' }],
    ['3 jours', { days: 3, rest: '' }],
    ['1 semaine hotel-bora', { days: 7, rest: 'hotel-bora' }],
    ['3 días', { days: 3, rest: '' }],
    ['2 di\u{301}as García', { days: 2, rest: 'García' }],
    ['2 semanas', { days: 14, rest: '' }],
    ['2 giorni Rossi, 204', { days: 2, rest: 'Rossi, 204' }],
    ['3', null],
    ['3da9xk2p', null],
    ['0 days', null],
    ['9999 weeks', null],
    ['days 3', null],
    ['204 Rossi', null],
    ['<script> 3 days', null],
    ['3 days'.repeat(40), null],
  ])('is read from “%s”', (typed, read) => expect(readLength(typed)).toEqual(read));

  test.each([
    ['rossi 2 days', { name: 'rossi', days: 2 }],
    ['mario rossi +1 week', { name: 'mario rossi', days: 7 }],
    ['2 days', { name: '', days: 2 }],
    ['room 204', { name: 'room 204' }],
    ['rossi', { name: 'rossi' }],
  ])('is read behind a name from “%s”', (typed, read) => expect(readNameAndLength(typed)).toEqual(read));
});

describe('the name behind an act', () => {
  test.each([
    ['Extend access', 'extend rossi 2 days', 'rossi 2 days'],
    ['Extend access', 'EXT', ''],
    ['Extend access', 'access extend', ''],
    ['Prolunga l’accesso', 'prolunga Rossi', 'Rossi'],
    ['New manager', 'new', ''],
    ['New manager', 'newman', null],
    ['Extend access', '', null],
    ['Extend access', '(.*)+', null],
  ])('remains of “%s” in “%s”: %j', (title, typed, rest) => expect(restAfter(title, typed)).toBe(rest));

  test('is null until each word of a whole name is typed in part', () => {
    expect(restAfter('3 days', '3', { isWhole: true })).toBeNull();
    expect(restAfter('3 days', '3 d', { isWhole: true })).toBe('');
  });
});
