import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hashToken } from '../../src/server/auth/tokens';
import { access_tokens, accounts } from '../../src/server/database/schema';
import { accountIdOf, passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { login } from '../support/server/server';
import { insertStaff } from '../factories/rows';
import { LIMIT, MINUTE, HOUR, TOMORROW, server, pass, tryLogin, signedIn } from './authTests';

describe('logging in', () => {
  test('returns a token, its expiry, and the applicable subscription', async () => {
    const { status, body } = await tryLogin('reseller1', 'pw-reseller1');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: accountIdOf('reseller1'),
      account_type: 'reseller',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires: '2026-11-22T01:46:03Z',
      subscription: { subscription_plan: { code: 'premium' } },
    });
    expect(body).not.toHaveProperty('must_change_password');
  });

  test('gives a desk the subscription of its reseller', async () => {
    expect((await tryLogin('desk11', 'pw-desk11')).body).toMatchObject({ subscription: { account_id: accountIdOf('reseller1') } });
  });

  test('ignores the case of the name, but not of the password', async () => {
    expect((await tryLogin('Reseller1', 'pw-reseller1')).status).toBe(201);
    expect((await tryLogin('reseller1', 'PW-RESELLER1')).status).toBe(401);
  });

  test('reveals whether the name or the password is wrong', async () => {
    expect(await tryLogin('nobody', 'x')).toMatchObject({ status: 401, body: { message: 'No username found!', code: 'invalid_username' } });
    expect(await tryLogin('admin', 'x')).toMatchObject({ status: 401, body: { message: 'Password is invalid', code: 'invalid_password' } });
  });

  test('stores only a hash of the token', async () => {
    const token = await login(server.withToken(), 'desk12', passwordOf('desk12'));
    const rows = await server.db().select().from(access_tokens);
    expect(rows.map((row) => row.token_hash)).toContain(hashToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('throttling', () => {
  const failTimes = async (times: number, username = 'reseller1', address?: string) => {
    for (let i = 0; i < times; i += 1) expect((await tryLogin(username, 'wrong', address)).status).toBe(401);
  };

  test('makes an account wait after its failures, even with the right password, and returns the remaining time', async () => {
    await failTimes(LIMIT);
    pass(MINUTE);
    const { status, body, headers } = await tryLogin('reseller1', 'pw-reseller1');
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too_often', retry_after: 240 } });
    expect(headers.get('Retry-After')).toBe('240');
  });

  test('ends after five minutes, which further tries do not prolong', async () => {
    await failTimes(LIMIT);
    pass(4 * MINUTE);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(429);
    pass(MINUTE);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(201);
  });

  test('resets its count after a right password', async () => {
    await failTimes(LIMIT - 1);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(201);
    await failTimes(LIMIT - 1);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(201);
  });

  test('does not lock the owner out because of a stranger elsewhere', async () => {
    await failTimes(LIMIT, 'reseller1', '198.51.100.7');
    expect((await tryLogin('reseller1', 'wrong', '198.51.100.7')).status).toBe(429);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(201);
  });

  test('stops simultaneous guesses like consecutive ones', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogin('reseller1', 'wrong')));
    const looked = answers.filter(({ status }) => status === 401);
    expect(looked.length).toBeLessThanOrEqual(LIMIT);
    expect(answers.length - looked.length).toBe(answers.filter(({ status }) => status === 429).length);
  });
});

describe('a sign-in session', () => {
  test('lasts a day from its last use', async () => {
    const desk = server.withToken(await login(server.withToken(), 'desk11', passwordOf('desk11')));
    for (let day = 0; day < 3; day += 1) {
      pass(23 * HOUR);
      expect((await desk.get('/api/subscription_plans')).status).toBe(200);
    }
    pass(24 * HOUR);
    expect(await desk.get('/api/subscription_plans')).toMatchObject({ status: 401, body: { message: 'API token is expired' } });
    expect(await desk.get('/api/subscription_plans')).toMatchObject({ status: 401, body: { message: 'API token is invalid' } });
  });

  test('ends after 30 days, however much it is used', async () => {
    const desk = server.withToken(await login(server.withToken(), 'desk11', passwordOf('desk11')));
    for (let half = 0; half < 59; half += 1) {
      pass(12 * HOUR);
      expect((await desk.get('/api/subscription_plans')).status).toBe(200);
    }
    pass(12 * HOUR);
    expect(await desk.get('/api/subscription_plans')).toMatchObject({ status: 401, body: { message: 'API token is expired' } });
  });

  test('ends by signing out, unlike the others', async () => {
    const [here, there] = [await signedIn('desk11'), await signedIn('desk11')];
    expect(await here.post('/api/logout')).toMatchObject({ status: 200, body: { status: 'success' } });
    expect((await here.get('/api/subscription_plans')).status).toBe(401);
    expect(await here.post('/api/logout')).toMatchObject({ status: 401, body: { message: 'Token is invalid' } });
    expect((await there.get('/api/subscription_plans')).status).toBe(200);
  });

  test('ends with its account', async () => {
    const created = await insertStaff(server.db(), {
      uuid: '',
      type: 'admin',
      name: 'Short',
      username: 'short',
      password_hash: '-',
      created: RECORDED_AT,
    });
    const token = 'a'.repeat(64);
    await server
      .db()
      .insert(access_tokens)
      .values({ account_id: created.id, token_hash: hashToken(token), type: 'login', created: RECORDED_AT, expires: TOMORROW });
    expect((await server.withToken(token).get('/api/hotspots')).status).toBe(200);
    await server.db().delete(accounts).where(eq(accounts.username, 'short'));
    expect(await server.withToken(token).get('/api/hotspots')).toMatchObject({ status: 401, body: { message: 'API token is invalid' } });
  });

  test('continues where its own password was changed, and ends everywhere else', async () => {
    const [here, there] = [await signedIn('customer12'), await signedIn('customer12')];
    expect((await here.put(`/api/accounts/${accountIdOf('customer12')}`, { password: 'another one' })).status).toBe(200);
    expect((await here.get('/api/subscription_plans')).status).toBe(200);
    expect((await there.get('/api/subscription_plans')).status).toBe(401);
    expect((await tryLogin('customer12', passwordOf('customer12'))).status).toBe(401);
    expect((await tryLogin('customer12', 'another one')).status).toBe(201);
  });

  test('ends everywhere when another person changes the password, as do API tokens without an integration', async () => {
    const customer = await signedIn('customer13');
    const api = 'b'.repeat(64);
    const row = { account_id: accountIdOf('customer13'), token_hash: hashToken(api), type: 'api', expires: TOMORROW } as const;
    await server
      .db()
      .insert(access_tokens)
      .values({ ...row, created: RECORDED_AT });
    expect((await server.withToken(api).get('/api/hotspots/3')).status).toBe(200);
    expect((await server.as('reseller1').put(`/api/accounts/${accountIdOf('customer13')}`, { password: 'given anew' })).status).toBe(200);
    expect((await customer.get('/api/subscription_plans')).status).toBe(401);
    expect((await server.withToken(api).get('/api/hotspots/3')).status).toBe(401);
  });
});

describe('changing the own password or e-mail address', () => {
  const required = (reason: RegExp) => ({
    status: 403,
    body: { code: 'password_required', fields: { current_password: expect.stringMatching(reason) } },
  });

  test('is refused with a wrong current password even just after the sign-in', async () => {
    const own = `/api/accounts/${accountIdOf('desk22')}`;
    const here = await signedIn('desk22');
    expect(await here.put(own, { password: 'another one', current_password: 'not it' })).toMatchObject(required(/not your current/));
    expect((await here.put(own, { password: 'another one', current_password: '' })).status).toBe(200);
  });

  test('needs no password for other fields or the same address', async () => {
    const own = `/api/accounts/${accountIdOf('customer21')}`;
    const here = await signedIn('customer21');
    pass(HOUR);
    expect((await here.put(own, { name: 'Another name', email: 'customer21@example.com' })).status).toBe(200);
  });
});
