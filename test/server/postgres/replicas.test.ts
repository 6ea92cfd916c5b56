/** Two servers on one database, as behind a load balancer. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { passwordOf, RECORDED_AT } from '../../support/backEnd/recordings';
import { callerOf, login, startOn } from '../../support/server/server';

const LIMIT = 4;
const clock = { now: RECORDED_AT };
let testDatabase: TestDatabase;
let replicas: Awaited<ReturnType<typeof startOn>>[] = [];

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  replicas = await Promise.all([1, 2].map(() => startOn(testDatabase, clock, { config: { loginLimit: LIMIT } })));
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await testDatabase.remove();
});

const on = (replica: 0 | 1, token?: string) =>
  callerOf(
    () => replicas[replica]?.url ?? '',
    async () => token,
  );

test('a sign-in on one replica works on the other, and its sign-out ends it on both', async () => {
  const token = await login(on(0), 'reseller1', passwordOf('reseller1'));
  expect((await on(1, token).put('/api/hotspots/1', { description: 'Said to the other' })).status).toBe(200);
  expect((await on(0, token).get('/api/hotspots/1')).body).toMatchObject({ description: 'Said to the other' });
  expect((await on(1, token).post('/api/logout')).status).toBe(200);
  for (const replica of [0, 1] as const) expect((await on(replica, token).get('/api/hotspots/1')).status).toBe(401);
});

test('failed sign-ins count on both replicas together', async () => {
  const tries = async (replica: 0 | 1) => (await on(replica).post('/api/login', { username: 'desk12', password: 'wrong' })).status;
  for (let i = 0; i < LIMIT; i += 1) expect(await tries(i % 2 === 0 ? 0 : 1)).toBe(401);
  expect([await tries(0), await tries(1)]).toEqual([429, 429]);
});

test('simultaneous guesses on both replicas get no further than consecutive ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) => on(i % 2 === 0 ? 0 : 1).post('/api/login', { username: 'desk13', password: 'wrong' })),
  );
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(LIMIT);
  // A busy machine answers 503 to some.
  for (const { status } of answers) expect([401, 429, 503]).toContain(status);
});

describe('races between two replicas', () => {
  test('create a hotspot once for twenty requests, and the others are informed', async () => {
    const token = await login(on(0), 'reseller1', passwordOf('reseller1'));
    const body = {
      name: 'once',
      description: 'Place',
      business_name: 'N',
      business_vat: '1',
      business_address: 'V',
      business_email: 'n@example.com',
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => on(i % 2 === 0 ? 0 : 1, token).post('/api/hotspots', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && (body as { code: string }).code === 'duplicate')).toHaveLength(19);
  });

  test('store a preference once when it is first set ten times at once', async () => {
    const token = await login(on(0), 'reseller1', passwordOf('reseller1'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        on(i % 2 === 0 ? 0 : 1, token).put('/api/preferences/accounts/2', { key: 'custom_disclaimers_terms', value: '2' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await on(0, token).get('/api/preferences/accounts/2')).body).toHaveLength(2);
  });

  test('apply each change to a hotspot that is being deleted, or report it missing', async () => {
    const token = await login(on(0), 'reseller1', passwordOf('reseller1'));
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) =>
        on(i % 2 === 0 ? 0 : 1, token).put('/api/hotspots/3', { description: `${i}`, privacy_disclaimer_id: i % 2 }),
      ),
      on(1, token).delete('/api/hotspots/3'),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await on(0, token).get('/api/hotspots/3')).status).toBe(404);
    const result: unknown = await replicas[0]?.database.db.execute(
      sql`select count(*)::int as n from disclaimers_hotspots where hotspot_id = 3`,
    );
    expect(result).toMatchObject({ rows: [{ n: 0 }] });
  });
});
