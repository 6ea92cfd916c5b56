/** Disconnect requests (RFC 5176) as received by simulated units. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { attribute, CODE, decodePacket, valueOf } from '../radius/codec';
import { encodeAnswer, requestProof } from '../radius/proofs';
import type { PlayedUnit } from './playedUnit';

const SESSION_NOT_FOUND = 503;

/** A unit's answer to a disconnect request; null for none. `end` ends the session with this key, and returns false if there is none. */
export function answerToDisconnect(datagram: Buffer, units: readonly PlayedUnit[], end: (key: string) => boolean): Buffer | null {
  const packet = decodePacket(datagram);
  if (typeof packet === 'string' || packet.code !== CODE.disconnectRequest) return null;
  const unit = units.find(({ secret }) => requestProof(packet, secret) === 'proven');
  if (!unit) return null;
  if (end(valueOf(packet, 'Acct-Session-Id') ?? '')) return encodeAnswer(packet, CODE.disconnectAck, [], unit.secret);
  return encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', SESSION_NOT_FOUND)], unit.secret);
}

/** Listens for disconnect requests. Rejects if the port can't be used; port 0 picks a free one. */
export async function listenForDisconnects(
  { host, port }: { host: string; port: number },
  answer: (datagram: Buffer) => Buffer | null,
  onFailure: (error: Error) => void,
): Promise<{ port: number; close: () => void }> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', (datagram, from) => {
    const bytes = answer(datagram);
    if (bytes) socket.send(bytes, from.port, from.address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.on('error', onFailure);
  return { port: socket.address().port, close: () => void socket.close() };
}
