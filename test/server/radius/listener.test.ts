/** The real server, asked by radclient. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { issueToken } from '../../../src/server/access/tokenQueries';
import { attribute, CODE, decodePacket, MAX_PACKET_BYTES, valueOf } from '../../../src/server/radius/codec';
import type { Outcome } from '../../../src/server/radius/service';
import { chapResponse, hiddenPassword } from '../../../src/server/radius/passwords';
import { msChapResponse, msChapSuccess } from '../../../src/server/radius/msChap';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { access_events, hotspot_vouchers, session_histories, sessions, units } from '../../../src/server/database/schema';
import { radclient, exchanged, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { insertUnit } from '../../factories/rows';
import { listening, failures, HOTSPOT, NOW, UNIT, encoded } from './listenerTests';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const { server, port, counted, voucher, contactOf, newUnit } = listening();

const fromUnit = ['NAS-Identifier = "radius-unit"', 'Calling-Station-Id = "02-00-00-00-00-01"'];
const signed = [...fromUnit, 'Message-Authenticator = 0x00'];
const loginBy = (code: string, more: string[] = signed) =>
  radclient('auth', port('authentication'), [`User-Name = "${code}"`, `User-Password = "${code}"`, ...more]);

describe('a RADIUS login', () => {
  test('with a voucher is accepted once, with the common attributes', async () => {
    const guestId = await voucher('winter26', { kbps_down: 2000, kbps_up: 512, max_navigation_traffic: 5_000_000_000 });
    const run = await loginBy('winter26');
    expect(run.output).toContain('Received Access-Accept');
    // Until midnight in Rome.
    for (const line of [
      'Session-Timeout = 48600',
      'Idle-Timeout = 1800',
      'Acct-Interim-Interval = 300',
      'WISPr-Bandwidth-Max-Down = 2000000',
      'WISPr-Bandwidth-Max-Up = 512000',
    ]) {
      expect(run.output).toContain(line);
    }
    expect(run.output).toContain(`Class = 0x${Buffer.from(`portico ${guestId}`).toString('hex')}`);
    await loginBy('Winter26');
    const [used] = await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.code, 'winter26'));
    expect(used).toMatchObject({ remain_use: 0, expires: new Date('2026-11-25T22:59:59Z') });
  });

  test('is refused in words and recorded for an unknown code', async () => {
    const before = await server.db().$count(access_events, eq(access_events.refusal, 'not_known'));
    const run = await loginBy('nobody');
    expect(run.output).toContain('Received Access-Reject');
    expect(run.output).toContain('Reply-Message = "This code or password is not valid here."');
    expect(await server.db().$count(access_events, eq(access_events.refusal, 'not_known'))).toBe(before + 1);
  });

  test('is accepted by CHAP however the code is typed, and only with the right one', async () => {
    await voucher('chapcode');
    for (const password of ['chapcode', 'Chapcode', 'CHAPCODE']) {
      const run = await radclient('auth', port('authentication'), ['User-Name = "chapcode"', `CHAP-Password = "${password}"`, ...signed]);
      expect(run.output).toContain('Received Access-Accept');
    }
    const wrong = await radclient('auth', port('authentication'), ['User-Name = "chapcode"', 'CHAP-Password = "chap"', ...signed]);
    expect(wrong.output).toContain('Received Access-Reject');
  });
});

test('a unit is found even if others have the same name', async () => {
  await voucher('crowded');
  const common = { hotspot_id: HOTSPOT, created: NOW };
  const others = Array.from({ length: 30 }, (_, nth) => ({
    uuid: `crowd-${nth}`,
    mac_address: `crowd-${nth}`,
    name: 'crowded-unit',
    secret: 'theirs',
  }));
  await server
    .db()
    .insert(units)
    .values(others.map((unit) => ({ ...unit, ...common })));
  const found = await insertUnit(server.db(), { ...UNIT, ...common, uuid: 'crowded-unit', mac_address: '00-11-22-33-44-77', name: 'Own' });
  const run = await loginBy('crowded', ['NAS-Identifier = "crowded-unit"', 'Message-Authenticator = 0x00']);
  expect(run.output).toContain('Received Access-Accept');
  const events = await server.db().select().from(access_events).where(eq(access_events.unit_id, found.id));
  expect(events).toMatchObject([{ hotspot_id: HOTSPOT, refusal: '' }]);
});

describe('silence', () => {
  test.each<[string, Outcome, string[], string]>([
    ['without Message-Authenticator', 'not_signed', fromUnit, SECRET],
    ['under a wrong secret', 'wrong_secret', signed, 'another'],
    ['from an unknown unit', 'unknown_unit', ['NAS-Identifier = "foreign"', 'Message-Authenticator = 0x00'], SECRET],
    ['from a unit without a secret', 'unknown_unit', ['NAS-Identifier = "silent-unit"', 'Message-Authenticator = 0x00'], ''],
    ['from a unit that does not say which', 'unknown_unit', ['Message-Authenticator = 0x00'], SECRET],
  ])('meets a login %s, which is counted', async (_, outcome, lines, secret) => {
    const before = counted(outcome);
    const run = await radclient('auth', port('authentication'), ['User-Name = "x"', 'User-Password = "x"', ...lines], {
      secret: secret || 'x',
      seconds: 1,
    });
    expect(run.output).not.toContain('Received');
    // On a busy machine the server may read the packet after its sender has given up.
    while (counted(outcome) === before) await pause(20);
    expect(counted(outcome)).toBe(before + 1);
  });
});

test.each(['authentication', 'accounting'] as const)('Status-Server is answered on the port for %s', async (service) => {
  const run = await radclient('status', port(service), ['NAS-Identifier = "radius-unit"', 'Message-Authenticator = 0x00']);
  expect(run.output).toContain(service === 'authentication' ? 'Received Access-Accept' : 'Received Accounting-Response');
});

describe('accounting by RADIUS', () => {
  const acct = (...lines: string[]) => radclient('acct', port('accounting'), ['NAS-Identifier = "radius-unit"', ...lines]);
  const rows = (key: string) => server.db().select().from(sessions).where(eq(sessions.session_key, key));
  const histories = (key: string) =>
    server.db().select().from(session_histories).where(eq(session_histories.session_key, key)).orderBy(asc(session_histories.id));

  test('runs from start to stop as the admitted guest', async () => {
    const guestId = await voucher('counted');
    const accepted = await loginBy('counted');
    const [, held = ''] = /Class = (0x[\da-f]+)/.exec(accepted.output) ?? [];
    const session = [
      'Acct-Session-Id = "s-1"',
      'User-Name = "whoever"',
      `Class = ${held}`,
      'Calling-Station-Id = "02-00-00-00-00-01"',
      'Framed-IP-Address = 10.1.2.3',
    ];
    expect((await acct('Acct-Status-Type = Start', ...session)).output).toContain('Received Accounting-Response');
    await acct(
      'Acct-Status-Type = Interim-Update',
      'Acct-Session-Time = 300',
      'Acct-Input-Octets = 1000',
      'Acct-Output-Octets = 5',
      'Acct-Output-Gigawords = 1',
      ...session,
    );
    expect(await rows('s-1')).toMatchObject([
      {
        user_id: guestId,
        device_mac: '02-00-00-00-00-01',
        ip_address: '10.1.2.3',
        bytes_up: 1000,
        bytes_down: 4_294_967_301,
        duration: 300,
      },
    ]);
    await acct(
      'Acct-Status-Type = Stop',
      'Acct-Session-Time = 400',
      'Acct-Input-Octets = 2000',
      'Acct-Output-Octets = 9',
      'Acct-Output-Gigawords = 1',
      'Acct-Terminate-Cause = Idle-Timeout',
      ...session,
    );
    expect(await rows('s-1')).toEqual([]);
    expect(await histories('s-1')).toMatchObject([
      { user_id: guestId, bytes_up: 2000, bytes_down: 4_294_967_305, duration: 400, terminate_cause: 'idle_timeout' },
    ]);
  });

  test('counts CoovaChilli in the guest’s direction', async () => {
    await acct(
      'Acct-Status-Type = Interim-Update',
      'Acct-Session-Id = "s-2"',
      'Acct-Session-Time = 60',
      'Acct-Input-Octets = 700',
      'Acct-Output-Octets = 30',
      'ChilliSpot-Version = "1.6"',
    );
    expect(await rows('s-2')).toMatchObject([{ bytes_up: 30, bytes_down: 700 }]);
  });

  test('ends with its unit', async () => {
    await acct(
      'Acct-Status-Type = Interim-Update',
      'Acct-Session-Id = "s-3"',
      'Acct-Session-Time = 60',
      'Acct-Input-Octets = 1',
      'Acct-Output-Octets = 2',
    );
    expect(await rows('s-3')).toHaveLength(1);
    expect((await acct('Acct-Status-Type = Accounting-On')).output).toContain('Received Accounting-Response');
    expect(await histories('s-3')).toMatchObject([{ bytes_down: 2, terminate_cause: 'unit_restarted' }]);
  });
});

describe('a RADIUS unit', () => {
  test('is recorded with time, address, kind and clock error', async () => {
    await newUnit('heard');
    const lines = [
      'NAS-Identifier = "heard"',
      'Acct-Status-Type = Interim-Update',
      'Acct-Session-Id = "h-1"',
      'Mikrotik-Host-IP = 10.5.50.2',
    ];
    // Three hours ahead, like a unit with a wrong time zone.
    await radclient('acct', port('accounting'), [...lines, 'Event-Timestamp = "Nov 22 2026 12:30:00 UTC"']);
    expect(await contactOf('heard')).toMatchObject({ heard: NOW, address: '127.0.0.1', kind: 'mikrotik', clock_ahead: 10_800 });
    await radclient('acct', port('accounting'), lines);
    expect(await contactOf('heard')).toMatchObject({ clock_ahead: 10_800 });
  });

  test('is disconnected at its present address, not where a copy of its packet came from', async () => {
    await newUnit('moving');
    const report = (seconds: number) =>
      encodeRequest(
        {
          code: CODE.accountingRequest,
          id: 1,
          attributes: [
            attribute('NAS-Identifier', 'moving'),
            attribute('Acct-Status-Type', 3),
            attribute('Acct-Session-Id', 'm-1'),
            attribute('Acct-Session-Time', seconds),
          ],
        },
        SECRET,
      ).bytes;
    const login = encoded([attribute('User-Name', 'nobody')]).bytes;
    const first = report(60);
    await exchanged(first, port('accounting'));
    // Somebody who recorded the packet gets the same answer as the unit, and nothing more.
    await exchanged(first, port('accounting'), '127.0.0.2');
    expect(await contactOf('moving')).toMatchObject({ address: '127.0.0.1' });
    await exchanged(report(120), port('accounting'), '127.0.0.3');
    expect(await contactOf('moving')).toMatchObject({ address: '127.0.0.3' });
    await exchanged(first, port('accounting'));
    expect(await contactOf('moving')).toMatchObject({ address: '127.0.0.3' });
    await exchanged(login, port('authentication'));
    await exchanged(login, port('authentication'), '127.0.0.4');
    expect(await contactOf(UNIT.uuid)).toMatchObject({ address: '127.0.0.1' });
  });
});

test('a login with MS-CHAPv2 is accepted, and the server proves itself', async () => {
  await voucher('mscode');
  const challenge = Buffer.alloc(16, 3);
  const login = (password: string) =>
    encoded([
      attribute('User-Name', 'mscode'),
      attribute('MS-CHAP-Challenge', challenge),
      attribute('MS-CHAP2-Response', msChapResponse({ id: 5, peerChallenge: Buffer.alloc(16, 4) }, challenge, 'mscode', password)),
    ]);
  for (const [password, code] of [
    ['Mscode', CODE.accessAccept],
    ['other', CODE.accessReject],
  ] as const) {
    const { bytes, authenticator } = login(password);
    const answer = decodePacket(await exchanged(bytes, port('authentication')));
    if (typeof answer === 'string') throw new Error(answer);
    expect(answerProof(answer, authenticator, SECRET)).toBe('proven');
    expect(answer.code).toBe(code);
    expect(valueOf(answer, 'MS-CHAP2-Success') === undefined).toBe(code === CODE.accessReject);
    expect(valueOf(answer, 'MS-CHAP-Error') === undefined).toBe(code === CODE.accessAccept);
  }
});

test('a portal token is accepted by MS-CHAPv2, and the server proves that it knows it', async () => {
  const guestId = await voucher('mstoken');
  const [unit] = await server.db().select().from(units).where(eq(units.uuid, UNIT.uuid));
  const device = '02-00-00-00-00-0D';
  const token = await issueToken(server.db(), { unitId: unit?.id ?? 0, guestId, deviceMac: device, method: 'voucher' }, NOW);
  const [challenge, peerChallenge] = [Buffer.alloc(16, 3), Buffer.alloc(16, 4)];
  const response = msChapResponse({ id: 5, peerChallenge }, challenge, 'MSTOKEN', token);
  const { bytes } = encoded([
    attribute('User-Name', 'MSTOKEN'),
    attribute('Calling-Station-Id', device),
    attribute('MS-CHAP-Challenge', challenge),
    attribute('MS-CHAP2-Response', response),
  ]);
  const answer = decodePacket(await exchanged(bytes, port('authentication')));
  if (typeof answer === 'string') throw new Error(answer);
  expect(answer.code).toBe(CODE.accessAccept);
  expect(valueOf(answer, 'MS-CHAP2-Success')).toEqual(msChapSuccess(response, challenge, 'MSTOKEN', token));
});

test('a repeated packet gets the same answer and is decided once', async () => {
  await voucher('again');
  const { bytes } = encoded([attribute('User-Name', 'again')], (random) => [
    attribute('User-Password', hiddenPassword('again', random, SECRET) ?? Buffer.alloc(0)),
  ]);
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const [events, repeated] = [await server.db().$count(access_events), counted('repeated')];
  const answers: Buffer[] = [];
  for (let time = 0; time < 3; time += 1) {
    socket.send(bytes, port('authentication'), '127.0.0.1');
    answers.push(((await once(socket, 'message')) as [Buffer])[0]);
  }
  socket.close();
  expect(answers.every((answer) => answers[0]?.equals(answer))).toBe(true);
  expect(counted('repeated')).toBe(repeated + 2);
  expect(await server.db().$count(access_events)).toBe(events + 1);
});

test('a request whose Proxy-State leaves no room for an answer is malformed, not a failure', async () => {
  const bytesWith = (...states: number[]) =>
    encoded([attribute('User-Name', 'x'), ...states.map((size) => attribute('Proxy-State', Buffer.alloc(size, 7)))], (authenticator) => [
      attribute('User-Password', hiddenPassword('x', authenticator, SECRET) ?? Buffer.alloc(0)),
    ]).bytes;
  const most = Array.from({ length: 15 }, () => 253);
  const full = bytesWith(...most, MAX_PACKET_BYTES - bytesWith(...most).length - 2);
  expect(full).toHaveLength(MAX_PACKET_BYTES);
  const before = counted('malformed');
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.send(full, port('authentication'), '127.0.0.1');
  while (counted('malformed') === before) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.close();
  expect(failures).toEqual([]);
});

test('the authenticator is the challenge of a CHAP request without one', async () => {
  await voucher('bare');
  const { bytes } = encoded([attribute('User-Name', 'bare')], (random) => [attribute('CHAP-Password', chapResponse(1, random, 'bare'))]);
  const answer = decodePacket(await exchanged(bytes, port('authentication')));
  expect(typeof answer === 'string' ? answer : answer.code).toBe(CODE.accessAccept);
});
