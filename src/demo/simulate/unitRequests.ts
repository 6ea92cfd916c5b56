/** Requests to end or change sessions (RFC 5176) as received by simulated units. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { attribute, CODE, decodePacket, valueOf } from '../../server/radius/codec';
import { encodeAnswer, requestProof } from '../../server/radius/proofs';
import type { PlayedUnit } from './playedUnit';

const SESSION_NOT_FOUND = 503;

/** Codes for acknowledging and refusing each kind of request. */
const ANSWERS: Readonly<Record<number, { ack: number; nak: number }>> = {
  [CODE.disconnectRequest]: { ack: CODE.disconnectAck, nak: CODE.disconnectNak },
  [CODE.coaRequest]: { ack: CODE.coaAck, nak: CODE.coaNak },
};

/**
 * A unit's answer to a Disconnect-Request or CoA-Request; null for none. `sessionOf` finds the running session with a key, and ends it if
 * called. New limits are acknowledged without effect: simulated units enforce none.
 */
export function answerToRequest(
  datagram: Buffer,
  units: readonly PlayedUnit[],
  sessionOf: (key: string) => (() => void) | null,
): Buffer | null {
  const packet = decodePacket(datagram);
  if (typeof packet === 'string') return null;
  const answers = ANSWERS[packet.code];
  const unit = units.find(({ secret }) => requestProof(packet, secret) === 'proven');
  if (!answers || !unit) return null;
  const end = sessionOf(valueOf(packet, 'Acct-Session-Id') ?? '');
  if (!end) return encodeAnswer(packet, answers.nak, [attribute('Error-Cause', SESSION_NOT_FOUND)], unit.secret);
  if (packet.code === CODE.disconnectRequest) end();
  return encodeAnswer(packet, answers.ack, [], unit.secret);
}

/** Listens for such requests. Rejects if the port can't be used; port 0 picks a free one. */
export async function listenForRequests(
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
