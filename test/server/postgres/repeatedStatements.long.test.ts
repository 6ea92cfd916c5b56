/** Statements that a server repeats are prepared on each connection to an external PostgreSQL. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { preparedOnce, repeated, rowsIn, type Db } from '../../../src/server/database/db';
import { onPool, openPool } from '../../../src/server/database/postgres';
import { QueryQueue } from '../../../src/server/database/queryQueue';
import { Servers } from '../../../src/server/database/servers';
import { bareTestDatabase, type TestDatabase } from '../../support/server/database';

let testDatabase: TestDatabase;
let db: Db;
let close: () => Promise<void>;

beforeEach(async () => {
  testDatabase = await bareTestDatabase();
  const servers = new Servers(testDatabase.url ?? '');
  const pool = openPool(servers, { max: 1 });
  db = onPool({ pool, servers, queue: new QueryQueue({ concurrency: 1 }) });
  close = () => pool.end();
  await db.execute(sql`create table counters (id integer, seen integer)`);
  await db.execute(sql`insert into counters values (1, 7)`);
});
afterEach(async () => {
  await close();
  await testDatabase.remove();
});

const preparedTexts = async () =>
  rowsIn<{ statement: string }>(await db.execute(sql`select statement from pg_prepared_statements`)).map(({ statement }) => statement);
const seen = async (id: number) => rowsIn(await db.execute(sql`${repeated}select * from counters where id = ${id}::int`));

test('prepares a statement that is marked as repeated once on a connection, and no other', async () => {
  expect(await seen(1)).toEqual([{ id: 1, seen: 7 }]);
  expect(await seen(2)).toEqual([]);
  await db.execute(sql`select count(*) from counters where id = ${1}::int`);
  expect(await preparedTexts()).toEqual([expect.stringContaining('select * from counters')]);
});

const counters = pgTable('counters', { id: integer().notNull(), seen: integer().notNull() });

test('prepares a query that is built once, and answers without when the connection has lost it', async () => {
  let built = 0;
  const ofId = preparedOnce((on) => {
    built += 1;
    return on
      .select({ seen: counters.seen })
      .from(counters)
      .where(eq(counters.id, sql.placeholder('id')))
      .prepare('seen_of_counter');
  });
  expect(await ofId(db).execute({ id: 1 })).toEqual([{ seen: 7 }]);
  expect(await ofId(db).execute({ id: 2 })).toEqual([]);
  expect(await preparedTexts()).toEqual([expect.stringContaining('from "counters"')]);
  await db.execute(sql`deallocate all`);
  expect(await ofId(db).execute({ id: 1 })).toEqual([{ seen: 7 }]);
  expect(await ofId(db).execute({ id: 1 })).toEqual([{ seen: 7 }]);
  expect(await preparedTexts()).toEqual([]);
  expect(built).toBe(1);
});

test('answers when the connection has lost its prepared statements, as behind a pooler, and prepares none from then on', async () => {
  await seen(1);
  await db.execute(sql`deallocate all`);
  expect(await seen(1)).toEqual([{ id: 1, seen: 7 }]);
  expect(await seen(1)).toEqual([{ id: 1, seen: 7 }]);
  expect(await preparedTexts()).toEqual([]);
});

test('answers with the columns that a table has now, though it was altered after the statement was prepared', async () => {
  await seen(1);
  await db.execute(sql`alter table counters add column named text not null default 'first'`);
  expect(await seen(1)).toEqual([{ id: 1, seen: 7, named: 'first' }]);
  expect(await seen(1)).toEqual([{ id: 1, seen: 7, named: 'first' }]);
});

test('refuses a repeated statement for the reason for which PostgreSQL refuses it, and goes on', async () => {
  const divided = (by: number) => db.execute(sql`${repeated}select 1 / ${by}::int as result`);
  expect(rowsIn(await divided(1))).toEqual([{ result: 1 }]);
  await expect(divided(0)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(rowsIn(await divided(1))).toEqual([{ result: 1 }]);
});

test('connections outlive a quiet quarter of a minute, so that the next busy moment finds its statements prepared', async () => {
  const pool = openPool(new Servers(testDatabase.url ?? ''), { max: 3 });
  const connections = async () => {
    const busy = () => pool.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.2)');
    const answers = await Promise.all([busy(), busy(), busy()]);
    return answers.map(({ rows: [row] }) => row?.pid).sort();
  };
  const before = await connections();
  await pause(15_000);
  expect(await connections()).toEqual(before);
  await pool.end();
}, 30_000);
