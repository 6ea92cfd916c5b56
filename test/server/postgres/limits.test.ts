/** Bounds that two servers on one database count at the same moment. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countTry } from '../../../src/server/limits/codeTries';
import { countAll, LIMITS } from '../../../src/server/limits/limits';
import { newPlace, type Place } from '../../support/server/database';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { startOn } from '../../support/server/server';

const clock = { now: RECORDED_AT };
let place: Place;
let replicas: Awaited<ReturnType<typeof startOn>>[] = [];

beforeAll(async () => {
  place = await newPlace('fixture');
  replicas = await Promise.all([1, 2].map(() => startOn(place, clock)));
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await place.remove();
});

/** Does it so many times at once, in turn at either server. */
const atOnce = <T>(times: number, work: (db: (typeof replicas)[number]['database']['db']) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, nth) => replicas[nth % 2]?.database.db).flatMap((db) => (db ? [work(db)] : [])));

test('lets exactly as many pass as the bound says, of forty who ask at once', async () => {
  for (const key of ['first', 'second', 'third']) {
    const answers = await atOnce(40, (db) => countAll(db, [{ limit: 'short_device', key }], clock.now));
    expect(answers.filter(({ exceeded }) => exceeded === null)).toHaveLength(LIMITS.short_device.most);
    expect(answers.map(({ of }) => of('short_device')).sort((one, other) => one - other)).toEqual(answers.map((_, nth) => nth + 1));
  }
});

test('counts requests with the same keys in another order without a deadlock', async () => {
  const unit = { limit: 'short_unit' as const, key: 'U' };
  const device = { limit: 'short_device' as const, key: 'D' };
  let nth = 0;
  const answers = await atOnce(40, (db) => countAll(db, (nth += 1) % 2 === 0 ? [unit, device] : [device, unit], clock.now));
  expect(answers.map(({ of }) => of('short_unit')).sort((one, other) => one - other)).toEqual(answers.map((_, at) => at + 1));
});

test('a device that guesses forty codes at once gets ten of them checked', async () => {
  const tried = { hotspotId: 1, deviceMac: '02-00-00-00-38-01', address: '203.0.113.8', isVouched: true };
  const answers = await atOnce(40, (db) => countTry(db, tried, clock.now));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(LIMITS.vouched_device.most);
});
