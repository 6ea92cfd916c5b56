/** Idempotency keys under concurrency, on two servers, and when one of them dies. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { vouchersCreated } from '../../../src/contract/vouchers';
import { hotspot_vouchers, idempotency_keys } from '../../../src/server/database/schema';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { accountIdOf, passwordOf, RECORDED_AT } from '../../support/backEnd/recordings';
import { callerOf, login, startOn, type Answer } from '../../support/server/server';

let testDatabase: TestDatabase;
let replicas: Awaited<ReturnType<typeof startOn>>[] = [];
let token = '';

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  replicas = await Promise.all([1, 2].map(() => startOn(testDatabase, { now: RECORDED_AT })));
  token = await login(on(0), 'reseller1', passwordOf('reseller1'));
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await testDatabase.remove();
});

const on = (replica: number) =>
  callerOf(
    () => replicas[replica % 2]?.url ?? '',
    async () => (token === '' ? undefined : token),
  );
const db = () => replicas[0]!.database.db;
const post = (replica: number, body: object, key: string): Promise<Answer> =>
  on(replica).post('/api/vouchers', body, { 'Idempotency-Key': key });

test('fifty simultaneous requests with one key on two servers create one batch, and all get its answer', async () => {
  const before = await db().$count(hotspot_vouchers);
  const body = { hotspot_id: 1, remain_use: -1, num_vouchers: 40 };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => post(n, body, 'fifty')));
  expect(await db().$count(hotspot_vouchers)).toBe(before + 40);
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 201, body: { status: 'success' } });
  expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(49);
});

test('fifty simultaneous refused requests change nothing and release the key', async () => {
  expect((await on(0).post('/api/vouchers', { hotspot_id: 1, remain_use: -1, code: 'taken-code' })).status).toBe(201);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => post(n, { hotspot_id: 1, remain_use: -1, code: 'taken-code' }, 'no')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  expect((await post(0, { hotspot_id: 1, remain_use: -1, code: 'free-code' }, 'no')).status).toBe(201);
});

test('a request that waits for a dying process does the work itself, once', async () => {
  // A process that dies midway: key claimed, some work done, nothing committed.
  const dying = new Client({ connectionString: testDatabase.url });
  dying.on('error', () => undefined);
  await dying.connect();
  await dying.query('begin');
  const [{ pid }] = (await dying.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }];
  const keys = await keyHashOf('orphan');
  await dying.query(`insert into idempotency_keys (account_id, key_hash, fingerprint, created) values ($1, $2, 'half a call', now())`, [
    accountIdOf('reseller1'),
    keys,
  ]);

  const waiting = post(1, { hotspot_id: 1, remain_use: -1, code: 'orphan' }, 'orphan');
  await untilBlockedBy(pid);
  await db().execute(sql`select pg_terminate_backend(${pid})`);
  expect(await waiting).toMatchObject({ status: 201 });
  expect((await post(0, { hotspot_id: 1, remain_use: -1, code: 'orphan' }, 'orphan')).headers.get('Idempotency-Replayed')).toBe('true');
  expect(await db().$count(hotspot_vouchers, eq(hotspot_vouchers.code, 'orphan'))).toBe(1);
});

test('a thousand vouchers whose process dies before the commit are created once by the next request, and both replicas repeat its answer', async () => {
  const body = { hotspot_id: 1, remain_use: -1, num_vouchers: 1000 };
  const before = await db().$count(hotspot_vouchers);
  // All vouchers are inserted by the time the audit entry waits for this lock.
  const blocking = new Client({ connectionString: testDatabase.url });
  await blocking.connect();
  await blocking.query('begin');
  await blocking.query('lock table audit_entries');
  const [{ pid }] = (await blocking.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }];
  const dying = post(0, body, 'thousand');
  await untilBlockedBy(pid);
  await db().execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);
  expect((await dying).status).toBeGreaterThanOrEqual(500);
  await blocking.query('rollback');
  await blocking.end();
  expect(await db().$count(hotspot_vouchers)).toBe(before);

  const created = await post(0, body, 'thousand');
  expect(created.headers.get('Idempotency-Replayed')).toBeNull();
  expect(vouchersCreated.parse(created.body).vouchers).toHaveLength(1000);
  for (const replica of [0, 1]) {
    const again = await post(replica, body, 'thousand');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: created.body });
  }
  expect(await db().$count(hotspot_vouchers)).toBe(before + 1000);
});

/** The hash a key is stored as, found by using the key on the server and freeing it again. */
async function keyHashOf(key: string): Promise<string> {
  expect((await post(0, { hotspot_id: 1, remain_use: -1 }, key)).status).toBe(201);
  const [row] = await db()
    .select()
    .from(idempotency_keys)
    .orderBy(sql`${idempotency_keys.id} desc`)
    .limit(1);
  await db().delete(idempotency_keys).where(eq(idempotency_keys.id, row!.id));
  return row!.key_hash;
}

async function untilBlockedBy(pid: number): Promise<void> {
  for (;;) {
    const blocked: unknown = await db().execute(
      sql`select count(*)::int as n from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`,
    );
    if ((blocked as { rows: [{ n: number }] }).rows[0].n > 0) return;
  }
}
