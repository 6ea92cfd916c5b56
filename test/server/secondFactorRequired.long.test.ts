/** PORTICO_SECOND_FACTOR: who must have a second factor and has none can do nothing but set it up (AUTH-18). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { insertFirstAdmin } from '../../src/server/accounts/firstAdminQueries';
import { hashToken } from '../../src/server/auth/tokens';
import { access_tokens, accounts, audit_entries, second_factors } from '../../src/server/database/schema';
import { accountIdOf, passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { routesOf } from '../support/server/routes';
import { appWith, prepare, turnOn, type Prepared } from '../support/server/secondFactor';
import { login, serve, type Caller } from '../support/server/server';

const MISSING = { status: 403, body: { code: 'second_factor_missing', message: expect.stringMatching(/console/) } };

/** What a session without the second factor may call, beside signing out. */
const SETTING_UP = ['GET /api/accounts/:id/second_factor', 'PUT /api/second_factor', 'PUT /api/second_factor/setup'];

const bodyOf = (method: string) => (method === 'GET' ? undefined : {});

describe('required of everyone, it', () => {
  const server = serve({ config: { secondFactor: 'everyone', freeradiusToken: 'token-of-the-walk-01' } });
  const signedIn = async (username: string) => server.withToken(await login(server.withToken(), username, passwordOf(username)));
  const stateOf = (here: Caller, username: string) => here.get(`/api/accounts/${accountIdOf(username)}/second_factor`);

  beforeEach(async () => {
    server.clock.now = RECORDED_AT;
    await server.db().delete(second_factors);
  });

  test.each(['admin', 'reseller1', 'customer11', 'desk11'])(
    'refuses %s every route that needs a session, but for setting it up',
    async (name) => {
      const here = await signedIn(name);
      const routes = routesOf(server.app()).filter((route) => / \/(?:api|wax)\b/.test(route));
      const allowed: string[] = [];
      const refused: string[] = [];
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ');
        const address = path.replace(/:\w+/g, String(accountIdOf(name)));
        if (
          (await server.withToken().call(method, address, bodyOf(method))).status !== 401 ||
          path === '/api/login' ||
          path === '/api/logout'
        )
          continue;
        const answer = await here.call(method, address, bodyOf(method));
        if ((answer.body as { code?: string } | null)?.code === 'second_factor_missing') refused.push(route);
        else allowed.push(route);
      }
      expect(allowed.sort()).toEqual(SETTING_UP);
      expect(refused.length).toBeGreaterThan(80);
    },
  );

  test('says so at the sign-in, and nothing more to who has one', async () => {
    const answers = async (more = {}) =>
      server.withToken().post('/api/login', { username: 'reseller1', password: passwordOf('reseller1'), ...more });
    expect(await answers()).toMatchObject({ status: 201, body: { second_factor_missing: true } });
    const { app } = await turnOn(server, await signedIn('reseller1'), 'reseller1');
    const { status, body } = await answers({ factor_code: app(1) });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('second_factor_missing');
  });

  test('lets a session do all it may once it is set up there, and ends those that were signed in without', async () => {
    const [here, there] = [await signedIn('reseller1'), await signedIn('reseller1')];
    expect(await here.get('/api/hotspots')).toMatchObject(MISSING);
    expect(await stateOf(here, 'reseller1')).toMatchObject({ status: 200, body: { since: null, required: true } });
    await turnOn(server, here, 'reseller1');
    expect((await here.get('/api/hotspots')).status).toBe(200);
    expect((await there.get('/api/hotspots')).status).toBe(401);
  });

  test('is set up once by two sessions at the same time, and the other session ends', async () => {
    const sessions = [await signedIn('customer11'), await signedIn('customer11')];
    const prepared = await Promise.all(sessions.map(async (here) => (await prepare(here, 'customer11')).body as Prepared));
    const answers = await Promise.all(
      sessions.map((here, nth) => {
        const { setup = '', secret = '' } = prepared[nth] ?? {};
        return here.put('/api/second_factor', { setup, factor_code: appWith(server, secret)() });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const after = await Promise.all(sessions.map((here) => here.get('/api/vouchers/1')));
    expect(after.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('gives a session without it neither the state of another account nor the power to turn one off', async () => {
    await turnOn(server, await signedIn('reseller1'), 'reseller1');
    const admin = await signedIn('admin');
    expect(await stateOf(admin, 'reseller1')).toMatchObject(MISSING);
    expect(await admin.delete(`/api/accounts/${accountIdOf('reseller1')}/second_factor`)).toMatchObject(MISSING);
    expect(await admin.put(`/api/accounts/${accountIdOf('admin')}`, { password: 'of somebody who knows it' })).toMatchObject(MISSING);
    expect(await admin.put('/api/second_factor/setup', { current_password: 'guessed' })).toMatchObject({ status: 403 });
  });

  test('needs the password, so that an open session alone cannot be used to set it up', async () => {
    const here = await signedIn('desk11');
    expect(await here.put('/api/second_factor/setup', { current_password: 'guessed' })).toMatchObject({
      status: 403,
      body: { code: 'password_required' },
    });
  });

  test('holds again as soon as it is off, for every session', async () => {
    const here = await signedIn('reseller1');
    const { recovery_codes: codes } = await turnOn(server, here, 'reseller1');
    const off = { current_password: passwordOf('reseller1'), factor_code: codes[0] };
    expect((await here.put('/api/second_factor/off', off)).status).toBe(200);
    expect(await here.get('/api/hotspots')).toMatchObject(MISSING);
    await turnOn(server, here, 'reseller1');
    expect((await here.get('/api/hotspots')).status).toBe(200);
  });

  test('is turned off by an admin for who has lost it, who sets it up anew; the trail tells who did it', async () => {
    const [admin, lost] = [await signedIn('admin'), await signedIn('reseller2')];
    await turnOn(server, admin, 'admin');
    await turnOn(server, lost, 'reseller2');
    expect((await admin.delete(`/api/accounts/${accountIdOf('reseller2')}/second_factor`)).status).toBe(200);
    expect(await lost.get('/api/hotspots')).toMatchObject(MISSING);
    const entries = await server.db().select().from(audit_entries).where(eq(audit_entries.action, 'accounts.second_factor_off'));
    expect(entries).toMatchObject([{ account_name: 'admin', object_name: 'reseller2' }]);
    await turnOn(server, lost, 'reseller2');
    expect((await lost.get('/api/hotspots')).status).toBe(200);
  });

  test('comes after the choice of a password of one’s own', async () => {
    const password = (await insertFirstAdmin(server.db(), 'installer', RECORDED_AT)) ?? '';
    const { body } = await server.withToken().post('/api/login', { username: 'installer', password });
    expect(body).toMatchObject({ must_change_password: true, second_factor_missing: true });
    const { id, token } = body as { id: number; token: string };
    const installer = server.withToken(token);
    const early = await installer.put('/api/second_factor/setup', { current_password: password });
    expect(early).toMatchObject({ status: 403, body: { code: 'must_change_password' } });
    expect((await installer.put(`/api/accounts/${id}`, { password: 'of my own choice' })).status).toBe(200);
    expect(await installer.get(`/api/accounts/${id}`)).toMatchObject(MISSING);
    expect((await installer.put('/api/second_factor/setup', { current_password: 'of my own choice' })).status).toBe(200);
    await server.db().delete(accounts).where(eq(accounts.id, id));
  });

  test('leaves integrations their token, which nobody signs in with', async () => {
    const token = 'c'.repeat(64);
    const row = { account_id: accountIdOf('customer13'), token_hash: hashToken(token), type: 'api', created: RECORDED_AT } as const;
    await server
      .db()
      .insert(access_tokens)
      .values({ ...row, expires: new Date(RECORDED_AT.getTime() + 3_600_000) });
    expect((await server.withToken(token).get('/api/hotspots/3')).status).toBe(200);
  });
});

describe('required of admins, it', () => {
  const server = serve({ config: { secondFactor: 'admins' } });

  test('concerns nobody else', async () => {
    expect(await server.as('admin').get('/api/hotspots')).toMatchObject(MISSING);
    for (const name of ['reseller1', 'customer11', 'desk11']) {
      const here = server.as(name);
      expect((await here.get('/api/subscription_plans')).status).toBe(200);
      expect(await here.get(`/api/accounts/${accountIdOf(name)}/second_factor`)).toMatchObject({ body: { required: false } });
    }
  });
});

describe('the list of managers', () => {
  const server = serve();
  const [id, listed] = [accountIdOf('reseller1'), '/api/accounts?page=1&limit=100'];
  const ours = (here: Caller, path: string) => here.get(path);
  const others = (here: Caller, path: string) => here.call('GET', path, undefined, { [CONSOLE_HEADER]: '' });
  const tokenOf = async (name: string) => server.withToken(await login(server.withToken(), name, passwordOf(name)));

  test('tells our console of who may turn it off who has a second factor, and nobody else', async () => {
    await turnOn(server, await tokenOf('reseller1'), 'reseller1');
    const admin = server.as('admin');
    const { data } = (await ours(admin, listed)).body as { data: { username: string; second_factor?: boolean }[] };
    expect(data.filter((row) => row.second_factor).map(({ username }) => username)).toEqual(['reseller1']);
    expect((await ours(admin, `/api/accounts/${id}`)).body).toMatchObject({ second_factor: true });
    expect((await ours(admin, `/api/accounts/${accountIdOf('reseller2')}`)).body).toMatchObject({ second_factor: false });

    const desk = server.as('desk11');
    for (const { body } of [
      await others(admin, `/api/accounts/${id}`),
      await others(admin, listed),
      await ours(desk, `/api/accounts/${accountIdOf('desk11')}`),
    ])
      expect(JSON.stringify(body)).not.toContain('second_factor');
  });
});
