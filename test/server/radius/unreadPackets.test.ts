import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { droppedAt, unreadPackets } from '../../../src/server/radius/unreadPackets';

/** Sends packets of a kilobyte. */
const SEND = `
  const socket = require('node:dgram').createSocket('udp4');
  const [port, many] = process.argv.slice(1).map(Number);
  socket.connect(port, '127.0.0.1', () => {
    for (let sent = 0; sent < many; sent += 1) socket.send(Buffer.alloc(1024));
    setTimeout(() => socket.close(), 200);
  });`;

test('packets that came while the server could not read count as unread, at its ports alone', async () => {
  const sockets = [createSocket({ type: 'udp4', recvBufferSize: 8192 }), createSocket('udp4')];
  for (const socket of sockets) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  const [full = 0, other = 0] = sockets.map((socket) => socket.address().port);
  // Waits for the program, and reads nothing meanwhile.
  execFileSync(process.execPath, ['-e', SEND, String(full), '100']);
  expect(unreadPackets([full])).toBeGreaterThan(50);
  expect(unreadPackets([other])).toBe(0);
  expect(unreadPackets([full, other])).toBe(unreadPackets([full]));
  for (const socket of sockets) socket.close();
});

test('sockets of IPv6 count too, and headings do not', () => {
  const table = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 3029: 00000000000000000000000000000000:0714 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 12345 2 0000000000000000 17
 3030: 00000000000000000000000000000000:0715 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 12346 2 0000000000000000 4
`;
  expect(droppedAt([1812], table)).toBe(17);
  expect(droppedAt([1812, 1813], table)).toBe(21);
  expect(droppedAt([1814], table)).toBe(0);
});
