import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { pageOf } from '../../src/contract/lists';
import { liveUnit } from '../../src/contract/units';
import { session_histories, sessions, unit_contacts, units } from '../../src/server/database/schema';
import { server, changesNothing, fresh, created } from './unitsTests';

describe('adding a unit', () => {
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
    ['there was never any session, but contact a minute ago', { heard: [1] }, { state: 'idle', sessions: 0 }],
    ['the last one ended days ago, but there was contact since', { ended: [3 * DAY], heard: [DAY - 1] }, { state: 'idle' }],
    ['the last one ended days ago, and there was no contact for a day', { ended: [3 * DAY], heard: [DAY + 1] }, { state: 'silent' }],
    ['the last contact was before its last session', { ended: [29], heard: [60] }, { state: 'active' }],
    ['there was contact since its last session ended', { ended: [29], heard: [1] }, { state: 'active', sessions: 0 }],
    ['there was contact since its session was reported', { running: [5], heard: [1] }, { state: 'active', sessions: 1 }],
    ['a session runs that was reported after the last contact', { running: [40], heard: [50] }, { state: 'active', sessions: 1 }],
    ['a session that runs was not reported for days, and another ended since', { running: [3 * DAY], ended: [60] }, { state: 'active' }],
  ])('is right when %s', async (_what, times: { running?: number[]; ended?: number[]; heard?: number[] }, doing) => {
    const { running = [], ended = [], heard = [] } = times;
    const id = await unitSince(2 * DAY);
    if (heard.length > 0)
      await server
        .db()
        .insert(unit_contacts)
        .values(heard.map((minutes) => ({ unit_id: id, heard: ago(minutes), address: '198.51.100.7', kind: 'generic' })));
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
    const latest = Math.min(...running, ...ended, ...heard);
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
