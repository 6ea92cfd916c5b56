/** When units were heard: recorded once per half-hour, reported by the hotspot's own days, and only to those who may see the units. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { availability } from '../../src/contract/units';
import { hotspot_preferences, unit_contacts, unit_days, units } from '../../src/server/database/schema';
import { unitContactBuffer } from '../../src/server/radius/contacts';
import { noteSessions } from '../../src/server/units/availabilityQueries';
import { serve } from '../support/server/server';
import { insertUnit } from '../factories/rows';
import { contact } from '../factories/contact';

const server = serve();

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const NOON = new Date('2026-11-20T12:10:00Z');
const later = (milliseconds: number) => new Date(NOON.getTime() + milliseconds);

let now = NOON;
const contacts = () =>
  unitContactBuffer(
    server.db(),
    () => now,
    (error) => {
      throw error;
    },
  );
const read = async (path: string, as = 'admin') => {
  const { status, body } = await server.as(as).get(path);
  expect(status).toBe(200);
  return z.array(availability).parse(body);
};
const ofUnit = async (id: number) => (await read(`/api/units/availability?ids=${id}`))[0]!;

let unit: typeof units.$inferSelect;

beforeEach(async () => {
  await server.db().delete(unit_days);
  await server.db().delete(unit_contacts);
  const [first] = await server.db().select().from(units).orderBy(asc(units.id)).limit(1);
  await server
    .db()
    .update(units)
    .set({ created: later(-200 * DAY) });
  unit = first!;
  now = NOON;
});

afterEach(() => {
  server.clock.now = NOON;
});

/** Makes a unit heard at these times. */
async function recordContacts(moments: readonly Date[], unitId = unit.id) {
  const buffer = contacts();
  for (const moment of moments) {
    now = moment;
    buffer.record(contact(unitId));
    await buffer.flush();
  }
  await buffer.close();
  server.clock.now = now;
}

describe('the half-hours in which a unit has contact', () => {
  test('are noted once each, also by several servers, and deleted after a month', async () => {
    await recordContacts([NOON, later(MINUTE), later(20 * MINUTE)]);
    await recordContacts([later(21 * MINUTE)]);
    const day = { unit_id: unit.id, day: '2026-11-20' };
    expect(await server.db().select().from(unit_days)).toEqual([{ ...day, heard: 2 ** 24 + 2 ** 25 }]);

    await recordContacts([later(30 * DAY)]);
    expect((await server.db().select().from(unit_days)).map((row) => row.day)).toEqual(['2026-11-20', '2026-12-20']);
    await recordContacts([later(32 * DAY)]);
    expect((await server.db().select().from(unit_days)).map((row) => row.day)).toEqual(['2026-12-20', '2026-12-22']);
  });

  test('end with the running one, and those before the first contact are unknown', async () => {
    await recordContacts([NOON, later(60 * MINUTE)]);
    const { half_hours, days } = await ofUnit(unit.id);
    expect(half_hours).toHaveLength(48);
    expect(half_hours.slice(-4)).toEqual([null, 1, 0, 1]);
    expect(half_hours.slice(0, -4).every((share) => share === null)).toBe(true);
    expect(days).toHaveLength(30);
    expect(days.slice(-2)).toEqual([null, 0.667]);
  });

  test('make days of the hotspot’s own zone', async () => {
    await server.db().insert(hotspot_preferences).values({ hotspot_id: unit.hotspot_id, key: 'time_zone', value: 'Asia/Kathmandu' });
    // 19:00 UTC is 00:45 of the next day there.
    await recordContacts([new Date('2026-11-19T17:00:00Z'), new Date('2026-11-19T19:00:00Z'), new Date('2026-11-20T19:10:00Z')]);
    const { zone, days } = await ofUnit(unit.id);
    expect(zone).toBe('Asia/Kathmandu');
    expect(days.slice(-4).map((share) => share !== null && share > 0)).toEqual([false, true, true, true]);
    await server.db().delete(hotspot_preferences).where(eq(hotspot_preferences.key, 'time_zone'));
  });

  test('show that a unit has been silent, also after all of its notes were deleted', async () => {
    await recordContacts([later(-3 * DAY)]);
    server.clock.now = NOON;
    expect((await ofUnit(unit.id)).days.slice(-5).map((share) => share && share > 0)).toEqual([null, true, 0, 0, 0]);
    expect((await ofUnit(unit.id)).half_hours.every((share) => share === 0)).toBe(true);

    await recordContacts([later(-40 * DAY)]);
    server.clock.now = NOON;
    await server
      .db()
      .update(unit_contacts)
      .set({ heard: later(-40 * DAY) });
    await server.db().delete(unit_days);
    expect((await ofUnit(unit.id)).days.every((share) => share === 0)).toBe(true);
  });

  test('come from sessions in generated data: while one began or was reported', async () => {
    await noteSessions(server.db(), NOON);
    const before = await server.db().select().from(unit_days);
    expect(before.length).toBeGreaterThan(0);
    await noteSessions(server.db(), NOON);
    expect(await server.db().select().from(unit_days)).toEqual(before);
  });
});

describe('the availability of a hotspot', () => {
  test('is the share of its units with contact', async () => {
    const other = await insertUnit(server.db(), {
      ...unit,
      id: undefined,
      uuid: crypto.randomUUID(),
      name: 'second',
      mac_address: 'AA-00-00-00-00-77',
    });
    for (const { id } of await server.db().select().from(units).where(eq(units.hotspot_id, unit.hotspot_id)))
      if (id !== unit.id && id !== other.id) expect((await ofUnit(id)).half_hours.every((share) => share === null)).toBe(true);
    await recordContacts([NOON], other.id);
    await recordContacts([NOON, later(30 * MINUTE)]);
    const [one] = await read(`/api/hotspots/availability?ids=${unit.hotspot_id}`);
    expect(one?.half_hours.slice(-3)).toEqual([null, 1, 0.5]);
    await server.db().delete(units).where(eq(units.id, other.id));
  });

  test('covers own units and hotspots only, without revealing others', async () => {
    const all = await server.db().select().from(units);
    const ids = all.map(({ id }) => id);
    const hotspots = [...new Set(all.map(({ hotspot_id }) => hotspot_id))];
    const own = (as: string) => server.as(as).get('/api/units?limit=100');
    for (const as of ['reseller1', 'reseller2', 'customer11']) {
      const mine = ((await own(as)).body as { data: { id: number; hotspot_id: number }[] }).data;
      expect(mine.length).toBeLessThan(all.length);
      expect((await read(`/api/units/availability?ids=${ids.join(',')},999999`, as)).map(({ id }) => id)).toEqual(
        mine.map(({ id }) => id).sort((one, two) => one - two),
      );
      expect(new Set((await read(`/api/hotspots/availability?ids=${hotspots.join(',')}`, as)).map(({ id }) => id))).toEqual(
        new Set(mine.map(({ hotspot_id }) => hotspot_id)),
      );
    }
    expect(await read('/api/units/availability', 'admin')).toEqual([]);
    expect((await server.as('admin').get('/api/units/availability?ids=1;drop')).status).toBe(400);
  });
});
