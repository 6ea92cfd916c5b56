/**
 * Encodes and decodes RADIUS packets (RFC 2865, 2866, 2869, 5176, 5997). Received packets are untrusted: decoding returns a result and
 * never throws. Our own must be valid: encoding throws PacketError if a value doesn't fit.
 */
import { isIPv4 } from 'node:net';
import { identifierIn } from '../units/identifiers';
import { ATTRIBUTES, type AttributeName, type Kinds, type ValueOf } from './dictionary';

export const CODE = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingRequest: 4,
  accountingResponse: 5,
  accessChallenge: 11,
  statusServer: 12,
  disconnectRequest: 40,
  disconnectAck: 41,
  disconnectNak: 42,
  coaRequest: 43,
  coaAck: 44,
  coaNak: 45,
} as const;

/** Packet size in bytes: at least the header, at most what RFC 2865 allows. */
export const HEADER_BYTES = 20;
export const MAX_PACKET_BYTES = 4096;

const MAX_VALUE_BYTES = 253;
const VENDOR_SPECIFIC = 26;

/** Type 26 payload before the value: vendor number, vendor type and length. */
const VENDOR_HEADER_BYTES = 6;

/**
 * One attribute as sent. `vendor` is 0 for standard attributes; a Vendor-Specific in an unknown format stays a standard attribute of type
 * 26.
 */
export interface Attribute {
  vendor: number;
  type: number;
  value: Buffer;
}

export interface Packet {
  code: number;
  /** 0 to 255; matches answers with requests. */
  id: number;
  authenticator: Buffer;
  attributes: Attribute[];
}

/** A received packet. `bytes` are the bytes over which its authenticators are computed. */
export interface ReceivedPacket extends Packet {
  bytes: Buffer;
}

/** Why bytes aren't a valid packet. */
export type Malformed = 'too short' | 'too long' | 'wrong length' | 'wrong attribute';

/** An outgoing attribute or packet is too long, or a value doesn't match its attribute's type. */
export class PacketError extends Error {}

/** Decodes a packet. Bytes beyond the length in its header are padding (RFC 2865). Unknown attributes are kept as bytes. */
export function decodePacket(datagram: Uint8Array): ReceivedPacket | Malformed {
  if (datagram.length < HEADER_BYTES) return 'too short';
  // A copy, because sockets may reuse the memory.
  const received = Buffer.from(datagram.subarray(0, MAX_PACKET_BYTES));
  const length = received.readUInt16BE(2);
  if (length > MAX_PACKET_BYTES) return 'too long';
  if (length < HEADER_BYTES || length > received.length) return 'wrong length';
  const bytes = received.subarray(0, length);
  const standard = decodeList(bytes.subarray(HEADER_BYTES));
  if (standard === null) return 'wrong attribute';
  return {
    code: bytes.readUInt8(0),
    id: bytes.readUInt8(1),
    authenticator: bytes.subarray(4, HEADER_BYTES),
    attributes: standard.flatMap(({ type, value }) => unwrapped(type, value)),
    bytes,
  };
}

/** Decodes type-length-value triples; null if they don't fill the bytes exactly. */
function decodeList(bytes: Buffer): { type: number; value: Buffer }[] | null {
  const found: { type: number; value: Buffer }[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [type, length] = [bytes[at], bytes[at + 1]];
    if (type === undefined || length === undefined || length < 2 || at + length > bytes.length) return null;
    found.push({ type, value: bytes.subarray(at + 2, at + length) });
    at += length;
  }
  return found;
}

/** Unwraps Vendor-Specific, which may hold several attributes of a vendor. */
function unwrapped(type: number, value: Buffer): Attribute[] {
  const asItIs = [{ vendor: 0, type, value }];
  if (type !== VENDOR_SPECIFIC || value.length < 4) return asItIs;
  const vendor = value.readUInt32BE(0);
  const own = decodeList(value.subarray(4));
  return own === null || own.length === 0 || vendor === 0 ? asItIs : own.map((each) => ({ vendor, ...each }));
}

/** Throws PacketError. */
export function encodePacket({ code, id, authenticator, attributes }: Packet): Buffer {
  const list = Buffer.concat(attributes.map(encodeAttribute));
  const length = HEADER_BYTES + list.length;
  if (length > MAX_PACKET_BYTES) throw new PacketError(`A packet would have ${length} bytes`);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(code, 0);
  header.writeUInt8(id, 1);
  header.writeUInt16BE(length, 2);
  authenticator.copy(header, 4, 0, 16);
  return Buffer.concat([header, list]);
}

function encodeAttribute({ vendor, type, value }: Attribute): Buffer {
  if (value.length > (vendor === 0 ? MAX_VALUE_BYTES : MAX_VALUE_BYTES - VENDOR_HEADER_BYTES))
    throw new PacketError(`Attribute ${vendor}/${type} would have ${value.length} bytes`);
  if (vendor === 0) return Buffer.concat([Buffer.of(type, value.length + 2), value]);
  const header = Buffer.alloc(2 + VENDOR_HEADER_BYTES);
  header.writeUInt8(VENDOR_SPECIFIC, 0);
  header.writeUInt8(value.length + 2 + VENDOR_HEADER_BYTES, 1);
  header.writeUInt32BE(vendor, 2);
  header.writeUInt8(type, 6);
  header.writeUInt8(value.length + 2, 7);
  return Buffer.concat([header, value]);
}

/** Encodes a value as an attribute. Throws PacketError. */
export function attribute<N extends AttributeName>(name: N, value: ValueOf<N>): Attribute {
  const { vendor, type, kind } = ATTRIBUTES[name];
  const write = WRITE[kind] as (value: ValueOf<N>) => Buffer | null;
  const bytes = write(value);
  if (bytes === null) throw new PacketError(`${name} can't be ${String(value)}`);
  return { vendor, type, value: bytes };
}

/** Splits a text of any length over as many attributes as needed, never inside a character. */
export function textAttributes(name: 'Reply-Message', text: string): Attribute[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (Buffer.byteLength(part + character) > MAX_VALUE_BYTES) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].filter((each) => each !== '').map((each) => attribute(name, each));
}

/** All values of an attribute, in the order sent. Values with an invalid length or format are left out. */
export function valuesOf<N extends AttributeName>({ attributes }: Pick<Packet, 'attributes'>, name: N): ValueOf<N>[] {
  const { vendor, type } = ATTRIBUTES[name];
  return attributes
    .filter((each) => each.type === type && each.vendor === vendor)
    .map(({ value }) => valueIn(name, value))
    .filter((value) => value !== null);
}

/** The first value of an attribute. Asked some thirty times for each packet. */
export function valueOf<N extends AttributeName>({ attributes }: Pick<Packet, 'attributes'>, name: N): ValueOf<N> | undefined {
  const { vendor, type } = ATTRIBUTES[name];
  for (const each of attributes) {
    if (each.type !== type || each.vendor !== vendor) continue;
    const value = valueIn(name, each.value);
    if (value !== null) return value;
  }
  return undefined;
}

/** Null if it has the wrong length or format. */
function valueIn<N extends AttributeName>(name: N, bytes: Buffer): ValueOf<N> | null {
  const read = READ[ATTRIBUTES[name].kind] as (bytes: Buffer) => ValueOf<N> | null;
  return read(bytes);
}

/** The value of an attribute that names a unit, see `identifierIn`; empty if it isn't sent. */
export function identifierOf({ attributes }: Pick<Packet, 'attributes'>, name: 'NAS-Identifier'): string {
  const { vendor, type } = ATTRIBUTES[name];
  const sent = attributes.find((each) => each.type === type && each.vendor === vendor);
  return sent ? identifierIn(sent.value) : '';
}

/** Replaces invalid UTF-8 and NUL, which PostgreSQL rejects, by the replacement character. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const asText = (bytes: Buffer) => decoder.decode(bytes).replaceAll('\0', '\uFFFD');

/** Some units end texts with a NUL. */
const withoutEnd = (bytes: Buffer) => (bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);

type Readers = { [K in keyof Kinds]: (bytes: Buffer) => Kinds[K] | null };
type Writers = { [K in keyof Kinds]: (value: Kinds[K]) => Buffer | null };

const READ: Readers = {
  text: (bytes) => asText(withoutEnd(bytes)),
  octets: (bytes) => bytes,
  integer: (bytes) => (bytes.length === 4 ? bytes.readUInt32BE(0) : null),
  ipv4: (bytes) => (bytes.length === 4 ? bytes.join('.') : null),
  ipv6: (bytes) => (bytes.length === 16 ? ipv6Text(bytes) : null),
  prefix: (bytes) => prefixText(bytes),
  time: (bytes) => (bytes.length === 4 ? new Date(bytes.readUInt32BE(0) * 1000) : null),
};

const WRITE: Writers = {
  text: (value) => Buffer.from(value, 'utf8'),
  octets: (value) => value,
  integer: (value) => unsigned(value),
  ipv4: (value) => (isIPv4(value) ? Buffer.from(value.split('.').map(Number)) : null),
  ipv6: (value) => ipv6Bytes(value),
  prefix: (value) => prefixBytes(value),
  time: (value) => unsigned(Math.floor(value.getTime() / 1000)),
};

function unsigned(value: number): Buffer | null {
  if (!Number.isInteger(value) || value < 0 || value > 0xff_ff_ff_ff) return null;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Parses a prefix: a reserved byte, the number of bits, and the bytes that they need (RFC 3162 § 2.3); excess bits are cleared. */
function prefixText(bytes: Buffer): string | null {
  const bits = bytes[1] ?? 129;
  if (bytes.length < 2 || bytes.length > 18 || bits > 128 || bytes.length < 2 + Math.ceil(bits / 8)) return null;
  const address = Buffer.alloc(16);
  bytes.copy(address, 0, 2);
  for (let bit = bits; bit < 128; bit += 1) address[bit >> 3] = (address[bit >> 3] ?? 0) & ~(0x80 >> (bit & 7));
  return `${ipv6Text(address)}/${bits}`;
}

function prefixBytes(text: string): Buffer | null {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bytes = ipv6Bytes(address);
  return bytes === null || Number(length) > 128 ? null : Buffer.concat([Buffer.of(0, Number(length)), bytes]);
}

/** An address in canonical form (RFC 5952), as URL writes it. */
export function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Null if the text isn't an IPv6 address. */
export function ipv6Bytes(text: string): Buffer | null {
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return null;
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.concat([...first, ...zeros, ...last].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}
