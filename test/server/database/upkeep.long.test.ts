import { expect, test } from '@jest/globals';
import { sql, type SQL } from 'drizzle-orm';
import { session_histories } from '../../../src/server/database/schema';
import { analyseGrown, upkeep } from '../../../src/server/database/maintenance';
import { countEndedSessions } from '../../../src/server/database/reportSums';
import { serve } from '../../support/server/server';
import { sumsIn } from '../../support/server/reportSums';

const server = serve();

async function numbersOf(query: SQL): Promise<Record<string, number> | undefined> {
  const result: unknown = await server.db().execute(query);
  return (result as { rows: Record<string, number>[] }).rows[0];
}

test('unfolded sums are added up, and the totals stay', async () => {
  await server.db().update(session_histories).set({ duration: 1 });
  await countEndedSessions(server.db());
  const loose = sql`select count(*)::int as loose from session_sums where not is_folded`;
  expect((await numbersOf(loose))?.loose).toBeGreaterThan(0);
  const before = await sumsIn(server.db());
  await upkeep({ db: server.db(), engine: 'embedded' });
  expect(await numbersOf(loose)).toEqual({ loose: 0 });
  expect(await sumsIn(server.db())).toEqual(before);
});

test('a table with many changes is vacuumed and analysed, and others are skipped', async () => {
  const vacuumed = sql`select count(*) filter (where relname = 'login_failures' and last_vacuum is not null and last_analyze is not null)::int as changed,
    count(*) filter (where relname = 'units' and last_vacuum is not null)::int as unchanged from pg_stat_user_tables`;
  expect(await numbersOf(vacuumed)).toEqual({ changed: 0, unchanged: 0 });
  // Over a thousand rows in one statement: the counts are reported when it ends.
  await server
    .db()
    .execute(sql`insert into login_failures (key, failed, forgotten) select 'upkeep', now(), now() from generate_series(1, 5000)`);
  await server.db().execute(sql`select pg_stat_force_next_flush()`);
  await upkeep({ db: server.db(), engine: 'embedded' });
  await server.db().execute(sql`select pg_stat_force_next_flush()`);
  expect(await numbersOf(vacuumed)).toEqual({ changed: 1, unchanged: 0 });
});

test('queries on a table that has grown are planned again, and others are not', async () => {
  const db = server.db();
  const plan = async () => JSON.stringify(await db.execute(sql`explain execute places (1, 'device 7')`));
  const grow = async (rows: number) => {
    await db.execute(sql`insert into login_places (account_id, address_hash, device_hash, seen)
      select 1, '', ${`device ${String(rows)} `} || n, now() from generate_series(1, ${rows}) n`);
    await db.execute(sql`select pg_stat_force_next_flush()`);
  };
  await db.execute(sql`vacuum (analyze) login_places`);
  await db.execute(sql`set plan_cache_mode = force_generic_plan`);
  await db.execute(sql`prepare places (int, text) as select from login_places where account_id = $1 and device_hash = $2`);
  expect(await plan()).toContain('Seq Scan');
  await grow(50);
  await analyseGrown(db);
  expect(await plan()).toContain('Seq Scan');
  await grow(3000);
  expect(await plan()).toContain('Seq Scan');
  await analyseGrown(db);
  expect(await plan()).toContain('login_places_device');
});
