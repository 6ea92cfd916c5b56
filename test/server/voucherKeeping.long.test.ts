import { beforeEach, expect, test } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import { hotspot_preferences, hotspot_vouchers, users } from '../../src/server/database/schema';
import { deleteExpiredVouchers } from '../../src/server/vouchers/keeping';
import { setPreferences } from '../support/peers/portalUnit';
import { serve } from '../support/server/server';

const server = serve();
const NOW = new Date('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
const ago = (days: number, milliseconds = 0) => new Date(NOW.getTime() - days * DAY - milliseconds);

const voucher = (code: string, expires: Date | null, more: Partial<typeof hotspot_vouchers.$inferInsert> = {}) => ({
  hotspot_id: 1,
  code,
  expires,
  auto_login: true,
  remain_use: -1,
  type: 'normal' as const,
  created: ago(400),
  ...more,
});

const codesLeft = async () => {
  const remaining = await server.db().select({ code: hotspot_vouchers.code }).from(hotspot_vouchers).orderBy(hotspot_vouchers.code);
  return remaining.map(({ code }) => code);
};

beforeEach(async () => {
  await server.db().delete(users);
  await server.db().delete(hotspot_vouchers);
  await server
    .db()
    .delete(hotspot_preferences)
    .where(inArray(hotspot_preferences.key, ['voucher_expiration_days']));
});

test('vouchers are deleted as many days after they expired as the hotspot keeps them, and no others', async () => {
  await setPreferences(server, 1, { voucher_expiration_days: '30' });
  await server
    .db()
    .insert(hotspot_vouchers)
    .values([
      voucher('exactly', ago(30)),
      voucher('later', ago(30, -1)),
      voucher('long-ago', ago(300)),
      voucher('used-up-but-endless', null, { remain_use: 0 }),
      voucher('never-used', null, { duration: 7 }),
      voucher('elsewhere', ago(300), { hotspot_id: 2 }),
    ]);
  expect(await deleteExpiredVouchers(server.db(), NOW, 100)).toBe(2);
  expect(await codesLeft()).toEqual(['elsewhere', 'later', 'never-used', 'used-up-but-endless']);
  expect(await deleteExpiredVouchers(server.db(), NOW, 100)).toBe(0);
});

test('a voucher stays while staff have extended the access of its guest, who stays in any case', async () => {
  await setPreferences(server, 1, { voucher_expiration_days: '1' });
  const [extended, over] = await server
    .db()
    .insert(hotspot_vouchers)
    .values([voucher('extended', ago(9)), voucher('over', ago(9))])
    .returning();
  const guest = { hotspot_id: 1, account_type: 'voucher' as const, created: ago(20), valid_from: ago(20) };
  await server
    .db()
    .insert(users)
    .values([
      { ...guest, username: 'extended', voucher_id: extended?.id ?? 0, valid_until: ago(-2) },
      { ...guest, username: 'over', voucher_id: over?.id ?? 0, valid_until: ago(9) },
    ]);
  expect(await deleteExpiredVouchers(server.db(), NOW, 100)).toBe(1);
  expect(await codesLeft()).toEqual(['extended']);
  const guests = await server.db().select({ name: users.username, voucher: users.voucher_id }).from(users).orderBy(users.username);
  expect(guests).toEqual([
    { name: 'extended', voucher: extended?.id },
    { name: 'over', voucher: null },
  ]);
});

test.each(['0', '', 'soon', '-3', '9999999999'])('the value "%s" deletes nothing', async (voucher_expiration_days) => {
  await setPreferences(server, 1, { voucher_expiration_days });
  await server
    .db()
    .insert(hotspot_vouchers)
    .values(voucher('kept', ago(300)));
  expect(await deleteExpiredVouchers(server.db(), NOW, 100)).toBe(0);
});

test('a hotspot without the setting keeps all, and each round deletes only so many', async () => {
  await server
    .db()
    .insert(hotspot_vouchers)
    .values([1, 2, 3].map((nth) => voucher(`old-${nth}`, ago(300))));
  expect(await deleteExpiredVouchers(server.db(), NOW, 2)).toBe(0);
  await setPreferences(server, 1, { voucher_expiration_days: '5' });
  expect(await deleteExpiredVouchers(server.db(), NOW, 2)).toBe(2);
  expect(await deleteExpiredVouchers(server.db(), NOW, 2)).toBe(1);
});
