import { describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import {
  attribute,
  CODE,
  decodePacket,
  encodePacket,
  MAX_PACKET_BYTES,
  PacketError,
  textAttributes,
  valueOf,
  valuesOf,
  type Attribute,
  type Malformed,
  type ReceivedPacket,
} from '../../../src/server/radius/codec';
import { ATTRIBUTES, VENDOR, type AttributeName } from '../../../src/server/radius/dictionary';
import { rounds } from '../../support/run/rounds';

const RUNS = rounds(1000, 80_000);
const MALFORMED: readonly Malformed[] = ['too short', 'too long', 'wrong length', 'wrong attribute'];

const packet = (...attributes: Attribute[]) => ({ code: CODE.accessRequest, id: 7, authenticator: Buffer.alloc(16, 1), attributes });

function decoded(bytes: Uint8Array): ReceivedPacket {
  const found = decodePacket(bytes);
  if (typeof found === 'string') throw new Error(`not a packet: ${found}`);
  return found;
}

/** What a peer reads from our packet. */
const overTheWire = (...attributes: Attribute[]) => decoded(encodePacket(packet(...attributes)));

const someBytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

const someAttribute: fc.Arbitrary<Attribute> = fc.oneof(
  fc.record({ vendor: fc.constant(0), type: fc.integer({ min: 0, max: 255 }).filter((type) => type !== 26), value: someBytes(253) }),
  fc.record({
    vendor: fc.oneof(fc.constantFrom(...Object.values(VENDOR)), fc.integer({ min: 1, max: 0xff_ff_ff_ff })),
    type: fc.integer({ min: 0, max: 255 }),
    value: someBytes(247),
  }),
);

const somePacket = fc.record({
  code: fc.integer({ min: 0, max: 255 }),
  id: fc.integer({ min: 0, max: 255 }),
  authenticator: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  attributes: fc.array(someAttribute, { maxLength: 15 }),
});

/** Packets with a few bytes changed, cut off or added: nearer to the limits than random bytes. */
const damaged = fc
  .tuple(somePacket, fc.array(fc.tuple(fc.nat(4095), fc.nat(255)), { maxLength: 4 }), fc.integer({ min: -30, max: 30 }))
  .map(([good, changes, more]) => {
    const bytes = encodePacket(good);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return more < 0 ? bytes.subarray(0, Math.max(bytes.length + more, 0)) : Buffer.concat([bytes, Buffer.alloc(more)]);
  });

test('a packet is decoded as it was encoded', () => {
  fc.assert(
    fc.property(somePacket, (sent) => {
      const bytes = encodePacket(sent);
      const { bytes: whole, ...received } = decoded(bytes);
      expect(received).toEqual(sent);
      expect(whole.equals(bytes)).toBe(true);
    }),
    { numRuns: RUNS / 20 },
  );
});

test('any input is either a packet or not, without an exception', () => {
  const names = Object.keys(ATTRIBUTES) as AttributeName[];
  let packets = 0;
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 5000 })), fc.constantFrom(...names), (bytes, name) => {
      const found = decodePacket(bytes);
      if (typeof found === 'string') return MALFORMED.includes(found);
      packets += 1;
      // Values that don't fit their attribute are skipped and don't throw.
      valuesOf(found, name);
      // What was read can be sent, and is then read back unchanged.
      const again = decoded(encodePacket(found));
      expect(again.attributes).toEqual(found.attributes);
      return found.bytes.length <= bytes.length;
    }),
    { numRuns: RUNS },
  );
  // Enough of the inputs were valid packets.
  expect(packets).toBeGreaterThan(RUNS / 100);
});

describe('a datagram', () => {
  const good = encodePacket(packet(attribute('User-Name', 'anna')));
  const withLength = (length: number) => {
    const bytes = Buffer.from(good);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  };

  test.each([
    ['with 19 bytes', good.subarray(0, 19), 'too short'],
    ['when shorter than its length field', good.subarray(0, good.length - 1), 'wrong length'],
    ["when its length field is below the header's length", withLength(19), 'wrong length'],
    ['when its length field exceeds 4096 bytes', Buffer.concat([withLength(4097), Buffer.alloc(5000)]), 'too long'],
    ['with an attribute that ends after it', withLength(good.length - 1), 'wrong attribute'],
    ['with an attribute of length 0', encodeRaw(Buffer.of(1, 0)), 'wrong attribute'],
    ['with an attribute of length 1', encodeRaw(Buffer.of(1, 1)), 'wrong attribute'],
    ['with half an attribute', encodeRaw(Buffer.of(1)), 'wrong attribute'],
  ])('is malformed %s', (_, bytes, why) => expect(decodePacket(bytes)).toBe(why));

  test('can have padding', () => {
    expect(valueOf(decoded(Buffer.concat([good, Buffer.alloc(50, 0xff)])), 'User-Name')).toBe('anna');
  });

  test('has at most 4096 bytes', () => {
    const most = Array.from({ length: 15 }, () => attribute('Proxy-State', Buffer.alloc(253)));
    const rest = MAX_PACKET_BYTES - 20 - 15 * 255;
    const full = packet(...most, attribute('Proxy-State', Buffer.alloc(rest - 2)));
    expect(decoded(encodePacket(full)).bytes).toHaveLength(MAX_PACKET_BYTES);
    expect(() => encodePacket({ ...full, attributes: [...full.attributes, attribute('Class', Buffer.alloc(0))] })).toThrow(PacketError);
  });

  test('is copied, so that a socket may reuse its memory', () => {
    const memory = Buffer.from(good);
    const found = decoded(memory);
    memory.fill(0);
    expect(valueOf(found, 'User-Name')).toBe('anna');
  });
});

describe('an attribute', () => {
  test.each([
    ['a text', 'User-Name', 'Zoë Müller'],
    ['a number', 'Session-Timeout', 4_294_967_295],
    ['an address', 'Framed-IP-Address', '10.1.255.0'],
    ['an IPv6 address', 'NAS-IPv6-Address', '2001:db8::a:0:1'],
    ['the shortest IPv6 address', 'NAS-IPv6-Address', '::'],
    ['a moment', 'Event-Timestamp', new Date('2026-11-22T10:00:00Z')],
    ['bytes', 'Class', Buffer.of(0, 255)],
    ["a vendor's text", 'Mikrotik-Rate-Limit', '512k/2M'],
    ["a vendor's number", 'CoovaChilli-Max-Total-Gigawords', 3],
  ] as [string, AttributeName, string][])('can have %s', (_, name, value) => {
    expect(valueOf(overTheWire(attribute(name, value)), name)).toEqual(value);
  });

  test.each([
    ['a negative number', () => attribute('Session-Timeout', -1)],
    ['a number of 33 bits', () => attribute('Session-Timeout', 4_294_967_296)],
    ['half a second', () => attribute('Session-Timeout', 0.5)],
    ['a name for an address', () => attribute('Framed-IP-Address', 'localhost')],
    ['an invalid address', () => attribute('NAS-IPv6-Address', '1::2::3')],
    ['a moment before 1970', () => attribute('Event-Timestamp', new Date(-1000))],
    ['254 bytes', () => encodePacket(packet(attribute('User-Name', 'x'.repeat(254))))],
    ["248 bytes of a vendor's", () => encodePacket(packet(attribute('Mikrotik-Group', 'x'.repeat(248))))],
  ])('cannot have %s', (_, make) => expect(make).toThrow(PacketError));

  test('has no value when it is missing or of the wrong length', () => {
    const found = overTheWire({ vendor: 0, type: ATTRIBUTES['Session-Timeout'].type, value: Buffer.of(1, 2, 3) });
    expect(valueOf(found, 'Session-Timeout')).toBeUndefined();
    expect(valueOf(found, 'User-Name')).toBeUndefined();
  });

  test('has its values in order when it is repeated', () => {
    const states = ['one', 'two', 'three'].map((text) => Buffer.from(text));
    expect(valuesOf(overTheWire(...states.map((state) => attribute('Proxy-State', state))), 'Proxy-State')).toEqual(states);
  });

  test("is distinct from another vendor's with the same number", () => {
    expect(valueOf(overTheWire(attribute('pfSense-Max-Total-Octets', 5)), 'CoovaChilli-Max-Total-Octets')).toBeUndefined();
  });

  test('becomes a text that can be stored despite invalid UTF-8 or a NUL', () => {
    const text = valueOf(overTheWire({ vendor: 0, type: 1, value: Buffer.of(0x61, 0xff, 0, 0x62, 0) }), 'User-Name');
    expect(text).toBe('a\uFFFD\uFFFDb');
  });

  test('can share a Vendor-Specific attribute with others of its vendor', () => {
    const value = Buffer.concat([
      Buffer.from([0, 0, 0x38, 0x8c, 1, 6, 0, 0, 0, 5]), // 14476 is the number of a vendor that we don't know.
    ]);
    const mikrotik = Buffer.from([0, 0, 0x3a, 0x8c, 1, 6, 0, 0, 0, 5, 8, 5, 0x31, 0x2f, 0x32]);
    const found = overTheWire({ vendor: 0, type: 26, value }, { vendor: 0, type: 26, value: mikrotik });
    expect(valueOf(found, 'Mikrotik-Recv-Limit')).toBe(5);
    expect(valueOf(found, 'Mikrotik-Rate-Limit')).toBe('1/2');
  });

  test("is passed on unchanged in a vendor's own format", () => {
    const odd = { vendor: 0, type: 26, value: Buffer.from([0, 0, 0x3a, 0x8c, 1, 99, 0]) };
    expect(overTheWire(odd).attributes).toEqual([odd]);
  });
});

describe('a message to the guest', () => {
  test('is split when longer than an attribute', () => {
    const message = 'Il tempo di oggi è finito 🙂. '.repeat(30);
    const parts = valuesOf(overTheWire(...textAttributes('Reply-Message', message)), 'Reply-Message');
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join('')).toBe(message);
    for (const part of parts) expect(part).not.toContain('\uFFFD');
  });

  test('is omitted when empty', () => expect(textAttributes('Reply-Message', '')).toEqual([]));
});

test('each attribute has a number of its own', () => {
  const numbers = Object.values(ATTRIBUTES).map(({ vendor, type }) => `${vendor}/${type}`);
  expect(new Set(numbers).size).toBe(numbers.length);
});

function encodeRaw(list: Buffer): Buffer {
  const bytes = Buffer.concat([encodePacket(packet()), list]);
  bytes.writeUInt16BE(bytes.length, 2);
  return bytes;
}
