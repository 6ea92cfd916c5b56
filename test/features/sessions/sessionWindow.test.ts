import { expect, test } from '@jest/globals';
import dayjs from 'dayjs';
import { daysOf, isBackwards, toWire } from '../../../src/features/sessions/sessionWindow';
import { ownZone } from '../../../src/shared/format/ownZone';

const ZONE = ownZone();
const NOW = dayjs('2026-11-21T12:00:00').valueOf();

test('an address without dates means the last 14 days', () => {
  expect(daysOf({}, NOW, ZONE)).toEqual({ from: '2026-11-07', to: '2026-11-21' });
  expect(daysOf({ from: '2026-10-01' }, NOW, ZONE)).toEqual({ from: '2026-10-01', to: '2026-11-21' });
});

test('a period without a first day begins 14 days before its last, or before today if that is earlier', () => {
  expect(daysOf({ to: '2026-03-20' }, NOW, ZONE)).toEqual({ from: '2026-03-06', to: '2026-03-20' });
  expect(daysOf({ to: '2026-12-20' }, NOW, ZONE)).toEqual({ from: '2026-11-07', to: '2026-12-20' });
});

test.each(['2026-02-30', '2026-13-01', 'yesterday', '20261101', '0001-01-01'])('the invalid day %s is replaced by the default', (from) => {
  expect(daysOf({ from }, NOW, ZONE).from).toBe('2026-11-07');
});

test.each([
  ['Europe/Rome', '2026-10-24 22:00:00', '2026-10-25 22:59:59'],
  ['America/New_York', '2026-10-25 04:00:00', '2026-10-26 03:59:59'],
  ['Asia/Kolkata', '2026-10-24 18:30:00', '2026-10-25 18:29:59'],
])('a day at a hotspot in %s begins and ends there, whatever the zone of the browser', (zone, from, to) => {
  expect(toWire({ from: '2026-10-25', to: '2026-10-25' }, zone)).toEqual({ from, to });
  expect(daysOf({}, Date.parse('2026-10-25T23:30:00Z'), zone).to).toBe(zone === 'America/New_York' ? '2026-10-25' : '2026-10-26');
});

test("the period runs from the start of the first day to the end of the last in the hotspot's zone, sent as UTC, across clock changes too", () => {
  const utc = (text: string) => dayjs(text).toISOString().slice(0, 19).replace('T', ' ');
  expect(toWire({ from: '2026-10-24', to: '2026-10-26' }, ZONE)).toEqual({
    from: utc('2026-10-24T00:00:00'),
    to: utc('2026-10-26T23:59:59'),
  });
  expect(toWire({ from: '2026-11-07', to: '2026-11-07' }, ZONE).from).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('a first day after the last is recognized as invalid', () => {
  expect(isBackwards({ from: '2026-11-08', to: '2026-11-07' })).toBe(true);
  expect(isBackwards({ from: '2026-11-07', to: '2026-11-07' })).toBe(false);
});
