/**
 * Traffic limits at a CoovaChilli. It is simulated by a script that checks its counters every three seconds, as chilli does, sends its
 * requests byte for byte, and applies limits from accepted logins, from CoA-Requests and from answers over HTTP.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { unit_contacts } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { ending } from '../../../src/server/radius/ending';
import { exchange } from '../../../src/server/radius/exchange';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { hiddenPassword } from '../../../src/server/radius/passwords';
import { encodeAnswer, encodeRequest } from '../../../src/server/radius/proofs';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences, unitThatKeeps } from '../../support/radius/radius';
import { callerOf, serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const HOTSPOT = 1;
const SECRET = 'a shared secret';
const UNIT = { uuid: 'looking', name: 'looking', mac_address: '02-10-00-00-00-01' };
const HERE = '127.0.0.1';
const FREERADIUS = 'freeradius-token-0123456789';
const MB = 1_000_000;
const LIMIT = 50 * MB;

let radius: RadiusListener;
let coa: Awaited<ReturnType<typeof unitThatKeeps>> | undefined;
const failures: unknown[] = [];
/** Requests that the unit received to change or end the session. */
let requested: ReceivedPacket[] = [];
let answersCoa = true;
let vouchers = 0;

// Before the database closes.
afterAll(async () => {
  await radius.close();
  coa?.close();
  expect(failures).toEqual([]);
});
let renewal: Promise<void> = Promise.resolve();
let renewing: ReturnType<typeof ending>['renew'] | undefined;
const server = serve({
  config: { httpAaa: true, zone: 'Europe/Rome', freeradiusToken: FREERADIUS },
  renewSession: (reported) => (renewal = renewing?.(reported) ?? Promise.resolve()),
});
beforeAll(async () => {
  const db = server.db();
  server.clock.now = new Date('2026-11-22T09:30:00Z');
  coa = await unitThatKeeps([], (packet) => {
    requested.push(packet);
    const isEnd = packet.code === CODE.disconnectRequest;
    return answersCoa ? encodeAnswer(packet, isEnd ? CODE.disconnectAck : CODE.coaAck, [], SECRET) : null;
  });
  const unit = { ...UNIT, secret: SECRET, hotspot_id: HOTSPOT, kind: 'coovachilli', coa_port: coa.port, created: server.clock.now };
  const created = await insertUnit(db, unit);
  await db.insert(unit_contacts).values({ unit_id: created.id, heard: server.clock.now, address: HERE, kind: 'coovachilli' });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const onFailure = (error: unknown) => void failures.push(error);
  const common = { db, clock: () => server.clock.now, onFailure };
  const { renew } = ending({ ...common, zone: 'Europe/Rome', waits: [50], onOutcome: () => undefined });
  renewing = renew;
  radius = await listenOnFreePorts({ ...common, onReport: renew });
});

/** Limits that the unit has been given; a missing one means no limit. */
interface Limits {
  bytes?: number;
  kbpsDown?: number;
  interim?: number;
  isOver?: boolean;
}

interface Session {
  key: string;
  code: string;
  seconds: number;
  bytes: number;
}

interface Link {
  logIn: (session: Session) => Promise<Limits | null>;
  report: (status: 'start' | 'interim' | 'stop', session: Session) => Promise<Limits>;
}

const DEVICE = '02-00-00-00-0C-01';

const limitsIn = (attributes: Attribute[]): Limits => {
  const of = { attributes };
  const low = valueOf(of, 'CoovaChilli-Max-Total-Octets');
  const kbps = valueOf(of, 'CoovaChilli-Bandwidth-Max-Down');
  const interim = valueOf(of, 'Acct-Interim-Interval');
  return {
    ...(low !== undefined && { bytes: (valueOf(of, 'CoovaChilli-Max-Total-Gigawords') ?? 0) * 2 ** 32 + low }),
    ...(kbps !== undefined && { kbpsDown: kbps === 0 ? Infinity : kbps }),
    ...(interim !== undefined && { interim }),
  };
};

const byRadius: Link = {
  logIn: async ({ code }) => {
    const attributes = [attribute('NAS-Identifier', UNIT.uuid), attribute('User-Name', code), attribute('Calling-Station-Id', DEVICE)];
    const { bytes } = encodeRequest({ code: CODE.accessRequest, id: 1, attributes }, SECRET, (authenticator) => [
      attribute('User-Password', hiddenPassword(code, authenticator, SECRET) ?? Buffer.alloc(0)),
    ]);
    const answer = await exchange(bytes, { address: HERE, port: radius.ports.authentication }, [20_000], (datagram) => {
      const packet = decodePacket(datagram);
      return typeof packet === 'string' ? null : packet;
    });
    return answer?.code === CODE.accessAccept ? limitsIn(answer.attributes) : null;
  },
  report: async (status, { key, code, seconds, bytes }) => {
    requested = [];
    const attributes = [
      attribute('NAS-Identifier', UNIT.uuid),
      attribute('User-Name', code),
      attribute('Calling-Station-Id', DEVICE),
      attribute('Acct-Status-Type', ACCT_STATUS[status]),
      attribute('Acct-Session-Id', key),
      // Directions as the guest sees them.
      attribute('Acct-Session-Time', seconds),
      attribute('Acct-Input-Octets', bytes),
      attribute('Acct-Output-Octets', 0),
    ];
    const request = encodeRequest({ code: CODE.accountingRequest, id: seconds % 256, attributes }, SECRET);
    const to = { address: HERE, port: radius.ports.accounting };
    expect(await exchange(request.bytes, to, [20_000], (datagram) => datagram[0])).toBe(CODE.accountingResponse);
    // The request arrives within the second.
    await radius.flush();
    const [first] = answersCoa ? requested : [];
    if (first?.code === CODE.disconnectRequest) return { isOver: true };
    return first ? limitsIn(first.attributes) : {};
  },
};

/** The request by which FreeRADIUS passes this on, as rlm_rest writes it. */
async function passedOn(call: 'authorize' | 'accounting', values: Readonly<Record<string, string | number>>): Promise<unknown> {
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: typeof value, value: [value] }]));
  const answer = await fetch(`${server.url()}/radius/${call}?client=${UNIT.uuid}&src=${HERE}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${FREERADIUS}` },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return answer.status === 204 ? null : answer.json();
}

const behindFreeradius: Link = {
  logIn: async ({ code }) => {
    const answer = await passedOn('authorize', { 'User-Name': code, 'User-Password': code, 'Calling-Station-Id': DEVICE });
    const given = z.record(z.string(), z.unknown()).parse(answer);
    const number = (name: string) => {
      const [, value] = Object.entries(given).find(([key]) => key.endsWith(name)) ?? [];
      return value === undefined ? undefined : Number(JSON.stringify(value).replace(/\D*(\d+).*/s, '$1'));
    };
    const [low, kbps, interim] = [
      number('ChilliSpot-Max-Total-Octets'),
      number('ChilliSpot-Bandwidth-Max-Down'),
      number('Acct-Interim-Interval'),
    ];
    if (interim === undefined) return null;
    return { ...(low !== undefined && { bytes: low }), ...(kbps !== undefined && { kbpsDown: kbps }), interim };
  },
  report: async (status, { key, code, seconds, bytes }) => {
    requested = [];
    await passedOn('accounting', {
      'User-Name': code,
      'Calling-Station-Id': DEVICE,
      'Acct-Session-Id': key,
      'Acct-Session-Time': seconds,
      'Acct-Status-Type': ACCT_STATUS[status],
      'Acct-Input-Octets': bytes,
      'Acct-Output-Octets': 0,
    });
    await renewal;
    const [first] = requested;
    if (first?.code === CODE.disconnectRequest) return { isOver: true };
    return first ? limitsIn(first.attributes) : {};
  },
};

const DIGEST = createHash('md5')
  .update(SECRET + UNIT.uuid)
  .digest('hex');

const byHttp: Link = {
  logIn: async ({ key, code }) => {
    const text = await called({ stage: 'login', service: 'login', user: code, pass: code, sessionid: key });
    return text.startsWith('Auth: 1') ? linesIn(text) : null;
  },
  report: async (status, { key, code, seconds, bytes }) => {
    const reported = { start: 'start', interim: 'update', stop: 'stop' }[status];
    const counters = { duration: String(seconds), bytes_down: String(bytes), bytes_up: '0' };
    return linesIn(await called({ stage: 'counters', status: reported, user: code, sessionid: key, ...counters }));
  },
};

async function called(query: Record<string, string>): Promise<string> {
  const { status, body } = await callerOf(server.url).get(
    `/wax/aaa?${new URLSearchParams({ digest: DIGEST, uuid: UNIT.uuid, ap: UNIT.mac_address, mac: DEVICE, ip: '10.1.0.2', ...query }).toString()}`,
  );
  expect(status).toBe(200);
  return String(body);
}

function linesIn(text: string): Limits {
  const number = (name: string) => {
    const [, digits] = new RegExp(`^${name}:(\\d+)$`, 'm').exec(text) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const [low, kbps, interim] = [
    number('CoovaChilli-Max-Total-Octets'),
    number('CoovaChilli-Bandwidth-Max-Down'),
    number('Acct-Interim-Interval'),
  ];
  return {
    ...(low !== undefined && { bytes: (number('CoovaChilli-Max-Total-Gigawords') ?? 0) * 2 ** 32 + low }),
    ...(kbps !== undefined && { kbpsDown: kbps === 0 ? Infinity : kbps }),
    ...(interim !== undefined && { interim }),
    ...(number('Session-Timeout') === 1 && { isOver: true }),
  };
}

const MOST_LOG_INS = 8;

/**
 * A guest with a voucher for 50 MB who downloads as fast as the unit allows, and logs in again until that is refused. Returns what each
 * session used.
 */
async function usedUp(link: Link, { kbps, phase, set = 0 }: { kbps: number; phase: number; set?: number }): Promise<number[]> {
  vouchers += 1;
  const code = `looks${vouchers}x`;
  const speeds = { kbps_down: set, kbps_up: set };
  await guestWithVoucher(
    server.db(),
    { hotspot_id: HOTSPOT, code, created: server.clock.now },
    { ...speeds, max_navigation_traffic: LIMIT, valid_until: new Date('2027-01-01T00:00:00Z') },
  );
  const used: number[] = [];
  for (let logIn = 0; logIn < MOST_LOG_INS; logIn += 1) {
    const session: Session = { key: `${code}-${logIn}`, code, seconds: 0, bytes: 0 };
    const granted = await link.logIn(session);
    if (granted === null) return used;
    await link.report('start', session);
    let limits = granted;
    for (let isOver = false; !isOver;) {
      session.seconds += 1;
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      session.bytes += Math.min(kbps, limits.kbpsDown ?? Infinity) * 125;
      if (session.seconds % (limits.interim ?? 300) === 0) limits = { ...limits, ...(await link.report('interim', session)) };
      const isLooking = (session.seconds + phase) % 3 === 0;
      isOver = limits.isOver === true || (isLooking && session.bytes >= (limits.bytes ?? Infinity));
    }
    await link.report('stop', session);
    used.push(session.bytes);
  }
  throw new Error('granted again and again');
}

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

describe.each([
  ['RADIUS', byRadius],
  ['HTTP', byHttp],
  ['RADIUS through a FreeRADIUS', behindFreeradius],
])('a guest with 50 MB at a unit that looks every three seconds, by %s', (_, link) => {
  test.each([
    ['50 Mbit/s', { kbps: 50_000 }],
    ['50 Mbit/s that are set', { kbps: 200_000, set: 50_000 }],
    ['20 Mbit/s that are set', { kbps: 200_000, set: 20_000 }],
    ['5 Mbit/s', { kbps: 5000 }],
  ])('uses the whole limit and at most a twentieth more at %s', async (_name, speed) => {
    for (const phase of [0, 1, 2]) {
      const total = sum(await usedUp(link, { ...speed, phase }));
      expect(total).toBeGreaterThanOrEqual(LIMIT);
      expect(total).toBeLessThanOrEqual(1.05 * LIMIT);
    }
  });

  test.each([1000, 3000])('is not cut before the limit is used up at %i kbit/s', async (kbps) => {
    const [first = 0, ...others] = await usedUp(link, { kbps, phase: 1 });
    expect(others).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(LIMIT);
    expect(first).toBeLessThanOrEqual(1.05 * LIMIT);
  });
});

test('a guest whose unit takes no changes logs in again for the last part', async () => {
  answersCoa = false;
  const used = await usedUp(byRadius, { kbps: 3000, phase: 1 });
  answersCoa = true;
  expect(used.length).toBeGreaterThan(1);
  expect(sum(used)).toBeGreaterThanOrEqual(LIMIT);
  expect(sum(used)).toBeLessThanOrEqual(1.05 * LIMIT);
});
