/** What the audit trail shows, to whom, and what it omits. That every changing route leaves one entry is tested in tenancy.test.ts. */
import { beforeEach, expect, describe, test } from '@jest/globals';
import { z } from 'zod';
import { auditEntry, auditCsv } from '../../src/contract/audit';
import type { Mail } from '../../src/server/messages/mailer';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';
import { eq, sql } from 'drizzle-orm';
import { audit_entries, units, user_histories, users } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { insertGuest } from '../factories/rows';
import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { RESTORABLE_FOR } from '../../src/server/audit/undoQueries';
import { forgetDeleted } from '../../src/server/deleted/restoringQueries';
import { retention } from '../../src/server/guests/retention';

const mails: Mail[] = [];
const state: { platform: { status: number; body: string } } = { platform: { status: 200, body: '' } };
const server = serve({
  webhooks: { post: async () => state.platform, refusalOf: async () => null },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      mails.push(mail);
      return 'sent';
    },
  },
});
const changesNothing = changesNothingOn(server);

const read = async (query = '', username = 'admin') => {
  const { status, body, headers } = await server.as(username).get(`/api/audit${query}`);
  expect(status).toBe(200);
  return { entries: z.array(auditEntry).parse(body), total: Number(headers.get('X-Total-Count')) };
};
const latest = async (username = 'admin') => (await read('?limit=1', username)).entries[0];
const done = { status: expect.any(Number), body: expect.objectContaining({ status: 'success' }) };

beforeEach(() => {
  state.platform = { status: 200, body: '' };
  server.clock.now = new Date(server.clock.now.getTime() + 1000);
});

describe('an audit entry', () => {
  test('names who, when, from where, what, and each field before and after', async () => {
    expect(await server.as('reseller1').put('/api/units/1', { name: 'Lobby', description: 'By the door' })).toMatchObject(done);
    const [unit] = await server.db().select().from(units).where(eq(units.id, 1));
    expect(await latest()).toEqual({
      id: expect.any(Number),
      at: `${server.clock.now.toISOString().slice(0, 19)}Z`,
      account_id: accountIdOf('reseller1'),
      account_name: 'reseller1',
      role: 'reseller',
      address: '127.0.0.1',
      action: 'units.update',
      kind: 'unit',
      object_id: 1,
      object_name: 'Lobby',
      hotspot_id: unit?.hotspot_id,
      hotspot_name: expect.stringMatching(/./),
      changes: [
        { field: 'name', old: expect.stringMatching(/./), new: 'Lobby' },
        { field: 'description', old: expect.any(String), new: 'By the door' },
      ],
    });
  });

  test('lists the values of a new object, and the former values of a deleted one', async () => {
    const body = {
      hotspot_id: 1,
      name: 'new',
      mac_address: '02:00:00:00:00:0B',
      uuid: 'audit-unit',
      secret: 'unit-secret-of-1',
      description: '',
    };
    const { id } = (await server.as('reseller1').post('/api/units', body)).body as { id: number };
    const fields = [
      { field: 'name', old: null, new: 'new' },
      { field: 'mac_address', old: null, new: '02-00-00-00-00-0B' },
    ];
    expect(await latest()).toMatchObject({ action: 'units.create', object_id: id, hotspot_id: 1, changes: fields });
    await server.as('reseller1').delete(`/api/units/${id}`);
    const gone = fields.map(({ field, new: was }) => ({ field, old: was, new: null }));
    expect(await latest()).toMatchObject({ action: 'units.delete', object_id: id, object_name: 'new', hotspot_id: 1, changes: gone });
  });

  test('records when a unit is allowed and no longer allowed to send unsigned requests', async () => {
    const set = (may_be_unsigned: boolean) => server.as('reseller1').put('/api/units/1', { address: '203.0.113.7', may_be_unsigned });
    const field = 'may_be_unsigned';
    await set(true);
    expect(await latest()).toMatchObject({
      changes: [
        { field: 'address', old: '', new: '203.0.113.7' },
        { field, old: null, new: true },
      ],
    });
    await set(false);
    expect(await latest()).toMatchObject({ changes: [{ field, old: true, new: null }] });
  });

  test('preserves the names of its time', async () => {
    await server.as('admin').put('/api/hotspots/1', { description: 'Reading room' });
    const before = await latest();
    await server.db().execute(sql`update accounts set username = 'root' where username = 'admin'`);
    expect((await read(`?q=admin&limit=1`)).entries[0]).toEqual(before);
    await server.db().execute(sql`update accounts set username = 'admin' where username = 'root'`);
  });

  test('is not created when nothing changes', async () => {
    const change = () => server.as('reseller1').put('/api/units/2', { name: 'Unmoved' });
    await change();
    expect(await changesNothing(change)).toMatchObject(done);
  });

  test('is created once for a request that is sent twice', async () => {
    const send = () =>
      server
        .as('reseller1')
        .post('/api/vouchers', { hotspot_id: 1, remain_use: -1, code: 'twice-told' }, { 'Idempotency-Key': 'twice-told' });
    const { total } = await read();
    expect((await send()).status).toBe(201);
    expect((await send()).headers.get('Idempotency-Replayed')).toBe('true');
    expect((await read()).total).toBe(total + 1);
  });

  test('names plans, disclaimers and integrations instead of their ids', async () => {
    const reseller = accountIdOf('reseller2');
    await server
      .as('admin')
      .put(`/api/accounts/${reseller}/subscription`, { subscription_plan_id: 4, valid_until: '2031-02-03T04:05:06Z' });
    expect((await latest())?.changes).toEqual(
      expect.arrayContaining([
        { field: 'subscription_plan', old: expect.any(String), new: 'Premium' },
        { field: 'subscription_until', old: expect.stringMatching(/Z$/), new: '2031-02-03T04:05:06Z' },
      ]),
    );
    await server.as('admin').post(`/api/account_integrations/${reseller}/1`, {});
    expect((await latest())?.changes).toEqual([{ field: 'integrations', old: null, new: expect.stringMatching(/[a-z]/i) }]);
  });

  test('names a preference by its key, a picture by type and size, and the beginning of a long text', async () => {
    const set = (key: string, value: string) => server.as('reseller1').put('/api/preferences/hotspots/1', { key, value });
    await set('captive_2_title', 'Benvenuti');
    expect(await latest()).toMatchObject({
      kind: 'hotspot',
      object_id: 1,
      changes: [{ field: 'captive_2_title', old: expect.any(String), new: 'Benvenuti' }],
    });
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await set('captive_3_logo', '');
    await set('captive_3_logo', `data:image/png;base64,${png}`);
    expect((await latest())?.changes).toMatchObject([{ field: 'captive_3_logo', new: 'image/png, 1 KB' }]);
    await set('captive_6_description', 'x'.repeat(4000));
    expect((await latest())?.changes).toMatchObject([{ field: 'captive_6_description', new: `${'x'.repeat(300)}…` }]);
  });

  test('has the number of vouchers for a batch, and for marking them', async () => {
    const { body } = await server.as('desk11').post('/api/vouchers', { hotspot_id: 1, num_vouchers: 12, remain_use: 3, duration: 2 });
    expect(await latest()).toMatchObject({
      action: 'vouchers.create',
      account_name: 'desk11',
      kind: 'hotspot',
      object_id: 1,
      changes: expect.arrayContaining([
        { field: 'vouchers', old: null, new: 12 },
        { field: 'remain_use', old: null, new: 3 },
      ]),
    });
    const { ids } = body as { ids: number[] };
    await server.as('desk11').put('/api/vouchers', { voucher_ids: ids, printed: true });
    expect(await latest()).toMatchObject({
      action: 'vouchers.update',
      kind: 'voucher',
      changes: [
        { field: 'printed_vouchers', old: 0, new: 12 },
        { field: 'prints', old: 0, new: 12 },
      ],
    });
    await server.as('desk11').delete('/api/vouchers/hotspot/1');
    expect(await latest()).toMatchObject({
      action: 'vouchers.delete',
      kind: 'hotspot',
      changes: [{ field: 'vouchers', new: expect.any(Number) }],
    });
  });

  test('is created even if the platform did not answer, as the mapping exists', async () => {
    state.platform = { status: 500, body: '' };
    const { total } = await read();
    expect((await server.as('reseller1').put('/api/hotspot_integrations/2/1', {})).status).toBe(500);
    expect((await read()).total).toBe(total + 1);
    expect(await latest()).toMatchObject({
      action: 'hotspot_integrations.update',
      object_id: 2,
      changes: [{ field: 'integrations' }, { field: 'synced', old: null, new: expect.stringMatching(/./) }],
    });
    state.platform = { status: 200, body: '' };
    await server.as('reseller1').put('/api/hotspot_integrations/2/1', {});
    expect((await latest())?.changes).toMatchObject([{ field: 'synced' }]);
  });

  test('is created for a password reset by mail and for a device registered by a unit', async () => {
    await server.withToken().post('/api/password_reset', { username: 'desk12' });
    // The mail is sent after the answer.
    await server.outbox().drained();
    const [code] = /[A-Z2-9]{4}(-[A-Z2-9]{4}){4}/.exec(mails.at(-1)?.text ?? '') ?? [];
    expect(await server.withToken().put('/api/password_reset', { token: code, password: 'quite-another' })).toMatchObject(done);
    expect(await latest()).toMatchObject({
      account_name: 'desk12',
      role: 'desk',
      action: 'password_reset',
      changes: [{ field: 'password', old: null, new: null, hidden: true }],
    });

    const [unit] = await server.db().select().from(units).where(eq(units.id, 1));
    const digest = createHash('md5').update(`${unit?.secret}${unit?.uuid}`).digest('hex');
    const path = `/wax/register/mac/02-CC-00-00-00-01?digest=${digest}&uuid=${unit?.uuid}&name=Till&kbps_down=0&kbps_up=0`;
    expect((await server.as('desk11').get(path)).status).toBe(200);
    expect(await latest()).toMatchObject({ account_name: 'desk11', role: 'desk', action: 'mac_entries.create', kind: 'guest' });
    const wrong = await changesNothing(() =>
      server.as('desk11').get(path.replace('02-CC', '02-CD').replace(digest, digest.replace(/./, 'x'))),
    );
    expect(wrong.status).toBe(400);
  });
});

describe('secrets in the audit trail', () => {
  test('are recorded as changed without their values', async () => {
    const words = ['first-password-1', 'second-password-2', 'webhook-secret-3', 'webhook-path-4', 'unit-secret-number-5', 'unit-uuid-6'];
    const [first, second, hook, path, secret, uuid] = words;
    const account = { uuid: 'secretive', username: 'secretive', name: 'S', email: 's@example.com', type: 'desk', hotspot_id: 1 };
    const { id } = (await server.as('reseller1').post('/api/accounts', { ...account, password: first })).body as { id: number };
    await server.as('reseller1').put(`/api/accounts/${id}`, { password: second });
    expect(await latest()).toMatchObject({
      object_name: 'secretive',
      changes: [{ field: 'password', old: null, new: null, hidden: true }],
    });

    const created = await server
      .as('admin')
      .post('/api/integrations', { name: 'Hook', webhook_token: hook, webhook_url: `https://x.example/${path}` });
    const { id: integration } = created.body as { id: number };
    await server
      .as('admin')
      .put(`/api/integrations/${integration}`, { webhook_token: `${hook}-new`, webhook_url: `https://x.example/${path}-new` });
    expect((await latest())?.changes.map(({ field, hidden }) => [field, hidden])).toEqual([
      ['webhook_url', true],
      ['webhook_token', true],
    ]);
    await server.as('reseller1').post('/api/units', { hotspot_id: 1, name: 'n', mac_address: '02:00:00:00:00:0C', uuid, secret });
    await server.as('reseller1').put('/api/hotspot_integrations/1/1', {});

    const entries = JSON.stringify(await server.db().select().from(audit_entries));
    for (const word of [...words, 'argon2', '$argon']) expect(entries).not.toContain(word);
    const stored: unknown = await server.db().execute(sql`select token_hash, password_hash from access_tokens, accounts`);
    for (const row of (stored as { rows: { token_hash: string; password_hash: string }[] }).rows) {
      expect(entries).not.toContain(row.token_hash);
      expect(entries).not.toContain(row.password_hash);
    }
  });
});

describe('the audit trail of an erased guest', () => {
  test('names the guest in no entry, but preserves the changes', async () => {
    const guest = {
      hotspot_id: 1,
      username: 'Ada.Lovelace@example.com',
      name: 'Ada Lovelace',
      email: 'Ada.Lovelace@example.com',
      account_type: 'email',
    };
    const created = await insertGuest(server.db(), { ...guest, created: RECORDED_AT });
    const path = `/api/users/${created.id}`;
    await server.as('desk11').put(path, { name: 'Ada Byron', kbps_down: 512 });
    expect(await latest()).toMatchObject({
      object_name: guest.username,
      changes: [
        { field: 'name', old: 'Ada Lovelace', new: 'Ada Byron' },
        { field: 'kbps_down', old: 0, new: 512 },
      ],
    });
    const { total } = await read();
    expect(await server.as('desk11').delete(path)).toMatchObject(done);

    const { entries, total: after } = await read();
    expect(after).toBe(total + 1);
    expect(entries[0]).toMatchObject({ action: 'guests.delete', kind: 'guest', object_id: created.id, object_name: '', changes: [] });
    expect(entries[1]).toMatchObject({ action: 'guests.update', object_name: '', changes: [{ field: 'kbps_down', old: 0, new: 512 }] });
    expect(JSON.stringify(await server.db().select().from(audit_entries))).not.toMatch(/Lovelace|Byron/);
  });

  test('is erased for an archived, a restored and an auth voucher guest', async () => {
    const created = RECORDED_AT;
    const fields = { hotspot_id: 2, username: 'grace@example.com', name: 'Grace Hopper', account_type: 'email', created };
    const [copy] = await server
      .db()
      .insert(user_histories)
      .values({ ...fields, user_id: 700_001 })
      .returning({ id: user_histories.id });
    await server.as('reseller1').put(`/api/users_expired/${copy?.id}`, { name: 'Grace M. Hopper' });
    const back = await server.as('reseller1').put(`/api/users_expired/${copy?.id}`, { valid_until: '2036-01-01T00:00:00Z' });
    const { id } = back.body as { id: number };
    expect(await latest()).toMatchObject({
      kind: 'guest',
      object_id: id,
      changes: [{ field: 'valid_until', new: '2036-01-01T00:00:00Z' }],
    });
    await server
      .as('reseller1')
      .post('/api/vouchers', { hotspot_id: 2, remain_use: 1, type: 'auth', user_name: 'Grace Hopper', code: 'graceful' });
    expect(await latest()).toMatchObject({ kind: 'voucher', object_name: 'graceful' });
    await server.as('reseller1').delete(`/api/users/${id}`);
    const [ofVoucher] = await server.db().select({ id: users.id }).from(users).where(eq(users.username, 'GRACEFUL'));
    await server.as('reseller1').delete(`/api/users/${ofVoucher?.id}`);
    expect(JSON.stringify(await server.db().select().from(audit_entries))).not.toMatch(/grace/i);
  });

  test('is deleted with the hotspot, once that can no longer be brought back', async () => {
    const created = await insertGuest(server.db(), {
      hotspot_id: 3,
      username: 'mary@example.com',
      account_type: 'email',
      created: RECORDED_AT,
    });
    await server.as('reseller1').put(`/api/users/${created.id}`, { name: 'Mary Anning' });
    expect(await server.as('reseller1').delete('/api/hotspots/3')).toMatchObject(done);
    expect(await latest()).toMatchObject({ action: 'hotspots.delete', object_id: 3, object_name: expect.stringMatching(/./) });
    await forgetDeleted(server.db(), new Date(server.clock.now.getTime() + RESTORABLE_FOR), 100);
    expect(JSON.stringify(await server.db().select().from(audit_entries))).not.toMatch(/mary/i);
  });
});

describe('the audit trail', () => {
  test.each(['update audit_entries set account_name = $$nobody$$', 'delete from audit_entries'])(
    'cannot be changed: %s',
    async (statement) => {
      await server.as('admin').put('/api/hotspots/1', { description: 'Here to stay' });
      const before = await server.db().select().from(audit_entries);
      const refused: unknown = await server
        .db()
        .execute(sql.raw(statement))
        .catch((error: unknown) => String((error as Error).cause));
      expect(refused).toMatch(/cannot be changed or deleted/);
      expect(await server.db().select().from(audit_entries)).toEqual(before);
    },
  );

  test.each(['POST', 'PUT', 'DELETE'])('accepts no %s', async (method) => {
    expect((await server.as('admin').call(method, '/api/audit', {})).status).toBe(404);
    expect((await server.as('admin').call(method, '/api/audit/1', {})).status).toBe(404);
  });

  test('shows a reseller what happened to its own objects, by anyone, and nothing of others', async () => {
    await server.as('admin').put('/api/hotspots/1', { description: 'By the admin' });
    await server.as('customer11').put(`/api/accounts/${accountIdOf('customer11')}`, { name: 'By the customer' });
    await server.as('reseller2').put('/api/hotspots/4', { description: 'Somebody else’s' });
    await server.as('admin').put('/api/integrations/1', { description: 'The platform’s' });
    const own = await read('?limit=4', 'reseller1');
    expect(own.entries.slice(0, 2).map(({ account_name, object_name }) => [account_name, object_name])).toEqual([
      ['customer11', 'customer11'],
      ['admin', expect.stringMatching(/./)],
    ]);
    expect((await read('', 'reseller1')).entries.filter(({ hotspot_id }) => hotspot_id >= 4)).toEqual([]);
    expect((await latest('reseller2'))?.changes).toMatchObject([{ new: 'Somebody else’s' }]);
    expect((await read('?limit=4')).entries.map(({ account_name }) => account_name)).toEqual(['admin', 'reseller2', 'customer11', 'admin']);
  });

  test('is filtered by person, object, hotspot, action and time, and paged', async () => {
    const from = server.clock.now.toISOString();
    await server.as('reseller1').put('/api/hotspots/1', { description: 'A' });
    server.clock.now = new Date(server.clock.now.getTime() + 3_600_000);
    await server.as('admin').put('/api/hotspots/2', { description: 'B' });
    const names = async (query: string) => (await read(`?from=${from}&${query}`)).entries.map(({ account_name }) => account_name);
    expect(await names('')).toEqual(['admin', 'reseller1']);
    expect(await names('order=asc')).toEqual(['reseller1', 'admin']);
    expect(await names('q=RESELL')).toEqual(['reseller1']);
    expect(await names(`account=${accountIdOf('admin')}`)).toEqual(['admin']);
    expect(await names('hotspot=1')).toEqual(['reseller1']);
    expect(await names('action=hotspots.delete')).toEqual([]);
    expect(await names('action=hotspots.update&limit=1&page=2')).toEqual(['reseller1']);
    expect(await names(`to=${from}`)).toEqual(['reseller1']);
    expect((await read(`?from=${from}&limit=1`)).total).toBe(2);
    expect((await server.as('admin').get('/api/audit?action=made.up')).status).toBe(400);
    expect((await server.as('admin').get('/api/audit?from=yesterday')).status).toBe(400);
  });

  test('shows nobody the entries of another tenant’s hotspot, neither in the list nor in a file, and nothing to strangers', async () => {
    await server.as('reseller2').put('/api/hotspots/4', { description: 'Somebody else’s secret' });
    const others = await server.db().$count(audit_entries, eq(audit_entries.hotspot_id, 4));
    expect(others).toBeGreaterThan(0);
    const { body, headers } = await server.as('reseller1').get('/api/audit?hotspot=4');
    expect({ body, total: headers.get('X-Total-Count') }).toEqual({ body: [], total: '0' });
    const file = await server.as('reseller1').get('/api/audit?hotspot=4&csv=true');
    expect(auditCsv.parse(file.body)).toMatchObject({ total: 0 });
    expect(JSON.stringify(file.body)).not.toContain('Somebody else');
    for (const query of [`hotspot=4&account=${accountIdOf('reseller2')}`, 'hotspot=4&q=secret', 'hotspot=4&action=hotspots.update'])
      expect((await server.as('reseller1').get(`/api/audit?${query}`)).body).toEqual([]);
    for (const query of ['', '?hotspot=4', '?hotspot=1'])
      expect((await server.as('customer11').get(`/api/audit${query}`)).status).toBe(403);
    for (const path of ['/api/audit', '/api/audit?hotspot=4', '/api/audit?hotspot=4&csv=true']) {
      const answer = await fetch(server.url() + path);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('Somebody else');
    }
    expect((await server.as('reseller2').get('/api/audit?hotspot=4')).body).toHaveLength(others);
  });

  test('exports a file with a line per field and no formula', async () => {
    await server.as('reseller1').put('/api/units/1', { name: '=1+1', description: 'Till' });
    const { data, total } = auditCsv.parse((await server.as('reseller1').get('/api/audit?csv=true&limit=1')).body);
    expect(total).toBeGreaterThan(1);
    const rows = Papa.parse<Record<string, string>>(data.trim(), { header: true }).data;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ account_name: 'reseller1', action: 'units.update', object_name: "'=1+1", field: 'name', new: "'=1+1" });
    expect(rows[1]).toMatchObject({ field: 'description', new: 'Till' });
  });

  test("loses what is older than the operator's retention, and nothing else", async () => {
    const [entry] = await server.db().select().from(audit_entries).limit(1);
    if (!entry) throw new Error('there is no entry to copy');
    const { id: _id, ...copied } = entry;
    const old = new Date(server.clock.now.getTime() - 40 * 86_400_000);
    await server
      .db()
      .insert(audit_entries)
      .values({ ...copied, at: old });
    const { total } = await read();
    const { step } = retention(server.db(), 30);
    while (await step(server.clock.now));
    expect((await read()).total).toBe(total - 1);
    expect((await read(`?to=${old.toISOString()}`)).entries).toEqual([]);
  });
});
