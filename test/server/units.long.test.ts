import { expect, describe, test } from '@jest/globals';
import { z } from 'zod';
import { unit, liveUnit } from '../../src/contract/units';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';
import { eq } from 'drizzle-orm';
import { sessions, subscriptions, units, session_histories, unit_contacts } from '../../src/server/database/schema';
import { accountIdOf } from '../support/backEnd/recordings';
import { pageOf } from '../../src/contract/lists';

const server = serve();
const changesNothing = changesNothingOn(server);

let createdCount = 0;
const fresh = (body: object = {}) => {
  createdCount += 1;
  const digits = createdCount.toString(16).padStart(2, '0');
  return {
    hotspot_id: 1,
    name: 'Lobby',
    mac_address: `02-0F-00-00-00-${digits}`,
    uuid: `lobby-${createdCount}`,
    secret: 'hush-a-long-secret',
    ...body,
  };
};

async function created(body: object = {}): Promise<number> {
  const answer = await server.as('reseller1').post('/api/units', fresh(body));
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
  return z.object({ id: z.number() }).parse(answer.body).id;
}

/** The unit as a program reads it, with its secret; our own console gets the secret only on demand. */
const read = async (id: number) =>
  unit.parse((await server.as('reseller1').call('GET', `/api/units/${id}`, undefined, { [CONSOLE_HEADER]: '' })).body);

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
    const removed = await server.db().delete(subscriptions).where(mine).returning();
    await server.db().delete(units).where(eq(units.hotspot_id, 5));
    expect(await server.as('reseller2').post('/api/units', fresh({ hotspot_id: 6 }))).toMatchObject({ status: 403 });
    await server.db().insert(subscriptions).values(removed);
  });

  test('refuses a MAC address of another unit of the reseller, at any of its hotspots, and the uuid of any unit', async () => {
    for (const taken of [
      { mac_address: '02:01:01:01:00:00' },
      { mac_address: '02:01:01:01:00:00', hotspot_id: 2 },
      { uuid: 'c3a24f27370a19bc16fc50975fa9e74a' },
    ]) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/units', fresh(taken)));
      expect(answer).toMatchObject({ status: 409, body: { id: 0, code: 'duplicate', status: 'unit already exists' } });
    }
  });

  test('refuses more units than the plan of the hotspot’s reseller allows, for any caller', async () => {
    // The free plan allows one unit, and reseller2 has two.
    for (const as of ['reseller2', 'admin']) {
      const answer = await changesNothing(() => server.as(as).post('/api/units', fresh({ hotspot_id: 6 })));
      expect(answer).toMatchObject({ status: 403, body: { message: 'Units over quota', code: 'units_over_quota' } });
    }
  });

  test("is refused for another tenant's hotspot like for a missing one, and to roles without units", async () => {
    for (const hotspot_id of [4, 999, 0]) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/units', fresh({ hotspot_id })));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    for (const as of ['customer11', 'desk11']) {
      expect(await changesNothing(() => server.as(as).post('/api/units', fresh()))).toMatchObject({ status: 403 });
    }
  });

  test.each([
    ['mac_address', 'lobby'],
    ['mac_address', '02-01-01-01-00'],
    ['uuid', ''],
    ['uuid', '../../etc'],
    ['uuid', 'x'.repeat(65)],
    ['name', ' '],
    ['name', 'x'.repeat(256)],
    ['hotspot_id', 'one'],
    ['hotspot_id', '9999999999'],
    ['hotspot_id', -1],
    ['secret', 5],
    ['secret', 'x'.repeat(15)],
    ['secret', 'with blanks, sixteen and more'],
  ])('refuses %s %j and names the field', async (field, value) => {
    const answer = await changesNothing(() => server.as('reseller1').post('/api/units', fresh({ [field]: value })));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
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

describe('the state of a unit', () => {
  const NOW = new Date('2026-11-21T01:46:03Z');
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const DAY = 24 * 60;
  let last = 0;
  const session = (unit_id: number, user_id: number, updated: Date) => {
    last += 1;
    const times = { auth_time: updated, start_time: updated, update_time: updated };
    return { hotspot_id: 1, unit_id, device_id: 0, user_id, ...times, session_key: `doing-${last}` };
  };
  const listed = async (query: string, as = 'reseller1') =>
    pageOf(liveUnit).parse((await server.as(as).get(`/api/units?${query}`)).body).data;

  async function unitSince(minutes: number): Promise<number> {
    const id = await created({ name: 'doing' });
    await server
      .db()
      .update(units)
      .set({ created: ago(minutes) })
      .where(eq(units.id, id));
    return id;
  }

  test.each([
    ['a session runs', { running: [1] }, { state: 'active', sessions: 1 }],
    ['two sessions of one guest run', { running: [1, 2] }, { state: 'active', sessions: 2 }],
    ['a running session was last reported hours ago', { running: [300] }, { state: 'active', sessions: 1 }],
    ['the last one ended less than half an hour ago', { ended: [29] }, { state: 'active', sessions: 0 }],
    ['the last one ended before that', { ended: [31, 900] }, { state: 'idle', sessions: 0 }],
    ['the last one ended more than a day ago', { ended: [DAY + 1] }, { state: 'silent' }],
    ['there was never any session', {}, { state: 'silent', last_seen: null }],
    ['there was never any session, but contact a minute ago', { contacts: [1] }, { state: 'idle', sessions: 0 }],
    ['the last one ended days ago, but there was contact since', { ended: [3 * DAY], contacts: [DAY - 1] }, { state: 'idle' }],
    ['the last one ended days ago, and there was no contact for a day', { ended: [3 * DAY], contacts: [DAY + 1] }, { state: 'silent' }],
    ['the last contact was before its last session', { ended: [29], contacts: [60] }, { state: 'active' }],
    ['there was contact since its last session ended', { ended: [29], contacts: [1] }, { state: 'active', sessions: 0 }],
    ['there was contact since its session was reported', { running: [5], contacts: [1] }, { state: 'active', sessions: 1 }],
    ['a session runs that was reported after the last contact', { running: [40], contacts: [50] }, { state: 'active', sessions: 1 }],
    ['a session that runs was not reported for days, and another ended since', { running: [3 * DAY], ended: [60] }, { state: 'active' }],
  ])('is right when %s', async (_what, times: { running?: number[]; ended?: number[]; contacts?: number[] }, doing) => {
    const { running = [], ended = [], contacts = [] } = times;
    const id = await unitSince(2 * DAY);
    if (contacts.length > 0)
      await server
        .db()
        .insert(unit_contacts)
        .values(contacts.map((minutes) => ({ unit_id: id, heard: ago(minutes), address: '198.51.100.7', kind: 'generic' })));
    if (running.length > 0)
      await server
        .db()
        .insert(sessions)
        .values(running.map((minutes) => session(id, 1, ago(minutes))));
    if (ended.length > 0) {
      await server
        .db()
        .insert(session_histories)
        .values(ended.map((minutes) => ({ ...session(id, 1, ago(minutes)), stop_time: ago(minutes), session_id: 1 })));
    }
    const found = (await listed('live=true&q=doing')).find((row) => row.id === id);
    expect(found).toMatchObject({ activity: doing, hotspot_name: expect.stringMatching(/./) });
    const latest = Math.min(...running, ...ended, ...contacts);
    if (latest !== Infinity) expect(found?.activity?.last_seen).toBe(`${ago(latest).toISOString().slice(0, 19)}Z`);
    expect(liveUnit.parse((await server.as('reseller1').get(`/api/units/${id}?live=true`)).body)).toEqual(found);
  });

  test('is idle, not silent, for a new unit without sessions', async () => {
    const id = await unitSince(60);
    expect((await listed('live=true&q=doing')).find((row) => row.id === id)).toMatchObject({
      activity: { state: 'idle', last_seen: null },
    });
  });

  test('is returned only on request', async () => {
    const [row] = await listed('q=doing');
    expect(row).not.toHaveProperty('activity');
    expect(row).not.toHaveProperty('hotspot_name');
    expect(await listed('live=true&q=doing', 'reseller2')).toEqual([]);
  });
});
