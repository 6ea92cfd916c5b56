/**
 * Encrypted, authenticated tokens (AES-256-GCM) that carry a guest's state between pages, so that it can be neither read nor forged.
 * Captive browsers keep no cookies, so the state travels in links and forms.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Characters; longer than any token we make. */
const MAX_LENGTH = 6000;

export interface Sealed<T> {
  value: T;
  /** Genuine, but expired. */
  isExpired: boolean;
}

/**
 * Encrypts `value`. `purpose` is bound to the token (as additional data), so that one kind, or one unit's, can't be passed off as another.
 */
export function seal(key: Buffer, purpose: string, value: object, expires: Date): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const text = JSON.stringify({ value, expires: expires.getTime() });
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a token; null if we didn't seal it for this purpose. Callers must check `isExpired`. */
export function unseal<T>(key: Buffer, purpose: string, sealed: string, now: Date): Sealed<T> | null {
  if (sealed.length > MAX_LENGTH || !/^[\w-]+$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // Reject non-canonical base64url: the last character has spare bits, so one token would have several spellings.
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const { value, expires } = JSON.parse(text) as { value: T; expires: number };
    return { value, isExpired: now.getTime() >= expires };
  } catch {
    // Authentication failed: forged, or sealed for another purpose.
    return null;
  }
}
