import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exchange } from '../../../src/server/radius/exchange';

const peer = createSocket('udp4');

beforeAll(async () => {
  peer.bind(0, '127.0.0.1');
  await once(peer, 'listening');
});

afterAll(() => void peer.close());

/** Answers the next datagram. */
function answerOnce(then: () => void): void {
  peer.once('message', (_, { port, address }) => peer.send('answer', port, address, then));
}

const exchangeWithPeer = (waits: number[]) =>
  exchange(Buffer.from('request'), { address: '127.0.0.1', port: peer.address().port }, waits, String);

test('an answer that came while the process was busy counts, although its time is over', async () => {
  answerOnce(() => {
    const until = Date.now() + 500;
    while (Date.now() < until);
  });
  // Long enough for the peer, in this process, to read the request before the time is over, whatever pauses the machine makes.
  await expect(exchangeWithPeer([400])).resolves.toBe('answer');
});

test('a request is repeated until its last time is over, and then has no answer', async () => {
  let received = 0;
  const count = () => void (received += 1);
  peer.on('message', count);
  await expect(exchangeWithPeer([20, 20])).resolves.toBeNull();
  peer.off('message', count);
  expect(received).toBe(2);
});
