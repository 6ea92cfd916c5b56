import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { foundItem, type FoundItem } from '../../src/contract/find';
import { devices, hotspot_vouchers, units, user_histories, users } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();

const find = async (as: string, q: string): Promise<FoundItem[]> => {
  const { status, body } = await server.as(as).get(`/api/find?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return z.object({ data: z.array(foundItem) }).parse(body).data;
};
const kinds = (found: FoundItem[]) => [...new Set(found.map((item) => item.kind))];

/** Names everything on hotspots 1 (reseller1's) and 4 (reseller2's) "findable". */
beforeAll(async () => {
  for (const hotspot_id of [1, 4]) {
    const guest = { hotspot_id, account_type: 'email', created: RECORDED_AT };
    const made = await server
      .db()
      .insert(users)
      .values(
        Array.from({ length: 7 }, (_, n) => ({
          ...guest,
          name: `Findable ${n}`,
          username: `f${n}-${hotspot_id}`,
          email: `mail${n}@f.test`,
        })),
      )
      .returning({ id: users.id });
    await server
      .db()
      .insert(devices)
      .values({ hotspot_id, user_id: made[0]?.id ?? 0, mac_address: `FE-ED-00-00-00-0${hotspot_id}`, created: RECORDED_AT });
    const voucher = { hotspot_id, auto_login: false, remain_use: 1, type: 'normal' as const, created: RECORDED_AT };
    await server
      .db()
      .insert(hotspot_vouchers)
      .values([
        { ...voucher, code: 'findable-desk', owner_id: hotspot_id === 1 ? accountIdOf('desk11') : null },
        { ...voucher, code: 'findable-other', owner_id: accountIdOf('reseller1') },
      ]);
    const unit = {
      hotspot_id,
      mac_address: `02-FE-ED-00-00-0${hotspot_id}`,
      name: 'findable-ap',
      uuid: `findable-${hotspot_id}`,
      created: RECORDED_AT,
    };
    await server.db().insert(units).values(unit);
  }
});

test('the search finds at most five of a kind, only on the caller’s hotspots', async () => {
  const found = await find('reseller1', 'FINDABLE');
  expect(kinds(found)).toEqual(['guest', 'voucher', 'unit']);
  expect(found.filter((item) => item.kind === 'guest')).toHaveLength(5);
  expect(found.every((item) => item.hotspot_id === 1)).toBe(true);
  expect(new Set((await find('admin', 'findable')).map((item) => item.hotspot_id))).toEqual(new Set([1, 4]));
  for (const as of ['customer11', 'desk11']) expect((await find(as, 'findable')).every((item) => item.hotspot_id === 1)).toBe(true);
});

test('a desk finds the vouchers that it created, and neither units nor managers', async () => {
  const found = await find('desk11', 'findable');
  expect(kinds(found)).toEqual(['guest', 'voucher']);
  expect(found.filter((item) => item.kind === 'voucher').map((item) => item.title)).toEqual(['findable-desk']);
  expect(kinds(await find('desk11', 'desk11'))).not.toContain('account');
});

test('managers are found only by those who manage them', async () => {
  expect(await find('reseller1', 'desk11')).toEqual([
    expect.objectContaining({ kind: 'account', id: accountIdOf('desk11'), title: 'desk11' }),
  ]);
  expect((await find('reseller2', 'desk11')).map((item) => item.kind)).not.toContain('account');
  expect((await find('customer11', 'desk11')).map((item) => item.kind)).not.toContain('account');
});

test('a guest is found by e-mail and by the address of its device', async () => {
  expect(await find('reseller1', 'MAIL3@f.te')).toEqual([
    expect.objectContaining({ kind: 'guest', title: 'Findable 3', subtitle: 'mail3@f.test' }),
  ]);
  expect(await find('customer11', 'fe-ed-00-00-00')).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'guest', title: 'Findable 0', hotspot_id: 1 })]),
  );
  expect(await find('reseller1', 'FE-ED-00-00-00-04')).toEqual([]);
});

test('archived guests follow the others on the caller’s hotspots, and expired ones are marked', async () => {
  const guest = { account_type: 'email', created: RECORDED_AT, username: 'longgone', name: 'Longgone' };
  const [over] = await server
    .db()
    .insert(users)
    .values({ ...guest, hotspot_id: 1, username: 'longgone-2', valid_until: new Date('2020-01-01T00:00:00Z') })
    .returning({ id: users.id });
  const gone = await server
    .db()
    .insert(user_histories)
    .values([1, 4].map((hotspot_id) => ({ ...guest, hotspot_id, user_id: 7001, valid_until: new Date('2019-01-01T00:00:00Z') })))
    .returning({ id: user_histories.id });
  expect(await find('reseller1', 'longgone')).toEqual([
    { kind: 'guest', id: over?.id, hotspot_id: 1, title: 'Longgone', subtitle: 'longgone-2', expired: true },
    { kind: 'guest', id: gone[0]?.id, hotspot_id: 1, title: 'Longgone', subtitle: 'longgone', expired: true, archived: true },
  ]);
  expect((await find('desk11', 'longgone')).map(({ archived }) => archived)).toEqual([undefined, true]);
});

test.each(['', '   ', '%', '_', '\\', "'; drop table users; --", 'nothing-is-called-so'])('the search finds nothing for %j', async (q) => {
  expect(await find('admin', q)).toEqual([]);
});

test('the search refuses a text that is too long', async () => {
  expect((await server.as('admin').get(`/api/find?q=${'q'.repeat(201)}`)).status).toBe(400);
});
