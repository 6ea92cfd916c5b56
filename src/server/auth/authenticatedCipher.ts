/** Authenticated encryption (AES-256-GCM) with keys of this installation (serverKeyQueries.ts). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text, as base64url. `purpose` is authenticated with it (as additional data), so that a text for one purpose or owner can't be
 * used for another.
 */
export function encrypted(key: Buffer, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The decrypted text; null if it wasn't encrypted with this key for this purpose. */
export function decrypted(key: Buffer, purpose: string, given: string): string | null {
  const bytes = bytesIn(given);
  if (!bytes) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // Authentication failed: forged, or encrypted for another purpose or with another key.
    return null;
  }
}

/** Decodes a text that may have been encrypted; null if it can't have been. */
function bytesIn(given: string): Buffer | null {
  if (!/^[\w-]+$/.test(given)) return null;
  const bytes = Buffer.from(given, 'base64url');
  // Reject non-canonical base64url: the last character has spare bits, so one text would have several spellings.
  return bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== given ? null : bytes;
}
