/**
 * Bounds on codes by SMS to numbers that somebody makes up: a reseller pays for each, and whoever owns the numbers may be paid for them
 * ("SMS pumping"). Guests enter their codes, so codes that nobody entered are counted, and allowed beyond the bounds as many as were
 * entered: a full house is not held back. How many, in which time: limits/limits.ts.
 *
 * What the keys cost an attacker: a number nothing; a device of a unit that signs, or an address of the venue, being there; an address
 * elsewhere, little; a number that has been confirmed at the hotspot, a guest's secret. So those who ask there, and those who ask elsewhere,
 * are counted apart, guests whom the hotspot knows aren't held back by either, and beyond the hour's bound newcomers are slowed, not stopped.
 */
import { and, count, eq, gt, inArray, like, lt, max, notLike, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/db';
import { account_sms_counts, hotspots, portal_codes } from '../../database/schema';
import type { AskedBy } from '../../../contract/plain/accessWays';
import { LIMITS, since } from '../../limits/limits';
import { countUpTo } from '../../limits/queries';

export interface SmsRules {
  /** The calling code of the hotspot's country, like +39; null if its country is unknown. */
  home: string | null;
  /** Codes a day that nobody enters, as staff have set it; 0 for a tenth of the reseller's pack. */
  unenteredADay: number;
}

interface Asked extends SmsRules {
  by: AskedBy;
  /** The code that is to be sent, which is stored already. */
  codeId: number;
  hotspotId: number;
  number: string;
  /** The device if its unit vouches for it; otherwise the guest's network. */
  from: { deviceMac: string } | { network: string };
  now: Date;
}

/** Until when the refused have to wait: tomorrow, an hour, some minutes, a minute. */
export type SmsRefusal = 'too_many' | 'later' | 'wait' | 'busy';

/** Last digits of a number that somebody who makes numbers up changes first. */
const RANGE_DIGITS = 4;

/** Share of a reseller's pack that codes which nobody enters may take a day; with a small pack, the limit's number. */
const SHARE_OF_PACK = 0.1;

/** Unentered codes a day of a hotspot, while those of all hotspots of its reseller have reached their bound. */
const MOST_WHEN_ATTACKED = 5;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Unentered codes that a device or a network gets without a pause. The first pause is so long; each later one twice the one before. */
const PAUSES = {
  device: { free: 2, first: MINUTE, longest: 60 * MINUTE },
  network: { free: 20, first: SECOND, longest: MINUTE },
};

/** Why a number like this one gets no code now; null if it gets one. What staff should know of counts towards their alert. */
export async function refusalOfMadeUp(db: Db, asked: Asked): Promise<SmsRefusal | null> {
  // Their network may be that of all guests of a venue.
  if (('deviceMac' in asked.from || asked.by !== 'known') && (await isPausing(db, asked))) return 'wait';
  const refusal = await refusalByCounts(db, asked);
  if (refusal !== null) await countUpTo(db, { limit: 'sms_refused', key: asked.hotspotId }, asked.now);
  return refusal;
}

async function isPausing(db: Db, { codeId, hotspotId, from, now }: Asked): Promise<boolean> {
  const { id, way, device_mac, network, hotspot_id, created, used } = portal_codes;
  const isDevice = 'deviceMac' in from;
  const { free, first, longest } = isDevice ? PAUSES.device : PAUSES.network;
  const theirs = isDevice ? and(eq(hotspot_id, hotspotId), eq(device_mac, from.deviceMac)) : eq(network, from.network);
  const [before] = await db
    .select({ all: count(), entered: count(used), last: max(created) })
    .from(portal_codes)
    .where(and(eq(way, 'sms'), theirs, gt(created, since(isDevice ? 'sms_day' : 'sms_unentered', now)), lt(id, codeId)));
  const beyond = (before?.all ?? 0) - 2 * (before?.entered ?? 0) - free;
  if (beyond < 0 || !before?.last) return false;
  return now.getTime() - before.last.getTime() < Math.min(longest, first * 2 ** Math.min(beyond, 20));
}

async function refusalByCounts(db: Db, { codeId, hotspotId, number, by, home, unenteredADay, now }: Asked): Promise<SmsRefusal | null> {
  const { id, way, recipient, hotspot_id, created, used, asked_by } = portal_codes;
  const here = eq(hotspot_id, hotspotId);
  /** How many nobody has entered, less as many as were entered. */
  const unentered = (which: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${which}) - 2 * count(${used}) filter (where ${which}))`.mapWith(Number);
  const theirs = and(eq(way, 'sms'), eq(asked_by, by), gt(created, since('sms_day', now)));
  if (by === 'known') {
    const [known] = await db
      .select({ day: unentered(sql`true`) })
      .from(portal_codes)
      .where(and(theirs, here));
    return (known?.day ?? 0) > LIMITS.sms_known.most ? 'too_many' : null;
  }
  const [pack] = await db
    .select({ accountId: hotspots.account_id, most: account_sms_counts.sms_max_count })
    .from(hotspots)
    .leftJoin(account_sms_counts, eq(account_sms_counts.account_id, hotspots.account_id))
    .where(eq(hotspots.id, hotspotId));
  if (!pack) return null;
  const tenth = Math.max(LIMITS.sms_day.most, Math.ceil((pack.most ?? 0) * SHARE_OF_PACK));
  const lately = and(here, gt(created, since('sms_unentered', now)));
  const isAbroad = home !== null && !number.startsWith(home);
  const [counted] = await db
    .select({
      hotspot: unentered(lately),
      range: unentered(and(lately, like(recipient, `${number.slice(0, -RANGE_DIGITS)}%`))),
      abroad: unentered(and(here, notLike(recipient, `${home ?? ''}%`))),
      day: unentered(here),
      reseller: unentered(sql`true`),
      justNow: count(sql`case when ${and(here, gt(created, since('sms_slowed', now)), lt(id, codeId))} then 1 end`),
    })
    .from(portal_codes)
    .where(and(theirs, inArray(hotspot_id, db.select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, pack.accountId)))));
  if (!counted) return null;
  if (counted.range > LIMITS.sms_range.most) return 'later';
  if (isAbroad && counted.abroad > LIMITS.sms_abroad.most) return 'too_many';
  const most = unenteredADay > 0 ? unenteredADay : tenth;
  const isAttacked = counted.reseller > Math.max(tenth, unenteredADay);
  if (counted.day > (isAttacked ? Math.min(most, MOST_WHEN_ATTACKED) : most)) return 'too_many';
  return counted.hotspot > LIMITS.sms_unentered.most && counted.justNow >= LIMITS.sms_slowed.most ? 'busy' : null;
}
