/** Transactions of two servers on one database that wait for each other. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq, like, sql } from 'drizzle-orm';
import { recordReport } from '../../../src/server/access/sessionQueries';
import { rowsIn } from '../../../src/server/database/db';
import { devices, session_histories, session_reports, sessions, units } from '../../../src/server/database/schema';
import { insertGuest } from '../../factories/rows';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { startOn } from '../../support/server/server';

let testDatabase: TestDatabase;
let replicas: Awaited<ReturnType<typeof startOn>>[] = [];

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  replicas = await Promise.all([1, 2].map(() => startOn(testDatabase, { now: RECORDED_AT })));
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await testDatabase.remove();
});

const KEY = 'in-a-deadlock';

async function bothServers() {
  const [db, other] = replicas.map(({ database }) => database.db);
  const [found] = (await db?.select().from(units).limit(1)) ?? [];
  if (!db || !other || !found) throw new Error('there are two servers, and the fixture has units');
  return { db, other, unit: { id: found.id, mac: found.mac_address, hotspotId: found.hotspot_id } };
}

test('a report whose statement PostgreSQL ends because of a deadlock is stored all the same', async () => {
  const { db, other, unit } = await bothServers();
  const began = RECORDED_AT.getTime() - 600_000;
  const report = (kind: 'start' | 'stop', seconds: number | null) =>
    recordReport(db, unit, {
      key: KEY,
      event: {
        kind,
        at: began + (seconds ?? 0) * 1000,
        seconds,
        up: seconds === null ? 0 : 10,
        down: seconds === null ? 0 : 20,
        isWide: true,
        cause: '',
      },
      username: 'nobody',
      deviceMac: '02-00-00-00-07-07',
      guestId: null,
    });
  expect(await report('start', null)).toBe(true);
  const stopped = await other.transaction(async (tx) => {
    // The session, for which a statement waits that has the row of its reports, for which this transaction waits.
    await tx.select().from(sessions).where(eq(sessions.session_key, KEY)).for('update');
    const stop = report('stop', 300);
    const isWaiting = async () =>
      rowsIn(await other.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .length > 0;
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    await tx.select().from(session_reports).where(eq(session_reports.session_key, KEY)).for('update');
    return { stop };
  });
  expect(await stopped.stop).toBe(true);
  expect(await db.select().from(session_histories).where(eq(session_histories.session_key, KEY))).toMatchObject([
    { bytes_up: 10, bytes_down: 20, duration: 300 },
  ]);
});

test('sessions that both servers begin at the same time, in another order, are stored once, each with one device', async () => {
  const { db, other, unit } = await bothServers();
  const guests = await Promise.all(
    [1, 2, 3, 4].map((nth) =>
      insertGuest(db, { hotspot_id: unit.hotspotId, username: `BOTH-${nth}`, account_type: 'voucher', created: RECORDED_AT }),
    ),
  );
  const starts = Array.from({ length: 48 }, (_, nth) => ({
    key: `both-${nth}`,
    event: { kind: 'start' as const, at: RECORDED_AT.getTime(), seconds: null, up: 0, down: 0, isWide: true, cause: '' },
    username: `BOTH-${(nth % guests.length) + 1}`,
    deviceMac: `02-00-00-00-08-${nth.toString(16).padStart(2, '0').toUpperCase()}`,
    guestId: null,
  }));
  const areNew = await Promise.all([
    ...starts.map((start) => recordReport(db, unit, start)),
    ...[...starts].reverse().map((start) => recordReport(other, unit, start)),
  ]);
  expect(areNew.filter((isNew) => isNew)).toHaveLength(starts.length);
  const running = await db.select().from(sessions).where(like(sessions.session_key, 'both-%'));
  expect(running.map(({ session_key }) => session_key).sort()).toEqual(starts.map(({ key }) => key).sort());
  const theirs = await db.select().from(devices).where(like(devices.mac_address, '02-00-00-00-08-%'));
  expect(theirs).toHaveLength(starts.length);
  expect(new Set(running.map(({ device_id }) => device_id)).size).toBe(starts.length);
});
