/** Limits that two servers on one database enforce at the same moment. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countTry } from '../../../src/server/limits/codeTries';
import { eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { isDeepStrictEqual } from 'node:util';
import { decideAccess } from '../../../src/server/access/queries';
import { startAttempt } from '../../../src/server/auth/throttle';
import type { Db } from '../../../src/server/database/db';
import {
  access_events,
  account_sms_counts,
  hotspots,
  login_failures,
  portal_codes,
  portal_tries,
  units,
} from '../../../src/server/database/schema';
import { LIMITS } from '../../../src/server/limits/limits';
import { countAll, secondsToWait } from '../../../src/server/limits/queries';
import { createCode } from '../../../src/server/portal/sentCodeQueries';
import { reserveSms } from '../../../src/server/messages/sms/quotaQueries';
import { takeShortAccess } from '../../../src/server/portal/shortAccess';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { startOn } from '../../support/server/server';

const clock = { now: RECORDED_AT };
let testDatabase: TestDatabase;
let replicas: Awaited<ReturnType<typeof startOn>>[] = [];

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  replicas = await Promise.all([1, 2].map(() => startOn(testDatabase, clock)));
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await testDatabase.remove();
});

/** Does something this many times at once, alternating between the servers. */
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
  const startedAt = clock.now;
  const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
  const tried = { hotspotId: 1, deviceMac: '02-00-00-00-38-02', address: '203.0.113.8', isVouched: true };
  for (let nth = 0; nth < LIMITS.vouched_device.most; nth += 1) expect(await countTry(one, tried, at(nth))).not.toBeNull();
  expect(await countTry(one, tried, at(60))).toBeNull();
  await one.delete(portal_tries);
  expect(await countTry(one, tried, at(61))).toBeNull();
  // The other server didn't decide this attempt, and finds no counts.
  const allowed = await countTry(other, tried, at(62));
  await allowed?.succeeded();
  expect(allowed).not.toBeNull();
  expect(await countTry(one, tried, at(LIMITS.vouched_device.seconds - 1))).toBeNull();
  expect(await countTry(one, tried, at(LIMITS.vouched_device.seconds + 1))).not.toBeNull();
});

/** Refusals for a certain time: a request, whether an answer is a refusal, where requests are counted, and how many are allowed. */
interface Repeated {
  attemptOnce: (db: Db, now: Date, nth: number) => Promise<unknown>;
  isRefused: (answer: unknown) => boolean;
  counts: PgTable;
  most: number;
  /** Seconds until what was counted can no longer be taken back, and how long the refusal is repeated after that. */
  settled: number;
  seconds: number;
}

const SMALL = { hotspotId: 1, wantsMarketing: false, wantsSurvey: false, isVouched: false };

const REPEATED: Record<string, Repeated> = {
  'a code over RADIUS': {
    attemptOnce: async (db, now) => {
      const tried = { hotspotId: 1, deviceMac: '02-00-00-00-38-10', address: '203.0.113.8', isVouched: true };
      const credential = { method: 'voucher' as const, code: 'no such code', isRight: () => false, requestHash: '' };
      const { deviceMac } = tried;
      return (await decideAccess(db, { unitId: await aUnit(db), deviceMac, now, serverZone: 'UTC', credential, tried }))?.decision;
    },
    isRefused: (decision) => isDeepStrictEqual(decision, { refusal: 'too_many_tries' }),
    counts: portal_tries,
    most: LIMITS.vouched_device.most,
    settled: 5,
    seconds: LIMITS.vouched_device.seconds,
  },
  'the minutes of a unit': {
    attemptOnce: async (db, now, nth) => {
      const deviceMac = `02-00-00-38-${String(nth >> 8).padStart(2, '0')}-${(nth & 255).toString(16).padStart(2, '0').toUpperCase()}`;
      const registering = { hotspotId: 1, settings: { temp_session_duration: '300' }, zone: 'Europe/Rome', now };
      return takeShortAccess(db, registering, {
        unitId: 7,
        isElsewhere: false,
        deviceMac,
        session: { method: 'facebook', who: 'facebook' },
      });
    },
    isRefused: (answer) => answer === 'short_later',
    counts: portal_tries,
    most: LIMITS.short_unit.most,
    settled: 5,
    seconds: 600,
  },
  'vouchers that staff send': {
    attemptOnce: (db, now) => secondsToWait(db, { limit: 'voucher_mails', key: 7 }, now),
    isRefused: (wait) => Number(wait) > 0,
    counts: portal_tries,
    most: LIMITS.voucher_mails.most,
    settled: 5,
    seconds: LIMITS.voucher_mails.seconds,
  },
  'codes by e-mail to a device': {
    attemptOnce: (db, now, nth) =>
      createCode(db, {
        ...SMALL,
        method: 'email',
        recipient: `guest${nth}@mail.example`,
        deviceMac: '02-00-00-00-38-11',
        address: '203.0.113.8',
        isHere: false,
        now,
      }),
    isRefused: (answer) => answer === 'too_many',
    counts: portal_codes,
    most: LIMITS.email_device.most,
    settled: 60,
    seconds: 60,
  },
  'SMS to a number': {
    attemptOnce: (db, now, nth) =>
      createCode(db, {
        ...SMALL,
        method: 'sms',
        recipient: '+393471234567',
        deviceMac: `02-00-00-00-38-2${nth}`,
        address: `203.0.113.${nth}`,
        isHere: false,
        now,
      }),
    isRefused: (answer) => answer === 'too_many',
    counts: portal_codes,
    most: LIMITS.sms_recipient.most,
    settled: 60,
    seconds: 60,
  },
  'a sign-in': {
    attemptOnce: (db, now) => startAttempt(db, { what: 'login', username: 'nobody', address: '203.0.113.8', agent: '' }, 10, now),
    isRefused: (attempt) => typeof attempt === 'object' && attempt !== null && 'wait' in attempt,
    counts: login_failures,
    most: LIMITS.sign_in.most,
    settled: 30,
    seconds: LIMITS.sign_in.seconds,
  },
};

const aUnit = async (db: Db) => (await db.select({ id: units.id }).from(units).where(eq(units.hotspot_id, 1)).limit(1))[0]?.id ?? 0;

test.each(Object.entries(REPEATED))('repeats the refusal of %s from memory, no longer than it would last', async (_, repeated) => {
  const { attemptOnce, isRefused, counts, most, settled, seconds } = repeated;
  const [one, other] = replicas.map(({ database }) => database.db);
  if (!one || !other) throw new Error('no replicas');
  const startedAt = clock.now.getTime() + 14_400_000;
  const at = (later: number) => new Date(startedAt + later * 1000);
  for (let nth = 0; nth < most; nth += 1) expect(isRefused(await attemptOnce(one, at(0), nth))).toBe(false);
  // A refusal before `settled` isn't cached, because what was counted may still be taken back; later ones are.
  expect(isRefused(await attemptOnce(one, at(1), most))).toBe(true);
  expect(isRefused(await attemptOnce(one, at(settled + 1), most + 1))).toBe(true);
  await one.delete(counts);
  const events = await one.$count(access_events);
  expect(isRefused(await attemptOnce(one, at(settled + 2), most + 2))).toBe(true);
  expect(await one.$count(access_events)).toBe(events);
  expect(await one.$count(counts)).toBe(0);
  expect(isRefused(await attemptOnce(other, at(settled + 2), most + 3))).toBe(false);
  await one.delete(counts);
  expect(isRefused(await attemptOnce(one, at(settled + 1 + Math.min(seconds, 600) + 1), most + 4))).toBe(false);
});

test('asks the database after a right password again, though others have failed meanwhile', async () => {
  const [db] = replicas.map(({ database }) => database.db);
  if (!db) throw new Error('no replica');
  const now = new Date(clock.now.getTime() + 21_600_000);
  const later = new Date(now.getTime() + 31_000);
  const attempt = { what: 'login' as const, username: 'somebody', address: '203.0.113.9', agent: '' };
  const [slow] = await Promise.all(Array.from({ length: LIMITS.sign_in.most }, () => startAttempt(db, attempt, 10, now)));
  expect(await startAttempt(db, attempt, 10, later)).toMatchObject({ wait: expect.any(Number) });
  if (slow && 'succeeded' in slow) await slow.succeeded();
  expect(await startAttempt(db, attempt, 10, later)).not.toHaveProperty('wait');
});

test.each(['email', 'sms', 'facebook'] as const)(
  'lets nobody elsewhere use up what a device may ask for by %s in its name',
  async (method) => {
    const [db] = replicas.map(({ database }) => database.db);
    if (!db) throw new Error('no replica');
    const now = new Date(clock.now.getTime() + 36_000_000);
    let nth = 0;
    const request = (address: string, isVouched = false) => {
      nth += 1;
      const recipient = method === 'email' ? `n${nth}@mail.example` : method === 'sms' ? `+3934712340${String(10 + nth)}` : '';
      return createCode(db, { ...SMALL, method, recipient, deviceMac: '02-00-00-00-38-13', address, isHere: true, isVouched, now });
    };
    const most = LIMITS[method === 'facebook' ? 'social_device' : (`${method}_device` as const)].most;
    for (let requested = 0; requested < most; requested += 1) expect(await request('192.0.2.66')).toMatchObject({ id: expect.any(Number) });
    expect(await request('192.0.2.66')).toBe('too_many');
    expect(await request('203.0.113.10')).toMatchObject({ id: expect.any(Number) });
    // Others at the same IP address aren't refused if the unit vouches for their devices.
    expect(await request('192.0.2.66', true)).toMatchObject({ id: expect.any(Number) });
  },
);

test('takes a second tap on a form for the first, though more codes are refused from memory', async () => {
  const [db] = replicas.map(({ database }) => database.db);
  if (!db) throw new Error('no replica');
  const startedAt = clock.now.getTime() + 28_800_000;
  const request = (form: string, later: number) =>
    createCode(db, {
      ...SMALL,
      method: 'email',
      recipient: 'twice@mail.example',
      deviceMac: '02-00-00-00-38-12',
      address: '203.0.113.10',
      isHere: false,
      now: new Date(startedAt + later * 1000),
      form,
      isAnother: true,
    });
  for (let nth = 0; nth < LIMITS.email_recipient.most; nth += 1) await request(`form ${nth}`, nth);
  expect(await request('another', 65)).toBe('too_many');
  await db
    .update(portal_codes)
    .set({ created: new Date(startedAt + 65_000) })
    .where(eq(portal_codes.recipient, 'twice@mail.example'));
  expect(await request('form 4', 66)).toEqual({ id: expect.any(Number), isRepeated: true });
  expect(await request('form 5', 66)).toBe('too_many');
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
      { unitId, isElsewhere: false, deviceMac, session: { method: 'email', who: `guest${nth}@mail.example` } },
    );
    refused.push(...[taken, minutes].filter((answer) => typeof answer === 'string'));
  }
  expect(refused).toEqual([]);
});
