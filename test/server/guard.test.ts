/** What access control asks and passes on, on a database without the rest of the server; its decisions are in test/rules. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { allow, guard, open } from '../../src/server/auth/guard';
import { hashToken } from '../../src/server/auth/tokens';
import { readConfig } from '../../src/server/config';
import { openDatabase, type Database } from '../../src/server/database/client';
import { access_tokens, second_factors } from '../../src/server/database/schema';
import { answerErrors } from '../../src/server/http/errors';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { insertStaff } from '../factories/rows';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { newTestDatabase, type TestDatabase } from '../support/server/database';

/** Admin 1 and 5, reseller 2, desk 3, and reseller 4 with a one-time password. Only admin 5 has a second factor. */
const ACCOUNTS = [
  { id: 1, type: 'admin' },
  { id: 2, type: 'reseller' },
  { id: 3, type: 'desk' },
  { id: 4, type: 'reseller', must_change_password: true },
  { id: 5, type: 'admin' },
] as const;
const CONFIG = readConfig({ LOG_LEVEL: 'error' });
const MINUTE = 60_000;
const ago = (milliseconds: number) => new Date(RECORDED_AT.getTime() - milliseconds);

let testDatabase: TestDatabase;
let database: Database;
let app: FastifyInstance;
const logged: Record<string, unknown>[] = [];
const seen: [token: string, tenant: number][] = [];

beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase);
  const { db } = database;
  for (const account of ACCOUNTS) await insertStaff(db, { creator_id: null, ...account });
  await db.insert(second_factors).values({ account_id: 5, secret: 'secret', last_step: 0, recovery_codes: [], since: RECORDED_AT });
  const login = (account_id: number, token: string, age: number) => ({
    account_id,
    token_hash: hashToken(token),
    type: 'login' as const,
    created: ago(age),
    expires: ago(-60 * MINUTE),
  });
  await db
    .insert(access_tokens)
    .values([
      ...ACCOUNTS.map(({ id }) => login(id, `session ${id}`, 10 * MINUTE)),
      login(2, 'new session', 0),
      { ...login(2, 'expired', 100 * MINUTE), expires: ago(1) },
      { ...login(2, 'integration', 0), type: 'api' },
    ]);

  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) };
  app = fastify({ logger: { level: 'info', stream } });
  answerErrors(app);
  guard(app, {
    db,
    clock: () => RECORDED_AT,
    config: { ...CONFIG, secondFactor: 'admins' },
    callers: { seen: (token, tenant) => void seen.push([token, tenant]) },
  });
  app.get('/open', { config: open }, async () => 'open to anybody');
  app.get('/hotspots', { config: allow('hotspots.list') }, async ({ scope, isFresh }) => ({ scope, isFresh }));
  app.get('/subscriptions/:id', { config: allow('accounts.subscription') }, async () => 'subscribed');
  app.put('/hotspots/:id', { config: allow('hotspots.update') }, async () => 'changed');
  app.put('/accounts/:id', { config: { ...allow('accounts.update'), ownBeforePasswordChange: true } }, async () => 'changed');
  app.get('/accounts/:id', { config: { ...allow('accounts.read'), beforeSecondFactor: true } }, async () => 'read');
});
afterAll(async () => {
  await app.close();
  await database.close();
  await testDatabase.remove();
});

async function call(method: 'GET' | 'PUT', url: string, token?: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ method, url, headers: { ...headers, ...(token !== undefined && { token }) } });
  const { body, statusCode: status } = response;
  return { status, body: body.startsWith('{') ? (JSON.parse(body) as unknown) : body };
}

test.each([
  ['without a token', undefined, 'API token required'],
  ['with an empty one', '', 'API token required'],
  ['with one that nobody has', 'guessed', 'API token is invalid'],
  ['with one that has expired', 'expired', 'API token is expired'],
])('a call %s answers 401 and reaches no route', async (_, token, message) => {
  seen.length = 0;
  expect(await call('GET', '/hotspots', token)).toEqual({ status: 401, body: { message, code: 'unauthenticated' } });
  expect(seen).toEqual([]);
});

test('an open route needs no token, and asks for none', async () => {
  expect(await call('GET', '/open')).toEqual({ status: 200, body: 'open to anybody' });
  expect(await call('GET', '/open', 'guessed')).toEqual({ status: 200, body: 'open to anybody' });
});

describe('a call with a valid token', () => {
  test('passes on who calls, from which tenant, and whether the password was entered just now', async () => {
    seen.length = 0;
    const scope = { accountId: 2, role: 'reseller', hotspotId: 0 };
    expect(await call('GET', '/hotspots', 'session 2')).toMatchObject({ status: 200, body: { scope, isFresh: false } });
    expect(await call('GET', '/hotspots', 'new session')).toMatchObject({ status: 200, body: { scope, isFresh: true } });
    expect(seen).toEqual([
      ['session 2', 2],
      ['new session', 2],
    ]);
  });

  test.each([
    ['a reseller’s program', true, 'session 2', {}],
    ['a reseller’s console', false, 'session 2', { [CONSOLE_HEADER]: '1' }],
    ['a desk’s program', false, 'session 3', {}],
  ])('gets the secrets of units when it comes from %s: %p', async (_, getsSecrets, token, headers) => {
    expect(await call('GET', '/hotspots', token, headers as Record<string, string>)).toMatchObject({ body: { scope: { getsSecrets } } });
  });
});

const refusals = {
  ownPassword: { code: 'must_change_password', message: 'Change the one-time password first' },
  secondFactor: { code: 'second_factor_missing', message: expect.stringContaining('A second factor is required') as unknown },
  permission: { code: 'forbidden', message: 'Unauthorized action' },
  session: { code: 'integration_reads', message: 'An integration only reads' },
};

describe('a caller who lacks something', () => {
  test.each([
    ['a permission', 'GET', '/subscriptions/2', 'session 2', 'permission'],
    ['a session', 'PUT', '/hotspots/1', 'integration', 'session'],
    ['a password of its own', 'GET', '/hotspots', 'session 4', 'ownPassword'],
    ['a second factor that its role must have', 'GET', '/hotspots', 'session 1', 'secondFactor'],
  ] as const)('is refused for want of %s', async (_, method, url, token, lack) => {
    expect(await call(method, url, token)).toEqual({ status: 403, body: refusals[lack] });
  });

  test.each([
    ['its own password', 'PUT', '/accounts/4', 'session 4'],
    ['its own account before it has a second factor', 'GET', '/accounts/1', 'session 1'],
    ['anything once it has one', 'GET', '/hotspots', 'session 5'],
    ['what is for its role', 'PUT', '/hotspots/1', 'session 2'],
    ['what integrations may', 'GET', '/hotspots', 'integration'],
  ] as const)('reaches %s', async (_, method, url, token) => expect((await call(method, url, token)).status).toBe(200));

  test('doesn’t reach the account of another', async () => {
    expect(await call('PUT', '/accounts/2', 'session 4')).toEqual({ status: 403, body: refusals.ownPassword });
    expect(await call('GET', '/accounts/2', 'session 1')).toEqual({ status: 403, body: refusals.secondFactor });
  });

  test('is logged only if it lacks a permission or a session', async () => {
    logged.length = 0;
    await call('GET', '/subscriptions/2', 'session 2');
    await call('PUT', '/hotspots/1', 'integration');
    await call('GET', '/hotspots', 'session 4');
    await call('GET', '/hotspots', 'session 1');
    await call('GET', '/hotspots', 'session 2');
    const refused = logged.filter(({ account }) => account !== undefined);
    const msg = 'an account lacks the permission for a call';
    expect(refused).toMatchObject([
      { account: 2, permission: 'accounts.subscription', msg },
      { account: 2, permission: 'hotspots.update', msg },
    ]);
    expect(refused).toHaveLength(2);
  });
});

test('a route that names neither a permission nor that it is open is refused', () => {
  const another = fastify();
  guard(another, { db: database.db, clock: () => RECORDED_AT, config: CONFIG });
  expect(() => another.get('/everything', async () => 'of all tenants')).toThrow('GET /everything names no permission');
  expect(() => another.get('/closed', { config: {} }, async () => 'of all tenants')).toThrow('GET /closed names no permission');
  another.get('/open', { config: open }, async () => 'open to anybody');
  another.get('/hotspots', { config: allow('hotspots.list') }, async () => []);
});
