/**
 * Mutual authentication of an openNDS router and Portico, using only what the router's script has: sha256sum. Both know the unit's secret,
 * which is never transmitted; the router's nonce binds an answer to its request.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();
const sha256 = (text: string) => digest(text).toString('hex');

/** Hashed twice to prevent length extension attacks. */
const proofOf = (secret: string, parts: readonly string[]) => sha256(`${secret}\n${sha256([secret, ...parts].join('\n'))}\n`);

interface Question {
  /** Random, chosen by the router. */
  nonce: string;
  /** Seconds since 1970. */
  time: string;
  body: string;
}

/** Verifies a router's request. Constant-time comparison. */
export function isProven(secret: string, { nonce, time, body }: Question, proof: string): boolean {
  return secret !== '' && timingSafeEqual(digest(proofOf(secret, ['ask', nonce, time, body])), digest(proof));
}

/** An answer, ending with the proof that it belongs to this request. */
export function proven(secret: string, nonce: string, lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return `${text}proof ${proofOf(secret, ['answer', nonce, text])}\n`;
}

/** The key that openNDS shares with the portal (`faskey`). Not derived from the unit's secret, which guests could then attack offline. */
export const fasKey = (key: Buffer, unitUuid: string): string => createHmac('sha256', key).update(unitUuid).digest('hex').slice(0, 32);

/** Name of the installation key from which these keys are derived. */
export const FAS_KEY = 'opennds';

/** What a guest's browser returns to openNDS to be let in (`tok`); the guest can't compute it from `hid` alone. */
export const returnedHid = (hid: string, faskey: string): string => sha256(hid + faskey);

/** Presents a login token as a voucher credential, since openNDS has no field for it. */
export const credentialOf = ({ username, token, requestHash }: { username: string; token: string; requestHash: string }) => ({
  method: 'voucher' as const,
  code: username,
  requestHash,
  isRight: (right: string) => timingSafeEqual(digest(token), digest(right)),
});

/** Data for the script (`custom`). Keep it short: openNDS' buffers cut it after about 270 characters. */
export const customOf = (guestId: number, token: string): string => Buffer.from(`portico ${guestId} ${token}`).toString('base64');

/** Parses `custom` as the script receives it: percent-encoded in some calls, plain in others. */
export function customIn(text: string): { guestId: number; token: string } | null {
  const plain = Buffer.from(text.replaceAll(/%3d/gi, '=').replaceAll(/%2b/gi, '+').replaceAll(/%2f/gi, '/'), 'base64').toString('latin1');
  const [, id, token] = /^portico (\d{1,10}) ([a-z2-7]{26})$/.exec(plain) ?? [];
  return id === undefined || token === undefined ? null : { guestId: Number(id), token };
}
