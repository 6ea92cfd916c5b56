import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Session } from '../../src/contract/sessions';
import { users } from '../../src/server/database/schema';
import { isRecord } from '../contract/compare';
import { insertGuest } from '../factories/rows';
import { SOREN, server, ICU, guests, documentation, keyOf } from './listsTests';

describe('guests', () => {
  beforeAll(async () => {
    await server.db().insert(users).values(SOREN);
  });

  test.each([
    ['Müllerström', ['mullerstrom', 'MÜLLERSTROM', 'Mu\u0308llerstr', 'mÜllerStröm']],
    ['Weiße Straße', ['weisse strasse', 'weiße']],
    ['Łukasz Żółć', ['lukasz zolc', 'ŁUKASZ']],
    ['Lætitia Nǐ Hǎo', ['laetitia ni hao']],
    ['Zoe\u0308lla', ['zoëlla', 'ZOELLA']],
  ])('finds them with or without their accents: %s', async (name, queries) => {
    const username = `accents-${name}`;
    await insertGuest(server.db(), { ...SOREN, name, username });
    for (const q of queries) {
      const found = await guests(`hotspot=2&q=${encodeURIComponent(q)}`);
      expect({ q, names: found.data.map((one) => one.name) }).toEqual({ q, names: [name] });
      const items = z.object({ data: z.array(z.object({ title: z.string() })) });
      const { body } = await server.as('admin').get(`/api/find?q=${encodeURIComponent(q)}`);
      expect(items.parse(body).data.map(({ title }) => title)).toContain(name);
    }
    await server.db().delete(users).where(eq(users.username, username));
  });
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
