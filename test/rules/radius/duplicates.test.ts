import { expect, test } from '@jest/globals';
import { CODE, type ReceivedPacket } from '../../../src/server/radius/codec';
import { firstSeen } from '../../../src/server/radius/duplicates';

const LATEST = 50_000;

function packet(nth: number): ReceivedPacket {
  const authenticator = Buffer.alloc(16);
  authenticator.writeUIntBE(nth, 0, 6);
  return { code: CODE.accountingRequest, id: nth % 256, attributes: [], bytes: Buffer.alloc(0), authenticator };
}

test('a repeated packet is recognized if it is among the latest 50,000', () => {
  const isFirst = firstSeen();
  const all = 2 * LATEST + 1;
  for (let nth = 0; nth < all; nth += 1) if (!isFirst(packet(nth))) throw new Error(`packet ${nth} is new`);
  const again = Array.from({ length: LATEST }, (_, nth) => isFirst(packet(all - LATEST + nth)));
  expect(again.filter(Boolean)).toEqual([]);
  expect(isFirst(packet(0))).toBe(true);
});
