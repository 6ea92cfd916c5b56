import { describe, expect, test } from '@jest/globals';
import { insertFirstAdmin } from '../../src/server/accounts/firstAdminQueries';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import type { Answer } from '../support/server/server';
import { DAY, LIMIT, MINUTE, HOUR, server, pass, tryLogin, signedIn } from './authTests';

describe('logging in', () => {
  test.each([{}, { username: 'admin' }, { username: '', password: '' }, { username: 1, password: 2 }, [], 'null'])(
    'refuses %j as a login',
    async (body) => {
      expect(await server.withToken().post('/api/login', body)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );
});

describe('throttling', () => {
  const failTimes = async (times: number, username = 'reseller1', address?: string) => {
    for (let i = 0; i < times; i += 1) expect((await tryLogin(username, 'wrong', address)).status).toBe(401);
  };

  test('does not lock the owner out because of many strangers', async () => {
    for (let i = 0; i < LIMIT * 10; i += 1) await failTimes(1, 'reseller1', `198.51.100.${i}`);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(201);
  });

  test('allows a person who tries many names one try each, and after many none, without affecting others', async () => {
    for (let i = 0; i < LIMIT * 3; i += 1) await failTimes(1, `name${i}`);
    await failTimes(1, 'customer11');
    expect((await tryLogin('customer11', 'pw-customer11')).status).toBe(429);
    for (let i = LIMIT * 3 + 1; i < LIMIT * 30; i += 1) await failTimes(1, `name${i}`);
    expect((await tryLogin('reseller1', 'pw-reseller1')).status).toBe(429);
    expect((await tryLogin('reseller1', 'pw-reseller1', '198.51.100.8')).status).toBe(201);
  });
});

describe('a browser that signed in with an earlier password', () => {
  const EARLIER = '192.0.2.30';
  const NOW = '198.51.100.30';

  /** The last of as many wrong passwords as a stranger may enter in a day, and one more. */
  async function lastOfADay(username: string, address: string): Promise<number> {
    let last = 0;
    for (let nth = 0; nth <= LIMIT * 2; nth += 1) {
      if (nth % LIMIT === 0) pass(6 * MINUTE);
      last = (await tryLogin(username, 'a guess', address)).status;
    }
    return last;
  }

  test('is a stranger after the owner has chosen another, unlike the one in which that happened', async () => {
    const token = async (address: string) => ((await tryLogin('customer22', 'pw-customer22', address)).body as { token: string }).token;
    await token(EARLIER);
    const here = server.withToken(await token(NOW));
    const change = { password: 'moorhen under a bridge' };
    expect((await here.put(`/api/accounts/${accountIdOf('customer22')}`, change, { 'X-Forwarded-For': NOW })).status).toBe(200);
    expect(await lastOfADay('customer22', NOW)).toBe(401);
    expect(await lastOfADay('customer22', EARLIER)).toBe(429);
  });

  test('is a stranger after a manager has set another, as is that of the manager', async () => {
    await tryLogin('customer23', 'pw-customer23', EARLIER);
    const change = { password: 'moorhen under a bridge' };
    const manager = server.as('reseller2');
    expect((await manager.put(`/api/accounts/${accountIdOf('customer23')}`, change, { 'X-Forwarded-For': NOW })).status).toBe(200);
    expect(await lastOfADay('customer23', EARLIER)).toBe(429);
    expect(await lastOfADay('customer23', NOW)).toBe(429);
  });
});

describe('changing the own password or e-mail address', () => {
  const required = (reason: RegExp) => ({
    status: 403,
    body: { code: 'password_required', fields: { current_password: expect.stringMatching(reason) } },
  });
  const changes = [{ password: 'yet another one' }, { email: 'elsewhere@example.com' }];

  test.each(changes)(
    'succeeds for %j without more just after the sign-in, and with the current password five minutes later',
    async (change) => {
      for (const [username, password] of [
        ['desk21', 'pw-desk21'],
        ['reseller2', 'pw-reseller2'],
      ] as const) {
        const own = `/api/accounts/${accountIdOf(username)}`;
        const { body } = await tryLogin(username, password);
        const here = server.withToken((body as { token: string }).token);
        pass(6 * MINUTE);
        expect(await here.put(own, change)).toMatchObject(required(/required/));
        expect(await here.put(own, { ...change, current_password: 'not it' })).toMatchObject(required(/not your current/));
        expect((await here.get(own)).body).not.toMatchObject({ email: 'elsewhere@example.com' });
        expect((await tryLogin(username, password)).status).toBe(201);
        expect((await here.put(own, { ...change, current_password: password })).status).toBe(200);
        expect((await here.put(own, { ...change, password, current_password: change.password ?? password })).status).toBe(200);
        expect((await here.put(own, { email: `${username}@example.com`, current_password: password })).status).toBe(200);
      }
    },
  );

  test('throttles guesses of the password by a person with a stolen token', async () => {
    const own = `/api/accounts/${accountIdOf('desk23')}`;
    const here = await signedIn('desk23');
    const guess = () => here.put(own, { password: 'taken over', current_password: 'a guess' });
    for (let i = 0; i < LIMIT; i += 1) expect((await guess()).status).toBe(403);
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'too_often' } });
  });
});

describe('a one-time password', () => {
  test('permits only its replacement', async () => {
    const oneTime = await insertFirstAdmin(server.db(), 'installer', RECORDED_AT);
    const { body } = await tryLogin('installer', oneTime ?? '');
    expect(body).toMatchObject({ must_change_password: true, account_type: 'admin' });
    const { id, token } = body as { id: number; token: string };
    const installer = server.withToken(token);

    const mustChange = { status: 403, body: { code: 'must_change_password' } };
    expect(await installer.get('/api/hotspots')).toMatchObject(mustChange);
    expect(await installer.get(`/api/accounts/${accountIdOf('reseller1')}`)).toMatchObject(mustChange);
    expect(await installer.put(`/api/accounts/${accountIdOf('reseller1')}`, { password: 'taken over' })).toMatchObject(mustChange);
    expect(await installer.get(`/api/accounts/${id}`)).toMatchObject({ status: 200, body: { username: 'installer' } });

    const same = await installer.put(`/api/accounts/${id}`, { password: oneTime });
    expect(same).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    expect(await installer.get('/api/hotspots')).toMatchObject(mustChange);

    // The current password isn't required, even an hour later: this session can't do anything but set one.
    pass(HOUR);
    expect((await installer.put(`/api/accounts/${id}`, { password: 'of my own choice' })).status).toBe(200);
    expect((await installer.get('/api/hotspots')).status).toBe(200);
    const again = await tryLogin('installer', 'of my own choice');
    expect(again.status).toBe(201);
    expect(again.body).not.toHaveProperty('must_change_password');
  });
});

describe('a one-time password that a manager gives', () => {
  const mustChange = { status: 403, body: { code: 'must_change_password' } };
  const GIVEN = 'k7Rt2pQx';
  const CHOSEN = 'moorhen under a bridge';
  const sessionOf = ({ body }: Answer) => server.withToken((body as { token: string }).token);

  test.each([
    ['with a new account', 'reseller1'],
    ['to an account that has another', 'reseller1'],
  ])('permits only its replacement %s, and is worth nothing afterwards', async (how, manager) => {
    const username = how.startsWith('with') ? 'given' : 'desk11';
    const account = { username, name: 'Given', email: 'given@example.com', type: 'desk', hotspot_id: 1 };
    const answer = how.startsWith('with')
      ? await server.as(manager).post('/api/accounts', { ...account, password: GIVEN, one_time_password: true })
      : await server.as(manager).put(`/api/accounts/${accountIdOf(username)}`, { password: GIVEN, one_time_password: true });
    expect(answer.status).toBeLessThan(300);

    const login = await tryLogin(username, GIVEN);
    expect(login.body).toMatchObject({ must_change_password: true });
    const { id } = login.body as { id: number };
    const here = sessionOf(login);
    for (const path of ['/api/hotspots/1', '/api/account_sessions', '/api/find?q=a', `/api/accounts/${accountIdOf('reseller1')}`])
      expect(await here.get(path)).toMatchObject(mustChange);
    expect(await here.put('/api/second_factor/setup', { current_password: GIVEN })).toMatchObject(mustChange);
    expect((await here.put(`/api/accounts/${id}`, { password: GIVEN })).status).toBe(400);
    expect((await here.put(`/api/accounts/${id}`, { password: CHOSEN, one_time_password: true })).status).toBe(400);
    expect(await here.get('/api/hotspots/1')).toMatchObject(mustChange);

    expect((await here.put(`/api/accounts/${id}`, { password: CHOSEN })).status).toBe(200);
    expect((await here.get('/api/hotspots/1')).status).toBe(200);
    expect((await tryLogin(username, GIVEN)).status).toBe(401);
    expect((await tryLogin(username, CHOSEN)).body).not.toHaveProperty('must_change_password');
  });

  test('ends after seven days, unless it was used', async () => {
    const desk = `/api/accounts/${accountIdOf('desk12')}`;
    expect((await server.as('reseller1').put(desk, { password: GIVEN, one_time_password: true })).status).toBe(200);
    pass(7 * DAY - 1000);
    const here = sessionOf(await tryLogin('desk12', GIVEN));
    pass(1000);
    const ended = await tryLogin('desk12', GIVEN);
    expect(ended).toMatchObject({ status: 401, body: { code: 'one_time_password_ended' } });
    expect((await tryLogin('desk12', 'a guess')).body).toMatchObject({ code: 'invalid_password' });

    // Who signed in in time still chooses their own.
    expect((await here.put(desk, { password: CHOSEN })).status).toBe(200);
    expect((await tryLogin('desk12', CHOSEN)).status).toBe(201);
  });

  test('stays valid if the first start printed it', async () => {
    const oneTime = await insertFirstAdmin(server.db(), 'late', server.clock.now);
    pass(100 * DAY);
    expect((await tryLogin('late', oneTime ?? '')).body).toMatchObject({ must_change_password: true });
  });

  test('is given to others only, together with the password', async () => {
    const refused = { status: 400, body: { fields: { one_time_password: expect.any(String) } } };
    const desk = `/api/accounts/${accountIdOf('desk13')}`;
    expect(await server.as('reseller1').put(desk, { name: 'Another', one_time_password: true })).toMatchObject(refused);
    expect(await (await signedIn('desk13')).put(desk, { password: CHOSEN, one_time_password: true })).toMatchObject(refused);
    expect((await tryLogin('desk13', 'pw-desk13')).body).not.toHaveProperty('must_change_password');
  });

  test('is no longer one once the manager has set another for good', async () => {
    const desk = `/api/accounts/${accountIdOf('desk12')}`;
    expect((await server.as('reseller1').put(desk, { password: GIVEN, one_time_password: true })).status).toBe(200);
    expect((await server.as('reseller1').put(desk, { password: CHOSEN })).status).toBe(200);
    expect((await tryLogin('desk12', CHOSEN)).body).not.toHaveProperty('must_change_password');
  });
});
