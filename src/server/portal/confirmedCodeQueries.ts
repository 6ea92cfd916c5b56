/** Confirms codes that were sent: by the code itself, by the link in the e-mail, or by the return from a social site. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { serverKeys } from '../auth/serverKeyQueries';
import type { CodeMethod } from '../../contract/plain/accessMethods';
import type { Db } from '../database/db';
import { portal_codes } from '../database/schema';
import { plainTyped } from './typedText';
import { CODE_FOR, DAY, REPEATED_WITHIN, MOST_TRIES, KEY, type CodeRequest, hashOf } from './sentCodeQueries';

/** Validity of the link in an e-mail, in milliseconds; longer than a code's because a link can't be guessed. */
export const LINK_FOR = 3_600_000;

/** Milliseconds that a guest may take at a social site. */
export const AWAY_FOR = 15 * 60_000;

/** Whether this code was sent to the e-mail address for this device within a day, and hasn't been used. */
export async function wasSent(
  db: Db,
  { hotspotId, id, recipient, deviceMac, now }: Pick<CodeRequest, 'hotspotId' | 'recipient' | 'deviceMac' | 'now'> & { id: number },
): Promise<boolean> {
  const { way: method, recipient: to, device_mac } = portal_codes;
  const [sent] = await db
    .select({ id: portal_codes.id })
    .from(portal_codes)
    .where(and(goodCode(hotspotId, id, now, DAY), eq(method, 'email'), eq(to, recipient), eq(device_mac, deviceMac)));
  return sent !== undefined;
}

export interface Confirmed {
  method: CodeMethod;
  recipient: string;
  deviceMac: string;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
}

/**
 * Checks an entered code and uses it up. Null if it is wrong, expired, used, or has no attempts left; every call counts as an attempt. The
 * same code entered again at once is confirmed again.
 */
export async function confirmByCode(db: Db, hotspotId: number, id: number, typed: string, now: Date): Promise<Confirmed | null> {
  const isUnusedOrRepeated = or(isNull(portal_codes.used), gt(portal_codes.used, new Date(now.getTime() - REPEATED_WITHIN)));
  const good = and(codeWithin(hotspotId, id, now, CODE_FOR), isUnusedOrRepeated);
  const [tried] = await db
    .update(portal_codes)
    .set({ tries: sql`${portal_codes.tries} + 1` })
    .where(and(good, lt(portal_codes.tries, MOST_TRIES)))
    .returning({ recipient: portal_codes.recipient, hash: portal_codes.code_hash });
  if (!tried) return null;
  const code = plainTyped(typed).replace(/\D/g, '');
  const hashes = (await serverKeys(db, KEY)).map((key) => hashOf(key, tried.recipient, code));
  if (!hashes.some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(tried.hash)))) return null;
  return useCode(db, good, now);
}

/** Uses up a code by the link in the e-mail, which is sufficient proof without the code. */
export async function confirmByLink(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, LINK_FOR), now);
}

/** Uses up the row with which a social login began; null if it is expired or used. */
export async function confirmByReturn(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, AWAY_FOR), now);
}

const goodCode = (hotspotId: number, id: number, now: Date, milliseconds: number) =>
  and(codeWithin(hotspotId, id, now, milliseconds), isNull(portal_codes.used));

const codeWithin = (hotspotId: number, id: number, now: Date, milliseconds: number) =>
  and(eq(portal_codes.id, id), eq(portal_codes.hotspot_id, hotspotId), gt(portal_codes.created, new Date(now.getTime() - milliseconds)));

/** Uses up a code. The time of the first use isn't changed, so that the code can't be repeated for ever. */
async function useCode(db: Db, good: ReturnType<typeof goodCode>, now: Date): Promise<Confirmed | null> {
  const [used] = await db
    .update(portal_codes)
    .set({ used: sql`coalesce(${portal_codes.used}, ${now.toISOString()}::timestamptz)` })
    .where(good)
    .returning({
      method: portal_codes.way,
      recipient: portal_codes.recipient,
      deviceMac: portal_codes.device_mac,
      wantsMarketing: portal_codes.wants_marketing,
      wantsSurvey: portal_codes.wants_survey,
    });
  return used ?? null;
}
