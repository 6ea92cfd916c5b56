import { describe, expect, test } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import { hotspot_preferences } from '../../src/server/database/schema';
import { server, changesNothing, NEW, AUTH, created, listed, only } from './vouchersTests';

describe('creating vouchers', () => {
  test('works even where both logins by voucher are off, and they wait until one is on', async () => {
    const loginMethods = and(eq(hotspot_preferences.hotspot_id, 3), inArray(hotspot_preferences.key, ['voucher_login', 'temp_code_login']));
    const off = await server.db().select().from(hotspot_preferences).where(loginMethods);
    expect(off.map(({ value }) => value)).toEqual(['false', 'false']);
    for (const as of ['admin', 'reseller1', 'customer13', 'desk13']) expect(await created({ hotspot_id: 3 }, as)).toHaveLength(1);
  });

  test('accepts a thousand at once, and refuses a thousand and one', async () => {
    expect(await created({ num_vouchers: 1000, hotspot_id: 3 })).toHaveLength(1000);
    const answer = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, num_vouchers: 1001 }));
    expect(answer).toMatchObject({ status: 400, body: { fields: { num_vouchers: expect.any(String) } } });
  });

  test.each([
    ['2026-12-05', 'Europe/Rome', '2026-12-05T22:59:59Z'],
    ['2026-12-05', 'America/Los_Angeles', '2026-12-06T07:59:59Z'],
    ['2026-12-05', undefined, '2026-12-05T23:59:59Z'],
    // The day on which clocks go forward has 23 hours.
    ['2027-03-28', 'Europe/Rome', '2027-03-28T21:59:59Z'],
    // It is the 21st in UTC and still the 20th in Los Angeles.
    ['2026-11-20', 'America/Los_Angeles', '2026-11-21T07:59:59Z'],
  ])('ends the last day %s in %s at its end: %s', async (last_day, tz, expires) => {
    expect(await only(await created({ time: 'expiration', last_day, tz }))).toMatchObject([{ duration: 0, expires }]);
  });

  test.each([
    ['last_day', { last_day: '2026-11-20', tz: 'Europe/Rome' }],
    ['last_day', { last_day: '2999-01-01', tz: 'Europe/Rome' }],
    ['last_day', { last_day: '5 December', tz: 'Europe/Rome' }],
    ['tz', { last_day: '2026-12-05', tz: 'Atlantis' }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const answer = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, time: 'expiration', ...body }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });

  test.each([
    ['num_vouchers', { num_vouchers: 0 }],
    ['num_vouchers', { num_vouchers: 2, code: 'twice' }],
    ['num_vouchers', { num_vouchers: 1.5 }],
    ['remain_use', { remain_use: 0 }],
    ['remain_use', { remain_use: -2 }],
    ['code', { code: '=1+1' }],
    ['code', { code: '<b>x</b>' }],
    ['code', { code: 'two words' }],
    ['code', { code: '-first' }],
    ['code', { code: 'x'.repeat(33) }],
    ['bandwidth_down', { bandwidth_down: -1 }],
    ['bandwidth_up', { bandwidth_up: 3_000_000_000 }],
    ['max_time', { max_time: '60' }],
    ['max_traffic', { max_traffic: 1e20 }],
    ['duration', { duration: -1 }],
    ['expiration', { time: 'expiration', expiration: 0 }],
    ['type', { type: 'king' }],
    ['time', { time: 'forever' }],
    ['user_name', { type: 'auth', user_name: null }],
    ['user_name', { type: 'auth', user_name: '  ' }],
    ['user_mail', { ...AUTH, user_mail: 'no at sign' }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const answer = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, ...body }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });
});

describe('the list of vouchers', () => {
  test.each(['code', 'type', 'duration', 'expires', 'remain_use', 'printed', 'id'])(
    'sorts by %s in both directions, with each voucher once',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all([1, 2].map((page) => listed(`?sort=${sort}&order=${order}&limit=9&page=${page}`, 'reseller1', 1)));
        expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(pages.flat().length);
      }
      const { headers } = await server.as('reseller1').get(`/api/vouchers/1?sort=${sort}&order=asc`);
      expect(headers.get('X-Sort')).toBe(sort);
    },
  );

  test.each(['sort=owner_id', 'order=up', 'used=2', 'type=king', 'createdStart=yesterday', 'duration=-1', 'limit=0', 'limit=5001'])(
    'refuses %s',
    async (query) => {
      expect(await server.as('reseller1').get(`/api/vouchers/1?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );
});
