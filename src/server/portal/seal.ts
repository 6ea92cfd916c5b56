/**
 * What the portal has to remember of a guest travels with the pages, sealed: encrypted, so that nobody reads it, and authenticated, so that
 * nobody makes or changes one. Phones' log-in windows keep no cookies.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Longer than any we make. */
const MAX_LENGTH = 6000;

export interface Sealed<T> {
  value: T;
  /** It was sealed by us, but too long ago. */
  isExpired: boolean;
}

/** `purpose` keeps one kind of seal, and those of one unit, from passing for another. */
export function seal(key: Buffer, purpose: string, value: object, expires: Date): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const text = JSON.stringify({ value, expires: expires.getTime() });
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Null for what we didn't seal for this purpose. */
export function unseal<T>(key: Buffer, purpose: string, sealed: string, now: Date): Sealed<T> | null {
  if (sealed.length > MAX_LENGTH || !/^[\w-]+$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // One text for one seal: the last letter has bits to spare.
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const { value, expires } = JSON.parse(text) as { value: T; expires: number };
    return { value, isExpired: now.getTime() >= expires };
  } catch {
    // Not ours, or for another purpose.
    return null;
  }
}
