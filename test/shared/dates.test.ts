import { describe, expect, test } from '@jest/globals';
import { ownZone } from '../../src/shared/format/ownZone';
import dayjs from 'dayjs';
import { readDay } from '../../src/shared/format/dayInWords';
import {
  dateForm,
  dateText,
  formatDay,
  formatDayOfMonth,
  formatMoment,
  formatShort,
  formatTime,
  formatWeekday,
  isElsewhere,
  nearness,
} from '../../src/shared/format/dates';
import 'dayjs/locale/it';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';

// No zone, so the wall-clock time is the same on every machine.
const MOMENT = '2026-11-03T14:05:09';

test.each([
  ['en', '3 November 2026, 14:05', '3 November 2026'],
  ['it', '3 novembre 2026, 14:05', '3 novembre 2026'],
  ['de', '3. November 2026, 14:05', '3. November 2026'],
  ['fr', '3 novembre 2026, 14:05', '3 novembre 2026'],
  ['es', '3 de noviembre de 2026, 14:05', '3 de noviembre de 2026'],
])('formats a moment and a day in %s', (language, moment, day) => {
  expect(formatMoment(MOMENT, language)).toBe(moment);
  expect(formatDay(MOMENT, language)).toBe(day);
});

test.each([
  ['en', '3 Nov', '3 Nov 2026', 'November 2026'],
  ['de', '3. Nov.', '3. Nov. 2026', 'November 2026'],
  ['fr', '3 nov.', '3 nov. 2026', 'novembre 2026'],
  ['es', '3 nov', '3 nov 2026', 'noviembre de 2026'],
])('short dates and months in %s are as people write them', (language, short, withYear, month) => {
  expect(['D MMM', 'D MMM YYYY', 'MMMM YYYY'].map((form) => dateText(dayjs(MOMENT), form, language))).toEqual([short, withYear, month]);
});

test.each([
  ['en', '3 Nov', ['Monday', 'Sunday']],
  ['it', '3 nov', ['lunedì', 'domenica']],
  ['de', '3. Nov.', ['Montag', 'Sonntag']],
])('formats in %s a day of a month and days of the week', (language, day, weekdays) => {
  expect(formatDayOfMonth('2026-11-03', language)).toBe(day);
  expect([1, 7].map((weekday) => formatWeekday(weekday, language))).toEqual(weekdays);
});

test('dates have the English form in a language that is not loaded', () => {
  expect(dateForm('D MMMM YYYY', 'pt')).toBe('D MMMM YYYY');
});

test('only another zone than that of the browser is elsewhere', () => {
  expect(ownZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const other = ownZone() === 'Asia/Tokyo' ? 'Europe/Rome' : 'Asia/Tokyo';
  expect([undefined, ownZone(), other].map(isElsewhere)).toEqual([false, false, true]);
});

test.each(['en', 'it', 'de', 'fr', 'es'])('days written in %s are read back, and its weeks begin on Monday', (language) => {
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-11`;
    expect(readDay(formatDay(day, language), 'dmy')).toBe(day);
    expect(readDay(formatShort(day, language, false), 'dmy')).toBe(day);
  }
  if (language !== 'en') expect(dayjs.Ls[language]?.weekStart).toBe(1);
});

test.each([
  ['2026-05-01T00:00:00', '1 maggio 2026, 00:00'],
  ['2024-02-29T23:59:59', '29 febbraio 2024, 23:59'],
])('formats %s in Italian', (moment, text) => expect(formatMoment(moment, 'it')).toBe(text));

test("a moment with a time zone is shown in the browser's zone", () => {
  const there = new Date('2026-11-03T14:05:00Z');
  const clock = `${String(there.getHours()).padStart(2, '0')}:${String(there.getMinutes()).padStart(2, '0')}`;
  expect(formatMoment('2026-11-03T14:05:00Z', 'en')).toMatch(new RegExp(`, ${clock}$`));
});

test.each([
  ['Europe/Rome', '24 November 2026, 00:30', '24 Nov 2026'],
  ['America/New_York', '23 November 2026, 18:30', '23 Nov 2026'],
  ['Asia/Kolkata', '24 November 2026, 05:00', '24 Nov 2026'],
])('the end of a voucher is shown in the zone of %s', (zone, moment, short) => {
  expect(formatMoment('2026-11-23T23:30:00Z', 'en', zone)).toBe(moment);
  expect(formatShort('2026-11-23T23:30:00Z', 'en', false, zone)).toBe(short);
});

test('a time of the clock that is skipped in the zone of the browser is shown as it is elsewhere', () => {
  // 02:30 on the day on which New York's clocks skip from 02:00 to 03:00, and Rome's don't.
  expect(formatMoment('2027-03-14T01:30:00Z', 'en', 'Europe/Rome')).toBe('14 March 2027, 02:30');
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ''],
  ["the existing back end's zero date", '0001-01-01T00:00:00Z'],
  ['a text that is not a date', 'yesterday'],
  ['a day that the calendar lacks', '2026-13-45T00:00:00Z'],
])('%s is shown as a dash', (_what, moment) => {
  expect(formatMoment(moment, 'en')).toBe('-');
  expect(formatDay(moment, 'it')).toBe('-');
});

describe('short dates', () => {
  test.each([
    ['2026-11-03T00:00:00', 'today'],
    ['2026-11-03T23:59:59', 'today'],
    ['2026-11-02T23:59:59', 'yesterday'],
    ['2026-11-04T00:00:00', 'tomorrow'],
    ['2026-11-01T23:59:59', 'this_year'],
    ['2026-11-05T00:00:00', 'this_year'],
    ['2025-11-03T14:05:00', 'other_year'],
    ['2027-01-01T00:00:00', 'other_year'],
  ])('%s is %s', (moment, near) => expect(nearness(moment, '2026-11-03', ownZone())).toBe(near));

  test('New Year’s Eve is yesterday on New Year’s Day', () => {
    expect(nearness('2026-12-31T23:00:00', '2027-01-01', ownZone())).toBe('yesterday');
  });

  test.each([
    ['Pacific/Auckland', '2026-11-04', 'today'],
    ['Europe/Rome', '2026-11-03', 'today'],
    ['Europe/Rome', '2026-11-04', 'yesterday'],
    ['America/Los_Angeles', '2026-11-02', 'tomorrow'],
  ] as const)('in %s, on %s, half past one in the afternoon of 3 November in London is %s', (zone, today, near) => {
    expect(nearness('2026-11-03T13:30:00Z', today, zone)).toBe(near);
  });

  test('a short date has no leading zero, and shows the time in this year and the year otherwise', () => {
    expect(formatTime(MOMENT, 'en')).toBe('14:05');
    expect(formatShort(MOMENT, 'en', true)).toBe('3 Nov 14:05');
    expect(formatShort(MOMENT, 'it', false)).toBe('3 nov 2026');
    expect(formatShort(null, 'en', true)).toBe('-');
  });
});
