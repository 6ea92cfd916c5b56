/** What staff set for a unit: its type, its fixed address, and the exception for unsigned logins. Tested with radclient. */
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { liveUnit } from '../../../src/contract/units';
import { UNIT_KINDS } from '../../../src/contract/plain/wire';
import { audit_entries, sessions, units } from '../../../src/server/database/schema';
import { plainAddress } from '../../../src/server/units/addresses';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { radclient, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences } from '../../support/radius/radius';
import { setPreferences } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const ports = { authentication: 0, accounting: 0, tls: 0 };
let radius: RadiusListener | undefined;
const failures: unknown[] = [];
// Before the database closes.
afterAll(async () => {
  await radius?.close();
  expect(failures).toEqual([]);
});

const server = serve({ config: { radius: { host: '127.0.0.1', ports } } });

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const CODE = 'settings1';
const DEVICE = 'Calling-Station-Id = "02-00-00-00-00-01"';
const SIGNED = 'Message-Authenticator = 0x00';

const portOf = (service: 'authentication' | 'accounting') => radius?.ports[service] ?? 0;
let count = 0;

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const limits = { kbps_down: 2000, max_navigation_traffic: 500_000_000 };
  await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: CODE, created: NOW }, limits);
  radius = await listenOnFreePorts({ db, clock: () => NOW, onFailure: (error) => void failures.push(error) });
});

/** A new unit for each case, because units are cached for some seconds. */
async function unitWith(different: Partial<typeof units.$inferInsert> = {}): Promise<{ id: number; name: string }> {
  count += 1;
  const name = `settings-${count}`;
  const digits = count.toString(16).padStart(2, '0').toUpperCase();
  const fields = { hotspot_id: HOTSPOT, name, uuid: name, mac_address: `02-5E-00-00-00-${digits}`, secret: SECRET, created: NOW };
  await server.db().update(units).set({ address: '', may_be_unsigned: false });
  const created = await insertUnit(server.db(), { ...fields, ...different });
  return { id: created.id, name };
}

const login = async (lines: string[], seconds = 2) =>
  (await radclient('auth', portOf('authentication'), [`User-Name = "${CODE}"`, `User-Password = "${CODE}"`, DEVICE, ...lines], { seconds }))
    .output;

describe('the kind that staff chose for a unit', () => {
  test('decides its attributes, whatever it sends', async () => {
    const { name } = await unitWith({ kind: 'mikrotik' });
    const chosen = await login([SIGNED, `NAS-Identifier = "${name}"`, 'ChilliSpot-Version = "1.6"']);
    expect(chosen).toContain('Mikrotik-Total-Limit = 500000000');
    expect(chosen).not.toContain('ChilliSpot-Max-Total-Octets');
  });

  test.each(UNIT_KINDS)('includes the common attributes for %s', async (kind) => {
    const { name } = await unitWith({ kind });
    const answer = await login([SIGNED, `NAS-Identifier = "${name}"`]);
    for (const line of ['Received Access-Accept', 'Session-Timeout = 48600', 'WISPr-Bandwidth-Max-Down = 2000000'])
      expect(answer).toContain(line);
  });

  test('decides in which direction it counts', async () => {
    const { name } = await unitWith({ kind: 'coovachilli' });
    const lines = ['Acct-Status-Type = Interim-Update', `Acct-Session-Id = "${name}"`, 'Acct-Session-Time = 60'];
    const octets = ['Acct-Input-Octets = 700', 'Acct-Output-Octets = 30'];
    await radclient('acct', portOf('accounting'), [...lines, ...octets, `NAS-Identifier = "${name}"`]);
    expect(await server.db().select().from(sessions).where(eq(sessions.session_key, name))).toMatchObject([
      { bytes_up: 30, bytes_down: 700 },
    ]);
  });
});

describe('a fixed address', () => {
  test('is enough to find the unit, and its secret proves it', async () => {
    const { id } = await unitWith({ address: '127.0.0.1' });
    expect(await login([SIGNED, 'NAS-Identifier = "named by nobody"'])).toContain('Received Access-Accept');
    const withAddress = await server.db().select().from(units).where(eq(units.address, '127.0.0.1'));
    expect(withAddress.map((unit) => unit.id)).toEqual([id]);
  });

  test('finds no unit that is elsewhere', async () => {
    await unitWith({ address: '127.0.0.2' });
    expect(await login([SIGNED, 'NAS-Identifier = "named by nobody else"'], 1)).not.toContain('Received');
  });

  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ])('%s is compared as %s', (given, plain) => {
    expect(plainAddress(given)).toBe(plain);
  });
});

describe('unsigned logins', () => {
  const unsigned = (name: string) => login([`NAS-Identifier = "${name}"`], 1);

  test('are accepted from the fixed address of a unit with the exception', async () => {
    const { name } = await unitWith({ address: '127.0.0.1', may_be_unsigned: true });
    expect(await unsigned(name)).toContain('Received Access-Accept');
  });

  test('require the right password', async () => {
    const { name } = await unitWith({ address: '127.0.0.1', may_be_unsigned: true });
    const lines = [`User-Name = "${CODE}"`, 'User-Password = "guessed"', DEVICE, `NAS-Identifier = "${name}"`];
    expect((await radclient('auth', portOf('authentication'), lines)).output).toContain('Received Access-Reject');
  });

  test.each([
    ['from a unit without the exception', { address: '127.0.0.1' }],
    ['from another address', { address: '127.0.0.2', may_be_unsigned: true }],
    ['where the exception has no address', { may_be_unsigned: true }],
  ])('get no answer %s', async (_, settings) => {
    const { name } = await unitWith(settings);
    expect(await unsigned(name)).not.toContain('Received');
  });

  test('get no answer through a proxy even there', async () => {
    const { name } = await unitWith({ address: '127.0.0.1', may_be_unsigned: true });
    expect(await login([`NAS-Identifier = "${name}"`, 'Proxy-State = 0x01'], 1)).not.toContain('Received');
  });
});

describe('the contact of a unit on its page', () => {
  const read = async (id: number) => liveUnit.parse((await server.as('reseller1').get(`/api/units/${id}?live=true`)).body);

  test('names the host of WiFi4EU for the walled garden, where the hotspot has its banner', async () => {
    const { id } = await unitWith();
    await setPreferences(server, HOTSPOT, { wifi4eu_enabled: 'true', wifi4eu_id: 'network' });
    expect((await read(id)).radius?.garden_hosts).toEqual(['collection.wifi4eu.ec.europa.eu']);
    await setPreferences(server, HOTSPOT, { wifi4eu_enabled: 'false' });
    expect((await read(id)).radius?.garden_hosts).toEqual([]);
  });

  test('has time, address and kind, and lists impostors', async () => {
    const { id, name } = await unitWith();
    expect((await read(id)).radius).toEqual({
      kind: '',
      address: '',
      may_be_unsigned: false,
      coa_port: 3799,
      http_proof: 'address',
      portal: null,
      server: null,
      faskey: null,
      garden_hosts: [],
      previous_secret_until: null,
      heard: null,
      misnamed: [],
      unsigned_arrivals: null,
      refused: [],
      ports: { authentication: 0, accounting: 0, tls: null },
      has_http: false,
      last_login: null,
      is_lopsided: false,
      shared: [],
    });
    await login([SIGNED, `NAS-Identifier = "${name}"`, 'ChilliSpot-Version = "1.6"']);
    await login([`NAS-Identifier = "${name}"`], 1);
    for (let n = 0; n < 2; n += 1)
      await radclient('auth', portOf('authentication'), ['User-Name = "x"', SIGNED, `NAS-Identifier = "${name}"`], {
        secret: 'another',
        seconds: 1,
      });
    await radius?.flush();
    const { radius: state, activity } = await read(id);
    const at = '2026-11-22T09:30:00Z';
    expect(state?.heard).toEqual({
      at,
      address: '127.0.0.1',
      kind: 'coovachilli',
      software: '1.6',
      clock_ahead: null,
      is_http_signed: null,
    });
    expect(state?.refused).toEqual([
      { address: '127.0.0.1', outcome: 'wrong_secret', packets: 2, last: at },
      { address: '127.0.0.1', outcome: 'not_signed', packets: 1, last: at },
    ]);
    expect(activity).toMatchObject({ state: 'idle', last_seen: at, sessions: 0 });
    expect(state?.last_login).toEqual({ at, device_mac: '02-00-00-00-00-01', refusal: '' });
    expect(state?.is_lopsided).toBe(false);
  });

  test('warns when its guests send far more than they receive, as it may count in the other direction', async () => {
    const { id, name } = await unitWith({ kind: 'coovachilli' });
    const report = async (key: string, received: number, sent: number) => {
      const lines = [
        'Acct-Status-Type = Interim-Update',
        `Acct-Session-Id = "${key}"`,
        'Acct-Session-Time = 60',
        `NAS-Identifier = "${name}"`,
      ];
      await radclient('acct', portOf('accounting'), [...lines, `Acct-Input-Octets = ${received}`, `Acct-Output-Octets = ${sent}`]);
      return (await read(id)).radius?.is_lopsided;
    };
    // A video call isn't enough for a warning.
    expect(await report(`${name}-1`, 1_000_000, 19_000_000)).toBe(false);
    expect(await report(`${name}-2`, 1_000_000, 19_000_000)).toBe(true);
    expect(await report(`${name}-3`, 90_000_000, 1_000_000)).toBe(false);
    await radius?.flush();
  });

  test('stores settings in their shortest form, with an audit entry', async () => {
    const { id } = await unitWith();
    const put = (body: object, as = 'reseller1') => server.as(as).put(`/api/units/${id}`, body);
    expect((await put({ kind: 'unifi', address: '2001:DB8:0:0::1', may_be_unsigned: true, coa_port: 4000 })).status).toBe(200);
    expect((await read(id)).radius).toMatchObject({ kind: 'unifi', address: '2001:db8::1', may_be_unsigned: true, coa_port: 4000 });
    const [entry] = await server.db().select().from(audit_entries).where(eq(audit_entries.object_id, id)).orderBy(asc(audit_entries.id));
    expect(JSON.stringify(entry?.changes)).toContain('2001:db8::1');
    // Without a fixed address there is no exception.
    expect((await put({ address: '' })).status).toBe(200);
    expect((await read(id)).radius).toMatchObject({ kind: 'unifi', address: '', may_be_unsigned: false });
    for (const body of [
      { kind: 'toaster' },
      { address: 'lobby' },
      { address: '300.1.1.1' },
      { may_be_unsigned: 'yes' },
      { coa_port: 0 },
      { coa_port: 65_536 },
    ])
      expect(await put(body)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(await put({ kind: 'aruba' }, 'desk11')).toMatchObject({ status: 403 });
    expect(await put({ kind: 'aruba' }, 'reseller2')).toMatchObject({ status: 404 });
    expect((await read(id)).radius?.kind).toBe('unifi');
  });

  test('is in single reads only, and only where live data is requested', async () => {
    const { id, name } = await unitWith({ kind: 'unifi', address: '192.0.2.7' });
    const plain = await server.as('reseller1').get(`/api/units/${id}`);
    const list = await server.as('reseller1').get(`/api/units?live=true&q=${name}`);
    for (const { body } of [plain, list]) expect(JSON.stringify(body)).not.toMatch(/unifi|192\.0\.2\.7|may_be_unsigned/);
  });
});
