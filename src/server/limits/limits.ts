/**
 * Bounds on what guests and strangers may do, a row each: how many, in how many seconds, and what one of them is counted by. Counted in the
 * database, so that all replicas count together. The page docs/limits.md shows them with what the refused see.
 *
 * Nothing that a stranger can invent (a MAC address, an e-mail address) is the only key of something worth having.
 */
import { and, count, eq, gt, inArray, lt, min, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { rowsIn, type Db } from '../database/db';
import { portal_tries } from '../database/schema';
import { refusedUntil, rememberRefusal } from './refusals';

interface Limit {
  most: number;
  seconds: number;
  /** What is counted together; the key names it. */
  by: string;
}

const MINUTES = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

export const LIMITS = {
  /**
   * Failed sign-ins of staff, and proofs of units by their digest (auth/throttle.ts). The numbers are those of the default of
   * PORTICO_LOGIN_LIMIT, by which operators scale them all.
   */
  sign_in: { most: 10, seconds: 5 * MINUTES, by: 'account and address, or the browser in which it signed in lately' },
  sign_in_day: { most: 20, seconds: DAY, by: 'account and network' },
  /** Where the account signed in lately. */
  sign_in_day_known: { most: 100, seconds: DAY, by: 'account and network' },
  /** Of an account with more than `sign_in_account`. */
  sign_in_day_attacked: { most: 5, seconds: DAY, by: 'account and network' },
  /** From strangers' addresses altogether; refuses nobody, but says that the account is attacked. */
  sign_in_account: { most: 100, seconds: DAY, by: 'account' },
  /** Whatever the account; beyond, each account has one from there. */
  sign_in_crowded: { most: 30, seconds: 5 * MINUTES, by: 'address' },
  /** Whatever the account. */
  sign_in_address: { most: 300, seconds: 5 * MINUTES, by: 'address' },
  /**
   * Failed codes of a device. The network is part of the key: a MAC address can be forged, and would lock its owner out from anywhere. Where
   * a unit names no device, its port stands for it.
   */
  device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot, device (or its port) and network' },
  /** Failed codes of a device that units vouch for, at all units of the hotspot. */
  vouched_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  /** Failed codes of a network, which may be all guests of a hotspot. Devices that a unit vouches for don't count. */
  address: { most: 60, seconds: 10 * MINUTES, by: 'hotspot and network' },
  /** Failed codes at a hotspot, by whatever way; beyond, it counts as attacked (codeTries.ts). */
  hotspot: { most: 300, seconds: 10 * MINUTES, by: 'hotspot' },
  /** Short accesses of a device, to read an e-mail or to sign in at a social site. */
  short_device: { most: 1, seconds: DAY, by: 'hotspot and device' },
  /** Short accesses for a mailbox, which may have many addresses (`mailboxOf`). */
  short_email: { most: 1, seconds: DAY, by: 'hotspot and mailbox' },
  /** Short accesses at a unit: devices and addresses cost an attacker nothing. There is room for a full house (500 in ten minutes). */
  short_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /** Log-ins by an e-mail address that nobody confirms, where the hotspot lets them (`email_login_skip_auth`): each may be another guest. */
  unconfirmed_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  unconfirmed_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /** Codes by SMS that nobody has entered: numbers that somebody makes up, who pays nothing for them (messages/sms/madeUp.ts). */
  sms_unentered: { most: 60, seconds: HOUR, by: 'hotspot, and whether asked for there' },
  /** Beyond that number, one at a time: many who ask at once slow newcomers down, and don't stop them. */
  sms_slowed: { most: 1, seconds: 30, by: 'hotspot, and whether asked for there' },
  /** The same to numbers that differ only in their last four digits. */
  sms_range: { most: 20, seconds: HOUR, by: 'hotspot, whether asked for there, and range of numbers' },
  /** The same to numbers of other countries than the hotspot's. */
  sms_abroad: { most: 40, seconds: DAY, by: 'hotspot, and whether asked for there' },
  /** The same in a day, at a hotspot and at all of a reseller together, where its pack isn't larger. */
  sms_day: { most: 20, seconds: DAY, by: 'hotspot, and reseller, and whether asked for there' },
  /** Codes that nobody enters of guests and devices that the hotspot knows, which none of the bounds above concern. */
  sms_known: { most: 100, seconds: DAY, by: 'hotspot' },
  /** Codes refused by one of these, beyond which staff get an alert. */
  sms_refused: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes asked for by numbers of countries to which the hotspot sends none, beyond which staff get an alert. */
  sms_country: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes by e-mail (portal/sentCodes.ts). */
  email_recipient: { most: 5, seconds: DAY, by: 'hotspot and address' },
  email_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  email_network: { most: 100, seconds: DAY, by: 'network' },
  /** Codes by SMS; a number gets them across all hotspots: they cost money and make phones ring. */
  sms_recipient: { most: 3, seconds: DAY, by: 'number' },
  sms_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  sms_network: { most: 300, seconds: DAY, by: 'network' },
  /** Ways to a social site. */
  social_device: { most: 20, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  social_network: { most: 300, seconds: DAY, by: 'network' },
  /** Any of these for all devices of a hotspot that their units vouch for: there is room for a full house. */
  house: { most: 1500, seconds: DAY, by: 'hotspot and way' },
  /** SMS of a unit, entered or not (messages/sms/quotas.ts); there is room for a full house, too. */
  sms_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /**
   * A request of a router with openNDS, as long as its time may be right: sent again it isn't refused, but moves no contact and ends no
   * session (opennds/routes.ts).
   */
  opennds_request: { most: 1, seconds: 30 * MINUTES, by: 'unit and nonce' },
  /** Vouchers that staff send by e-mail, so that no account can be used as an open mail relay (vouchers/routes.ts). */
  voucher_mails: { most: 30, seconds: 5 * MINUTES, by: 'account' },
  /** Test e-mails of feedback (marketing/routes.ts). */
  test_mails: { most: 10, seconds: 5 * MINUTES, by: 'account' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

const LONGEST = Math.max(...Object.values(LIMITS).map(({ seconds }) => seconds)) * 1000;

/** Something to count: by which row, and the value of what it is counted by. */
export interface Counting {
  limit: LimitName;
  key: string | number;
}

export interface Counted {
  /** How often in its time, this one included. */
  of: (limit: LimitName) => number;
  /** The first that is exceeded, in the order given; null for none. */
  exceeded: LimitName | null;
  /** Uncounts it, everywhere or except by one row. */
  takeBack: (options?: { except?: LimitName }) => Promise<void>;
}

/**
 * Counts first and then looks, so that concurrent requests gain nothing over sequential ones. Those under the same key take turns, at all
 * replicas: of two for the last place, one gets it.
 */
export async function countAll(db: Db, countings: readonly Counting[], now: Date): Promise<Counted> {
  const tries = countings.map((counting) => ({ key: keyOf(counting), since: since(counting.limit, now) }));
  const answer = await db.execute(
    sql`select id, key, counted from count_tries(${JSON.stringify(tries)}::jsonb, ${now.toISOString()}::timestamptz)`,
  );
  const rows = rowsIn<{ id: number | string; key: string; counted: number }>(answer);
  const counts = new Map(countings.map((counting) => [counting.limit, rows.find(({ key }) => key === keyOf(counting))?.counted]));
  const of = (limit: LimitName) => counts.get(limit) ?? 0;
  const takeBack = async ({ except }: { except?: LimitName } = {}) => {
    const ids = rows.filter(({ key }) => !key.startsWith(`${except} `)).map(({ id }) => Number(id));
    await db.delete(portal_tries).where(inArray(portal_tries.id, ids));
  };
  return { of, exceeded: countings.find(({ limit }) => of(limit) > LIMITS[limit].most)?.limit ?? null, takeBack };
}

/** Milliseconds after which what was counted is no longer taken back. */
const SETTLED_AFTER = 5000;

/** Until when this process knows one of these to be refused, so that it needn't be counted again; null if it knows of none. */
export const refusedStill = (db: Db, countings: readonly Counting[], now: Date): Date | null => refusedUntil(db, countings.map(keyOf), now);

/** Remembers that what is counted under this key is refused, if it is. */
export async function rememberRefused(db: Db, counting: Counting, now: Date): Promise<void> {
  const rows = { table: portal_tries, at: portal_tries.at, which: eq(portal_tries.key, keyOf(counting)) };
  await rememberRefusal(db, { key: keyOf(counting), rows, ...LIMITS[counting.limit], settledAfter: SETTLED_AFTER }, now);
}

/** Whether one more would exceed the limit. */
export async function isReached(db: Db, counting: Counting, now: Date): Promise<boolean> {
  return ((await countsOf(db, [counting], now)).get(counting.limit) ?? 0) >= LIMITS[counting.limit].most;
}

/** Counts something that is refused beyond the limit. Returns the seconds to wait; 0 if it may go ahead and was counted. */
export async function secondsToWait(db: Db, counting: Counting, now: Date): Promise<number> {
  const still = refusedStill(db, [counting], now);
  if (still) return secondsUntil(still, now);
  const counted = await countAll(db, [counting], now);
  if (counted.exceeded === null) return 0;
  await counted.takeBack();
  await rememberRefused(db, counting, now);
  const { key, at } = portal_tries;
  const [oldest] = await db
    .select({ at: min(at) })
    .from(portal_tries)
    .where(and(eq(key, keyOf(counting)), gt(at, since(counting.limit, now))));
  const end = (oldest?.at?.getTime() ?? now.getTime()) + LIMITS[counting.limit].seconds * 1000;
  return secondsUntil(new Date(end), now);
}

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Counts something, but never more than one beyond the limit: for what is only to be known to have happened too often. */
export async function countUpTo(db: Db, counting: Counting, now: Date): Promise<void> {
  const most = LIMITS[counting.limit].most;
  if (((await countsOf(db, [counting], now)).get(counting.limit) ?? 0) <= most)
    await db.insert(portal_tries).values({ key: keyOf(counting), at: now });
}

async function countsOf(db: Db, countings: readonly Counting[], now: Date): Promise<Map<LimitName, number>> {
  const { key, at } = portal_tries;
  const each = countings.map((counting) => and(eq(key, keyOf(counting)), gt(at, since(counting.limit, now))));
  const counted = await db
    .select({ key, counted: count() })
    .from(portal_tries)
    .where(or(...each))
    .groupBy(key);
  return new Map(countings.map((counting) => [counting.limit, counted.find((row) => row.key === keyOf(counting))?.counted ?? 0]));
}

/** Condition: more than the limit's number is counted for the key in this column. */
export const exceeded = (limit: LimitName, key: AnyPgColumn, now: Date): SQL =>
  sql`(select count(*) from ${portal_tries} where ${portal_tries.key} = ${`${limit} `} || ${key} and ${gt(portal_tries.at, since(limit, now))}) > ${LIMITS[limit].most}`;

/** Start of the time in which a limit counts. */
export const since = (limit: LimitName, now: Date) => new Date(now.getTime() - LIMITS[limit].seconds * 1000);

/** What a counting is stored under. */
export const keyOf = ({ limit, key }: Counting) => `${limit} ${key}`;

/** Deletes up to `most` counts that are too old for any limit. */
export async function forgetCounts(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_tries.id })
    .from(portal_tries)
    .where(lt(portal_tries.at, new Date(now.getTime() - LONGEST)))
    .limit(most);
  await db.delete(portal_tries).where(inArray(portal_tries.id, old));
}
