import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openEmbedded, type EmbeddedDatabase } from '../../../src/server/database/embedded';
import type { WatchedPglite } from '../../../src/server/database/watchedPglite';

let folder: string;
let embedded: EmbeddedDatabase;
let pg: WatchedPglite;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-prepared-'));
  embedded = await openEmbedded(folder);
  pg = embedded.pg;
});

beforeEach(async () => {
  await pg.exec('drop table if exists entry; create table entry (id int primary key, word text)');
});

afterAll(async () => {
  await embedded.close();
  fs.rmSync(folder, { recursive: true });
});

/** A statement's results: the first one, which comes from PGlite's own code, and later ones, when it has been prepared. */
async function timesOf(text: string, params: unknown[] = [], options?: Parameters<WatchedPglite['query']>[2]) {
  const first = await pg.query(text, params, options);
  const prepared = await pg.query(text, params, options);
  return { first, prepared, again: await pg.query(text, params, options) };
}

const inPostgres = async () =>
  (await pg.query<{ name: string }>(`select name from pg_prepared_statements where name like 'portico%'`)).rows.length;

test.each<[string, string, unknown[]]>([
  [
    'numbers',
    'select $1::int as small, $2::bigint as big, $3::numeric as exact, $4::float8 as float',
    [-7, 9007199254740993n, '1.10', 1e-7],
  ],
  ['yes and no, and nothing', 'select $1::bool as yes, $2::bool as no, $3::text as nothing, null as unknown', [true, false, null]],
  ['text', 'select $1::text as word, $2::text as empty, length($1) as letters', ['Größe 漢字 👩‍🚀 \\ " \' \n', '']],
  ['moments', 'select $1::timestamptz as at, $2::date as day, $3::interval as wait', [new Date(1_700_000_000_123), '2026-11-23', '5 min']],
  ['JSON', 'select $1::jsonb as b, $2::json as j, $3::jsonb as list', [{ a: [1, null, 'x'] }, { z: 'ü' }, [1, 2]]],
  ['arrays', 'select $1::int[] as numbers, $2::text[] as words, $3::bigint[] as ids', [[1, 2, 3], ['a,b', '"', 'ü'], '{4,5}']],
  ['bytes', 'select $1::bytea as bytes', [new Uint8Array([0, 1, 255])]],
  ['no row', 'select 1 as one where $1::int > 5', [1]],
  ['no column', 'select from generate_series(1, 3)', []],
  ['columns with one name', 'select 1 as a, 2 as a', []],
])('a prepared statement answers like an unprepared one: %s', async (_, text, params) => {
  const { first, prepared, again } = await timesOf(text, params);
  expect(prepared).toEqual(first);
  expect(again).toEqual(first);
  const lists = await timesOf(`${text} `, params, { rowMode: 'array', parsers: { 1184: (value: string) => `at ${value}` } });
  expect(lists.prepared).toEqual(lists.first);
});

test('an answer longer than one chunk of PGlite is read completely', async () => {
  const { first, prepared } = await timesOf(`select id, repeat('ü', 3000) as word from generate_series(1, 2000) id`);
  expect(prepared).toEqual(first);
  expect(prepared.rows).toHaveLength(2000);
});

test('changes are counted and return their rows', async () => {
  const insert = 'insert into entry select id, $1 from generate_series($2::int, $3::int) id returning id';
  for (const from of [1, 11, 21]) {
    const { rows, affectedRows, command, rowCount } = await pg.query(insert, ['word', from, from + 9]);
    expect({ rows: rows.length, affectedRows, command, rowCount }).toEqual({ rows: 10, affectedRows: 10, command: 'INSERT', rowCount: 10 });
  }
  const { first, prepared } = await timesOf('update entry set word = $1 where id > 20', ['other']);
  expect(first.affectedRows).toBe(10);
  expect(prepared).toEqual(first);
});

test('a refusal names its statement, and the next statement works', async () => {
  const insert = 'insert into entry values ($1, $2)';
  await pg.query(insert, [1, 'a']);
  await pg.query(insert, [2, 'b']);
  const refused = { code: '23505', table: 'entry', query: insert, params: [2, 'c'] };
  await expect(pg.query(insert, [2, 'c'])).rejects.toMatchObject(refused);
  await expect(pg.query(insert, [2, 'c'])).rejects.toMatchObject(refused);
  await pg.query(insert, [3, 'c']);
  expect((await pg.query('select id from entry order by id')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('invalid SQL is refused each time', async () => {
  for (let time = 0; time < 3; time += 1) await expect(pg.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
  await expect(pg.query('select $1::int as a', ['no number'])).rejects.toMatchObject({ code: '22P02' });
  expect((await pg.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a prepared statement survives a change of its table', async () => {
  await pg.exec(`insert into entry values (1, 'a')`);
  const all = 'select * from entry';
  await timesOf(all);
  await pg.exec('alter table entry add column more int default 5');
  const changed = [{ id: 1, word: 'a', more: 5 }];
  const { first, prepared, again } = await timesOf(all);
  expect([first.rows, prepared.rows, again.rows]).toEqual([changed, changed, changed]);
});

test('statements wait for a concurrent transaction', async () => {
  const count = 'select count(*)::int as entries from entry';
  await timesOf(count);
  const inside = pg.transaction(async (tx) => {
    await tx.query('insert into entry values (1)');
    return (await tx.query(count)).rows;
  });
  const outside = pg.query(count);
  expect(await inside).toEqual([{ entries: 1 }]);
  expect((await outside).rows).toEqual([{ entries: 1 }]);
});

test('only repeated statements are prepared, up to a limit', async () => {
  const before = await inPostgres();
  for (let nth = 0; nth < 50; nth += 1) await pg.query(`select ${String(nth)} as once`);
  expect(await inPostgres()).toBeLessThanOrEqual(before + 1);
  for (let nth = 0; nth < 300; nth += 1) {
    for (let time = 0; time < 3; time += 1) expect((await pg.query(`select ${String(nth)} as often`)).rows).toEqual([{ often: nth }]);
  }
  expect(await inPostgres()).toBe(200);
});

test('a search is planned for its text each time', async () => {
  await timesOf('select id from entry where word ilike $1', ['%a%']);
  const { rows } = await pg.query(`select 1 from pg_prepared_statements where statement like '%ilike $1%'`);
  expect(rows).toEqual([]);
});

test('a failed manual transaction refuses statements until its end', async () => {
  await timesOf('select 2 as two');
  await pg.exec('begin');
  await expect(pg.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(pg.query('select 2 as two')).rejects.toMatchObject({ code: '25P02' });
  await pg.exec('rollback');
  expect((await pg.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
