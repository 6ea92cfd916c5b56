import { createHmac, randomUUID } from 'node:crypto';

/** Lifetime of an assertion, in seconds (INT-19). */
const VALID = 60;

/** The person who signs in to a platform, and the hotspot (0 for none in particular). */
export interface Bearer {
  username: string;
  hotspotId: number;
}

/**
 * A signed statement "this is `bearer`, valid until …" for the platform that shares `secret`. Contains no password material; `jti` lets
 * the platform accept it only once. Both parts are base64url, the second is the HMAC-SHA256 of the first. Empty without a secret, because
 * then anyone could sign.
 */
export function loginAssertionOf({ username, hotspotId }: Bearer, secret: string, now: Date): { payload: string; signature: string } {
  if (secret === '') return { payload: '', signature: '' };
  const claims = { username, hotspot: hotspotId, exp: Math.floor(now.getTime() / 1000) + VALID, jti: randomUUID() };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return { payload, signature: createHmac('sha256', secret).update(payload).digest('base64url') };
}
