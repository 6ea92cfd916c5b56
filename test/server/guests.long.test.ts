import { describe, expect, test } from '@jest/globals';
import { and, eq, lt, inArray } from 'drizzle-orm';
import Papa from 'papaparse';
import { expiredGuests, guest, guestsCsv, archivedGuestDetails } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import {
  session_histories,
  devices,
  hotspot_sms_counts,
  hotspot_vouchers,
  sessions,
  user_histories,
  users,
} from '../../src/server/database/schema';
import { fixture, RECORDED_AT } from '../support/backEnd/recordings';
import { insertSession, insertEndedSession } from '../factories/rows';
import { server, created, archived, SESSION, used, changesNothing, list, ICU, inDays, read } from './guestsTests';
import { z } from 'zod';
import { history } from '../../src/contract/sessions';

describe('listing guests', () => {
  test('searches username, name, e-mail, account type and the four limits, and nothing else', async () => {
    const id = await created({
      name: 'Zoltan Quux',
      username: 'zq-user',
      email: 'quux@mail.test',
      account_type: 'whatsapp',
      country: 'HU',
      kbps_down: 77001,
      kbps_up: 77002,
      max_navigation_traffic: 7700300770,
      max_navigation_time: 77004,
    });
    for (const q of ['tan QUU', 'ZQ-us', 'ux@mail', '77001', '77002', '7700300770', '77004']) {
      expect((await list(`q=${encodeURIComponent(q)}`)).data.map((row) => row.id)).toEqual([id]);
    }
    expect((await list('q=whatsa')).data.map((row) => row.id)).toContain(id);
    for (const q of ['HU', 'quux yy', 'zq-user\u001eZoltan']) {
      expect((await list(`q=${encodeURIComponent(q)}`)).data.map((row) => row.id)).not.toContain(id);
    }
    expect((await server.as('reseller1').get('/api/users?q=%1F')).status).toBe(400);
  });

  test('sorts as requested, stably for equal keys, and reports the order', async () => {
    for (const sort of ['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created'] as const) {
      const up = await server.as('reseller1').get(`/api/users?sort=${sort}&order=asc`);
      const down = await server.as('reseller1').get(`/api/users?sort=${sort}&order=desc`);
      expect([up.headers.get('X-Sort'), up.headers.get('X-Order'), down.headers.get('X-Order')]).toEqual([sort, 'asc', 'desc']);
      const rows = pageOf(guest).parse(up.body).data;
      expect(
        pageOf(guest)
          .parse(down.body)
          .data.map((row) => row.id),
      ).toEqual(rows.map((row) => row.id).reverse());
      const keys = rows.map((row) => row[sort]);
      expect(keys).toEqual([...keys].sort((a, b) => (sort === 'id' ? Number(a) - Number(b) : ICU.compare(String(a), String(b)))));
    }
    expect((await server.as('reseller1').get('/api/users?sort=marketing_auth')).status).toBe(400);
  });

  test("includes today's usage for a given zone, with the day's part of a session across midnight", async () => {
    const username = `today-${crypto.randomUUID()}`;
    const id = await created({ username, name: username });
    // It is 01:46 in London and 02:46 in Rome, where the day started at 23:00 UTC.
    const ended = { ...SESSION, session_id: 1, user_id: id, username, bytes_up: 0, duration: 3600 };
    await server
      .db()
      .insert(session_histories)
      .values([
        // Yesterday in both zones.
        {
          ...ended,
          session_key: `a-${username}`,
          bytes_down: 1000,
          start_time: new Date('2026-11-20T20:00:00Z'),
          stop_time: new Date('2026-11-20T21:00:00Z'),
        },
        // Half of this session is after midnight in Rome, all of it before midnight in London.
        {
          ...ended,
          session_key: `b-${username}`,
          bytes_up: 100,
          bytes_down: 200,
          start_time: new Date('2026-11-20T22:30:00Z'),
          stop_time: new Date('2026-11-20T23:30:00Z'),
        },
      ]);
    await insertSession(server.db(), {
      ...SESSION,
      user_id: id,
      username,
      session_key: `c-${username}`,
      bytes_up: 0,
      bytes_down: 7,
      duration: 60,
      start_time: new Date('2026-11-21T01:00:00Z'),
      update_time: new Date('2026-11-21T01:01:00Z'),
    });
    const answered = async (path: string) => (await server.as('reseller1').get(`/api/${path}`)).body;
    const inAll = { max_navigation_traffic_limit: 1307, max_navigation_time_limit: 7260 };
    const inRome = { ...inAll, used_today_traffic: 157, used_today_time: 1860 };
    expect(await answered(`users?q=${username}&used=true&tz=Europe/Rome`)).toMatchObject({ data: [{ id, ...inRome }] });
    expect(await answered(`users/${id}?tz=Europe/Rome`)).toMatchObject(inRome);
    expect(await answered(`users/${id}?tz=Europe/London`)).toMatchObject({ ...inAll, used_today_traffic: 7, used_today_time: 60 });
    expect(JSON.stringify(await answered(`users/${id}`))).not.toContain('used_today');
    expect(await answered(`users/${id}?tz=Nowhere`)).toMatchObject({ code: 'malformed' });
  });

  test('returns both sets complete with state=all, and valid guests among the first', async () => {
    await archived({ name: 'Archive C' });
    const answered = async (query: string) => expiredGuests.parse((await server.as('reseller1').get(`/api/users_expired${query}`)).body);
    const [all, expired] = [await answered('?state=all'), await answered('')];
    const { total: valid } = (await server.as('reseller1').get('/api/users')).body as { total: number };
    expect(valid).toBeGreaterThan(0);
    expect(all.total).toBe(expired.total + valid);
    expect(all.data_user_histories).toEqual(expired.data_user_histories);
    expect((await server.as('reseller1').get('/api/users_expired?state=perhaps')).status).toBe(400);
  });

  test('exports expired guests with csv=true, present ones first, then archived ones', async () => {
    const all = expiredGuests.parse((await server.as('reseller1').get('/api/users_expired')).body);
    const { status, body } = await server.as('reseller1').get('/api/users_expired?csv=true');
    expect(status).toBe(200);
    const file = guestsCsv.parse(body);
    const rows = Papa.parse<Record<string, string>>(file.data.trim(), { header: true }).data;
    expect(file.total).toBe(all.total);
    expect(rows.map(({ Id, Username }) => [Number(Id), Username])).toEqual(
      [...all.data_users, ...all.data_user_histories].map(({ id, username }) => [id, username]),
    );
    expect(rows[0]).not.toHaveProperty('Password');
  });

  test('includes usage only on request, and only of the own hotspot', async () => {
    const username = `used-${crypto.randomUUID()}`;
    const id = await created({ username, name: username });
    await used(id, username);
    // A session of another hotspot with the same user id belongs to somebody else.
    await insertEndedSession(server.db(), {
      ...SESSION,
      hotspot_id: 4,
      session_id: 2,
      user_id: id,
      username: 'elsewhere',
      session_key: 'elsewhere',
    });
    const answered = async (path: string) => (await server.as('reseller1').get(`/api/${path}`)).body;
    expect(await answered(`users?q=${username}&used=true`)).toMatchObject({
      data: [{ id, max_navigation_traffic_limit: 220, max_navigation_time_limit: 120 }],
    });
    expect(JSON.stringify(await answered(`users?q=${username}`))).not.toContain('_limit');
    expect(JSON.stringify(await answered(`users?q=${username}&used=perhaps`))).toContain('fields');

    const gone = `gone-${crypto.randomUUID()}`;
    const formerId = 6001;
    await archived({ username: gone, name: gone, user_id: formerId });
    await used(formerId, gone);
    expect(await answered(`users_expired?q=${gone}&used=true`)).toMatchObject({
      data_user_histories: [{ user_id: formerId, max_navigation_traffic_limit: 220, max_navigation_time_limit: 120 }],
    });
  });

  test('returns the same ETag with and without today’s usage', async () => {
    const id = await created({ username: `tag-${crypto.randomUUID()}` });
    const { headers } = await server.as('reseller1').get(`/api/users/${id}?tz=Europe/Rome`);
    const answer = await server.as('reseller1').put(`/api/users/${id}`, { name: 'Ada' }, { 'If-Match': headers.get('etag') ?? '' });
    expect(headers.get('etag')).not.toBeNull();
    expect(answer.status).toBe(200);
  });

  test('exports a file without formulas and passwords, with telephone numbers intact', async () => {
    const names = ['=1+1', '+1+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1+1', '－2+3', '＠SUM(A1)', 'Plain, "quoted"'];
    for (const name of names) await created({ name, username: `csv-${crypto.randomUUID()}` });
    await created({ name: 'Phone', username: '+393331234567', account_type: 'sms' });
    const { body } = await server.as('reseller1').get('/api/users?csv=true&hotspot=1');
    const { data, total } = z.object({ data: z.string(), total: z.number() }).parse(body);
    expect(data.split('\n')[0]).not.toMatch(/pass/i);
    const { data: rows } = Papa.parse<Record<string, string>>(data.trimEnd(), { header: true });
    expect(rows).toHaveLength(total);
    expect(rows.flatMap(Object.values).filter((cell: string) => /^[=＝@＠\t\r]|^[+＋\-－](?!\d+$)/.test(cell))).toEqual([]);
    expect(rows.map((row) => row.Name)).toEqual(
      expect.arrayContaining([
        "'=1+1",
        "'+1+cmd|calc",
        "'-2+3",
        "'@SUM(A1)",
        "'＝1+1",
        "'＋1+1",
        "'－2+3",
        "'＠SUM(A1)",
        'Plain, "quoted"',
      ]),
    );
    expect(rows.map((row) => row.Username)).toContain('+393331234567');
    expect(rows.map((row) => row.HotspotId)).toEqual(rows.map(() => '1'));
  });

  test('returns expired guests in two sets, both paged, with a common total', async () => {
    await archived({ name: 'Archive A' });
    await archived({ name: 'Archive B' });
    const all = expiredGuests.parse((await server.as('reseller1').get('/api/users_expired')).body);
    const page = expiredGuests.parse((await server.as('reseller1').get('/api/users_expired?page=2&limit=2')).body);
    expect(page).toEqual({
      data_users: all.data_users.slice(2, 4),
      data_user_histories: all.data_user_histories.slice(2, 4),
      total: all.total,
    });
    expect(all.total).toBe(all.data_users.length + all.data_user_histories.length);
    const found = expiredGuests.parse((await server.as('reseller1').get('/api/users_expired?q=archive-b&hotspot=1')).body);
    expect(found).toMatchObject({ data_users: [], data_user_histories: [{ name: 'Archive B' }], total: 1 });
    const agreed = expiredGuests.parse((await server.as('reseller1').get('/api/users_expired?marketing=true')).body);
    expect([...agreed.data_users, ...agreed.data_user_histories].every((row) => row.marketing_auth)).toBe(true);
    expect(agreed.total).toBeLessThan(all.total);
  });

  test('returns with state=online guests with a running session on the caller’s hotspots, expired or not', async () => {
    const username = `online-${crypto.randomUUID()}`;
    const id = await created({ username, name: username, valid_until: new Date('2020-01-01T00:00:00Z') });
    const listed = async (query: string, as = 'reseller1') =>
      (
        (await server.as(as).get(`/api/users?q=${username}&${query}`)).body as {
          data: { id: number; online?: boolean; hotspot_name?: string }[];
        }
      ).data;
    expect(await listed('state=online')).toEqual([]);
    await insertSession(server.db(), { ...SESSION, hotspot_id: 1, user_id: id, username, session_key: username });
    expect(await listed('state=online&used=true')).toMatchObject([{ id, online: true, hotspot_name: expect.stringMatching(/./) }]);
    expect(await listed('state=online', 'reseller2')).toEqual([]);
    expect((await listed('state=online'))[0]).not.toHaveProperty('online');
    expect(await listed('')).toEqual([]);
  });
});

describe('changing a guest', () => {
  const change = (id: number, body: object, as = 'reseller1') => server.as(as).put(`/api/users/${id}`, body);

  test.each([
    ['kbps_down', -1],
    ['kbps_up', 1.5],
    ['max_navigation_time', 3_000_000_000],
    ['max_navigation_traffic', -5],
    ['max_navigation_traffic', 1e300],
    ['valid_until', 'tomorrow'],
    ['valid_from', '2026-13-45 00:00:00'],
    ['auto_login', 'yes'],
    ['name', 'long'.repeat(2_500)],
  ])('refuses a bad %s and names the field', async (field, value) => {
    const id = await created();
    const answer = await changesNothing(() => change(id, { name: 'Changed', [field]: value }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });

  test('finds no guest of another tenant and changes nothing', async () => {
    const id = await created({ hotspot_id: 4 });
    for (const as of ['reseller1', 'customer11', 'desk11']) {
      const answer = await changesNothing(() => change(id, { name: 'Mine now' }, as));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('accepts what is given, and ignores empty texts and unset moments', async () => {
    const id = await created({ kbps_up: 5 });
    const before = await read(id);
    expect(await change(id, { name: '', email: '', valid_from: null, valid_until: '0001-01-01T00:00:00Z', kbps_down: 0 })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect(await read(id)).toEqual(before);
    await change(id, { name: 'Bea', email: 'plain text', kbps_down: 9, valid_until: '2027-01-02 03:04:05', auto_login: true });
    expect(await read(id)).toEqual({
      ...before,
      name: 'Bea',
      email: 'plain text',
      kbps_down: 9,
      valid_until: '2027-01-02T03:04:05Z',
      auto_login: true,
    });
  });

  test('ignores fields that the caller may not set', async () => {
    const id = await created();
    const before = await read(id);
    await change(id, { id: 1, hotspot_id: 4, username: 'other', account_type: 'mac', created: null, marketing_auth: true });
    expect(await read(id)).toEqual(before);
  });
});

describe('erasing a guest', () => {
  test('removes the names from the sessions of an archived guest', async () => {
    const copy = await archived({ username: 'gone@example.com', user_id: 6500 });
    await used(6500, 'gone@example.com');
    expect((await server.as('reseller1').delete(`/api/users_expired/${copy}`)).status).toBe(200);
    expect(await server.db().$count(session_histories, eq(session_histories.username, 'gone@example.com'))).toBe(0);
    expect(await server.db().$count(session_histories, eq(session_histories.user_id, 6500))).toBe(0);
  });

  test('finds no guest of another tenant and changes nothing', async () => {
    const id = await created({ hotspot_id: 4 });
    const copy = await archived({ hotspot_id: 4 });
    for (const path of [`/api/users/${id}`, `/api/users_expired/${copy}`]) {
      for (const as of ['reseller1', 'customer11', 'desk11']) {
        expect(await changesNothing(() => server.as(as).delete(path))).toMatchObject({ status: 404 });
      }
    }
  });

  test('assigns one anonymous id per guest, so that daily guests count as before', async () => {
    const distinct = async () =>
      new Set(
        (
          await server.db().select({ id: session_histories.user_id }).from(session_histories).where(eq(session_histories.hotspot_id, 2))
        ).map((row) => row.id),
      ).size;
    const before = await distinct();
    const ids = (fixture.tables.users ?? []).filter((row) => row.hotspot_id === 2).map((row) => Number(row.id));
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) expect((await server.as('reseller1').delete(`/api/users/${id}`)).status).toBe(200);
    expect(await distinct()).toBe(before);
    const anonymous = and(eq(session_histories.hotspot_id, 2), lt(session_histories.user_id, 0));
    expect(await server.db().$count(session_histories, anonymous)).toBe(
      await server.db().$count(session_histories, eq(session_histories.hotspot_id, 2)),
    );
  });

  test('removes all personal data and preserves the numbers', async () => {
    const username = 'erase-me@example.com';
    const id = await created({ username, name: 'Erase Me' });
    const other = await created({ username: 'other@example.com' });
    await server.db().insert(devices).values({ hotspot_id: 1, user_id: id, mac_address: 'AA-BB-CC-00-00-01', created: RECORDED_AT });
    await archived({ username, user_id: 6001 });
    const [first, second, untouched] = [await used(id, username), await used(6001, `${username}2`), await used(other, 'other@example.com')];
    await server.db().insert(hotspot_sms_counts).values({ hotspot_id: 1, number: username, sent: RECORDED_AT });
    const sums = async () => {
      const rows = await server.db().select().from(session_histories);
      return {
        rows: rows.length,
        bytes: rows.reduce((sum, row) => sum + row.bytes_up + row.bytes_down, 0),
        seconds: rows.reduce((sum, row) => sum + row.duration, 0),
        guests: new Set(rows.map((row) => row.user_id)).size,
      };
    };
    const before = await sums();

    expect(await server.as('desk11').delete(`/api/users/${id}`)).toMatchObject({ status: 200, body: { status: 'success' } });

    // The archived copy is the same person, so the two ids now count as one guest.
    expect(await sums()).toEqual({ ...before, guests: before.guests - 1 });
    const tables = [users, user_histories, devices, sessions, session_histories, hotspot_sms_counts, hotspot_vouchers];
    const all = JSON.stringify(await Promise.all(tables.map(async (table) => server.db().select().from(table))));
    expect(all).not.toContain('erase-me');
    expect(all).not.toContain('Erase Me');
    expect(await server.db().$count(devices, eq(devices.user_id, id))).toBe(0);
    const rows = await server
      .db()
      .select()
      .from(session_histories)
      .where(inArray(session_histories.id, [first, second]));
    for (const row of rows) expect(row).toMatchObject({ username: '', device_mac: '', ip_address: '', device_id: 0, bytes_down: 100 });
    expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([expect.any(Number)]));
    expect(rows[0]?.user_id).toBeLessThan(0);
    const [running] = await server
      .db()
      .select()
      .from(sessions)
      .where(eq(sessions.user_id, rows[0]?.user_id ?? 0));
    expect(running).toMatchObject({ username: '', device_mac: '', ip_address: '', duration: 60 });

    const listed = await server.as('reseller1').get(`/api/histories/${first}`);
    expect(history.parse(listed.body)).toMatchObject({ user_id: rows[0]?.user_id, username: '' });
    expect((await server.as('reseller1').get(`/api/histories?hotspot=1`)).status).toBe(200);
    expect((await server.as('reseller1').get(`/api/histories/${untouched}`)).body).toMatchObject({
      username: 'other@example.com',
      user_id: other,
    });
    expect((await server.as('desk11').delete(`/api/users/${id}`)).status).toBe(404);
  });

  test('removes the name from its voucher, and from no other', async () => {
    const voucher = {
      hotspot_id: 1,
      auto_login: false,
      remain_use: 1,
      user_name: 'Ada',
      user_mail: 'ada@example.com',
      created: RECORDED_AT,
    };
    const [own] = await server
      .db()
      .insert(hotspot_vouchers)
      .values([
        { ...voucher, code: 'abcd2345', type: 'auth' as const },
        { ...voucher, code: 'other234', type: 'auth' as const },
        { ...voucher, code: 'abcd2345', type: 'auth' as const, hotspot_id: 4 },
      ])
      .returning({ voucher_id: hotspot_vouchers.id });
    const id = await created({ ...own, username: 'ABCD2345', account_type: 'voucher' });
    expect((await server.as('reseller1').delete(`/api/users/${id}`)).status).toBe(200);
    const rows = await server
      .db()
      .select()
      .from(hotspot_vouchers)
      .where(inArray(hotspot_vouchers.code, ['abcd2345', 'other234']));
    const names = rows.map((row) => [row.code, row.hotspot_id, row.user_name, row.user_mail]).sort();
    expect(names).toEqual([
      ['abcd2345', 1, '', ''],
      ['abcd2345', 4, 'Ada', 'ada@example.com'],
      ['other234', 1, 'Ada', 'ada@example.com'],
    ]);
  });

  test('spares the restored guest when only an archived copy is erased', async () => {
    const id = await created({ username: 'again@example.com' });
    await used(id, 'again@example.com');
    const copy = await archived({ username: 'again@example.com', user_id: id });
    expect((await server.as('reseller1').delete(`/api/users_expired/${copy}`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ username: 'again@example.com', max_navigation_traffic_limit: 220 });
    expect(await server.db().$count(session_histories, eq(session_histories.username, 'again@example.com'))).toBe(1);
  });
});

test('the usage of a guest covers ended and running sessions of the own hotspot', async () => {
  const id = await created({ username: 'uses-much' });
  await used(id, 'uses-much');
  await insertEndedSession(server.db(), { ...SESSION, hotspot_id: 4, session_id: 2, user_id: id, username: 'x', session_key: 'elsewhere' });
  expect(await read(id)).toMatchObject({ max_navigation_traffic_limit: 220, max_navigation_time_limit: 120 });
});

describe('an archived guest', () => {
  const change = (id: number, body: object) => server.as('reseller1').put(`/api/users_expired/${id}`, body);

  test('can be changed and stays archived', async () => {
    const id = await archived({ username: 'stays-archived' });
    expect((await change(id, { name: 'Renamed', valid_until: '2026-01-01T00:00:00Z' })).body).toEqual({ status: 'success' });
    const { body } = await server.as('reseller1').get(`/api/users_expired/${id}`);
    expect(archivedGuestDetails.parse(body)).toMatchObject({ id, name: 'Renamed', valid_until: '2026-01-01T00:00:00Z', user_id: 5000 });
  });

  test('is restored with its sessions as the same guest when its validity ends in the future', async () => {
    const id = await archived({ username: 'comes-back', user_id: 7001 });
    await used(7001, 'comes-back');
    expect(await change(id, { valid_until: inDays(7).toISOString() })).toMatchObject({ status: 200, body: { id: 7001 } });
    expect((await list('q=comes-back')).data).toMatchObject([{ id: 7001, valid_until: '2026-11-28T01:46:03Z' }]);
    expect(await read(7001)).toMatchObject({ max_navigation_traffic_limit: 220 });
    expect((await server.as('reseller1').get(`/api/users_expired/${id}`)).status).toBe(404);
    expect(await created()).toBeGreaterThan(7001);
  });

  test('is not restored beside a guest of the same name', async () => {
    await created({ username: 'same-name' });
    const id = await archived({ username: 'same-name' });
    const answer = await changesNothing(() => change(id, { name: 'Other', valid_until: inDays(7).toISOString() }));
    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });
});
