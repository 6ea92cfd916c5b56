/**
 * Codes that guests get by e-mail or SMS, to show that the address or the number is theirs, and log-ins at another site, which are good once,
 * too. Nothing that a guest sees depends on whether somebody is known here.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, count, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { serverKey } from '../access/serverKeys';
import type { CodeWay } from '../access/ways';
import { countedAddress } from '../auth/places';
import type { Db } from '../database/db';
import { portal_codes } from '../database/schema';

/** Milliseconds for which a code is good, and a day. */
const CODE_FOR = 10 * 60_000;
export const DAY = 24 * 3_600_000;

/** For the address in the e-mail, which nobody can guess. */
export const LINK_FOR = 3_600_000;

/** Milliseconds that a guest may take at another site. */
export const AWAY_FOR = 15 * 60_000;

/** How often a code may be typed. */
const MOST_TRIES = 5;

/** Codes a day for one recipient, device and network. SMS cost money, and ring: a number has three a day at all hotspots together. */
const MOST: Record<CodeWay, { recipient: number; device: number; network: number }> = {
  email: { recipient: 5, device: 5, network: 100 },
  sms: { recipient: 3, device: 5, network: 300 },
  facebook: { recipient: Infinity, device: 20, network: 300 },
  linkedin: { recipient: Infinity, device: 20, network: 300 },
};

const DIGITS = 6;
const KEY = 'e-mail codes';

interface Asked {
  hotspotId: number;
  way: CodeWay;
  /** The e-mail address, or the phone number. */
  recipient: string;
  deviceMac: string;
  address: string;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
  now: Date;
}

export interface MadeCode {
  id: number;
  code: string;
  /** Forgets it, if it could not be sent. */
  forget: () => Promise<void>;
}

/** A new code; null if there have been enough for today. Counts from its start, so that many at once are no more. */
export async function makeCode(
  db: Db,
  { hotspotId, way, recipient, deviceMac, address, wantsMarketing, wantsSurvey, now }: Asked,
): Promise<MadeCode | null> {
  const network = countedAddress(address).wide;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const [made] = await db
    .insert(portal_codes)
    .values({
      ...{ hotspot_id: hotspotId, way, recipient, device_mac: deviceMac, network, code_hash: await hashOf(db, recipient, code) },
      ...{ wants_marketing: wantsMarketing, wants_survey: wantsSurvey, created: now },
    })
    .returning({ id: portal_codes.id });
  if (!made) throw new Error('no code was stored');
  const forget = async () => {
    await db.delete(portal_codes).where(eq(portal_codes.id, made.id));
  };
  const since = gt(portal_codes.created, new Date(now.getTime() - DAY));
  const here = eq(portal_codes.hotspot_id, hotspotId);
  const toRecipient = and(eq(portal_codes.recipient, recipient), way === 'sms' ? undefined : here);
  const ofDevice = and(here, eq(portal_codes.device_mac, deviceMac));
  const ofNetwork = eq(portal_codes.network, network);
  const [counted] = await db
    .select({
      recipient: count(sql`case when ${toRecipient} then 1 end`),
      device: count(sql`case when ${ofDevice} then 1 end`),
      network: count(sql`case when ${ofNetwork} then 1 end`),
    })
    .from(portal_codes)
    .where(and(eq(portal_codes.way, way), since, or(toRecipient, ofDevice, ofNetwork)));
  const most = MOST[way];
  const isTooMany =
    !counted || counted.recipient > most.recipient || (deviceMac !== '' && counted.device > most.device) || counted.network > most.network;
  if (isTooMany) {
    await forget();
    return null;
  }
  return { id: made.id, code, forget };
}

async function hashOf(db: Db, recipient: string, code: string): Promise<string> {
  return createHmac('sha256', await serverKey(db, KEY))
    .update(`${recipient} ${code}`)
    .digest('base64');
}

export interface Confirmed {
  way: CodeWay;
  recipient: string;
  deviceMac: string;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
}

/** What a code was asked for, if it is right; it is good once, and for five tries. */
export async function confirmByCode(db: Db, hotspotId: number, id: number, typed: string, now: Date): Promise<Confirmed | null> {
  const [tried] = await db
    .update(portal_codes)
    .set({ tries: sql`${portal_codes.tries} + 1` })
    .where(and(goodCode(hotspotId, id, now, CODE_FOR), lt(portal_codes.tries, MOST_TRIES)))
    .returning({ recipient: portal_codes.recipient, hash: portal_codes.code_hash });
  if (!tried) return null;
  const hash = await hashOf(db, tried.recipient, typed.replace(/\D/g, ''));
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(tried.hash))) return null;
  return useCode(db, goodCode(hotspotId, id, now, CODE_FOR));
}

/** The same by the address in the e-mail, which is proof enough. */
export async function confirmByLink(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, LINK_FOR));
}

/** What a log-in at another site was begun with, once. */
export async function confirmByReturn(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, AWAY_FOR));
}

const goodCode = (hotspotId: number, id: number, now: Date, milliseconds: number) =>
  and(
    eq(portal_codes.id, id),
    eq(portal_codes.hotspot_id, hotspotId),
    isNull(portal_codes.used),
    gt(portal_codes.created, new Date(now.getTime() - milliseconds)),
  );

async function useCode(db: Db, good: ReturnType<typeof goodCode>): Promise<Confirmed | null> {
  const [used] = await db
    .update(portal_codes)
    .set({ used: sql`${portal_codes.created}` })
    .where(good)
    .returning({
      ...{ way: portal_codes.way, recipient: portal_codes.recipient, deviceMac: portal_codes.device_mac },
      ...{ wantsMarketing: portal_codes.wants_marketing, wantsSurvey: portal_codes.wants_survey },
    });
  return used ?? null;
}

/** Deletes up to `most` codes that don't count any more. */
export async function forgetCodes(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_codes.id })
    .from(portal_codes)
    .where(lt(portal_codes.created, new Date(now.getTime() - DAY)))
    .limit(most);
  await db.delete(portal_codes).where(inArray(portal_codes.id, old));
}
