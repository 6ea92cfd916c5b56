import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { isPassword } from '../../src/server/auth/passwords';
import { openDatabase, type Database } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { seedSize } from '../../src/demo/seeds/benchmark';
import { faultsOf, rows } from '../support/server/consistency';
import { newTestDatabase, type TestDatabase } from '../support/server/database';

/** Shortly after midnight, so that the day has hardly begun. */
const NOW = new Date('2026-11-21T00:04:09.5Z');
const MINUTES = 60_000;

jest.setTimeout(10 * MINUTES);

let testDatabase: TestDatabase;
let database: Database;
let db: Db;

beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase, { noTimeouts: true });
  db = database.db;
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

const counts = async () => {
  const [row] = await rows(
    db,
    `select (select count(*)::int from accounts where type = 'reseller') as resellers, (select count(*)::int from hotspots) as hotspots,
      (select count(*)::int from users) as guests, (select count(*)::int from session_histories) as histories,
      (select count(*)::int from sessions) as running, (select count(*)::int from hotspot_vouchers) as vouchers`,
  );
  return row;
};

test('the small benchmark has one reseller, 6 hotspots, 300 guests and 5,000 consistent ended sessions', async () => {
  await seedSize(db, 'small', NOW);
  expect(await counts()).toEqual({ resellers: 1, hotspots: 6, guests: 300, histories: 5_000, running: 20, vouchers: 150 });
  // One fault is accepted: it doesn't matter for measurements.
  const { 'two sessions of a device at once': _overlaps, ...faults } = await faultsOf(db, NOW);
  expect(faults).toEqual({});
});

test("the benchmark has sign-ins for the admin, a reseller, and each hotspot's customer and desk", async () => {
  const found = await rows<{ username: string; password_hash: string }>(db, 'select username, password_hash from accounts order by id');
  expect(found.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['admin', 'reseller1', 'customer1', 'desk1', 'customer6', 'desk6']),
  );
  const hashes = [...new Set(found.map((account) => account.password_hash))];
  expect(await Promise.all(hashes.map((hash) => isPassword(hash, 'portico-demo')))).toEqual([true]);
});

test('the benchmark can be filled again with the same sessions for the same moment, and new ones follow', async () => {
  const sum = () => rows(db, 'select sum(hashtextextended(to_jsonb(h)::text, 0)) as sum from session_histories h');
  const before = await sum();
  await seedSize(db, 'small', NOW);
  expect(await sum()).toEqual(before);
  const [session] = await rows<{ id: number }>(
    db,
    `insert into sessions (unit_id, hotspot_id, device_id, user_id, auth_time, start_time, update_time, session_key)
      values (1, 1, 1, 1, now(), now(), now(), 'next') returning id`,
  );
  expect(session?.id).toBe(5_021);
});

test('the indexes and foreign keys dropped for loading are restored', async () => {
  const definitions = () =>
    rows<{ definition: string }>(
      db,
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'session_histories'::regclass
        union select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'session_histories'::regclass order by 1`,
    );
  const before = await definitions();
  expect(before.length).toBeGreaterThan(6);
  await seedSize(db, 'small', NOW);
  expect(await definitions()).toEqual(before);
});

test('the large benchmark has a million ended sessions and is created within three minutes', async () => {
  const startedAt = performance.now();
  await seedSize(db, 'large', NOW);
  const took = (performance.now() - startedAt) / 1000;
  process.stdout.write(`seedSize large on ${database.engine}: ${took.toFixed(1)} s\n`);
  expect(await counts()).toEqual({
    resellers: 5,
    hotspots: 240,
    guests: 40_000,
    histories: 1_000_000,
    running: 2_000,
    vouchers: 20_000,
  });
  expect(took).toBeLessThan(180);
});
