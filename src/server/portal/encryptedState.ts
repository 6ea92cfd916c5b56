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

export interface Decrypted<T> {
  value: T;
  /** Genuine, but expired. */
  isExpired: boolean;
}

/**
 * Encrypts `value`. `purpose` is bound to the token (as additional data), so that one kind, or one unit's, can't be passed off as another.
 */
export function encryptState(key: Buffer, purpose: string, value: object, expires: Date): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const text = JSON.stringify({ value, expires: expires.getTime() });
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a token; null if we didn't make it for this purpose. Callers must check `isExpired`. */
export function decryptState<T>(key: Buffer, purpose: string, token: string, now: Date): Decrypted<T> | null {
  if (token.length > MAX_LENGTH || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Reject non-canonical base64url: the last character has spare bits, so one token would have several spellings.
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const { value, expires } = JSON.parse(text) as { value: T; expires: number };
    return { value, isExpired: now.getTime() >= expires };
  } catch {
    // Authentication failed: forged, or made for another purpose.
    return null;
  }
}
