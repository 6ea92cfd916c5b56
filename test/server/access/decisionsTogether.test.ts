import { beforeEach, expect, test } from '@jest/globals';
import { asc, eq, inArray } from 'drizzle-orm';
import { spend, type Cost, type Spent } from '../../../src/server/access/spend';
import { access_events, asked_endings, hotspot_vouchers, units, users, voucher_uses } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';
import { insertGuest, insertSession, insertVoucher } from '../../factories/rows';

const server = serve();

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNTIL = new Date('2026-11-25T09:30:00Z');
const STAFF_SET = new Date('2026-12-01T00:00:00Z');

let unitId = 0;

beforeEach(async () => {
  const [unit] = await server.db().select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id));
  if (!unit) throw new Error('the fixture has a unit there');
  unitId = unit.id;
});

type Voucher = typeof hotspot_vouchers.$inferSelect;

/** Log-ins in one order, of guests and vouchers of their own; `name` distinguishes those of several calls. */
async function logIns(name: string): Promise<{ costs: Cost[]; guestIds: number[]; voucherIds: number[] }> {
  const db = server.db();
  const guestIds: number[] = [];
  const voucherIds: number[] = [];
  const guest = async (its: Partial<typeof users.$inferInsert> = {}) => {
    const username = `${name}-${guestIds.length}`;
    const { id } = await insertGuest(db, { hotspot_id: HOTSPOT, username, account_type: 'email', auto_login: true, created: NOW, ...its });
    guestIds.push(id);
    return id;
  };
  const voucher = async (its: Partial<typeof hotspot_vouchers.$inferInsert>) => {
    const code = `${name}-${voucherIds.length}`;
    const values = {
      hotspot_id: HOTSPOT,
      code,
      auto_login: true,
      duration: 3,
      remain_use: 1,
      type: 'normal' as const,
      created: NOW,
      ...its,
    };
    const created = await insertVoucher(db, values);
    voucherIds.push(created.id);
    return created;
  };
  const read = ({ id, remain_use, expires }: Voucher) => ({ id, remain_use, expires });
  const begins = { from: NOW, until: UNTIL };
  const room = (most: { guest: number | null; voucher: number | null }, shared: number | null = null, ends: number[] = []) => ({
    others: most,
    shared,
    ends,
    onlineSince: NOW,
    grantedSince: new Date(NOW.getTime() - 60_000),
  });
  const use = (of: Voucher, guestId: number): Cost => ({ guestId, voucher: read(of), isUse: true, begins: null });

  const personal = await voucher({ type: 'auth' });
  const owner = await guest();
  const unlimited = await voucher({ remain_use: -1, expires: UNTIL });
  const two = await voucher({ remain_use: 2, expires: UNTIL });
  const staffSet = await voucher({ type: 'auth' });
  const shared = await voucher({ remain_use: 9, expires: UNTIL, max_devices: 1 });
  const sharers = [await guest(), await guest()];
  for (const user_id of sharers) await db.insert(voucher_uses).values({ voucher_id: shared.id, user_id, used: NOW });
  const many = await guest();
  const { id: leaving } = await insertSession(db, { hotspot_id: HOTSPOT, unit_id: unitId, user_id: await guest() });
  return {
    guestIds,
    voucherIds,
    costs: [
      { ...use(personal, owner), begins },
      // Decided before the one above was stored.
      { ...use(personal, owner), begins },
      use(unlimited, await guest()),
      use(unlimited, await guest()),
      use(two, await guest()),
      use(two, await guest()),
      { guestId: null, voucher: null, isUse: false, begins: null },
      use({ ...two, remain_use: 7 }, await guest()),
      { ...use(staffSet, await guest({ valid_from: NOW, valid_until: STAFF_SET })), begins },
      ...[0, 1, 2].map(() => ({ guestId: many, voucher: null, isUse: false, begins: null, sharing: room({ guest: 1, voucher: null }) })),
      ...sharers.map((guestId) => ({
        guestId,
        voucher: null,
        isUse: false,
        begins: null,
        sharing: room({ guest: null, voucher: 0 }, shared.id),
      })),
      { guestId: await guest(), voucher: null, isUse: false, begins: null, sharing: room({ guest: 3, voucher: null }, null, [leaving]) },
      { guestId: await guest(), voucher: null, isUse: false, begins, registers: { deviceMac: '02-00-00-00-00-99', arrival: 'arrived' } },
    ],
  };
}

const macOf = (nth: number) => `02-00-00-00-01-${String(nth).padStart(2, '0')}`;

const store = (cost: Cost, nth: number) => {
  const refusal = cost.guestId === null ? ('not_known' as const) : ('' as const);
  const logged = { hotspotId: HOTSPOT, unitId, deviceMac: macOf(nth), method: 'voucher', refusal, seconds: 60 + nth, why: 'time' };
  return spend(server.db(), cost, NOW, logged);
};

/** All that the log-ins have stored, with numbers in place of ids. */
async function storedBy({ guestIds, voucherIds }: { guestIds: number[]; voucherIds: number[] }) {
  const db = server.db();
  const [guests, vouchers, uses, events, endings] = await Promise.all([
    db.select().from(users).where(inArray(users.id, guestIds)).orderBy(asc(users.id)),
    db.select().from(hotspot_vouchers).where(inArray(hotspot_vouchers.id, voucherIds)).orderBy(asc(hotspot_vouchers.id)),
    db.select().from(voucher_uses).where(inArray(voucher_uses.voucher_id, voucherIds)),
    db.select().from(access_events).where(eq(access_events.at, NOW)).orderBy(asc(access_events.device_mac)),
    db.$count(asked_endings),
  ]);
  return {
    guests: guests.map(({ valid_from, valid_until }) => [valid_from, valid_until]),
    vouchers: vouchers.map(({ remain_use, expires }) => [remain_use, expires]),
    uses: uses
      .map(({ voucher_id, user_id, used }) => [voucherIds.indexOf(voucher_id), guestIds.indexOf(user_id), used.toISOString()].join(' '))
      .toSorted(),
    events: events.map(({ user_id, device_mac, refusal, seconds }) => [guestIds.indexOf(user_id ?? 0), device_mac, refusal, seconds]),
    endings,
  };
}

test('log-ins that are stored together have the outcome and leave the rows of log-ins one after another', async () => {
  const one = await logIns('alone');
  const outcomes: Spent[] = [];
  for (const [nth, cost] of one.costs.entries()) outcomes.push(await store(cost, nth));
  const alone = await storedBy(one);
  expect(outcomes).toEqual([
    ...['spent', 'changed', 'spent', 'spent', 'spent', 'changed', 'spent', 'changed', 'spent'],
    ...['spent', 'spent', 'no room', 'spent', 'no room', 'spent', 'spent'],
  ]);
  expect(alone.vouchers.slice(0, 4)).toEqual([
    [0, UNTIL],
    [-1, UNTIL],
    [1, UNTIL],
    [0, UNTIL],
  ]);
  await server.db().delete(access_events).where(eq(access_events.at, NOW));
  await server.db().delete(asked_endings);

  const other = await logIns('together');
  expect(await Promise.all(other.costs.map(store))).toEqual(outcomes);
  expect(await storedBy(other)).toEqual(alone);
});
