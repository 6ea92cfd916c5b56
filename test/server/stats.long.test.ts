import { afterEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { report, REPORTS } from '../../src/contract/reports';
import { account_sms_counts, snoozed_alerts, subscriptions } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { insertHotspot } from '../factories/rows';
import { server, DAY, ago, alertsOf, attention, awake } from './statsTests';

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
