/** Reports that arrive again, stored by several processes. */
import { expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import { recordReport } from '../../../src/server/access/sessionQueries';
import type { Db } from '../../../src/server/database/db';
import { session_histories, sessions, units } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';

const server = serve();

const TEN = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number) => TEN + seconds * 1000;

const start = (second: number, packet: string): AccountingEvent => ({
  kind: 'start',
  at: at(second),
  seconds: null,
  up: null,
  down: null,
  isWide: true,
  cause: '',
  fingerprint: { content: 'start', packet },
});
const stop = (second: number, seconds: number): AccountingEvent => ({
  kind: 'stop',
  at: at(second),
  seconds,
  up: 30,
  down: 300,
  isWide: true,
  cause: 'user_request',
  fingerprint: { content: 'stop', packet: 'stop' },
});

async function reporting(key: string) {
  const [unit] = await server.db().select().from(units).orderBy(asc(units.id)).limit(1);
  if (!unit) throw new Error('the fixture has units');
  const reported = { key, username: 'guest', deviceMac: '', address: '', guestId: null };
  const report = (event: AccountingEvent, db: Db = server.db()) =>
    recordReport(db, { id: unit.id, mac: unit.mac_address, hotspotId: unit.hotspot_id }, { ...reported, event });
  return {
    report,
    /** A process keeps its memory of reports per database connection, and a transaction has its own. */
    reportElsewhere: (event: AccountingEvent) => server.db().transaction((tx) => report(event, tx)),
    running: () => server.db().select().from(sessions).where(eq(sessions.session_key, key)),
    ended: () => server.db().select().from(session_histories).where(eq(session_histories.session_key, key)),
  };
}

test('a copy is recognized by a process that did not receive the original', async () => {
  const { report, reportElsewhere, running, ended } = await reporting('elsewhere');
  await report(start(0, 'a'));
  await reportElsewhere(start(3600, 'a'));
  expect(await running()).toMatchObject([{ start_time: new Date(TEN) }]);
  await report(stop(3700, 3700));
  await reportElsewhere(stop(9000, 3700));
  expect(await running()).toEqual([]);
  expect(await ended()).toMatchObject([{ start_time: new Date(TEN), stop_time: new Date(at(3700)), bytes_down: 300 }]);
});

test('another session is recognized when a different process received the previous stop', async () => {
  const { report, reportElsewhere, running, ended } = await reporting('stopped elsewhere');
  await report(start(0, 'a'));
  await reportElsewhere(stop(650, 650));
  await report(start(1000, 'b'));
  expect(await running()).toMatchObject([{ start_time: new Date(at(1000)) }]);
  expect(await ended()).toMatchObject([{ start_time: new Date(TEN), duration: 650 }]);
});
