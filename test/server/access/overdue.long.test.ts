import { beforeAll, expect, test } from '@jest/globals';
import { asc, eq, sql } from 'drizzle-orm';
import { overdueSessions } from '../../../src/server/access/overdueQueries';
import { unit_contacts, units } from '../../../src/server/database/schema';
import { linkGuestsToVouchers } from '../../../src/demo/seeds/guestVouchers';
import { rowsIn } from '../../../src/server/database/db';
import { setPreferences } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const server = serve();

const HOTSPOT = 1;
const ONLINE = 400;
/** Number of ended sessions of each guest from before the last seven days. */
const OLD = 40;
const NOW = new Date('2026-11-22T09:30:00Z');

/** Guests who are online with vouchers whose limits are far from reached. */
beforeAll(async () => {
  const db = server.db();
  const [unit] = await db.select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id)).limit(1);
  const unitId = unit?.id ?? 0;
  await db.insert(unit_contacts).values({ unit_id: unitId, heard: NOW, address: '127.0.0.1', kind: 'generic' });
  const at = sql`${NOW.toISOString()}::timestamptz`;
  await db.execute(sql`insert into users (hotspot_id, username, account_type, auto_login, created, max_navigation_traffic)
    select ${HOTSPOT}, 'REGULAR-' || n, 'voucher', true, ${at}, 1000000 from generate_series(1, ${ONLINE}) n`);
  await db.execute(sql`insert into hotspot_vouchers (hotspot_id, code, auto_login, duration, remain_use, type, created, max_traffic)
    select ${HOTSPOT}, 'regular-' || n, true, 60, 1, 'auth', ${at}, 1000000 from generate_series(1, ${ONLINE}) n`);
  await linkGuestsToVouchers(db);
  const session = sql`${unitId}, hotspot_id, 0, id, username`;
  const columns = sql`unit_id, hotspot_id, device_id, user_id, username, auth_time, start_time, update_time, session_key`;
  // Not all in one statement: on a busy machine that would take longer than one may.
  for (let day = 1; day <= OLD; day += 1)
    await db.execute(sql`insert into session_histories (session_id, ${columns}, bytes_down)
      select 0, ${session}, began, began, began, '', 100
      from users, lateral (select ${at} - ${day}::int * interval '1 day' - interval '8 days' as began) b where username like 'REGULAR-%'`);
  await db.execute(
    sql`insert into sessions (${columns}) select ${session}, ${at}, ${at}, ${at}, username from users where username like 'REGULAR-%'`,
  );
  await db.execute(sql`insert into session_reports (hotspot_id, unit_id, session_key, session_id, state)
    select hotspot_id, unit_id, session_key, id, '{}' from sessions where session_key like 'REGULAR-%'`);
  await db.execute(sql`vacuum (analyze)`);
});

async function rowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const db = server.db();
  const read = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const answer: unknown = await db.execute(
      sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = ${table}`,
    );
    return rowsIn<{ read: number }>(answer)[0]?.read ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

const overdue = async () => expect(await overdueSessions(server.db(), NOW, 'UTC')).toEqual([]);

test('ended sessions of past weeks are read only where limits cover a voucher’s whole validity', async () => {
  expect(await rowsRead('session_histories', overdue)).toBe(0);
  expect(await rowsRead('hotspot_vouchers', overdue)).toBe(0);
  await setPreferences(server, HOTSPOT, { voucher_limits_total: 'true' });
  expect(await rowsRead('session_histories', overdue)).toBe(ONLINE * OLD);
  // Read by index, without reading all other vouchers.
  expect(await rowsRead('hotspot_vouchers', overdue)).toBe(ONLINE);
});
