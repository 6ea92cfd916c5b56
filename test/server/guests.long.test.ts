import { describe, expect, test } from '@jest/globals';
import { and, eq, lt } from 'drizzle-orm';
import Papa from 'papaparse';
import { expiredGuests, guest, guestsCsv } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import { session_histories } from '../../src/server/database/schema';
import { fixture } from '../support/backEnd/recordings';
import { insertSession } from '../factories/rows';
import { server, created, archived, SESSION, used, changesNothing, list, ICU } from './guestsTests';

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
});
