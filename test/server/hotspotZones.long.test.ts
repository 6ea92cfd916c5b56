/** Days begin and end in the hotspot's zone, whatever the zones of server and browser, also across clock changes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shift } from '../../src/contract/batches';
import { expiredGuests, guestDetails, listedGuest } from '../../src/contract/guests';
import { report } from '../../src/contract/reports';
import { dashboard } from '../../src/contract/stats';
import { vouchersCreated } from '../../src/contract/vouchers';
import { hotspot_preferences, hotspot_vouchers, session_histories, sessions, users } from '../../src/server/database/schema';
import type { Mail } from '../../src/server/messages/mailer';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { guestWithVoucher } from '../support/radius/radius';
import { serve, signedIn } from '../support/server/server';
import { insertEndedSession } from '../factories/rows';

const sent: Mail[] = [];
const server = serve({
  config: { zone: 'Europe/Rome' },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      sent.push(mail);
      return 'sent';
    },
  },
});

const HOTSPOT = 1;
const setZone = async (hotspot_id: number, value: string | null) => {
  await server.db().delete(hotspot_preferences).where(eq(hotspot_preferences.key, 'time_zone'));
  if (value !== null) await server.db().insert(hotspot_preferences).values({ hotspot_id, key: 'time_zone', value });
};
const setPreference = async (hotspot_id: number, key: string, value: string) => {
  await server
    .db()
    .delete(hotspot_preferences)
    .where(and(eq(hotspot_preferences.hotspot_id, hotspot_id), eq(hotspot_preferences.key, key)));
  await server.db().insert(hotspot_preferences).values({ hotspot_id, key, value });
};
const zoneFor = async (as: string, hotspot = 0) => (await server.as(as).get(`/api/hotspots/zone?hotspot=${hotspot}`)).body;

beforeEach(() => {
  server.clock.now = RECORDED_AT;
});

/** A running session of a guest. */
const running = {
  hotspot_id: HOTSPOT,
  unit_id: 1,
  device_id: 1,
  auth_time: RECORDED_AT,
  start_time: RECORDED_AT,
  update_time: RECORDED_AT,
};

describe('the zone of a hotspot', () => {
  test("is that of its preferences, otherwise the server's, and so for all hotspots unless they have several", async () => {
    await setZone(HOTSPOT, null);
    expect(await zoneFor('customer11')).toEqual({ zone: 'Europe/Rome', server: 'Europe/Rome' });
    await setZone(HOTSPOT, 'America/New_York');
    expect(await zoneFor('customer11')).toEqual({ zone: 'America/New_York', server: 'Europe/Rome' });
    expect(await zoneFor('reseller1', HOTSPOT)).toEqual({ zone: 'America/New_York', server: 'Europe/Rome' });
    expect(await zoneFor('reseller1', 2)).toEqual({ zone: 'Europe/Rome', server: 'Europe/Rome' });
    expect(await zoneFor('reseller1')).toEqual({ zone: 'Europe/Rome', server: 'Europe/Rome' });
  });

  test('is not shown to other tenants, to whom the hotspot looks like a missing one', async () => {
    await setZone(HOTSPOT, 'America/New_York');
    expect(await zoneFor('reseller2', HOTSPOT)).toEqual(await zoneFor('reseller2', 999_999));
    // A customer's choice is ignored: the answer is about their own hotspot.
    expect(await zoneFor('customer22', HOTSPOT)).toEqual({ zone: 'Europe/Rome', server: 'Europe/Rome' });
    expect((await server.withToken().get(`/api/hotspots/zone?hotspot=${HOTSPOT}`)).status).toBe(401);
  });
});

const NEW = { hotspot_id: HOTSPOT, remain_use: 1, time: 'expiration', expiration: 1, duration: 0 };

test.each([
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59Z'],
  ['Europe/Rome', '2026-10-25', '2026-10-25T22:59:59Z'],
  ['Europe/Rome', '2027-03-28', '2027-03-28T21:59:59Z'],
  ['Asia/Kolkata', '2026-11-30', '2026-11-30T18:29:59Z'],
])('a voucher with a last day ends with that day in %s, and its e-mail says so', async (zone, last_day, end) => {
  server.clock.now = new Date('2026-10-20T12:00:00Z');
  await setZone(HOTSPOT, zone);
  const reseller = server.as('reseller1');
  const { body } = await reseller.post('/api/vouchers', { ...NEW, last_day, tz: 'hotspot' });
  const [created] = vouchersCreated.parse(body).vouchers;
  expect(created?.expires).toBe(end);
  sent.length = 0;
  const mail = { to: 'guest@example.com', language: 'en', tz: 'hotspot' };
  expect((await reseller.post(`/api/vouchers/voucher/${created?.id ?? 0}/mail`, mail)).status).toBe(200);
  const day = new Date(`${last_day}T00:00:00Z`).toLocaleDateString('en', { timeZone: 'UTC', dateStyle: 'long' });
  expect(sent[0]?.text).toContain(`Valid until ${day} at 11:59`);
});

test("a file's departures end with their day at the hotspot, and one of today is accepted while it is today there", async () => {
  await setZone(HOTSPOT, 'Pacific/Pago_Pago');
  // 02:00 on the 21st in Rome is 14:00 on the 20th in Pago Pago.
  server.clock.now = new Date('2026-11-21T01:00:00Z');
  const row = { name: 'Ada', email: '', room: '', days: '', from: '', until: '2026-11-20' };
  const body = { hotspot_id: HOTSPOT, name: 'file', rows: [row], duration: 7, tz: 'hotspot' };
  expect((await server.as('reseller1').post('/api/voucher_batches', body)).status).toBe(201);
  const [created] = await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.user_name, 'Ada'));
  expect(created?.expires?.toISOString()).toBe('2026-11-21T10:59:59.000Z');
  const inRome = { ...body, rows: [{ ...row, name: 'Bea' }], tz: 'Europe/Rome' };
  expect((await server.as('reseller1').post('/api/voucher_batches', inRome)).status).toBe(400);
});

test("the counter's day is the hotspot's, also where that day has 25 hours", async () => {
  await setZone(HOTSPOT, 'America/New_York');
  const reseller = server.as('reseller1');
  const createdOn = async (day: string) =>
    shift.parse((await reseller.get(`/api/vouchers/shift/${HOTSPOT}?day=${day}&tz=hotspot`)).body).vouchers;
  const before = [await createdOn('2026-10-31'), await createdOn('2026-11-01'), await createdOn('2026-11-02')];
  for (const at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']) {
    server.clock.now = new Date(at);
    expect((await reseller.post('/api/vouchers', { ...NEW, time: 'duration', duration: 1 })).status).toBe(201);
  }
  expect([await createdOn('2026-10-31'), await createdOn('2026-11-01'), await createdOn('2026-11-02')]).toEqual(
    before.map((n, at) => n + ([1, 2, 1][at] ?? 0)),
  );
});

describe('the use of today', () => {
  test('begins at midnight at their own hotspot, in the list and on their page', async () => {
    await setZone(HOTSPOT, 'Asia/Kolkata');
    const db = server.db();
    // 21 November 01:46 in London is 07:16 in Kolkata, where the day began at 18:30 of the 20th, and 02:46 in Rome, where it began at 23:00.
    const [own, other] = [HOTSPOT, 2];
    for (const hotspot_id of [own, other]) {
      const id = await guestWithVoucher(
        db,
        { hotspot_id, code: `used${hotspot_id}`, created: RECORDED_AT },
        { valid_until: new Date('2027-01-01') },
      );
      const visit = { hotspot_id, user_id: id, unit_id: 1, device_id: 1, session_id: 0, session_key: crypto.randomUUID() };
      const times = { auth_time: new Date('2026-11-20T20:00:00Z'), start_time: new Date('2026-11-20T20:00:00Z') };
      const ends = { update_time: new Date('2026-11-20T21:00:00Z'), stop_time: new Date('2026-11-20T21:00:00Z') };
      await insertEndedSession(db, { ...visit, ...times, ...ends, duration: 3600, bytes_up: 10, bytes_down: 90 });
    }
    const page = z.object({ data: z.array(listedGuest) });
    const { data } = page.parse((await server.as('reseller1').get('/api/users?q=used&used=true&tz=hotspot')).body);
    const mine = data
      .filter(({ username }) => /^USED\d$/.test(username))
      .map(({ hotspot_id, used_today_time, zone }) => ({ hotspot_id, used_today_time, zone }));
    expect(mine).toHaveLength(2);
    expect(mine).toEqual(
      expect.arrayContaining([
        { hotspot_id: own, used_today_time: 3600, zone: 'Asia/Kolkata' },
        { hotspot_id: other, used_today_time: 0, zone: 'Europe/Rome' },
      ]),
    );
    for (const { id, hotspot_id } of data.filter(({ username }) => /^USED\d$/.test(username))) {
      const details = guestDetails.parse((await server.as('reseller1').get(`/api/users/${id}?tz=hotspot`)).body);
      expect(details.used_today_traffic).toBe(hotspot_id === own ? 100 : 0);
    }
  });
});

describe('a guest who has not used their voucher yet', () => {
  test('is current in lists, totals and search, not expired, until the end that its use begins', async () => {
    const db = server.db();
    const reseller = server.as('reseller1');
    const total = async (path: string) => z.object({ total: z.number() }).parse((await reseller.get(path)).body).total;
    const before = [await total('/api/users?state=current&limit=1'), await total('/api/users_expired?state=over&limit=1')];
    const id = await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: 'waiting1', created: RECORDED_AT }, { name: 'Wanda Waiting' });
    expect([await total('/api/users?state=current&limit=1'), await total('/api/users_expired?state=over&limit=1')]).toEqual([
      (before[0] ?? 0) + 1,
      before[1],
    ]);
    expect(await total('/api/stats/users/total?state=current')).toBe(await total('/api/users?state=current&limit=1'));
    const page = z.object({ data: z.array(listedGuest) });
    const { data } = page.parse((await reseller.get('/api/users?state=current&q=wanda&used=true&tz=hotspot')).body);
    expect(data).toMatchObject([{ id, unused: true, valid_until: null }]);
    const merged = expiredGuests.parse((await reseller.get('/api/users_expired?state=all&q=wanda&used=true&tz=hotspot')).body);
    expect(merged.data_users).toMatchObject([{ id, unused: true }]);
    expect(JSON.stringify((await reseller.get('/api/find?q=wanda')).body)).not.toContain('"expired"');
    // The existing console still gets the guest among the expired ones, as from existing back ends.
    expect(JSON.stringify((await reseller.get('/api/users_expired?q=wanda')).body)).toContain('Wanda');
    await db
      .update(users)
      .set({ valid_until: new Date('2026-11-20T00:00:00Z') })
      .where(eq(users.id, id));
    expect([await total('/api/users?state=current&limit=1'), await total('/api/users_expired?state=over&limit=1')]).toEqual([
      before[0],
      (before[1] ?? 0) + 1,
    ]);
    expect(JSON.stringify((await reseller.get('/api/find?q=wanda')).body)).toContain('"expired":true');
  });
});

test('a guest deleted during a session no longer counts as online, on the dashboard as in the lists', async () => {
  const db = server.db();
  const reseller = server.as('reseller1');
  const counts = async () => {
    const total = async (path: string) => z.object({ total: z.number() }).parse((await reseller.get(path)).body).total;
    const dashboard = z
      .object({ online: z.array(z.object({ guests: z.number() })) })
      .parse((await reseller.get('/api/stats/dashboard?tz=hotspot')).body);
    const withHealth = z.object({ data: z.array(z.object({ board: z.object({ guests_online: z.number() }) })) });
    const hotspots = withHealth.parse((await reseller.get('/api/hotspots?board=true')).body).data;
    return {
      list: await total('/api/users?state=online&limit=1'),
      total: await total('/api/stats/users/total?state=online'),
      dashboard: dashboard.online.at(-1)?.guests,
      hotspots: hotspots.reduce((sum, { board: health }) => sum + health.guests_online, 0),
    };
  };
  const before = await counts();
  expect(new Set(Object.values(before)).size).toBe(1);
  const id = await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: 'online1', created: RECORDED_AT });
  // A guest on two devices, and sessions of somebody who has been erased.
  await db
    .insert(sessions)
    .values([1, 2, 3].map((nth) => ({ ...running, user_id: nth === 3 ? 987_654 : id, session_key: `online ${nth}` })));
  expect(Object.values(await counts())).toEqual(Object.values(before).map((n) => (n ?? 0) + 1));
});

/** Signs in at the current time of the clock, which moves by months here. */
const now = (username: string) => signedIn(server.url(), username);

/** An ended session of a guest. */
const endedSession = (user_id: number, start: string, end: string) => ({
  hotspot_id: HOTSPOT,
  unit_id: 1,
  device_id: 1,
  session_id: 0,
  session_key: crypto.randomUUID(),
  user_id,
  auth_time: new Date(start),
  start_time: new Date(start),
  update_time: new Date(end),
  stop_time: new Date(end),
  bytes_down: 1000,
});

/** Bug reports about other programs that count guests by hour and day, replayed here. */
describe('reports about other programs', () => {
  const ZONE = 'America/Detroit';
  const graph = async (as: string, type: string, query: string) => {
    const answer = await (await now(as)).get(`/api/stats/reports/${type}/graph?hotspot=${HOTSPOT}&tz=hotspot&count=present${query}`);
    return report.parse(answer.body);
  };
  const at = (moment: string) => (server.clock.now = new Date(moment));
  beforeEach(async () => {
    await server.db().delete(session_histories);
    await server.db().delete(sessions);
    await setZone(HOTSPOT, ZONE);
  });

  test('matomo 9949, 15754: no hour is lost on the day on which clocks change but the one that does not exist', async () => {
    // One session in each hour of 14 March 2027 in Detroit.
    const first = Date.parse('2027-03-14T05:30:00Z');
    const hours = Array.from({ length: 23 }, (_, nth) => new Date(first + nth * 3_600_000).toISOString());
    await server
      .db()
      .insert(session_histories)
      .values(hours.map((start, nth) => endedSession(nth + 1, start, new Date(Date.parse(start) + 60_000).toISOString())));
    at('2027-03-15T16:00:00Z');
    const { labels, set0 } = await graph('reseller1', 'current', '');
    const each = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).filter((hour) => hour !== '02');
    expect([labels, set0?.data]).toEqual([each, each.map(() => 1)]);
    // In autumn nobody is counted twice: the repeated hour is a single one, with the guests of both.
    await server.db().delete(session_histories);
    await server
      .db()
      .insert(session_histories)
      .values([
        endedSession(1, '2026-11-01T05:30:00Z', '2026-11-01T05:40:00Z'),
        endedSession(2, '2026-11-01T06:30:00Z', '2026-11-01T06:40:00Z'),
      ]);
    at('2026-11-02T16:00:00Z');
    const autumn = await graph('reseller1', 'current', '');
    expect([autumn.labels?.length, autumn.set0?.data?.[1], autumn.set0?.data?.[2]]).toEqual([24, 2, 0]);
  });

  test('kumatrk 5: a report of a single day has its last evening', async () => {
    await server
      .db()
      .insert(session_histories)
      .values([
        endedSession(1, '2026-09-07T04:00:00Z', '2026-09-07T04:10:00Z'),
        endedSession(2, '2026-09-08T03:59:59Z', '2026-09-08T04:10:00Z'),
        endedSession(3, '2026-09-08T04:00:00Z', '2026-09-08T04:10:00Z'),
      ]);
    at('2026-09-10T12:00:00Z');
    expect((await graph('reseller1', 'sessions', '&from=2026-09-07&to=2026-09-07')).set0?.data).toEqual([2]);
    expect((await graph('reseller1', 'sessions', '&from=2026-09-08&to=2026-09-08')).set0?.data).toEqual([1]);
  });

  test('pirsch 299: somebody who stays stays counted in the hours before', async () => {
    await server
      .db()
      .insert(session_histories)
      .values([endedSession(1, '2026-09-07T17:45:00Z', '2026-09-07T19:05:00Z')]);
    at('2026-09-08T12:00:00Z');
    const { labels, set0 } = await graph('reseller1', 'current', '');
    const there = labels?.filter((_, nth) => set0?.data?.[nth] === 1);
    expect(there).toEqual(['13', '14', '15']);
  });

  test('insight 2686: two readers see the same numbers of the same day, and the day is that of the place', async () => {
    await server
      .db()
      .insert(session_histories)
      .values([endedSession(1, '2026-09-08T02:00:00Z', '2026-09-08T02:10:00Z')]);
    at('2026-09-08T12:00:00Z');
    for (const reader of ['reseller1', 'customer11', 'admin']) {
      expect((await graph(reader, 'sessions', '&from=2026-09-07&to=2026-09-07')).set0?.data).toEqual([1]);
    }
  });

  test('jumpserver 2939: the number online on the dashboard is the length of the list behind it', async () => {
    const id = await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code: 'jump1', created: RECORDED_AT });
    // A session of an erased guest that broke off months ago and was never closed.
    const old = {
      ...running,
      auth_time: new Date('2026-05-01T00:00:00Z'),
      start_time: new Date('2026-05-01T00:00:00Z'),
      update_time: new Date('2026-05-01T00:00:00Z'),
    };
    await server
      .db()
      .insert(sessions)
      .values([
        { ...running, user_id: id, session_key: 'jump' },
        { ...old, user_id: 987_655, session_key: 'broken off' },
      ]);
    const stats = dashboard.parse((await (await now('reseller1')).get('/api/stats/dashboard?tz=hotspot')).body);
    const list = z
      .object({ data: z.array(listedGuest), total: z.number() })
      .parse((await (await now('reseller1')).get('/api/users?state=online')).body);
    expect([stats.online.at(-1)?.guests, list.total, list.data.map(({ id: listed }) => listed)]).toEqual([1, 1, [id]]);
  });

  test('emfcamp 981, qwcrm 1480: a voucher ends at the end of its last day, not at the beginning', async () => {
    at('2026-09-07T12:00:00Z');
    const { body } = await (await now('reseller1')).post('/api/vouchers', { ...NEW, last_day: '2026-09-09', tz: 'hotspot' });
    expect(vouchersCreated.parse(body).vouchers[0]?.expires).toBe('2026-09-10T03:59:59Z');
  });
});

describe('the most guests online in 24 hours', () => {
  test('is the most at any moment, and stays when the hour changes', async () => {
    await server.db().delete(session_histories);
    await server.db().delete(sessions);
    await server
      .db()
      .insert(session_histories)
      .values([
        // Three guests between two full hours, one of them on two devices. A guest who leaves at the moment when another comes doesn't
        // count together with them.
        endedSession(1, '2026-09-07T10:10:00Z', '2026-09-07T10:40:00Z'),
        endedSession(1, '2026-09-07T10:15:00Z', '2026-09-07T10:45:00Z'),
        endedSession(2, '2026-09-07T10:20:00Z', '2026-09-07T10:50:00Z'),
        endedSession(3, '2026-09-07T10:30:00Z', '2026-09-07T10:35:00Z'),
        endedSession(4, '2026-09-07T10:50:00Z', '2026-09-07T11:30:00Z'),
      ]);
    for (const moment of ['2026-09-07T11:20:00Z', '2026-09-07T11:59:59Z', '2026-09-07T12:00:00Z', '2026-09-08T10:29:59Z']) {
      server.clock.now = new Date(moment);
      const { most_online } = dashboard.parse((await (await now('reseller1')).get('/api/stats/dashboard?tz=hotspot')).body);
      expect([moment, most_online]).toEqual([moment, { at: '2026-09-07T10:30:00Z', guests: 3 }]);
    }
    server.clock.now = new Date('2026-09-08T10:35:00Z');
    expect(dashboard.parse((await (await now('reseller1')).get('/api/stats/dashboard?tz=hotspot')).body).most_online?.guests).toBe(2);
  });

  test('is nobody where nobody was', async () => {
    server.clock.now = new Date('2020-01-01T00:00:00Z');
    expect(dashboard.parse((await (await now('reseller2')).get('/api/stats/dashboard?tz=hotspot')).body).most_online).toBeNull();
  });
});

test('a hotspot of 12,000 vouchers and one of none have the same numbers in list, summary, batches and state', async () => {
  const [many, none] = [2, 3];
  const db = server.db();
  await db.delete(hotspot_vouchers);
  await setZone(many, 'Asia/Kolkata');
  // The last second of 20 November there and the first of the 21st.
  const [before, after] = ['2026-11-20T18:29:59Z', '2026-11-20T18:30:00Z'];
  await db.execute(sql`insert into hotspot_vouchers (hotspot_id, code, created, auto_login, duration, remain_use, type, printed, preset)
    select ${many}, 'many' || n, case when n <= 5000 then ${before}::timestamptz else ${after}::timestamptz end, true, 1, 1, 'normal', n % 2 = 0, 'One day'
    from generate_series(1, 12000) n`);
  await setPreference(many, 'voucher_login', 'true');
  await setPreference(none, 'voucher_login', 'true');
  const reseller = server.as('reseller1');
  const summary = async (hotspot: number, day: string) =>
    shift.parse((await reseller.get(`/api/vouchers/shift/${hotspot}?day=${day}&tz=hotspot`)).body);
  const total = async (hotspot: number) => Number((await reseller.get(`/api/vouchers/${hotspot}?limit=1`)).headers.get('X-Total-Count'));
  const withHealth = z.object({ data: z.array(z.object({ id: z.number(), board: z.object({ vouchers_left: z.number().nullable() }) })) });
  const { data } = withHealth.parse((await reseller.get('/api/hotspots?board=true')).body);
  const leftAt = (hotspot: number) => data.find(({ id }) => id === hotspot)?.board.vouchers_left;
  expect([await total(many), leftAt(many), await total(none), leftAt(none)]).toEqual([12_000, 12_000, 0, 0]);
  expect(await summary(many, '2026-11-20')).toMatchObject({
    vouchers: 5000,
    printed: 2500,
    presets: [{ preset: 'One day', vouchers: 5000 }],
  });
  expect(await summary(many, '2026-11-21')).toMatchObject({ vouchers: 7000, printed: 3500 });
  expect(await summary(none, '2026-11-21')).toMatchObject({ vouchers: 0, printed: 0, replaced: 0, mailed: 0, extended: 0, presets: [] });
});
