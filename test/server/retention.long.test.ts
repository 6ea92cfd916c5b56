import { describe, expect, test } from '@jest/globals';
import { and, eq, gte, like, lt } from 'drizzle-orm';
import { ConfigError, readConfig } from '../../src/server/config';
import { hotspot_vouchers, session_histories, sessions, user_histories, users } from '../../src/server/database/schema';
import { insertFirstAdmin } from '../../src/server/accounts/firstAdminQueries';
import { retention } from '../../src/server/guests/retention';
import { retentionDaysOf } from '../../src/server/guests/retentionQueries';
import { digestOf } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertVoucher } from '../factories/rows';

const server = serve();
const DAY = 86_400_000;

/** Counts of guests and sessions by hotspot and day. */
async function byDay(): Promise<Record<string, { guests: number; sessions: number; bytes: number }>> {
  const rows = await server.db().select().from(session_histories);
  const days: Record<string, { ids: Set<number>; sessions: number; bytes: number }> = {};
  for (const row of rows) {
    const key = `${row.hotspot_id} ${row.start_time.toISOString().slice(0, 10)}`;
    const day = (days[key] ??= { ids: new Set(), sessions: 0, bytes: 0 });
    day.ids.add(row.user_id);
    day.sessions += 1;
    day.bytes += row.bytes_up + row.bytes_down;
  }
  return Object.fromEntries(
    Object.entries(days)
      .sort()
      .map(([key, { ids, ...sums }]) => [key, { guests: ids.size, ...sums }]),
  );
}

test('data older than the retention loses its guests, newer data keeps them, and every day counts as before', async () => {
  const cutoff = new Date(Math.floor(RECORDED_AT.getTime() / DAY) * DAY - 20 * DAY);
  const before = await byDay();
  const young = await server
    .db()
    .select()
    .from(session_histories)
    .where(gte(session_histories.start_time, cutoff))
    .orderBy(session_histories.id);
  const running = await server.db().select().from(sessions).orderBy(sessions.id);
  const guests = await server.db().select().from(users).orderBy(users.id);
  const lastingGuests = guests.filter((guest) => guest.valid_until === null || guest.valid_until >= cutoff);
  const expired = new Set(guests.filter((guest) => !lastingGuests.includes(guest)).map(({ id }) => id));
  expect(expired.size).toBeGreaterThan(0);

  const { step } = retention(server.db(), 20);
  let steps = 0;
  while (await step(RECORDED_AT)) steps += 1;
  expect(steps).toBeGreaterThan(5);

  expect(await byDay()).toEqual(before);
  const old = await server.db().select().from(session_histories).where(lt(session_histories.start_time, cutoff));
  expect(old.length).toBeGreaterThan(100);
  for (const row of old) expect(row).toMatchObject({ username: '', device_mac: '', ip_address: '', device_id: 0, session_key: '' });
  expect(old.every((row) => row.user_id < 0)).toBe(true);
  const youngNow = await server
    .db()
    .select()
    .from(session_histories)
    .where(gte(session_histories.start_time, cutoff))
    .orderBy(session_histories.id);
  expect(youngNow.filter((row) => row.user_id > 0)).toEqual(young.filter((row) => !expired.has(row.user_id)));
  const runningNow = await server.db().select().from(sessions).orderBy(sessions.id);
  expect(runningNow).toHaveLength(running.length);
  expect(runningNow.filter((row) => row.user_id > 0)).toEqual(running.filter((row) => !expired.has(row.user_id)));
  expect(await server.db().select().from(users).orderBy(users.id)).toEqual(lastingGuests);
  expect(await server.db().$count(user_histories, lt(user_histories.valid_until, cutoff))).toBe(0);

  const done = await digestOf(server.db());
  const again = retention(server.db(), 20);
  while (await again.step(RECORDED_AT));
  expect(await digestOf(server.db())).toBe(done);
});

test('a day later the retention continues with the next day', async () => {
  const { step } = retention(server.db(), 10);
  while (await step(RECORDED_AT));
  const tomorrow = new Date(RECORDED_AT.getTime() + DAY);
  const from = new Date(Math.floor(RECORDED_AT.getTime() / DAY) * DAY - 10 * DAY);
  const thatDay = and(gte(session_histories.start_time, from), lt(session_histories.start_time, new Date(from.getTime() + DAY)));
  expect(await server.db().$count(session_histories, and(thatDay, gte(session_histories.user_id, 0)))).toBeGreaterThan(0);
  while (await step(tomorrow));
  expect(await server.db().$count(session_histories, and(thatDay, gte(session_histories.user_id, 0)))).toBe(0);
});

test('a voucher that nobody has used loses whom it was for, once it is old enough, and still works', async () => {
  const old = new Date(RECORDED_AT.getTime() - 30 * DAY);
  const voucher = { hotspot_id: 1, auto_login: true, remain_use: 1, created: old, user_name: 'Rossi, Mario', room: '101' };
  const note = { user_name: 'Rossi, Mario', user_mail: '', room: '101' };
  const cases = {
    unused: { type: 'normal' as const, duration: 7 },
    personal: { type: 'auth' as const, duration: 7, user_mail: 'mario@example.com' },
    young: { type: 'normal' as const, duration: 7, created: RECORDED_AT },
    ended: { type: 'normal' as const, expires: new Date(RECORDED_AT.getTime() - 25 * DAY) },
    lasting: { type: 'normal' as const, expires: new Date(RECORDED_AT.getTime() + 25 * DAY) },
    used: { type: 'auth' as const, duration: 90 },
    archived: { type: 'auth' as const, duration: 7 },
  };
  const ids = new Map<string, number>();
  for (const [code, change] of Object.entries(cases)) {
    const created = await insertVoucher(server.db(), { ...voucher, code: `note-${code}`, ...change });
    ids.set(code, created.id);
  }
  const guest = { hotspot_id: 1, account_type: 'voucher', name: 'Rossi, Mario', created: old };
  const guestOf = (code: string) => ({ ...guest, username: `NOTE-${code.toUpperCase()}`, voucher_id: ids.get(code) ?? 0 });
  await server
    .db()
    .insert(users)
    .values([
      { ...guestOf('personal'), email: 'mario@example.com' },
      { ...guestOf('used'), valid_until: new Date(RECORDED_AT.getTime() + 60 * DAY) },
    ]);
  await server
    .db()
    .insert(user_histories)
    .values({ ...guestOf('archived'), user_id: 900_001, valid_until: new Date(RECORDED_AT.getTime() - 2 * DAY) });

  const { step } = retention(server.db(), 20);
  while (await step(RECORDED_AT));

  const noted = await server.db().select().from(hotspot_vouchers).where(like(hotspot_vouchers.code, 'note-%'));
  const retained = Object.fromEntries(noted.map(({ code, user_name, user_mail, room }) => [code.slice(5), { user_name, user_mail, room }]));
  const nothing = { user_name: '', user_mail: '', room: '' };
  expect(retained).toEqual({
    unused: nothing,
    personal: nothing,
    ended: nothing,
    young: note,
    lasting: note,
    used: note,
    archived: note,
  });
  const [waiting] = await server.db().select().from(users).where(eq(users.username, 'NOTE-PERSONAL'));
  expect(waiting).toMatchObject({ name: '', email: '', voucher_id: ids.get('personal'), valid_until: null });
  const [still] = await server.db().select().from(users).where(eq(users.username, 'NOTE-USED'));
  expect(still).toMatchObject({ name: 'Rossi, Mario' });
});

test('reads the days from the settings, or that personal data are never erased', () => {
  expect(readConfig({}).retentionDays).toBeUndefined();
  expect(readConfig({ PORTICO_RETENTION_DAYS: '365' }).retentionDays).toBe(365);
  expect(readConfig({ PORTICO_RETENTION_DAYS: 'never' }).retentionDays).toBe('never');
  for (const wrong of ['0', '-1', 'year', '1.5']) expect(() => readConfig({ PORTICO_RETENTION_DAYS: wrong })).toThrow(ConfigError);
});

describe('the retention that nobody has set', () => {
  const fresh = serve({ content: 'nothing', config: { retentionDays: undefined } });
  const existing = serve({ config: { retentionDays: undefined } });

  test('is 400 days in a new installation, also once it has accounts', async () => {
    expect(await retentionDaysOf(fresh.db(), undefined)).toEqual({ days: 400, isNew: true });
    await insertFirstAdmin(fresh.db(), 'admin', RECORDED_AT, { onlyIfEmpty: true });
    expect(await retentionDaysOf(fresh.db(), undefined)).toEqual({ days: 400, isNew: false });
    expect(await retentionDaysOf(fresh.db(), 30)).toEqual({ days: 30, isNew: false });
    expect(await retentionDaysOf(fresh.db(), 'never')).toEqual({ days: 'never', isNew: false });
  });

  test('erases nothing after an update of an installation that has accounts', async () => {
    expect(await retentionDaysOf(existing.db(), undefined)).toEqual({ days: undefined, isNew: false });
    expect(await retentionDaysOf(existing.db(), undefined)).toEqual({ days: undefined, isNew: false });
  });

  test('admins of such an installation have an alert, and nobody else', async () => {
    const kinds = async (as: string) =>
      ((await existing.as(as).get('/api/attention')).body as { data: { kind: string }[] }).data.map(({ kind }) => kind);
    expect(await kinds('admin')).toContain('retention_unset');
    expect(await kinds('reseller1')).not.toContain('retention_unset');
    expect(JSON.stringify((await server.as('admin').get('/api/attention')).body)).not.toContain('retention_unset');
  });
});
