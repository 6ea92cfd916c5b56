/**
 * Units report over a network that loses, duplicates and reorders packets, to a server that is killed again and again: whatever is
 * acknowledged is in the database, and in the end each session's sums equal those of its unit. For comparison, FreeRADIUS with its own SQL
 * does the same where it is installed.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eq, sql, sum } from 'drizzle-orm';
import { session_histories, session_sums, sessions } from '../../../src/server/database/schema';
import type { Db } from '../../../src/server/database/db';
import { countEndedSessions } from '../../../src/server/database/reportSums';
import { CODE, decodePacket } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { freeradiusSqlFolder } from '../../support/radius/freeradius';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { commandOf, served, type Command } from '../../support/server/command';
import { newTestDatabase, using, type TestDatabase } from '../../support/server/database';
import { insertHotspot, insertStaff, insertUnit } from '../../factories/rows';
import { SECRET, reportOf } from './faultsTests';

const SESSIONS = 300;
/** Number of reports per session, in addition to a start and a stop; and number of concurrent sessions. */
const REPORTS = 4;
const AT_ONCE = 40;
const PACKETS = SESSIONS * (REPORTS + 2);
/** Numbers of acknowledged packets at which the server is killed. */
const KILLED_AT = [PACKETS / 6, PACKETS / 3, PACKETS / 2, (5 * PACKETS) / 6];

/** Probabilities of what the network does to a packet or an answer, and the milliseconds after which a unit retransmits. */
const LOST = 0.1;
const DOUBLED = 0.05;
const LATE_MS = 40;
const AGAIN_MS = 300;

const keyOf = (nth: number) => `s-${nth}`;
const bytesAt = (nth: number, packet: number) => packet * (1000 + nth);

/** What a unit knows to have been recorded of a session, because it was acknowledged. */
interface Acknowledged {
  up: number;
  isEnded: boolean;
}

/** Delivers something as a bad network does: perhaps not at all, perhaps twice, perhaps after later packets. */
function overBadNetwork(pass: () => void): void {
  if (Math.random() < LOST) return;
  setTimeout(pass, Math.random() * LATE_MS);
  if (Math.random() < DOUBLED) setTimeout(pass, Math.random() * 3 * LATE_MS);
}

/** Reports all sessions to a port; calls `onAcknowledged` once for each packet that was acknowledged. */
async function reportAll(port: number, acknowledged: Map<string, Acknowledged>, onAcknowledged: (packets: number) => void): Promise<void> {
  let packets = 0;
  let next = 0;
  const one = async (nth: number) => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    let isOpen = true;
    const tell = async (packet: number, status: number) => {
      const attributes = reportOf('unit', keyOf(nth), status, packet * 60, bytesAt(nth, packet));
      const { bytes, authenticator } = encodeRequest({ code: CODE.accountingRequest, id: packet, attributes }, SECRET);
      const isAnswered = new Promise<boolean>((resolve) => {
        socket.on('message', (answer) => {
          const received = decodePacket(answer);
          if (typeof received === 'string' || answerProof(received, authenticator, SECRET) !== 'proven') return;
          overBadNetwork(() => resolve(true));
        });
      });
      do overBadNetwork(() => isOpen && socket.send(bytes, port, '127.0.0.1'));
      while (!(await Promise.race([isAnswered, pause(AGAIN_MS, false)])));
      const known = acknowledged.get(keyOf(nth)) ?? { up: 0, isEnded: false };
      const isStop = status === ACCT_STATUS.stop;
      acknowledged.set(keyOf(nth), { up: Math.max(known.up, bytesAt(nth, packet)), isEnded: known.isEnded || isStop });
      onAcknowledged((packets += 1));
    };
    await tell(0, ACCT_STATUS.start);
    // Units send the next report without waiting for an answer, so reports may overtake each other.
    await Promise.all([
      ...Array.from({ length: REPORTS }, (_, report) => tell(report + 1, ACCT_STATUS.interim)),
      tell(REPORTS + 1, ACCT_STATUS.stop),
    ]);
    isOpen = false;
    socket.close();
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let nth = next++; nth < SESSIONS; nth = next++) await one(nth);
    }),
  );
}

/** Reports everything to a server that is killed and restarted meanwhile; `onDead` is called while it is dead. */
async function reportUnderKills(
  port: number,
  start: () => Promise<Command>,
  onDead: (acknowledged: Map<string, Acknowledged>) => Promise<void>,
): Promise<void> {
  const acknowledged = new Map<string, Acknowledged>();
  let running = await start();
  let restarting = Promise.resolve();
  const kill = async (isLast: boolean) => {
    running.kill('SIGKILL');
    await running.ended;
    await onDead(new Map(acknowledged));
    if (!isLast) running = await start();
  };
  await reportAll(port, acknowledged, (packets) => {
    if (KILLED_AT.includes(packets)) restarting = restarting.then(() => kill(false));
  });
  await restarting;
  await kill(true);
}

const uploadsOf = async (db: Db) => {
  const open = await db.select({ key: sessions.session_key, up: sessions.bytes_up }).from(sessions);
  const ended = await db.select({ key: session_histories.session_key, up: session_histories.bytes_up }).from(session_histories);
  return { open, ended };
};

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await newTestDatabase('nothing');
  await using(testDatabase, async (db) => {
    const created = new Date();
    const staff = { uuid: 'owner', type: 'reseller' as const, name: 'Owner', username: 'owner', password_hash: '', created };
    const { id: account_id } = await insertStaff(db, staff);
    const { id: hotspot_id } = await insertHotspot(db, { uuid: 'hotspot', account_id, name: 'hotspot', created });
    await insertUnit(db, { uuid: 'unit', name: 'unit', mac_address: '02-AA-00-00-00-01', secret: SECRET, hotspot_id, created });
  });
});
afterEach(() => testDatabase.remove());

test('a killed server has recorded what it acknowledged, and in the end each session once with its own sums', async () => {
  const ports = [await freeUdpPort(), await freeUdpPort()];
  const settings = {
    ...(testDatabase.url === undefined ? { PORTICO_DATA: testDatabase.folder } : { DATABASE_URL: testDatabase.url }),
    PORTICO_RADIUS: 'on',
    PORTICO_RADIUS_PORTS: ports.join(','),
  };
  let kills = 0;
  const missing: { kills: number; key: string }[] = [];
  await reportUnderKills(
    ports[1] ?? 0,
    () => served(settings),
    async (acknowledged) => {
      kills += 1;
      const { open, ended } = await using(testDatabase, uploadsOf);
      const [recorded, over] = [new Map([...open, ...ended].map(({ key, up }) => [key, up])), new Set(ended.map(({ key }) => key))];
      for (const [key, { up, isEnded }] of acknowledged) {
        if ((recorded.get(key) ?? -1) < up || (isEnded && !over.has(key))) missing.push({ kills, key });
      }
    },
  );
  expect({ kills, missing }).toEqual({ kills: KILLED_AT.length + 1, missing: [] });

  await using(testDatabase, async (db) => {
    const { open, ended } = await uploadsOf(db);
    expect(open).toEqual([]);
    const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
    const known = Array.from({ length: SESSIONS }, (_, nth) => ({ key: keyOf(nth), up: bytesAt(nth, REPORTS + 1) }));
    expect(ended.sort(byKey)).toEqual(known.sort(byKey));
    await countEndedSessions(db);
    const reported = {
      sessions: sum(session_sums.connections),
      bytes: sum(sql<number>`${session_sums.bytes_up} + ${session_sums.bytes_down}`),
    };
    const bytes = known.reduce((all, { up }) => all + 3 * up, 0);
    expect(await db.select(reported).from(session_sums).where(eq(session_sums.account_id, 0))).toEqual([
      { sessions: String(SESSIONS), bytes: String(bytes) },
    ]);
  });
  await tellFreeradius();
}, 240_000);

/** Prints what FreeRADIUS counts for the same reports. */
async function tellFreeradius(): Promise<void> {
  const configuration = process.env.PORTICO_TEST_FREERADIUS_SQL ?? '';
  if (configuration === '' || testDatabase.url === undefined) return;
  const { folder, ports, recorded, remove } = await freeradiusSqlFolder(configuration, { secret: SECRET });
  const start = async () => {
    const command = commandOf('freeradius', ['-f', '-l', 'stdout', '-d', folder]);
    await command.outputMatching(/Ready to process requests/);
    return command;
  };
  let missing = 0;
  await reportUnderKills(ports.acct, start, async (acknowledged) => {
    const rows = new Map((await recorded('s-%')).map((row) => [row.guest, row]));
    missing += [...acknowledged].filter(([key, { up, isEnded }]) => {
      const row = rows.get(`guest of ${key}`);
      return row === undefined || row.up < up || (isEnded && row.isOpen);
    }).length;
  });
  const rows = await recorded('s-%');
  await remove();
  const ofGuest = (nth: number) => rows.filter(({ guest }) => guest === `guest of ${keyOf(nth)}`);
  const right = Array.from({ length: SESSIONS }, (_, nth) => nth).filter((nth) => {
    const [row, ...more] = ofGuest(nth);
    return row !== undefined && more.length === 0 && !row.isOpen && row.up === bytesAt(nth, REPORTS + 1);
  });
  const open = rows.filter(({ isOpen }) => isOpen).length;
  const up = rows.reduce((all, row) => all + row.up, 0);
  const truth = Array.from({ length: SESSIONS }, (_, nth) => bytesAt(nth, REPORTS + 1)).reduce((all, one) => all + one, 0);
  process.stderr.write(
    `of ${SESSIONS} sessions under loss and kills: Portico has ${SESSIONS} right; FreeRADIUS’ SQL has ${right.length} right of ${rows.length} rows, ${open} left open, ${up} of ${truth} bytes up, ${missing} times less than it had acknowledged\n`,
  );
}
