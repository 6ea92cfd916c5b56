import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asc, eq, like } from 'drizzle-orm';
import { endSilentSessions, recordReport } from '../../../src/server/access/sessionQueries';
import { runningSession } from '../../../src/server/chilli/queries';
import { runningSessions } from '../../../src/server/portal/queries';
import type { Ended } from '../../../src/server/radius/ending';
import { attribute, CODE, valueOf, type ReceivedPacket } from '../../../src/server/radius/codec';
import { ending } from '../../../src/server/radius/ending';
import { encodeAnswer, requestProof } from '../../../src/server/radius/proofs';
import type { users } from '../../../src/server/database/schema';
import { session_histories, session_reports, sessions, unit_contacts, units } from '../../../src/server/database/schema';
import { linkGuestsToVouchers } from '../../../src/demo/seeds/guestVouchers';
import { RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { setPreferences } from '../../support/peers/portalUnit';
import { unitThatKeeps } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { tablesNaming } from '../../support/server/traces';
import { insertEndedSession, insertGuest, insertVoucher } from '../../factories/rows';

const server = serve();

const HOTSPOT = 1;
const MINUTE = 60_000;
const clock = { now: new Date('2026-11-22T09:30:00Z') };
const TOMORROW = new Date('2026-11-23T12:00:00Z');

const received: ReceivedPacket[] = [];
/** The unit's answer; null for silence. */
let answer: ((packet: ReceivedPacket) => Buffer | null) | null = null;
let unit: Awaited<ReturnType<typeof unitThatKeeps>> | undefined;
let unitId = 0;
let count = 0;

beforeAll(async () => {
  unit = await unitThatKeeps(received, (packet) => answer && answer(packet));
  const db = server.db();
  const [first] = await db.select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id)).limit(1);
  unitId = first?.id ?? 0;
  await db.update(units).set({ secret: SECRET, coa_port: unit.port }).where(eq(units.id, unitId));
  await db.insert(unit_contacts).values({ unit_id: unitId, heard: clock.now, address: '127.0.0.1', kind: 'generic' });
});
afterAll(() => unit?.close());
beforeEach(async () => {
  await server.db().delete(session_reports);
  received.length = 0;
  answer = (packet) => encodeAnswer(packet, CODE.disconnectAck, [], SECRET);
  count += 1;
});

const DEVICE = '02-00-00-00-00-01';

/** A guest who has been online for half an hour, perhaps under another name at the unit. */
async function online(different: Partial<typeof users.$inferInsert> = {}, bytes = 0, device = DEVICE, nameThere?: string) {
  const values = { hotspot_id: HOTSPOT, username: `ONLINE-${count}`, account_type: 'voucher', created: clock.now, valid_until: TOMORROW };
  const guest = await insertGuest(server.db(), { ...values, ...different });
  await reported('interim', { ...guest, ...(nameThere && { username: nameThere }) }, device, bytes);
  return guest;
}

async function reported(
  kind: 'interim' | 'stop',
  { id, username }: typeof users.$inferSelect,
  deviceMac: string,
  bytes = 0,
  seconds = kind === 'stop' ? 1801 : 1800,
) {
  const at = clock.now.getTime();
  await recordReport(
    server.db(),
    { id: unitId, mac: '', hotspotId: HOTSPOT },
    {
      key: `online-${count}`,
      username,
      deviceMac,
      guestId: id,
      event: { kind, at, seconds, up: 0, down: bytes, isWide: true, cause: '' },
    },
  );
}

const outcomes: { why: string; outcome: Ended }[] = [];
const failures: unknown[] = [];

function rounds() {
  outcomes.length = 0;
  return ending({
    db: server.db(),
    clock: () => clock.now,
    zone: 'Europe/Rome',
    waits: [50],
    onOutcome: ({ why }, outcome) => void outcomes.push({ why, outcome }),
    onFailure: (error) => void failures.push(error),
  });
}

describe('a session that may continue', () => {
  test.each<[string, Partial<typeof users.$inferInsert>, number]>([
    ['without limits', {}, 5_000_000],
    ['within the limits of the day', { max_navigation_traffic: 6_000_000, max_navigation_time: 3600 }, 5_000_000],
  ])('runs %s', async (_, guest, bytes) => {
    await online(guest, bytes);
    await rounds().round();
    expect(received).toEqual([]);
  });

  test('runs for a guest who only used up yesterday’s limit', async () => {
    const { id } = await online({ max_navigation_traffic: 6_000_000 }, 1_000_000);
    const yesterday = new Date('2026-11-21T10:00:00Z');
    await insertEndedSession(server.db(), {
      session_id: 1,
      unit_id: unitId,
      hotspot_id: HOTSPOT,
      device_id: 1,
      user_id: id,
      bytes_down: 6_000_000,
      session_key: '',
      auth_time: yesterday,
      start_time: yesterday,
      update_time: yesterday,
      stop_time: yesterday,
    });
    await rounds().round();
    expect(received).toEqual([]);
  });

  test('runs when no unit reported it', async () => {
    expect(await server.db().$count(sessions)).toBeGreaterThan(0);
    await rounds().round();
    expect(received).toEqual([]);
  });
});

describe('a disconnect request', () => {
  test.each<[string, Partial<typeof users.$inferInsert>, number, string]>([
    ['of a guest whose validity is over', { valid_until: clock.now }, 0, 'expired'],
    ['of a guest whose traffic today is used up', { max_navigation_traffic: 5_000_000 }, 5_000_000, 'used_up_today'],
    ['of a guest whose time today is used up', { max_navigation_time: 1800 }, 0, 'used_up_today'],
  ])('ends the session %s', async (_, guest, bytes, why) => {
    await online(guest, bytes);
    await rounds().round();
    expect(outcomes).toEqual([{ why, outcome: { outcome: 'acknowledged' } }]);
    const [packet] = received;
    if (!packet) throw new Error('it was asked');
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(packet.code).toBe(CODE.disconnectRequest);
    expect(valueOf(packet, 'User-Name')).toBe(`ONLINE-${count}`);
    expect(valueOf(packet, 'Acct-Session-Id')).toBe(`online-${count}`);
  });

  test('ends the sessions of a closed hotspot', async () => {
    await online();
    await setPreferences(server, HOTSPOT, { hotspot_closed: 'true' });
    await rounds().round();
    await setPreferences(server, HOTSPOT, { hotspot_closed: 'false' });
    expect(outcomes).toEqual([{ why: 'hotspot_closed', outcome: { outcome: 'acknowledged' } }]);
    await rounds().round();
    expect(outcomes).toEqual([]);
  });

  test('reaches its session among any number of others', async () => {
    const db = server.db();
    await online({ valid_until: clock.now });
    const others = Array.from({ length: 1200 }, (_, nth) => ({
      unit_id: unitId,
      hotspot_id: HOTSPOT,
      device_id: 1,
      user_id: 1,
      session_key: `other-${nth}`,
      auth_time: clock.now,
      start_time: clock.now,
      update_time: clock.now,
    }));
    await db.insert(sessions).values(others);
    count += 1;
    await online({ valid_until: clock.now });
    await rounds().round();
    await db.delete(sessions).where(like(sessions.session_key, 'other-%'));
    expect(outcomes).toHaveLength(2);
    expect(received.map((packet) => valueOf(packet, 'Acct-Session-Id'))).toEqual([`online-${count - 1}`, `online-${count}`]);
  });

  test.each<[string, boolean, object, Partial<typeof users.$inferInsert>, string[]]>([
    ['for its whole validity', true, { max_traffic: 6_000_000 }, { max_navigation_traffic: 6_000_000 }, ['traffic_used_up']],
    [
      'for its whole validity, and of which the guest has less a day',
      true,
      { max_time: 9000 },
      { max_navigation_time: 7200 },
      ['time_used_up'],
    ],
    ['for its whole validity, which isn’t used up', true, { max_traffic: 6_000_001 }, { max_navigation_traffic: 6_000_001 }, []],
    ['a day', false, { max_traffic: 6_000_000 }, { max_navigation_traffic: 6_000_000 }, []],
  ])('decides on a guest who over weeks used up the voucher’s limits %s', async (_, isInAll, limits, guest, whys) => {
    const db = server.db();
    await setPreferences(server, HOTSPOT, { voucher_limits_total: String(isInAll) });
    await insertVoucher(db, {
      hotspot_id: HOTSPOT,
      code: `online-${count}`,
      auto_login: true,
      remain_use: 1,
      duration: 30,
      type: 'auth',
      created: clock.now,
      ...limits,
    });
    const { id } = await online({ valid_from: new Date('2026-11-02T10:00:00Z'), ...guest }, 1_000_000);
    await linkGuestsToVouchers(db);
    const before = new Date('2026-11-02T10:00:00Z');
    await insertEndedSession(db, {
      session_id: 1,
      unit_id: unitId,
      hotspot_id: HOTSPOT,
      device_id: 1,
      user_id: id,
      bytes_down: 5_000_000,
      duration: 7200,
      session_key: '',
      auth_time: before,
      start_time: before,
      update_time: before,
      stop_time: before,
    });
    await rounds().round();
    expect(outcomes.map(({ why }) => why)).toEqual(whys);
  });

  test('names a deleted guest as the unit knows them, until all data is erased', async () => {
    const device = '02-00-00-00-0E-01';
    const guest = await online({ username: `Erika-${count}@mail.example` }, 0, device);
    // CoovaChilli doesn't answer if the request has another User-Name, or none.
    answer = (packet) =>
      valueOf(packet, 'User-Name') === guest.username && valueOf(packet, 'Acct-Session-Id') === `online-${count}`
        ? encodeAnswer(packet, CODE.disconnectAck, [], SECRET)
        : null;
    expect((await server.as('admin').delete(`/api/users/${guest.id}`)).status).toBe(200);
    expect(await tablesNaming(server.db(), guest.username, device)).toEqual(['asked_endings']);
    const [shown] = await server.db().select().from(sessions).where(like(sessions.session_key, 'erased-%'));
    expect(shown).toMatchObject({ username: '', device_mac: '', ip_address: '' });

    await rounds().round();
    expect(outcomes).toEqual([{ why: 'not_known', outcome: { outcome: 'acknowledged' } }]);
    expect(received[0] && valueOf(received[0], 'Calling-Station-Id')).toBe(device);
    await reported('stop', guest, device);
    expect(await server.db().$count(sessions, eq(sessions.id, shown?.id ?? 0))).toBe(0);
    expect(await tablesNaming(server.db(), guest.username, device)).toEqual([]);
  });

  const deviceOf = () => `02-00-00-00-0F-${String(count).padStart(2, '0')}`;
  describe.each([
    ['a code typed in lower case', () => `online-${count}`],
    ['the address of the device', () => deviceOf()],
  ])('a unit that knows the guest by %s', (_, nameThere) => {
    let device = '';
    beforeEach(() => {
      device = deviceOf();
      // CoovaChilli's behaviour.
      answer = (packet) => (valueOf(packet, 'User-Name') === nameThere() ? encodeAnswer(packet, CODE.disconnectAck, [], SECRET) : null);
    });
    const storedNames = () => server.db().select({ name: session_reports.username }).from(session_reports);

    test('is addressed by that name, which is deleted once the session has ended', async () => {
      const guest = await online({ valid_until: clock.now }, 0, device, nameThere());
      expect(await server.db().select().from(sessions).where(eq(sessions.user_id, guest.id))).toMatchObject([{ username: guest.username }]);
      expect(await storedNames()).toEqual([{ name: nameThere() }]);
      await rounds().round();
      expect(outcomes).toEqual([{ why: 'expired', outcome: { outcome: 'acknowledged' } }]);
      await reported('stop', { ...guest, username: nameThere() }, device);
      expect(await storedNames()).toEqual([{ name: '' }]);
    });

    test('is addressed by that name for a deleted guest, until all data is erased', async () => {
      const guest = await online({}, 0, device, nameThere());
      expect((await server.as('admin').delete(`/api/users/${guest.id}`)).status).toBe(200);
      await rounds().round();
      expect(outcomes).toEqual([{ why: 'not_known', outcome: { outcome: 'acknowledged' } }]);
      await reported('stop', { ...guest, username: nameThere() }, device);
      expect(await storedNames()).toEqual([{ name: '' }]);
      expect(await tablesNaming(server.db(), device)).toEqual([]);
    });

    test('is addressed by that name when the guest logs out at the portal or an older login page', async () => {
      const { username } = await online({}, 0, device, nameThere());
      const [atPortal] = await runningSessions(server.db(), unitId, device, clock.now);
      const atPage = await runningSession(server.db(), { unitId, sessionKey: `online-${count}`, usernames: [username] });
      if (!atPortal || !atPage) throw new Error('it is there');
      expect(atPortal.guestName).toBe(username);
      const { end } = rounds();
      expect(await end(atPortal)).toEqual({ outcome: 'acknowledged' });
      expect(await end(atPage)).toEqual({ outcome: 'acknowledged' });
    });

    test('is addressed by that name for a session that had timed out', async () => {
      const guest = await online({ valid_until: clock.now }, 0, device, nameThere());
      await endSilentSessions(server.db(), clock.now.getTime() + 60 * MINUTE);
      expect(await storedNames()).toEqual([{ name: '' }]);
      const before = clock.now;
      clock.now = new Date(before.getTime() + 61 * MINUTE);
      await reported('interim', { ...guest, username: nameThere() }, device, 1, 1800 + 61 * 60);
      await rounds().round();
      clock.now = before;
      expect(outcomes).toEqual([{ why: 'expired', outcome: { outcome: 'acknowledged' } }]);
    });
  });

  test('is repeated for a deleted guest while the unit reports the session, and the name is deleted afterwards', async () => {
    answer = null;
    const guest = await online({ username: `Erika-${count}@mail.example` });
    await server.as('admin').delete(`/api/users/${guest.id}`);
    const { round } = rounds();
    await round();
    expect(outcomes).toEqual([{ why: 'not_known', outcome: { outcome: 'no answer' } }]);
    await endSilentSessions(server.db(), clock.now.getTime() + 60 * MINUTE);
    expect(await tablesNaming(server.db(), guest.username)).toEqual([]);
  });

  test('is sent once, and again after five minutes if the session continues', async () => {
    answer = null;
    await online({ valid_until: clock.now });
    const { round } = rounds();
    await round();
    await round();
    expect(outcomes).toEqual([{ why: 'expired', outcome: { outcome: 'no answer' } }]);
    clock.now = new Date(clock.now.getTime() + 5 * MINUTE);
    await round();
    expect(outcomes).toHaveLength(2);
  });

  test('is recorded with the reason of a refusal', async () => {
    answer = (packet) => encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', 501)], SECRET);
    await online({ valid_until: clock.now });
    await rounds().round();
    expect(outcomes).toEqual([{ why: 'expired', outcome: { outcome: 'refused', cause: 'administratively prohibited' } }]);
  });

  test('leaves the session until the unit reports it no longer if it is refused without a cause', async () => {
    answer = (packet) => encodeAnswer(packet, CODE.disconnectNak, [], SECRET);
    const before = clock.now;
    const guest = await online({ valid_until: before }, 7);
    const { round } = rounds();
    await round();
    clock.now = new Date(before.getTime() + 5 * MINUTE);
    await reported('interim', guest, DEVICE, 9, 2100);
    await round();
    expect(outcomes.map(({ outcome }) => outcome.outcome)).toEqual(['refused', 'refused']);
    expect(await server.db().$count(sessions, eq(sessions.user_id, guest.id))).toBe(1);
    await endSilentSessions(server.db(), clock.now.getTime() + 14 * MINUTE);
    expect(await server.db().$count(sessions, eq(sessions.user_id, guest.id))).toBe(1);
    await endSilentSessions(server.db(), clock.now.getTime() + 16 * MINUTE);
    expect(await server.db().$count(sessions, eq(sessions.user_id, guest.id))).toBe(0);
    expect(await server.db().select().from(session_histories).where(eq(session_histories.user_id, guest.id))).toMatchObject([
      { bytes_down: 9, duration: 2100, terminate_cause: 'no_word', stop_time: clock.now },
    ]);
    clock.now = before;
  });

  test('ends a session that the unit does not know', async () => {
    answer = (packet) => encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', 503)], SECRET);
    const { id } = await online({ valid_until: clock.now }, 7);
    await rounds().round();
    expect(await server.db().$count(sessions, eq(sessions.user_id, id))).toBe(0);
    expect(await server.db().select().from(session_histories).where(eq(session_histories.user_id, id))).toMatchObject([
      { bytes_down: 7, terminate_cause: 'unknown_to_unit' },
    ]);
    expect(failures).toEqual([]);
  });
});
