/** Transactions of two servers on one database that wait for each other. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { recordReport } from '../../../src/server/access/sessionQueries';
import { rowsIn } from '../../../src/server/database/db';
import { session_histories, session_reports, sessions, units } from '../../../src/server/database/schema';
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

test('a report whose statement PostgreSQL ends because of a deadlock is stored all the same', async () => {
  const [db, other] = replicas.map(({ database }) => database.db);
  const [found] = (await db?.select().from(units).limit(1)) ?? [];
  if (!db || !other || !found) throw new Error('there are two servers, and the fixture has units');
  const unit = { id: found.id, mac: found.mac_address, hotspotId: found.hotspot_id };
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
