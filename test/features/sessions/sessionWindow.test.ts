import { expect, test } from '@jest/globals';
import dayjs from 'dayjs';
import { daysOf, isBackwards, toWire } from '../../../src/features/sessions/sessionWindow';

const NOW = dayjs('2026-11-21T12:00:00').valueOf();

test('without a word in the address: 14 days back to today', () => {
  expect(daysOf({}, NOW)).toEqual({ from: '2026-11-07', to: '2026-11-21' });
  expect(daysOf({ from: '2026-10-01' }, NOW)).toEqual({ from: '2026-10-01', to: '2026-11-21' });
});

test.each(['2026-02-30', '2026-13-01', 'yesterday', '20261101', '0001-01-01'])('what is no day is the default: %s', (from) => {
  expect(daysOf({ from }, NOW).from).toBe('2026-11-07');
});

test('from the start of the first day to the end of the last in the zone of the browser, sent as UTC, over a change of the clocks too', () => {
  const utc = (text: string) => dayjs(text).toISOString().slice(0, 19).replace('T', ' ');
  expect(toWire({ from: '2026-10-24', to: '2026-10-26' })).toEqual({ from: utc('2026-10-24T00:00:00'), to: utc('2026-10-26T23:59:59') });
  expect(toWire({ from: '2026-11-07', to: '2026-11-07' }).from).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('a first day after the last is none that can match', () => {
  expect(isBackwards({ from: '2026-11-08', to: '2026-11-07' })).toBe(true);
  expect(isBackwards({ from: '2026-11-07', to: '2026-11-07' })).toBe(false);
});
