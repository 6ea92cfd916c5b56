import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspotRow } from '../../src/contract/hotspots';
import { pageOf } from '../../src/contract/lists';
import { MAX_LENGTH } from '../../src/contract/plain/wire';
import { countEndedSessions } from '../../src/server/database/reportSums';
import * as schema from '../../src/server/database/schema';
import { accountIdOf, hotspotsOf } from '../support/backEnd/recordings';
import { server, NEW, created, changesNothing } from './hotspotsTests';

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
});
