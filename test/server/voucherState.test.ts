/**
 * The SQL functions and contract/plain/voucherState.ts agree on the state of a voucher in every possible case, and everything that counts
 * vouchers uses these functions.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isExpired, isUsable, isUsedUp, statesOf } from '../../src/contract/plain/voucherState';
import { hotspot_vouchers, users, voucher_batches } from '../../src/server/database/schema';
import { whyUnusable } from '../../src/server/access/vouchers';
import { rows } from '../support/server/consistency';
import { setPreferences } from '../support/peers/portalUnit';
import { serve } from '../support/server/server';

const server = serve();
const NOW = new Date('2026-11-22T12:00:00Z');
const HOTSPOT = 1;

/** All combinations of uses, duration and end that differ in meaning, and the moments around an end. */
const CASES = [-1, 0, 1, 2].flatMap((remain_use) =>
  [0, 1, 7].flatMap((duration) =>
    [null, -86_400_000, -1, 0, 1, 86_400_000].map((after) => ({
      remain_use,
      duration,
      expires: after === null ? null : new Date(NOW.getTime() + after),
    })),
  ),
);

beforeAll(async () => {
  const db = server.db();
  await db.delete(users);
  await db.delete(hotspot_vouchers);
  const batch = { hotspot_id: HOTSPOT, name: 'all cases', made: CASES.length, made_by: 'reseller1', created: NOW };
  const [created] = await db.insert(voucher_batches).values(batch).returning();
  const common = { hotspot_id: HOTSPOT, batch_id: created?.id, auto_login: false, type: 'auth' as const, created: NOW };
  await db.insert(hotspot_vouchers).values(CASES.map((each, at) => ({ ...common, ...each, code: `case-${at}`, user_name: `Case ${at}` })));
  await setPreferences(server, HOTSPOT, { temp_code_login: 'true' });
  server.clock.now = NOW;
});

const isStarted = (voucher: (typeof CASES)[number]) =>
  statesOf(voucher, NOW).some((state) => state === 'used' || state === 'limit_reached');

test('SQL and the console say the same of every voucher, whether dates come as text or not', async () => {
  const states = await rows<{ expired: boolean; usable: boolean; begun: boolean }>(
    server.db(),
    `select voucher_is_expired(expires, now) as expired, voucher_is_usable(remain_use, expires, now) as usable,
      voucher_shows_use(remain_use, duration, expires) as begun
      from hotspot_vouchers, cast('${NOW.toISOString()}' as timestamptz) as now order by id`,
  );
  const asText = (voucher: (typeof CASES)[number]) => ({ ...voucher, expires: voucher.expires?.toISOString() ?? null });
  const reported = CASES.map((voucher) => ({
    expired: isExpired(voucher, NOW),
    usable: isUsable(voucher, NOW),
    begun: isStarted(voucher),
  }));
  expect(states).toEqual(reported);
  expect(CASES.map(asText).map((voucher) => isUsable(voucher, NOW.getTime()))).toEqual(reported.map(({ usable }) => usable));
});

test('a log-in is refused just where the state says so', () => {
  const refused = CASES.map(({ remain_use, expires }) => whyUnusable({ expires, remainingUses: remain_use }, { now: NOW, use: true }));
  expect(refused).toEqual(CASES.map((voucher) => (isExpired(voucher, NOW) ? 'expired' : isUsedUp(voucher) ? 'no_uses_left' : null)));
});

test('the hotspot list counts the usable vouchers, and batches count those that are unused and not expired', async () => {
  const reseller = server.as('reseller1');
  const withHealth = z.object({ data: z.array(z.object({ id: z.number(), board: z.object({ vouchers_left: z.number().nullable() }) })) });
  const { data } = withHealth.parse((await reseller.get('/api/hotspots?board=true')).body);
  expect(data.find(({ id }) => id === HOTSPOT)?.board.vouchers_left).toBe(CASES.filter((voucher) => isUsable(voucher, NOW)).length);

  const batches = z.array(z.object({ used: z.number(), expired: z.number(), left: z.number() }));
  const [counts] = batches.parse((await reseller.get(`/api/voucher_batches/${HOTSPOT}`)).body);
  const unused = CASES.filter((voucher) => !isStarted(voucher));
  expect(counts).toEqual({
    used: CASES.length - unused.length,
    expired: unused.filter((voucher) => isExpired(voucher, NOW)).length,
    left: unused.filter((voucher) => !isExpired(voucher, NOW)).length,
  });
});
