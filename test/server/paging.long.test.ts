/** Pages and totals match a plain query, whatever the rows, filters and sorting. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type SQL } from 'drizzle-orm';
import fc from '../support/run/property';
import { z } from 'zod';
import { EXACT_TOTAL } from '../../src/contract/plain/wire';
import { session_histories, users } from '../../src/server/database/schema';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve, type Answer } from '../support/server/server';

const server = serve();
const RUNS = 400;

const SORTS = {
  histories: ['start_time', 'username', 'bytes_up', 'bytes_down', 'duration'],
  users: ['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created'],
} as const;

/** Few distinct values, so that many keys are equal, and letters whose order depends on the language. */
const NAMES = ['anna', 'Anna', 'ANNA ', 'zoë', 'Zoe', 'Élise', 'ab%c', 'ab_c', 'ab\\c', '_', "o'neil", '+39333', '日本', ''];

beforeAll(async () => {
  const at = (n: number) => new Date(RECORDED_AT.getTime() - (n % 17) * 3_600_000);
  await server
    .db()
    .insert(session_histories)
    .values(
      Array.from({ length: 300 }, (_, n) => ({
        session_id: n,
        hotspot_id: 1 + (n % 5),
        unit_id: 1 + (n % 6),
        device_id: 1,
        device_mac: '',
        ip_address: `10.0.${n % 3}.${n % 7}`,
        user_id: 1 + (n % 4),
        username: NAMES[n % NAMES.length] ?? '',
        bytes_up: n % 5,
        bytes_down: (n % 4) * 4_000_000_000,
        duration: n % 6,
        auth_time: at(n),
        start_time: at(n),
        update_time: at(n),
        session_key: `paged-${n}`,
      })),
    );
  await server
    .db()
    .insert(users)
    .values(
      Array.from({ length: 200 }, (_, n) => ({
        hotspot_id: 1 + (n % 5),
        name: NAMES[n % NAMES.length] ?? '',
        username: `paged-${n}`,
        email: NAMES[(n * 3) % NAMES.length] ?? '',
        account_type: ['email', 'sms', 'Mac'][n % 3] ?? '',
        marketing_auth: n % 2 === 0,
        kbps_down: n % 3,
        valid_from: n % 4 === 0 ? null : at(n),
        valid_until: new Date(RECORDED_AT.getTime() + ((n % 9) - 2) * 86_400_000),
        created: at(n),
      })),
    );
});

type Row = Record<string, unknown> & { id: number };
const rowsIn = ({ status, body }: Answer) => {
  expect(status).toBe(200);
  return z.object({ data: z.array(z.looseObject({ id: z.number() })), total: z.number() }).parse(body);
};

interface Filters {
  q: string;
  hotspot: number;
  user: number;
  unit: number;
  from: number | undefined;
  to: number | undefined;
  marketing: boolean;
}

const filters = fc
  .record<Filters>({
    q: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      fc.constantFrom(...NAMES, 'nn', 'a', '%', '10.0.1', 'ap-', 'ap-1-1', 'paged-1', '5', 'MAC'),
      fc.string({ maxLength: 4 }),
    ),
    hotspot: fc.constantFrom(0, 0, 0, 1, 2, 4, 99),
    user: fc.constantFrom(0, 0, 0, 1, 2),
    unit: fc.constantFrom(0, 0, 0, 1, 3),
    from: fc.constantFrom(undefined, undefined, 3, 10, 400),
    to: fc.constantFrom(undefined, undefined, 0, 5),
    marketing: fc.boolean(),
  })
  .map((wish) => ({ ...wish, q: wish.q.replaceAll(/\p{C}/gu, '') }));

const hours = (ago: number) => new Date(RECORDED_AT.getTime() - ago * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

function queryOf(noun: keyof typeof SORTS, { q, hotspot, user, unit, from, to, marketing }: Filters): URLSearchParams {
  const query = new URLSearchParams({ q, hotspot: String(hotspot) });
  if (noun === 'users') query.set('marketing', String(marketing));
  else {
    query.set('user', String(user));
    query.set('unit', String(unit));
    if (from !== undefined) query.set('from', hours(from));
    if (to !== undefined) query.set('to', hours(to));
  }
  return query;
}

/** Lower case without accents and apostrophes, computed in another way than the server does. */
const plainText = (text: SQL) => sql`lower(regexp_replace(normalize(${text}::text, NFKD), ${"[\\u0300-\\u036f'’]"}, '', 'g'))`;

/** Whether the columns together contain all words of `q`, or one column contains it without separators. */
function matching(q: string, columns: readonly SQL[]): SQL {
  const words = q
    .replaceAll('`', "'")
    .split(/[\s,;]+/)
    .filter((word) => !/^['’‘´ʼ‐‑–—-]*$/.test(word));
  // A hyphen between letters counts as a space. If `q` has several words, a short one must be the beginning of another word.
  const matches = (wanted: string, column: SQL) =>
    words.length > 1 && wanted.replaceAll(/['’‘´ʼ]/g, '').length < 3
      ? sql`${plainText(column)} ~ ('(^|[[:space:],;.:_@/(-])' || regexp_replace(${plainText(sql`${wanted}`)}, '([^[:alnum:]])', ${'\\\\\\1'}, 'g'))`
      : sql`${plainText(column)} ~ replace(regexp_replace(${plainText(sql`${wanted}`)}, '([^[:alnum:]-])', ${'\\\\\\1'}, 'g'), '-', ${/^\p{L}+(?:-\p{L}+)+$/u.test(wanted) ? '[- ]' : '-'}::text)`;
  const inSome = (wanted: string) =>
    sql`(${sql.join(
      columns.map((column) => matches(wanted, column)),
      sql` or `,
    )})`;
  if (words.length === 0) return sql`false`;
  return sql`((${sql.join(words.map(inSome), sql` and `)}) or ${inSome(q.replaceAll(/[\s-]+/g, ''))})`;
}

/** The plain query: one statement with all conditions, not optimized for any index. */
async function plain(noun: keyof typeof SORTS, as: string, wish: Filters, sort: string, order: string): Promise<number[]> {
  const scope = { admin: sql`true`, reseller1: sql`t.hotspot_id in (1, 2, 3)`, customer11: sql`t.hotspot_id = 1` }[as] ?? sql`false`;
  const chosen = wish.hotspot === 0 || as === 'customer11' ? sql`true` : sql`t.hotspot_id = ${wish.hotspot}`;
  const texts =
    noun === 'users'
      ? ['username', 'name', 'email', 'account_type', 'kbps_down', 'kbps_up', 'max_navigation_traffic', 'max_navigation_time']
      : ['username', 'ip_address'];
  const found = [
    matching(
      wish.q,
      texts.map((column) => sql`t.${sql.identifier(column)}`),
    ),
  ];
  if (noun === 'histories') {
    found.push(sql`exists (select from units n where n.id = t.unit_id and ${matching(wish.q, [sql`n.name`])}
      and ${as === 'admin' ? sql`true` : as === 'reseller1' ? sql`n.hotspot_id in (1, 2, 3)` : sql`n.hotspot_id = 1`}
      and ${wish.hotspot === 0 || as === 'customer11' ? sql`true` : sql`n.hotspot_id = ${wish.hotspot}`})`);
  }
  const conditions = [scope, chosen, wish.q === '' ? sql`true` : sql`(${sql.join(found, sql` or `)})`];
  if (noun === 'users') {
    conditions.push(sql`t.valid_until > ${RECORDED_AT.toISOString()}::timestamptz`);
    if (wish.marketing) conditions.push(sql`t.marketing_auth`);
  } else {
    if (wish.user !== 0) conditions.push(sql`t.user_id = ${wish.user}`);
    if (wish.unit !== 0) conditions.push(sql`t.unit_id = ${wish.unit}`);
    if (wish.from !== undefined) conditions.push(sql`t.start_time >= ${`${hours(wish.from)}Z`}::timestamptz`);
    if (wish.to !== undefined) conditions.push(sql`t.start_time <= ${`${hours(wish.to)}Z`}::timestamptz`);
  }
  const isText = ['username', 'name', 'email', 'account_type'].includes(sort);
  const key = isText ? sql`t.${sql.identifier(sort)} collate "und-x-icu"` : sql`t.${sql.identifier(sort)}`;
  const direction = sql.raw(order);
  const table = noun === 'users' ? users : session_histories;
  const result: unknown = await server
    .db()
    .execute(
      sql`select t.id::int as id from ${table} t where ${sql.join(conditions, sql` and `)} order by ${key} ${direction}, t.id ${direction}`,
    );
  return (result as { rows: { id: number }[] }).rows.map(({ id }) => id);
}

describe.each(['histories', 'users'] as const)('%s', (noun) => {
  test('pages by number and by cursor like a plain query, in both directions, with the same total', async () => {
    const wish = fc.record({
      as: fc.constantFrom('admin', 'reseller1', 'customer11'),
      filters,
      sort: fc.constantFrom(...SORTS[noun]),
      order: fc.constantFrom('asc', 'desc'),
      limit: fc.integer({ min: 1, max: 60 }),
      page: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(wish, async ({ as, filters, sort, order, limit, page }) => {
        const expected = await plain(noun, as, filters, sort, order);
        const query = `${queryOf(noun, filters).toString()}&sort=${sort}&order=${order}&limit=${limit}`;
        const get = (more: string) => server.as(as).get(`/api/${noun}?${query}${more}`);

        const numbered = await get(`&page=${page}`);
        const { data, total } = rowsIn(numbered);
        expect(data.map(({ id }) => id)).toEqual(expected.slice((page - 1) * limit, page * limit));
        expect(total).toBe(expected.length);
        expect(numbered.headers.get('X-Total-More')).toBeNull();

        const [first, last] = [numbered.headers.get('X-Cursor-First'), numbered.headers.get('X-Cursor-Last')];
        expect(first === null).toBe(data.length === 0);
        if (first === null || last === null) return;
        const from = (page - 1) * limit;
        expect(rowsIn(await get(`&after=${last}`)).data.map(({ id }) => id)).toEqual(
          expected.slice(from + data.length, from + data.length + limit),
        );
        expect(rowsIn(await get(`&before=${first}`)).data.map(({ id }) => id)).toEqual(expected.slice(Math.max(0, from - limit), from));
        expect(rowsIn(await get('&end=true')).data.map(({ id }) => id)).toEqual(expected.slice(-limit));
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});

test('a cursor of another order, a broken one, and two directions at once are refused', async () => {
  const { headers } = await server.as('admin').get('/api/histories?sort=bytes_up&order=asc&limit=3');
  const cursor = headers.get('X-Cursor-Last') ?? '';
  const forged = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  for (const query of [
    `sort=bytes_down&order=asc&after=${cursor}`,
    `sort=bytes_up&order=desc&after=${cursor}`,
    `sort=bytes_up&order=asc&after=${cursor}&before=${cursor}`,
    `sort=bytes_up&order=asc&after=${cursor}&end=true`,
    'after=nonsense',
    'after=',
    `after=${forged(['start_time', 'desc', 1, "'; drop table users; --"])}`,
    `after=${forged(['start_time', 'desc', 1, '9'.repeat(40)])}`,
    `after=${forged(['start_time', 'desc', '1', '1'])}`,
    `after=${forged(['start_time', 'desc', 1.5, '1'])}`,
    `before=${forged({ id: 1 })}`,
  ]) {
    expect({ query, answer: await server.as('admin').get(`/api/histories?${query}`) }).toMatchObject({
      query,
      answer: { status: 400, body: { code: 'malformed' } },
    });
  }
});

test('a forged cursor reveals no rows of another tenant', async () => {
  const cursor = Buffer.from(JSON.stringify(['start_time', 'desc', 2_000_000_000, '9'.repeat(16)])).toString('base64url');
  const { data } = rowsIn(await server.as('customer11').get(`/api/histories?after=${cursor}`));
  expect(data.length).toBeGreaterThan(0);
  expect(data.every((row: Row) => row.hotspot_id === 1)).toBe(true);
});

test('the total stops at its limit with a mark, and pages continue to the last row', async () => {
  const many = EXACT_TOTAL + 300;
  await server.db().execute(sql`
    insert into session_histories (session_id, hotspot_id, unit_id, device_id, user_id, username, bytes_down, auth_time, start_time, update_time, session_key)
    select n, 6, 8, 1, 1, 'many-' || n, n % 100, ${RECORDED_AT.toISOString()}::timestamptz, ${RECORDED_AT.toISOString()}::timestamptz - n * interval '1 second',
      ${RECORDED_AT.toISOString()}::timestamptz, 'many-' || n from generate_series(1, ${many}::int) n`);
  for (const [sort, key] of [
    ['start_time', sql`start_time`],
    ['bytes_down', sql`bytes_down`],
    ['username', sql`lower(username) collate "C"`],
  ] as const) {
    const result: unknown = await server
      .db()
      .execute(sql`select id::int as id from session_histories where hotspot_id = 6 order by ${key} desc, id desc`);
    const expected = (result as { rows: { id: number }[] }).rows.map(({ id }) => id);
    const get = (more: string) => server.as('reseller2').get(`/api/histories?hotspot=6&sort=${sort}&order=desc&limit=100${more}`);
    const deep = await get('&page=101');
    expect(deep.headers.get('X-Total-More')).toBe('true');
    expect(rowsIn(deep).total).toBe(EXACT_TOTAL);
    expect(rowsIn(deep).data.map(({ id }) => id)).toEqual(expected.slice(10_000, 10_100));
    const next = await get(`&after=${deep.headers.get('X-Cursor-Last')}`);
    expect(rowsIn(next).data.map(({ id }) => id)).toEqual(expected.slice(10_100, 10_200));
    const back = await get(`&before=${next.headers.get('X-Cursor-First')}`);
    expect(rowsIn(back).data).toEqual(rowsIn(deep).data);
    expect(rowsIn(await get('&end=true')).data.map(({ id }) => id)).toEqual(expected.slice(-100));
    const { headers } = await get('&q=many-1');
    expect(headers.get('X-Total-More')).toBeNull();
  }
}, 60_000);
