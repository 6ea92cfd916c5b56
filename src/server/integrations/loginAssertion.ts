import { createHmac, randomUUID } from 'node:crypto';

/** Lifetime of an assertion, in seconds (INT-19). */
const VALID = 60;

/** Who hands itself over to a platform, and from which hotspot (0: from none in particular). */
export interface Bearer {
  username: string;
  hotspotId: number;
}

/**
 * A signed statement "this is `bearer`, until then", for the platform that shares `secret`. It holds no password material; its
 * `jti` lets the platform accept it once. Both parts are base64url, the second being the HMAC-SHA256 of the first. Without a
 * secret anybody could sign, so there is no statement then.
 */
export function loginAssertionOf({ username, hotspotId }: Bearer, secret: string, now: Date): { payload: string; signature: string } {
  if (secret === '') return { payload: '', signature: '' };
  const claims = { username, hotspot: hotspotId, exp: Math.floor(now.getTime() / 1000) + VALID, jti: randomUUID() };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return { payload, signature: createHmac('sha256', secret).update(payload).digest('base64url') };
}
