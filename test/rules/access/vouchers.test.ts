/** The rules of vouchers, independent of storage and login methods. */
import { expect, test } from '@jest/globals';
import { isUse, validUntil, whyUnusable } from '../../../src/server/access/vouchers';

const NOW = new Date('2026-11-22T09:30:00Z');
const LATER = new Date('2026-11-22T09:30:01Z');

test.each([
  ['one that never expires and has remaining uses', { expires: null, remainingUses: 1 }, true, null],
  ['one without a limit of uses', { expires: LATER, remainingUses: -1 }, true, null],
  ['one whose uses are spent, for who has not used it', { expires: LATER, remainingUses: 0 }, true, 'no_uses_left'],
  ['one whose uses are spent, for who has', { expires: LATER, remainingUses: 0 }, false, null],
  ['one that expires now, for anybody', { expires: NOW, remainingUses: 1 }, false, 'expired'],
  ['one that has expired and has no remaining uses, by the first reason', { expires: NOW, remainingUses: 0 }, true, 'expired'],
])('a voucher is usable or not: %s', (_, voucher, use, why) => {
  expect(whyUnusable(voucher, { now: NOW, use })).toBe(why);
});

test('a guest uses a voucher once, by typing its code', () => {
  expect(isUse({ isUsedByGuest: false }, true)).toBe(true);
  expect(isUse({ isUsedByGuest: true }, true)).toBe(false);
  expect(isUse({ isUsedByGuest: false }, false)).toBe(false);
});

test('the first use begins a validity until the end of a day in the time zone of the hotspot', () => {
  expect(validUntil({ expires: null, duration: 3 }, NOW, 'Europe/Rome')).toEqual(new Date('2026-11-25T22:59:59Z'));
  expect(validUntil({ expires: null, duration: 1 }, NOW, 'Pacific/Auckland')).toEqual(new Date('2026-11-23T10:59:59Z'));
});

test('a voucher with an end of its own is valid until then, and one without duration as long as any may be', () => {
  expect(validUntil({ expires: LATER, duration: 3 }, NOW, 'Europe/Rome')).toEqual(LATER);
  expect(validUntil({ expires: null, duration: 0 }, NOW, 'UTC').getTime()).toBeGreaterThan(NOW.getTime() + 9 * 365 * 86_400_000);
});
