/**
 * How a router with openNDS and Portico prove themselves to each other, with what its script has: sha256sum. Both know the unit's secret,
 * which never travels; the number that the router chose binds an answer to its question.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();
const sha256 = (text: string) => digest(text).toString('hex');

/** Hashed twice, so that nobody makes a longer message from a shorter one's proof. */
const proofOf = (secret: string, parts: readonly string[]) => sha256(`${secret}\n${sha256([secret, ...parts].join('\n'))}\n`);

interface Question {
  /** Chosen by the router at random. */
  nonce: string;
  /** Seconds since 1970. */
  time: string;
  body: string;
}

/** In constant time. */
export function isProven(secret: string, { nonce, time, body }: Question, proof: string): boolean {
  return secret !== '' && timingSafeEqual(digest(proofOf(secret, ['ask', nonce, time, body])), digest(proof));
}

/** An answer that ends with the proof that it is one to this question. */
export function proven(secret: string, nonce: string, lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return `${text}proof ${proofOf(secret, ['answer', nonce, text])}\n`;
}

/** The key that a unit's openNDS shares with the portal (`faskey`): it tells nothing of the unit's secret, which a guest may try to guess from it. */
export const fasKey = (key: Buffer, unitUuid: string): string => createHmac('sha256', key).update(unitUuid).digest('hex').slice(0, 32);

/** The name of the installation's key for that. */
export const FAS_KEY = 'opennds';

/** What a guest's browser shows to openNDS to be let in (`tok`), which the guest can't make from `hid` alone. */
export const returnedHid = (hid: string, faskey: string): string => sha256(hid + faskey);

/** A login token as the voucher's code that openNDS has no place for. */
export const credentialOf = ({ username, token, requestHash }: { username: string; token: string; requestHash: string }) => ({
  ...{ way: 'voucher' as const, code: username, requestHash },
  isRight: (right: string) => timingSafeEqual(digest(token), digest(right)),
});

/** What goes with it for the script (`custom`), which buffers of openNDS cut after some 270 characters. */
export const customOf = (guestId: number, token: string): string => Buffer.from(`portico ${guestId} ${token}`).toString('base64');

/** As the script gets it: with percent signs in some calls, without in others. */
export function customIn(text: string): { guestId: number; token: string } | null {
  const plain = Buffer.from(text.replaceAll(/%3d/gi, '=').replaceAll(/%2b/gi, '+').replaceAll(/%2f/gi, '/'), 'base64').toString('latin1');
  const [, id, token] = /^portico (\d{1,10}) ([a-z2-7]{26})$/.exec(plain) ?? [];
  return id === undefined || token === undefined ? null : { guestId: Number(id), token };
}
