import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { rowsIn } from '../../src/server/database/db';
import { mergeChanged } from '../../src/server/database/maintenance';
import { serve } from '../support/server/server';

const server = serve();

test('indexes for searches are merged once many rows have changed, or any for a minute', async () => {
  const db = server.db();
  let now = 0;
  const round = mergeChanged(db, () => now);
  const added = async (many: number) => {
    await db.execute(sql`insert into users (hotspot_id, username, account_type, created)
      select 1, ${`merged ${String(many)} `} || n, 'voucher', now() from generate_series(1, ${many}) n`);
    await db.execute(sql`select pg_stat_force_next_flush()`);
  };
  await db.execute(sql`select gin_clean_pending_list('users_text')`);
  expect(await round()).toBe(0);
  await added(600);
  expect(await round()).toBe(0);
  await added(601);
  expect(await round()).toBeGreaterThan(0);
  expect(rowsIn(await db.execute(sql`select gin_clean_pending_list('users_text')::int as pages`))).toEqual([{ pages: 0 }]);
  await added(602);
  expect(await round()).toBe(0);
  now += 59_000;
  expect(await round()).toBe(0);
  now += 2000;
  expect(await round()).toBeGreaterThan(0);
  now += 61_000;
  expect(await round()).toBe(0);
});
