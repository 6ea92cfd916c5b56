/** A real FreeRADIUS in front of Portico, with the configuration that `portico freeradius-config` writes, used by radclient. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as call } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { session_histories, sessions, units } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket, valueOf, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { freeradiusConfig, listClients } from '../../../src/server/radius/freeradiusConfig';
import { msChapResponse, msChapSuccess } from '../../../src/server/radius/msChap';
import { hiddenPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { exchanged, radclient, RADIUS_SECRET as SECRET, startFreeradiusWith, type Freeradius } from '../../support/radius/freeradius';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS_REST');

const TOKEN = 'freeradius-token-0123456789';

const HOTSPOT = 1;
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'behind-freeradius', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };
const VOUCHER = 'front1';

const ports = { auth: 0, acct: 0 };

const lines = ['Calling-Station-Id = "02-00-00-00-00-01"', 'Message-Authenticator = 0x00'];
const logIn = async (name: string, password: string, { kind = 'User-Password', seconds = 5 } = {}) =>
  (await radclient('auth', ports.auth, [`User-Name = "${name}"`, `${kind} = "${password}"`, ...lines], { seconds })).output;

let freeradius: Freeradius | undefined;
// Runs before the server closes, which waits for idle connections.
afterAll(() => freeradius?.stop());

const server = serve({ config: { freeradiusToken: TOKEN, zone: 'Europe/Rome' } });
let guestId = 0;

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, created: NOW, address: '127.0.0.1' });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const limits = { kbps_down: 2000, max_navigation_traffic: 5_000_000 };
  guestId = await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: VOUCHER, created: NOW }, limits);
});

/** A proxy between FreeRADIUS and Portico: passes calls on, or answers them with a status of its own. */
const between = {
  port: 0,
  status: null as number | null,
  /** The paths of the calls that it answered. */
  answered: [] as string[],
  server: createServer((request, response) => {
    const path = request.url ?? '';
    if (between.status !== null) {
      between.answered.push(path.replace(/\?.*/, ''));
      response.writeHead(between.status, { 'Content-Type': 'application/json' }).end('{"message":"No."}');
      return;
    }
    const onward = call(server.url() + path, { method: request.method ?? '', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  }),
  open: async () => {
    between.server.listen(between.port, '127.0.0.1');
    await once(between.server, 'listening');
    between.port = (between.server.address() as AddressInfo).port;
  },
  shut: async () => {
    const closed = once(between.server, 'close');
    between.server.close();
    between.server.closeAllConnections();
    await closed;
  },
};
afterAll(() => between.shut());

beforeAll(async () => {
  Object.assign(ports, { auth: await freeUdpPort(), acct: await freeUdpPort() });
  await between.open();
  const files = freeradiusConfig({ url: `http://127.0.0.1:${between.port}`, token: TOKEN, clients: await listClients(server.db()) });
  const site = (files['sites-enabled/portico'] ?? '')
    .replaceAll('ipaddr = *', 'ipaddr = 127.0.0.1')
    .replace('port = 1812', `port = ${ports.auth}`)
    .replace('port = 1813', `port = ${ports.acct}`);
  freeradius = await startFreeradiusWith({ ...files, 'sites-enabled/portico': site }, { ...ports, coa: 0 });
});

test('FreeRADIUS in front refuses a login in words', async () => {
  const output = await logIn(VOUCHER, 'guessed');
  expect(output).toContain('Received Access-Reject');
  expect(output).toContain('Reply-Message = "This code or password is not valid here."');
});

test('FreeRADIUS in front never expands what a guest typed', async () => {
  expect(await logIn('%{User-Password}', '%t')).toContain('Received Access-Reject');
});

/** The expected Message-Authenticator of an answer (RFC 3579), computed independently. */
function signatureFor(answer: Buffer, authenticator: Buffer, at: number): Buffer {
  const cleared = Buffer.from(answer);
  authenticator.copy(cleared, 4);
  cleared.fill(0, at, at + 16);
  return createHmac('md5', SECRET).update(cleared).digest();
}

/** Sends a request, and checks that the answer begins with a valid Message-Authenticator and has no other. */
async function signedAnswer(
  code: number,
  port: number,
  attributes: Attribute[],
  hidden?: (authenticator: Buffer) => Attribute[],
): Promise<{ code: number; attributes: Attribute[] }> {
  const { bytes, authenticator } = encodeRequest({ code, id: 77, attributes }, SECRET, hidden);
  const answer = await exchanged(bytes, port);
  const packet = decodePacket(answer);
  if (typeof packet === 'string') throw new Error(packet);
  expect(answerProof(packet, authenticator, SECRET)).toBe('proven');
  expect([...answer.subarray(20, 22)]).toEqual([80, 18]);
  expect(answer.subarray(22, 38)).toEqual(signatureFor(answer, authenticator, 22));
  expect(packet.attributes.filter(({ vendor, type }) => vendor === 0 && type === 80)).toHaveLength(1);
  return packet;
}

const device = attribute('Calling-Station-Id', '02-00-00-00-00-01');

test.each([
  ['an Access-Accept', VOUCHER, CODE.accessAccept],
  ['an Access-Reject', 'guessed', CODE.accessReject],
])('FreeRADIUS in front signs %s with Message-Authenticator as its first attribute', async (_, password, code) => {
  const state = attribute('Proxy-State', Buffer.from('of a proxy'));
  const packet = await signedAnswer(CODE.accessRequest, ports.auth, [attribute('User-Name', VOUCHER), device, state], (authenticator) => [
    attribute('User-Password', hiddenPassword(password, authenticator, SECRET) ?? Buffer.alloc(0)),
  ]);
  expect(packet.code).toBe(code);
  expect(valueOf(packet, 'Proxy-State')).toEqual(Buffer.from('of a proxy'));
  expect(valueOf(packet, 'Reply-Message') === undefined).toBe(code === CODE.accessAccept);
  expect(valueOf(packet, 'Session-Timeout') === undefined).toBe(code === CODE.accessReject);
});

test('FreeRADIUS in front accepts MS-CHAPv2 only with the right password, and proves that it knows it', async () => {
  const [challenge, peerChallenge] = [Buffer.alloc(16, 3), Buffer.alloc(16, 4)];
  const login = async (password: string) => {
    const response = msChapResponse({ id: 5, peerChallenge }, challenge, VOUCHER, password);
    const ms = [attribute('MS-CHAP-Challenge', challenge), attribute('MS-CHAP2-Response', response)];
    return { response, packet: await signedAnswer(CODE.accessRequest, ports.auth, [attribute('User-Name', VOUCHER), device, ...ms]) };
  };
  const { response, packet } = await login(VOUCHER);
  expect(packet.code).toBe(CODE.accessAccept);
  expect(valueOf(packet, 'MS-CHAP2-Success')).toEqual(msChapSuccess(response, challenge, VOUCHER, VOUCHER));
  const { packet: refused } = await login('guessed');
  expect(refused.code).toBe(CODE.accessReject);
  expect(valueOf(refused, 'Reply-Message')).toBe('This code or password is not valid here.');
  expect(valueOf(refused, 'MS-CHAP2-Success')).toBeUndefined();
  expect(valueOf(refused, 'MS-CHAP-Error')?.toString('utf8')).toMatch(/^.E=691 R=0 V=3 M=This code/);
});

test('FreeRADIUS in front answers Status-Server on both ports with a signature', async () => {
  expect(await signedAnswer(CODE.statusServer, ports.auth, [])).toMatchObject({ code: CODE.accessAccept });
  expect(await signedAnswer(CODE.statusServer, ports.acct, [])).toMatchObject({ code: CODE.accountingResponse });
  const { isGood, output } = await radclient('status', ports.auth, ['Message-Authenticator = 0x00'], { seconds: 5 });
  expect({ isGood, output }).toMatchObject({ isGood: true, output: expect.stringContaining('Received Access-Accept') });
});

test('FreeRADIUS in front is silent to a unit unknown to Portico', async () => {
  await server.db().update(units).set({ uuid: 'renamed', address: '' }).where(eq(units.uuid, UNIT.uuid));
  expect(await logIn(VOUCHER, VOUCHER, { seconds: 2 })).not.toContain('Received');
  await server.db().update(units).set({ uuid: UNIT.uuid, address: '127.0.0.1' }).where(eq(units.uuid, 'renamed'));
});

const report = (seconds: number) => [
  'Acct-Session-Id = "front-away"',
  `User-Name = "${VOUCHER}"`,
  'Calling-Station-Id = "02-00-00-00-00-01"',
  'Acct-Status-Type = Interim-Update',
  `Acct-Session-Time = ${seconds}`,
  `Acct-Input-Octets = ${seconds}`,
  `Acct-Output-Octets = ${2 * seconds}`,
];
const tell = async (seconds: number, patience = 5) => (await radclient('acct', ports.acct, report(seconds), { seconds: patience })).output;
const isWell = async (port: number) => (await radclient('status', port, ['Message-Authenticator = 0x00'], { seconds: 1 })).output;

describe('an outage of Portico behind FreeRADIUS', () => {
  test('leaves units without an answer, so that they retry or use another server, and loses nothing', async () => {
    expect(await tell(60)).toContain('Received Accounting-Response');
    await between.shut();
    const answers = [logIn(VOUCHER, VOUCHER, { seconds: 2 }), tell(120, 2), isWell(ports.auth), isWell(ports.acct)];
    for (const output of await Promise.all(answers)) {
      expect(output).toContain('No reply from server');
      expect(output).not.toContain('Received');
    }
    await between.open();
    // After a failure FreeRADIUS waits a second before it reconnects.
    let output = '';
    do output = await logIn(VOUCHER, VOUCHER);
    while (output.includes('No reply from server'));
    expect(output).toContain('Received Access-Accept');
    expect(await tell(120)).toContain('Received Accounting-Response');
    expect(await isWell(ports.auth)).toContain('Received Access-Accept');
    expect(await server.db().select().from(sessions).where(eq(sessions.session_key, 'front-away'))).toMatchObject([
      { user_id: guestId, duration: 120, bytes_up: 120, bytes_down: 240 },
    ]);
  });

  // 401: another token; 404: an older Portico, or a unit that it doesn’t know; 429 and 503: too busy.
  test.each([401, 503, 403, 404, 429, 500])('leaves units without an answer even if status %i comes in its place', async (status) => {
    between.status = status;
    between.answered = [];
    for (const output of await Promise.all([logIn(VOUCHER, VOUCHER, { seconds: 1 }), tell(120, 1), isWell(ports.auth), isWell(ports.acct)]))
      expect(output).toContain('No reply from server');
    between.status = null;
    expect(between.answered.sort()).toEqual(['/health/ready', '/health/ready', '/radius/accounting', '/radius/authorize']);
  });
});

test('FreeRADIUS in front recognizes a report that a unit resends an hour later', async () => {
  const about = [attribute('Acct-Session-Id', 'front-again'), device];
  const send = async (id: number, attributes: Attribute[]) => {
    const { bytes } = encodeRequest({ code: CODE.accountingRequest, id, attributes: [...about, ...attributes] }, SECRET);
    expect((await exchanged(bytes, ports.acct))[0]).toBe(CODE.accountingResponse);
  };
  const start = () => send(1, [attribute('Acct-Status-Type', ACCT_STATUS.start)]);
  const stop = () => send(2, [attribute('Acct-Status-Type', ACCT_STATUS.stop), attribute('Acct-Session-Time', 600)]);
  await start();
  server.clock.now = new Date(NOW.getTime() + 600_000);
  await stop();
  server.clock.now = new Date(NOW.getTime() + 4_200_000);
  await start();
  await stop();
  server.clock.now = NOW;
  expect(await server.db().$count(sessions, eq(sessions.session_key, 'front-again'))).toBe(0);
  expect(await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'front-again'))).toMatchObject([
    { start_time: NOW, duration: 600 },
  ]);
});

// Uses up the guest's traffic limit.
test('FreeRADIUS in front records a session from start to stop, with the address of its unit', async () => {
  const session = ['Acct-Session-Id = "front-1"', `User-Name = "${VOUCHER}"`, 'Calling-Station-Id = "02-00-00-00-00-01"'];
  const report = (...more: string[]) => radclient('acct', ports.acct, [...more, ...session], { seconds: 5 });
  expect((await report('Acct-Status-Type = Start')).output).toContain('Received Accounting-Response');
  const counters = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 5', 'Acct-Output-Octets = 6', 'Acct-Output-Gigawords = 2'];
  await report('Acct-Status-Type = Stop', ...counters, 'Acct-Terminate-Cause = User-Request');
  expect(await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'front-1'))).toMatchObject([
    { user_id: guestId, bytes_up: 5, bytes_down: 8_589_934_598, terminate_cause: 'user_request' },
  ]);
});
