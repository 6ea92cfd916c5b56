import { expect, test } from '@jest/globals';
import { formatDay, formatMoment } from '../../src/shared/format/dates';
import 'dayjs/locale/it';

// No zone, so the wall-clock time is the same on every machine.
const MOMENT = '2026-11-03T14:05:09';

test.each([
  ['en', '3 November 2026, 14:05', '3 November 2026'],
  ['it', '3 novembre 2026, 14:05', '3 novembre 2026'],
])('in %s', (language, moment, day) => {
  expect(formatMoment(MOMENT, language)).toBe(moment);
  expect(formatDay(MOMENT, language)).toBe(day);
});

test.each([
  ['2026-05-01T00:00:00', '1 maggio 2026, 00:00'],
  ['2024-02-29T23:59:59', '29 febbraio 2024, 23:59'],
])('%s', (moment, text) => expect(formatMoment(moment, 'it')).toBe(text));

test('a moment with a zone is shown in the zone of the browser', () => {
  const there = new Date('2026-11-03T14:05:00Z');
  const clock = `${String(there.getHours()).padStart(2, '0')}:${String(there.getMinutes()).padStart(2, '0')}`;
  expect(formatMoment('2026-11-03T14:05:00Z', 'en')).toMatch(new RegExp(`, ${clock}$`));
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['nothing', ''],
  ["the older back end's zero", '0001-01-01T00:00:00Z'],
  ['no date', 'yesterday'],
  ['no day of the calendar', '2026-13-45T00:00:00Z'],
])('%s is a dash', (_what, moment) => {
  expect(formatMoment(moment, 'en')).toBe('-');
  expect(formatDay(moment, 'it')).toBe('-');
});
