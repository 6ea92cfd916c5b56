import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { device } from '../../src/contract/devices';
import { guest } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import { session, type Session } from '../../src/contract/sessions';
import { unit } from '../../src/contract/units';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { sessions, users } from '../../src/server/database/schema';
import { isRecord } from '../contract/compare';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertGuest } from '../factories/rows';

const server = serve();

/** Unicode's order of texts, in which lists are sorted. */
const ICU = new Intl.Collator('en');

async function list<R extends z.ZodType>(row: R, path: string, as = 'admin') {
  const { status, body } = await server.as(as).get(`/api/${path}`);
  expect({ path, status }).toEqual({ path, status: 200 });
  return pageOf(row).parse(body);
}

const guests = (query: string, as?: string) => list(guest, `users?${query}`, as);
const running = (query: string, as?: string) => list(session, `sessions?${query}`, as);

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
  const row = {
    hotspot_id: 2,
    name: 'Søren Kierkegaard',
    username: '+4512345678',
    email: 'sk@example.dk',
    account_type: 'sms',
    kbps_down: 7171,
    kbps_up: 8282,
    max_navigation_traffic: 9_393_000_000_000,
    max_navigation_time: 6464,
    valid_until: new Date(RECORDED_AT.getTime() + 1000),
    created: RECORDED_AT,
  };
  beforeAll(async () => {
    await server.db().insert(users).values(row);
  });

  test('has them while their validity runs, to the second', async () => {
    expect((await guests('q=Kierkegaard')).data).toMatchObject([
      { name: 'Søren Kierkegaard', valid_until: '2026-11-21T01:46:04Z', valid_from: null },
    ]);
    server.clock.now = row.valid_until;
    expect((await guests('q=Kierkegaard')).data).toEqual([]);
    server.clock.now = RECORDED_AT;
  });

  test.each(['SØREN', '+45123', 'sk@EXAMPLE', 'SMS', '7171', '8282', '9393000000000', '6464'])('finds them by %s', async (q) => {
    expect((await guests(`q=${encodeURIComponent(q)}`)).data.map(({ name }) => name)).toContain(row.name);
  });

  test.each(['soren', 'SOREN', 'søren', 'Sören'])('finds them without regard to accents: %s', async (q) => {
    expect((await guests(`q=${encodeURIComponent(q)}`)).data.map(({ name }) => name)).toContain(row.name);
  });

  test.each([
    ['Müllerström', ['mullerstrom', 'MÜLLERSTROM', 'Mu\u0308llerstr', 'mÜllerStröm']],
    ['Weiße Straße', ['weisse strasse', 'weiße']],
    ['Łukasz Żółć', ['lukasz zolc', 'ŁUKASZ']],
    ['Lætitia Nǐ Hǎo', ['laetitia ni hao']],
    ['Zoe\u0308lla', ['zoëlla', 'ZOELLA']],
  ])('finds them with or without their accents: %s', async (name, queries) => {
    const username = `accents-${name}`;
    await insertGuest(server.db(), { ...row, name, username });
    for (const q of queries) {
      const found = await guests(`hotspot=2&q=${encodeURIComponent(q)}`);
      expect({ q, names: found.data.map((one) => one.name) }).toEqual({ q, names: [name] });
      const items = z.object({ data: z.array(z.object({ title: z.string() })) });
      const { body } = await server.as('admin').get(`/api/find?q=${encodeURIComponent(q)}`);
      expect(items.parse(body).data.map(({ title }) => title)).toContain(name);
    }
    await server.db().delete(users).where(eq(users.username, username));
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
    await server.db().update(sessions).set({ unit_id: 7, user_id: 999_999 }).where(eq(sessions.id, 17));
    const { data } = await running('hotspot=1', 'reseller1');
    expect(data.find(({ id }) => id === 17)).toMatchObject({ unit_id: 7, unit: { id: 0, name: '' }, user: { id: 0 } });
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

const parameter = z.object({ name: z.string(), schema: z.object({ enum: z.array(z.string()).optional() }) });
const documentation = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ parameters: z.array(parameter).optional() }).optional() })),
});

test('every list sorts by each of its columns in both directions, and reports the order', async () => {
  const { paths } = documentation.parse((await server.withToken().get('/api/docs/json')).body);
  const sortable = Object.entries(paths).flatMap(([path, { get }]) => {
    const columns = get?.parameters?.find(({ name }) => name === 'sort')?.schema.enum ?? [];
    return columns.map((column) => ({ path: path.replace('{id}', path.includes('accounts') ? '2' : '1'), column }));
  });
  expect(sortable.length).toBeGreaterThan(50);
  for (const { path, column } of sortable) {
    for (const order of ['asc', 'desc'] as const) {
      const { status, body, headers } = await server.as('admin').get(`${path}?sort=${column}&order=${order}`);
      expect({ path, status, sort: headers.get('X-Sort'), order: headers.get('X-Order') }).toEqual({
        path,
        status: 200,
        sort: column,
        order,
      });
      const sets = isRecord(body) ? Object.values(body).filter((value) => Array.isArray(value)) : [z.array(z.unknown()).parse(body)];
      expect(sets.length).toBeGreaterThan(0);
      for (const rows of sets) {
        const keys = rows.map((row) => keyOf(isRecord(row) ? row[column] : row));
        const sorted = [...keys].sort((a, b) =>
          column !== 'key' && typeof a === 'string' && typeof b === 'string' ? ICU.compare(a, b) : a < b ? -1 : a > b ? 1 : 0,
        );
        expect({ path, column, keys }).toEqual({ path, column, keys: order === 'asc' ? sorted : sorted.reverse() });
      }
    }
  }
});

/** PostgreSQL sorts null last. */
function keyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : '\uffff';
}

describe('the sums of sessions', () => {
  const sumsOf = async (path: string, as = 'admin') => (await server.as(as).get(`/api/${path}`)).body as { data: Session[]; sums?: object };

  test.each(['sessions', 'histories'])('cover all matches of %s, whatever the page', async (path) => {
    const { data } = await sumsOf(`${path}?hotspot=1`);
    const total = (key: 'bytes_up' | 'bytes_down' | 'duration') => data.reduce((sum, row) => sum + row[key], 0);
    const expected = { bytes_up: total('bytes_up'), bytes_down: total('bytes_down'), duration: total('duration') };
    expect(expected.duration).toBeGreaterThan(0);
    expect((await sumsOf(`${path}?hotspot=1&sums=true&page=2&limit=1`)).sums).toEqual(expected);
    // Sums are only sent on request, and only cover the caller's rows.
    expect(await sumsOf(`${path}?hotspot=1`)).not.toHaveProperty('sums');
    expect((await sumsOf(`${path}?hotspot=1&sums=true`, 'reseller2')).sums).toEqual({ bytes_up: 0, bytes_down: 0, duration: 0 });
  });
});
