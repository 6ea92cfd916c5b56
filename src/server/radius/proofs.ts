/**
 * What proves that a packet comes from somebody who knows the secret: authenticators (RFC 2865, 2866, 5176) and Message-Authenticator
 * (RFC 3579). MD5 is what the protocol prescribes.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { attribute, CODE, encodePacket, HEADER_BYTES, PacketError, type Attribute, type Packet, type ReceivedPacket } from './codec';
import { ATTRIBUTES } from './dictionary';

const NOTHING = Buffer.alloc(16);
const { type: MESSAGE_AUTHENTICATOR } = ATTRIBUTES['Message-Authenticator'];
const { type: PROXY_STATE } = ATTRIBUTES['Proxy-State'];

/** `proven`; `not signed` if a Message-Authenticator is required and missing; `wrong` if one of the proofs is. */
type Proof = 'proven' | 'not signed' | 'wrong';

/** Requests whose authenticator is computed; that of the others is random. */
const COMPUTED: readonly number[] = [CODE.accountingRequest, CODE.disconnectRequest, CODE.coaRequest];

/**
 * Whether a request comes from somebody who knows `secret`. An Access-Request is only proven by its Message-Authenticator: without one
 * anybody could have sent it, and somebody between could turn the answer around (CVE-2024-3596). `isUnsignedAllowed` is for units that
 * can't send it; with a Proxy-State, which that attack needs, it is required from them, too. Status-Server always requires it (RFC 5997).
 */
export function requestProof(packet: ReceivedPacket, secret: string, { isUnsignedAllowed = false } = {}): Proof {
  const isComputed = COMPUTED.includes(packet.code);
  if (isComputed && !isSame(authenticatorOf(packet.bytes, NOTHING, secret), packet.authenticator)) return 'wrong';
  const signature = signatureProof(packet, secret, isComputed ? NOTHING : packet.authenticator);
  if (signature !== 'not signed' || isComputed) return signature === 'not signed' ? 'proven' : signature;
  const isProxied = packet.attributes.some(({ vendor, type }) => vendor === 0 && type === PROXY_STATE);
  return packet.code === CODE.accessRequest && isUnsignedAllowed && !isProxied ? 'proven' : 'not signed';
}

/** Whether an answer belongs to the request that was sent with `requestAuthenticator`. */
export function answerProof(packet: ReceivedPacket, requestAuthenticator: Buffer, secret: string): Exclude<Proof, 'not signed'> {
  if (!isSame(authenticatorOf(packet.bytes, requestAuthenticator, secret), packet.authenticator)) return 'wrong';
  return signatureProof(packet, secret, requestAuthenticator) === 'wrong' ? 'wrong' : 'proven';
}

/** Message-Authenticator: an HMAC over the packet, with the given authenticator and zeros in its own place. */
function signatureProof({ bytes }: ReceivedPacket, secret: string, authenticator: Buffer): Proof {
  const places = signaturesIn(bytes);
  const [at] = places;
  if (at === undefined) return 'not signed';
  if (places.length > 1 || bytes[at - 1] !== 18) return 'wrong';
  const cleared = Buffer.from(bytes);
  authenticator.copy(cleared, 4);
  NOTHING.copy(cleared, at);
  return isSame(createHmac('md5', secret).update(cleared).digest(), bytes.subarray(at, at + 16)) ? 'proven' : 'wrong';
}

/** Where the values of Message-Authenticators begin, in a packet that could be decoded. */
function signaturesIn(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = HEADER_BYTES; at + 1 < bytes.length; at += Math.max(bytes[at + 1] ?? 0, 2)) {
    if (bytes[at] === MESSAGE_AUTHENTICATOR) found.push(at + 2);
  }
  return found;
}

function authenticatorOf(bytes: Buffer, authenticator: Buffer, secret: string): Buffer {
  const hash = createHash('md5').update(bytes.subarray(0, 4)).update(authenticator).update(bytes.subarray(HEADER_BYTES));
  return hash.update(secret).digest();
}

/**
 * The answer to a request: signed, with the request's Proxy-State, and encoded. Message-Authenticator comes first, so that nothing an
 * attacker chose precedes it. Only answers to accounting have none: RFC 2869 knows none there, and peers compute it differently.
 * Throws PacketError.
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
 * A request of ours, signed and encoded, and the authenticator that its answer is proven with. `hidden` makes attributes that need the
 * authenticator, like a hidden password. Throws PacketError.
 */
export function encodeRequest(
  { code, id, attributes }: Omit<Packet, 'authenticator'>,
  secret: string,
  hidden: (authenticator: Buffer) => Attribute[] = () => [],
): { bytes: Buffer; authenticator: Buffer } {
  const isComputed = COMPUTED.includes(code);
  // Accounting is proven by its authenticator alone; FreeRADIUS and others compute a signature there each in their way.
  const isSigned = code !== CODE.accountingRequest;
  const authenticator = isComputed ? NOTHING : randomBytes(16);
  const all = [...(isSigned ? [UNSIGNED] : []), ...attributes, ...hidden(authenticator)];
  const bytes = encodePacket({ code, id, authenticator, attributes: all });
  if (isSigned) sign(bytes, secret);
  if (isComputed) authenticatorOf(bytes, NOTHING, secret).copy(bytes, 4);
  return { bytes, authenticator: Buffer.from(bytes.subarray(4, HEADER_BYTES)) };
}

const UNSIGNED = attribute('Message-Authenticator', NOTHING);

/** Fills the Message-Authenticator, which is the first attribute and zero. */
function sign(bytes: Buffer, secret: string): void {
  if (bytes[HEADER_BYTES] !== MESSAGE_AUTHENTICATOR) throw new PacketError('Message-Authenticator is not the first attribute');
  createHmac('md5', secret)
    .update(bytes)
    .digest()
    .copy(bytes, HEADER_BYTES + 2);
}

/** In constant time. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
