import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, asc, eq, sql } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, UNSET_PREFERENCES } from '../../../src/contract/plain/hotspotPreferences';
import { decideAccess, explainAccess, explainAccessOfEach } from '../../../src/server/access/queries';
import { forgetDecisions } from '../../../src/server/access/decisionQueries';
import { ACCESS_PREFERENCES } from '../../../src/server/access/storedFactsQueries';
import type { AccessRequest } from '../../../src/server/access/accessRequest';
import { issueToken } from '../../../src/server/access/tokenQueries';
import {
  access_events,
  devices,
  hotspot_preferences,
  hotspot_vouchers,
  sessions,
  units,
  users,
  voucher_uses,
} from '../../../src/server/database/schema';
import { rowsIn } from '../../../src/server/database/db';
import { digestOf } from '../../support/server/database';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertGuest, insertSession, insertVoucher } from '../../factories/rows';

const server = serve();

/** 10:30 in Rome. */
const NOW = new Date('2026-11-22T09:30:00Z');
const MINUTE = 60_000;
const MAC = '02-00-00-00-00-01';

const HOTSPOT = 1;
let unitId = 0;
let otherUnitId = 0;
let count = 0;

beforeEach(async () => {
  const [one, other] = await server.db().select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id));
  if (!one || !other) throw new Error('the fixture has two units there');
  unitId = one.id;
  otherUnitId = other.id;
  await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true' });
});

test('decisions read the preferences that decide from the database, and no others', async () => {
  const keys = new Set([...Object.keys(HOTSPOT_PREFERENCE_DEFAULTS), ...UNSET_PREFERENCES, ...ACCESS_PREFERENCES]);
  await server.db().delete(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
  await server
    .db()
    .insert(hotspot_preferences)
    .values([...keys].map((key) => ({ hotspot_id: HOTSPOT, key, value: '1' })));
  const requested = JSON.stringify([{ unit: unitId, way: 'mac', mac: MAC, tries: [] }]);
  const [found] = rowsIn<{ keys: string[] }>(
    await server.db().execute(sql`select array(select json_object_keys(facts_for_access(${requested}::jsonb) -> 'preferences')) as keys`),
  );
  expect(found?.keys.toSorted()).toEqual([...ACCESS_PREFERENCES].toSorted());
});

async function prefer(key: string, value: string): Promise<void> {
  await server.db().insert(hotspot_preferences).values({ hotspot_id: HOTSPOT, key, value });
}

/** A personal voucher with its guest, or one for anybody. */
async function voucher(different: Partial<typeof hotspot_vouchers.$inferInsert> = {}, guest: Partial<typeof users.$inferInsert> = {}) {
  count += 1;
  const code = `code-${count}`;
  const values = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: true,
    duration: 3,
    remain_use: 1,
    type: 'auth' as const,
    created: NOW,
    ...different,
  };
  const created = await insertVoucher(server.db(), values);
  const id = created.id;
  const own = { username: code.toUpperCase(), account_type: 'voucher', voucher_id: id };
  const its = values.type === 'auth' ? await newGuest({ ...own, ...guest }) : null;
  return { code, id, guestId: its?.id ?? 0 };
}

async function newGuest(different: Partial<typeof users.$inferInsert>) {
  count += 1;
  const values = { hotspot_id: HOTSPOT, username: `guest-${count}`, account_type: 'email', auto_login: true, created: NOW, ...different };
  const created = await insertGuest(server.db(), values);
  return created;
}

const VALID = { valid_from: new Date(NOW.getTime() - MINUTE), valid_until: new Date(NOW.getTime() + 3_600_000) };

type Requested = Partial<Omit<AccessRequest, 'credential'>>;
const request = (credential: AccessRequest['credential'], requested: Requested): AccessRequest => ({
  unitId,
  deviceMac: '',
  now: NOW,
  serverZone: 'Europe/Rome',
  tried: { hotspotId: HOTSPOT, deviceMac: requested.deviceMac ?? '', address: '203.0.113.9', isVouched: true },
  ...requested,
  credential,
});
const withCode = (code: string, requested: Requested = {}, password = code) =>
  decideAccess(server.db(), request({ method: 'voucher', code, isRight: (right) => right === password, requestHash: '' }, requested));
const byDevice = (deviceMac = MAC, requested: Requested = {}) =>
  decideAccess(server.db(), request({ method: 'mac' }, { deviceMac, ...requested }));

async function refusalOf(answer: Promise<Awaited<ReturnType<typeof decideAccess>>>): Promise<string | null> {
  const found = await answer;
  if (!found) throw new Error('unknown unit');
  return 'refusal' in found.decision ? found.decision.refusal : null;
}

const voucherNow = async (id: number) => (await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)))[0];
const guestNow = async (id: number) => (await server.db().select().from(users).where(eq(users.id, id)))[0];

describe('a voucher', () => {
  test('starts at its first use together with its guest, and its use is spent once', async () => {
    const { code, id, guestId } = await voucher({ remain_use: 2 });
    const until = new Date('2026-11-25T22:59:59Z');
    for (let login = 0; login < 3; login += 1) expect(await refusalOf(withCode(code))).toBeNull();
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1, expires: until });
    expect(await guestNow(guestId)).toMatchObject({ valid_from: NOW, valid_until: until });
    expect(await server.db().$count(voucher_uses, eq(voucher_uses.voucher_id, id))).toBe(1);
  });

  test('with a single use lets its guest in again, in capitals and with spaces too', async () => {
    const { code, id } = await voucher();
    expect(await refusalOf(withCode(code))).toBeNull();
    expect(await refusalOf(withCode(` ${code.toUpperCase()} `, {}, code))).toBeNull();
    expect(await voucherNow(id)).toMatchObject({ remain_use: 0 });
  });

  test('is used once by many simultaneous retries', async () => {
    const { code, id } = await voucher({ remain_use: 5 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusalOf(withCode(code))));
    expect(answers).toEqual(Array.from({ length: 8 }, () => null));
    expect(await voucherNow(id)).toMatchObject({ remain_use: 4 });
  });

  test("admits one of several simultaneous requests with the portal's token", async () => {
    const { id, username } = await newGuest(VALID);
    const token = await issueToken(server.db(), { unitId, guestId: id, deviceMac: MAC, method: 'email' }, NOW);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, nth) => {
        const credential = {
          method: 'voucher' as const,
          code: username,
          isRight: (right: string) => right === token,
          requestHash: `${nth}`,
        };
        return refusalOf(decideAccess(server.db(), request(credential, { deviceMac: MAC })));
      }),
    );
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1);
    // The device may have reached the limit of failed codes meanwhile: then the last ones aren't even compared.
    expect(answers.filter((refusal) => refusal === 'not_known' || refusal === 'too_many_tries')).toHaveLength(7);
  });

  test('stays unchanged when its use is refused', async () => {
    const { code, id, guestId } = await voucher();
    expect(await refusalOf(withCode(code, {}, 'guessed'))).toBe('wrong_secret');
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1, expires: null });
    expect(await guestNow(guestId)).toMatchObject({ valid_from: null, valid_until: null });
  });

  test('is unknown at another hotspot or by a part of its code', async () => {
    const { code } = await voucher({ hotspot_id: 2 }, { hotspot_id: 2 });
    const mine = await voucher();
    for (const wrong of [code, mine.code.slice(1), `${mine.code}%`, '']) expect(await refusalOf(withCode(wrong))).toBe('not_known');
  });

  test('is unknown once deleted, although its guest still exists', async () => {
    const { code, id } = await voucher({}, VALID);
    await server.db().delete(hotspot_vouchers).where(eq(hotspot_vouchers.id, id));
    expect(await refusalOf(withCode(code))).toBe('not_known');
  });

  test('leads to the registration when it is for anyone', async () => {
    const { code } = await voucher({ type: 'normal' });
    expect(await refusalOf(withCode(code))).toBe('registration_needed');
  });

  test('does not work where vouchers are off, which is the default', async () => {
    const { code } = await voucher();
    await server
      .db()
      .delete(hotspot_preferences)
      .where(and(eq(hotspot_preferences.hotspot_id, HOTSPOT)));
    expect(await refusalOf(withCode(code))).toBe('way_off');
  });

  test('keeps the validity that staff set before the first use', async () => {
    const until = new Date('2026-11-23T12:00:00Z');
    const { code, guestId } = await voucher({}, { valid_until: until });
    expect(await refusalOf(withCode(code))).toBeNull();
    expect(await guestNow(guestId)).toMatchObject({ valid_until: until });
  });
});

describe('a device', () => {
  test('has access by a MAC entry even where automatic login is off', async () => {
    await prefer('auto_login', 'false');
    await newGuest({ username: '02-00-00-00-00-A1', account_type: 'mac', ...VALID });
    expect(await refusalOf(byDevice('02-00-00-00-00-A1'))).toBeNull();
  });

  test('has access as its guest with automatic login', async () => {
    const guest = await newGuest({ ...VALID, kbps_down: 800 });
    await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: guest.id, mac_address: '02-00-00-00-00-A2', created: NOW });
    const answer = await byDevice('02-00-00-00-00-A2');
    expect(answer).toMatchObject({ guest: { id: guest.id }, decision: { grant: { kbpsDown: 800, seconds: 3600 } } });
  });

  test('has access as the last of several guests who may', async () => {
    const mac = '02-00-00-00-00-A3';
    const created = [
      await newGuest({ ...VALID, created: new Date(NOW.getTime() - 3 * MINUTE) }),
      await newGuest({ ...VALID, created: new Date(NOW.getTime() - 2 * MINUTE) }),
      await newGuest({ ...VALID, auto_login: false }),
      await newGuest({ valid_until: new Date(NOW.getTime() - MINUTE) }),
    ];
    for (const { id } of created)
      await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: id, mac_address: mac, created: NOW });
    expect(await byDevice(mac)).toMatchObject({ guest: { id: created[1]?.id }, decision: { grant: {} } });
  });

  test('is let in by no MAC entry of another address, with which its unit once reported it', async () => {
    await prefer('auto_login', 'false');
    const entry = await newGuest({ username: '02-00-00-00-00-A7', account_type: 'mac', ...VALID });
    const mac = '02-00-00-00-00-A8';
    await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: entry.id, mac_address: mac, created: NOW });
    expect(await refusalOf(byDevice(mac))).toBe('login_needed');
    // Nor before a guest of its own.
    await server.db().update(hotspot_preferences).set({ value: 'true' }).where(eq(hotspot_preferences.key, 'auto_login'));
    const own = await newGuest({ ...VALID, created: new Date(NOW.getTime() - MINUTE) });
    await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: own.id, mac_address: mac, created: NOW });
    await server.db().update(users).set({ auto_login: false }).where(eq(users.id, entry.id));
    expect(await byDevice(mac)).toMatchObject({ guest: { id: own.id }, decision: { grant: {} } });
  });

  test('is returned by the SQL function with all its guests, of whom it chooses none', async () => {
    const mac = '02-00-00-00-00-A6';
    const entry = await newGuest({ username: mac, account_type: 'mac', ...VALID });
    const came = [
      await newGuest({ ...VALID, created: new Date(NOW.getTime() - 3 * MINUTE) }),
      await newGuest({ ...VALID, created: new Date(NOW.getTime() - 2 * MINUTE), auto_login: false }),
      await newGuest({ created: new Date(NOW.getTime() - 2 * MINUTE), valid_until: new Date(NOW.getTime() - MINUTE) }),
      await newGuest({ valid_until: new Date(NOW.getTime() - MINUTE) }),
    ];
    for (const { id } of came)
      await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: id, mac_address: mac, created: NOW });
    const request = { way: 'mac', mac, now: NOW, logs_in: false, tries: [] };
    const requested = JSON.stringify([
      { ...request, unit: 0 },
      { ...request, unit: unitId },
    ]);
    const answer = await server.db().execute(sql`select facts_for_access(${requested}::jsonb) as facts`);
    const [ofNone, row] = rowsIn<{ facts: { guests: Record<string, unknown>[] } | null }>(answer);
    expect(ofNone?.facts).toBeNull();
    const [first, second, , last] = came;
    expect(row?.facts?.guests).toEqual(
      [entry, first, second, last].map((one) => expect.objectContaining({ guest: expect.objectContaining({ id: one?.id }) })),
    );
    expect(row?.facts?.guests.flatMap(Object.keys)).not.toContain('role');
    // Servers of earlier versions ask for one at a time.
    const earlier = await server.db().execute(sql`select access_facts(${unitId}::int, ${JSON.stringify(request)}::jsonb) as facts`);
    expect(rowsIn(earlier)).toEqual([row]);
  });

  test('is unknown at another hotspot or without an address', async () => {
    const guest = await newGuest({ hotspot_id: 2, ...VALID });
    await server.db().insert(devices).values({ hotspot_id: 2, user_id: guest.id, mac_address: '02-00-00-00-00-A4', created: NOW });
    expect(await refusalOf(byDevice('02-00-00-00-00-A4'))).toBe('not_known');
    expect(await refusalOf(byDevice(''))).toBe('not_known');
  });

  test('waits while online at another unit until that session times out', async () => {
    const { code, guestId } = await voucher({}, VALID);
    const started = new Date(NOW.getTime() - 20 * MINUTE);
    const running = await insertSession(server.db(), {
      unit_id: otherUnitId,
      hotspot_id: HOTSPOT,
      device_id: 1,
      device_mac: '02-00-00-00-00-A5',
      user_id: guestId,
      auth_time: started,
      start_time: started,
      update_time: NOW,
      session_key: 'elsewhere',
    });
    const there = { deviceMac: '02-00-00-00-00-A5' };
    expect(await refusalOf(withCode(code, there))).toBe('other_unit');
    expect(await refusalOf(withCode(code, { ...there, unitId: otherUnitId }))).toBeNull();
    await server.db().update(sessions).set({ update_time: started }).where(eq(sessions.id, running.id));
    expect(await refusalOf(withCode(code, there))).toBeNull();
  });
});

test('a device with ten wrong codes waits ten minutes', async () => {
  const { code } = await voucher();
  const mine = { deviceMac: '02-00-00-00-00-C1' };
  for (let guess = 0; guess < 10; guess += 1) expect(await refusalOf(withCode(`guess-${guess}`, mine))).toBe('not_known');
  expect(await refusalOf(withCode(code, mine))).toBe('too_many_tries');
  expect(await refusalOf(withCode(code, { deviceMac: '02-00-00-00-00-C2' }))).toBeNull();
  expect(await refusalOf(withCode(code, { ...mine, now: new Date(NOW.getTime() + 10 * MINUTE) }))).toBeNull();
});

describe('limits of guests', () => {
  async function usedSome(userId: number, start: Date, minutes: number, bytes: number): Promise<void> {
    const end = new Date(start.getTime() + minutes * MINUTE);
    count += 1;
    await insertSession(server.db(), {
      unit_id: unitId,
      hotspot_id: HOTSPOT,
      device_id: 1,
      user_id: userId,
      duration: minutes * 60,
      bytes_down: bytes,
      auth_time: start,
      start_time: start,
      update_time: end,
      session_key: `used-${count}`,
    });
  }

  test('count per day from midnight in the hotspot’s zone, and divide a session across it', async () => {
    const { code, guestId } = await voucher({}, { ...VALID, max_navigation_time: 7200, max_navigation_traffic: 10_000_000 });
    // From 23:30 to 00:30 in Rome, and today.
    await usedSome(guestId, new Date('2026-11-21T22:30:00Z'), 60, 1_000_000);
    await usedSome(guestId, new Date('2026-11-22T08:00:00Z'), 10, 2_000_000);
    expect(await withCode(code)).toMatchObject({ decision: { grant: { seconds: 3600, bytes: 7_500_000 } } });
    await prefer('time_zone', 'America/New_York');
    // There it is 04:30, and 17:30 to 18:30 was yesterday.
    expect(await withCode(code)).toMatchObject({ decision: { grant: { bytes: 8_000_000 } } });
  });

  test('count per day for a voucher unless the hotspot applies them to its whole validity', async () => {
    const { code, guestId } = await voucher({ max_traffic: 5_000_000 }, { ...VALID, max_navigation_traffic: 5_000_000 });
    await usedSome(guestId, new Date('2026-11-20T10:00:00Z'), 10, 5_000_000);
    expect(await withCode(code)).toMatchObject({ decision: { grant: { bytes: 5_000_000 } } });
    await prefer('voucher_limits_total', 'true');
    expect(await refusalOf(withCode(code))).toBe('traffic_used_up');
  });
});

describe('a decision', () => {
  const eventsOf = (userId: number) =>
    server.db().select().from(access_events).where(eq(access_events.user_id, userId)).orderBy(asc(access_events.id));

  test('is recorded and deleted with its guest', async () => {
    const { code, guestId } = await voucher();
    await withCode(code, { deviceMac: MAC }, 'guessed');
    await withCode(code, { deviceMac: MAC });
    expect(await eventsOf(guestId)).toMatchObject([
      { at: NOW, hotspot_id: HOTSPOT, unit_id: unitId, device_mac: MAC, way: 'voucher', refusal: 'wrong_secret', seconds: 0 },
      { refusal: '', why: 'validity', seconds: (Date.parse('2026-11-25T22:59:59Z') - NOW.getTime()) / 1000 },
    ]);
    await server.db().delete(users).where(eq(users.id, guestId));
    expect(await eventsOf(guestId)).toEqual([]);
  });

  test('is not recorded for a passing phone', async () => {
    const before = await server.db().$count(access_events);
    await byDevice('02-00-00-00-00-B1');
    expect(await server.db().$count(access_events)).toBe(before);
  });

  test('refuses all while the hotspot is closed, and uses up nothing', async () => {
    const { code, id, guestId } = await voucher();
    await prefer('hotspot_closed', 'true');
    expect(await refusalOf(withCode(code))).toBe('hotspot_closed');
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1, expires: null });
    expect(await eventsOf(guestId)).toMatchObject([{ refusal: 'hotspot_closed' }]);
    await server.db().update(hotspot_preferences).set({ value: 'false' }).where(eq(hotspot_preferences.key, 'hotspot_closed'));
    expect(await refusalOf(withCode(code))).toBeNull();
  });

  test('can be explained without changing anything', async () => {
    const { code } = await voucher();
    const before = await digestOf(server.db());
    const requested = request({ method: 'voucher', code, isRight: () => true, requestHash: '' }, {});
    expect(await explainAccess(server.db(), requested)).toMatchObject({ decision: { grant: { why: 'validity' } } });
    expect(await digestOf(server.db())).toBe(before);
  });

  test("concerns only the login page's guest on that hotspot", async () => {
    const mine = await newGuest(VALID);
    const foreign = await newGuest({ hotspot_id: 2, ...VALID });
    const decided = (guestId: number) => refusalOf(decideAccess(server.db(), request({ method: 'portal', guestId }, {})));
    expect(await decided(mine.id)).toBeNull();
    expect(await decided(foreign.id)).toBe('not_known');
  });

  test('is missing for an unknown unit', async () => {
    expect(await withCode('anything', { unitId: 999_999 })).toBeNull();
  });

  test('is deleted when it is old', async () => {
    const { code, guestId } = await voucher();
    await withCode(code, { now: new Date('2020-01-01T00:00:00Z') });
    await withCode(code);
    expect(await forgetDecisions(server.db(), new Date('2020-01-02T00:00:00Z'), 100)).toBe(1);
    expect(await eventsOf(guestId)).toHaveLength(1);
  });
});

describe.each(['false', 'true'])('the allowance of guests with voucher limits for the whole validity: %s', (isInAll) => {
  test('is the same whether computed together or one by one', async () => {
    await prefer('voucher_limits_total', isInAll);
    await prefer('CoovaChilli-Bandwidth-Max-Down', '900');
    const limits = { max_navigation_traffic: 5000, max_navigation_time: 3600 };
    const created = [
      await newGuest(VALID),
      await newGuest({ ...VALID, ...limits, kbps_down: 100 }),
      await newGuest({ ...VALID, valid_until: NOW }),
      { id: (await voucher()).guestId },
      { id: (await voucher({ max_traffic: 5000, bandwidth_up: 50 }, { ...VALID, ...limits })).guestId },
      { id: (await voucher({ expires: NOW }, VALID)).guestId },
      { id: 999_999 },
    ];
    const used = { unit_id: unitId, hotspot_id: HOTSPOT, device_id: 1, auth_time: NOW, start_time: NOW, update_time: NOW };
    await server
      .db()
      .insert(sessions)
      .values(
        created.map(({ id }, nth) => ({ ...used, user_id: id, session_key: `each-${isInAll}-${nth}`, bytes_down: 4000, duration: 60 })),
      );
    const guestIds = created.map(({ id }) => id);
    const together = await explainAccessOfEach(server.db(), { hotspotId: HOTSPOT, guestIds }, { now: NOW, serverZone: 'Europe/Rome' });
    expect([...together.keys()]).toEqual(guestIds);
    for (const guestId of guestIds) {
      const alone = await explainAccess(server.db(), request({ method: 'portal', guestId }, {}));
      expect(together.get(guestId)).toEqual(alone?.decision);
    }
    expect(together.get(999_999)).toEqual({ refusal: 'not_known' });
  });
});
