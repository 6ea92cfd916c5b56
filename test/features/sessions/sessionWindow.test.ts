import { expect, test } from '@jest/globals';
import dayjs from 'dayjs';
import { daysOf, isBackwards, toWire } from '../../../src/features/sessions/sessionWindow';

const NOW = dayjs('2026-11-21T12:00:00').valueOf();

test('an address without dates means the last 14 days', () => {
  expect(daysOf({}, NOW)).toEqual({ from: '2026-11-07', to: '2026-11-21' });
  expect(daysOf({ from: '2026-10-01' }, NOW)).toEqual({ from: '2026-10-01', to: '2026-11-21' });
});

test.each(['2026-02-30', '2026-13-01', 'yesterday', '20261101', '0001-01-01'])('the invalid day %s is replaced by the default', (from) => {
  expect(daysOf({ from }, NOW).from).toBe('2026-11-07');
});

test("the period runs from the start of the first day to the end of the last in the browser's zone, sent as UTC, across clock changes too", () => {
  const utc = (text: string) => dayjs(text).toISOString().slice(0, 19).replace('T', ' ');
  expect(toWire({ from: '2026-10-24', to: '2026-10-26' })).toEqual({ from: utc('2026-10-24T00:00:00'), to: utc('2026-10-26T23:59:59') });
  expect(toWire({ from: '2026-11-07', to: '2026-11-07' }).from).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('a first day after the last is recognized as invalid', () => {
  expect(isBackwards({ from: '2026-11-08', to: '2026-11-07' })).toBe(true);
  expect(isBackwards({ from: '2026-11-07', to: '2026-11-07' })).toBe(false);
});
