/** All numbers of a dashboard in one answer: they agree with the lists, totals and reports that return them one by one. */
import { describe, expect, test } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { dashboard, type Dashboard } from '../../src/contract/stats';
import { devices, hotspot_sms_counts, hotspots, session_histories, sessions, units, users } from '../../src/server/database/schema';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(RECORDED_AT.getTime() - milliseconds);

async function dashboardOf(as: string, query = ''): Promise<Dashboard> {
  const { status, body } = await server.as(as).get(`/api/stats/dashboard${query}`);
  expect(status).toBe(200);
  return dashboard.parse(body);
}

const totalAt = async (as: string, path: string) => ((await server.as(as).get(path)).body as { total: number }).total;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** An ended session of a guest at a hotspot. */
const visit = (hotspot_id: number, user_id: number, start: Date, end: Date) => ({
  hotspot_id,
  user_id,
  unit_id: 1,
  device_id: 1,
  session_id: 0,
  auth_time: start,
  start_time: start,
  update_time: end,
  stop_time: end,
  session_key: crypto.randomUUID(),
});

describe('the counts of the dashboard', () => {
  test.each(['admin', 'reseller1', 'customer11'])('match the totals of a %s', async (as) => {
    const numbers = await dashboardOf(as);
    for (const noun of ['units', 'devices', 'sessions'] as const) {
      expect(numbers[noun].total).toBe(await totalAt(as, `/api/stats/${noun}/total`));
    }
    expect(numbers.users.total).toBe(await totalAt(as, '/api/stats/users/total?state=current'));
    expect(numbers.online.at(-1)?.guests).toBe(await totalAt(as, '/api/stats/users/total?state=online'));
    if (as === 'customer11') {
      expect(numbers).toMatchObject({ accounts: null, hotspots: null, sms: null, busiest: [] });
    } else {
      expect(numbers.accounts?.total).toBe(await totalAt(as, '/api/stats/accounts/total'));
      expect(numbers.hotspots?.total).toBe(await totalAt(as, '/api/stats/hotspots/total'));
    }
  });

  test('are replaced by the counter for a desk', async () => {
    expect((await server.as('desk11').get('/api/stats/dashboard')).status).toBe(403);
  });

  test('are refused for an invalid zone', async () => {
    expect((await server.as('reseller1').get('/api/stats/dashboard?tz=Nowhere')).status).toBe(400);
  });
});

test('the last fourteen whole days match the report', async () => {
  const { sessions, users: guests } = await dashboardOf('reseller1');
  expect(sessions.days).toHaveLength(14);
  const { body } = await server.as('reseller1').get('/api/stats/reports/sessions/graph?from=2026-11-07&to=2026-11-20&count=present');
  const { labels, set0 } = body as { labels: string[]; set0: { labels: string[]; data: number[] } };
  expect(sessions.days).toEqual(labels.map((label) => set0.data[set0.labels.indexOf(label)] ?? 0));
  expect(sessions.week).toBe(sum(sessions.days.slice(7)));
  expect(sessions.week_before).toBe(sum(sessions.days.slice(0, 7)));
  expect(sum(guests.days)).toBeGreaterThan(0);
  for (const [day, number] of guests.days.entries()) expect(number).toBeLessThanOrEqual(sessions.days[day] ?? 0);
});

test("days follow the reader's time zone", async () => {
  const days = async () =>
    Promise.all(['UTC', 'Pacific/Auckland'].map(async (zone) => (await dashboardOf('customer23', `?tz=${zone}`)).sessions.days));
  const before = await days();
  await server
    .db()
    .insert(session_histories)
    // In Auckland it was already the 20th.
    .values(visit(6, 1, new Date('2026-11-19T12:30:00Z'), new Date('2026-11-19T12:40:00Z')));
  const added = (await days()).map((zone, index) => zone.map((number, day) => number - (before[index]?.[day] ?? 0)).join(''));
  expect(added).toEqual(['00000000000010', '00000000000001']);
});

test('totals have their number at the end of each day, and a week ago', async () => {
  const { units: before } = await dashboardOf('reseller2');
  const unit = (name: string, created: Date) => ({ hotspot_id: 6, name, created, mac_address: name, uuid: name });
  const created = await server
    .db()
    .insert(units)
    .values([unit('three-days', ago(3 * DAY)), unit('ten-days', ago(10 * DAY)), unit('month', ago(30 * DAY))])
    .returning();
  const { units: after } = await dashboardOf('reseller2');
  const added = after.days.map((number, day) => number - (before.days[day] ?? 0));
  expect(after.total).toBe(before.total + 3);
  // The first day is the 7th; ten days ago was the 11th, three days ago the 18th.
  expect(added).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3]);
  expect([after.week, after.week_before]).toEqual([before.total + 3, before.week_before + 2]);
  await server
    .db()
    .delete(units)
    .where(
      inArray(
        units.id,
        created.map(({ id }) => id),
      ),
    );
});

test('guests online are counted for each of the last full hours and now', async () => {
  const before = await dashboardOf('customer23');
  await server
    .db()
    .insert(session_histories)
    .values([
      visit(6, 901, new Date('2026-11-20T09:50:00Z'), new Date('2026-11-20T11:10:00Z')),
      // The same guest on another device, and a session between two full hours.
      visit(6, 901, new Date('2026-11-20T10:50:00Z'), new Date('2026-11-20T11:05:00Z')),
      visit(6, 902, new Date('2026-11-20T12:10:00Z'), new Date('2026-11-20T12:50:00Z')),
    ]);
  const after = await dashboardOf('customer23');
  expect(after.online).toHaveLength(25);
  expect(after.online[0]?.at).toBe('2026-11-20T02:00:00Z');
  expect(after.online.at(-1)?.at).toBe('2026-11-21T01:46:03Z');
  const added = after.online.flatMap(({ at, guests }, index) => (guests === before.online[index]?.guests ? [] : [at]));
  expect(added).toEqual(['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z']);
  for (const at of added) {
    const find = (numbers: Dashboard) => numbers.online.find((one) => one.at === at)?.guests ?? 0;
    expect(find(after)).toBe(find(before) + 1);
  }
});

test('the busiest hotspots of today come first, with each guest counted once', async () => {
  const later = (minutes: number) => new Date(Date.parse('2026-11-21T00:00:00Z') + minutes * 60_000);
  const many = Array.from({ length: 30 }, (_, index) => visit(3, 1000 + index, later(index), later(index + 5)));
  const again = Array.from({ length: 40 }, () => visit(1, 1000, later(1), later(2)));
  const yesterday = Array.from({ length: 50 }, (_, index) => visit(2, 1000 + index, later(-90), later(-80)));
  const before = (await dashboardOf('reseller1')).busiest;
  await server
    .db()
    .insert(session_histories)
    .values([...many, ...again, ...yesterday]);
  const { busiest } = await dashboardOf('reseller1');
  const guestsAt = (rows: Dashboard['busiest'], id: number) => rows.find(({ hotspot_id }) => hotspot_id === id)?.guests ?? 0;
  expect(busiest[0]).toMatchObject({ hotspot_id: 3, guests: guestsAt(before, 3) + 30 });
  expect(guestsAt(busiest, 1)).toBe(guestsAt(before, 1) + 1);
  expect(guestsAt(busiest, 2)).toBe(guestsAt(before, 2));
  for (const { hotspot_id } of busiest) expect([1, 2, 3]).toContain(hotspot_id);
});

test('the newest guests are the first of the list of valid ones, without devices', async () => {
  const { newest } = await dashboardOf('reseller1');
  const { body } = await server.as('reseller1').get('/api/users?state=current&sort=created&order=desc&limit=50');
  const { data } = body as { data: { id: number; name: string; account_type: string; hotspot_id: number }[] };
  const guests = data.filter(({ account_type }) => account_type !== 'mac').slice(0, 5);
  expect(newest).toHaveLength(5);
  expect(newest).toMatchObject(guests.map(({ id, name, hotspot_id }) => ({ id, guest_name: name, hotspot_id })));
  expect((await dashboardOf('customer11')).newest.every(({ hotspot_id }) => hotspot_id === 1)).toBe(true);
});

test('SMS include the pack of a reseller and what was sent on each day and in thirty days', async () => {
  const before = await dashboardOf('reseller1');
  await server
    .db()
    .insert(hotspot_sms_counts)
    .values([1, 2, 9, 20, 40].map((days) => ({ hotspot_id: 1, number: '+393330000000', sent: ago(days * DAY) })));
  const after = await dashboardOf('reseller1');
  expect(after.sms?.pack).toMatchObject({ sms_count: 2000, sms_max_count: 2000 });
  expect((after.sms?.lately ?? 0) - (before.sms?.lately ?? 0)).toBe(4);
  expect(sum(after.sms?.sent.days ?? []) - sum(before.sms?.sent.days ?? [])).toBe(3);
  expect((await dashboardOf('admin')).sms?.pack).toBeNull();
});

test('an empty installation has zeros instead of gaps', async () => {
  for (const table of [devices, users]) await server.db().delete(table).where(eq(table.hotspot_id, 5));
  const { devices: none, online, newest } = await dashboardOf('customer22');
  expect(none).toEqual({ total: 0, days: Array.from({ length: 14 }, () => 0), week: 0, week_before: 0 });
  expect(online).toHaveLength(25);
  expect(newest).toEqual([]);
});

test('a customer’s yesterday is compared with the median of the same weekday in eight weeks, and no other tenant’s guests count', async () => {
  const sessionsOn = (hotspot: number, weeks: number, guests: number) =>
    Array.from({ length: guests }, (_, index) =>
      visit(hotspot, 5000 + index, ago(DAY + 7 * weeks * DAY), ago(DAY + 7 * weeks * DAY - HOUR)),
    );
  await server
    .db()
    .update(hotspots)
    .set({ created: ago(100 * DAY) })
    .where(eq(hotspots.id, 6));
  for (const table of [session_histories, sessions]) await server.db().delete(table).where(eq(table.hotspot_id, 6));
  expect((await dashboardOf('customer23')).yesterday).toEqual({ guests: 0, weekday: 5, usual: 0 });
  const rows = [...sessionsOn(6, 0, 4), ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => sessionsOn(6, weeks, weeks < 6 ? 3 : 9))];
  await server
    .db()
    .insert(session_histories)
    .values([...rows, ...sessionsOn(1, 0, 30)]);
  expect((await dashboardOf('customer23')).yesterday).toEqual({ guests: 4, weekday: 5, usual: 3 });
  expect((await dashboardOf('reseller2')).yesterday).toBeNull();

  await server
    .db()
    .update(hotspots)
    .set({ created: ago(20 * DAY) })
    .where(eq(hotspots.id, 6));
  expect((await dashboardOf('customer23')).yesterday).toMatchObject({ guests: 4, usual: null });
});
