/** FreeRADIUS in front of Portico: what rlm_rest sends, as JSON, and the configuration that `portico freeradius-config` writes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { session_histories, sessions, unit_contacts, units } from '../../../src/server/database/schema';
import { freeradiusConfig, listClients } from '../../../src/server/radius/freeradiusConfig';
import { chapResponse } from '../../../src/server/radius/passwords';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { serve, type Answer } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const SECRET = 'testing123';
const TOKEN = 'freeradius-token-0123456789';
const server = serve({ config: { freeradiusToken: TOKEN, zone: 'Europe/Rome' } });

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'behind-freeradius', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };
const VOUCHER = 'front1';
let guestId = 0;

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, created: NOW, address: '127.0.0.1' });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const limits = { kbps_down: 2000, max_navigation_traffic: 50_000_000 };
  guestId = await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: VOUCHER, created: NOW }, limits);
});

/** Attributes as rlm_rest writes them. */
const json = (attributes: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { type: 'string', value: [value] }]));

const call = (path: string, attributes: Record<string, string | number>, token = TOKEN): Promise<Answer> =>
  server.withToken().post(`/radius/${path}`, json(attributes), { Authorization: `Bearer ${token}` });

const FROM_UNIT = { 'NAS-Identifier': UNIT.uuid, 'Calling-Station-Id': '02-00-00-00-00-01' };
const LOGIN = { ...FROM_UNIT, 'User-Name': VOUCHER, 'User-Password': VOUCHER };
const assigned = (...value: (string | number)[]) => ({ op: ':=', do_xlat: false, value });

describe('a request of rlm_rest', () => {
  test('is answered with the decision and the attributes of the unit’s kind, none of which FreeRADIUS expands', async () => {
    const { status, body } = await call('authorize', { ...LOGIN, 'ChilliSpot-Version': '1.6' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      'control:Auth-Type': assigned('Accept'),
      'reply:Session-Timeout': assigned(48_600),
      'reply:WISPr-Bandwidth-Max-Down': assigned(2_000_000),
      'reply:ChilliSpot-Max-Total-Octets': assigned(33_750_000),
      'reply:Class': assigned(`0x${Buffer.from(`portico ${guestId}`).toString('hex')}`),
    });
  });

  test('is refused in words', async () => {
    expect((await call('authorize', { ...LOGIN, 'User-Password': 'guessed' })).body).toEqual({
      'control:Auth-Type': assigned('Reject'),
      'reply:Reply-Message': assigned('This code or password is not valid here.'),
    });
  });

  test('can have a CHAP password, whose challenge is the authenticator', async () => {
    const authenticator = Buffer.alloc(16, 7);
    const chap = `0x${chapResponse(3, authenticator, VOUCHER).toString('hex')}`;
    const login = { ...FROM_UNIT, 'User-Name': VOUCHER, 'CHAP-Password': chap };
    const answer = async (query: string) => (await call(`authorize${query}`, login)).body;
    expect(await answer(`?authenticator=0x${authenticator.toString('hex')}`)).toMatchObject({ 'control:Auth-Type': assigned('Accept') });
    expect(await answer('')).toMatchObject({ 'control:Auth-Type': assigned('Reject') });
  });

  test.each([
    ['by the client that sent it, whatever it says', { 'NAS-Identifier': 'anything' }, `?client=${UNIT.uuid}`],
    ['by its uuid', { 'NAS-Identifier': UNIT.uuid }, ''],
    ['by its uuid in capitals and with a space', { 'NAS-Identifier': `${UNIT.uuid.toUpperCase()} ` }, ''],
    ['by its MAC address', { 'Called-Station-Id': '00-11-22-33-44-55:Guests' }, ''],
    ['by its fixed address', {}, '?src=127.0.0.1'],
  ])('belongs to the unit that is found %s', async (_, who, query) => {
    const login = { 'User-Name': VOUCHER, 'User-Password': VOUCHER, 'Calling-Station-Id': '02-00-00-00-00-01', ...who };
    expect((await call(`authorize${query}`, login)).body).toMatchObject({ 'control:Auth-Type': assigned('Accept') });
  });

  test.each([
    ['by its name, which is not unique', { 'NAS-Identifier': UNIT.name }],
    ['at another address than its own', { 'NAS-Identifier': 'unknown' }],
  ])('belongs to no unit %s', async (_, who) => {
    const login = { 'User-Name': VOUCHER, 'User-Password': VOUCHER, ...who };
    expect(await call('authorize?src=192.0.2.1', login)).toMatchObject({ status: 404 });
  });

  test('requires the token', async () => {
    for (const token of ['', 'freeradius-token-012345678', `${TOKEN}9`])
      expect(await call('authorize', LOGIN, token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await server.withToken().post('/radius/accounting', json({ ...FROM_UNIT, 'Acct-Status-Type': 1 }))).status).toBe(401);
  });

  test('can have values that no attribute holds, which are omitted', async () => {
    const odd = { 'Framed-IP-Address': 'none', 'NAS-Port': 'Ethernet', 'Event-Timestamp': 'yesterday', 'CHAP-Challenge': '0xzz' };
    expect((await call('authorize', { ...LOGIN, ...odd, 'Made-Up': 'x' })).body).toMatchObject({ 'control:Auth-Type': assigned('Accept') });
  });

  // Uses up the guest's traffic limit.
  test('is recorded before it is acknowledged, and not acknowledged without content', async () => {
    const report = { ...FROM_UNIT, 'User-Name': VOUCHER, 'Acct-Session-Id': 'rest-1' };
    const counters = { 'Acct-Session-Time': 60, 'Acct-Input-Octets': 10, 'Acct-Output-Octets': 20, 'Acct-Output-Gigawords': 1 };
    expect(await call('accounting', { ...report, ...counters, 'Acct-Status-Type': 3 })).toMatchObject({ status: 204, body: null });
    expect(await server.db().select().from(sessions).where(eq(sessions.session_key, 'rest-1'))).toMatchObject([
      { user_id: guestId, bytes_up: 10, bytes_down: 4_294_967_316 },
    ]);
    expect((await call('accounting', { ...FROM_UNIT, 'Acct-Status-Type': 1 })).status).toBe(400);
    expect((await call('accounting', { ...FROM_UNIT, 'Acct-Status-Type': 7 })).status).toBe(204);
    expect(await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'rest-1'))).toMatchObject([
      { terminate_cause: 'unit_restarted' },
    ]);
  });

  test.each([
    ['no object', '[]'],
    ['no values', { 'User-Name': 'x' }],
    ['objects for values', { 'User-Name': { type: 'string', value: [{}] } }],
  ])('is refused with %s', async (_, body) => {
    const answer = await server.withToken().post('/radius/authorize', body, { Authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(400);
  });
});

describe('a report that FreeRADIUS resends late', () => {
  const startedAt = NOW.getTime();
  const DEVICE_REPORT = { ...FROM_UNIT, 'Calling-Station-Id': '02-00-00-00-00-09' };
  const counted = { 'Acct-Session-Time': 650, 'Acct-Input-Octets': 0, 'Acct-Output-Octets': 0, 'Acct-Terminate-Cause': 1 };
  const running = (key: string) => server.db().select().from(sessions).where(eq(sessions.session_key, key));
  const ended = (key: string) => server.db().select().from(session_histories).where(eq(session_histories.session_key, key));
  /**
   * Passes on a packet with what identifies it: its authenticator, if the configuration passes that on, and its timestamp, if it has one.
   */
  const passedOn = async (seconds: number, packet: string, isDated: boolean, report: Record<string, string | number>) => {
    server.clock.now = new Date(startedAt + seconds * 1000);
    const query = packet === '' ? '' : `?authenticator=0x${packet.repeat(16)}`;
    const dated = isDated && { 'Event-Timestamp': new Date(startedAt + (report['Acct-Status-Type'] === 1 ? 0 : 650_000)).toISOString() };
    expect(await call(`accounting${query}`, { ...DEVICE_REPORT, ...report, ...dated })).toMatchObject({ status: 204 });
  };
  afterAll(() => {
    server.clock.now = NOW;
  });

  test.each([
    ['with its authenticator', 'a1', false],
    ['with its timestamp', '', true],
    ['with both', 'a1', true],
  ])('is counted once %s', async (_, packet, isDated) => {
    const key = `again ${packet} ${isDated}`;
    const start = { 'Acct-Status-Type': 1, 'Acct-Session-Id': key };
    const stop = { ...counted, 'Acct-Status-Type': 2, 'Acct-Session-Id': key };
    const other = packet && 'b2';
    await passedOn(0, packet, isDated, start);
    await passedOn(400, packet, isDated, start);
    // Retransmitted by a unit that reports its delay, which makes it another packet.
    await passedOn(500, packet && 'c3', isDated, { ...start, 'Acct-Delay-Time': 5 });
    expect(await running(key)).toMatchObject([{ start_time: NOW }]);
    await passedOn(650, other, isDated, stop);
    for (const seconds of [800, 4000]) {
      await passedOn(seconds, packet, isDated, start);
      await passedOn(seconds, other, isDated, stop);
    }
    expect(await running(key)).toEqual([]);
    expect(await ended(key)).toMatchObject([{ start_time: NOW, duration: 650, terminate_cause: 'user_request' }]);
  });

  test('does not split the running session without either, and can start another one afterwards', async () => {
    const key = 'again by content';
    const start = { 'Acct-Status-Type': 1, 'Acct-Session-Id': key };
    await passedOn(0, '', false, start);
    await passedOn(400, '', false, start);
    expect(await running(key)).toMatchObject([{ start_time: NOW }]);
    for (const seconds of [650, 800]) await passedOn(seconds, '', false, { ...counted, 'Acct-Status-Type': 2, 'Acct-Session-Id': key });
    expect(await running(key)).toEqual([]);
    expect(await ended(key)).toMatchObject([{ start_time: NOW, duration: 650 }]);
    await passedOn(4000, '', false, start);
    expect(await running(key)).toMatchObject([{ start_time: new Date(startedAt + 4_000_000) }]);
  });
});

describe('the configuration for FreeRADIUS', () => {
  const options = { url: 'https://portico.internal', token: TOKEN };

  test('has a client for each unit with a fixed address and a secret', async () => {
    const clients = await listClients(server.db());
    expect(clients).toEqual([{ uuid: UNIT.uuid, address: '127.0.0.1', secret: SECRET, mayBeUnsigned: false }]);
    const site = freeradiusConfig({ ...options, clients })['sites-enabled/portico'];
    expect(site).toContain(`client ${UNIT.uuid} {`);
    expect(site).toContain('require_message_authenticator = yes');
  });

  test('omits an address that several units share, as FreeRADIUS refuses to start with two clients for one', () => {
    const client = { address: '192.0.2.1', secret: 'secret', mayBeUnsigned: false };
    const clients = [
      { ...client, uuid: 'one' },
      { ...client, uuid: 'two' },
      { ...client, uuid: 'three', address: '192.0.2.3' },
    ];
    const site = freeradiusConfig({ ...options, clients })['sites-enabled/portico'] ?? '';
    expect([...site.matchAll(/^ {4}client (\S+)/gm)].map(([, uuid]) => uuid)).toEqual(['three']);
    expect(site).toContain('# 192.0.2.1 is left out: 2 units share it');
  });

  test('omits a secret that could be parsed as more than a word', () => {
    const clients = [{ uuid: 'odd', address: '192.0.2.1', secret: 'a"\n}\nclient all {', mayBeUnsigned: false }];
    const site = freeradiusConfig({ ...options, clients })['sites-enabled/portico'] ?? '';
    expect(site).not.toContain('client all');
    expect(site).toContain('# odd (192.0.2.1) is left out');
  });
});

test('units behind FreeRADIUS are recorded with time and address of their contact', async () => {
  await call('authorize?src=198.51.100.9', LOGIN);
  await server.app().close();
  const [row] = await server
    .db()
    .select({ contact: unit_contacts })
    .from(unit_contacts)
    .innerJoin(units, eq(units.id, unit_contacts.unit_id))
    .where(eq(units.uuid, UNIT.uuid));
  expect(row?.contact).toMatchObject({ address: '198.51.100.9', heard: NOW });
});
