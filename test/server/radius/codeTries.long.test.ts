/** How often codes can be guessed over RADIUS, at any unit and replica, together with the other ways; and who can still log in. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { portal_tries } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket, encodePacket, type Attribute } from '../../../src/server/radius/codec';
import { exchange } from '../../../src/server/radius/exchange';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { chapResponse, hiddenPassword } from '../../../src/server/radius/passwords';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences } from '../../support/radius/radius';
import { callerOf, serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const FREERADIUS = 'freeradius-token-0123456789';
const server = serve({ config: { httpAaa: true, zone: 'Europe/Rome', freeradiusToken: FREERADIUS, trustProxy: ['loopback'] } });

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const SECRET = 'the secret of these units';
const RIGHT = 'right123';
const RIGHT_ELSEWHERE = 'right456';
/** The units' IP address. */
const HERE = '127.0.0.1';

let replicas: RadiusListener[] = [];
const failures: unknown[] = [];

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: RIGHT, created: NOW });
  await setOnlyPreferences(db, 2, { voucher_login: 'true' });
  await guestWithVoucher(db, { hotspot_id: 2, code: RIGHT_ELSEWHERE, created: NOW });
  const common = { hotspot_id: HOTSPOT, secret: SECRET, created: NOW };
  for (const nth of [0, 1, 2]) await insertUnit(db, { ...common, ...namesOf(nth) });
  await insertUnit(db, { ...common, ...namesOf(8), hotspot_id: 2 });
  await insertUnit(db, { ...common, ...namesOf(9), address: HERE, may_be_unsigned: true });
  const options = { db, clock: () => server.clock.now, onFailure: (error: unknown) => void failures.push(error) };
  replicas = [await listenOnFreePorts(options), await listenOnFreePorts(options)];
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  expect(failures).toEqual([]);
});
// Write their buffers before the database closes.
afterEach(async () => {
  for (const replica of replicas) await replica.flush();
});
beforeEach(async () => {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  await server.db().delete(portal_tries);
});

const namesOf = (nth: number) => ({ uuid: `tries-${nth}`, name: `tries-${nth}`, mac_address: `02-7E-00-00-00-0${nth}` });
const macOf = (nth: number) => `02-00-00-00-01-${nth.toString(16).padStart(2, '0').toUpperCase()}`;

const digestOf = (uuid: string) =>
  createHash('md5')
    .update(SECRET + uuid)
    .digest('hex');
const valued = (value: string) => ({ value: [value] });

interface Requested {
  unit?: number;
  replica?: number;
  deviceMac?: string;
  port?: number | string;
}

async function answerTo(bytes: Buffer, replica = 0): Promise<'accepted' | 'refused' | 'held back' | null> {
  const port = replicas[replica]?.ports.authentication ?? 0;
  const packet = await exchange(bytes, { address: HERE, port }, [20_000], (datagram) => {
    const answer = decodePacket(datagram);
    return typeof answer === 'string' ? null : answer;
  });
  if (packet === null) return null;
  if (packet.code === CODE.accessAccept) return 'accepted';
  return packet.bytes.toString('latin1').includes('Too many') ? 'held back' : 'refused';
}

const portOf = (port: number | string) => (typeof port === 'number' ? attribute('NAS-Port', port) : attribute('NAS-Port-Id', port));

const identity = ({ unit = 0, deviceMac, port }: Requested): Attribute[] => [
  attribute('NAS-Identifier', namesOf(unit).uuid),
  ...(port === undefined ? [] : [portOf(port)]),
  ...(deviceMac === undefined ? [] : [attribute('Calling-Station-Id', deviceMac)]),
];

/** A login as gateways send it: by PAP, and signed. */
const tried = (code: string, requested: Requested = {}) =>
  answerTo(
    encodeRequest(
      { code: CODE.accessRequest, id: 1, attributes: [attribute('User-Name', code), ...identity(requested)] },
      SECRET,
      (authenticator) => [attribute('User-Password', hiddenPassword(code, authenticator, SECRET) ?? Buffer.alloc(0))],
    ).bytes,
    requested.replica,
  );

/** An unsigned login by CHAP, for which the secret isn't needed. */
const triedUnsigned = (code: string, requested: Requested = {}) => {
  const challenge = randomBytes(16);
  const attributes = [
    attribute('User-Name', code),
    attribute('CHAP-Password', chapResponse(3, challenge, code)),
    ...identity({ unit: 9, ...requested }),
  ];
  return answerTo(encodePacket({ code: CODE.accessRequest, id: 1, authenticator: challenge, attributes }), requested.replica);
};

const count = (answers: unknown[], answer: string) => answers.filter((each) => each === answer).length;
const inTurn = async <T>(many: number, work: (nth: number) => Promise<T>) => {
  const answers: T[] = [];
  for (let nth = 0; nth < many; nth += 1) answers.push(await work(nth));
  return answers;
};

describe('guesses over RADIUS', () => {
  test('are held back without a signature, with a new device each time and at two replicas, until ten minutes are over', async () => {
    const guesses = await inTurn(80, (nth) => triedUnsigned(`guess-${nth}`, { deviceMac: macOf(nth), replica: nth % 2 }));
    expect(guesses).toEqual([...Array<string>(60).fill('refused'), ...Array<string>(20).fill('held back')]);
    expect(await triedUnsigned(RIGHT, { deviceMac: macOf(90), replica: 1 })).toBe('held back');
    server.clock.now = new Date(server.clock.now.getTime() + 10 * 60_000);
    expect(await triedUnsigned(RIGHT, { deviceMac: macOf(90) })).toBe('accepted');
  });

  test('are held back if the unit names no device', async () => {
    expect(count(await inTurn(60, (nth) => tried(`guess-${nth}`)), 'refused')).toBe(60);
    expect(await tried(RIGHT)).toBe('held back');
  });

  test.each([
    ['NAS-Port', 7, 8],
    ['NAS-Port-Id', 'bridge-guests', 'wlan2'],
  ])('are held back by %s if the unit names no device, and guests at other ports and units are not', async (_, port, otherPort) => {
    expect(count(await inTurn(12, (nth) => tried(`guess-${nth}`, { port, replica: nth % 2 })), 'refused')).toBe(10);
    expect(await tried(RIGHT, { port })).toBe('held back');
    expect(await tried(RIGHT, { port: otherPort })).toBe('accepted');
    expect(await tried(RIGHT, { port, unit: 1 })).toBe('accepted');
  });

  test('are counted for all guests together if the unit sends port 0 for everybody', async () => {
    expect(count(await inTurn(60, (nth) => tried(`guess-${nth}`, { port: 0 })), 'refused')).toBe(60);
  });

  test('are held back if the unit names no device and numbers each log-in as another port', async () => {
    expect(count(await inTurn(60, (nth) => tried(`guess-${nth}`, { port: nth })), 'refused')).toBe(60);
    expect(await tried(RIGHT, { port: 99 })).toBe('held back');
  });

  test('are counted by device, whatever its port', async () => {
    expect(count(await inTurn(12, (nth) => tried(`guess-${nth}`, { port: nth, deviceMac: macOf(8) })), 'refused')).toBe(10);
    expect(await tried(RIGHT, { port: 3, deviceMac: macOf(9) })).toBe('accepted');
  });

  test('count together at all units of a hotspot and at all replicas', async () => {
    const guess = (nth: number) => tried(`guess-${nth}`, { unit: nth % 3, replica: nth % 2, deviceMac: macOf(1) });
    expect(count(await inTurn(10, guess), 'refused')).toBe(10);
    for (const unit of [0, 1, 2]) expect(await tried(RIGHT, { unit, deviceMac: macOf(1) })).toBe('held back');
  });

  test('get little further at once than one after another', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => tried(`guess-${nth % 7}`, { replica: nth % 2, deviceMac: macOf(2) })),
    );
    // A replica also counts attempts that it hasn't decided yet, but doesn't know those that another replica is deciding.
    expect(count(guesses, 'refused')).toBeLessThanOrEqual(10 + 2 * 8);
    expect(await tried(RIGHT, { deviceMac: macOf(2) })).toBe('held back');
  });

  test('count together with those on the pages of existing back ends', async () => {
    const { uuid } = namesOf(0);
    const digest = digestOf(uuid);
    const page = callerOf(server.url);
    const typed = (nth: number) => page.get(`/wax/register/voucher/guess-${nth}?digest=${digest}&uuid=${uuid}&sessionid=s${nth}`);
    const statuses = await inTurn(60, async (nth) => (await typed(nth)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await typed(61)).status).toBe(429);
    expect(await tried(RIGHT)).toBe('held back');
  });

  test('count through FreeRADIUS too', async () => {
    const login = (code: string, mac: string) =>
      callerOf(server.url).post(
        `/radius/authorize?src=${HERE}`,
        {
          'NAS-Identifier': valued(namesOf(0).uuid),
          'Calling-Station-Id': valued(mac),
          'User-Name': valued(code),
          'User-Password': valued(code),
        },
        { Authorization: `Bearer ${FREERADIUS}` },
      );
    const isAccepted = async (code: string, mac: string) => JSON.stringify((await login(code, mac)).body).includes('"Accept"');
    expect((await inTurn(10, (nth) => isAccepted(`guess-${nth}`, macOf(3)))).includes(true)).toBe(false);
    expect(await isAccepted(RIGHT, macOf(3))).toBe(false);
    expect(await tried(RIGHT, { deviceMac: macOf(3) })).toBe('held back');
    expect(await isAccepted(RIGHT, macOf(4))).toBe(true);
  });
});

describe('guests beside somebody who guesses', () => {
  test('get in while unknown phones pass by, which try no code', async () => {
    await inTurn(20, (nth) => tried(macOf(nth), { deviceMac: macOf(nth) }));
    expect(await server.db().$count(portal_tries)).toBe(0);
  });

  test('get in at a unit that vouches for their devices, also if a hundred of them mistype once', async () => {
    expect(count(await inTurn(20, (nth) => tried(`guess-${nth}`, { deviceMac: macOf(5) })), 'held back')).toBe(10);
    const mistyped = await inTurn(100, (nth) => tried('mistyped', { deviceMac: macOf(100 + nth) }));
    expect(count(mistyped, 'refused')).toBe(100);
    expect(await tried(RIGHT, { deviceMac: macOf(101) })).toBe('accepted');
  });

  test('have five tries while the hotspot is attacked with hundreds of devices', async () => {
    await server
      .db()
      .insert(portal_tries)
      .values(Array.from({ length: 300 }, () => ({ key: `hotspot ${HOTSPOT}`, at: server.clock.now })));
    expect(count(await inTurn(8, (nth) => tried(`guess-${nth}`, { deviceMac: macOf(6) })), 'refused')).toBe(5);
    expect(await tried(RIGHT, { deviceMac: macOf(7) })).toBe('accepted');
  });

  test('are not held back at another hotspot', async () => {
    await inTurn(61, (nth) => tried(`guess-${nth}`));
    expect(await tried(RIGHT_ELSEWHERE, { unit: 8 })).toBe('accepted');
  });
});
