import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { sessions, subscriptions, units } from '../../src/server/database/schema';
import { accountIdOf } from '../support/backEnd/recordings';
import { server, changesNothing, fresh, created, read } from './unitsTests';

describe('adding a unit', () => {
  test("stores its MAC address in the wire's notation, and accepts the hotspot as a number or digits", async () => {
    expect(await read(await created({ mac_address: '02:0a:0b:0c:0d:0e', description: 'Behind the bar' }))).toMatchObject({
      hotspot_id: 1,
      mac_address: '02-0A-0B-0C-0D-0E',
      name: 'Lobby',
      description: 'Behind the bar',
      secret: 'hush-a-long-secret',
      created: '2026-11-21T01:46:03Z',
    });
    expect(await read(await created({ hotspot_id: '2' }))).toMatchObject({ hotspot_id: 2 });
  });

  test('takes a MAC address that another reseller typed', async () => {
    expect(await read(await created({ mac_address: '02-01-02-04-00-00' }))).toMatchObject({ mac_address: '02-01-02-04-00-00' });
  });

  test('refuses a reseller without a plan', async () => {
    const mine = eq(subscriptions.account_id, accountIdOf('reseller2'));
    const kept = await server.db().delete(subscriptions).where(mine).returning();
    await server.db().delete(units).where(eq(units.hotspot_id, 5));
    expect(await server.as('reseller2').post('/api/units', fresh({ hotspot_id: 6 }))).toMatchObject({ status: 403 });
    await server.db().insert(subscriptions).values(kept);
  });
});

describe('changing a unit', () => {
  test('renames it and ignores all other fields', async () => {
    const id = await created();
    const before = await read(id);
    const body = { name: '=Bar', hotspot_id: 4, mac_address: '02-02-02-02-02-02', uuid: 'other', id: 1 };
    expect((await server.as('reseller1').put(`/api/units/${id}`, body)).status).toBe(200);
    expect(await read(id)).toEqual({ ...before, name: '=Bar' });
    expect((await server.as('admin').put(`/api/units/${id}`, { description: '<b>Bar</b>' })).status).toBe(200);
    expect(await read(id)).toEqual({ ...before, name: '=Bar', description: '<b>Bar</b>' });
    expect((await server.as('admin').put(`/api/units/${id}`, {})).status).toBe(200);
    expect(await changesNothing(() => server.as('reseller1').put(`/api/units/${id}`, { name: '' }))).toMatchObject({ status: 400 });
  });

  test('is refused to other tenants', async () => {
    const answer = await changesNothing(() => server.as('reseller2').put('/api/units/1', { name: 'Mine' }));
    expect(answer).toMatchObject({ status: 404, body: { message: 'No unit found!' } });
  });
});

test('deleting a unit preserves its sessions', async () => {
  const ran = await server.db().$count(sessions, eq(sessions.unit_id, 2));
  expect((await server.as('reseller1').delete('/api/units/2')).status).toBe(200);
  expect((await server.as('reseller1').get('/api/units/2')).status).toBe(404);
  expect(await server.db().$count(sessions, eq(sessions.unit_id, 2))).toBe(ran);
  expect((await server.as('reseller1').get('/api/sessions?hotspot=1')).status).toBe(200);
});
