/**
 * Opaque names under which browsers log guests in at a gateway. Browsers show the name, and anybody who forges the arrival of a known
 * device learns it from the portal; so it isn't the guest's own, which may be an e-mail address, a phone number or a voucher's code. It is
 * an encrypted id, not a stored alias, because reports carry a session's name for longer than rows about log-ins are kept.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Db } from '../database/db';
import { serverKey, serverKeys } from '../auth/serverKeyQueries';

const KEY = 'guest names';

/** One block: guest, unit, and zeros, by which our own names are recognised. */
const CIPHER = 'aes-256-ecb';

const BLOCK_BYTES = 16;

const ZEROS_AT = 8;

/** Base32 in lower case, because gateways may change the case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

const BITS_PER_LETTER = 5;

const NAME = /^[a-z2-7]{26}$/;

interface OpaqueName {
  unitId: number;
  guestId: number;
}

/** The guest's opaque name at this unit. */
export async function opaqueName(db: Db, { unitId, guestId }: OpaqueName): Promise<string> {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUInt32BE(guestId, 0);
  block.writeUInt32BE(unitId, 4);
  const cipher = createCipheriv(CIPHER, await serverKey(db, KEY), null).setAutoPadding(false);
  return lettersOf(Buffer.concat([cipher.update(block), cipher.final()]));
}

/** The guest of an opaque name at this unit; null if `opaqueName` didn't make it. */
export async function guestIdOfName(db: Db, unitId: number, name: string): Promise<number | null> {
  const letters = name.trim().toLowerCase();
  if (!NAME.test(letters)) return null;
  for (const key of await serverKeys(db, KEY)) {
    const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(bytesOf(letters)), decipher.final()]);
    const isOurs = block.subarray(ZEROS_AT).every((byte) => byte === 0) && block.readUInt32BE(4) === unitId;
    if (isOurs) return block.readUInt32BE(0);
  }
  return null;
}

function lettersOf(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET.charAt(parseInt(group.padEnd(BITS_PER_LETTER, '0'), 2))).join('');
}

function bytesOf(letters: string): Buffer {
  const bits = Array.from(letters, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS_PER_LETTER, '0')).join('');
  return Buffer.from((bits.slice(0, BLOCK_BYTES * 8).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
