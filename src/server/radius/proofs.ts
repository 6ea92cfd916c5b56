/**
 * Authentication of packets by shared secret: authenticators (RFC 2865, 2866, 5176) and Message-Authenticator (RFC 3579). The protocol
 * prescribes MD5.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { attribute, CODE, encodePacket, HEADER_BYTES, PacketError, type Attribute, type Packet, type ReceivedPacket } from './codec';
import { ATTRIBUTES } from './dictionary';

const NOTHING = Buffer.alloc(16);
const { type: MESSAGE_AUTHENTICATOR } = ATTRIBUTES['Message-Authenticator'];
const { type: PROXY_STATE } = ATTRIBUTES['Proxy-State'];

/** `not signed`: a Message-Authenticator is required and missing; `wrong`: an authenticator doesn't match. */
type Proof = 'proven' | 'not signed' | 'wrong';

/** Requests whose authenticator is computed over the packet; that of the others is random. */
const COMPUTED: readonly number[] = [CODE.accountingRequest, CODE.disconnectRequest, CODE.coaRequest];

/**
 * Verifies that a request was sent by somebody who knows `secret`. Only Message-Authenticator proves an Access-Request: without it anybody
 * could have sent it, and a man in the middle could forge the answer (CVE-2024-3596). `isUnsignedAllowed` is for units that can't send it,
 * but never with a Proxy-State, which that attack relies on. Status-Server always requires it (RFC 5997).
 */
export function requestProof(packet: ReceivedPacket, secret: string, { isUnsignedAllowed = false } = {}): Proof {
  const isComputed = COMPUTED.includes(packet.code);
  if (isComputed && !isSame(authenticatorOf(packet.bytes, NOTHING, secret), packet.authenticator)) return 'wrong';
  const signature = signatureProof(packet, secret, isComputed ? NOTHING : packet.authenticator);
  if (signature !== 'not signed' || isComputed) return signature === 'not signed' ? 'proven' : signature;
  const isProxied = packet.attributes.some(({ vendor, type }) => vendor === 0 && type === PROXY_STATE);
  return packet.code === CODE.accessRequest && isUnsignedAllowed && !isProxied ? 'proven' : 'not signed';
}

/** Verifies that an answer belongs to the request sent with `requestAuthenticator`. */
export function answerProof(packet: ReceivedPacket, requestAuthenticator: Buffer, secret: string): Exclude<Proof, 'not signed'> {
  if (!isSame(authenticatorOf(packet.bytes, requestAuthenticator, secret), packet.authenticator)) return 'wrong';
  return signatureProof(packet, secret, requestAuthenticator) === 'wrong' ? 'wrong' : 'proven';
}

/** Verifies Message-Authenticator: an HMAC over the packet with the given authenticator, its own value zeroed. */
function signatureProof({ bytes }: ReceivedPacket, secret: string, authenticator: Buffer): Proof {
  const offsets = signaturesIn(bytes);
  const [at] = offsets;
  if (at === undefined) return 'not signed';
  if (offsets.length > 1 || bytes[at - 1] !== 18) return 'wrong';
  const cleared = Buffer.from(bytes);
  authenticator.copy(cleared, 4);
  NOTHING.copy(cleared, at);
  return isSame(createHmac('md5', secret).update(cleared).digest(), bytes.subarray(at, at + 16)) ? 'proven' : 'wrong';
}

/** Whether an authenticated packet has a Message-Authenticator; others are from units that are exempt from it. */
export const isSigned = ({ bytes }: ReceivedPacket): boolean => signaturesIn(bytes).length > 0;

/** Offsets of the Message-Authenticator values in a packet already known to decode. */
function signaturesIn(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = HEADER_BYTES; at + 1 < bytes.length; at += Math.max(bytes[at + 1] ?? 0, 2)) {
    if (bytes[at] === MESSAGE_AUTHENTICATOR) found.push(at + 2);
  }
  return found;
}

function authenticatorOf(bytes: Buffer, authenticator: Buffer, secret: string): Buffer {
  const signed = [bytes.subarray(0, 4), authenticator, bytes.subarray(HEADER_BYTES), Buffer.from(secret)];
  return hash('md5', Buffer.concat(signed), 'buffer');
}

/**
 * Encodes and signs the answer to a request, echoing its Proxy-State. Message-Authenticator comes first, so that nothing an attacker chose
 * precedes it. Accounting responses have none: RFC 2869 defines none there, and peers compute it differently. Throws PacketError.
 */
export function encodeAnswer(request: ReceivedPacket, code: number, attributes: readonly Attribute[], secret: string): Buffer {
  const isSigned = code !== CODE.accountingResponse || request.code === CODE.statusServer;
  const states = request.attributes.filter(({ vendor, type }) => vendor === 0 && type === PROXY_STATE);
  const all = [...(isSigned ? [UNSIGNED] : []), ...attributes, ...states];
  const bytes = encodePacket({ code, id: request.id, authenticator: request.authenticator, attributes: all });
  if (isSigned) sign(bytes, secret);
  authenticatorOf(bytes, request.authenticator, secret).copy(bytes, 4);
  return bytes;
}

/**
 * Encodes and signs a request of ours; also returns the authenticator to verify the answer with. `hidden` builds attributes that depend on
 * the authenticator, such as a hidden password. Throws PacketError.
 */
export function encodeRequest(
  { code, id, attributes }: Omit<Packet, 'authenticator'>,
  secret: string,
  hidden: (authenticator: Buffer) => Attribute[] = () => [],
): { bytes: Buffer; authenticator: Buffer } {
  const isComputed = COMPUTED.includes(code);
  // Accounting requests are authenticated by their authenticator alone; peers such as FreeRADIUS disagree on how to sign them.
  const isSigned = code !== CODE.accountingRequest;
  const authenticator = isComputed ? NOTHING : randomBytes(16);
  const all = [...(isSigned ? [UNSIGNED] : []), ...attributes, ...hidden(authenticator)];
  const bytes = encodePacket({ code, id, authenticator, attributes: all });
  if (isSigned) sign(bytes, secret);
  if (isComputed) authenticatorOf(bytes, NOTHING, secret).copy(bytes, 4);
  return { bytes, authenticator: Buffer.from(bytes.subarray(4, HEADER_BYTES)) };
}

const UNSIGNED = attribute('Message-Authenticator', NOTHING);

/** Fills in Message-Authenticator, which must be the first attribute, with a zero value. Throws PacketError if it isn't first. */
function sign(bytes: Buffer, secret: string): void {
  if (bytes[HEADER_BYTES] !== MESSAGE_AUTHENTICATOR) throw new PacketError('Message-Authenticator is not the first attribute');
  createHmac('md5', secret)
    .update(bytes)
    .digest()
    .copy(bytes, HEADER_BYTES + 2);
}

/** Constant-time comparison. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
