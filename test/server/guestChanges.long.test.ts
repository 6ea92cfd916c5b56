/**
 * What happens to running sessions when staff change or delete their guest or its voucher, or change the hotspot's preferences, over UDP
 * with a simulated unit: the unit is asked at once, no call waits for it, and its answer can be read by those who see the hotspot.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '../../src/contract/audit';
import { session } from '../../src/contract/sessions';
import { recordReport } from '../../src/server/access/sessionQueries';
import type { hotspot_vouchers } from '../../src/server/database/schema';
import {
  audit_entries,
  deleted_things,
  session_reports,
  sessions,
  unit_contacts,
  units,
  users,
  voucher_uses,
} from '../../src/server/database/schema';
import { attribute, CODE, valueOf, type ReceivedPacket } from '../../src/server/radius/codec';
import { ending } from '../../src/server/radius/ending';
import { encodeAnswer, requestProof } from '../../src/server/radius/proofs';
import { recordEnding } from '../../src/server/sessions/unitRequestQueries';
import { RADIUS_SECRET as SECRET } from '../support/radius/freeradius';
import { setPreferences } from '../support/peers/portalUnit';
import { unitThatKeeps } from '../support/radius/radius';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertGuest, insertVoucher } from '../factories/rows';

const UNIT = 1;
const HOTSPOT = 1;
const DAY = 86_400_000;

const received: ReceivedPacket[] = [];
/** The unit's answer; null for silence. */
let answer: ((packet: ReceivedPacket) => Buffer) | null = null;
let waits = [500, 500, 500];
let unit: Awaited<ReturnType<typeof unitThatKeeps>> | undefined;
let count = 0;
let firstEntry = 0;

const requestsOf = () =>
  ending({
    db: server.db(),
    clock: () => server.clock.now,
    zone: 'Europe/Rome',
    waits,
    onOutcome: (one, outcome) => recordEnding(server.db(), server.clock.now, one, outcome),
    onFailure: (error) => {
      throw error;
    },
  });
const server = serve({
  endSession: (one) => requestsOf().end(one),
  changeSession: (one, to) => requestsOf().change(one, to),
});

const ANSWERS: Readonly<Record<number, number>> = { [CODE.coaRequest]: CODE.coaAck, [CODE.disconnectRequest]: CODE.disconnectAck };
const acknowledged = (packet: ReceivedPacket) => encodeAnswer(packet, ANSWERS[packet.code] ?? 0, [], SECRET);
const refused = (packet: ReceivedPacket) => encodeAnswer(packet, (ANSWERS[packet.code] ?? 0) + 1, [attribute('Error-Cause', 501)], SECRET);

beforeAll(async () => {
  unit = await unitThatKeeps(received, (packet) => answer && answer(packet));
  const db = server.db();
  await db.update(units).set({ secret: SECRET, coa_port: unit.port, kind: 'mikrotik', name: 'Lobby' }).where(eq(units.id, UNIT));
  await db
    .insert(unit_contacts)
    .values({ unit_id: UNIT, heard: RECORDED_AT, address: '127.0.0.1', kind: 'generic', nas_identifier: 'router' });
});
afterAll(() => unit?.close());
beforeEach(async () => {
  const db = server.db();
  await db.delete(session_reports);
  await db.update(units).set({ kind: 'mikrotik' }).where(eq(units.id, UNIT));
  received.length = 0;
  answer = acknowledged;
  waits = [500, 500, 500];
  count += 1;
  server.clock.now = new Date(server.clock.now.getTime() + 1000);
  const [last] = await db.select({ id: audit_entries.id }).from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
  firstEntry = last?.id ?? 0;
});

/** A guest of hotspot 1 who has been online for ten minutes and used 1000 bytes. Returns the ids of the guest and the session. */
async function online(different: Partial<typeof users.$inferInsert> = {}, nameThere?: string) {
  const db = server.db();
  const now = server.clock.now;
  const values = { hotspot_id: HOTSPOT, username: `CHANGED-${count}`, account_type: 'voucher', created: now };
  const guest = await insertGuest(db, { ...values, valid_until: new Date(now.getTime() + DAY), ...different });
  const id = guest.id;
  await recordReport(
    db,
    { id: UNIT, mac: '', hotspotId: HOTSPOT },
    {
      key: `key-${count}`,
      username: nameThere ?? values.username,
      deviceMac: '02-00-00-00-00-01',
      guestId: id,
      event: { kind: 'interim', at: now.getTime(), seconds: 600, up: 400, down: 600, isWide: true, cause: '' },
    },
  );
  const [running] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.user_id, id));
  return { id, sessionId: running?.id ?? 0 };
}

const change = (id: number, body: object, as = 'desk11') => server.as(as).put(`/api/users/${id}`, body);
const DONE = { status: 200, body: { status: 'success' } };

/** The requests to units since the test began, from the audit trail. */
async function entries(): Promise<z.infer<typeof auditEntry>[]> {
  const { body } = await server.as('admin').get('/api/audit?sort=at&order=desc&limit=25');
  const ours = (one: z.infer<typeof auditEntry>) => one.id > firstEntry && one.action.startsWith('sessions.');
  return z.array(auditEntry).parse(body).filter(ours);
}

/** Waits for the first of them. */
async function entry() {
  for (let tries = 0; tries < 200; tries += 1) {
    const [first] = await entries();
    if (first) return first;
    await pause(50);
  }
  throw new Error('no unit was asked');
}

const newValues = ({ changes }: z.infer<typeof auditEntry>) => Object.fromEntries(changes.map(({ field, new: value }) => [field, value]));
const read = async (id: number, as: string) => session.parse((await server.as(as).get(`/api/sessions/${id}`)).body);

describe('changed limits of an online guest', () => {
  test("are sent to the unit with the session's identifiers and a signature", async () => {
    const { id, sessionId } = await online();
    expect(await change(id, { kbps_down: 2048, kbps_up: 512, max_navigation_traffic: 5000, max_navigation_time: 3600 })).toMatchObject(
      DONE,
    );
    expect(await entry()).toMatchObject({
      action: 'sessions.change',
      account_name: 'desk11',
      role: 'desk',
      kind: 'guest',
      object_id: id,
      object_name: `CHANGED-${count}`,
      hotspot_id: HOTSPOT,
    });
    const [packet] = received;
    if (!packet) throw new Error('it was asked');
    expect(received).toHaveLength(1);
    expect(packet.code).toBe(CODE.coaRequest);
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(packet.attributes[0]?.type).toBe(80);
    expect(valueOf(packet, 'NAS-Identifier')).toBe('router');
    expect(valueOf(packet, 'User-Name')).toBe(`CHANGED-${count}`);
    expect(valueOf(packet, 'Acct-Session-Id')).toBe(`key-${count}`);
    expect(valueOf(packet, 'Event-Timestamp')).toEqual(new Date(Math.floor(server.clock.now.getTime() / 1000) * 1000));
    expect(valueOf(packet, 'Mikrotik-Rate-Limit')).toBe('512k/2048k');
    // This session has already used 600 seconds of the hour, and 1000 of the 5000 bytes.
    expect(valueOf(packet, 'Session-Timeout')).toBe(3600);
    expect(valueOf(packet, 'Mikrotik-Total-Limit')).toBe(5000);
    expect(newValues(await entry())).toEqual({ session_key: `key-${count}`, unit: 'Lobby', outcome: 'acknowledged' });
    expect((await read(sessionId, 'desk11')).last_request).toMatchObject({ what: 'change', outcome: 'acknowledged', cause: '' });
  });

  test('are sent to CoovaChilli in its own attributes', async () => {
    await server.db().update(units).set({ kind: 'coovachilli' }).where(eq(units.id, UNIT));
    const { id } = await online({ kbps_up: 100, max_navigation_traffic: 2000 });
    await change(id, { kbps_down: 2048, kbps_up: 512, max_navigation_traffic: 50_000_000 });
    await entry();
    const [packet] = received;
    if (!packet) throw new Error('it was asked');
    expect(packet.code).toBe(CODE.coaRequest);
    expect(valueOf(packet, 'CoovaChilli-Bandwidth-Max-Down')).toBe(2048);
    expect(valueOf(packet, 'CoovaChilli-Bandwidth-Max-Up')).toBe(512);
    expect(valueOf(packet, 'CoovaChilli-Max-Total-Octets')).toBe(50_000_000);
  });

  test('are sent under the name that the unit reported, as are disconnects', async () => {
    const { id, sessionId } = await online({}, `changed-${count}`);
    await change(id, { kbps_down: 2048 });
    await entry();
    expect(await server.as('desk11').post(`/api/sessions/${sessionId}/disconnect`, {})).toMatchObject({
      body: { outcome: 'acknowledged' },
    });
    expect(received.map((packet) => [packet.code, valueOf(packet, 'User-Name')])).toEqual([
      [CODE.coaRequest, `changed-${count}`],
      [CODE.disconnectRequest, `changed-${count}`],
    ]);
  });

  test('include a longer validity', async () => {
    const { id } = await online();
    const until = new Date(server.clock.now.getTime() + 3 * DAY);
    await change(id, { valid_until: until.toISOString() });
    await entry();
    const timeout = received[0] && valueOf(received[0], 'Session-Timeout');
    expect(timeout).toBe(Math.floor((3 * DAY) / 1000) + 600);
  });

  test('report a refusal with its cause, and the session continues', async () => {
    answer = refused;
    const { id, sessionId } = await online();
    await change(id, { kbps_down: 64 });
    expect(newValues(await entry())).toMatchObject({ outcome: 'refused', cause: 'administratively prohibited' });
    expect((await read(sessionId, 'customer11')).last_request).toMatchObject({
      what: 'change',
      outcome: 'refused',
      cause: 'administratively prohibited',
    });
    expect(received.map(({ code }) => code)).toEqual([CODE.coaRequest]);
  });

  test('report silence after three tries, and the session continues', async () => {
    answer = null;
    waits = [30, 30, 30];
    const { id, sessionId } = await online();
    await change(id, { kbps_down: 64 });
    expect(newValues(await entry())).toMatchObject({ outcome: 'no_answer' });
    expect(received.map(({ code }) => code)).toEqual([CODE.coaRequest, CODE.coaRequest, CODE.coaRequest]);
    expect(await server.db().$count(sessions, eq(sessions.id, sessionId))).toBe(1);
  });

  test('end a session that its unit no longer has', async () => {
    answer = (packet) => encodeAnswer(packet, CODE.coaNak, [attribute('Error-Cause', 503)], SECRET);
    const { id, sessionId } = await online();
    await change(id, { kbps_down: 64 });
    expect(newValues(await entry())).toMatchObject({ outcome: 'ended' });
    expect(await server.db().$count(sessions, eq(sessions.id, sessionId))).toBe(0);
  });

  test.each(['unifi', 'omada', 'pfsense', 'opennds'])('are not sent to a unit of kind %s, which is reported', async (kind) => {
    await server.db().update(units).set({ kind }).where(eq(units.id, UNIT));
    const { id, sessionId } = await online();
    await change(id, { kbps_down: 64 });
    expect(newValues(await entry())).toMatchObject({ outcome: 'not_possible' });
    expect(received).toEqual([]);
    expect((await read(sessionId, 'desk11')).last_request).toMatchObject({ what: 'change', outcome: 'not_possible' });
  });

  test('are saved without waiting for the unit', async () => {
    answer = null;
    waits = Array.from({ length: 200 }, () => 50);
    const { id } = await online();
    expect(await change(id, { kbps_down: 64 })).toMatchObject(DONE);
    expect(await entries()).toEqual([]);
    answer = acknowledged;
    expect(newValues(await entry())).toMatchObject({ outcome: 'acknowledged' });
  });

  test('are sent in the order of two changes', async () => {
    answer = null;
    waits = Array.from({ length: 200 }, () => 50);
    const { id } = await online();
    await change(id, { kbps_down: 64 });
    await change(id, { kbps_down: 128 });
    answer = acknowledged;
    while ((await entries()).length < 2) await pause(20);
    const speeds = received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'));
    expect([speeds.at(0), speeds.at(-1)]).toEqual(['0/64k', '0/128k']);
    expect(speeds.lastIndexOf('0/64k')).toBeLessThan(speeds.indexOf('0/128k'));
  });

  test.each([
    ['another name', { name: 'Somebody Else' }],
    ['unchanged limits', { kbps_down: 32, valid_until: '' }],
    ['automatic login only', { auto_login: true }],
  ])('are not sent for %s', async (_, body) => {
    const { id } = await online({ kbps_down: 32 });
    expect(await change(id, body)).toMatchObject(DONE);
    // Sent afterwards, so that an earlier request would have arrived before it.
    await change(id, { kbps_down: 33 });
    await entry();
    expect(received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'))).toEqual(['0/33k']);
  });

  test("are not accepted for another tenant's guest", async () => {
    const { id } = await online();
    expect(await change(id, { kbps_down: 64 }, 'reseller2')).toMatchObject({ status: 404 });
    await change(id, { kbps_down: 65 });
    await entry();
    expect(received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'))).toEqual(['0/65k']);
  });
});

describe('an online guest who loses access', () => {
  test.each<[string, () => object]>([
    ['because the validity is over', () => ({ valid_until: server.clock.now.toISOString() })],
    ['because it has not started', () => ({ valid_from: new Date(server.clock.now.getTime() + DAY / 2).toISOString() })],
    ['because a lower limit is used up', () => ({ max_navigation_traffic: 1000 })],
  ])('is disconnected %s', async (_, body) => {
    const { id, sessionId } = await online();
    expect(await change(id, body())).toMatchObject(DONE);
    expect(await entry()).toMatchObject({ action: 'sessions.disconnect', account_name: 'desk11', object_id: id });
    expect(received.map(({ code }) => code)).toEqual([CODE.disconnectRequest]);
    expect((await read(sessionId, 'desk11')).last_request).toMatchObject({ what: 'disconnect', outcome: 'acknowledged' });
    // The minute's round doesn't ask again so soon.
    await requestsOf().round();
    expect(received).toHaveLength(1);
  });

  test('is disconnected at once on deletion, by the name that the unit knows, and no audit entry names the guest', async () => {
    const { id, sessionId } = await online();
    expect(await server.as('customer11').delete(`/api/users/${id}`)).toMatchObject(DONE);
    const deleted = performance.now();
    while (received.length === 0 && performance.now() - deleted < 1000) await pause(5);
    const [packet] = received;
    if (!packet) throw new Error('it was not asked within a second');
    expect(packet.code).toBe(CODE.disconnectRequest);
    expect(valueOf(packet, 'User-Name')).toBe(`CHANGED-${count}`);
    expect(valueOf(packet, 'Acct-Session-Id')).toBe(`key-${count}`);
    const audited = await entry();
    expect(audited).toMatchObject({
      action: 'sessions.disconnect',
      account_name: 'customer11',
      kind: 'unit',
      object_id: UNIT,
      object_name: 'Lobby',
      hotspot_id: HOTSPOT,
    });
    expect(newValues(audited)).toEqual({ session: sessionId, outcome: 'acknowledged' });
    expect(JSON.stringify(await server.db().select().from(audit_entries).where(gt(audit_entries.id, firstEntry)))).not.toMatch(
      new RegExp(`CHANGED-${count}|key-${count}"`),
    );
    expect((await read(sessionId, 'desk11')).last_request).toMatchObject({ what: 'disconnect', outcome: 'acknowledged' });
  });

  test('is disconnected by the next round if the unit was silent, which is recorded once', async () => {
    answer = null;
    waits = [30, 30, 30];
    const { id, sessionId } = await online();
    await change(id, { valid_until: server.clock.now.toISOString() });
    expect(newValues(await entry())).toMatchObject({ outcome: 'no_answer' });
    server.clock.now = new Date(server.clock.now.getTime() + 5 * 60_000);
    await requestsOf().round();
    expect(received).toHaveLength(6);
    expect(await entries()).toHaveLength(1);
    answer = acknowledged;
    server.clock.now = new Date(server.clock.now.getTime() + 5 * 60_000);
    await requestsOf().round();
    const [latest, ...earlier] = await entries();
    expect(latest).toMatchObject({ account_id: 0, account_name: 'Portico', role: 'server', kind: 'guest', object_id: id });
    expect(earlier).toHaveLength(1);
    expect((await read(sessionId, 'desk11')).last_request).toMatchObject({ what: 'disconnect', outcome: 'acknowledged' });
  });
});

/** Several guests online, numbered: each has the name and session key of its number. Returns the numbers. */
async function manyOnline(number: number, different: Partial<typeof users.$inferInsert> = {}) {
  const numbers: number[] = [];
  for (let nth = 0; nth < number; nth += 1) {
    count += 1;
    numbers.push(count);
    await online(different);
  }
  return numbers;
}

/** Waits until there are as many entries as expected. */
async function entriesOnce(number: number) {
  for (let tries = 0; tries < 200; tries += 1) {
    const all = await entries();
    if (all.length >= number) return all;
    await pause(50);
  }
  throw new Error(`there are ${(await entries()).length} entries`);
}

const keysAsked = () => [...new Set(received.map((packet) => valueOf(packet, 'Acct-Session-Id')))].sort();
const SPEED = 'CoovaChilli-Bandwidth-Max-Down';
const prefer = (key: string, value: string, as = 'reseller1') => server.as(as).put(`/api/preferences/hotspots/${HOTSPOT}`, { key, value });

describe('changed preferences of a hotspot', () => {
  beforeEach(() =>
    setPreferences(server, HOTSPOT, { [SPEED]: '0', voucher_limits_total: 'false', time_zone: '', hotspot_closed: 'false' }),
  );

  test('disconnect all guests when the hotspot is closed', async () => {
    const numbers = await manyOnline(2);
    await prefer('hotspot_closed', 'true');
    await entriesOnce(2);
    expect(received.map(({ code }) => code)).toEqual([CODE.disconnectRequest, CODE.disconnectRequest]);
    expect(keysAsked()).toEqual(numbers.map((number) => `key-${number}`).sort());
  });

  test('send the new speed for sessions without their own, each with an audit entry', async () => {
    const numbers = await manyOnline(3);
    await manyOnline(1, { kbps_down: 100 });
    expect(await prefer(SPEED, '3000')).toMatchObject(DONE);
    const audited = await entriesOnce(3);
    expect(received.map((packet) => [packet.code, valueOf(packet, 'Mikrotik-Rate-Limit')])).toEqual(
      numbers.map(() => [CODE.coaRequest, '0/3000k']),
    );
    expect(keysAsked()).toEqual(numbers.map((number) => `key-${number}`).sort());
    expect(audited).toHaveLength(3);
    expect(audited.map(({ object_name: name }) => name).sort()).toEqual(numbers.map((number) => `CHANGED-${number}`).sort());
    for (const one of audited) expect(one).toMatchObject({ action: 'sessions.change', account_name: 'reseller1', kind: 'guest' });
  });

  test('end sessions with a daily limit at another time after another time zone', async () => {
    await online({ max_navigation_traffic: 5000 });
    await prefer('time_zone', 'Asia/Tokyo');
    const [audited] = await entriesOnce(1);
    expect(audited).toMatchObject({ action: 'sessions.change' });
    expect(received).toHaveLength(1);
  });

  test('send a few changes at a time to each unit, and a guest’s in turn', async () => {
    answer = null;
    waits = Array.from({ length: 200 }, () => 50);
    await manyOnline(10);
    count += 1;
    const { id } = await online({ kbps_down: 100 });
    await prefer(SPEED, '3000');
    while (keysAsked().length < 4) await pause(20);
    await change(id, { kbps_down: 200 });
    await pause(200);
    expect(keysAsked()).toHaveLength(4);
    answer = acknowledged;
    await entriesOnce(11);
    const speeds = received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'));
    expect(keysAsked()).toHaveLength(11);
    // A single guest's change overtakes those of the hotspot that have been waiting.
    expect(speeds.indexOf('0/200k')).toBeLessThan(speeds.length - 3);
  });

  test('send nothing when they do not affect guests or stay the same', async () => {
    await online();
    await prefer('guest_language', 'it');
    await prefer(SPEED, '0');
    await prefer(SPEED, '64');
    await entriesOnce(1);
    expect(received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'))).toEqual(['0/64k']);
  });

  test("do not affect another tenant's hotspot", async () => {
    await online();
    expect((await prefer(SPEED, '64', 'reseller2')).status).toBe(404);
    await prefer(SPEED, '65');
    await entriesOnce(1);
    expect(received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'))).toEqual(['0/65k']);
  });
});

describe('the voucher of an online guest', () => {
  beforeEach(() => setPreferences(server, HOTSPOT, { [SPEED]: '0', voucher_limits_total: 'false' }));

  /** Creates a voucher and links it to the guest. */
  async function usedBy(guestId: number, different: Partial<typeof hotspot_vouchers.$inferInsert> = {}) {
    const values = { hotspot_id: HOTSPOT, code: `changed-${count}`, auto_login: true, remain_use: 1, duration: 3, type: 'auth' as const };
    const created = await insertVoucher(server.db(), { ...values, created: server.clock.now, ...different });
    const id = created.id;
    await server.db().update(users).set({ voucher_id: id }).where(eq(users.id, guestId));
    await server.db().insert(voucher_uses).values({ voucher_id: id, user_id: guestId, used: server.clock.now });
    return id;
  }

  test.each([
    ['an own voucher', {}],
    ['a voucher for registration', { type: 'normal' as const, code: 'to register' }],
  ])('ends the session when %s is replaced', async (_, different) => {
    const { id } = await online();
    const voucher = await usedBy(id, different);
    expect(await server.as('reseller1').post(`/api/vouchers/voucher/${voucher}/replacement`)).toMatchObject({ status: 201 });
    expect(await entry()).toMatchObject({ action: 'sessions.disconnect', account_name: 'reseller1', object_id: id });
    expect(received.map((packet) => [packet.code, valueOf(packet, 'Acct-Session-Id')])).toEqual([[CODE.disconnectRequest, `key-${count}`]]);
  });

  test.each([
    ['it is', (voucher: number) => `/api/vouchers/voucher/${voucher}`],
    ['all of the hotspot are', () => `/api/vouchers/hotspot/${HOTSPOT}`],
  ])('turns total limits into daily ones when %s deleted', async (_, path) => {
    await setPreferences(server, HOTSPOT, { voucher_limits_total: 'true' });
    const { id } = await online({ max_navigation_traffic: 5000 });
    const voucher = await usedBy(id, { max_traffic: 5000 });
    expect(await server.as('reseller1').delete(path(voucher))).toMatchObject(DONE);
    expect(await entry()).toMatchObject({ action: 'sessions.change', object_id: id });
    const [packet] = received;
    // Until midnight, no longer until the end of the validity.
    expect(packet && (valueOf(packet, 'Session-Timeout') ?? 0)).toBeLessThan(DAY / 1000);
    expect(received).toHaveLength(1);
  });

  test('sends nothing when its deletion leaves the allowance unchanged', async () => {
    const { id } = await online({ kbps_down: 32 });
    expect(await server.as('reseller1').delete(`/api/vouchers/voucher/${await usedBy(id)}`)).toMatchObject(DONE);
    await change(id, { kbps_down: 33 });
    await entry();
    expect(received.map((packet) => valueOf(packet, 'Mikrotik-Rate-Limit'))).toEqual(['0/33k']);
  });
});

test("staff of other hotspots see nothing of the unit's answer", async () => {
  const { id, sessionId } = await online();
  await change(id, { kbps_down: 64 });
  await entry();
  const [elsewhere] = await server
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.hotspot_id, HOTSPOT)))
    .limit(1);
  expect(elsewhere).toBeDefined();
  for (const as of ['reseller2', 'desk21']) {
    expect(await server.as(as).get(`/api/sessions/${sessionId}`)).toMatchObject({ status: 404 });
    const { status, body } = await server.as(as).get('/api/audit?action=sessions.change');
    expect([status, body]).toEqual(as === 'desk21' ? [403, expect.anything()] : [200, []]);
  }
  const { body } = await server.as('reseller1').get('/api/audit?action=sessions.change&limit=1');
  expect(z.array(auditEntry).parse(body)).toMatchObject([{ object_id: id }]);
});

test('guests online at a hotspot are disconnected when it is deleted', async () => {
  const { id } = await online();
  expect(await server.as('reseller1').delete(`/api/hotspots/${HOTSPOT}?undo=true`)).toMatchObject({ status: 200 });
  for (let tries = 0; tries < 200 && received.length === 0; tries += 1) await pause(50);
  expect(received.map((packet) => [packet.code, valueOf(packet, 'Acct-Session-Id')])).toEqual([[CODE.disconnectRequest, `key-${count}`]]);
  const [undo] = await server.db().select({ id: deleted_things.id }).from(deleted_things).orderBy(desc(deleted_things.id)).limit(1);
  expect(await server.as('reseller1').post(`/api/deleted/${undo?.id}/restore`, {})).toMatchObject({ status: 200 });
  expect(await server.db().$count(users, eq(users.id, id))).toBe(1);
});

test('one of several replicas sends a request, whether simultaneous, consecutive or after a restart', async () => {
  const { id } = await online();
  await server.db().update(users).set({ valid_until: server.clock.now }).where(eq(users.id, id));
  await Promise.all([requestsOf().round(), requestsOf().round(), requestsOf().round()]);
  await requestsOf().round();
  expect(received.map(({ code }) => code)).toEqual([CODE.disconnectRequest]);
  server.clock.now = new Date(server.clock.now.getTime() + 5 * 60_000);
  await Promise.all([requestsOf().round(), requestsOf().round()]);
  expect(received).toHaveLength(2);
});
