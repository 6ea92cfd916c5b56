/**
 * What an attacker can do who knows only a unit's digest, which every guest can read in the address bar; and what the unit itself can still
 * do.
 */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  devices,
  login_tokens,
  portal_tries,
  session_histories,
  sessions,
  unit_contacts,
  unit_refusals,
  units,
  users,
} from '../../../src/server/database/schema';
import { issueToken } from '../../../src/server/access/tokenQueries';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { callerOf, serve, type Answer } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve({
  config: { httpAaa: true, zone: 'Europe/Rome', trustProxy: ['loopback'], loginLimit: 1000, portalOrigin: 'https://wifi.example' },
});

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'chilli-hall', mac_address: '00-11-22-33-44-88', name: 'Hall', secret: 'a secret that no guest knows' };
const VICTIM = { code: 'victim12', mac: 'AA-BB-CC-00-00-01' };
const ATTACKER = 'AA-BB-CC-66-66-66';
/** The unit's IP address, one that it gets later, and one of somebody else. */
const [HERE, MOVED, ELSEWHERE] = ['203.0.113.10', '203.0.113.20', '198.51.100.66'];
let unitId = 0;
let victimId = 0;

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const digest = () => md5(UNIT.secret + UNIT.uuid);

/** As chilli writes a query: everything but unreserved characters as %xx, in lower case. */
const encoded = (value: string) =>
  [...Buffer.from(value)]
    .map((byte) => (/[\w.!~*-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');

interface Sender {
  from?: string;
  /** The `uamsecret`, with which chilli signs the whole URL that it calls. */
  uamsecret?: string;
  url?: string;
}

const aaa = (query: Record<string, string>, { from = HERE, uamsecret, url = server.url() }: Sender = {}): Promise<Answer> => {
  const pairs = Object.entries({ digest: digest(), uuid: UNIT.uuid, ...query }).map(([name, value]) => `${name}=${encoded(value)}`);
  const path = `/wax/aaa?${pairs.join('&')}`;
  const md = uamsecret === undefined ? '' : `&md=${md5(url + path + uamsecret).toUpperCase()}`;
  return callerOf(
    () => url,
    async () => undefined,
  ).call('GET', path + md, undefined, { 'X-Forwarded-For': from });
};
const login = async (user: string, pass: string, sender: Sender = {}, mac = VICTIM.mac) =>
  aaa({ stage: 'login', service: 'login', user, pass, ap: UNIT.mac_address, mac, ip: '10.1.0.2', sessionid: `s-${mac}` }, sender);
const report = (status: string, about: Record<string, string> = {}, sender: Sender = {}) =>
  aaa({ stage: 'counters', status, user: VICTIM.code, mac: VICTIM.mac, ap: UNIT.mac_address, ip: '10.1.0.2', ...about }, sender);
const poll = (from: string) =>
  callerOf(
    () => server.url(),
    async () => undefined,
  ).call('GET', `/wax/aaa/auth?digest=${digest()}&uuid=${UNIT.uuid}&secret=${encodeURIComponent(UNIT.secret)}`, undefined, {
    'X-Forwarded-For': from,
  });
const deviceLogin = (mac: string, sender: Sender = {}) =>
  aaa({ stage: 'login', service: 'framed', user: mac, pass: mac, mac, sessionid: 'x' }, sender);

const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};
/** Runs `work` at a second server, which writes its buffers when it closes. */
const atReplica = async (work: (url: string) => Promise<unknown>) => {
  const { url, close } = await server.replica();
  try {
    await work(url);
  } finally {
    await close();
  }
};
const running = () => server.db().$count(sessions, eq(sessions.unit_id, unitId));
const contact = async () => (await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, unitId)))[0];
const proofNow = async () => (await server.db().select().from(units).where(eq(units.id, unitId)))[0]?.http_proof;

beforeAll(async () => {
  server.clock.now = NOW;
  await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true', auto_login: 'true' });
  victimId = await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code: VICTIM.code, created: NOW }, {});
  await server
    .db()
    .update(users)
    .set({ auto_login: true, valid_until: new Date('2036-01-01') })
    .where(eq(users.id, victimId));
});
/** Each test has a unit of its own, because proven digests are cached. */
let tests = 0;
beforeEach(async () => {
  later(11 * 60);
  tests += 1;
  const db = server.db();
  for (const table of [portal_tries, sessions, session_histories, devices, login_tokens]) await db.delete(table);
  await db.delete(units).where(eq(units.mac_address, UNIT.mac_address));
  const uuid = `chilli-hall-${tests}`;
  Object.assign(UNIT, { uuid });
  const unit = await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, created: NOW });
  unitId = unit.id;
  await db.insert(unit_contacts).values({ unit_id: unitId, heard: NOW, address: HERE, kind: 'coovachilli' });
});

describe('somebody elsewhere who knows the digest', () => {
  test('gives no device to a guest, so that it is not let in as that guest later', async () => {
    await report('start', { sessionid: 'forged', mac: ATTACKER }, { from: ELSEWHERE });
    expect(await server.db().$count(devices, eq(devices.mac_address, ATTACKER))).toBe(0);
    expect((await deviceLogin(ATTACKER)).body).toMatch(/^Auth: 0\n/);
  });

  test('ends no sessions, and changes what nobody used', async () => {
    expect((await login(VICTIM.code, VICTIM.code)).body).toMatch(/^Auth: 1\n/);
    expect((await report('start', { sessionid: 'real' })).body).toBe('Ack: 1\n');
    later(60);
    const forged = { sessionid: 'real', duration: '61', bytes_down: '999999999', bytes_up: '1' };
    for (const status of ['up', 'down', 'update', 'stop']) {
      expect(await report(status, status === 'up' || status === 'down' ? {} : forged, { from: ELSEWHERE })).toMatchObject({ status: 403 });
    }
    expect(await running()).toBe(1);
    expect(await server.db().select().from(sessions).where(eq(sessions.session_key, 'real'))).toMatchObject([{ bytes_down: 0 }]);
  });

  test('does not move the address that gets requests to end sessions, and staff see who tried', async () => {
    await atReplica(async (url) => {
      await report('start', { sessionid: 'forged' }, { from: ELSEWHERE, url });
      await login('guessed1', 'guessed1', { from: ELSEWHERE, url });
    });
    expect(await contact()).toMatchObject({ address: HERE });
    expect(await server.db().select().from(unit_refusals).where(eq(unit_refusals.unit_id, unitId))).toMatchObject([
      { address: ELSEWHERE, outcome: 'not_signed', packets: 2 },
    ]);
  });
});

describe('a guest at the unit, who has its address too', () => {
  test('gives no device to another guest by a report', async () => {
    await report('start', { sessionid: 'forged', mac: ATTACKER });
    expect(await server.db().$count(devices, eq(devices.mac_address, ATTACKER))).toBe(0);
    expect((await deviceLogin(ATTACKER)).body).toMatch(/^Auth: 0\n/);
  });

  test('gives a device to a guest who was let in on it, which then gets in by itself', async () => {
    expect((await deviceLogin(VICTIM.mac)).body).toMatch(/^Auth: 0\n/);
    expect((await login(VICTIM.code, VICTIM.code)).body).toMatch(/^Auth: 1\n/);
    await report('start', { sessionid: 'real' });
    expect(await server.db().select().from(devices)).toMatchObject([{ mac_address: VICTIM.mac, user_id: victimId }]);
    await report('stop', { sessionid: 'real', duration: '60' });
    expect((await deviceLogin(VICTIM.mac)).body).toMatch(/^Auth: 1\n/);
  });

  test('guesses no more codes than at the portal, with any device and at any replica, and tokens are still accepted', async () => {
    const other = await server.replica();
    try {
      const guess = async (nth: number) => {
        const mac = `02-00-00-00-00-${(nth % 90).toString(16).padStart(2, '0').toUpperCase()}`;
        const url = nth % 2 === 0 ? server.url() : other.url;
        for (;;) {
          const { status, body } = await login(`guess${nth}`, `guess${nth}`, { url }, mac);
          // A call that a busy machine's database refused before anything was done is repeated, as units do.
          if (status !== 503) return String(body);
        }
      };
      const answers: string[] = [];
      for (let wave = 0; wave < 80; wave += 16) {
        answers.push(...(await Promise.all(Array.from({ length: 16 }, (_, nth) => guess(wave + nth)))));
      }
      let wrong = answers.filter((body) => body.includes('not valid here')).length;
      // Concurrent attempts count until they are refused.
      expect(wrong).toBeLessThanOrEqual(60);
      expect(answers.filter((body) => !/not valid here|Too many/.test(body))).toEqual([]);
      for (let nth = 80; wrong < 60; nth += 1) {
        expect(await guess(nth)).toContain('not valid here');
        wrong += 1;
      }
      expect(await guess(140)).toContain('Too many');
      // The right code is refused as well, so that the attacker learns nothing.
      expect((await login(VICTIM.code, VICTIM.code, { url: other.url }, ATTACKER)).body).toMatch(/^Auth: 0\n/);
      // Guests who log in at the portal have a token, which nobody can guess.
      const token = await issueToken(
        server.db(),
        { unitId, guestId: victimId, deviceMac: VICTIM.mac, method: 'voucher' },
        server.clock.now,
      );
      expect((await login(VICTIM.code.toUpperCase(), token)).body).toMatch(/^Auth: 1\n/);
      later(11 * 60);
      expect((await login(VICTIM.code, VICTIM.code)).body).toMatch(/^Auth: 1\n/);
    } finally {
      await other.close();
    }
  });
});

describe('a unit with a uamsecret', () => {
  const signed = { uamsecret: UNIT.secret };

  test('is accepted from anywhere, and from then on never unsigned', async () => {
    expect((await login(VICTIM.code, VICTIM.code, { ...signed, from: MOVED })).body).toMatch(/^Auth: 1\n/);
    expect(await proofNow()).toBe('signature');
    expect((await report('start', { sessionid: 'real' }, { ...signed, from: MOVED })).body).toBe('Ack: 1\n');
    for (const from of [HERE, MOVED]) expect(await report('up', {}, { from })).toMatchObject({ status: 403, body: { code: 'not_signed' } });
    expect(await running()).toBe(1);
    later(1);
    await atReplica(async (url) => expect((await report('up', {}, { ...signed, url })).body).toBe('Ack: 1\n'));
    expect(await running()).toBe(0);
    expect(await contact()).toMatchObject({ is_http_signed: true });
  });

  test('moves with its signed requests', async () => {
    await atReplica((url) => report('start', { sessionid: 'real' }, { ...signed, from: MOVED, url }));
    expect(await contact()).toMatchObject({ address: MOVED });
  });

  test('is not believed with a signature of another address or secret', async () => {
    const url = server.url();
    const path = `/wax/aaa?digest=${digest()}&uuid=${UNIT.uuid}&stage=counters&status=up`;
    for (const md of [md5(url + path + 'guessed'), md5(`${url}/portal/x${UNIT.secret}`), ''].map((hash) => hash.toUpperCase()))
      expect(await server.withToken().call('GET', `${path}&md=${md}`, undefined, { 'X-Forwarded-For': ELSEWHERE })).toMatchObject({
        status: 403,
      });
    expect(await proofNow()).toBe('address');
  });
});

describe('an existing unit, which does not sign', () => {
  test('is accepted where it is known to be, and elsewhere once a poll has proven its secret there', async () => {
    expect((await report('start', { sessionid: 'one' })).body).toBe('Ack: 1\n');
    expect(await report('start', { sessionid: 'two' }, { from: MOVED })).toMatchObject({ status: 403 });
    expect(await poll(MOVED)).toMatchObject({ status: 404 });
    expect((await report('start', { sessionid: 'two' }, { from: MOVED })).body).toBe('Ack: 1\n');
    expect(await running()).toBe(2);
  });

  test('is first known by where it calls from', async () => {
    await server.db().delete(unit_contacts);
    await atReplica(async (url) => expect((await report('start', { sessionid: 'one' }, { from: MOVED, url })).body).toBe('Ack: 1\n'));
    expect(await contact()).toMatchObject({ address: MOVED, is_http_signed: false });
  });

  test('is accepted from any address where staff say so', async () => {
    expect((await server.as('reseller1').put(`/api/units/${unitId}`, { http_proof: 'digest' })).status).toBe(200);
    await atReplica(async (url) => expect((await report('start', { sessionid: 'one' }, { from: MOVED, url })).body).toBe('Ack: 1\n'));
    expect(await contact()).toMatchObject({ address: HERE });
  });
});

describe('a new unit', () => {
  const body = () => ({ hotspot_id: HOTSPOT, mac_address: '00-11-22-33-44-99', name: 'New', uuid: `new-${tests}`, secret: 'x'.repeat(16) });

  test('must sign if it is set up with our console', async () => {
    const created = await server.as('reseller1').post('/api/units', body());
    const { id } = created.body as { id: number };
    expect((await server.db().select().from(units).where(eq(units.id, id)))[0]?.http_proof).toBe('signature');
    await server.db().delete(units).where(eq(units.id, id));
  });

  test('needs a secret of at least 16 characters', async () => {
    expect(await server.as('reseller1').post('/api/units', { ...body(), secret: 'x'.repeat(15) })).toMatchObject({
      status: 400,
      body: { fields: { secret: expect.any(String) } },
    });
  });
});
