/** What the audit trail shows, to whom, and what it omits. That every changing route leaves one entry is tested in tenancy.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { AUDIT_KINDS, auditCsv, type AuditKind } from '../../src/contract/audit';
import { SUBJECTS } from '../../src/server/audit/subjectQueries';
import { audit_entries, units } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { insertGuest } from '../factories/rows';
import { server, changesNothing, read, latest, done } from './auditTests';

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
    const kept: unknown = await server.db().execute(sql`select token_hash, password_hash from access_tokens, accounts`);
    for (const row of (kept as { rows: { token_hash: string; password_hash: string }[] }).rows) {
      expect(entries).not.toContain(row.token_hash);
      expect(entries).not.toContain(row.password_hash);
    }
  });

  /** Fields that are never recorded, by kind of object: secrets, fields nobody edits, and what only units report. */
  const UNTOLD: Record<AuditKind, string[]> = {
    hotspot: ['id', 'uuid', 'account_id', 'integration_terms', 'created'],
    // An exception for unsigned requests is recorded, and so are other ports and proof over HTTP. That a unit signs arrivals is not: the
    // unit itself did that, not staff.
    unit: [
      'id',
      'hotspot_id',
      'uuid',
      'secret',
      'previous_secret',
      'previous_secret_until',
      'may_be_unsigned',
      'coa_port',
      'http_proof',
      'arrivals_signed_with',
      'gateway_hosts',
      'address_confirmed',
      'created',
    ],
    guest: ['id', 'hotspot_id', 'unit_id', 'voucher_id', 'email_verified', 'reason', 'country', 'marketing_auth', 'survey_auth', 'created'],
    archived_guest: [
      'id',
      'user_id',
      'hotspot_id',
      'unit_id',
      'voucher_id',
      'email_verified',
      'reason',
      'country',
      'marketing_auth',
      'survey_auth',
      'created',
    ],
    voucher: ['id', 'batch_id', 'preset', 'prints', 'room', 'hotspot_id', 'code', 'user_name', 'user_mail', 'owner_id', 'created'],
    account: ['id', 'creator_id', 'uuid', 'must_change_password', 'created'],
    // The translations are recorded as one text.
    disclaimer: ['id', 'translations'],
    // Its owner never changes, and the entry itself has the time of the change.
    paper_template: ['account_id', 'changed', 'hotspot_id', 'id'],
    integration: ['id'],
  };

  test.each([...AUDIT_KINDS])('cover each column of %s, which is recorded, hidden or deliberately omitted', (kind) => {
    const { table, fields, hidden = {} } = SUBJECTS[kind];
    const known: unknown[] = [...Object.values(fields), ...Object.values(hidden)];
    const untold = Object.entries(getTableColumns(table)).flatMap(([name, column]) => (known.includes(column) ? [] : [name]));
    expect(untold.sort()).toEqual([...UNTOLD[kind]].sort());
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
});
