import { expect, test } from '@jest/globals';
import { endOf } from '../../../src/features/guests/extension';

test('an extension until a day ends with that day, and one until 31 February has no end', () => {
  const end = (day: string) => endOf({ extension: 'date', day, valid_until: '' }, 0, 'UTC');
  expect(end('2027-02-28')?.toISOString()).toBe('2027-02-28T23:59:59.000Z');
  expect(end('2027-02-31')).toBeNull();
  expect(end('')).toBeNull();
});
