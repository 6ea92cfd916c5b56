import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { report, REPORTS } from '../../src/contract/reports';
import { account_sms_counts, subscriptions } from '../../src/server/database/schema';
import { accountIdOf } from '../support/backEnd/recordings';
import { insertHotspot } from '../factories/rows';
import { server, DAY, ago, attention, awake } from './statsTests';

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
