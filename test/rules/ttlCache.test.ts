import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from '../support/run/property';
import { ttlCache } from '../../src/server/ttlCache';

const MOST = 5;
const MILLISECONDS = 100;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const key = fc.integer({ min: 0, max: 11 }).map(String);
const step = fc.oneof(
  fc.record({ what: fc.constant('set' as const), key }),
  fc.record({ what: fc.constant('delete' as const), key }),
  fc.record({ what: fc.constant('wait' as const), milliseconds: fc.nat(MILLISECONDS) }),
);

test('a cache has the newest entries that have not expired, however they were set, set again or deleted', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = ttlCache<number>(MOST, MILLISECONDS);
      /** What it should have, the oldest first. */
      let kept: { key: string; value: number; until: number }[] = [];
      let now = 0;
      for (const [nth, one] of steps.entries()) {
        if (one.what === 'wait') {
          now += one.milliseconds;
          jest.advanceTimersByTime(one.milliseconds);
        } else if (one.what === 'delete') {
          cache.delete(one.key);
          kept = kept.filter((entry) => entry.key !== one.key);
        } else {
          cache.set(one.key, nth);
          kept = [...kept.filter((entry) => entry.key !== one.key), { key: one.key, value: nth, until: now + MILLISECONDS }];
        }
        kept = kept.filter(({ until }) => until > now).slice(-MOST);
        const found = Array.from({ length: 12 }, (_, name) => [String(name), cache.get(String(name))]);
        expect(found).toEqual(found.map(([name]) => [name, kept.find((entry) => entry.key === name)?.value]));
      }
    }),
  );
});
