import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { device } from '../../src/contract/devices';
import { pageOf } from '../../src/contract/lists';
import { session } from '../../src/contract/sessions';
import { unit } from '../../src/contract/units';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { sessions, users } from '../../src/server/database/schema';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { SOREN, server, list, guests, running } from './listsTests';

describe('the list of units', () => {
  test('returns secrets to admin and reseller, and never to customer and desk', async () => {
    const get = (as: string, path: string) => server.as(as).call('GET', `/api/${path}`, undefined, { [CONSOLE_HEADER]: '' });
    for (const as of ['admin', 'reseller1']) {
      expect(
        pageOf(unit)
          .parse((await get(as, 'units')).body)
          .data.every(({ secret }) => secret !== ''),
      ).toBe(true);
      expect((await get(as, 'units/1')).body).toMatchObject({ secret: 'secret1' });
    }
    for (const as of ['customer11', 'desk11']) {
      const answers = await Promise.all(['units', 'units/1', 'sessions', 'sessions/1'].map((path) => get(as, path)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('secret1');
    }
  });

  test.each([
    ['AP-1-0', [1]],
    ['hotspot 2', [3, 4]],
    ['02-01-01-03', [5, 6]],
    ['C3A24F27', [1]],
    ['secret1', []],
  ])('searches name, description, MAC and uuid: %s', async (q, found) => {
    expect((await list(unit, `units?q=${encodeURIComponent(q)}`)).data.map(({ id }) => id)).toEqual(found);
  });
});

describe('guests', () => {
  beforeAll(async () => {
    await server.db().insert(users).values(SOREN);
  });

  test('has them while their validity runs, to the second', async () => {
    expect((await guests('q=Kierkegaard')).data).toMatchObject([
      { name: 'Søren Kierkegaard', valid_until: '2026-11-21T01:46:04Z', valid_from: null },
    ]);
    server.clock.now = SOREN.valid_until;
    expect((await guests('q=Kierkegaard')).data).toEqual([]);
    server.clock.now = RECORDED_AT;
  });

  test.each(['SØREN', '+45123', 'sk@EXAMPLE', 'SMS', '7171', '8282', '9393000000000', '6464'])('finds them by %s', async (q) => {
    expect((await guests(`q=${encodeURIComponent(q)}`)).data.map(({ name }) => name)).toContain(SOREN.name);
  });

  test.each(['soren', 'SOREN', 'søren', 'Sören'])('finds them without regard to accents: %s', async (q) => {
    expect((await guests(`q=${encodeURIComponent(q)}`)).data.map(({ name }) => name)).toContain(SOREN.name);
  });

  test('filters by type and by consent to marketing', async () => {
    expect(new Set((await guests('type=mac')).data.map(({ account_type }) => account_type))).toEqual(new Set(['mac']));
    const agreed = await guests('marketing=true');
    expect(agreed.total).toBeGreaterThan(0);
    expect(agreed.data.every(({ marketing_auth }) => marketing_auth)).toBe(true);
    expect((await guests('marketing=false')).total).toBeGreaterThan(agreed.total);
    expect((await guests('type=nothing')).total).toBe(0);
  });
});

describe('the list of devices', () => {
  test('includes guest and hotspot, unlike a single device', async () => {
    const { data } = await list(device, 'devices?hotspot=1');
    for (const { user, user_id, hotspot, hotspot_id } of data) expect([user.id, hotspot.id]).toEqual([user_id, hotspot_id]);
    expect(device.parse((await server.as('admin').get('/api/devices/1')).body)).toMatchObject({
      user_id: 1,
      user: { id: 0 },
      hotspot: { id: 0 },
    });
  });

  test.each([
    ['aa-01-00-00-00-02', [2]],
    ['10.1.0.33', [33]],
    ["KENJI O'", 'some'],
  ])('searches MAC, IP and the name of the guest: %s', async (q, found) => {
    const { data, total } = await list(device, `devices?q=${encodeURIComponent(q)}`);
    expect(total).toBe(data.length);
    if (found === 'some') expect(new Set(data.map(({ user }) => user.name))).toEqual(new Set(["Kenji O'Neil"]));
    else expect(data.map(({ id }) => id)).toEqual(found);
  });
});

describe('the list of running sessions', () => {
  test('includes unit and guest, unlike a single session', async () => {
    const { data } = await running('hotspot=1');
    for (const row of data) expect([row.unit.id, row.user.id]).toEqual([row.unit_id, row.user_id]);
    expect(session.parse((await server.as('admin').get('/api/sessions/1')).body)).toMatchObject({
      unit_id: 1,
      unit: { id: 0 },
      user: { id: 0 },
      stop_time: null,
    });
  });

  test('retains sessions of a deleted unit or guest, without those of another hotspot', async () => {
    const [row] = (await running('hotspot=2', 'reseller1')).data;
    await server
      .db()
      .update(sessions)
      .set({ unit_id: 7, user_id: 999_999 })
      .where(eq(sessions.id, row?.id ?? 0));
    const { data } = await running('hotspot=2', 'reseller1');
    expect(data.find(({ id }) => id === row?.id)).toMatchObject({ unit_id: 7, unit: { id: 0, name: '' }, user: { id: 0 } });
  });

  test.each([
    'from=2026-11-21%2001:40:00&to=2026-11-21%2001:45:00',
    'from=2026-11-21T01:40:00Z&to=2026-11-21T01:45:00.000Z',
    'from=2026-11-21T02:40:00%2B01:00&to=2026-11-21T02:45:00%2B01:00',
  ])('is limited by the last report at both ends, in UTC: %s', async (query) => {
    const all = (await running('')).data.map(({ update_time }) => update_time ?? '');
    const within = all.filter((time) => time >= '2026-11-21T01:40:00Z' && time <= '2026-11-21T01:45:00Z');
    expect(within.length).toBeGreaterThan(0);
    expect(within.length).toBeLessThan(all.length);
    expect((await running(query)).data.map(({ update_time }) => update_time)).toEqual(within);
  });

  test('filters by unit and guest, and searches unit, username and IP', async () => {
    expect(new Set((await running('unit=1')).data.map(({ unit_id }) => unit_id))).toEqual(new Set([1]));
    expect((await running('user=33')).data.map(({ id }) => id)).toEqual([1]);
    expect((await running('q=GUEST33@')).data.map(({ id }) => id)).toEqual([1]);
    const ofUnit = await running('q=ap-1-0');
    expect(ofUnit).toMatchObject({ total: ofUnit.data.length });
    expect(new Set(ofUnit.data.map((row) => row.unit.name))).toEqual(new Set(['ap-1-0']));
  });

  test.each([
    'from=yesterday',
    'from=2026-13-01',
    'to=2026-11-21Z',
    'to=0000-01-01',
    'from=9999-12-31T23:59:59-14:00',
    'unit=x',
    'user=-1',
  ])('refuses ?%s', async (query) => {
    expect(await server.as('admin').get(`/api/sessions?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});
