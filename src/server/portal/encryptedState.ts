/**
 * Encrypted, authenticated tokens (AES-256-GCM) that carry a guest's state between pages, so that it can be neither read nor forged.
 * Captive browsers keep no cookies, so the state travels in links and forms.
 */
import { decrypted, encrypted } from '../auth/authenticatedCipher';
import { serverKeys } from '../auth/serverKeyQueries';
import type { Db } from '../database/db';

const KEY = 'portal';

/** Maximum characters of a token; ours are shorter. */
const MAX_LENGTH = 6000;

export interface Decrypted<T> {
  value: T;
  /** Genuine, but expired. */
  isExpired: boolean;
}

export interface StateCipher {
  /**
   * Encrypts `value`. `purpose` is authenticated with it (as additional data), so that a token of one kind or unit can't be used for
   * another.
   */
  encrypt: (purpose: string, value: object, expires: Date) => Promise<string>;
  /** Decrypts a token; null if it wasn't made for this purpose. Callers must check `isExpired`. */
  decrypt: <T>(purpose: string, token: string, now: Date) => Promise<Decrypted<T> | null>;
}

/**
 * Milliseconds for which keys are cached: less than a replaced key stays valid after all tokens made with it (auth/serverKeyQueries.ts).
 */
const KEYS_FOR = 1_800_000;

/** Encrypts with the installation's current key. If a token can't be decrypted, looks for keys that another replica has renewed since. */
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
      return encrypted(newest, purpose, JSON.stringify({ value, expires: expires.getTime() }));
    },
    decrypt: async <T>(purpose: string, token: string, now: Date) => {
      if (token.length > MAX_LENGTH) return null;
      const among = (keys: readonly Buffer[]) =>
        keys.map((key) => decryptedBy<T>(key, purpose, token, now)).find((found) => found !== null) ?? null;
      return among(await keysNow()) ?? among(await read());
    },
  };
}

function decryptedBy<T>(key: Buffer, purpose: string, token: string, now: Date): Decrypted<T> | null {
  const text = decrypted(key, purpose, token);
  if (text === null) return null;
  const { value, expires } = JSON.parse(text) as { value: T; expires: number };
  return { value, isExpired: now.getTime() >= expires };
}
