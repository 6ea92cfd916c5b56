/** The IP addresses of a session, as reported by units, with their times: in details, lists, exports and searches. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { SessionAddress } from '../../../src/contract/sessions';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { devices, session_addresses, session_histories, sessions } from '../../../src/server/database/schema';
import { anonymiseHistories, eraseGuest } from '../../../src/server/guests/erasureQueries';
import { attribute, type Attribute } from '../../../src/server/radius/codec';
import { at, reportOf, serveWithUnit, type Report } from '../../support/radius/reportingUnit';
import { insertGuest } from '../../factories/rows';

const { server, hotspotId, sendAt, accounting } = serveWithUnit('addresses');
const ADMIN = { accountId: 1, username: 'admin', role: 'admin', hotspotId: 0 } as const;

let id = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  id = `addresses-${tests}`;
});

const device = () => `02-AD-00-00-00-${tests.toString(16).padStart(2, '0').toUpperCase()}`;
const report = (second: number, status: 'start' | 'interim' | 'stop', more: Attribute[], about: Partial<Report> = {}) =>
  sendAt(
    second,
    accounting(reportOf(status, { id, device: device(), ...(status === 'start' ? {} : { time: second, up: 1, down: 1 }), ...about, more })),
  );

const ipv4 = (address: string) => attribute('Framed-IP-Address', address);
const ipv6 = (address: string) => attribute('Framed-IPv6-Address', address);
const prefix = (text: string) => attribute('Framed-IPv6-Prefix', text);
const delegated = (text: string) => attribute('Delegated-IPv6-Prefix', text);
const interfaceId = (hex: string) => attribute('Framed-Interface-Id', Buffer.from(hex, 'hex'));

const iso = (second: number) => at(second).toISOString().replace('.000', '');

/** The addresses on the page of the test's session, in seconds after 10:00; `until` is null while the session has the address. */
async function addresses(): Promise<[string, number, number | null][]> {
  const admin = server.as('admin');
  const [running] = await server.db().select().from(sessions).where(eq(sessions.session_key, id));
  const [ended] = await server.db().select().from(session_histories).where(eq(session_histories.session_key, id));
  const path = running ? `/api/sessions/${running.id}` : `/api/histories/${ended?.id ?? 0}`;
  const { body } = await admin.get(`${path}?addresses=true`);
  const seconds = (moment: string) => (Date.parse(moment) - at(0).getTime()) / 1000;
  const found = (body as { addresses: SessionAddress[] }).addresses;
  return found.map(({ address, since, until }) => [address, seconds(since ?? ''), until === null ? null : seconds(until)]);
}

const shown = async () => {
  const columns = (table: typeof sessions | typeof session_histories) =>
    server.db().select({ ip: table.ip_address }).from(table).where(eq(table.session_key, id));
  return [...(await columns(sessions)), ...(await columns(session_histories))].map(({ ip }) => ip);
};

describe('the address of a session', () => {
  test('counts from the first report that has it', async () => {
    await report(0, 'start', []);
    await report(300, 'interim', [ipv4('10.1.2.3')]);
    expect(await addresses()).toEqual([['10.1.2.3', 300, null]]);
    expect(await shown()).toEqual(['10.1.2.3']);
    await report(600, 'stop', [ipv4('10.1.2.3')]);
    expect(await addresses()).toEqual([['10.1.2.3', 300, 600]]);
    expect(await shown()).toEqual(['10.1.2.3']);
  });

  test.each(['0.0.0.0', '255.255.255.254', '255.255.255.255'])('is not the placeholder %s', async (placeholder) => {
    await report(0, 'start', [ipv4(placeholder)]);
    expect(await addresses()).toEqual([]);
    await report(300, 'interim', [ipv4('10.1.2.4')]);
    await report(600, 'interim', [ipv4(placeholder)]);
    expect(await addresses()).toEqual([['10.1.2.4', 300, null]]);
    expect(await shown()).toEqual(['10.1.2.4']);
  });

  test('needs no rows of its own if it never changes', async () => {
    await report(0, 'start', [ipv4('10.1.2.5')]);
    await report(300, 'interim', [ipv4('10.1.2.5')]);
    expect(await addresses()).toEqual([['10.1.2.5', 0, null]]);
    await report(600, 'stop', [ipv4('10.1.2.5')]);
    expect(await addresses()).toEqual([['10.1.2.5', 0, 600]]);
    expect(await server.db().$count(session_addresses, eq(session_addresses.address, '10.1.2.5'))).toBe(0);
  });

  test('is stored with the time of each change, and the last is shown', async () => {
    await report(0, 'start', [ipv4('10.1.3.1')]);
    await report(300, 'interim', [ipv4('10.1.3.2')]);
    await report(600, 'interim', [ipv4('10.1.3.2')]);
    await report(900, 'interim', [ipv4('10.1.3.1')]);
    await report(1000, 'stop', [ipv4('10.1.3.3')]);
    expect(await addresses()).toEqual([
      ['10.1.3.1', 0, 300],
      ['10.1.3.2', 300, 900],
      ['10.1.3.1', 900, 1000],
      ['10.1.3.3', 1000, 1000],
    ]);
    expect(await shown()).toEqual(['10.1.3.3']);
  });

  test('stays when a report does not name it', async () => {
    await report(0, 'start', [ipv4('10.1.3.9')]);
    await report(300, 'interim', []);
    await report(600, 'stop', []);
    expect(await addresses()).toEqual([['10.1.3.9', 0, 600]]);
  });

  test('is right though reports change places and come twice', async () => {
    await report(0, 'start', [ipv4('10.1.4.1')]);
    await report(900, 'interim', [ipv4('10.1.4.2')]);
    await report(900, 'interim', [ipv4('10.1.4.1')], { time: 300, delay: 600 });
    await report(900, 'interim', [ipv4('10.1.4.2')], { time: 600, delay: 300 });
    await report(1000, 'stop', [ipv4('10.1.4.2')]);
    await report(1030, 'stop', [ipv4('10.1.4.2')], { time: 1000, delay: 30 });
    expect(await addresses()).toEqual([
      ['10.1.4.1', 0, 600],
      ['10.1.4.2', 600, 1000],
    ]);
  });

  test('is stored for a session of which only the stop arrived, and for one that became silent', async () => {
    await report(600, 'stop', [ipv4('10.1.4.7')]);
    expect(await addresses()).toEqual([['10.1.4.7', 0, 600]]);
    id += '-silent';
    await report(700, 'start', [ipv4('10.1.4.8')]);
    await report(1000, 'interim', [ipv4('10.1.4.9')], { time: 300 });
    await endSilentSessions(server.db(), at(4000).getTime());
    expect(await addresses()).toEqual([
      ['10.1.4.8', 700, 1000],
      ['10.1.4.9', 1000, 1000],
    ]);
    await report(4300, 'interim', [ipv4('10.1.4.10')], { time: 3600 });
    expect((await addresses()).at(-1)).toEqual(['10.1.4.10', 4300, null]);
  });

  test('gives its device the first one that is known', async () => {
    const guest = await insertGuest(server.db(), {
      hotspot_id: hotspotId,
      username: 'LATE-ADDRESS',
      account_type: 'voucher',
      created: at(0),
    });
    await report(0, 'start', [attribute('User-Name', 'late-address')]);
    await report(300, 'interim', [attribute('User-Name', 'late-address'), ipv4('10.1.4.66')]);
    const ofGuest = and(eq(devices.user_id, guest.id), eq(devices.mac_address, device()));
    expect(await server.db().select().from(devices).where(ofGuest)).toMatchObject([{ ip_address: '10.1.4.66' }]);
  });
});

describe('the address of a session at a unit', () => {
  const stamped = (moment: string) => attribute('Event-Timestamp', new Date(moment));
  const rows = async () => {
    const [running] = await server.db().select().from(sessions).where(eq(sessions.session_key, id));
    return server.db().$count(session_addresses, eq(session_addresses.session_id, running?.id ?? 0));
  };

  test('counts from the arrival of the report if the clock was never set', async () => {
    const device = '2CFD-A140-5663';
    await report(10, 'start', [stamped('2008-01-01T00:37:59Z')], { device });
    await report(310, 'interim', [stamped('2008-01-01T00:42:59Z'), ipv4('10.1.8.1')], { device, time: 300 });
    await report(610, 'stop', [stamped('2008-01-01T00:47:59Z'), ipv4('10.1.8.1')], { device, time: 600 });
    expect(await addresses()).toEqual([['10.1.8.1', 310, 610]]);
  });

  test('counts from the start that the session time shows if the start was lost', async () => {
    await report(900, 'interim', [ipv4('10.1.8.2')], { time: 600 });
    expect(await addresses()).toEqual([['10.1.8.2', 300, null]]);
    await report(1200, 'stop', [ipv4('10.1.8.2')], { time: 900 });
    expect(await addresses()).toEqual([['10.1.8.2', 300, 1200]]);
  });

  test('stays as it was, in one visit, if an interim follows the stop', async () => {
    await report(0, 'start', [ipv4('10.1.8.3')]);
    await report(600, 'stop', [ipv4('10.1.8.3')]);
    await report(601, 'interim', [ipv4('0.0.0.0')], { time: 600 });
    expect(await addresses()).toEqual([['10.1.8.3', 0, 600]]);
    expect(await server.db().$count(sessions, eq(sessions.session_key, id))).toBe(0);
    expect(await server.db().$count(session_histories, eq(session_histories.session_key, id))).toBe(1);
  });

  test('needs no rows while it stays the same, though reported every five seconds', async () => {
    await report(0, 'start', [ipv4('10.1.8.4')]);
    for (let second = 5; second <= 60; second += 5) await report(second, 'interim', [ipv4('10.1.8.4')]);
    expect(await addresses()).toEqual([['10.1.8.4', 0, null]]);
    expect(await rows()).toBe(0);
  });

  test('is that of each device if a unit uses an id again', async () => {
    await report(0, 'start', [ipv4('10.1.8.5')]);
    await report(60, 'stop', [ipv4('10.1.8.5')]);
    await report(3600, 'start', [ipv4('10.1.8.6')], { device: '02-AD-FF-00-00-01' });
    await report(3660, 'stop', [ipv4('10.1.8.6')], { device: '02-AD-FF-00-00-01', time: 60 });
    const visits = await server
      .db()
      .select({ mac: session_histories.device_mac, ip: session_histories.ip_address })
      .from(session_histories)
      .where(eq(session_histories.session_key, id));
    expect(visits).toEqual(
      expect.arrayContaining([
        { mac: device(), ip: '10.1.8.5' },
        { mac: '02-AD-FF-00-00-01', ip: '10.1.8.6' },
      ]),
    );
    expect(visits).toHaveLength(2);
  });
});

describe('IPv6', () => {
  test('addresses and prefixes are stored beside IPv4, which is shown', async () => {
    await report(0, 'start', [ipv4('10.1.5.1'), ipv6('2001:db8::1'), prefix('2001:db8:5::/64'), delegated('2001:db8:500::/56')]);
    await report(600, 'stop', [ipv4('10.1.5.1'), ipv6('2001:db8::2'), prefix('2001:db8:5::/64'), delegated('2001:db8:600::/56')]);
    expect(await addresses()).toEqual([
      ['10.1.5.1', 0, 600],
      ['2001:db8::1', 0, 600],
      ['2001:db8:5::/64', 0, 600],
      ['2001:db8:500::/56', 0, 600],
      ['2001:db8::2', 600, 600],
      ['2001:db8:600::/56', 600, 600],
    ]);
    expect(await shown()).toEqual(['10.1.5.1']);
  });

  test('is shown if there is no IPv4', async () => {
    await report(0, 'start', [ipv6('2001:db8::15')]);
    expect(await shown()).toEqual(['2001:db8::15']);
    expect(await addresses()).toEqual([['2001:db8::15', 0, null]]);
    await report(300, 'interim', [ipv6('2001:db8::15'), ipv4('10.1.5.2')]);
    expect(await shown()).toEqual(['10.1.5.2']);
  });

  test('addresses are all stored if there are several, and only those that a report omits are over', async () => {
    await report(0, 'start', [ipv6('2001:db8::a'), ipv6('2001:db8::b')]);
    await report(300, 'interim', [ipv6('2001:db8::b'), ipv6('2001:db8::c')]);
    expect(await addresses()).toEqual([
      ['2001:db8::a', 0, 300],
      ['2001:db8::b', 0, null],
      ['2001:db8::c', 300, null],
    ]);
  });

  test.each([
    ['with a prefix', [prefix('2001:db8:77::/64')], '2001:db8:77:0:211:22ff:fe33:4455'],
    ['alone, as a link-local address', [], 'fe80::211:22ff:fe33:4455'],
  ])('address is that of an interface id %s', async (_, more, address) => {
    await report(0, 'start', [interfaceId('021122fffe334455'), ...more]);
    expect((await addresses()).map(([text]) => text)).toEqual([address, ...(more.length > 0 ? ['2001:db8:77::/64'] : [])]);
  });

  test.each([
    ['0.0.0.0', { vendor: 0, type: 8, value: Buffer.alloc(4) }],
    ['of a wrong length', { vendor: 0, type: 168, value: Buffer.alloc(15, 1) }],
    ['::', { vendor: 0, type: 168, value: Buffer.alloc(16) }],
    ['a prefix of 129 bits', { vendor: 0, type: 97, value: Buffer.concat([Buffer.of(0, 129), Buffer.alloc(16, 1)]) }],
    ['a prefix without its bits', { vendor: 0, type: 123, value: Buffer.of(0, 64, 0x20) }],
    ['an empty one', { vendor: 0, type: 97, value: Buffer.alloc(0) }],
    ['an interface id of zeros', { vendor: 0, type: 96, value: Buffer.alloc(8) }],
  ])('stores none for %s', async (_, sent) => {
    await report(0, 'start', [sent]);
    expect(await addresses()).toEqual([]);
  });
});

describe('a search', () => {
  const found = async (tab: 'sessions' | 'histories', q: string, by = 'admin') => {
    const { body } = await server.as(by).get(`/api/${tab}?limit=25&q=${encodeURIComponent(q)}`);
    return ((body as { data: { session_key: string }[] | null }).data ?? []).map(({ session_key }) => session_key);
  };

  test('finds sessions by any address that they had, in any notation and within a prefix, and by none of others', async () => {
    await report(0, 'start', [ipv4('10.9.0.1'), delegated('2001:db8:9900::/56')]);
    await report(300, 'interim', [ipv4('10.9.0.2'), ipv6('2001:db8:99::7')]);
    for (const q of ['10.9.0.1', '10.9.0.2', '2001:DB8:99:0:0:0:0:7', '2001:db8:9900:1:2:3:4:5', ' 10.9.0.0/30 '])
      expect(await found('sessions', q)).toEqual([id]);
    for (const q of ['10.9.0.3', '2001:db8:99::8', '2001:db8:9901::1']) expect(await found('sessions', q)).toEqual([]);
    await report(600, 'stop', []);
    for (const q of ['10.9.0.1', '10.9.0.2', '2001:db8:9900:1:2:3:4:5']) expect(await found('histories', q)).toEqual([id]);
    expect(await found('sessions', '10.9.0.1')).toEqual([]);
  });

  test('finds none of another tenant’s sessions', async () => {
    await report(0, 'start', [ipv4('10.9.1.1')]);
    await report(300, 'interim', [ipv4('10.9.1.2')]);
    expect(await found('sessions', '10.9.1.1')).toEqual([id]);
    expect(await found('sessions', '10.9.1.1', 'reseller2')).toEqual([]);
  });
});

test('lists have the addresses of each session if wanted, for exports', async () => {
  await report(0, 'start', [ipv4('10.9.2.1')]);
  await report(300, 'interim', [ipv4('10.9.2.2')]);
  const admin = server.as('admin');
  const read = async (query: string) => ((await admin.get(`/api/sessions?limit=25&q=10.9.2.2${query}`)).body as { data: object[] }).data;
  expect(await read('')).toEqual([expect.not.objectContaining({ addresses: expect.anything() })]);
  expect(await read('&addresses=true')).toMatchObject([
    {
      addresses: [
        { address: '10.9.2.1', since: iso(0), until: iso(300) },
        { address: '10.9.2.2', since: iso(300), until: null },
      ],
    },
  ]);
});

describe('a guest who is erased', () => {
  const all = () => server.db().select().from(session_addresses).where(eq(session_addresses.hotspot_id, hotspotId));
  const guestOf = async (username: string) => {
    const values = { hotspot_id: hotspotId, username, account_type: 'voucher', created: at(0), valid_until: at(9999) };
    const guest = await insertGuest(server.db(), values);
    return guest.id;
  };

  test('leaves no address behind, also when the unit goes on reporting', async () => {
    const guestId = await guestOf('ERASED-1');
    const name = attribute('User-Name', 'erased-1');
    await report(0, 'start', [name, ipv4('10.9.3.1')]);
    await report(300, 'interim', [name, ipv4('10.9.3.2')]);
    expect((await all()).map(({ address }) => address)).toEqual(expect.arrayContaining(['10.9.3.1', '10.9.3.2']));
    expect(await server.db().transaction((tx) => eraseGuest(tx, ADMIN, guestId))).toBe(true);
    await report(600, 'interim', [name, ipv4('10.9.3.3')]);
    await report(900, 'stop', [name, ipv4('10.9.3.4')]);
    expect((await all()).filter(({ address }) => address.startsWith('10.9.3.'))).toEqual([]);
    const about = JSON.stringify([await server.db().select().from(sessions), await server.db().select().from(session_histories)]);
    expect(about).not.toContain('10.9.3.');
  });

  test('leaves none in sessions that are anonymised after their time', async () => {
    await guestOf('ANONYMOUS-1');
    const name = attribute('User-Name', 'anonymous-1');
    await report(0, 'start', [name, ipv4('10.9.4.1')]);
    await report(300, 'interim', [name, ipv4('10.9.4.2')]);
    await report(600, 'stop', [name]);
    await anonymiseHistories(server.db(), at(-1000), at(1000), 1000);
    expect((await all()).filter(({ address }) => address.startsWith('10.9.4.'))).toEqual([]);
  });
});
