import { describe, expect, test } from '@jest/globals';
import { momentParam } from '../../src/contract/lists';
import { isDay } from '../../src/contract/plain/zones';
import { isValueOf } from '../../src/features/vouchers/filterQuery';
import { momentsOf } from '../../src/shared/list/dayWindow';

const NO_DAYS = [
  '2026-02-31',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-4-3',
  '26-04-03',
  ' 2026-04-03',
  '2026-04-03T',
  '',
];

describe('a day that the calendar does not have', () => {
  test.each(NO_DAYS)('is none for any filter: %j', (text) => {
    expect(isDay(text)).toBe(false);
    expect(isValueOf('createdStart', text)).toBe(false);
    expect(momentsOf({ from: text, to: text }, 'Europe/Rome')).toEqual({});
    expect(momentParam.safeParse(text).success).toBe(false);
  });

  test('is refused with a time, too', () => {
    expect(momentParam.safeParse('2026-02-31 10:00:00').success).toBe(false);
    expect(momentParam.safeParse('2026-02-28 10:00:00').success).toBe(true);
  });
});

test.each(['2026-02-28', '2028-02-29', '2026-12-31', '1900-01-01', '2199-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
  expect(momentsOf({ from: text, to: '' }, 'UTC')).toEqual({ from: `${text}T00:00:00.000Z` });
  expect(momentParam.safeParse(text).success).toBe(true);
});
