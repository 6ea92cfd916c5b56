import { describe, expect, test, beforeAll } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspotRow, listedHotspot } from '../../src/contract/hotspots';
import { pageOf } from '../../src/contract/lists';
import { MAX_LENGTH } from '../../src/contract/plain/wire';
import { countEndedSessions } from '../../src/server/database/reportSums';
import * as schema from '../../src/server/database/schema';
import { accountIdOf, hotspotsOf } from '../support/backEnd/recordings';
import { server, NEW, created, changesNothing, read } from './hotspotsTests';
import { z } from 'zod';

describe('creating a hotspot', () => {
  test('refuses a name that the reseller already has in any case, but another reseller may use it', async () => {
    await created({ name: 'only-once' });
    for (const name of ['only-once', 'Only-ONCE']) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/hotspots', { ...NEW, name }));
      expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate', status: 'hotspot already exists', id: 0 } });
    }
    expect((await server.as('reseller2').post('/api/hotspots', { ...NEW, name: 'only-once' })).status).toBe(201);
  });

  test.each([
    ['name', ''],
    ['name', 'two words'],
    ['name', '-dash-first'],
    ['name', 'dash-.label'],
    ['name', 'dot..dot'],
    ['name', 5],
    ['name', 'a'.repeat(MAX_LENGTH.name + 1)],
    ['description', ''],
    ['description', '   '],
    ['description', 'x'.repeat(10_000)],
    ['business_name', ''],
    ['business_vat', ''],
    ['business_address', ''],
    ['business_email', ''],
    ['business_email', 'no at sign'],
    ['business_email', 'a@b'],
    ['business_dpo_mail', 'no at sign'],
    ['privacy_disclaimer_id', -1],
    ['privacy_disclaimer_id', 4_000_000_000],
    ['tos_disclaimer_id', '2'],
  ])('refuses %s %j and names the field', async (field, value) => {
    const answer = await changesNothing(() => server.as('reseller1').post('/api/hotspots', { ...NEW, [field]: value }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });

  test.each([
    ['privacy_disclaimer_id', 2, 'a disclaimer of the other type'],
    ['tos_disclaimer_id', 1, 'a disclaimer of the other type'],
    ['privacy_disclaimer_id', 999, 'one that does not exist'],
  ])('refuses as %s %j, %s', async (field, id) => {
    const answer = await changesNothing(() => server.as('reseller1').post('/api/hotspots', { ...NEW, name: 'chooses-wrong', [field]: id }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });

  test("refuses another reseller's disclaimer", async () => {
    const answer = await changesNothing(() => server.as('reseller2').post('/api/hotspots', { ...NEW, privacy_disclaimer_id: 1 }));
    expect(answer).toMatchObject({ status: 400, body: { fields: { privacy_disclaimer_id: expect.any(String) } } });
  });

  test('requires the reseller’s own privacy fields first', async () => {
    const { accounts } = schema;
    const mine = eq(accounts.id, accountIdOf('reseller2'));
    for (const field of ['privacy_name', 'privacy_vat', 'privacy_address', 'privacy_email'] as const) {
      const [before] = await server.db().select().from(accounts).where(mine);
      await server
        .db()
        .update(accounts)
        .set({ [field]: '' })
        .where(mine);
      const answer = await changesNothing(() => server.as('reseller2').post('/api/hotspots', { ...NEW, name: 'too-early' }));
      expect(answer).toMatchObject({ status: 403, body: { code: 'privacy_incomplete' } });
      await server
        .db()
        .update(accounts)
        .set({ [field]: before?.[field] })
        .where(mine);
    }
    expect((await server.as('reseller2').post('/api/hotspots', { ...NEW, name: 'in-time' })).status).toBe(201);
  });

  test('gives it to the requesting reseller with the default preferences', async () => {
    const id = await created({ name: 'Bar.Centrale-1' });
    expect(await read(id)).toMatchObject({
      name: 'Bar.Centrale-1',
      account_id: accountIdOf('reseller1'),
      account_name: 'Reseller 1',
      business_dpo: '',
      created: '2026-11-21T01:46:03Z',
      privacy_disclaimer_id: 0,
    });
    const [ours, recorded] = await Promise.all(
      [id, 1].map(async (of) =>
        z.array(z.object({ key: z.string() })).parse((await server.as('reseller1').get(`/api/preferences/hotspots/${of}`)).body),
      ),
    );
    expect(ours?.map(({ key }) => key)).toEqual(recorded?.map(({ key }) => key));
    expect((await server.as('reseller1').get(`/api/marketing/${id}`)).body).toHaveLength(17);
  });

  test('stores the chosen disclaimers, in the list too', async () => {
    const id = await created({ privacy_disclaimer_id: 1, tos_disclaimer_id: 2 });
    expect(await read(id)).toMatchObject({ privacy_disclaimer_id: 1, tos_disclaimer_id: 2 });
    const { data } = pageOf(hotspotRow).parse((await server.as('reseller1').get('/api/hotspots')).body);
    expect(data.find((row) => row.id === id)).toMatchObject({ privacy_disclaimer_id: 1, tos_disclaimer_id: 2 });
    expect(data.find((row) => row.id === 1)).toMatchObject({ privacy_disclaimer_id: 0, tos_disclaimer_id: 0 });
  });

  test('ignores foreign fields in the body', async () => {
    const id = await created({ id: 1, account_id: accountIdOf('reseller2'), uuid: 'mine', created: '2000-01-01T00:00:00Z' });
    expect(id).not.toBe(1);
    expect(await read(id)).toMatchObject({
      account_id: accountIdOf('reseller1'),
      created: '2026-11-21T01:46:03Z',
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('stores HTML as text', async () => {
    const description = '<script>alert("1")</script> & <b>more</b>';
    expect(await read(await created({ description }))).toMatchObject({ description });
  });
});

describe('changing a hotspot', () => {
  const change = (id: number, body: object, as = 'reseller1') => server.as(as).put(`/api/hotspots/${id}`, body);

  test("refuses another reseller's disclaimer, even from an admin, and changes nothing", async () => {
    const [foreign] = await server.db().insert(schema.disclaimers).values({ type: 'tos', title: 'Theirs', body: '…' }).returning();
    await server
      .db()
      .insert(schema.disclaimers_accounts)
      .values({ disclaimer_id: foreign?.id ?? 0, account_id: accountIdOf('reseller2') });
    const body = { description: 'Changed', tos_disclaimer_id: foreign?.id };
    for (const as of ['reseller1', 'admin']) {
      const answer = await changesNothing(() => change(1, body, as));
      expect(answer).toMatchObject({ status: 400, body: { fields: { tos_disclaimer_id: expect.any(String) } } });
    }
    expect((await change(4, body, 'admin')).status).toBe(200);
  });

  test('changes what was sent and ignores the name', async () => {
    const id = await created({ name: 'keeps-its-name' });
    expect(await change(id, { name: 'other', description: 'Other', business_vat: 'IT2' })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect(await read(id)).toMatchObject({ name: 'keeps-its-name', description: 'Other', business_vat: 'IT2', business_name: 'New srl' });
  });

  test('ignores empty texts, except the two of the DPO, which are cleared', async () => {
    const id = await created({ business_dpo: 'Ada', business_dpo_mail: 'ada@example.com' });
    await change(id, { description: '', business_name: '', business_email: '', business_dpo: 'Ada', business_dpo_mail: 'ada@example.com' });
    expect(await read(id)).toMatchObject({
      description: 'New Place',
      business_name: 'New srl',
      business_email: 'n@example.com',
      business_dpo: 'Ada',
    });
    await change(id, { business_dpo: '', business_dpo_mail: '' });
    expect(await read(id)).toMatchObject({ business_dpo: '', business_dpo_mail: '' });
  });

  test('selects disclaimers, with 0 as the default, and leaves omitted ones alone', async () => {
    const id = await created({ privacy_disclaimer_id: 1, tos_disclaimer_id: 2 });
    await change(id, { privacy_disclaimer_id: 0 });
    expect(await read(id)).toMatchObject({ privacy_disclaimer_id: 0, tos_disclaimer_id: 2 });
    await change(id, { description: 'Again' });
    expect(await read(id)).toMatchObject({ privacy_disclaimer_id: 0, tos_disclaimer_id: 2 });
  });

  test.each([
    ['business_email', 'no at sign'],
    ['description', 'x'.repeat(10_000)],
    ['business_dpo_mail', '@'],
  ])('refuses %s and names the field', async (field, value) => {
    const answer = await changesNothing(() => change(1, { [field]: value }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  });

  test('changes nothing without a change', async () => {
    expect((await changesNothing(() => change(1, {}))).status).toBe(200);
  });
});

describe('deleting a hotspot', () => {
  test('removes all dependent data and tied accounts, and nothing else', async () => {
    const remaining = async () => {
      // Except for the audit entry of the deletion, and what can be restored.
      const staying: object[] = [schema.audit_entries, schema.deleted_things];
      const tables = Object.values(schema).filter((table) => 'hotspot_id' in table && !staying.includes(table));
      const counts = await Promise.all(
        tables.map(async (table) => server.db().$count(table as typeof schema.units, eq((table as typeof schema.units).hotspot_id, 3))),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };
    expect(await remaining()).toBeGreaterThan(100);
    const others = await server.as('reseller1').get('/api/stats/users/total');

    expect((await server.as('reseller1').delete('/api/hotspots/3')).status).toBe(200);
    // What its sessions are taken from the sums by is noted, until it is counted.
    await countEndedSessions(server.db());
    expect(await remaining()).toBe(0);
    for (const username of ['customer13', 'desk13']) {
      expect((await server.as('admin').get(`/api/accounts/${accountIdOf(username)}`)).status).toBe(404);
      expect((await server.withToken().post('/api/login', { username, password: `pw-${username}` })).body).toMatchObject({
        code: 'invalid_username',
      });
    }
    for (const id of hotspotsOf('admin').filter((id) => id !== 3)) {
      expect((await server.as('admin').get(`/api/hotspots/${id}`)).status).toBe(200);
    }
    expect((await server.as('admin').get(`/api/accounts/${accountIdOf('reseller1')}`)).status).toBe(200);
    expect((await server.as('reseller1').get('/api/stats/users/total')).body).not.toEqual(others.body);
    expect((await server.as('reseller1').delete('/api/hotspots/3')).status).toBe(404);
  });
});

describe('listing hotspots', () => {
  const list = async (query: string) => {
    const { status, body, headers } = await server.as('reseller2').get(`/api/hotspots${query}`);
    expect(status).toBe(200);
    return { ...pageOf(hotspotRow).parse(body), headers };
  };

  test('sorts by any column in both directions, and reports the order', async () => {
    const up = await list('?sort=business_vat&order=asc');
    const down = await list('?sort=business_vat&order=desc');
    expect(up.headers.get('X-Sort')).toBe('business_vat');
    expect(down.headers.get('X-Order')).toBe('desc');
    expect(down.data.map((row) => row.id)).toEqual(up.data.map((row) => row.id).reverse());
    expect((await server.as('reseller2').get('/api/hotspots?sort=password_hash')).status).toBe(400);
  });

  test.each(['limit=0', 'limit=5001', 'page=0', 'page=x', 'order=up', `q=${'q'.repeat(201)}`, 'q=a&q=b', 'q=%00'])(
    'refuses ?%s',
    async (query) => {
      expect(await server.as('reseller2').get(`/api/hotspots?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );

  test("sorts by name in any case, independent of the machine's language", async () => {
    const names = ['Zebra', 'apple', 'Apple-2', 'zebra-2', 'b.b'];
    for (const name of names) expect((await server.as('reseller2').post('/api/hotspots', { ...NEW, name })).status).toBe(201);
    const { data } = await list('?limit=100');
    const found = data.map((row) => row.name);
    expect(found).toEqual([...found].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(found).toEqual(expect.arrayContaining(names));
  });

  test('pages without overlap, and the total counts all', async () => {
    const all = await list('');
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&limit=3`)));
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
    expect(new Set([all.total, ...pages.map(({ total }) => total)])).toEqual(new Set([all.data.length]));
    expect(await list('?page=99&limit=3')).toMatchObject({ data: [], total: all.total });
  });

  test('matches the search anywhere, with % and _ and \\ as plain characters', async () => {
    expect((await list('?q=LAKE-camp')).data.map((row) => row.id)).toEqual([4]);
    expect((await list('?q=00200000002')).data.map((row) => row.id)).toEqual([5]);
    for (const nothing of ['%', '_', '\\', "'"]) expect((await list(`?q=${encodeURIComponent(nothing)}`)).total).toBe(0);
  });
});

describe('the health of hotspots', () => {
  const NOW = new Date('2026-11-21T01:46:03Z');
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const healthOf = async (query = '', as = 'reseller1') =>
    pageOf(listedHotspot).parse((await server.as(as).get(`/api/hotspots?board=true&q=board-&${query}`)).body).data;
  const names = async (query: string) => (await healthOf(query)).map(({ name }) => name);
  let calm = 0;
  let troubled = 0;
  let dark = 0;

  beforeAll(async () => {
    calm = await created({ name: 'board-calm' });
    troubled = await created({ name: 'board-troubled' });
    dark = await created({ name: 'board-dark' });
    const unit = (hotspot_id: number, n: number) => ({
      hotspot_id,
      name: `ap-${n}`,
      mac_address: `02-B0-A2-00-${String(hotspot_id).padStart(2, '0').slice(-2)}-0${n}`,
      uuid: `board-${hotspot_id}-${n}`,
      created: ago(9999),
    });
    const hotspot = await server
      .db()
      .insert(schema.units)
      .values([unit(calm, 1), unit(calm, 2), unit(troubled, 1), unit(troubled, 2), unit(dark, 1)])
      .returning({ id: schema.units.id });
    const [one, two, three] = hotspot.map(({ id }) => id);
    const session = (hotspot_id: number, unit_id: number | undefined, user_id: number, minutes: number, n: number) => ({
      hotspot_id,
      unit_id: unit_id ?? 0,
      user_id,
      device_id: 0,
      session_key: `board-${hotspot_id}-${n}`,
      auth_time: ago(minutes),
      start_time: ago(minutes),
      update_time: ago(minutes),
    });
    // Two of the three running sessions are of one guest.
    await server
      .db()
      .insert(schema.sessions)
      .values([session(calm, one, 11, 5, 1), session(calm, one, 11, 5, 2), session(calm, one, 12, 5, 3)]);
    await server
      .db()
      .insert(schema.session_histories)
      .values([
        { ...session(calm, two, 11, 60, 4), session_id: 4 },
        { ...session(troubled, three, 13, 10, 1), session_id: 1 },
      ]);
    const voucher = { hotspot_id: calm, auto_login: false, remain_use: -1, type: 'normal' as const, created: NOW };
    await server
      .db()
      .insert(schema.hotspot_vouchers)
      .values([
        { ...voucher, code: 'board-good' },
        { ...voucher, code: 'board-fair', remain_use: 2, expires: new Date('2026-12-01T00:00:00Z') },
        { ...voucher, code: 'board-used', remain_use: 0 },
        { ...voucher, code: 'board-over', expires: new Date('2026-11-01T00:00:00Z') },
        { ...voucher, code: 'board-off', hotspot_id: troubled },
      ]);
    expect((await server.as('reseller1').put(`/api/preferences/hotspots/${calm}`, { key: 'voucher_login', value: 'true' })).status).toBe(
      200,
    );
    const [integration] = await server.db().select({ id: schema.integrations.id }).from(schema.integrations).limit(1);
    await server
      .db()
      .insert(schema.hotspot_integrations)
      .values({ hotspot_id: troubled, integration_id: integration?.id ?? 0 });
  });

  test('reports guests online, units, usable vouchers and problems', async () => {
    const health = new Map((await healthOf()).map(({ id, board: health }) => [id, health]));
    const nothing = { guests_online: 0, units_silent: 0, silent_since: null, vouchers_left: null, syncs_failed: 0 };
    expect(health.get(calm)).toEqual({ ...nothing, guests_online: 2, units: 2, units_active: 1, vouchers_left: 2 });
    expect(health.get(troubled)).toEqual({ ...nothing, units: 2, units_active: 1, units_silent: 1, syncs_failed: 1 });
    expect(health.get(dark)).toEqual({ ...nothing, units: 1, units_active: 0, units_silent: 1 });
  });
  test('puts problems first, sorts by its numbers, and changes nothing when not requested', async () => {
    expect(await names('sort=trouble&order=desc')).toEqual(['board-dark', 'board-troubled', 'board-calm']);
    expect(await names('sort=trouble&order=desc&page=2&limit=1')).toEqual(['board-troubled']);
    expect(await names('sort=guests_online&order=desc')).toEqual(['board-calm', 'board-dark', 'board-troubled']);
    expect(await names('sort=vouchers_left&order=asc')).toEqual(['board-calm', 'board-dark', 'board-troubled']);
    expect(await names('')).toEqual(['board-calm', 'board-dark', 'board-troubled']);
    const [plain] = pageOf(listedHotspot).parse((await server.as('reseller1').get('/api/hotspots?q=board-')).body).data;
    expect(plain).not.toHaveProperty('board');
  });

  test('agrees with the alerts', async () => {
    const { data } = (await server.as('reseller1').get('/api/attention')).body as {
      data: { kind: string; hotspot_id?: number; silent?: number; units?: number }[];
    };
    for (const { id, board: health } of await healthOf()) {
      const silent = data.find((item) => item.kind === 'units_silent' && item.hotspot_id === id);
      expect([health?.units_silent, health?.syncs_failed]).toEqual([
        silent?.silent ?? 0,
        data.filter((item) => item.kind === 'sync_failed' && item.hotspot_id === id).length,
      ]);
    }
  });

  test('is limited to the caller’s hotspots', async () => {
    expect(await healthOf('sort=trouble', 'reseller2')).toEqual([]);
    expect((await healthOf('sort=trouble', 'admin')).length).toBe(3);
  });
});
