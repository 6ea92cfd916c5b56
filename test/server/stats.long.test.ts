import { expect, afterEach, beforeEach, describe, test } from '@jest/globals';
import { z } from 'zod';
import { attentionItem, type AttentionItem } from '../../src/contract/stats';
import { RECORDED_AT, accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { eq } from 'drizzle-orm';
import { ALERT_GROUPS, groupOf } from '../../src/contract/plain/alertGroups';
import {
  account_sms_counts,
  hotspot_integrations,
  hotspot_sms_counts,
  session_histories,
  sessions,
  snoozed_alerts,
  subscriptions,
  unit_contacts,
  units,
} from '../../src/server/database/schema';
import { insertUnit, insertHotspot } from '../factories/rows';
import { report, REPORTS } from '../../src/contract/reports';

const server = serve();

const DAY = 86_400_000;
const ago = (milliseconds: number) => new Date(RECORDED_AT.getTime() - milliseconds);

async function alertsOf(as: string): Promise<AttentionItem[]> {
  const { status, body } = await server.as(as).get('/api/attention');
  expect(status).toBe(200);
  return z.object({ data: z.array(attentionItem) }).parse(body).data;
}

async function attention<K extends AttentionItem['kind']>(kind: K, as = 'admin'): Promise<Extract<AttentionItem, { kind: K }>[]> {
  return (await alertsOf(as)).filter((item): item is Extract<AttentionItem, { kind: K }> => item.kind === kind);
}

const awake = (alert: string) => ({ alert, snoozed_until: null });

describe('the alert about SMS near their limit', () => {
  const set = (sms_count: number, sms_max_count: number, sms_threshold: number) =>
    server
      .db()
      .update(account_sms_counts)
      .set({ sms_count, sms_max_count, sms_threshold })
      .where(eq(account_sms_counts.account_id, accountIdOf('reseller1')));

  test.each([
    [900, 1000, 0, true],
    [899, 1000, 0, false],
    [950, 1000, 50, true],
    [500, 1000, 500, true],
    [499, 1000, 500, false],
    [1200, 1000, 0, true],
    [0, 0, 0, false],
    [0, 0, 10, false],
  ])('is present for %i of %i with a threshold of %i: %s', async (count, max, threshold, near) => {
    await set(count, max, threshold);
    const item = {
      kind: 'sms_near_limit',
      account_id: accountIdOf('reseller1'),
      account_name: 'Reseller 1',
      sms_count: count,
      sms_max_count: max,
      ...awake(`sms_near_limit ${accountIdOf('reseller1')}`),
    };
    for (const as of ['admin', 'reseller1']) expect(await attention('sms_near_limit', as)).toEqual(near ? [item] : []);
    for (const as of ['reseller2', 'customer11']) expect(await attention('sms_near_limit', as)).toEqual([]);
  });
});

describe('the alert about a plan that ends', () => {
  test('is not shown for a later end', async () => {
    await server
      .db()
      .update(subscriptions)
      .set({ valid_until: ago(-14 * DAY - 1000) })
      .where(eq(subscriptions.account_id, accountIdOf('reseller2')));
    expect(await attention('plan_ending')).toEqual([]);
  });

  const DAYS = [
    [-1, true],
    [0, true],
    [13, false],
    [14, false],
  ] as const;

  test.each(DAYS)('is shown for %i days from now to the reseller and to the admin who renews it', async (days, expired) => {
    const valid_until = ago(-days * DAY);
    await server
      .db()
      .update(subscriptions)
      .set({ valid_until })
      .where(eq(subscriptions.account_id, accountIdOf('reseller2')));
    const item = {
      kind: 'plan_ending',
      account_id: accountIdOf('reseller2'),
      account_name: 'Reseller 2',
      until: `${valid_until.toISOString().slice(0, 19)}Z`,
      expired,
      ...awake(`plan_ending ${accountIdOf('reseller2')}`),
    };
    for (const as of ['admin', 'reseller2']) expect(await attention('plan_ending', as)).toEqual([item]);
    for (const as of ['reseller1', 'customer21']) expect(await attention('plan_ending', as)).toEqual([]);
  });
});

test('failed syncs are shown to those who can sync that hotspot again', async () => {
  await server
    .db()
    .insert(hotspot_integrations)
    .values([
      { hotspot_id: 1, integration_id: 1, last_sync: RECORDED_AT },
      { hotspot_id: 1, integration_id: 3, last_sync: null },
      { hotspot_id: 2, integration_id: 2, last_sync: null },
    ]);
  const first = { kind: 'sync_failed', hotspot_id: 1, hotspot_name: 'city-library-11', integration_id: 3 };
  const second = { kind: 'sync_failed', hotspot_id: 2, hotspot_name: 'station-bar-12', integration_id: 2, integration_name: 'BookingHub' };
  expect(await attention('sync_failed')).toMatchObject([first, second]);
  expect(await attention('sync_failed', 'reseller1')).toMatchObject([first, second]);
  for (const as of ['customer11', 'reseller2']) expect(await attention('sync_failed', as)).toEqual([]);
});

describe('the alert about silent units', () => {
  const unit = { hotspot_id: 6, name: 'ap', created: ago(30 * DAY) };
  const visit = (unit_id: number, start: Date, end: Date) => ({
    hotspot_id: 6,
    unit_id,
    device_id: 1,
    user_id: 1,
    auth_time: start,
    start_time: start,
    update_time: end,
    session_key: crypto.randomUUID(),
  });
  const ended = (unit_id: number, start: Date, end: Date) =>
    server
      .db()
      .insert(session_histories)
      .values({ ...visit(unit_id, start, end), session_id: 0, stop_time: end });
  const addUnit = async (created = unit.created, name = unit.name) => {
    const inserted = await insertUnit(server.db(), { ...unit, name, created, mac_address: crypto.randomUUID(), uuid: crypto.randomUUID() });
    return inserted.id;
  };
  const silent = async () => (await attention('units_silent')).filter(({ hotspot_id }) => hotspot_id === 6);

  beforeEach(async () => {
    await server.db().delete(units).where(eq(units.hotspot_id, 6));
    await server.db().delete(sessions).where(eq(sessions.hotspot_id, 6));
    await server.db().delete(session_histories).where(eq(session_histories.hotspot_id, 6));
  });

  test('counts them by hotspot, with the last contact of any', async () => {
    const [first, second, lively] = [await addUnit(unit.created, 'roof'), await addUnit(unit.created, 'bar'), await addUnit()];
    await ended(first, ago(5 * DAY), ago(4 * DAY));
    await ended(second, ago(3 * DAY), ago(2 * DAY));
    await ended(lively, ago(DAY / 2), ago(DAY / 3));
    expect(await silent()).toEqual([
      {
        kind: 'units_silent',
        hotspot_id: 6,
        hotspot_name: 'old-mill-cafe-23',
        silent: 2,
        units: 3,
        since: '2026-11-19T01:46:03Z',
        longest: '2026-11-17T01:46:03Z',
        silent_units: [
          { id: second, name: 'bar' },
          { id: first, name: 'roof' },
        ],
        ...awake('units_silent 6'),
      },
    ]);
  });

  test('counts all of them and names the first three', async () => {
    for (const name of ['d', 'c', 'b', 'a']) await addUnit(unit.created, name);
    const [item] = await silent();
    expect(item?.silent).toBe(4);
    expect(item?.silent_units.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('includes units without any contact', async () => {
    await addUnit();
    expect(await silent()).toMatchObject([{ silent: 1, units: 1, since: null }]);
  });

  test('excludes units younger than a day', async () => {
    await addUnit(ago(DAY / 2));
    expect(await silent()).toEqual([]);
  });

  test('excludes units with a session that continues', async () => {
    const id = await addUnit();
    await ended(id, ago(9 * DAY), ago(8 * DAY));
    await server
      .db()
      .insert(sessions)
      .values(visit(id, ago(7 * DAY), ago(60_000)));
    expect(await silent()).toEqual([]);
  });

  test('includes units whose running session was silent for a day', async () => {
    const id = await addUnit();
    await server
      .db()
      .insert(sessions)
      .values(visit(id, ago(7 * DAY), ago(2 * DAY)));
    expect(await silent()).toMatchObject([{ silent: 1, since: '2026-11-19T01:46:03Z' }]);
  });

  test('excludes units whose long session ended recently, even if a newer one ended long ago', async () => {
    const id = await addUnit();
    await ended(id, ago(6 * DAY), ago(DAY / 2));
    await ended(id, ago(3 * DAY), ago(3 * DAY));
    expect(await silent()).toEqual([]);
  });

  test('excludes units with recent RADIUS contact, even without guests online', async () => {
    const [quiet, gone] = [await addUnit(), await addUnit()];
    const contact = { address: '198.51.100.7', kind: 'mikrotik' };
    await server
      .db()
      .insert(unit_contacts)
      .values([
        { unit_id: quiet, heard: ago(DAY / 2), ...contact },
        { unit_id: gone, heard: ago(2 * DAY), ...contact },
      ]);
    expect(await silent()).toMatchObject([{ silent: 1, units: 2, since: '2026-11-19T01:46:03Z' }]);
  });

  test('belongs to the tenant of the hotspot', async () => {
    await addUnit();
    for (const as of ['reseller2', 'customer23']) expect(await attention('units_silent', as)).toMatchObject([{ hotspot_id: 6 }]);
    for (const as of ['reseller1', 'customer11']) {
      expect((await attention('units_silent', as)).map(({ hotspot_id }) => hotspot_id)).not.toContain(6);
    }
  });
});

test('missing privacy fields are shown to the reseller, who alone can fill them in', async () => {
  const id = accountIdOf('reseller2');
  const item = { kind: 'privacy_missing', account_id: id, account_name: 'Reseller 2', ...awake(`privacy_missing ${id}`) };
  expect(await attention('privacy_missing', 'reseller2')).toEqual([item]);
  for (const as of ['admin', 'reseller1', 'customer21']) expect(await attention('privacy_missing', as)).toEqual([]);
});

test('the worst alerts come first: what keeps guests out before what only staff miss', async () => {
  const order = (await alertsOf('admin')).map((item) => ALERT_GROUPS.indexOf(groupOf(item)));
  expect(new Set(order).size).toBeGreaterThan(1);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

test('a desk, which can act on none of them, has no alerts', async () => {
  expect((await server.as('desk11').get('/api/attention')).status).toBe(403);
});

describe('snoozing an alert', () => {
  const alert = `privacy_missing ${accountIdOf('reseller2')}`;
  const snooze = (as: string, snoozed: boolean, which = alert) =>
    server.as(as).call('PUT', '/api/attention/snooze', { alert: which, snoozed });
  const snoozedUntil = async (as = 'reseller2') => (await alertsOf(as)).find((item) => item.alert === alert)?.snoozed_until;

  afterEach(() => {
    server.clock.now = RECORDED_AT;
  });

  test('hides it for a day from the person, who can restore it earlier', async () => {
    expect(await snooze('reseller2', true)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await snoozedUntil()).toBe('2026-11-22T01:46:03Z');
    server.clock.now = ago(-DAY + 1000);
    expect(await snoozedUntil()).toBe('2026-11-22T01:46:03Z');
    server.clock.now = ago(-DAY);
    expect(await snoozedUntil()).toBeNull();

    await snooze('reseller2', true);
    expect(await snoozedUntil()).toBe('2026-11-23T01:46:03Z');
    await snooze('reseller2', false);
    expect(await snoozedUntil()).toBeNull();
  });

  test('hides several at once, also if some of them have ended meanwhile', async () => {
    const known = (await alertsOf('reseller2')).map((item) => item.alert);
    expect(known.length).toBeGreaterThan(1);
    const many = (snoozed: boolean) =>
      server.as('reseller2').call('PUT', '/api/attention/snooze', { alert: [...known, 'sync_failed 1 999'], snoozed });
    const before = await server.db().$count(snoozed_alerts);
    expect((await many(true)).status).toBe(200);
    expect((await alertsOf('reseller2')).map((item) => item.snoozed_until === null)).toEqual(known.map(() => false));
    expect(await server.db().$count(snoozed_alerts)).toBe(before + known.length);
    await many(false);
    expect((await alertsOf('reseller2')).map((item) => item.snoozed_until === null)).toEqual(known.map(() => true));
  });

  test('fails for a foreign alert and stores nothing', async () => {
    const before = await server.db().$count(snoozed_alerts);
    for (const [as, which] of [
      ['reseller1', alert],
      ['admin', alert],
      ['reseller2', 'privacy_missing 999'],
    ] as const) {
      expect(await snooze(as, true, which)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await server.db().$count(snoozed_alerts)).toBe(before);
  });

  test('hides it from nobody else, as alerts are snoozed per manager', async () => {
    await server
      .db()
      .update(account_sms_counts)
      .set({ sms_count: 2000, sms_max_count: 2000 })
      .where(eq(account_sms_counts.account_id, accountIdOf('reseller1')));
    const sms = `sms_near_limit ${accountIdOf('reseller1')}`;
    expect((await snooze('admin', true, sms)).status).toBe(200);
    expect(await attention('sms_near_limit', 'reseller1')).toMatchObject([{ alert: sms, snoozed_until: null }]);
    expect(await attention('sms_near_limit')).not.toMatchObject([{ snoozed_until: null }]);
  });

  test('is deleted after its day', async () => {
    await snooze('reseller2', true);
    // Using a session keeps it alive.
    server.clock.now = ago(-0.9 * DAY);
    await snoozedUntil();
    server.clock.now = ago(-1.5 * DAY);
    await snooze('reseller2', true);
    const rows = await server
      .db()
      .select()
      .from(snoozed_alerts)
      .where(eq(snoozed_alerts.account_id, accountIdOf('reseller2')));
    expect(rows).toEqual([{ account_id: accountIdOf('reseller2'), alert, until: ago(-2.5 * DAY) }]);
  });
});

describe('the list of sent SMS', () => {
  test('has the total beside the page', async () => {
    const { body, headers } = await server.as('reseller1').get('/api/stats/sms/hotspots?limit=3&page=2&sort=sent&order=desc');
    const rows = z.array(z.object({ sent: z.string() })).parse(body);
    expect(rows).toHaveLength(3);
    expect(headers.get('X-Total-Count')).toBe('20');
    const beyond = await server.as('reseller1').get('/api/stats/sms/hotspots/1?page=9&limit=3');
    expect(beyond).toMatchObject({ status: 200, body: [] });
    expect(beyond.headers.get('X-Total-Count')).toBe('7');
  });

  test('is empty for an own hotspot without SMS, not missing', async () => {
    await server.db().delete(hotspot_sms_counts).where(eq(hotspot_sms_counts.hotspot_id, 2));
    expect(await server.as('reseller1').get('/api/stats/sms/hotspots/2')).toMatchObject({ status: 200, body: [] });
  });
});

test('has no other totals', async () => {
  expect(await server.as('admin').get('/api/stats/passwords/total')).toMatchObject({ status: 404, body: { message: 'API not found' } });
});

describe('SMS by month', () => {
  const ofHotspot = async (query: string) => (await server.as('reseller1').get(`/api/stats/reports/sms_year/graph?hotspot=1${query}`)).body;

  test('cover the calendar year, or the last twelve months on request', async () => {
    const sentAt = (at: string) => ({ hotspot_id: 1, number: '+393330000000', sent: new Date(at) });
    // It is November 2026, so the first of them is outside the last twelve months.
    await server
      .db()
      .insert(hotspot_sms_counts)
      .values([sentAt('2025-11-30T12:00:00Z'), sentAt('2025-12-01T00:30:00Z'), sentAt('2025-12-31T23:30:00Z')]);
    const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'];
    expect(await ofHotspot('')).toMatchObject({
      labels: [...months, 'December'],
      set0: { labels: ['April', 'May', 'September'], data: [4, 2, 1] },
    });
    expect(await ofHotspot('&months=12')).toMatchObject({
      labels: ['December', ...months],
      set0: { labels: ['December', 'April', 'May', 'September'], data: [2, 4, 2, 1] },
    });
    // In Los Angeles the second was still sent in November, so only the third counts.
    expect(await ofHotspot('&months=12&tz=America/Los_Angeles')).toMatchObject({
      set0: { labels: ['December', 'April', 'May', 'September'], data: [1, 4, 2, 1] },
    });
  });

  test.each(['0', '13', 'x'])('are refused for months=%s', async (months) => {
    expect(await ofHotspot(`&months=${months}`)).toMatchObject({ code: 'malformed' });
  });
});

test('guests are counted like the lists: valid ones, online ones, or all present ones', async () => {
  const total = async (path: string) => ((await server.as('reseller1').get(path)).body as { total: number }).total;
  expect(await total('/api/stats/users/total?state=valid')).toBe(await total('/api/users?limit=1'));
  expect(await total('/api/stats/users/total?state=online')).toBe(await total('/api/users?state=online&limit=1'));
  expect(await total('/api/stats/users/total')).toBe(await total('/api/stats/users/total?state=all'));
  expect(await total('/api/stats/users/total?state=valid')).toBeLessThan(await total('/api/stats/users/total'));
  expect(await total('/api/stats/users/total?state=online')).toBeGreaterThan(0);
  expect((await server.as('reseller1').get('/api/stats/users/total?state=merry')).status).toBe(400);
});

test('all reports of a hotspot that was created today are answered, with nothing in them', async () => {
  const { id } = await insertHotspot(server.db(), { created: server.clock.now });
  for (const type of REPORTS) {
    for (const period of ['range=7', 'range=30&count=present', 'from=2025-11-21&to=2026-11-20&count=present']) {
      const { status, body } = await server.as('reseller1').get(`/api/stats/reports/${type}/graph?hotspot=${id}&${period}&months=12`);
      expect([type, period, status]).toEqual([type, period, 200]);
      const { set0, set1, sets, avg, guests_per_day } = report.parse(body);
      const inSets = (sets ?? []).flatMap((one) => (typeof one === 'number' ? [one] : (one.data ?? [])));
      const numbers = [...(set0?.data ?? []), ...(set1?.data ?? []), ...inSets, ...(avg ?? []), guests_per_day ?? 0];
      expect([type, period, numbers.filter((one) => one !== 0)]).toEqual([type, period, []]);
    }
  }
});
