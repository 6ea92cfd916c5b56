/**
 * Logging in with an e-mail address: a code goes there, and for looking it up a device gets some minutes of internet once a day. Nothing that
 * the guest sees depends on whether the address is known here.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, count, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { serverKey } from '../access/serverKeys';
import { countedAddress } from '../auth/places';
import type { Db } from '../database/db';
import { login_tokens, portal_codes, units, users } from '../database/schema';
import { dayIn, endOfDay, shifted } from '../database/zones';

/** Milliseconds for which a code is good, and a day. */
const CODE_FOR = 10 * 60_000;
const DAY = 24 * 3_600_000;

/** For the address in the e-mail, which nobody can guess. */
export const LINK_FOR = 3_600_000;

/** How often a code may be typed, and codes a day for one e-mail address, device and network. */
const MOST_TRIES = 5;
const MOST = { email: 5, device: 5, network: 100 };

const DIGITS = 6;
const KEY = 'e-mail codes';

interface Asked {
  hotspotId: number;
  email: string;
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

/** A new code for an e-mail address; null if there have been enough for today. Counts from its start, so that many at once are no more. */
export async function makeCode(
  db: Db,
  { hotspotId, email, deviceMac, address, wantsMarketing, wantsSurvey, now }: Asked,
): Promise<MadeCode | null> {
  const network = countedAddress(address).wide;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const [made] = await db
    .insert(portal_codes)
    .values({
      ...{ hotspot_id: hotspotId, email, device_mac: deviceMac, network, code_hash: await hashOf(db, email, code), created: now },
      ...{ wants_marketing: wantsMarketing, wants_survey: wantsSurvey },
    })
    .returning({ id: portal_codes.id });
  if (!made) throw new Error('no code was stored');
  const forget = async () => {
    await db.delete(portal_codes).where(eq(portal_codes.id, made.id));
  };
  const since = gt(portal_codes.created, new Date(now.getTime() - DAY));
  const here = eq(portal_codes.hotspot_id, hotspotId);
  const ofDevice = eq(portal_codes.device_mac, deviceMac);
  const [counted] = await db
    .select({
      email: count(sql`case when ${and(here, eq(portal_codes.email, email))} then 1 end`),
      device: count(sql`case when ${and(here, ofDevice)} then 1 end`),
      network: count(sql`case when ${eq(portal_codes.network, network)} then 1 end`),
    })
    .from(portal_codes)
    .where(and(since, or(and(here, or(eq(portal_codes.email, email), ofDevice)), eq(portal_codes.network, network))));
  const isTooMany =
    !counted || counted.email > MOST.email || (deviceMac !== '' && counted.device > MOST.device) || counted.network > MOST.network;
  if (isTooMany) {
    await forget();
    return null;
  }
  return { id: made.id, code, forget };
}

async function hashOf(db: Db, email: string, code: string): Promise<string> {
  return createHmac('sha256', await serverKey(db, KEY))
    .update(`${email} ${code}`)
    .digest('base64');
}

export interface Confirmed {
  email: string;
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
    .returning({ email: portal_codes.email, hash: portal_codes.code_hash });
  if (!tried) return null;
  const hash = await hashOf(db, tried.email, typed.replace(/\D/g, ''));
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(tried.hash))) return null;
  return useCode(db, goodCode(hotspotId, id, now, CODE_FOR));
}

/** The same by the address in the e-mail, which is proof enough. */
export async function confirmByLink(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, LINK_FOR));
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
      ...{ email: portal_codes.email, deviceMac: portal_codes.device_mac },
      ...{ wantsMarketing: portal_codes.wants_marketing, wantsSurvey: portal_codes.wants_survey },
    });
  return used ?? null;
}

type Guest = { guestId: number; username: string };

interface Registering {
  hotspotId: number;
  settings: Readonly<Record<string, string>>;
  zone: string;
  now: Date;
}

/**
 * The guest with this address, whose validity begins anew, or where a new log-in doesn't extend it, goes on. 'expired' if it is over then.
 */
export async function guestOfEmail(
  db: Db,
  { email, wantsMarketing, wantsSurvey }: Confirmed,
  { hotspotId, settings, zone, now }: Registering,
): Promise<Guest | 'expired'> {
  const until = endOfDay(shifted(dayIn(now, zone), Number(settings.user_expiration_days ?? 0)), zone);
  const values = { ...limitsOf(settings), email_verified: true, marketing_auth: wantsMarketing, survey_auth: wantsSurvey };
  const [made] = await db
    .insert(users)
    .values({
      ...{ hotspot_id: hotspotId, username: email, name: email, email, account_type: 'email', created: now },
      ...{ ...values, auto_login: settings.auto_login === 'true', valid_from: now, valid_until: until },
    })
    .onConflictDoNothing()
    .returning({ guestId: users.id, username: users.username });
  if (made) return made;
  const renews = settings.auth_renew === 'true';
  const [known] = await db
    .update(users)
    .set({
      email_verified: true,
      // Consents are given here and taken back elsewhere.
      ...(wantsMarketing && { marketing_auth: true }),
      ...(wantsSurvey && { survey_auth: true }),
      ...(renews && { valid_until: sql`greatest(${users.valid_until}, ${until.toISOString()}::timestamptz)` }),
    })
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.username, email), renews ? undefined : gt(users.valid_until, now)))
    .returning({ guestId: users.id, username: users.username });
  return known ?? 'expired';
}

/** What guests who register themselves may use a day. */
function limitsOf(settings: Readonly<Record<string, string>>) {
  const limit = (key: string) => Number(settings[key] ?? 0);
  return {
    kbps_down: limit('CoovaChilli-Bandwidth-Max-Down'),
    kbps_up: limit('CoovaChilli-Bandwidth-Max-Up'),
    max_navigation_time: limit('CoovaChilli-Max-Navigation-Time'),
    max_navigation_traffic: limit('CoovaChilli-Max-Total-Octets'),
  };
}

/** The seconds that a device may use for looking up a code; 0 if it had them in the last 24 hours, or isn't known. */
export async function shortSecondsOf(db: Db, { hotspotId, settings, now }: Registering, deviceMac: string): Promise<number> {
  const seconds = Number(settings.temp_session_duration ?? 0);
  if (deviceMac === '' || seconds === 0) return 0;
  const [had] = await db
    .select({ id: login_tokens.id })
    .from(login_tokens)
    .innerJoin(units, eq(units.id, login_tokens.unit_id))
    .where(
      and(
        eq(units.hotspot_id, hotspotId),
        eq(login_tokens.device_mac, deviceMac),
        eq(login_tokens.way, 'short'),
        gt(login_tokens.created, new Date(now.getTime() - DAY)),
      ),
    )
    .limit(1);
  return had ? 0 : seconds;
}

/** The name of the guest of those minutes. */
export const shortName = (email: string, deviceMac: string) => `${email}#${deviceMac}`;

/** A guest of a device for those minutes. Every address gets one of its own, so that nothing tells which ones are known. */
export async function shortGuest(
  db: Db,
  { hotspotId, settings, now }: Registering,
  email: string,
  deviceMac: string,
  seconds: number,
): Promise<Guest> {
  const validity = { valid_from: now, valid_until: new Date(now.getTime() + seconds * 1000) };
  const [guest] = await db
    .insert(users)
    .values({
      ...{ hotspot_id: hotspotId, username: shortName(email, deviceMac), name: email, email, account_type: 'email', created: now },
      ...{ ...limitsOf(settings), ...validity },
    })
    .onConflictDoUpdate({ target: [users.hotspot_id, users.username], set: validity })
    .returning({ guestId: users.id, username: users.username });
  if (!guest) throw new Error('no guest was stored');
  return guest;
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
