/** Report sums under concurrent changes of sessions; the embedded database has a single connection. */
import { expect, test } from '@jest/globals';
import { eq, gte, sql } from 'drizzle-orm';
import { rowsIn } from '../../../src/server/database/db';
import { openDatabase } from '../../../src/server/database/client';
import { hotspots, session_histories, uncounted_sessions, users } from '../../../src/server/database/schema';
import { countEndedSessions, foldSums, rebuildSums } from '../../../src/server/database/reportSums';
import { sumsIn } from '../../support/server/reportSums';
import { serve } from '../../support/server/server';

const server = serve();

const START = Date.parse('2026-11-20T12:00:00Z');
const session = (n: number, userId: number) => {
  // Within two hours of each other, so that they affect each other's sums.
  const at = new Date(START + (n % 13) * 600_000);
  return {
    session_id: n,
    unit_id: 1,
    hotspot_id: 1,
    device_id: 1,
    user_id: userId,
    session_key: `race-${n}`,
    bytes_up: n,
    bytes_down: 1,
    duration: 60,
    auth_time: at,
    start_time: at,
    update_time: at,
  };
};

test('all sessions of a guest that end at once count while two servers fold the sums and the guest is erased', async () => {
  const db = server.db();
  const [guest] = await db.select({ id: users.id }).from(users).where(eq(users.hotspot_id, 1)).limit(1);
  const id = guest?.id ?? 0;
  const other = await openDatabase(server.place());
  try {
    const ends = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? db : other.db).insert(session_histories).values(session(n, id)));
    const folds = Array.from({ length: 10 }, (_, n) => foldSums(n % 2 === 0 ? db : other.db));
    const erasure = server.as('admin').delete(`/api/users/${id}`);
    await Promise.all([...ends, ...folds]);
    expect((await erasure).status).toBe(200);
  } finally {
    await other.close();
  }
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});

test('sessions of several guests that end in one statement count while others of theirs end', async () => {
  const db = server.db();
  const venues = await db.select({ id: hotspots.id }).from(hotspots).orderBy(hotspots.id).limit(3);
  const ends = Array.from({ length: 30 }, (_, n) => {
    const rows = venues.flatMap(({ id }) => [901, 902].map((guest) => ({ ...session(n, guest), hotspot_id: id })));
    // Statements that would lock the hotspots in different orders must not deadlock.
    return db.insert(session_histories).values(n % 2 === 0 ? rows : rows.toReversed());
  });
  await Promise.all(ends);
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});

test('sums recomputed while sessions end include those sessions', async () => {
  const db = server.db();
  const ends = Array.from({ length: 40 }, (_, n) => db.insert(session_histories).values(session(n, 900 + (n % 3))));
  await Promise.all([...ends.slice(0, 20), rebuildSums(db), foldSums(db), ...ends.slice(20), rebuildSums(db), foldSums(db)]);
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});

test('sessions are counted once, although whoever counted them was killed before the commit, while others waited to count', async () => {
  const db = server.db();
  await db.insert(session_histories).values(Array.from({ length: 5 }, (_, n) => session(n, 950 + (n % 2))));
  const noted = await db.$count(uncounted_sessions);
  expect(noted).toBeGreaterThan(0);
  const other = await openDatabase(server.place());
  try {
    let waiting: Promise<void> | undefined;
    const killed = other.db.transaction(async (tx) => {
      await countEndedSessions(tx);
      waiting = countEndedSessions(db);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(killed).rejects.toThrow();
    await waiting;
  } finally {
    await other.close();
  }
  expect(await db.$count(uncounted_sessions)).toBe(0);
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});

test('more sessions than one call counts are all counted, those of a guest together', async () => {
  const db = server.db();
  const rows = Array.from({ length: 200 }, (_, n) => session(n, 2000 + (n % 60)));
  for (let n = 0; n < 60; n += 1) await db.insert(session_histories).values(rows);
  expect(await db.$count(uncounted_sessions)).toBeGreaterThan(10_000);
  const [first] = rowsIn<{ is_more: boolean }>(await db.execute(sql`select count_ended_sessions() as is_more`));
  expect(first).toEqual({ is_more: true });
  const inAll = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(inAll);
  await db.delete(session_histories).where(gte(session_histories.user_id, 2000));
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});

test('sessions that end do not wait for each other, nor for whoever counts or reads, until the commit', async () => {
  const db = server.db();
  const other = await openDatabase(server.place());
  try {
    await db.transaction(async (tx) => {
      await tx.insert(session_histories).values(session(1, 960));
      await countEndedSessions(tx);
      await tx.insert(session_histories).values(session(2, 960));
      // Would never end, if it waited: the same guest at the same hotspot.
      await other.db.insert(session_histories).values(session(3, 960));
    });
  } finally {
    await other.close();
  }
  const stored = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(stored);
});
