/** Bounds that two servers on one database count at the same moment. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countTry } from '../../../src/server/limits/codeTries';
import { eq } from 'drizzle-orm';
import { account_sms_counts, hotspots, portal_tries, units } from '../../../src/server/database/schema';
import { countAll, LIMITS } from '../../../src/server/limits/limits';
import { reserveSms } from '../../../src/server/messages/sms/quotas';
import { takeShortAccess } from '../../../src/server/portal/shortAccess';
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

test('repeats a refusal from memory until its time is over, at the replica that has decided it', async () => {
  const [one, other] = replicas.map(({ database }) => database.db);
  if (!one || !other) throw new Error('no replicas');
  const begun = clock.now;
  const at = (seconds: number) => new Date(begun.getTime() + seconds * 1000);
  const tried = { hotspotId: 1, deviceMac: '02-00-00-00-38-02', address: '203.0.113.8', isVouched: true };
  for (let nth = 0; nth < LIMITS.vouched_device.most; nth += 1) expect(await countTry(one, tried, at(nth))).not.toBeNull();
  expect(await countTry(one, tried, at(60))).toBeNull();
  await one.delete(portal_tries);
  expect(await countTry(one, tried, at(61))).toBeNull();
  // The other one hasn't decided it, and finds no counts.
  const allowed = await countTry(other, tried, at(62));
  await allowed?.succeeded();
  expect(allowed).not.toBeNull();
  expect(await countTry(one, tried, at(LIMITS.vouched_device.seconds - 1))).toBeNull();
  expect(await countTry(one, tried, at(LIMITS.vouched_device.seconds + 1))).not.toBeNull();
});

test('remembers no refusal while tries before it may still succeed', async () => {
  const [db] = replicas.map(({ database }) => database.db);
  if (!db) throw new Error('no replica');
  const tried = { hotspotId: 1, deviceMac: '02-00-00-00-38-03', address: '203.0.113.8', isVouched: true };
  const now = new Date(clock.now.getTime() + 3_600_000);
  const inFlight = await Promise.all(Array.from({ length: LIMITS.vouched_device.most }, () => countTry(db, tried, now)));
  expect(await countTry(db, tried, now)).toBeNull();
  for (const one of inFlight) await one?.succeeded();
  expect(await countTry(db, tried, now)).not.toBeNull();
});

test('has room for 500 guests who come by one unit in ten minutes, all by SMS, or all with minutes to read their e-mail', async () => {
  const [db] = replicas.map(({ database }) => database.db);
  if (!db) throw new Error('no replica');
  const [unit] = await db
    .select({ id: units.id, accountId: hotspots.account_id })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .where(eq(units.hotspot_id, 1));
  const { id: unitId = 0, accountId = 0 } = unit ?? {};
  await db
    .insert(account_sms_counts)
    .values({ account_id: accountId, sms_max_count: 5000 })
    .onConflictDoUpdate({ target: account_sms_counts.account_id, set: { sms_max_count: 5000, sms_count: 0 } });
  const registering = { hotspotId: 1, settings: { temp_session_duration: '300' }, zone: 'Europe/Rome' };
  const refused: unknown[] = [];
  for (let nth = 0; nth < 500; nth += 1) {
    const now = new Date(clock.now.getTime() + 7_200_000 + nth * 1200);
    const taken = await reserveSms(db, { hotspotId: 1, unitId, number: `+39347${1_000_000 + nth}`, now });
    const deviceMac = `02-00-00-01-${Math.floor(nth / 256)
      .toString(16)
      .padStart(2, '0')}-${(nth % 256).toString(16).padStart(2, '0')}`.toUpperCase();
    const minutes = await takeShortAccess(
      db,
      { ...registering, now },
      { unitId, deviceMac, session: { way: 'email', who: `guest${nth}@mail.example` } },
    );
    refused.push(...[taken, minutes].filter((answer) => typeof answer === 'string'));
  }
  expect(refused).toEqual([]);
});
