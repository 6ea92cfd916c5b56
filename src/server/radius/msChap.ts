/**
 * MS-CHAPv2 (RFC 2759; attributes in RFC 2548), which some controllers use for RADIUS even if guests type their password into a page.
 * Encryption keys are not derived, because no gateway with a log-in page uses them.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { isSame } from './proofs';

const sha1 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The value of MS-CHAP2-Success if MS-CHAP2-Response answers `challenge` with this password, else null. A Windows domain prefix in the user
 * name is not hashed.
 */
export function msChapSuccess(response: Buffer, challenge: Buffer, userName: string, password: string): Buffer | null {
  if (response.length !== 50 || challenge.length !== 16) return null;
  const peerChallenge = response.subarray(2, 18);
  const given = response.subarray(26, 50);
  const hash = challengeHash(peerChallenge, challenge, userName);
  if (!isSame(given, ntResponse(hash, password))) return null;
  return Buffer.concat([response.subarray(0, 1), Buffer.from(authenticatorResponse(given, hash, password), 'ascii')]);
}

/** Builds the value of MS-CHAP2-Response. */
export function msChapResponse(
  { id, peerChallenge }: { id: number; peerChallenge: Buffer },
  challenge: Buffer,
  userName: string,
  password: string,
): Buffer {
  const hash = challengeHash(peerChallenge, challenge, userName);
  return Buffer.concat([Buffer.of(id, 0), peerChallenge, Buffer.alloc(8), ntResponse(hash, password)]);
}

/** The value of MS-CHAP-Error for a refusal: E=691, no retry, and the text for the guest. */
export function msChapError(response: Buffer, message: string): Buffer {
  return Buffer.concat([response.subarray(0, 1), Buffer.from(`E=691 R=0 V=3 M=${message}`, 'utf8').subarray(0, 200)]);
}

function challengeHash(peerChallenge: Buffer, challenge: Buffer, userName: string): Buffer {
  return sha1(peerChallenge, challenge, userName.replace(/^.*\\/, '')).subarray(0, 8);
}

function passwordHash(password: string): Buffer {
  return md4(Buffer.from(password, 'utf16le'));
}

/** The challenge encrypted with DES under three 56-bit keys taken from the password hash. */
function ntResponse(challenge: Buffer, password: string): Buffer {
  const keys = Buffer.alloc(21);
  passwordHash(password).copy(keys);
  return Buffer.concat([0, 7, 14].map((at) => des(keys.subarray(at, at + 7), challenge)));
}

/** Single DES via triple DES with the same key three times: OpenSSL 3 no longer offers plain DES by default. */
function des(key: Buffer, block: Buffer): Buffer {
  const bits = BigInt(`0x${key.toString('hex')}`);
  // Seven key bits per byte; the eighth is parity, which nobody checks.
  const spread = Buffer.from(Array.from({ length: 8 }, (_, at) => Number((bits >> BigInt(49 - 7 * at)) & 0x7fn) << 1));
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([spread, spread, spread]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** Proves to the peer that the server knows the password too. */
function authenticatorResponse(response: Buffer, challenge: Buffer, password: string): string {
  const digest = sha1(md4(passwordHash(password)), response, 'Magic server to client signing constant');
  return `S=${sha1(digest, challenge, 'Pad to make it do more than one iteration').toString('hex').toUpperCase()}`;
}

/** MD4 (RFC 1320); OpenSSL 3 no longer has it. */
export function md4(message: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil((message.length + 9) / 64) * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8);
  let state: MdState = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, nth) => padded.readUInt32LE(at + nth * 4));
    const [a, b, c, d] = ROUNDS.reduce((before, round) => mixed(before, round, words), state);
    state = [state[0] + a, state[1] + b, state[2] + c, state[3] + d];
  }
  const digest = Buffer.alloc(16);
  for (const [nth, word] of state.entries()) digest.writeUInt32LE(word >>> 0, nth * 4);
  return digest;
}

type MdState = [number, number, number, number];

interface Round {
  mix: (x: number, y: number, z: number) => number;
  add: number;
  order: readonly number[];
  shifts: MdState;
}

const ROUNDS: readonly Round[] = [
  { mix: (x, y, z) => (x & y) | (~x & z), add: 0, order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], shifts: [3, 7, 11, 19] },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    add: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  { mix: (x, y, z) => x ^ y ^ z, add: 0x6ed9eba1, order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], shifts: [3, 9, 11, 15] },
];

function mixed(before: MdState, { mix, add, order, shifts }: Round, words: readonly number[]): MdState {
  let [a, b, c, d] = before;
  for (const [nth, word] of order.entries()) {
    const sum = (a + mix(b, c, d) + (words[word] ?? 0) + add) | 0;
    const shift = shifts[nth % 4] ?? 0;
    [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
  }
  return [a, b, c, d];
}
