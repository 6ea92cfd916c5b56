import { beforeEach, expect, test } from '@jest/globals';
import { asc, eq, sql } from 'drizzle-orm';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import { linkGuestsToVouchers } from '../../../src/demo/seeds/guestVouchers';
import { decideAccess } from '../../../src/server/access/queries';
import { recordReport } from '../../../src/server/access/sessionQueries';
import { reportedAddresses } from '../../../src/server/access/sessionAddresses';
import { units } from '../../../src/server/database/schema';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';

const server = serve();

const HOTSPOT = 1;
const MANY = 3000;
/** Maximum number of rows of all tables that one login or report may read. */
const FEW = 500;

/** Many guests of a hotspot, each with a voucher, who are online and have just logged in. */
async function crowd(unitId: number): Promise<void> {
  const db = server.db();
  await db.execute(sql`insert into users (hotspot_id, username, account_type, auto_login, created)
    select ${HOTSPOT}, 'CROWD-' || n, 'voucher', true, now() from generate_series(1, ${MANY}) n`);
  await db.execute(sql`insert into hotspot_vouchers (hotspot_id, code, auto_login, duration, remain_use, type, created)
    select ${HOTSPOT}, 'crowd-' || n, true, 3, 1, 'auth', now() from generate_series(1, ${MANY}) n`);
  await linkGuestsToVouchers(db);
  await db.execute(sql`insert into access_events (at, hotspot_id, unit_id, device_mac, way, seconds, why)
    select now(), ${HOTSPOT}, ${unitId}, 'mac-' || n, 'voucher', 60, 'validity' from generate_series(1, ${MANY}) n`);
  await db.execute(sql`insert into sessions (unit_id, hotspot_id, device_id, device_mac, user_id, username, auth_time, start_time, update_time, session_key)
    select ${unitId}, ${HOTSPOT}, 0, 'mac-' || n, 0, '', now(), now(), now(), 'crowd-' || n from generate_series(1, ${MANY}) n`);
  await db.execute(sql`insert into session_reports (hotspot_id, unit_id, session_key, session_id, state)
    select hotspot_id, unit_id, session_key, id, '{}' from sessions where session_key like 'crowd-%'`);
}

async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const db = server.db();
  const read = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const answer: unknown = await db.execute(sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_user_tables where relname <> 'hotspot_preferences'`);
    return (answer as { rows: { read: number }[] }).rows[0]?.read ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

beforeEach(async () => {
  const db = server.db();
  for (const table of ['session_reports', 'sessions', 'session_histories', 'users', 'hotspot_vouchers', 'access_events'])
    await db.execute(sql`delete from ${sql.identifier(table)} where hotspot_id = ${HOTSPOT}`);
});

/** What guests of the crowd do, by number: they log in, and their unit reports their sessions. */
async function crowdOnline() {
  const db = server.db();
  const [unit] = await db.select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id)).limit(1);
  if (!unit) throw new Error('the fixture has a unit there');
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const now = Date.now();
  const logIn = async (nth: number) => {
    const code = `crowd-${String(nth)}`;
    const credential = { method: 'voucher', code, isRight: (right: string) => right === code, requestHash: '' } as const;
    const deviceMac = `02-${code}`;
    const tried = { hotspotId: HOTSPOT, deviceMac, address: '203.0.113.9', isVouched: true };
    const answer = await decideAccess(db, { unitId: unit.id, deviceMac, now: new Date(now), serverZone: 'UTC', credential, tried });
    expect(answer?.decision).toHaveProperty('grant');
  };
  const addresses = reportedAddresses([{ family: 'ipv4', address: '10.1.0.7' }]);
  const report = (nth: number, kind: AccountingEvent['kind'], seconds: number) =>
    recordReport(
      db,
      { id: unit.id, mac: unit.mac_address, hotspotId: HOTSPOT },
      {
        key: `new-${String(nth)}`,
        event: {
          kind,
          at: now + seconds * 1000,
          seconds,
          up: 0,
          down: 0,
          isWide: true,
          cause: kind === 'stop' ? 'idle_timeout' : '',
          addresses,
        },
        username: `CROWD-${String(nth)}`,
        deviceMac: `02-crowd-${String(nth)}`,
        guestId: null,
      },
    );
  return { unitId: unit.id, logIn, report };
}

test('a login and the reports of a session read a few rows, however many there are', async () => {
  const { unitId, logIn, report } = await crowdOnline();
  await crowd(unitId);
  await server.db().execute(sql`vacuum (analyze)`);
  // Don't count the first statements: planning them reads additional rows.
  const steps: [string, (nth: number) => Promise<unknown>][] = [
    ['log-in', logIn],
    ['start', (nth) => report(nth, 'start', 0)],
    ['report', (nth) => report(nth, 'interim', 300)],
    ['stop', (nth) => report(nth, 'stop', 400)],
  ];
  for (let nth = 1; nth <= 6; nth += 1) for (const [, step] of steps) await step(nth);
  const read = new Map<string, number>();
  for (const [what, step] of steps) read.set(what, await rowsReadBy(() => step(7)));
  expect([...read].filter(([, rows]) => rows > FEW)).toEqual([]);
});

test('log-ins and sessions that begin together read a few rows each, also of tables that have just grown', async () => {
  const { unitId, logIn, report } = await crowdOnline();
  await server.db().execute(sql`vacuum (analyze)`);
  await crowd(unitId);
  const TOGETHER = 12;
  const from = 100;
  const together = (perform: (nth: number) => Promise<unknown>, first: number) =>
    Promise.all(Array.from({ length: TOGETHER }, (_, nth) => perform(first + nth)));
  const start = (nth: number) => report(nth, 'start', 0);
  const read = new Map<string, number>();
  for (const [what, perform] of [
    ['log-ins', logIn],
    ['starts', start],
  ] as const) {
    await together(perform, from);
    read.set(what, await rowsReadBy(() => together(perform, from + TOGETHER)));
  }
  expect([...read].filter(([, rows]) => rows > FEW)).toEqual([]);
});
