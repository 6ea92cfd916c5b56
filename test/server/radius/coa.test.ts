/** Tests with FreeRADIUS, which acknowledges everything, and with simulated units, which don't. */
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { change, disconnect, type CoaSession, type CoaTarget } from '../../../src/server/radius/coa';
import { attribute, CODE, decodePacket, valueOf, type ReceivedPacket } from '../../../src/server/radius/codec';
import { encodeAnswer, requestProof } from '../../../src/server/radius/proofs';
import { answering, RADIUS_SECRET as SECRET, startFreeradius, type Freeradius } from '../../support/radius/freeradius';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const NOW = new Date('2026-11-22T09:30:00Z');
const SESSION: CoaSession = { nasIdentifier: 'router', username: 'WINTER26', key: 's-1', deviceMac: '02-00-00-00-00-01' };

let server: Freeradius | undefined;
beforeAll(async () => {
  server = await startFreeradius();
});
afterAll(() => server?.stop());

/** Runs `work` with a unit that answers by `answer`; returns the result and what the unit received. */
async function unit<T>(answer: (packet: ReceivedPacket, nth: number) => Buffer | null, work: (target: CoaTarget) => Promise<T>) {
  const received: ReceivedPacket[] = [];
  const peer = await answering((datagram) => {
    const packet = decodePacket(datagram);
    if (typeof packet === 'string') throw new Error(packet);
    received.push(packet);
    return answer(packet, received.length);
  });
  try {
    return { outcome: await work({ address: '127.0.0.1', port: peer.port, secret: SECRET }), received };
  } finally {
    peer.close();
  }
}

describe('a unit that is requested to end a session', () => {
  test('acknowledges the request', async () => {
    const target = { address: '127.0.0.1', port: server?.ports.coa ?? 0, secret: SECRET };
    expect(await disconnect(target, SESSION, { now: new Date() })).toEqual({ outcome: 'acknowledged' });
    const changes = [attribute('Session-Timeout', 60)];
    expect(await change(target, SESSION, { now: new Date(), changes })).toEqual({ outcome: 'acknowledged' });
  });

  test('gets user, session and time in a signed packet', async () => {
    const { received } = await unit(
      (packet) => encodeAnswer(packet, CODE.disconnectAck, [], SECRET),
      (target) => disconnect(target, SESSION, { now: NOW }),
    );
    const [packet] = received;
    if (!packet) throw new Error('it was asked');
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(packet.attributes[0]?.type).toBe(80);
    expect(valueOf(packet, 'User-Name')).toBe('WINTER26');
    expect(valueOf(packet, 'Acct-Session-Id')).toBe('s-1');
    expect(valueOf(packet, 'NAS-Identifier')).toBe('router');
    expect(valueOf(packet, 'Event-Timestamp')).toEqual(NOW);
  });

  test('can refuse with a cause', async () => {
    const { outcome } = await unit(
      (packet) => encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', 501)], SECRET),
      (target) => disconnect(target, SESSION, { now: NOW }),
    );
    expect(outcome).toEqual({ outcome: 'refused', cause: 'administratively prohibited' });
  });

  test.each([
    ['without a cause', [], 'no cause told'],
    ['with an unknown cause', [attribute('Error-Cause', 999)], 'cause 999'],
  ])('can refuse %s', async (_, attributes, cause) => {
    const { outcome } = await unit(
      (packet) => encodeAnswer(packet, CODE.coaNak, attributes, SECRET),
      (target) => change(target, SESSION, { now: NOW }),
    );
    expect(outcome).toEqual({ outcome: 'refused', cause });
  });

  test('can report an unknown session', async () => {
    const notFound = (code: number) => (packet: ReceivedPacket) => encodeAnswer(packet, code, [attribute('Error-Cause', 503)], SECRET);
    const ended = await unit(notFound(CODE.disconnectNak), (target) => disconnect(target, SESSION, { now: NOW }));
    expect(ended.outcome).toEqual({ outcome: 'unknown there' });
    const changed = await unit(notFound(CODE.coaNak), (target) => change(target, SESSION, { now: NOW }));
    expect(changed.outcome).toEqual({ outcome: 'unknown there' });
  });

  test('gets the same packet again until it answers', async () => {
    const { outcome, received } = await unit(
      (packet, nth) => (nth < 3 ? null : encodeAnswer(packet, CODE.disconnectAck, [], SECRET)),
      (target) => disconnect(target, SESSION, { now: NOW, waits: [20, 20, 5000] }),
    );
    expect(outcome).toEqual({ outcome: 'acknowledged' });
    expect(received).toHaveLength(3);
    expect(received.every(({ bytes }) => received[0]?.bytes.equals(bytes))).toBe(true);
  });

  test('can fail to answer', async () => {
    const { outcome, received } = await unit(
      () => null,
      (target) => disconnect(target, SESSION, { now: NOW, waits: [20, 20, 20] }),
    );
    expect(outcome).toEqual({ outcome: 'no answer' });
    expect(received).toHaveLength(3);
  });

  test.each<[string, (packet: ReceivedPacket) => Buffer]>([
    ['under another secret', (packet) => encodeAnswer(packet, CODE.disconnectAck, [], 'another')],
    ['to another request', (packet) => encodeAnswer({ ...packet, id: (packet.id + 1) % 256 }, CODE.disconnectAck, [], SECRET)],
    ['of another kind', (packet) => encodeAnswer(packet, CODE.coaAck, [], SECRET)],
    ['that is no packet', () => Buffer.from('rubbish')],
  ])('is not trusted with an answer %s', async (_, answer) => {
    const { outcome } = await unit(answer, (target) => disconnect(target, SESSION, { now: NOW, waits: [50] }));
    expect(outcome).toEqual({ outcome: 'no answer' });
  });
});
