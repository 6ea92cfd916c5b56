import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { account as oneAccount } from '../../src/contract/accounts';
import { smsAccount } from '../../src/contract/stats';
import { access_tokens, account_sms_counts, accounts, disclaimers, disclaimers_accounts } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf } from '../support/backEnd/recordings';
import { login, serve } from '../support/server/server';
import { insertStaff } from '../factories/rows';

const server = serve();
const changesNothing = changesNothingOn(server);

const PASSWORD = 'long-enough';
const fresh = (body: object = {}) => {
  const username = `u-${crypto.randomUUID()}`;
  return { uuid: username, username, name: 'New', email: 'new@example.com', type: 'desk', password: PASSWORD, hotspot_id: 1, ...body };
};
const RESELLER = { type: 'reseller', hotspot_id: 0, subscription_plan_id: 3 };

async function created(as: string, body: object = {}): Promise<{ id: number; username: string }> {
  const sent = fresh(body);
  const answer = await server.as(as).post('/api/accounts', sent);
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
  return { id: z.object({ id: z.number() }).parse(answer.body).id, username: sent.username };
}

const read = async (id: number) => oneAccount.parse((await server.as('admin').get(`/api/accounts/${id}`)).body);
const tokenOf = (username: string) => login(server.withToken(), username, PASSWORD);

describe('creating an account', () => {
  test.each(['reseller1', 'admin'])(
    'ties a desk to its hotspot and gives it to that hotspot’s reseller even when %s creates it',
    async (as) => {
      const { id, username } = await created(as);
      expect(await read(id)).toMatchObject({
        type: 'desk',
        creator_id: accountIdOf('reseller1'),
        hotspot_id: 1,
        hotspot_name: 'city-library-11',
      });
      const mine = server.withToken(await tokenOf(username));
      expect((await mine.get('/api/vouchers/1')).status).toBe(200);
      expect((await mine.get('/api/vouchers/2')).status).toBe(404);
    },
  );

  test('gives a reseller its subscription and its SMS', async () => {
    const { id } = await created('admin', RESELLER);
    const account = await read(id);
    expect(account).toMatchObject({
      creator_id: accountIdOf('admin'),
      hotspot_id: 0,
      subscription: {
        valid_from: '2026-11-21T01:46:03Z',
        valid_until: '2027-11-21T01:46:03Z',
        expired: false,
        subscription_plan: { id: 3 },
      },
    });
    const sms = smsAccount.parse((await server.as('admin').get(`/api/stats/sms/accounts/${id}`)).body);
    expect(sms).toMatchObject({ sms_max_count: 1000, sms_count: 0, sms_threshold: 0 });
  });

  test('generates a uuid for a reseller without one, and requires one from an admin', async () => {
    const { id } = await created('reseller1', { uuid: '' });
    expect((await read(id)).uuid).toMatch(/^[0-9a-f-]{36}$/);
    const answer = await changesNothing(() => server.as('admin').post('/api/accounts', fresh({ uuid: '' })));
    expect(answer).toMatchObject({ status: 400, body: { fields: { uuid: expect.any(String) } } });
  });

  test('refuses a username in any case, or a uuid, that exists', async () => {
    for (const taken of [{ username: 'reseller2' }, { username: 'ADMIN' }, { uuid: 'desk-1-2-1' }]) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/accounts', fresh(taken)));
      expect(answer).toMatchObject({ status: 409, body: { id: 0, status: 'account already exists', code: 'duplicate' } });
    }
  });

  test('refuses types that cannot be created, and resellers to all but the admin', async () => {
    for (const type of ['admin', 'king', '']) {
      for (const as of ['admin', 'reseller1']) {
        const answer = await changesNothing(() => server.as(as).post('/api/accounts', fresh({ type })));
        expect(answer).toMatchObject({ status: 400, body: { message: 'Unsupported account type', code: 'unsupported_type' } });
      }
    }
    const answer = await changesNothing(() => server.as('reseller1').post('/api/accounts', fresh(RESELLER)));
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test("refuses another tenant's hotspot like a missing one", async () => {
    for (const hotspot_id of [4, 999]) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/accounts', fresh({ hotspot_id })));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('ignores creator, id, token and privileges in the body', async () => {
    const forged = {
      creator_id: accountIdOf('reseller2'),
      id: 1,
      must_change_password: true,
      password_hash: 'x',
      tokens: ['x'],
      privacy_name: 'Mine',
    };
    const { id } = await created('reseller1', forged);
    expect(id).not.toBe(1);
    expect(await read(id)).toMatchObject({ creator_id: accountIdOf('reseller1'), tokens: [], privacy_name: '' });
  });

  test.each([
    ['username', { username: ' ' }],
    ['username', { username: 'x'.repeat(256) }],
    ['name', { name: '' }],
    ['email', { email: 'no at sign' }],
    ['email', { email: '' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(257) }],
    ['password', { password: undefined }],
    ['hotspot_id', { hotspot_id: 0 }],
    ['hotspot_id', { hotspot_id: '1' }],
    ['subscription_plan_id', { type: 'reseller' }],
    ['subscription_plan_id', { type: 'reseller', subscription_plan_id: 99 }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const answer = await changesNothing(() => server.as('admin').post('/api/accounts', fresh(body)));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  test('never returns password material, neither at once nor later', async () => {
    const { id } = await created('reseller1');
    const answers = [await server.as('reseller1').get(`/api/accounts/${id}`), await server.as('reseller1').get('/api/accounts')];
    expect(JSON.stringify(answers)).not.toMatch(/argon2|password|long-enough/);
  });
});

describe('deleting an account', () => {
  test('ends its sessions', async () => {
    const { id, username } = await created('reseller1');
    const gone = server.withToken(await tokenOf(username));
    expect((await gone.get('/api/hotspots/1')).status).toBe(200);
    expect((await server.as('reseller1').delete(`/api/accounts/${id}`)).status).toBe(200);
    expect(await gone.get('/api/hotspots/1')).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^API token/) } });
    expect((await server.withToken().post('/api/login', { username, password: PASSWORD })).status).toBe(401);
    expect(await server.db().$count(access_tokens, eq(access_tokens.account_id, id))).toBe(0);
  });

  test('removes the accounts that it created and what belongs to it alone, and nothing else', async () => {
    const { id } = await created('admin', RESELLER);
    const row = {
      uuid: crypto.randomUUID(),
      username: crypto.randomUUID(),
      name: 'Made',
      type: 'desk',
      password_hash: '',
      created: server.clock.now,
    } as const;
    const child = await insertStaff(server.db(), { ...row, creator_id: id });
    const own = await server.as('admin').post(`/api/disclaimers/accounts/${id}`, { title: 'Own', type: 'tos', body: 'Own' });
    const { disclaimer_id } = z.object({ disclaimer_id: z.number() }).parse(own.body);
    await server.db().insert(disclaimers_accounts).values({ disclaimer_id: 2, account_id: id });
    const before = await server.db().$count(accounts);

    expect((await server.as('admin').delete(`/api/accounts/${id}`)).status).toBe(200);
    expect(await server.db().$count(accounts)).toBe(before - 2);
    expect(await server.db().$count(accounts, eq(accounts.id, child.id))).toBe(0);
    expect(await server.db().$count(account_sms_counts, eq(account_sms_counts.account_id, id))).toBe(0);
    expect(await server.db().$count(disclaimers, eq(disclaimers.id, disclaimer_id))).toBe(0);
    // This disclaimer also belongs to reseller1.
    expect(await server.db().$count(disclaimers, eq(disclaimers.id, 2))).toBe(1);
  });

  test.each([
    ['reseller1', 'reseller1', 403, 'own_account'],
    ['admin', 'admin', 403, 'own_account'],
    ['admin', 'reseller1', 409, 'owns_hotspots'],
    ['reseller1', 'desk21', 404, 'not_found'],
    ['reseller1', 'admin', 404, 'not_found'],
    ['reseller1', 'reseller2', 404, 'not_found'],
  ])('is refused to %s for %s with %i %s', async (as, of, status, code) => {
    const answer = await changesNothing(() => server.as(as).delete(`/api/accounts/${accountIdOf(of)}`));
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('is refused for an admin whose resellers have hotspots, which would be deleted too', async () => {
    const row = {
      uuid: 'second',
      username: 'second',
      name: 'Second',
      type: 'admin',
      password_hash: '',
      created: server.clock.now,
    } as const;
    const second = await insertStaff(server.db(), row);
    const id = second.id;
    const mine = eq(accounts.id, accountIdOf('reseller2'));
    await server.db().update(accounts).set({ creator_id: id }).where(mine);
    expect(await changesNothing(() => server.as('admin').delete(`/api/accounts/${id}`))).toMatchObject({
      status: 409,
      body: { code: 'owns_hotspots' },
    });
    await server
      .db()
      .update(accounts)
      .set({ creator_id: accountIdOf('admin') })
      .where(mine);
    expect((await server.as('admin').delete(`/api/accounts/${id}`)).status).toBe(200);
  });

  test('is refused when it would delete the caller itself', async () => {
    const row = { uuid: 'maker', username: 'maker', name: 'Maker', type: 'admin', password_hash: '', created: server.clock.now } as const;
    const maker = await insertStaff(server.db(), row);
    const mine = eq(accounts.id, accountIdOf('admin'));
    await server.db().update(accounts).set({ creator_id: maker.id }).where(mine);
    const answer = await changesNothing(() => server.as('admin').delete(`/api/accounts/${maker.id}`));
    expect(answer).toMatchObject({ status: 403, body: { code: 'own_account' } });
    await server.db().update(accounts).set({ creator_id: null }).where(mine);
    expect((await server.as('admin').delete(`/api/accounts/${maker.id}`)).status).toBe(200);
  });
});

describe('privilege escalation', () => {
  test.each(['desk11', 'customer11', 'reseller1'])(
    'is denied to %s, who can change neither its type, its hotspot nor its creator',
    async (as) => {
      const before = await read(accountIdOf(as));
      const body = { name: 'Same', username: 'other', hotspot_id: 2, creator_id: 1, subscription_plan_id: 4, id: 1 };
      expect((await server.as(as).put(`/api/accounts/${accountIdOf(as)}`, body)).status).toBe(200);
      expect(await read(accountIdOf(as))).toEqual({ ...before, name: 'Same' });
      // Sending the current type changes nothing.
      const others = ['admin', 'reseller', as === 'desk11' ? 'customer' : 'desk'].filter((type) => type !== before.type);
      for (const type of others) {
        const answer = await changesNothing(() => server.as(as).put(`/api/accounts/${accountIdOf(as)}`, { type }));
        expect([400, 403]).toContain(answer.status);
      }
    },
  );
});

describe('the subscription of a reseller', () => {
  test('gets another plan and end from an admin', async () => {
    const { id } = await created('admin', RESELLER);
    const body = { subscription_plan_id: 4, valid_until: '2031-05-06T07:08:09Z' };
    expect((await server.as('admin').put(`/api/accounts/${id}/subscription`, body)).status).toBe(200);
    expect((await read(id)).subscription).toMatchObject({
      valid_from: '2026-11-21T01:46:03Z',
      valid_until: '2031-05-06T07:08:09Z',
      subscription_plan: { id: 4 },
    });
  });

  test.each([
    ['subscription_plan_id', { subscription_plan_id: 99, valid_until: '2031-05-06T07:08:09Z' }],
    ['valid_until', { subscription_plan_id: 4, valid_until: 'for ever' }],
    ['valid_until', { subscription_plan_id: 4 }],
  ])('is refused with a wrong %s: %j', async (field, body) => {
    const answer = await changesNothing(() => server.as('admin').put(`/api/accounts/${accountIdOf('reseller1')}/subscription`, body));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });
});

describe('SMS of an account', () => {
  const path = `/api/stats/sms/accounts/${accountIdOf('reseller1')}`;
  const read = async () => smsAccount.parse((await server.as('reseller1').get(path)).body);

  test('are added by an admin, and the owner sets the threshold', async () => {
    const before = await read();
    expect((await server.as('admin').post(path, { sms_to_add: 100 })).status).toBe(200);
    expect((await server.as('reseller1').put(path, { sms_threshold: 25 })).status).toBe(200);
    expect(await read()).toEqual({ ...before, sms_max_count: before.sms_max_count + 100, sms_threshold: 25 });
  });

  test.each([
    ['post', { sms_to_add: -1 }],
    ['post', { sms_to_add: 1_000_001 }],
    ['post', { sms_to_add: '5' }],
    ['post', {}],
    ['put', { sms_threshold: -1 }],
    ['put', { sms_threshold: 1.5 }],
    ['put', { sms_max_count: 9 }],
  ] as const)('refuse to %s %j', async (method, body) => {
    const answer = await changesNothing(() => server.as('admin')[method](path, body));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test('are out of reach for other tenants', async () => {
    for (const as of ['reseller1', 'customer11', 'desk11']) {
      expect(await changesNothing(() => server.as(as).post(path, { sms_to_add: 1 }))).toMatchObject({ status: 403 });
    }
    expect(await changesNothing(() => server.as('reseller2').put(path, { sms_threshold: 1 }))).toMatchObject({ status: 404 });
  });
});
