/** Passwords in Access-Requests: User-Password (PAP) and CHAP-Password (RFC 2865). */
import { createHash } from 'node:crypto';
import { isSame } from './proofs';

const BLOCK = 16;
const MAX_PASSWORD_BYTES = 128;

const md5 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Hides a password as the value of User-Password; null if it is longer than 128 bytes. */
export function hiddenPassword(password: string, authenticator: Buffer, secret: string): Buffer | null {
  const clear = Buffer.from(password, 'utf8');
  if (clear.length > MAX_PASSWORD_BYTES) return null;
  const padded = Buffer.alloc(Math.max(BLOCK, Math.ceil(clear.length / BLOCK) * BLOCK));
  clear.copy(padded);
  const blocks: Buffer[] = [];
  for (let at = 0; at < padded.length; at += BLOCK) {
    blocks.push(masked(padded.subarray(at, at + BLOCK), blocks.at(-1) ?? authenticator, secret));
  }
  return Buffer.concat(blocks);
}

/** Recovers the password from User-Password; null if the length is invalid. A wrong secret yields garbage. */
export function revealedPassword(hidden: Buffer, authenticator: Buffer, secret: string): string | null {
  if (hidden.length < BLOCK || hidden.length > MAX_PASSWORD_BYTES || hidden.length % BLOCK !== 0) return null;
  const blocks: Buffer[] = [];
  for (let at = 0; at < hidden.length; at += BLOCK) {
    blocks.push(masked(hidden.subarray(at, at + BLOCK), at === 0 ? authenticator : hidden.subarray(at - BLOCK, at), secret));
  }
  const clear = Buffer.concat(blocks);
  const end = clear.indexOf(0);
  return (end === -1 ? clear : clear.subarray(0, end)).toString('utf8');
}

function masked(block: Buffer, before: Buffer, secret: string): Buffer {
  const mask = md5(secret, before);
  return Buffer.from(block.map((byte, at) => byte ^ (mask[at] ?? 0)));
}

/** Whether CHAP-Password answers `challenge` with this password. */
export function isChapResponse(chapPassword: Buffer, challenge: Buffer, password: string): boolean {
  if (chapPassword.length !== 17) return false;
  return isSame(chapPassword.subarray(1), md5(chapPassword.subarray(0, 1), password, challenge));
}

/** The value of CHAP-Password. */
export function chapResponse(id: number, challenge: Buffer, password: string): Buffer {
  return Buffer.concat([Buffer.of(id), md5(Buffer.of(id), password, challenge)]);
}
