import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, asc, eq, like, sum } from 'drizzle-orm';
import fc from '../../support/run/property';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import { endSilentSessions, forgetReports, recordReport, recordUnitRestart } from '../../../src/server/access/sessionQueries';
import type { ReportingUnit, SessionReport } from '../../../src/server/access/sessionRowQueries';
import { reportedAddresses } from '../../../src/server/access/sessionAddresses';
import { countEndedSessions } from '../../../src/server/database/reportSums';
import {
  devices,
  hotspots,
  session_histories,
  session_reports,
  session_sums,
  sessions,
  units,
  users,
} from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';
import { insertGuest, insertHotspot } from '../../factories/rows';

const server = serve();

const HOTSPOT = 1;
const TEN = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number) => TEN + seconds * 1000;

let unit: ReportingUnit;
let other: ReportingUnit;
let guest: { id: number; username: string };
let count = 0;

beforeEach(async () => {
  await server.db().delete(session_reports);
  await server.db().delete(sessions).where(like(sessions.session_key, 'key-%'));
  const found = await server.db().select().from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id)).limit(2);
  const [one, another] = found.map(({ id, mac_address, hotspot_id }) => ({ id, mac: mac_address, hotspotId: hotspot_id }));
  if (!one || !another) throw new Error('the fixture has two units there');
  [unit, other] = [one, another];
  count += 1;
  const values = { hotspot_id: HOTSPOT, username: `GUEST-${count}`, account_type: 'voucher', created: new Date(TEN) };
  const created = await insertGuest(server.db(), values);
  guest = created;
});

const event = (kind: AccountingEvent['kind'], second: number, seconds: number | null, up = 0, down = 0): AccountingEvent => ({
  kind,
  at: at(second),
  seconds,
  up,
  down,
  isWide: true,
  cause: kind === 'stop' ? 'idle_timeout' : '',
});
const start = (second: number) => event('start', second, null);
const interim = (second: number, seconds: number, up: number, down: number) => event('interim', second, seconds, up, down);
const stop = (second: number, seconds: number, up: number, down: number) => event('stop', second, seconds, up, down);

const key = () => `key-${count}`;
const reported = (what: AccountingEvent, different: Partial<SessionReport> = {}): SessionReport => ({
  key: key(),
  event: { addresses: reportedAddresses([{ family: 'ipv4', address: '10.1.0.7' }]), ...what },
  username: guest.username.toLowerCase(),
  deviceMac: '02-00-00-00-01-01',
  guestId: null,
  ...different,
});
const report = (what: AccountingEvent, different: Partial<SessionReport> = {}, by = unit) =>
  recordReport(server.db(), by, reported(what, different));

const running = async () => server.db().select().from(sessions).where(eq(sessions.session_key, key())).orderBy(asc(sessions.id));
const ended = async () =>
  server.db().select().from(session_histories).where(eq(session_histories.session_key, key())).orderBy(asc(session_histories.start_time));

describe('a session', () => {
  test('runs from its start, with its guest, device and hotspot', async () => {
    await report(start(0));
    await report(interim(300, 300, 10, 100));
    const [hotspot] = await server.db().select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
    const [device] = await server.db().select().from(devices).where(eq(devices.user_id, guest.id));
    expect(device).toMatchObject({ mac_address: '02-00-00-00-01-01', ip_address: '10.1.0.7', created: new Date(TEN) });
    expect(await running()).toMatchObject([
      {
        unit_id: unit.id,
        unit_mac: unit.mac,
        hotspot_id: HOTSPOT,
        hotspot_desc: hotspot?.description,
        user_id: guest.id,
        username: guest.username,
        device_id: device?.id,
        device_mac: '02-00-00-00-01-01',
        ip_address: '10.1.0.7',
        start_time: new Date(TEN),
        update_time: new Date(at(300)),
        stop_time: null,
        bytes_up: 10,
        bytes_down: 100,
        duration: 300,
      },
    ]);
    expect(await ended()).toEqual([]);
  });

  test('becomes a history entry with its cause under the same id', async () => {
    await report(start(0));
    const [before] = await running();
    await report(stop(650, 650, 30, 300));
    await report(stop(650, 650, 30, 300));
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([
      {
        session_id: before?.id,
        user_id: guest.id,
        device_id: before?.device_id,
        terminate_cause: 'idle_timeout',
        start_time: new Date(TEN),
        stop_time: new Date(at(650)),
        bytes_up: 30,
        bytes_down: 300,
        duration: 650,
      },
    ]);
  });

  test('is complete even if only the stop arrived', async () => {
    await report(stop(650, 650, 30, 300));
    await report(start(0));
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([{ start_time: new Date(TEN), duration: 650, bytes_down: 300, user_id: guest.id }]);
  });

  test('is another one when the same key comes later', async () => {
    await report(start(0));
    await report(interim(300, 300, 1, 10));
    await report(start(1000));
    await report(stop(700, 700, 5, 50));
    expect(await ended()).toMatchObject([{ start_time: new Date(TEN), duration: 700, bytes_down: 50, terminate_cause: 'idle_timeout' }]);
    expect(await running()).toMatchObject([{ start_time: new Date(at(1000)), bytes_down: 0 }]);
  });

  test('precedes the next one even if it is reported later', async () => {
    await report(start(1000));
    await report(stop(700, 600, 5, 50));
    await report(interim(1300, 300, 1, 11));
    expect(await ended()).toMatchObject([{ start_time: new Date(at(100)), bytes_down: 50 }]);
    expect(await running()).toMatchObject([{ start_time: new Date(at(1000)), bytes_down: 11 }]);
  });

  test('is another one when the same key comes from another unit', async () => {
    await report(start(0));
    await report(start(5), {}, other);
    await report(stop(100, 100, 1, 1));
    expect(await running()).toMatchObject([{ unit_id: other.id }]);
  });

  test('is stored once when all its reports are repeated simultaneously', async () => {
    const all = [start(0), interim(300, 300, 10, 100), interim(600, 600, 20, 200), stop(650, 650, 30, 300)];
    await Promise.all([...all, ...all, ...all].map((one) => report(one)));
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([{ bytes_up: 30, bytes_down: 300, duration: 650 }]);
    expect(await server.db().$count(devices, eq(devices.user_id, guest.id))).toBe(1);
  });
});

describe('the guest of a session', () => {
  test('is the one who was granted access, even under another name', async () => {
    await report(start(0), { username: '02-00-00-00-01-01', guestId: guest.id });
    expect(await running()).toMatchObject([{ user_id: guest.id, username: guest.username }]);
  });

  test('is the MAC entry of the device', async () => {
    const mac = `02-00-00-00-02-${String(count).padStart(2, '0')}`;
    const entry = await insertGuest(server.db(), { hotspot_id: HOTSPOT, username: mac, account_type: 'mac', created: new Date(TEN) });
    await report(start(0), { username: mac.toLowerCase().replaceAll('-', ':'), deviceMac: mac });
    expect(await running()).toMatchObject([{ user_id: entry.id }]);
  });

  test('is the last guest of the device where the unit reports only that', async () => {
    const mac = `02-00-00-00-03-${String(count).padStart(2, '0')}`;
    await server
      .db()
      .insert(devices)
      .values({ hotspot_id: HOTSPOT, user_id: guest.id, mac_address: mac, created: new Date(TEN) });
    await report(start(0), { username: mac, deviceMac: mac });
    expect(await running()).toMatchObject([{ user_id: guest.id, username: guest.username }]);
  });

  test('never belongs to another hotspot, and may be unknown', async () => {
    await server.db().update(users).set({ hotspot_id: 2 }).where(eq(users.id, guest.id));
    await report(start(0), { guestId: guest.id, deviceMac: '02-00-00-00-04-01' });
    expect(await running()).toMatchObject([{ user_id: 0, device_id: 0, username: guest.username.toLowerCase() }]);
  });

  test('has one device per address, with the latest IP', async () => {
    await report(start(0));
    await report(stop(100, 100, 1, 1));
    await report({ ...start(500), addresses: reportedAddresses([{ family: 'ipv4', address: '10.1.0.99' }]) });
    expect(await server.db().select().from(devices).where(eq(devices.user_id, guest.id))).toMatchObject([{ ip_address: '10.1.0.99' }]);
  });
});

describe('a unit that restarts', () => {
  test('ends its sessions that started before, and no others', async () => {
    await report(start(0));
    await report(interim(300, 300, 10, 100));
    await report(start(1000), { key: `${key()}-new`, deviceMac: '02-00-00-00-01-02' });
    await report(start(0), {}, other);
    expect(await recordUnitRestart(server.db(), unit, at(900))).toBe(1);
    expect(await recordUnitRestart(server.db(), unit, at(900))).toBe(0);
    expect(await ended()).toMatchObject([
      { stop_time: new Date(at(300)), duration: 300, bytes_down: 100, terminate_cause: 'unit_restarted' },
    ]);
    expect(await running()).toMatchObject([{ unit_id: other.id }]);
  });

  test('leaves a session running that it continues to report', async () => {
    await report(start(0));
    const [before] = await running();
    await recordUnitRestart(server.db(), unit, at(200));
    expect(await running()).toEqual([]);
    await report(interim(300, 300, 10, 100));
    expect(await ended()).toEqual([]);
    expect(await running()).toMatchObject([{ id: before?.id, user_id: guest.id, start_time: new Date(TEN), bytes_down: 100 }]);
    await report(stop(400, 400, 10, 110));
    expect(await ended()).toMatchObject([{ session_id: before?.id, bytes_down: 110, terminate_cause: 'idle_timeout' }]);
  });
});

describe('a silent session', () => {
  test('ends after a quarter of an hour at its last report, and a late stop corrects it', async () => {
    await report(start(0));
    await report(interim(300, 300, 10, 100));
    expect(await endSilentSessions(server.db(), at(1200))).toBe(0);
    expect(await endSilentSessions(server.db(), at(1201))).toBe(1);
    expect(await ended()).toMatchObject([{ stop_time: new Date(at(300)), terminate_cause: 'no_word' }]);
    await report(stop(900, 900, 30, 300));
    expect(await ended()).toMatchObject([
      { stop_time: new Date(at(900)), bytes_down: 300, duration: 900, terminate_cause: 'idle_timeout' },
    ]);
  });

  test('stays if no unit reported it', async () => {
    const before = await server.db().$count(sessions);
    await endSilentSessions(server.db(), at(10_000_000));
    expect(before).toBeGreaterThan(0);
    expect(await server.db().$count(sessions)).toBe(before);
  });
});

test('the usage of guests equals the reported one, whatever happened to the reports on their way', async () => {
  const sums = async () => {
    await countEndedSessions(server.db());
    const [row] = await server
      .db()
      .select({
        connections: sum(session_sums.connections).mapWith(Number),
        up: sum(session_sums.bytes_up).mapWith(Number),
        down: sum(session_sums.bytes_down).mapWith(Number),
        duration: sum(session_sums.duration).mapWith(Number),
      })
      .from(session_sums)
      .where(eq(session_sums.account_id, 0));
    return row ?? { connections: 0, up: 0, down: 0, duration: 0 };
  };
  const before = await sums();
  const used = { connections: 0, up: 0, down: 0, duration: 0 };
  // Speeds that vary less than four times: beyond that a 32-bit counter that falls may have been restarted.
  const step = fc.record({
    seconds: fc.integer({ min: 60, max: 600 }),
    up: fc.nat(10 ** 9),
    speed: fc.integer({ min: 900_000, max: 3_500_000 }),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 4 });
  const all = fc.sample(steps, { numRuns: 20 }).flatMap((its, nth) => {
    const total = { seconds: 0, up: 0, down: 0 };
    const reported = its.map((step, at) => {
      total.seconds += step.seconds;
      total.up += step.up;
      total.down += step.seconds * step.speed;
      return (at === its.length - 1 ? stop : interim)(total.seconds, total.seconds, total.up % 2 ** 32, total.down % 2 ** 32);
    });
    used.connections += 1;
    used.up += total.up;
    used.down += total.down;
    used.duration += total.seconds;
    return [start(0), ...reported].map((one) => ({ event: { ...one, isWide: false }, key: `key-${count}-${nth}` }));
  });
  // Each report arrives once or twice, in any order, some at the same time; in between the unit reports that it restarted.
  const order = fc.sample(
    fc.shuffledSubarray([...all, ...all.slice(0, all.length / 2)], { minLength: all.length + Math.floor(all.length / 2) }),
    {
      numRuns: 1,
    },
  )[0];
  for (let first = 0; first < (order ?? []).length; first += 8) {
    await Promise.all((order ?? []).slice(first, first + 8).map(({ event: one, key: its }) => report(one, { key: its })));
    if (first % 24 === 0) await recordUnitRestart(server.db(), unit, at(30));
  }
  const now = await sums();
  expect({
    connections: now.connections - before.connections,
    up: now.up - before.up,
    down: now.down - before.down,
    duration: now.duration - before.duration,
  }).toEqual(used);
  const [mine] = await server
    .db()
    .select({ down: sum(session_histories.bytes_down).mapWith(Number) })
    .from(session_histories)
    .where(eq(session_histories.user_id, guest.id));
  expect(mine?.down).toBe(used.down);
  expect(await server.db().$count(sessions, like(sessions.session_key, 'key-%'))).toBe(0);
});

test('reports of a session are deleted two days after its end', async () => {
  await report(stop(650, 650, 30, 300));
  await report(start(0), { key: `${key()}-running` });
  const mine = and(eq(session_reports.unit_id, unit.id), eq(session_reports.session_key, key()));
  await forgetReports(server.db(), at(2 * 86_400), 1000);
  expect(await server.db().$count(session_reports, mine)).toBe(1);
  await forgetReports(server.db(), at(2 * 86_400 + 651), 1000);
  expect(await server.db().$count(session_reports, mine)).toBe(0);
  expect(await ended()).toHaveLength(1);
});

test('a deleted hotspot takes its reports along', async () => {
  const hotspot = await insertHotspot(server.db(), { uuid: `gone-${count}`, account_id: 1, name: `gone-${count}`, created: new Date(TEN) });
  const there = { ...unit, id: 999_001, hotspotId: hotspot.id };
  await report(start(0), {}, there);
  await server.db().delete(hotspots).where(eq(hotspots.id, there.hotspotId));
  expect(await server.db().$count(session_reports, eq(session_reports.unit_id, there.id))).toBe(0);
  await report(interim(300, 300, 1, 1), {}, there);
  expect(await running()).toEqual([]);
});

describe('reports that arrive at once', () => {
  const MANY = 40;
  const each = (nth: number): Partial<SessionReport> => ({
    key: `${key()} ${String(nth)}`,
    deviceMac: `02-00-00-00-02-${nth.toString(16).padStart(2, '0').toUpperCase()}`,
  });
  const all = <T>(perform: (nth: number) => Promise<T>) => Promise.all(Array.from({ length: MANY }, (_, nth) => perform(nth)));
  const sessionsOf = async () =>
    server
      .db()
      .select()
      .from(sessions)
      .where(like(sessions.session_key, `${key()} %`))
      .orderBy(asc(sessions.session_key));
  const historiesOf = async () =>
    server
      .db()
      .select()
      .from(session_histories)
      .where(like(session_histories.session_key, `${key()} %`));

  test('are each stored in their own session, and each once however often they are sent', async () => {
    const starts = await all(async (nth) => Promise.all([report(start(0), each(nth)), report(start(0), each(nth))]));
    expect(starts.map((two) => two.filter(Boolean))).toEqual(Array.from({ length: MANY }, () => [true]));
    const started = await sessionsOf();
    expect(started).toHaveLength(MANY);
    expect(new Set(started.map(({ device_id }) => device_id)).size).toBe(MANY);
    expect(new Set(started.map(({ user_id }) => user_id))).toEqual(new Set([guest.id]));
    await all(async (nth) =>
      Promise.all([report(interim(300, 300, nth, 100 * nth), each(nth)), report(interim(600, 600, 2 * nth, 200 * nth), each(nth))]),
    );
    const byNumber = (rows: { session_key: string }[], nth: number) => rows.find(({ session_key }) => session_key === each(nth).key);
    const after = await sessionsOf();
    for (let nth = 0; nth < MANY; nth += 1)
      expect(byNumber(after, nth)).toMatchObject({
        bytes_up: 2 * nth,
        bytes_down: 200 * nth,
        duration: 600,
        update_time: new Date(at(600)),
      });
    const stops = await all(async (nth) =>
      Promise.all([report(stop(700, 700, 3 * nth, 300 * nth), each(nth)), report(stop(700, 700, 3 * nth, 300 * nth), each(nth))]),
    );
    expect(stops.map((two) => two.filter(Boolean))).toEqual(Array.from({ length: MANY }, () => [true]));
    expect(await sessionsOf()).toEqual([]);
    const histories = await historiesOf();
    expect(histories).toHaveLength(MANY);
    for (let nth = 0; nth < MANY; nth += 1)
      expect(byNumber(histories, nth)).toMatchObject({
        bytes_up: 3 * nth,
        bytes_down: 300 * nth,
        duration: 700,
        terminate_cause: 'idle_timeout',
      });
  });

  test('begin with the guests and devices that each would find alone', async () => {
    const db = server.db();
    /** First reports of every kind, with guests and devices of their own, as `record` stores them: sessions, and their devices. */
    const storedBy = async (name: string, record: (firsts: (() => Promise<unknown>)[]) => Promise<unknown>) => {
      const macOf = (nth: number) => `${name}-00-00-00-05-${String(nth).padStart(2, '0')}`;
      const newGuest = (nth: number, different: Partial<typeof users.$inferInsert> = {}) =>
        insertGuest(db, {
          hotspot_id: HOTSPOT,
          username: `${name}/${nth}/${count}`,
          account_type: 'voucher',
          created: new Date(TEN),
          ...different,
        });
      const newDevice = (nth: number, user_id: number, ip_address: string) =>
        db.insert(devices).values({ hotspot_id: HOTSPOT, user_id, mac_address: macOf(nth), ip_address, created: new Date(TEN) });
      const first = (nth: number, different: Partial<SessionReport>, addresses = ['10.1.0.7'], by = unit) => {
        const sent = { ...start(0), addresses: reportedAddresses(addresses.map((address) => ({ family: 'ipv4', address }))) };
        return () => report(sent, { key: `${key()} ${name} ${nth}`, deviceMac: macOf(nth), ...different }, by);
      };
      const granted = await newGuest(1);
      const listed = await newGuest(2, { username: `${name}/2/${count}`.toUpperCase() });
      const entry = await newGuest(3, { username: macOf(3), account_type: 'mac' });
      const came = await newGuest(4);
      await newDevice(4, (await newGuest(40, { created: new Date(TEN - 1000) })).id, '');
      await newDevice(4, came.id, '10.1.0.7');
      const elsewhere = await newGuest(5, { hotspot_id: 2 });
      await newDevice(6, granted.id, '10.1.0.6');
      await newDevice(7, granted.id, '10.1.0.6');
      await newDevice(8, granted.id, '10.1.0.7');
      await record([
        first(1, { guestId: granted.id, username: 'another' }),
        first(2, { username: ` ${listed.username.toLowerCase()} ` }),
        first(3, { username: entry.username }),
        first(4, { username: 'nobody' }),
        first(5, { username: elsewhere.username, guestId: elsewhere.id }),
        first(6, { guestId: granted.id }),
        first(7, { guestId: granted.id }, []),
        first(8, { guestId: granted.id, username: granted.username }),
        first(9, { guestId: granted.id }),
        first(10, { guestId: granted.id, deviceMac: macOf(9) }, ['10.1.0.10'], other),
        first(11, { guestId: came.id, deviceMac: macOf(9) }, ['10.1.0.11'], other),
      ]);
      const began = await db
        .select({ session: sessions, reported: session_reports.username, device: devices, guest: users.username })
        .from(sessions)
        .innerJoin(session_reports, eq(session_reports.session_id, sessions.id))
        .leftJoin(devices, eq(devices.id, sessions.device_id))
        .leftJoin(users, eq(users.id, sessions.user_id))
        .where(like(sessions.session_key, `${key()} ${name} %`))
        .orderBy(asc(sessions.session_key));
      const all = await db
        .select({ mac: devices.mac_address, ip: devices.ip_address, hotspot: devices.hotspot_id, guest: users.username })
        .from(devices)
        .innerJoin(users, eq(users.id, devices.user_id))
        .where(like(devices.mac_address, `${name}-%`))
        .orderBy(asc(devices.mac_address), asc(users.username));
      const ids = { id: null, session_id: null, user_id: null, device_id: null };
      const compared = began.map(({ session, device, ...names }) => ({
        ...names,
        session: { ...session, ...ids },
        isTheGuests: device?.user_id === session.user_id,
        device: device && { ...device, ...ids },
      }));
      return JSON.stringify([compared, all]).replaceAll(new RegExp(name, 'gi'), 'NAME');
    };
    const alone = await storedBy('0A', async (firsts) => {
      for (const one of firsts) await one();
    });
    const together = await storedBy('0B', (firsts) => Promise.all(firsts.map((one) => one())));
    expect(JSON.parse(together)).toEqual(JSON.parse(alone));
    expect((JSON.parse(alone) as [unknown[], unknown[]]).map(({ length }) => length)).toEqual([11, 10]);
  });

  test('are stored beside one of a unit that is another by now, which is not', async () => {
    const [its] = await server.db().select({ uuid: units.uuid }).from(units).where(eq(units.id, unit.id));
    const right = { ...unit, uuid: its?.uuid ?? '' };
    const wrong = { ...unit, uuid: 'another' };
    for (const what of [start(0), interim(300, 300, 5, 50), stop(400, 400, 6, 60)]) {
      const outcomes = await all((nth) =>
        report(what, each(nth), nth === 7 ? wrong : right).then(String, (error: unknown) => (error as Error).constructor.name),
      );
      expect(outcomes.map((outcome, nth) => [nth, outcome])).toEqual(
        Array.from({ length: MANY }, (_, nth) => [nth, nth === 7 ? 'OtherUnitError' : 'true']),
      );
    }
    expect(await historiesOf()).toHaveLength(MANY - 1);
  });

  test('continue and end sessions that another process has stored', async () => {
    await all((nth) => report(start(0), each(nth)));
    // What is remembered of sessions belongs to a database object.
    const asAnother = () => Object.create(server.db()) as ReturnType<typeof server.db>;
    const elsewhere = (db: ReturnType<typeof server.db>, what: AccountingEvent) =>
      all((nth) => recordReport(db, unit, reported(what, each(nth))));
    const second = asAnother();
    expect(await elsewhere(second, interim(300, 300, 5, 50))).toEqual(Array.from({ length: MANY }, () => true));
    expect(await elsewhere(asAnother(), interim(300, 300, 5, 50))).toEqual(Array.from({ length: MANY }, () => false));
    expect(await elsewhere(asAnother(), stop(400, 400, 6, 60))).toEqual(Array.from({ length: MANY }, () => true));
    expect(await elsewhere(second, stop(400, 400, 6, 60))).toEqual(Array.from({ length: MANY }, () => false));
    expect(await sessionsOf()).toEqual([]);
    const histories = await historiesOf();
    expect(histories.map(({ session_key }) => session_key).toSorted()).toEqual(
      Array.from({ length: MANY }, (_, nth) => each(nth).key).toSorted(),
    );
    for (const history of histories) expect(history).toMatchObject({ bytes_up: 6, bytes_down: 60, duration: 400 });
  });

  test('end the earlier of two sessions of a device', async () => {
    const device = { deviceMac: '02-00-00-00-03-01' };
    await Promise.all([
      report(start(0), { ...device, key: `${key()} 1` }),
      report(start(5), { ...device, key: `${key()} 2` }),
      report(start(0), { ...each(9), key: `${key()} 3` }),
    ]);
    expect((await sessionsOf()).map(({ session_key }) => session_key)).toEqual([`${key()} 2`, `${key()} 3`]);
    expect((await historiesOf()).map(({ session_key }) => session_key)).toEqual([`${key()} 1`]);
  });

  test('end the sessions that each of their devices, and no other, had before', async () => {
    const nameless = (port: string): Partial<SessionReport> => ({ key: `${key()} port ${port}`, deviceMac: '' });
    const byPort = (second: number, port: string) => ({ ...start(second), who: { name: 'anna', port } });
    await all((nth) => report(start(0), each(nth)));
    await Promise.all(['one', 'two'].map((port) => report(byPort(0, port), nameless(port))));
    await report(start(0), { ...each(2), key: `${key()} elsewhere` }, other);
    const returned = (nth: number) => ({ ...each(nth), key: `${key()} again ${String(nth)}` });
    const even = [...Array(MANY).keys()].filter((nth) => nth % 2 === 0);
    await Promise.all([
      ...even.map((nth) => report(start(60), returned(nth))),
      report(byPort(60, 'one'), { ...nameless('one'), key: `${key()} port again` }),
    ]);
    const keysOf = (rows: readonly { session_key: string }[]) =>
      rows.map(({ session_key }) => session_key.slice(key().length + 1)).toSorted();
    const odd = [...Array(MANY).keys()].filter((nth) => nth % 2 === 1);
    expect(keysOf(await sessionsOf())).toEqual(
      [...odd.map(String), ...even.map((nth) => `again ${String(nth)}`), 'elsewhere', 'port again', 'port two'].toSorted(),
    );
    const before = await historiesOf();
    expect(keysOf(before)).toEqual([...even.map(String), 'port one'].toSorted());
    expect(new Set(before.map(({ terminate_cause }) => terminate_cause))).toEqual(new Set(['replaced']));
  });
});
