import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { account, accountPreference } from '../../src/contract/accounts';
import { pageOf } from '../../src/contract/lists';
import { access_tokens, accounts_hotspots } from '../../src/server/database/schema';
import { digestOf } from '../support/server/database';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();

const change = (as: string, whose: string, body: object) => server.as(as).put(`/api/accounts/${accountIdOf(whose)}`, body);
const read = async (whose: string) => account.parse((await server.as('admin').get(`/api/accounts/${accountIdOf(whose)}`)).body);

describe('changing an account', () => {
  test('changes present, non-empty fields, and clears only the two DPO fields', async () => {
    await change('reseller2', 'reseller2', { privacy_name: 'Two srl', privacy_dpo: 'Ada', privacy_dpo_mail: 'ada@example.com' });
    expect(
      (await change('reseller2', 'reseller2', { name: '', email: '', privacy_name: '', privacy_dpo: '', privacy_dpo_mail: '' })).status,
    ).toBe(200);
    expect(await read('reseller2')).toMatchObject({
      name: 'Reseller 2',
      email: 'reseller2@example.com',
      privacy_name: 'Two srl',
      privacy_dpo: '',
      privacy_dpo_mail: '',
    });
  });

  test('turns a customer into a desk and back', async () => {
    expect((await change('reseller1', 'customer12', { type: 'desk' })).status).toBe(200);
    expect((await read('customer12')).type).toBe('desk');
    expect((await change('admin', 'customer12', { type: 'customer' })).status).toBe(200);
    expect((await read('customer12')).type).toBe('customer');
  });

  test.each([
    ['reseller1', 'reseller1', 'customer'],
    ['customer11', 'customer11', 'desk'],
    ['desk11', 'desk11', 'customer'],
    ['admin', 'reseller1', 'desk'],
    ['admin', 'admin', 'customer'],
  ])('refuses %s to turn %s into a %s', async (as, whose, type) => {
    const before = await digestOf(server.db());
    expect(await change(as, whose, { type, name: 'Sneaked in' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await digestOf(server.db())).toBe(before);
  });

  test('turns no account into an admin or a reseller', async () => {
    const before = await digestOf(server.db());
    for (const type of ['admin', 'reseller', 'king']) {
      for (const [as, whose] of [
        ['desk11', 'desk11'],
        ['reseller1', 'customer11'],
        ['admin', 'customer11'],
      ] as const) {
        expect(await change(as, whose, { type })).toMatchObject({ status: 400, body: { fields: { type: expect.any(String) } } });
      }
    }
    expect(await digestOf(server.db())).toBe(before);
  });

  test('ignores foreign fields in the body', async () => {
    const before = await read('desk11');
    const body = {
      id: 1,
      username: 'admin2',
      uuid: 'u',
      creator_id: 1,
      hotspot_id: 4,
      created: '2000-01-01T00:00:00Z',
      must_change_password: true,
    };
    expect((await change('desk11', 'desk11', body)).status).toBe(200);
    expect(await read('desk11')).toEqual(before);
    expect((await server.as('desk11').get('/api/hotspots/4')).status).toBe(404);
  });

  test.each([
    ['email', 'no at sign'],
    ['password', 'short'],
    ['name', 'x'.repeat(256)],
    ['privacy_vat', 'IT 1'],
    ['privacy_email', 'a@b'],
    ['privacy_dpo_mail', 'a b@c.d'],
  ])('refuses %s %j and names the field', async (field, value) => {
    expect(await change('reseller1', 'reseller1', { [field]: value })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  });
});

describe('reading accounts', () => {
  test('returns no password, and only the descriptions of API tokens', async () => {
    const row = {
      account_id: accountIdOf('customer11'),
      token_hash: 'c'.repeat(64),
      type: 'api',
      description: 'MarketPulse',
      expires: new Date(RECORDED_AT.getTime() + 86_400_000),
      created: RECORDED_AT,
    } as const;
    await server
      .db()
      .insert(access_tokens)
      .values([row, { ...row, token_hash: 'd'.repeat(64), type: 'login' }]);
    const { body } = await server.as('reseller1').get(`/api/accounts/${accountIdOf('customer11')}`);
    expect(body).toMatchObject({ tokens: [{ token: '', description: 'MarketPulse' }] });
    const list = await server.as('admin').get('/api/accounts');
    expect(JSON.stringify([body, list.body])).not.toMatch(/password|argon2|cccc|dddd/i);
  });

  test('returns the accounts of a hotspot, found by their content and sorted', async () => {
    const list = async (query: string) => pageOf(account).parse((await server.as('admin').get(`/api/accounts?${query}`)).body);
    expect((await list('hotspot=1')).data.map(({ username }) => username)).toEqual(['customer11', 'desk11']);
    expect((await list('q=DESK2&sort=username&order=desc')).data.map(({ username }) => username)).toEqual(['desk23', 'desk22', 'desk21']);
    expect(await list('q=desk&limit=2&page=2')).toMatchObject({ total: 6, data: [{ username: 'desk13' }, { username: 'desk21' }] });
    // Larger than any id of the database.
    expect((await server.as('admin').get('/api/accounts?hotspot=2147483648')).status).toBe(400);
  });
});

describe('default disclaimers', () => {
  const put = (as: string, whose: string, body: object) => server.as(as).put(`/api/preferences/accounts/${accountIdOf(whose)}`, body);
  const list = async (whose: string) => {
    const { body } = await server.as('admin').get(`/api/preferences/accounts/${accountIdOf(whose)}`);
    return Object.fromEntries(
      z
        .array(accountPreference)
        .parse(body)
        .map(({ key, value }) => [key, value]),
    );
  };

  test('are created, changed and cleared', async () => {
    expect((await put('reseller1', 'reseller1', { key: 'custom_disclaimers_terms', value: '2', account_id: 9 })).status).toBe(201);
    expect(await list('reseller1')).toEqual({ custom_disclaimers_privacy: '1', custom_disclaimers_terms: '2' });
    for (const value of ['0', '']) {
      expect((await put('reseller1', 'reseller1', { key: 'custom_disclaimers_terms', value })).status).toBe(201);
      expect(await list('reseller1')).toMatchObject({ custom_disclaimers_terms: value });
    }
    expect(await list('reseller2')).toEqual({});
  });

  test.each([
    ['reseller1', 'custom_disclaimers_terms', '1', 'a disclaimer of the other type'],
    ['reseller1', 'custom_disclaimers_terms', '999', 'one that does not exist'],
    ['reseller2', 'custom_disclaimers_privacy', '1', "another reseller's"],
    ['reseller1', 'custom_disclaimers_terms', '9999999999', 'no id'],
    ['reseller1', 'custom_disclaimers_terms', 'one', 'no number'],
  ])('are refused for %s with %s %j, %s', async (as, key, value) => {
    const before = await digestOf(server.db());
    expect(await put(as, as, { key, value })).toMatchObject({ status: 400, body: { fields: { value: expect.any(String) } } });
    expect(await digestOf(server.db())).toBe(before);
  });

  test('have no other keys', async () => {
    expect(await put('reseller1', 'reseller1', { key: 'nope', value: '1' })).toMatchObject({
      status: 400,
      body: { fields: { key: expect.any(String) } },
    });
  });
});

test('a customer whose hotspot was detached sees nothing', async () => {
  await server
    .db()
    .delete(accounts_hotspots)
    .where(eq(accounts_hotspots.account_id, accountIdOf('customer21')));
  const lost = server.as('customer21');
  for (const path of ['units', 'users', 'devices', 'sessions'])
    expect((await lost.get(`/api/${path}`)).body).toEqual({ data: [], total: 0 });
  for (const path of ['integrations', 'stats/sms/hotspots']) expect((await lost.get(`/api/${path}`)).body).toEqual([]);
  expect((await lost.get('/api/hotspots/4')).status).toBe(404);
  expect((await lost.get(`/api/accounts/${accountIdOf('customer21')}`)).status).toBe(200);
});
