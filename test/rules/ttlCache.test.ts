import v8 from 'node:v8';
import vm from 'node:vm';
import { afterEach, expect, jest, test } from '@jest/globals';
import fc from '../support/run/property';
import { ttlCache } from '../../src/server/ttlCache';

const MOST = 5;
const MILLISECONDS = 100;

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
  jest.useFakeTimers();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = ttlCache<number>(MOST, MILLISECONDS);
      /** The entries that the cache should contain, oldest first. */
      let cached: { key: string; value: number; until: number }[] = [];
      let now = 0;
      for (const [nth, one] of steps.entries()) {
        if (one.what === 'wait') {
          now += one.milliseconds;
          jest.advanceTimersByTime(one.milliseconds);
        } else if (one.what === 'delete') {
          cache.delete(one.key);
          cached = cached.filter((entry) => entry.key !== one.key);
        } else {
          cache.set(one.key, nth);
          cached = [...cached.filter((entry) => entry.key !== one.key), { key: one.key, value: nth, until: now + MILLISECONDS }];
        }
        cached = cached.filter(({ until }) => until > now).slice(-MOST);
        const found = Array.from({ length: 12 }, (_, name) => [String(name), cache.get(String(name))]);
        expect(found).toEqual(found.map(([name]) => [name, cached.find((entry) => entry.key === name)?.value]));
      }
    }),
  );
});

test('a cache takes no more memory when entries are replaced again and again, while its oldest one lasts', () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const cache = ttlCache<number>(MOST, 3_600_000);
  cache.set('oldest', 0);
  const before = used();
  for (let nth = 0; nth < 200_000; nth += 1) cache.set('other', nth);
  expect(used() - before).toBeLessThan(5_000_000);
  expect(cache.get('oldest')).toBe(0);
});
