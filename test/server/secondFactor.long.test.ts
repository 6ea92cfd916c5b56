/** The second factor of staff, used by its owner and attacked by others. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { LIMITS } from '../../src/server/limits/limits';
import {
  audit_entries,
  idempotency_keys,
  login_failures,
  login_places,
  portal_tries,
  second_factors,
} from '../../src/server/database/schema';
import { hashTypedCode } from '../../src/server/auth/tokens';
import { turnOffByServer } from '../../src/server/second-factor/turnOffByServer';
import type { Mail } from '../../src/server/messages/mailer';
import { accountIdOf, passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { appWith, bytesOf, prepare, turnOn, type App, type Prepared } from '../support/server/secondFactor';
import { login, serve, type Answer, type Caller } from '../support/server/server';

const mails: Mail[] = [];
// Behind a reverse proxy, so that tests can use different client addresses.
const server = serve({
  config: { trustProxy: ['127.0.0.1'] },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      mails.push(mail);
      return 'sent';
    },
  },
});

const MINUTE = 60_000;
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';
const pass = (milliseconds: number) => (server.clock.now = new Date(server.clock.now.getTime() + milliseconds));

beforeEach(async () => {
  server.clock.now = RECORDED_AT;
  mails.length = 0;
  for (const table of [second_factors, login_failures, login_places, portal_tries]) await server.db().delete(table);
});

interface Factor {
  /** The session in which the second factor was turned on. */
  here: Caller;
  app: App;
  recoveryCodes: string[];
  secret: string;
}

const signIn = (username: string, more: { code?: string; password?: string; from?: string } = {}): Promise<Answer> =>
  server
    .withToken()
    .post(
      '/api/login',
      { username, password: more.password ?? passwordOf(username), ...(more.code !== undefined && { factor_code: more.code }) },
      { 'X-Forwarded-For': more.from ?? HOME },
    );

const signedIn = async (username: string) => server.withToken(await login(server.withToken(), username, passwordOf(username)));

async function turnedOn(username: string): Promise<Factor> {
  const here = await signedIn(username);
  const { app, recovery_codes: recoveryCodes, secret } = await turnOn(server, here, username);
  return { here, app, recoveryCodes, secret };
}

const REQUIRED = { status: 401, body: { code: 'second_factor_required' } };
const WRONG = { status: 401, body: { code: 'invalid_code' } };
const TOO_OFTEN = { status: 429, body: { code: 'too_often' } };
const stateOf = async (caller: Caller, username: string) => (await caller.get(`/api/accounts/${accountIdOf(username)}/second_factor`)).body;

describe('turning it on', () => {
  test('needs the password, then a code of the app, and from then on both sign in', async () => {
    const here = await signedIn('reseller1');
    expect(await here.put('/api/second_factor/setup', { current_password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'password_required' },
    });
    const prepared = (await prepare(here, 'reseller1')).body as Prepared;
    expect(prepared).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), recovery_codes: expect.any(Array) });
    expect(new Set(prepared.recovery_codes).size).toBe(10);
    expect(await stateOf(here, 'reseller1')).toEqual({ since: null, codes_left: 0, required: false });
    expect((await signIn('reseller1')).status).toBe(201);

    const app = appWith(server, prepared.secret);
    const confirm = (code: string) => here.put('/api/second_factor', { setup: prepared.setup, factor_code: code });
    expect(await confirm('000000')).toMatchObject({
      status: 403,
      body: { code: 'code_required', fields: { factor_code: expect.any(String) } },
    });
    expect(await confirm(app())).toMatchObject({ status: 200 });
    expect(await stateOf(here, 'reseller1')).toEqual({ since: '2026-11-21T01:46:03Z', codes_left: 10, required: false });
    expect(await signIn('reseller1')).toMatchObject(REQUIRED);
    expect((await signIn('reseller1', { code: app(1) })).status).toBe(201);
  });

  test('ends the other sessions of the account, and keeps the one in which it happened', async () => {
    const there = await signedIn('customer11');
    const { here } = await turnedOn('customer11');
    expect((await there.get('/api/subscription_plans')).status).toBe(401);
    expect((await here.get('/api/subscription_plans')).status).toBe(200);
  });

  test('is the same when the answer got lost and the console asks again', async () => {
    const here = await signedIn('desk11');
    const { secret, setup } = (await prepare(here, 'desk11')).body as Prepared;
    const body = { setup, factor_code: appWith(server, secret)() };
    for (const _ of [1, 2]) expect(await here.put('/api/second_factor', body)).toMatchObject({ status: 200 });
    expect(await prepare(here, 'desk11')).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
  });

  test('does not work with what another account prepared, nor a quarter of an hour later, nor twice differently', async () => {
    const [desk, other] = [await signedIn('desk11'), await signedIn('desk12')];
    const [first, second] = [(await prepare(desk, 'desk11')).body as Prepared, (await prepare(desk, 'desk11')).body as Prepared];
    const confirm = (here: Caller, { secret, setup }: Prepared) =>
      here.put('/api/second_factor', { setup, factor_code: appWith(server, secret)() });
    expect(await confirm(other, first)).toMatchObject({ status: 400, body: { fields: { setup: expect.any(String) } } });
    pass(15 * MINUTE);
    expect(await confirm(desk, first)).toMatchObject({ status: 400 });
    pass(-MINUTE);
    const answers = await Promise.all([confirm(desk, first), confirm(desk, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stateOf(other, 'desk12')).toEqual({ since: null, codes_left: 0, required: false });
  });
});

describe('signing in', () => {
  test('does not reveal that there is a second factor before the password is right', async () => {
    const { app } = await turnedOn('reseller1');
    for (const code of [undefined, app(1), '000000'])
      expect(await signIn('reseller1', { password: 'wrong', ...(code && { code }) })).toMatchObject({
        status: 401,
        body: { code: 'invalid_password' },
      });
  });

  test('takes a code once, also when it comes twenty times at once at two replicas', async () => {
    const { app } = await turnedOn('reseller1');
    const replica = await server.replica();
    const code = app(1);
    const send = (url: string) =>
      fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'reseller1', password: passwordOf('reseller1'), factor_code: code }),
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => send(nth % 2 ? replica.url : server.url())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    await replica.close();
    expect(await signIn('reseller1', { code })).toMatchObject(WRONG);
  });

  test('takes no code of another account, no older one after a newer, and none of a minute ago', async () => {
    const [{ app }, others] = [await turnedOn('reseller1'), await turnedOn('reseller2')];
    expect(await signIn('reseller1', { code: others.app(1) })).toMatchObject(WRONG);
    const now = app();
    pass(MINUTE);
    expect(await signIn('reseller1', { code: now })).toMatchObject(WRONG);
    const earlier = app();
    expect((await signIn('reseller1', { code: ` ${app(1).slice(0, 3)} ${app(1).slice(3)} ` })).status).toBe(201);
    expect(await signIn('reseller1', { code: earlier })).toMatchObject(WRONG);
  });

  test('works again once a clock that was a day ahead is right', async () => {
    const { app } = await turnedOn('reseller1');
    pass(24 * 60 * MINUTE);
    expect((await signIn('reseller1', { code: app() })).status).toBe(201);
    pass(-24 * 60 * MINUTE + 2 * MINUTE);
    const code = app();
    expect((await signIn('reseller1', { code })).status).toBe(201);
    expect(await signIn('reseller1', { code })).toMatchObject(WRONG);
  });

  test('takes each recovery code once, however it is typed, and the trail tells', async () => {
    const { here, recoveryCodes } = await turnedOn('customer12');
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn('customer12', { code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(201);
    expect(await signIn('customer12', { code: first })).toMatchObject(WRONG);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('customer12', { code: second })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await stateOf(here, 'customer12')).toMatchObject({ codes_left: 8 });
    const reported = await server.db().select().from(audit_entries).where(eq(audit_entries.action, 'second_factor.recovered'));
    expect(reported).toMatchObject(
      [9, 8].map((remaining) => ({ account_name: 'customer12', changes: [{ field: 'recovery_codes', new: remaining }] })),
    );
  });

  test('takes codes of more than 112 bits, and the shorter ones of before until they are replaced', async () => {
    const { recoveryCodes } = await turnedOn('desk21');
    expect(recoveryCodes).toHaveLength(10);
    // Six groups of four, of 31 characters: 118 bits.
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){5}$/);
    await server
      .db()
      .update(second_factors)
      .set({ recovery_codes: [hashTypedCode('k7mw-3xqa-9phe-2rtz')] });
    expect((await signIn('desk21', { code: 'K7MW 3XQA 9PHE 2RTZ' })).status).toBe(201);
    expect(await signIn('desk21', { code: 'k7mw-3xqa-9phe-2rtz' })).toMatchObject(WRONG);
  });

  test('is as before for accounts without one, whatever code comes along', async () => {
    expect((await signIn('desk11', { code: '123456' })).status).toBe(201);
    expect((await signIn('desk11', { code: '' })).status).toBe(201);
  });
});

describe('guessing codes with the right password', () => {
  const most = LIMITS.second_factor.most;

  test('ends for all strangers together, while the owner gets in where it signed in lately, and anywhere by a recovery code', async () => {
    const { app, recoveryCodes } = await turnedOn('reseller1');
    expect((await signIn('reseller1', { code: app(1) })).status).toBe(201);
    for (let nth = 0; nth < most; nth += 1)
      expect(await signIn('reseller1', { code: '000000', from: `203.0.113.${nth}` })).toMatchObject(WRONG);
    pass(5 * MINUTE);
    expect(await signIn('reseller1', { code: app(), from: '203.0.113.200' })).toMatchObject(TOO_OFTEN);
    expect((await signIn('reseller1', { code: recoveryCodes[0] ?? '', from: '203.0.113.201' })).status).toBe(201);
    expect((await signIn('reseller1', { code: app() })).status).toBe(201);
  });

  test('gets no further at once than one after the other', async () => {
    await turnedOn('reseller1');
    const tries = Array.from({ length: most * 2 }, (_, nth) => signIn('reseller1', { code: '000000', from: `203.0.113.${nth}` }));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(most);
  });

  test('gets no other place by setting the password by mail, which is no second factor', async () => {
    await turnedOn('customer11');
    expect((await server.withToken().post('/api/password_reset', { username: 'customer11' })).status).toBe(200);
    await server.outbox().drained();
    const token = /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){4}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    const password = 'from-the-mailbox';
    const reset = await server.withToken().put('/api/password_reset', { token, password }, { 'X-Forwarded-For': ELSEWHERE });
    expect(reset.status).toBe(200);
    expect(await signIn('customer11', { password, from: ELSEWHERE })).toMatchObject(REQUIRED);
    for (let nth = 0; nth < most; nth += 1) await signIn('customer11', { password, code: '000000', from: `203.0.113.${nth}` });
    expect(await signIn('customer11', { password, code: '000000', from: ELSEWHERE })).toMatchObject(TOO_OFTEN);
    await server.as('reseller1').put(`/api/accounts/${accountIdOf('customer11')}`, { password: passwordOf('customer11') });
  });
});

describe('an account with a second factor', () => {
  test('needs password and code for new recovery codes and for turning it off', async () => {
    const { here, app, recoveryCodes } = await turnedOn('desk11');
    const current_password = passwordOf('desk11');
    for (const path of ['/api/second_factor/recovery_codes', '/api/second_factor/off']) {
      expect(await here.put(path, { current_password: 'wrong', factor_code: app(1) })).toMatchObject({
        status: 403,
        body: { code: 'password_required' },
      });
      expect(await here.put(path, { current_password, factor_code: '000000' })).toMatchObject({
        status: 403,
        body: { code: 'code_required' },
      });
    }
    const renewed = await here.put('/api/second_factor/recovery_codes', { current_password, factor_code: app(1) });
    const { recovery_codes: codes } = renewed.body as { recovery_codes: string[] };
    expect(await signIn('desk11', { code: recoveryCodes[0] ?? '' })).toMatchObject(WRONG);
    expect(await here.put('/api/second_factor/off', { current_password, factor_code: codes[0] })).toMatchObject({ status: 200 });
    expect((await signIn('desk11')).status).toBe(201);
    expect(await here.put('/api/second_factor/off', { current_password, factor_code: codes[1] })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_off' },
    });
  });

  test('loses it by those who may set its password, and by nobody else', async () => {
    const reseller = await turnedOn('reseller1');
    await turnedOn('customer11');
    const off = (by: Caller, username: string) => by.delete(`/api/accounts/${accountIdOf(username)}/second_factor`);
    expect(await off(server.as('desk11'), 'admin')).toMatchObject({ status: 403 });
    expect(await off(server.as('reseller2'), 'customer11')).toMatchObject({ status: 404 });
    expect(await off(reseller.here, 'reseller1')).toMatchObject({ status: 403, body: { code: 'code_required' } });
    expect(await stateOf(server.as('admin'), 'customer11')).toMatchObject({ codes_left: 10 });
    expect(await off(reseller.here, 'customer11')).toMatchObject({ status: 200 });
    expect((await signIn('customer11')).status).toBe(201);
    expect(await off(server.as('admin'), 'reseller1')).toMatchObject({ status: 200 });
    expect((await signIn('reseller1')).status).toBe(201);
  });

  test('loses it by the command on the server, and the trail says that the server did it', async () => {
    await turnedOn('reseller2');
    expect(await turnOffByServer(server.db(), 'Reseller2', server.clock.now)).toBe('done');
    expect(await turnOffByServer(server.db(), 'reseller2', server.clock.now)).toBe('was off');
    expect(await turnOffByServer(server.db(), 'nobody', server.clock.now)).toBe('unknown account');
    expect((await signIn('reseller2')).status).toBe(201);
    const reported = await server.db().select().from(audit_entries).where(eq(audit_entries.role, 'server'));
    expect(reported).toMatchObject([
      {
        object_name: 'reseller2',
        changes: [
          { field: 'second_factor', old: true, new: false },
          { field: 'recovery_codes', hidden: true },
        ],
      },
    ]);
  });

  test('has neither its secret nor a code in a table where it could be read', async () => {
    const { app, recoveryCodes, secret } = await turnedOn('reseller1');
    await signIn('reseller1', { code: app(1) });
    const rows = await Promise.all(
      [second_factors, audit_entries, idempotency_keys, portal_tries].map((table) => server.db().select().from(table)),
    );
    const stored = JSON.stringify(rows).toLowerCase();
    for (const known of [secret, bytesOf(secret).toString('hex'), bytesOf(secret).toString('base64'), app(1), ...recoveryCodes])
      expect(stored).not.toContain(known.toLowerCase());
  });
});
