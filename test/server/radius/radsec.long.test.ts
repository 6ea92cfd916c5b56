import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { attribute, CODE, decodePacket, type Attribute, type ReceivedPacket } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { keepCertificates, readCertificates, type Certificates } from '../../../src/server/radius/radsec';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { sessions } from '../../../src/server/database/schema';
import { newAuthority, type Authority, type Pair } from '../../support/peers/certificates';
import { listenOnFreePorts } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve();

const NOW = new Date('2026-11-22T09:30:00Z');
const SECRET = 'a secret of its own';
const IN_TLS = 'radsec';

let authority: Authority;
let stranger: Authority;
let own: Pair;
let withCa: RadiusListener;
let withoutCa: RadiusListener;

beforeAll(async () => {
  authority = newAuthority('Portico tests');
  stranger = newAuthority('Somebody else');
  own = authority.issue('localhost');
  const common = { hotspot_id: 1, created: NOW };
  for (const uuid of ['tls-unit', 'other-unit']) {
    await insertUnit(server.db(), { ...common, uuid, name: uuid, mac_address: uuid, secret: SECRET });
  }
  withCa = await listening({ ...own, ca: authority.cert });
  withoutCa = await listening(own);
});
afterAll(async () => {
  await withCa.close();
  await withoutCa.close();
});

const refused: unknown[] = [];
const listening = (certificates: Certificates) =>
  listenOnFreePorts({
    db: server.db(),
    clock: () => NOW,
    onFailure: () => undefined,
    onRefusedConnection: (connection) => void refused.push(connection),
    certificates,
  });

async function connected(listener: RadiusListener, client: Partial<Pair> = {}): Promise<TLSSocket> {
  const options: ConnectionOptions = {
    host: '127.0.0.1',
    port: listener.ports.tls,
    ca: authority.cert,
    servername: 'localhost',
    ...client,
  };
  const socket = connect(options);
  await once(socket, 'secureConnect');
  return socket;
}

/** Collects answers until there are this many. */
async function answersOf(socket: TLSSocket, count: number): Promise<ReceivedPacket[]> {
  let bytes = Buffer.alloc(0);
  const found: ReceivedPacket[] = [];
  while (found.length < count) {
    const [data] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer];
    bytes = Buffer.concat([bytes, data]);
    while (bytes.length >= 20 && bytes.length >= bytes.readUInt16BE(2)) {
      const packet = decodePacket(bytes);
      if (typeof packet === 'string') throw new Error(packet);
      found.push(packet);
      bytes = bytes.subarray(packet.bytes.length);
    }
  }
  return found;
}

/** Resolves when the socket closes, with or without an error. */
const closed = (socket: TLSSocket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));

const status = (uuid: string, secret: string, id = 1) =>
  encodeRequest({ code: CODE.statusServer, id, attributes: [attribute('NAS-Identifier', uuid)] }, secret);

const started = (key: string): Attribute[] => [
  attribute('NAS-Identifier', 'tls-unit'),
  attribute('Acct-Status-Type', ACCT_STATUS.start),
  attribute('Acct-Session-Id', key),
];

describe('a RadSec unit with a certificate', () => {
  test('is answered under the common secret, logins and accounting on one connection', async () => {
    const socket = await connected(withCa, authority.issue('tls-unit'));
    const requested = status('tls-unit', IN_TLS);
    const reported = encodeRequest({ code: CODE.accountingRequest, id: 2, attributes: started('tls-1') }, IN_TLS);
    const answers = answersOf(socket, 2);
    // Two packets, sent in pieces that don't match their boundaries.
    const all = Buffer.concat([requested.bytes, reported.bytes]);
    for (let at = 0; at < all.length; at += 7) socket.write(all.subarray(at, at + 7));
    const byId = new Map((await answers).map((packet) => [packet.id, packet]));
    expect(byId.get(1)?.code).toBe(CODE.accessAccept);
    expect(byId.get(2)?.code).toBe(CODE.accountingResponse);
    for (const [id, { authenticator }] of [
      [1, requested],
      [2, reported],
    ] as const) {
      const answer = byId.get(id);
      expect(answer && answerProof(answer, authenticator, IN_TLS)).toBe('proven');
    }
    expect(await server.db().$count(sessions, eq(sessions.session_key, 'tls-1'))).toBe(1);
    socket.destroy();
  });

  test('cannot speak for another unit', async () => {
    const listener = await listening({ ...own, ca: authority.cert });
    const socket = await connected(listener, authority.issue('tls-unit'));
    for (const id of [8, 9]) {
      const answers = answersOf(socket, 1);
      socket.write(status('other-unit', IN_TLS, id - 8).bytes);
      socket.write(status('tls-unit', IN_TLS, id).bytes);
      expect((await answers).map((answer) => answer.id)).toEqual([id]);
    }
    socket.destroy();
    // Closing waits for packets that are being processed.
    await listener.close();
    expect(listener.counts().wrong_secret).toBe(2);
  });

  test.each([
    { whose: 'of somebody else', client: () => stranger.issue('tls-unit'), reported: { why: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } },
    {
      whose: 'that is missing',
      client: () => ({}),
      reported: { address: '127.0.0.1', why: 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE' },
    },
  ])('is rejected with a certificate $whose, which is reported', async ({ client, reported }) => {
    refused.length = 0;
    const socket = connect({ host: '127.0.0.1', port: withCa.ports.tls, ca: authority.cert, servername: 'localhost', ...client() });
    socket.on('error', () => undefined);
    socket.write(status('tls-unit', IN_TLS).bytes);
    let answer = 0;
    socket.on('data', () => (answer += 1));
    await closed(socket);
    expect(answer).toBe(0);
    while (refused.length === 0) await pause(5);
    expect(refused).toEqual([reported]);
  });

  test('a scanner that only connects is not reported', async () => {
    refused.length = 0;
    const scanner = connectTcp(withCa.ports.tls, '127.0.0.1');
    await once(scanner, 'connect');
    scanner.end();
    await once(scanner, 'close');
    expect(refused).toEqual([]);
  });
});

describe('RadSec without a CA', () => {
  test('proves a unit by its own secret, not by the common one', async () => {
    const socket = await connected(withoutCa);
    const answers = answersOf(socket, 1);
    socket.write(status('tls-unit', IN_TLS, 1).bytes);
    const requested = status('tls-unit', SECRET, 2);
    socket.write(requested.bytes);
    const [answer] = await answers;
    expect(answer?.id).toBe(2);
    expect(answer && answerProof(answer, requested.authenticator, SECRET)).toBe('proven');
    socket.destroy();
  });

  test('answers many packets at once', async () => {
    const socket = await connected(withoutCa);
    const answers = answersOf(socket, 200);
    socket.write(Buffer.concat(Array.from({ length: 200 }, (_, id) => status('tls-unit', SECRET, id).bytes)));
    expect(new Set((await answers).map(({ id }) => id)).size).toBe(200);
    socket.destroy();
  });

  test.each([0, 19, 4097])('ends only the connection with a packet of length %d', async (length) => {
    const other = await connected(withoutCa);
    const socket = await connected(withoutCa);
    const bytes = Buffer.alloc(20);
    bytes.writeUInt16BE(length, 2);
    socket.write(bytes);
    socket.on('error', () => undefined);
    await closed(socket);
    const answers = answersOf(other, 1);
    other.write(status('tls-unit', SECRET).bytes);
    expect(await answers).toHaveLength(1);
    other.destroy();
  });
});

describe('connections on which no unit proves itself', () => {
  test('make room for a unit, though they come from its own address', async () => {
    const idle = Array.from({ length: 140 }, () => connectTcp({ host: '127.0.0.1', port: withoutCa.ports.tls }));
    let ended = 0;
    for (const socket of idle) {
      socket.on('error', () => undefined);
      socket.on('close', () => (ended += 1));
    }
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const socket = await connected(withoutCa);
    const answers = answersOf(socket, 1);
    socket.write(status('tls-unit', SECRET).bytes);
    expect(await answers).toHaveLength(1);
    // At most a hundred stay open; the unit's own connection was one of them until it was answered.
    expect(ended).toBeGreaterThanOrEqual(40);
    for (const each of [socket, ...idle]) each.destroy();
  });

  test('are closed in time, and the one of a unit stays', async () => {
    const listener = await listenOnFreePorts({
      db: server.db(),
      clock: () => NOW,
      onFailure: () => undefined,
      certificates: own,
      unprovenFor: 500,
    });
    const [unit, idle, wrong] = [await connected(listener), await connected(listener), await connected(listener)];
    for (const socket of [idle, wrong]) socket.on('error', () => undefined);
    const answers = answersOf(unit, 1);
    unit.write(status('tls-unit', SECRET).bytes);
    expect(await answers).toHaveLength(1);
    wrong.write(status('tls-unit', 'guessed').bytes);
    await Promise.all([closed(idle), closed(wrong)]);
    const more = answersOf(unit, 1);
    unit.write(status('tls-unit', SECRET, 2).bytes);
    expect(await more).toHaveLength(1);
    unit.destroy();
    await listener.close();
  });
});

test('an invalid certificate is refused', async () => {
  const rubbish = { cert: Buffer.from('rubbish'), key: Buffer.from('rubbish') };
  await expect(listening(rubbish)).rejects.toThrow(/PEM|no start line/);
});

test('renewed certificates apply without a restart, and invalid ones are reported once while the previous stay', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-radsec-'));
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem'), ca: path.join(folder, 'ca.pem') };
  const write = ({ cert, key }: Pair) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  write(own);
  writeFileSync(files.ca, authority.cert);
  const used = await readCertificates(files);
  const listener = await listening(used);
  const failures: unknown[] = [];
  const keeper = keepCertificates(files, used, listener.renew, { onFailure: (error) => void failures.push(error), every: 20 });
  const unit = authority.issue('tls-unit');
  const shown = async () => {
    const socket = await connected(listener, unit);
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const become = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await pause(20);
  };
  const open = await connected(listener, unit);
  const first = await shown();

  write(authority.issue('localhost'));
  await become(async () => (await shown()) !== first);
  const second = await shown();
  open.write(status('tls-unit', IN_TLS).bytes);
  expect((await answersOf(open, 1)).map(({ code }) => code)).toEqual([CODE.accessAccept]);
  failures.length = 0;

  // The key doesn't belong to the certificate.
  writeFileSync(files.key, authority.issue('localhost').key);
  await become(() => failures.length > 0);
  await pause(100);
  expect(failures).toHaveLength(1);
  expect(await shown()).toBe(second);
  rmSync(files.cert);
  await become(() => failures.length > 1);
  expect(String(failures[1])).toContain(files.cert);
  expect(await shown()).toBe(second);

  await keeper.stop();
  open.destroy();
  await listener.close();
  rmSync(folder, { recursive: true });
});
