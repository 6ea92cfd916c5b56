import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { REFUSAL_CODES, type RefusalCode } from '../../src/contract/plain/access';
import { guestDetails, type GuestAccess } from '../../src/contract/guests';
import { why, type Explanation } from '../../src/contract/why';
import { decideAccess } from '../../src/server/access/queries';
import { recordRefusal } from '../../src/server/access/decisionQueries';
import type { AccessRequest } from '../../src/server/access/accessRequest';
import type { sessions, users } from '../../src/server/database/schema';
import { access_events, devices, hotspot_preferences, hotspot_vouchers, hotspots } from '../../src/server/database/schema';
import { digestOf } from '../support/server/database';
import { setOnlyPreferences } from '../support/radius/radius';
import { hotspotsOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { twoUnitsOf } from '../support/server/twoUnits';
import { insertGuest, insertSession } from '../factories/rows';

const ZONE = 'Europe/Rome';
const server = serve({ config: { zone: ZONE } });

/** 10:30 in Rome. */
const NOW = new Date('2026-11-22T09:30:00Z');
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);
const HOTSPOT = 1;

let unit = { id: 0, name: '' };
let otherUnitId = 0;
let count = 0;

beforeEach(async () => {
  server.clock.now = NOW;
  const [one, other] = await twoUnitsOf(server.db(), HOTSPOT);
  unit = one;
  otherUnitId = other.id;
  await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true' });
});

async function prefer(key: string, value: string): Promise<void> {
  const set = { hotspot_id: HOTSPOT, key, value };
  await server
    .db()
    .insert(hotspot_preferences)
    .values(set)
    .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
}

interface Created {
  id: number;
  code: string;
  mac: string;
}

const VALID = { valid_from: ago(60), valid_until: new Date('2026-11-30T12:00:00Z') };

interface Different {
  guest?: Partial<typeof users.$inferInsert>;
  /** Null for a guest without a voucher. */
  voucher?: Partial<typeof hotspot_vouchers.$inferInsert> | null;
}

/** Creates a guest with a device and, by default, a personal voucher. */
async function created({ guest = {}, voucher = {} }: Different = {}): Promise<Created> {
  count += 1;
  const code = `access-${count}`;
  const mac = `02-00-00-00-02-${count.toString(16).padStart(2, '0').toUpperCase()}`;
  const [own] = voucher
    ? await server
        .db()
        .insert(hotspot_vouchers)
        .values({ hotspot_id: HOTSPOT, code, auto_login: true, duration: 3, remain_use: 1, type: 'auth', created: ago(60), ...voucher })
        .returning({ voucher_id: hotspot_vouchers.id })
    : [];
  const common = { ...own, hotspot_id: HOTSPOT, username: code.toUpperCase(), account_type: 'voucher', auto_login: true, created: ago(60) };
  const row = await insertGuest(server.db(), { ...common, ...VALID, ...guest });
  await server
    .db()
    .insert(devices)
    .values({ hotspot_id: HOTSPOT, user_id: row.id, mac_address: mac, created: ago(60) });
  return { id: row.id, code, mac };
}

async function online(userId: number, change: Partial<typeof sessions.$inferInsert> = {}): Promise<void> {
  count += 1;
  const times = { auth_time: ago(60), start_time: ago(60), update_time: ago(1) };
  await insertSession(server.db(), {
    unit_id: unit.id,
    hotspot_id: HOTSPOT,
    device_id: 1,
    user_id: userId,
    session_key: `session-${count}`,
    ...times,
    ...change,
  });
}

async function accessTo(id: number, username = 'reseller1'): Promise<GuestAccess> {
  const { body } = await server.as(username).get(`/api/users/${id}?access=true`);
  const { access } = guestDetails.parse(body);
  if (!access) throw new Error('the answer lacks the access');
  return access;
}

/** The refused attempts that are shown to staff who ask why the guest isn't online. */
async function triesOf(id: number): Promise<Explanation['tries']> {
  const { answer } = why.parse((await server.as('reseller1').get(`/api/why?guest=${id}`)).body);
  if (!answer) throw new Error('the guest is known');
  return answer.tries;
}

/** The answer to a unit that asks about this guest's device; it is recorded. */
async function logIn({ code, mac }: Created, credential?: AccessRequest['credential']): Promise<RefusalCode | null> {
  const byCode = { method: 'voucher' as const, code, isRight: (password: string) => password === code, requestHash: '' };
  const tried = { hotspotId: HOTSPOT, deviceMac: mac, address: '203.0.113.9', isVouched: true };
  const requested = { unitId: unit.id, credential: credential ?? byCode, deviceMac: mac, now: NOW, serverZone: ZONE, tried };
  const answer = await decideAccess(server.db(), requested);
  if (!answer) throw new Error('the unit is unknown');
  return 'refusal' in answer.decision ? answer.decision.refusal : null;
}

const DAY_USED = { max_navigation_time: 3600, max_navigation_traffic: 5_000_000 };

const REFUSED: { refusal: RefusalCode; why: string; guest: () => Promise<Created> }[] = [
  { refusal: 'expired', why: 'the guest’s validity is over', guest: () => created({ guest: { valid_until: ago(1) } }) },
  { refusal: 'expired', why: 'the voucher’s is, and the guest’s is not', guest: () => created({ voucher: { expires: ago(1) } }) },
  { refusal: 'too_early', why: 'it begins tomorrow', guest: () => created({ guest: { valid_from: new Date('2026-11-23T08:00:00Z') } }) },
  {
    refusal: 'used_up_today',
    why: 'time',
    guest: async () => {
      const guest = await created({ guest: { max_navigation_time: DAY_USED.max_navigation_time } });
      await online(guest.id, { duration: 3600 });
      return guest;
    },
  },
  {
    refusal: 'used_up_today',
    why: 'traffic',
    guest: async () => {
      const guest = await created({ guest: { max_navigation_traffic: DAY_USED.max_navigation_traffic } });
      await online(guest.id, { bytes_down: 5_000_000 });
      return guest;
    },
  },
  {
    refusal: 'time_used_up',
    why: 'over several days',
    guest: async () => {
      await prefer('voucher_limits_total', 'true');
      const guest = await created({ guest: { max_navigation_time: 3600 }, voucher: { max_time: 3600 } });
      await online(guest.id, { start_time: ago(5000), update_time: ago(4900), duration: 3600 });
      return guest;
    },
  },
  {
    refusal: 'traffic_used_up',
    why: 'over several days',
    guest: async () => {
      await prefer('voucher_limits_total', 'true');
      const guest = await created({ guest: { max_navigation_traffic: 5_000_000 }, voucher: { max_traffic: 5_000_000 } });
      await online(guest.id, { start_time: ago(5000), update_time: ago(4900), bytes_up: 5_000_000 });
      return guest;
    },
  },
  {
    refusal: 'too_many_devices',
    why: 'another device is online with a voucher of one use',
    guest: async () => {
      const guest = await created();
      await logIn(guest);
      await online(guest.id, { device_mac: '02-00-00-00-04-01' });
      return guest;
    },
  },
  { refusal: 'no_uses_left', why: 'others had them', guest: () => created({ voucher: { remain_use: 0 }, guest: { auto_login: false } }) },
  {
    refusal: 'other_unit',
    why: 'the device is online there',
    guest: async () => {
      const guest = await created();
      await logIn(guest);
      await online(guest.id, { unit_id: otherUnitId, device_mac: guest.mac });
      return guest;
    },
  },
  {
    refusal: 'way_off',
    why: 'vouchers are off',
    guest: async () => {
      await prefer('voucher_login', 'false');
      return created({ guest: { auto_login: false } });
    },
  },
  { refusal: 'not_known', why: 'the voucher was deleted', guest: () => created({ voucher: null, guest: { auto_login: false } }) },
  {
    refusal: 'too_many_tries',
    why: 'the device guessed ten codes',
    guest: async () => {
      const guest = await created({ guest: { auto_login: false } });
      for (let guess = 0; guess < 10; guess += 1) await logIn({ ...guest, code: `guess-${guess}` });
      return guest;
    },
  },
];

describe('the access of a guest', () => {
  test.each(REFUSED)('is refused with $refusal: $why', async ({ refusal, guest: of }) => {
    const guest = await of();
    const before = await digestOf(server.db());
    const access = await accessTo(guest.id);
    expect(await digestOf(server.db())).toBe(before);
    expect(access).toMatchObject({ refusal, login_refusal: null, device_refusal: null, seconds_left: null, bytes_left: null });
    expect(await logIn(guest)).toBe(refusal);
    if (refusal !== 'not_known' && refusal !== 'too_many_tries')
      expect(await triesOf(guest.id)).toMatchObject([{ unit_name: unit.name, device_mac: guest.mac, refusal }]);
  });

  test('is granted with what remains today', async () => {
    const guest = await created({ guest: DAY_USED });
    await online(guest.id, { device_mac: guest.mac, duration: 600, bytes_down: 2_000_000 });
    expect(await accessTo(guest.id)).toEqual({
      refusal: null,
      login_refusal: null,
      device_refusal: null,
      until: '2026-11-30T12:00:00Z',
      seconds_left: 3000,
      bytes_left: 3_000_000,
      most_devices: 1,
    });
    expect(await logIn(guest)).toBeNull();
  });

  test('is granted for an unused voucher that is not valid yet', async () => {
    const guest = await created({ guest: { valid_from: null, valid_until: null } });
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, until: null, seconds_left: null });
    expect(await logIn(guest)).toBeNull();
    expect((await accessTo(guest.id)).until).toBe('2026-11-25T22:59:59Z');
  });

  test('is login_needed for a device that may not log in automatically, although its guest may log in', async () => {
    const guest = await created({ guest: { account_type: 'email', auto_login: false }, voucher: null });
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, login_refusal: null, device_refusal: 'login_needed' });
    expect(await logIn(guest, { method: 'mac' })).toBe('login_needed');
    expect(await logIn(guest, { method: 'portal', guestId: guest.id })).toBeNull();
  });

  test('is granted for a known device although its guest’s code is refused', async () => {
    await prefer('voucher_login', 'false');
    await prefer('auto_login', 'true');
    const guest = await created();
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, login_refusal: 'way_off', device_refusal: null });
    expect(await logIn(guest, { method: 'mac' })).toBeNull();
  });

  test("is granted by the login page where that accepts staff's codes and units do not", async () => {
    await prefer('voucher_login', 'false');
    await prefer('temp_code_login', 'true');
    const guest = await created({ guest: { auto_login: false } });
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, login_refusal: null });
    expect(await logIn(guest, { method: 'portal', guestId: guest.id, isByVoucher: true })).toBeNull();
  });

  test('is granted to a guest of a voucher for anyone only while the login page accepts those', async () => {
    const guest = await created({ guest: { username: 'ANYBODY#1', auto_login: false }, voucher: null });
    expect((await accessTo(guest.id)).refusal).toBeNull();
    await prefer('voucher_login', 'false');
    expect((await accessTo(guest.id)).refusal).toBe('way_off');
  });

  test.each([
    ['in', VALID.valid_until, null],
    ['out', ago(1), 'expired'],
  ] as const)('is judged for a MAC entry that is %s', async (_what, valid_until, refusal) => {
    count += 1;
    const mac = `02-00-00-00-03-0${count % 10}`;
    const { id } = await created({ guest: { account_type: 'mac', username: mac, valid_until }, voucher: null });
    expect(await accessTo(id)).toMatchObject({ refusal, login_refusal: null, device_refusal: null });
    expect(await logIn({ id, code: '', mac }, { method: 'mac' })).toBe(refusal);
  });

  test('is granted to an online guest at that unit', async () => {
    const guest = await created({ guest: { account_type: 'email' }, voucher: null });
    await online(guest.id, { unit_id: otherUnitId, device_mac: guest.mac });
    expect((await accessTo(guest.id)).refusal).toBeNull();
  });

  test('is granted to a device that another guest registered later, by automatic login', async () => {
    const guest = await created({ guest: { account_type: 'email', auto_login: false }, voucher: null });
    const other = await created({ guest: { account_type: 'email', created: NOW }, voucher: null });
    await server.db().insert(devices).values({ hotspot_id: HOTSPOT, user_id: other.id, mac_address: guest.mac, created: NOW });
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, device_refusal: null });
  });
});

describe('the refused attempts of a guest', () => {
  test('are the latest five of seven days, including those of the login page', async () => {
    const guest = await created();
    const at = (minutes: number) => ({ hotspotId: HOTSPOT, unitId: unit.id, deviceMac: guest.mac, now: ago(minutes) });
    await recordRefusal(server.db(), at(7 * 24 * 60 + 1), 'other_unit', guest.id);
    for (const minutes of [50, 40, 30, 20, 10]) await recordRefusal(server.db(), at(minutes), 'expired', guest.id);
    await recordRefusal(server.db(), { ...at(5), unitId: 999_999 }, 'too_early', guest.id);
    await recordRefusal(server.db(), { ...at(1), deviceMac: '02-00-00-00-99-99' }, 'not_known', null);
    await recordRefusal(server.db(), at(2), 'not_known', null);
    const tries = await triesOf(guest.id);
    expect(tries.map(({ at: when, unit_name, refusal }) => [when, unit_name, refusal])).toEqual([
      // An attempt by their device from before its owner was known.
      ['2026-11-22T09:28:00Z', unit.name, 'not_known'],
      ['2026-11-22T09:25:00Z', '', 'too_early'],
      ...['09:20', '09:10', '09:00'].map((time) => [`2026-11-22T${time}:00Z`, unit.name, 'expired']),
    ]);
  });

  test('exclude granted ones, and reasons of a later version', async () => {
    const guest = await created();
    expect(await logIn(guest)).toBeNull();
    await server
      .db()
      .insert(access_events)
      .values({
        at: ago(1),
        hotspot_id: HOTSPOT,
        unit_id: unit.id,
        user_id: guest.id,
        way: 'portal' as const,
        refusal: 'of_tomorrow',
      });
    expect(REFUSAL_CODES).not.toContain('of_tomorrow');
    expect(await triesOf(guest.id)).toEqual([]);
  });
});

describe('the answer about access', () => {
  test('is given on request for one guest, and in no list or other answer', async () => {
    const { id } = await created();
    for (const path of [`/api/users/${id}`, `/api/users/${id}?consents=true`, '/api/users?used=true&limit=100'])
      expect(JSON.stringify((await server.as('reseller1').get(path)).body)).not.toContain('"access"');
  });

  test("is given only to those who may see the guest, not to another hotspot's desk or customer", async () => {
    const [theirs = 0] = hotspotsOf('desk11');
    const mine = await created({ guest: { hotspot_id: theirs } });
    const foreign = await created({ guest: { hotspot_id: theirs === HOTSPOT ? 2 : HOTSPOT } });
    for (const username of ['desk11', 'customer11']) {
      expect((await server.as(username).get(`/api/users/${mine.id}?access=true`)).status).toBe(200);
      expect((await server.as(username).get(`/api/users/${foreign.id}?access=true`)).status).toBe(404);
    }
  });

  test('is not given where the hotspot has no unit', async () => {
    const [hotspot] = await server
      .db()
      .insert(hotspots)
      .values({ account_id: 2, name: 'unitless', description: '', uuid: crypto.randomUUID(), created: NOW } as typeof hotspots.$inferInsert)
      .returning();
    const { id } = await created({ guest: { hotspot_id: hotspot?.id ?? 0 }, voucher: null });
    const { body } = await server.as('admin').get(`/api/users/${id}?access=true`);
    expect(guestDetails.parse(body).access).toBeUndefined();
  });
});

describe('extending a guest with an expired voucher', () => {
  test('makes the voucher work again', async () => {
    const guest = await created({ guest: { valid_until: ago(1) }, voucher: { expires: ago(1), remain_use: -1 } });
    expect(await logIn(guest)).toBe('expired');
    const until = '2026-11-29T12:00:00Z';
    expect((await server.as('reseller1').put(`/api/users/${guest.id}`, { valid_until: until })).status).toBe(200);
    expect(await accessTo(guest.id)).toMatchObject({ refusal: null, until });
    expect(await logIn(guest)).toBeNull();
  });

  test('does not shorten a voucher that ends later or never, nor change others', async () => {
    const expires = new Date('2026-12-24T12:00:00Z');
    const later = await created({ voucher: { expires } });
    const unused = await created({ voucher: { expires: null } });
    const bystander = await created({ voucher: { expires: ago(1) } });
    for (const { id } of [later, unused]) await server.as('reseller1').put(`/api/users/${id}`, { valid_until: '2026-11-29T12:00:00Z' });
    const endOf = async ({ code }: Created) =>
      (await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.code, code)))[0]?.expires;
    expect([await endOf(later), await endOf(unused), await endOf(bystander)]).toEqual([expires, null, ago(1)]);
  });
});
