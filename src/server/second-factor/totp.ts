/** Time-based one-time passwords of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, a new one every 30 seconds. */
import { createHmac } from 'node:crypto';

const SECONDS = 30;
const DIGITS = 6;

/** Alphabet of RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The current time step: 30-second intervals counted from 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / SECONDS);

/** The code of a step (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step to which a code belongs: the current one, or the one before or after, as clocks differ a little. Null if none. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const present = stepAt(now);
  return [present, present - 1, present + 1].find((step) => codeAt(secret, step) === code) ?? null;
}

/** Base32 without padding, the form in which apps accept secrets. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}
