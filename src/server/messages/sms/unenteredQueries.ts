/**
 * Limits on codes by SMS to invented numbers: a reseller pays for each SMS, and whoever owns the numbers may earn money by them ("SMS
 * pumping"). Guests enter their codes, so unentered codes are counted, less the entered ones: a full house isn't held up. A code counts as
 * entered once a unit has let its guest in, because whoever owns a number can enter its code from anywhere. The numbers are in
 * limits/limits.ts.
 *
 * What it costs an attacker to look like somebody else: a new number costs nothing; a device that a unit vouches for, or an address in the
 * hotspot's network, means being there; an address elsewhere costs little; a number that was confirmed at the hotspot is a guest's secret.
 * Therefore requests from the hotspot and from elsewhere are counted separately, neither holds up guests whom the hotspot knows, and beyond
 * the hourly limit new guests are slowed down, not stopped.
 */
import { and, count, eq, gt, inArray, like, lt, max, ne, notLike, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../database/db';
import { account_sms_counts, hotspots, login_tokens, portal_codes, users } from '../../database/schema';
import type { RequestOrigin } from '../../../contract/plain/accessMethods';
import { LIMITS, since } from '../../limits/limits';
import { countUpTo } from '../../limits/queries';

export interface SmsRules {
  /** The calling code of the hotspot's country, like +39; null if its country is unknown. */
  home: string | null;
  /** Unentered codes per day, as set by staff; 0 for a tenth of the reseller's pack. */
  unenteredADay: number;
}

interface SmsRequest extends SmsRules {
  by: RequestOrigin;
  /** The code to be sent, which is stored already. */
  codeId: number;
  hotspotId: number;
  number: string;
  /** The device if its unit vouches for it, else the guest's network. */
  from: { deviceMac: string } | { network: string };
  now: Date;
}

/** How long to wait: until tomorrow, an hour, a few minutes, a minute. */
export type SmsRefusal = 'too_many' | 'later' | 'wait' | 'busy';

/** Number of last digits that an attacker varies first. */
const RANGE_DIGITS = 4;

/** Share of a reseller's pack that unentered codes may take per day; for a small pack, the number in limits.ts applies. */
const SHARE_OF_PACK = 0.1;

/** Unentered codes per day of one hotspot while all hotspots of its reseller together have reached their limit. */
const MOST_WHEN_ATTACKED = 5;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Unentered codes that a device or network gets without a pause, the first pause in milliseconds, and the longest; each pause is twice as
 * long.
 */
const PAUSES = {
  device: { free: 2, first: MINUTE, longest: 60 * MINUTE },
  network: { free: 20, first: SECOND, longest: MINUTE },
};

/**
 * Why a code to this number is refused now; null if it may be sent. A refusal counts towards the staff's alert if they should know of it.
 */
export async function refusalOfUnentered(db: Db, request: SmsRequest): Promise<SmsRefusal | null> {
  // A known guest's network may be that of all guests of a hotspot, so only the device can have to pause.
  if (('deviceMac' in request.from || request.by !== 'known') && (await isPausing(db, request))) return 'wait';
  const refusal = await refusalByCounts(db, request);
  if (refusal !== null) await countUpTo(db, { limit: 'sms_refused', key: request.hotspotId }, request.now);
  return refusal;
}

async function isPausing(db: Db, { codeId, hotspotId, from, now }: SmsRequest): Promise<boolean> {
  const { id, way: method, device_mac, network, hotspot_id, created, used } = portal_codes;
  const isDevice = 'deviceMac' in from;
  const { free, first, longest } = isDevice ? PAUSES.device : PAUSES.network;
  const theirs = isDevice ? and(eq(hotspot_id, hotspotId), eq(device_mac, from.deviceMac)) : eq(network, from.network);
  const [before] = await db
    .select({ all: count(), entered: count(used), last: max(created) })
    .from(portal_codes)
    .where(and(eq(method, 'sms'), theirs, gt(created, since(isDevice ? 'sms_day' : 'sms_unentered', now)), lt(id, codeId)));
  const beyond = (before?.all ?? 0) - 2 * (before?.entered ?? 0) - free;
  if (beyond < 0 || !before?.last) return false;
  return now.getTime() - before.last.getTime() < Math.min(longest, first * 2 ** Math.min(beyond, 20));
}

/** The guests of these hotspots whom units have let in by SMS within a day, and when the last token was issued. */
function guestsLetIn(db: Db, hotspotIds: SQLWrapper, now: Date) {
  const { created, user_id, way: method, request_hash } = login_tokens;
  return db
    .select({ hotspotId: users.hotspot_id, username: users.username, last: max(created).as('last') })
    .from(login_tokens)
    .innerJoin(users, eq(users.id, user_id))
    .where(and(eq(method, 'sms'), ne(request_hash, ''), gt(created, since('sms_day', now)), inArray(users.hotspot_id, hotspotIds)))
    .groupBy(users.hotspot_id, users.username)
    .as('let_in');
}

async function refusalByCounts(
  db: Db,
  { codeId, hotspotId, number, by, home, unenteredADay, now }: SmsRequest,
): Promise<SmsRefusal | null> {
  const { id, way: method, recipient, hotspot_id, created, used, asked_by } = portal_codes;
  const here = eq(hotspot_id, hotspotId);
  const theirHotspots = db
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(eq(hotspots.account_id, db.select({ id: hotspots.account_id }).from(hotspots).where(eq(hotspots.id, hotspotId))));
  const letIn = guestsLetIn(db, theirHotspots, now);
  const ofGuest = and(eq(letIn.hotspotId, hotspot_id), eq(letIn.username, recipient));
  /** The number of unentered codes, less the number of entered ones. */
  const unentered = (which: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${which}) - 2 * count(*) filter (where ${which} and ${letIn.last} >= ${used}))`.mapWith(Number);
  const theirs = and(eq(method, 'sms'), eq(asked_by, by), gt(created, since('sms_day', now)));
  if (by === 'known') {
    const [known] = await db
      .select({ day: unentered(sql`true`) })
      .from(portal_codes)
      .leftJoin(letIn, ofGuest)
      .where(and(theirs, here));
    return (known?.day ?? 0) > LIMITS.sms_known.most ? 'too_many' : null;
  }
  const [pack] = await db
    .select({ most: account_sms_counts.sms_max_count })
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
    .leftJoin(letIn, ofGuest)
    .where(and(theirs, inArray(hotspot_id, theirHotspots)));
  if (!counted) return null;
  if (counted.range > LIMITS.sms_range.most) return 'later';
  if (isAbroad && counted.abroad > LIMITS.sms_abroad.most) return 'too_many';
  const most = unenteredADay > 0 ? unenteredADay : tenth;
  const isAttacked = counted.reseller > Math.max(tenth, unenteredADay);
  if (counted.day > (isAttacked ? Math.min(most, MOST_WHEN_ATTACKED) : most)) return 'too_many';
  return counted.hotspot > LIMITS.sms_unentered.most && counted.justNow >= LIMITS.sms_slowed.most ? 'busy' : null;
}
