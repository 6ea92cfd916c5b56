/**
 * Encrypted, authenticated tokens (AES-256-GCM) that carry a guest's state between pages, so that it can be neither read nor forged.
 * Captive browsers keep no cookies, so the state travels in links and forms.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { serverKeys } from '../auth/serverKeyQueries';
import type { Db } from '../database/db';

const KEY = 'portal';

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

export interface StateCipher {
  /** Encrypts `value`. `purpose` is bound to the token (as additional data), so that one kind, or one unit's, can't be passed off as another. */
  encrypt: (purpose: string, value: object, expires: Date) => Promise<string>;
  /** Decrypts a token; null if we didn't make it for this purpose. Callers must check `isExpired`. */
  decrypt: <T>(purpose: string, token: string, now: Date) => Promise<Decrypted<T> | null>;
}

/** Milliseconds for which keys are remembered: less than an earlier one outlives what it encrypted (auth/serverKeyQueries.ts). */
const KEYS_FOR = 1_800_000;

/** Encrypts by the installation's newest key. One that another replica has used since it was renewed is looked up when it is needed. */
export function stateCipher(db: Db): StateCipher {
  let known: { keys: Promise<Buffer[]>; until: number } | undefined;
  const read = () => {
    const keys = serverKeys(db, KEY);
    known = { keys, until: performance.now() + KEYS_FOR };
    keys.catch(() => {
      // Retry on the next call.
      known = undefined;
    });
    return keys;
  };
  const keysNow = () => (known && known.until > performance.now() ? known.keys : read());
  return {
    encrypt: async (purpose, value, expires) => {
      const [newest] = await keysNow();
      if (!newest) throw new Error('there is no key for the state of guests');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, newest, iv).setAAD(Buffer.from(purpose));
      const text = JSON.stringify({ value, expires: expires.getTime() });
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    decrypt: async <T>(purpose: string, token: string, now: Date) => {
      const bytes = bytesIn(token);
      if (!bytes) return null;
      const decrypted = (keys: readonly Buffer[]) =>
        keys.map((key) => decryptedBy<T>(key, purpose, bytes, now)).find((found) => found !== null) ?? null;
      return decrypted(await keysNow()) ?? decrypted(await read());
    },
  };
}

/** The bytes of what may be a token; null for anything else. */
function bytesIn(token: string): Buffer | null {
  if (token.length > MAX_LENGTH || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Reject non-canonical base64url: the last character has spare bits, so one token would have several spellings.
  return bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== token ? null : bytes;
}

function decryptedBy<T>(key: Buffer, purpose: string, bytes: Buffer, now: Date): Decrypted<T> | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const { value, expires } = JSON.parse(text) as { value: T; expires: number };
    return { value, isExpired: now.getTime() >= expires };
  } catch {
    // Authentication failed: forged, made for another purpose, or by another key.
    return null;
  }
}
