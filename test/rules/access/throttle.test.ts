import { describe, expect, test } from '@jest/globals';
import { keysOf, most, secondsOf, secondsToWait, secondsUntil, type Attempt, type Failures } from '../../../src/server/auth/throttleRules';

const NOW = new Date('2026-11-03T12:00:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
/** So many failures, the oldest a minute ago. */
const failed = (failures: number, oldest = ago(MINUTE)) => ({ key: 'any', failures, oldest });

describe('the failures that count together', () => {
  const attempt: Attempt = { what: 'login', username: 'Reseller1', address: '192.0.2.1', agent: 'a browser' };

  test('are those of an account and an address, of its network, of the address, and of the account', () => {
    expect(keysOf(attempt, 'stranger')).toEqual({
      own: 'near login reseller1 192.0.2.1',
      day: 'day login reseller1 192.0.2.1',
      address: 'address login 192.0.2.1',
      account: 'account login reseller1',
    });
  });

  test('are not those of others at an address where the account signed in lately', () => {
    expect(keysOf(attempt, 'address')).toEqual({ own: 'near login reseller1 192.0.2.1', day: 'day login reseller1 192.0.2.1' });
  });

  test('are only those of the browser in which the account signed in lately, at the same address', () => {
    const keys = keysOf(attempt, 'device');
    expect(keys).toEqual({ own: expect.stringMatching(/^device login reseller1 192\.0\.2\.1 [\da-f]{64}$/) });
    expect(keysOf({ ...attempt, username: 'RESELLER1' }, 'device')).toEqual(keys);
    const others = [{ agent: 'another browser' }, { address: '192.0.2.2' }, { username: 'reseller2' }, { what: 'reset' as const }];
    for (const other of others) expect(keysOf({ ...attempt, ...other }, 'device')).not.toEqual(keys);
  });

  test('are those of an IPv6 host, and within a day those of its network', () => {
    const keys = keysOf({ ...attempt, address: '2001:db8:1:23ff::1' }, 'stranger');
    expect(keys).toMatchObject({ own: 'near login reseller1 2001:db8:1:23ff::/64', day: 'day login reseller1 2001:db8:1:2300::/56' });
    expect(keys.address).toBe('address login 2001:db8:1:23ff::/64');
    expect(keysOf({ ...attempt, address: '2001:db8:1:23ff::1' }, 'device').own).toContain(' 2001:db8:1:23ff::/64 ');
  });

  test.each(['reset', 'unit'] as const)('differ for a sign-in and for %s', (what) => {
    const [signIn, other] = [keysOf(attempt, 'stranger'), keysOf({ ...attempt, what }, 'stranger')];
    expect(Object.values(other).filter((key) => Object.values(signIn).includes(key))).toEqual([]);
    expect(Object.keys(other)).toEqual(Object.keys(signIn));
  });
});

describe('an attempt to sign in', () => {
  const none: Failures = { own: undefined, day: undefined, address: undefined, isAttacked: false };

  test.each<[string, Partial<Failures>, known: 'stranger' | 'address' | 'device', seconds: number]>([
    ['without failures', {}, 'stranger', 0],
    ['after nine failures', { own: failed(9) }, 'stranger', 0],
    ['after ten failures', { own: failed(10) }, 'stranger', 4 * MINUTE],
    ['after ten failures in its own browser', { own: failed(10) }, 'device', 4 * MINUTE],
    ['after ten failures from its own address', { own: failed(10) }, 'address', 4 * MINUTE],
    ['after 19 failures of the day', { day: failed(19) }, 'stranger', 0],
    ['after 20 failures of the day', { day: failed(20, ago(HOUR)) }, 'stranger', 23 * HOUR],
    ['after 99 failures of the day from its own network', { day: failed(99) }, 'address', 0],
    ['after 100 failures of the day from its own network', { day: failed(100, ago(HOUR)) }, 'address', 23 * HOUR],
    ['after 4 failures of the day against an account under attack', { day: failed(4), isAttacked: true }, 'stranger', 0],
    ['after 5 failures of the day against an account under attack', { day: failed(5, ago(HOUR)), isAttacked: true }, 'stranger', 23 * HOUR],
    ['from its own network while it is under attack', { day: failed(99), isAttacked: true }, 'address', 0],
    ['with one failure after 29 of the address', { own: failed(1), address: failed(29) }, 'stranger', 0],
    ['without failures of its own after 30 of the address', { address: failed(30) }, 'stranger', 0],
    ['with one failure after 30 of the address', { own: failed(1, ago(2 * MINUTE)), address: failed(30) }, 'stranger', 3 * MINUTE],
    ['after 299 failures of the address', { address: failed(299) }, 'stranger', 0],
    ['after 300 failures of the address', { address: failed(300) }, 'stranger', 4 * MINUTE],
    [
      'after too many of several kinds, by the longest',
      { own: failed(10), address: failed(300, ago(2 * MINUTE)), day: failed(20) },
      'stranger',
      24 * HOUR - MINUTE,
    ],
  ])('waits %s as long as the limits say', (_, failures, known, seconds) => {
    expect(secondsToWait({ ...none, ...failures }, known, 10, NOW)).toBe(seconds);
  });

  test.each([
    [1, 1, 2, 3, 30],
    [3, 3, 6, 9, 90],
    [20, 20, 40, 60, 600],
  ])('is allowed in proportion to a limit of %d', (limit, own, day, crowded, address) => {
    const seconds = (failures: Partial<Failures>) => secondsToWait({ ...none, ...failures }, 'stranger', limit, NOW);
    expect([own - 1, own].map((times) => seconds({ own: failed(times) }))).toEqual([0, 4 * MINUTE]);
    expect([day - 1, day].map((times) => seconds({ day: failed(times, ago(HOUR)) }))).toEqual([0, 23 * HOUR]);
    expect([address - 1, address].map((times) => seconds({ address: failed(times) }))).toEqual([0, 4 * MINUTE]);
    expect(seconds({ own: failed(1), address: failed(crowded) })).toBe(4 * MINUTE);
    expect(most('sign_in_account', limit)).toBe(limit * 10);
    // Rounded up, so that a low limit doesn't refuse everybody.
    expect(most('sign_in_day_attacked', limit)).toBe(Math.ceil(limit / 2));
  });
});

describe('the time to wait', () => {
  test.each([
    ['rounds up to whole seconds', ago(299.5), 1],
    ['ends when the oldest failure is as old as the window', ago(300), 0],
    ['never is negative', ago(301), 0],
  ])('%s', (_, oldest, seconds) => {
    expect(secondsOf(failed(1, oldest), 1, 300_000, NOW)).toBe(seconds);
    expect(secondsUntil(new Date(oldest.getTime() + 300_000), NOW)).toBe(seconds);
  });
});
