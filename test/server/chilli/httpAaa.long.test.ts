/** CoovaChilli's AAA over HTTP: the calls as CoovaChilli writes them, and their effect on guests and sessions. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  access_events,
  asked_endings,
  session_histories,
  sessions,
  unit_contacts,
  unit_refusals,
  units,
} from '../../../src/server/database/schema';
import { ending } from '../../../src/server/radius/ending';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { serve, type Answer } from '../../support/server/server';
import { tablesNaming } from '../../support/server/traces';
import { insertGuest, insertUnit } from '../../factories/rows';

const server = serve({
  config: { httpAaa: true, zone: 'Europe/Rome', loginLimit: 4 },
  // Nobody answers, because such a unit doesn't listen for these requests.
  endSession: (session) =>
    ending({
      db: server.db(),
      clock: () => server.clock.now,
      zone: 'Europe/Rome',
      waits: [50],
      onOutcome: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    }).end(session),
});

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'chilli-lobby', mac_address: '00-11-22-33-44-66', name: 'Lobby chilli', secret: 'testing123' };
const VOUCHER = 'chilli1';
const DEVICE = 'AA-BB-CC-00-00-01';
let guestId = 0;
let unitId = 0;

const md5 = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();
const DIGEST = md5(UNIT.secret, UNIT.uuid).toString('hex');

/** Escapes as chilli does: everything but unreserved characters as %xx, with lower-case hex digits. */
const encoded = (value: string) =>
  [...Buffer.from(value)]
    .map((byte) => (/[\w.!~*-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');

const call = (query: Record<string, string>, proof = { digest: DIGEST, uuid: UNIT.uuid }): Promise<Answer> => {
  const pairs = Object.entries({ ...proof, timezone: 'Europe/Rome', ...query }).map(([name, value]) => `${name}=${encoded(value)}`);
  return server.withToken().get(`/wax/aaa?${pairs.join('&')}`);
};
const login = async (query: Record<string, string> = {}) => {
  const guest = { stage: 'login', service: 'login', user: VOUCHER, pass: VOUCHER, ap: UNIT.mac_address, mac: DEVICE, ip: '10.1.0.2' };
  const { status, body } = await call({ ...guest, sessionid: 'aaa-1', nasid: 'nas01', ...query });
  expect(status).toBe(200);
  return String(body);
};
const counters = async (status: string, query: Record<string, string> = {}) => {
  const { body } = await call({ stage: 'counters', status, user: VOUCHER, ap: UNIT.mac_address, mac: DEVICE, ip: '10.1.0.2', ...query });
  return String(body);
};

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  const unit = await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, created: NOW });
  unitId = unit.id;
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const limits = { kbps_down: 2000, kbps_up: 500, max_navigation_traffic: 6 * 2 ** 30 };
  guestId = await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: VOUCHER, created: NOW }, limits);
});

test('a report is of the unit that has just replaced another of the same name', async () => {
  const replacement = { ...UNIT, uuid: 'chilli-swapped', hotspot_id: HOTSPOT, created: NOW };
  const proof = { digest: md5(UNIT.secret, replacement.uuid).toString('hex'), uuid: replacement.uuid };
  const startReport = { stage: 'counters', status: 'start', user: 'nobody', mac: 'AA-BB-CC-00-00-09', ip: '10.1.0.9' };
  const created = [];
  for (const last of ['8', '9']) {
    await server.db().delete(units).where(eq(units.uuid, replacement.uuid));
    const mac_address = `00-11-22-33-44-0${last}`;
    const unit = await insertUnit(server.db(), { ...replacement, mac_address });
    expect(await call({ ...startReport, ap: mac_address, sessionid: `swapped-${last}` }, proof)).toMatchObject({ status: 200 });
    created.push(unit.id);
  }
  const stored = await server.db().select({ unit: sessions.unit_id }).from(sessions).where(eq(sessions.device_mac, 'AA-BB-CC-00-00-09'));
  expect(stored.map(({ unit }) => unit).sort()).toEqual(created);
});

describe('a login by HTTP AAA', () => {
  test('is granted in the lines that the unit reads, from the first byte on', async () => {
    expect(await login()).toBe(
      [
        'Auth: 1',
        // Until midnight in Rome, because it is a daily limit.
        'Session-Timeout:48600',
        'Idle-Timeout:1800',
        'Acct-Interim-Interval:300',
        'CoovaChilli-Bandwidth-Max-Up:500',
        'CoovaChilli-Bandwidth-Max-Down:2000',
        // 6 GiB are 1 × 2³² + 2³¹ bytes, but the numbers that the unit reads are limited to 2³¹ − 1.
        'CoovaChilli-Max-Total-Octets:2147483647',
        'CoovaChilli-Max-Total-Gigawords:1',
        '',
      ].join('\n'),
    );
  });

  test('answers the challenge of CHAP', async () => {
    const challenge = Buffer.alloc(16, 9);
    const chap = { pass: '', chap_chal: challenge.toString('hex'), chap_id: '7' };
    expect(await login({ ...chap, chap_pass: md5(Buffer.of(7), VOUCHER, challenge).toString('hex') })).toMatch(/^Auth: 1\n/);
    expect(await login({ ...chap, chap_pass: md5(Buffer.of(8), VOUCHER, challenge).toString('hex') })).toMatch(/^Auth: 0\n/);
    expect(await login({ ...chap, chap_pass: 'no hex' })).toMatch(/^Auth: 0\n/);
  });

  test('is refused in words with status 200, since the unit discards other answers', async () => {
    expect(await login({ pass: 'guessed', mac: 'AA-BB-CC-00-00-02' })).toBe(
      'Auth: 0\nReply-Message:This code or password is not valid here.\n',
    );
    const [event] = await server.db().select().from(access_events).orderBy(desc(access_events.id)).limit(1);
    expect(event).toMatchObject({ unit_id: unitId, device_mac: 'AA-BB-CC-00-00-02', refusal: 'wrong_secret' });
  });

  test('admits by device only those of known guests', async () => {
    const framed = (mac: string) => login({ service: 'framed', user: mac, pass: mac, mac });
    const entry = { hotspot_id: HOTSPOT, username: 'AA-BB-CC-00-00-0A', account_type: 'mac', auto_login: true };
    await insertGuest(server.db(), { ...entry, valid_from: NOW, valid_until: new Date('2036-01-01'), created: NOW });
    expect(await framed('AA-BB-CC-00-00-0A')).toMatch(/^Auth: 1\n/);
    expect(await framed('AA-BB-CC-00-00-0B')).toMatch(/^Auth: 0\n/);
  });

  test('is refused to the unit itself, as it is not configured from here', async () => {
    expect(await login({ service: 'admin', user: VOUCHER })).toBe('Auth: 0\n');
  });
});

describe('reports by HTTP AAA', () => {
  test('become one session with the guest’s traffic and its end, however often they arrive', async () => {
    const used = { sessionid: 'aaa-2', duration: '300', bytes_down: String(5 * 2 ** 30), bytes_up: '70' };
    expect(await counters('start', { sessionid: 'aaa-2' })).toBe('Ack: 1\n');
    server.clock.now = new Date(NOW.getTime() + 300_000);
    for (const _ of [1, 2]) expect(await counters('update', used)).toBe('Ack: 1\n');
    const running = await server.db().select().from(sessions).where(eq(sessions.session_key, 'aaa-2'));
    expect(running).toMatchObject([
      { unit_id: unitId, user_id: guestId, device_mac: DEVICE, bytes_down: 5 * 2 ** 30, bytes_up: 70, duration: 300 },
    ]);
    server.clock.now = new Date(NOW.getTime() + 360_000);
    expect(await counters('stop', { ...used, duration: '360', bytes_up: '90' })).toBe('Ack: 1\n');
    expect(await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'aaa-2'))).toMatchObject([
      { bytes_down: 5 * 2 ** 30, bytes_up: 90, duration: 360 },
    ]);
  });

  test('are answered with the end of a session that should be over', async () => {
    const used = (bytes: number) => ({ sessionid: 'aaa-3', duration: '60', bytes_down: String(bytes), bytes_up: '0' });
    await counters('start', { sessionid: 'aaa-3' });
    expect(await counters('update', used(1000))).toBe('Ack: 1\n');
    // Together with the previous session, this is all of the day's 6 GiB.
    expect(await counters('update', { ...used(2 ** 30), duration: '61' })).toBe('Ack: 1\nSession-Timeout:1\n');
    expect(await login({ sessionid: 'aaa-3' })).toBe(
      'Auth: 0\nReply-Message:Your allowance for today is used up. You can log in again tomorrow.\n',
    );
  });

  test("are answered with the end of a deleted guest's session, whose data is erased", async () => {
    const db = server.db();
    const [name, mac] = ['erika@mail.example', 'AA-BB-CC-00-0E-01'];
    const guest = await insertGuest(db, {
      hotspot_id: HOTSPOT,
      username: name,
      account_type: 'email',
      valid_until: new Date('2036-01-01'),
      created: NOW,
    });
    const report = (status: string, duration: string) =>
      counters(status, { sessionid: 'aaa-erased', user: name.toUpperCase(), mac, duration });
    await report('start', '0');
    expect(await report('update', '60')).toBe('Ack: 1\n');
    const [running] = await db.select().from(sessions).where(eq(sessions.session_key, 'aaa-erased'));
    expect(running).toMatchObject({ user_id: guest.id, username: name, device_mac: mac });
    expect((await server.as('admin').delete(`/api/users/${guest.id}`)).status).toBe(200);
    // The unit finds the session by itself, so nothing has to be stored.
    expect(await tablesNaming(db, name, mac)).toEqual([]);
    for (const duration of ['61', '62']) expect(await report('update', duration)).toBe('Ack: 1\nSession-Timeout:1\n');
    expect(await report('stop', '63')).toBe('Ack: 1\n');
    expect(await db.$count(sessions, eq(sessions.id, running?.id ?? 0))).toBe(0);
    expect(await tablesNaming(db, name, mac)).toEqual([]);
  });

  test('are answered with the end of a session that staff disconnect', async () => {
    const db = server.db();
    const contact = { unit_id: unitId, heard: NOW, address: '127.0.0.1', kind: 'coovachilli' };
    await db.insert(unit_contacts).values(contact).onConflictDoNothing();
    const device = { user: 'AA-BB-CC-00-00-0A', mac: 'AA-BB-CC-00-00-0A' };
    const report = (status: string, sessionid: string, duration = '0') => counters(status, { ...device, sessionid, duration });
    for (const sessionid of ['aaa-staff', 'aaa-other']) await report('start', sessionid);
    const [running] = await db.select().from(sessions).where(eq(sessions.session_key, 'aaa-staff'));
    const disconnect = () => server.as('admin').post(`/api/sessions/${running?.id}/disconnect`, {});
    for (const _ of [1, 2]) expect(await disconnect()).toMatchObject({ status: 200, body: { outcome: 'with_next_report', cause: '' } });
    expect(await report('update', 'aaa-other', '60')).toBe('Ack: 1\n');
    for (const duration of ['60', '61']) expect(await report('update', 'aaa-staff', duration)).toBe('Ack: 1\nSession-Timeout:1\n');
    await report('stop', 'aaa-staff', '62');
    expect(await db.$count(asked_endings)).toBe(0);
    // The device comes back with the same key and another IP address.
    server.clock.now = new Date(server.clock.now.getTime() + 600_000);
    await counters('start', { ...device, sessionid: 'aaa-staff', ip: '10.1.0.3', duration: '0' });
    expect(await report('update', 'aaa-staff', '60')).toBe('Ack: 1\n');
    for (const sessionid of ['aaa-staff', 'aaa-other']) await report('stop', sessionid, '60');
  });

  test.each([
    ['with traffic', { bytes_up: '30', bytes_down: '300' }],
    ['without traffic', { bytes_up: '0', bytes_down: '0' }],
  ])('are counted once when they arrive again, however late (%s)', async (name, used) => {
    const db = server.db();
    const device = { user: 'AA-BB-CC-00-00-0A', mac: 'AA-BB-CC-00-00-0A', sessionid: `aaa-again ${name}` };
    const startedAt = server.clock.now;
    const after = (seconds: number) => {
      server.clock.now = new Date(startedAt.getTime() + seconds * 1000);
    };
    const start = () => counters('start', device);
    const stop = () => counters('stop', { ...device, ...used, duration: '650' });
    await start();
    after(300);
    await counters('update', { ...device, duration: '300', bytes_up: '0', bytes_down: '0' });
    after(400);
    await start();
    const running = () => db.select().from(sessions).where(eq(sessions.session_key, device.sessionid));
    expect(await running()).toMatchObject([{ start_time: startedAt, duration: 300 }]);
    after(650);
    await stop();
    for (const seconds of [800, 4000]) {
      after(seconds);
      expect(await start()).toBe('Ack: 1\n');
      expect(await stop()).toBe('Ack: 1\n');
    }
    expect(await running()).toEqual([]);
    expect(await db.select().from(session_histories).where(eq(session_histories.session_key, device.sessionid))).toMatchObject([
      { start_time: startedAt, duration: 650, bytes_up: Number(used.bytes_up), bytes_down: Number(used.bytes_down) },
    ]);
  });

  test.each(['up', 'down'])("end the unit's sessions when it goes %s", async (status) => {
    await counters('start', { sessionid: `aaa-${status}`, user: 'AA-BB-CC-00-00-0A', mac: 'AA-BB-CC-00-00-0A' });
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    expect(await counters(status)).toBe('Ack: 1\n');
    expect(
      await server
        .db()
        .select()
        .from(session_histories)
        .where(eq(session_histories.session_key, `aaa-${status}`)),
    ).toMatchObject([{ terminate_cause: 'unit_restarted' }]);
  });

  test('are acknowledged for the minutes to fetch mail, and belong to no guest', async () => {
    expect(await counters('start', { sessionid: 'aaa-5', user: 'temporary' })).toBe('Ack: 1\n');
    expect(await server.db().$count(sessions, eq(sessions.session_key, 'aaa-5'))).toBe(0);
  });

  test('are refused when they have no content', async () => {
    for (const query of [{ status: 'start' }, { status: 'pause', sessionid: 'x' }])
      expect(await call({ stage: 'counters', ...query })).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});

describe('a unit with HTTP AAA', () => {
  test('proves itself by the digest of its secret, and is throttled otherwise', async () => {
    const query = { stage: 'counters', status: 'up' };
    const tell = async (proof: Partial<{ digest: string; uuid: string }>) => (await call(query, { digest: '', uuid: '', ...proof })).body;
    expect(await tell({ uuid: UNIT.uuid })).toMatchObject({ message: 'digest required' });
    expect(await tell({ digest: DIGEST })).toMatchObject({ message: 'uuid required' });
    const wrong = { uuid: 'no-such-unit', digest: DIGEST };
    for (let tries = 0; tries < 4; tries += 1)
      expect(await tell(wrong)).toMatchObject({ message: 'digest is invalid', code: 'invalid_digest' });
    expect(await call(query, wrong)).toMatchObject({ status: 429 });
    expect(await tell({ uuid: UNIT.uuid, digest: DIGEST.toUpperCase() })).toMatchObject({ code: 'invalid_digest' });
    expect(await tell({ uuid: UNIT.uuid, digest: DIGEST })).toBe('Ack: 1\n');
  });

  test('gets an explanation for what is not supported', async () => {
    expect(await call({ stage: 'register' })).toMatchObject({ status: 501, body: { code: 'not_served' } });
  });

  test('is recorded with its requests, as are impostors', async () => {
    const secretOf = (secret: string) => server.withToken().get(`/wax/aaa/auth?digest=${DIGEST}&uuid=${UNIT.uuid}&secret=${secret}`);
    const failed = async () => server.db().select().from(unit_refusals);
    expect(await failed()).toEqual([]);
    for (const digest of ['0'.repeat(32), DIGEST.toUpperCase()])
      expect(await call({ stage: 'counters', status: 'up' }, { uuid: UNIT.uuid, digest })).toMatchObject({ status: 400 });
    expect(await secretOf('guessed')).toMatchObject({ status: 401 });
    expect(await secretOf(UNIT.secret)).toMatchObject({ status: 404 });
    await server.app().close();
    // Including the failure of the previous test.
    expect(await failed()).toMatchObject([{ unit_id: unitId, address: '127.0.0.1', outcome: 'wrong_secret', packets: 4 }]);
    for (const digest of [DIGEST, '0'.repeat(32)]) expect(await tablesNaming(server.db(), digest)).toEqual([]);
    expect(await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, unitId))).toMatchObject([
      { address: '127.0.0.1', kind: 'coovachilli' },
    ]);
  });
});
