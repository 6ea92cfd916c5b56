/** Requests to end a session (RFC 5176), as units that are played get them. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { attribute, CODE, decodePacket, valueOf } from '../radius/codec';
import { encodeAnswer, requestProof } from '../radius/proofs';
import type { PlayedUnit } from './playedUnit';

const SESSION_NOT_FOUND = 503;

/** What a unit says when it is asked to end a session; null for silence. `end` answers whether there is a session with this key. */
export function answerToDisconnect(datagram: Buffer, units: readonly PlayedUnit[], end: (key: string) => boolean): Buffer | null {
  const packet = decodePacket(datagram);
  if (typeof packet === 'string' || packet.code !== CODE.disconnectRequest) return null;
  const unit = units.find(({ secret }) => requestProof(packet, secret) === 'proven');
  if (!unit) return null;
  if (end(valueOf(packet, 'Acct-Session-Id') ?? '')) return encodeAnswer(packet, CODE.disconnectAck, [], unit.secret);
  return encodeAnswer(packet, CODE.disconnectNak, [attribute('Error-Cause', SESSION_NOT_FOUND)], unit.secret);
}

/** Listens for them. Rejects if the port can't be used; 0 takes a free one. */
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
