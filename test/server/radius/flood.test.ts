import { expect, test } from '@jest/globals';
import { unprovenPackets } from '../../../src/server/radius/flood';

const UNIT = { address: '192.0.2.1', port: 1812 };
const GUEST = { ...UNIT, port: 40_000 };
const MOMENT = 5000;

/** Counts packets that nobody has proven, from each of the senders in turn. */
function flooded(senders: readonly { address: string; port: number }[], many: number, at = MOMENT) {
  const packets = unprovenPackets();
  for (let nth = 0; nth < many; nth += 1) packets.add(packets.partyOf(senders[nth % senders.length]!), at);
  return { isFlood: (from: { address: string; port: number }, now = at) => packets.isFlood(packets.partyOf(from), now), packets };
}

test('more than 500 packets of an address are a flood, until the second is over', () => {
  expect(flooded([GUEST], 499).isFlood(GUEST)).toBe(false);
  const { isFlood } = flooded([GUEST], 500);
  expect(isFlood(GUEST)).toBe(true);
  expect(isFlood({ address: '192.0.2.2', port: GUEST.port })).toBe(false);
  expect(isFlood(GUEST, MOMENT + 999)).toBe(true);
  expect(isFlood(GUEST, MOMENT + 1000)).toBe(false);
});

test.each([
  ['ports of an address', (nth: number) => ({ ...GUEST, port: 40_000 + nth })],
  ['addresses of an IPv6 network', (nth: number) => ({ address: `2001:db8:7:${nth.toString(16)}::1`, port: 1812 })],
  ['one address, written as IPv4 and as IPv6', (nth: number) => ({ ...UNIT, address: nth % 2 ? UNIT.address : `::ffff:${UNIT.address}` })],
])('packets from %s count together', (_, sender) => {
  const { isFlood } = flooded(
    Array.from({ length: 100 }, (_unused, nth) => sender(nth)),
    500,
  );
  expect(isFlood(sender(200))).toBe(true);
  expect(isFlood({ address: '2001:db8:8::1', port: 1812 })).toBe(false);
});

test('a unit that has proven itself is served during a flood from behind its address, and no other port there', () => {
  const { isFlood, packets } = flooded([GUEST], 500);
  packets.hasProven(UNIT);
  expect(isFlood(UNIT)).toBe(false);
  expect(isFlood({ ...UNIT, port: 1813 })).toBe(true);
});
