import { describe, expect, test } from '@jest/globals';
import { momentAt, wallClock } from '../../../src/contract/plain/zones';
import dayjs from 'dayjs';
import { mergedPage } from '../../../src/features/guests/expiredGuests';
import { endsTooEarly, extendedBy, toForm, toUpdate } from '../../../src/features/guests/guestForm';
import { isExpired, isOver } from '../../../src/features/guests/guestValidity';
import { hiddenColumns } from '../../../src/features/guests/hiddenColumns';
import { madeUpGuest } from '../../support/console/answersMadeUp';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('the form of a guest', () => {
  const guest = madeUpGuest({ max_navigation_traffic: 1_000_000_000, max_navigation_time: 3690 });

  test("shows limits in MB and minutes, and moments in the hotspot's time zone, or the browser's where that is unknown", () => {
    expect(toForm({ ...guest, zone: 'America/New_York' })).toMatchObject({
      trafficMb: 953.67,
      timeMinutes: 61.5,
      valid_from: '2026-11-01T05:00:00',
    });
    expect(toForm(guest).valid_from).toBe(dayjs('2026-11-01T10:00:00Z').format('YYYY-MM-DDTHH:mm:ss'));
  });

  test.each([
    ['Asia/Kolkata', '2026-11-03T18:29:59.000Z'],
    ['Pacific/Kiritimati', '2026-11-03T09:59:59.000Z'],
    ['Pacific/Pago_Pago', '2026-11-04T10:59:59.000Z'],
  ])('takes an end that was typed as one of the clock in %s', (zone, wire) => {
    const there = { ...guest, zone };
    expect(toUpdate({ ...toForm(there), valid_until: '2026-11-03T23:59:59' }, there).valid_until).toBe(wire);
  });

  test('sends unchanged values as they were, to the byte and the second', () => {
    expect(toUpdate(toForm(guest), guest)).toEqual({
      name: 'Giulia Conti',
      email: 'giulia@example.com',
      kbps_down: 4096,
      kbps_up: 0,
      max_navigation_time: 3690,
      max_navigation_traffic: 1_000_000_000,
      auto_login: true,
      valid_from: '2026-11-01T10:00:00Z',
      valid_until: '2099-12-01T10:00:00Z',
    });
  });

  test('sends changed values as minutes times 60, MB times 1048576, and UTC', () => {
    const form = { ...toForm(guest), trafficMb: 500, timeMinutes: 90, valid_until: '2027-01-02T03:04:05', name: ' Anna ' };
    expect(toUpdate(form, guest)).toMatchObject({
      name: 'Anna',
      max_navigation_traffic: 524_288_000,
      max_navigation_time: 5400,
      valid_until: dayjs('2027-01-02T03:04:05').toISOString(),
    });
    expect(toUpdate({ ...form, valid_from: '' }, guest).valid_from).toBeNull();
  });

  test('requires an end after the beginning', () => {
    expect(endsTooEarly('2026-01-02T00:00:00', '2026-01-01T00:00:00')).toBe(true);
    expect(endsTooEarly('2026-01-01T00:00:00', '2026-01-01T00:00:00')).toBe(true);
    expect(endsTooEarly('2026-01-01T00:00:00', '2026-01-01T00:00:01')).toBe(false);
    expect(endsTooEarly('', '2026-01-01T00:00:01')).toBe(false);
  });

  test('counts added days from the end, or from now after it, also across a clock change', () => {
    const rome = (clock: string) => momentAt(clock, 'Europe/Rome');
    const later = (days: number, until: Date | null) => wallClock(extendedBy(days, until, NOW, 'Europe/Rome'), 'Europe/Rome');
    expect(later(1, rome('2026-11-25T09:00:00'))).toBe('2026-11-26T09:00:00');
    expect(later(7, rome('2020-01-01T00:00:00'))).toBe('2026-11-28T13:00:00');
    expect(later(1, null)).toBe('2026-11-22T13:00:00');
    // Clocks skip an hour in that night. One day later is the same wall-clock time there, so access ends with the day.
    expect(later(1, rome('2027-03-27T23:59:59'))).toBe('2027-03-28T23:59:59');
  });
});

test('a guest is expired after the end of its validity or without an end', () => {
  expect(isExpired({ valid_until: '2026-11-21T11:59:59Z' }, NOW)).toBe(true);
  expect(isExpired({ valid_until: '2026-11-21T12:00:00Z' }, NOW)).toBe(false);
  expect(isExpired({ valid_until: null }, NOW)).toBe(true);
});

test('a limit is reached at its amount, but never when it is 0 or the usage is unknown', () => {
  expect([isOver(10, 10), isOver(9, 10), isOver(5, 0), isOver(undefined, 10)]).toEqual([true, false, false, false]);
});

test('columns are hidden only by settings that say no', () => {
  expect(hiddenColumns({})).toEqual([]);
  expect(hiddenColumns({ marketing_0_reason_country: 'true', marketing_1_enabled: 'true' })).toEqual([]);
  expect(hiddenColumns({ marketing_0_reason_country: 'false', marketing_1_enabled: 'true' })).toEqual(['reason', 'country']);
  expect(hiddenColumns({ marketing_0_reason_country: 'true', marketing_1_enabled: 'false' })).toEqual(['survey_auth']);
});

describe('two sets of expired guests as one list', () => {
  const rows = [
    { ...madeUpGuest({ id: 1, name: 'bea' }), isArchived: false },
    { ...madeUpGuest({ id: 2, name: 'Zoe', valid_until: null }), isArchived: false },
    { ...madeUpGuest({ id: 1, name: 'Carlo' }), isArchived: true },
    { ...madeUpGuest({ id: 9, name: 'anna', valid_until: '2020-01-01T00:00:00Z' }), isArchived: true },
  ];
  const names = (wish: Parameters<typeof mergedPage>[1]) => mergedPage(rows, wish, true).map(({ name }) => name);

  test('are paged together in order', () => {
    expect(names({ page: 1, limit: 3, sort: 'name', order: 'asc' })).toEqual(['anna', 'bea', 'Carlo']);
    expect(names({ page: 2, limit: 3, sort: 'name', order: 'asc' })).toEqual(['Zoe']);
    expect(names({ page: 3, limit: 3, sort: 'name', order: 'asc' })).toEqual([]);
    expect(names({ page: 1, limit: 2, sort: 'name', order: 'desc' })).toEqual(['Zoe', 'Carlo']);
  });

  test('follow each other when unsorted, with no row on two pages', () => {
    const wish = { limit: 3, sort: 'name', order: 'desc' } as const;
    const pages = [1, 2].map((page) => mergedPage(rows, { ...wish, page }, false).map(({ name }) => name));
    expect(pages).toEqual([['bea', 'Zoe', 'Carlo'], ['anna']]);
  });

  test('put an unset end last, and first in the opposite order', () => {
    expect(names({ page: 1, limit: 4, sort: 'valid_until', order: 'asc' })[0]).toBe('anna');
    expect(names({ page: 1, limit: 4, sort: 'valid_until', order: 'asc' })[3]).toBe('Zoe');
    expect(names({ page: 1, limit: 4, sort: 'valid_until', order: 'desc' })[0]).toBe('Zoe');
  });
});
