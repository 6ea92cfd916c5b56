/** What the audit trail shows, to whom, and what it omits. That every changing route leaves one entry is tested in tenancy.test.ts. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { auditCsv } from '../../src/contract/audit';
import { audit_entries, user_histories, users, units } from '../../src/server/database/schema';
import { RESTORABLE_FOR } from '../../src/server/audit/undoQueries';
import { forgetDeleted } from '../../src/server/deleted/restoringQueries';
import { retention } from '../../src/server/guests/retention';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { insertGuest } from '../factories/rows';
import { mails, state, server, changesNothing, read, latest, done } from './auditTests';

describe('an audit entry', () => {
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

describe('the audit trail of an erased guest', () => {
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
