/** Queries for the page that tells why somebody isn't online (why.ts), other than those for the facts of the rule. */
import { and, desc, eq, gt, isNull, max, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Explanation } from '../../contract/why';
import { onHotspot, readableHotspots, visibleVouchers, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { access_events, devices, hotspot_vouchers, hotspots, session_histories, sessions, units, users } from '../database/schema';
import { activityOf } from '../units/activityQueries';
import type { Attempt } from '../guests/access';
import { refusedTries } from '../guests/presenceQueries';

/** A unit that the scope may read; undefined if there is none. */
export async function unitInScope(db: Db, scope: Scope, id: number): Promise<{ id: number; hotspot_id: number } | undefined> {
  if (id === 0) return undefined;
  const [unit] = await db
    .select({ id: units.id, hotspot_id: units.hotspot_id })
    .from(units)
    .where(and(eq(units.id, id), onHotspot(scope, units.hotspot_id)));
  return unit;
}

/**
 * The unit that a text names: it has that name, or the text has its name among other words ("room 12 is offline" for room-12), or its name
 * has the text ("spa" for ghm-spa). What separates words makes no difference. Undefined if that is no unit in scope, or one of several.
 */
export async function unitCalled(
  db: Db,
  scope: Scope,
  { q, hotspot }: { q: string; hotspot: number },
): Promise<{ id: number; hotspot_id: number } | undefined> {
  const typed = `-${wordsOf(q)}-`;
  if (typed === '--') return undefined;
  const likenessOf = (column: typeof units.name | typeof units.description) => {
    const text = sql<string>`'-' || trim(both '-' from regexp_replace(lower(${column}), ${SEPARATORS}, '-', 'g')) || '-'`;
    return sql<number>`case when ${text} = ${typed} then 3 when ${text} <> '--' and strpos(${typed}, ${text}) > 0 then 2
      when strpos(${text}, ${typed}) > 0 then 1 else 0 end`;
  };
  // A name that fits as well as a description of another unit is meant.
  const likeness = sql<number>`greatest(2 * (${likenessOf(units.name)}), 2 * (${likenessOf(units.description)}) - 1)`;
  const [best, next] = await db
    .select({ id: units.id, hotspot_id: units.hotspot_id, likeness })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), hotspot === 0 ? undefined : eq(units.hotspot_id, hotspot), gt(likeness, 0)))
    .orderBy(desc(likeness), units.id)
    .limit(2);
  return best?.likeness === next?.likeness ? undefined : best;
}

/** Spaces and punctuation between words, for expressions of JavaScript and SQL. Only of ASCII: what else is a letter depends on the locale. */
const SEPARATORS = String.raw`[\s!-/:-@\[-\x60{-~]+`;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(new RegExp(SEPARATORS, 'u'))
    .filter((word) => word !== '')
    .join('-');

/** The id of a hotspot, if the scope may read it; else undefined. */
export async function hotspotInScope(db: Db, scope: Scope, id: number): Promise<number | undefined> {
  const [found] = await db
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(eq(hotspots.id, id), readableHotspots(scope)));
  return found?.id;
}

export async function nameOfHotspot(db: Db, id: number): Promise<string> {
  const [hotspot] = await db.select({ name: hotspots.name }).from(hotspots).where(eq(hotspots.id, id));
  return hotspot?.name ?? '';
}

/** The voucher with which a guest logs in; null if there is none, or the scope doesn't see it. */
export async function voucherOfGuest(db: Db, scope: Scope, guestId: number): Promise<Explanation['voucher']> {
  const [voucher] = await db
    .select({ id: hotspot_vouchers.id, code: hotspot_vouchers.code })
    .from(users)
    .innerJoin(hotspot_vouchers, eq(hotspot_vouchers.id, users.voucher_id))
    .where(and(eq(users.id, guestId), visibleVouchers(scope)));
  return voucher ?? null;
}

export async function voucherInScope(db: Db, scope: Scope, id: number): Promise<typeof hotspot_vouchers.$inferSelect | undefined> {
  const [voucher] = await db
    .select()
    .from(hotspot_vouchers)
    .where(and(eq(hotspot_vouchers.id, id), visibleVouchers(scope)));
  return voucher;
}

export async function guestOfVoucher(db: Db, id: number): Promise<number | undefined> {
  const [guest] = await db.select({ id: users.id }).from(users).where(eq(users.voucher_id, id)).limit(1);
  return guest?.id;
}

/** The latest refused attempts of a guest, and those with the device that belong to no guest. */
export async function triesOf(
  db: Db,
  hotspotId: number,
  { userId, deviceMac }: { userId: number | null; deviceMac: string },
  now: Date,
): Promise<Explanation['tries']> {
  const { hotspot_id, user_id, device_mac } = access_events;
  const ofGuest = userId === null ? undefined : eq(user_id, userId);
  const ofDevice = deviceMac === '' ? undefined : and(eq(device_mac, deviceMac), isNull(user_id));
  return ofGuest || ofDevice ? refusedTries(db, and(eq(hotspot_id, hotspotId), or(ofGuest, ofDevice)), now) : [];
}

/** The unit at which a device is online. */
export async function lastUnitOf(db: Db, hotspotId: number, deviceMac: string): Promise<number | undefined> {
  const [running] = await db
    .select({ unit_id: sessions.unit_id })
    .from(sessions)
    .where(and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac)))
    .orderBy(desc(sessions.update_time))
    .limit(1);
  return running?.unit_id;
}

/** A unit with its activity; null if it was deleted. */
export async function unitWithActivity(db: Db, id: number, now: Date): Promise<Explanation['unit']> {
  const [unit] = await db.select({ name: units.name }).from(units).where(eq(units.id, id));
  const activity = (await activityOf(db, [id], now)).get(id)?.activity;
  return unit && activity ? { id, name: unit.name, activity } : null;
}

/** When the device, or any device of the guest, was last seen at the hotspot. */
export async function lastSeen(
  db: Db,
  { hotspotId, deviceMac, userId }: { hotspotId: number; deviceMac: string; userId: number | null },
): Promise<string | null> {
  const latest = async (question: PromiseLike<{ at: Date | null }[]>) => (await question)[0]?.at ?? null;
  const seen = [
    ...(deviceMac === ''
      ? []
      : [
          await latest(
            db
              .select({ at: max(sessions.update_time) })
              .from(sessions)
              .where(and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac))),
          ),
          await latest(
            db
              .select({ at: max(devices.created) })
              .from(devices)
              .where(and(eq(devices.mac_address, deviceMac), eq(devices.hotspot_id, hotspotId))),
          ),
        ]),
    await latestEvent(db, hotspotId, userId === null ? eq(access_events.device_mac, deviceMac) : eq(access_events.user_id, userId)),
    ...(userId === null
      ? []
      : [
          await latest(
            db
              .select({ at: session_histories.update_time })
              .from(session_histories)
              .where(and(eq(session_histories.hotspot_id, hotspotId), eq(session_histories.user_id, userId)))
              .orderBy(desc(session_histories.start_time))
              .limit(1),
          ),
        ]),
  ];
  const times = seen.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return times.length === 0 ? null : isoOf(new Date(Math.max(...times)));
}

async function latestEvent(db: Db, hotspotId: number, where: SQL): Promise<Date | null> {
  const { at, hotspot_id, id, device_mac } = access_events;
  const [event] = await db
    .select({ at })
    .from(access_events)
    .where(and(eq(hotspot_id, hotspotId), where, ne(device_mac, '')))
    .orderBy(desc(at), desc(id))
    .limit(1);
  return event?.at ?? null;
}

const SESSION = {
  session_id: sessions.id,
  device_mac: sessions.device_mac,
  since: sessions.start_time,
  unit_name: units.name,
};

const toSession = (row: { session_id: number; device_mac: string; since: Date; unit_name: string | null } | undefined) =>
  row ? { ...row, since: isoOf(row.since), unit_name: row.unit_name ?? '' } : null;

/** The running session of the guest, preferably on this device; without a guest, that of the device. */
export async function sessionOf(
  db: Db,
  hotspotId: number,
  { userId, deviceMac }: { userId: number | null; deviceMac: string },
): Promise<Explanation['online']> {
  if (userId === null && deviceMac === '') return null;
  const rows = await db
    .select(SESSION)
    .from(sessions)
    .leftJoin(units, eq(units.id, sessions.unit_id))
    .where(and(eq(sessions.hotspot_id, hotspotId), userId === null ? eq(sessions.device_mac, deviceMac) : eq(sessions.user_id, userId)))
    .orderBy(desc(sessions.update_time));
  return toSession(rows.find((row) => row.device_mac === deviceMac) ?? rows[0]);
}

/** The session that keeps this device out: its own at another unit, or that of another device. */
export async function sessionBlocking(
  db: Db,
  { hotspotId, unitId, deviceMac }: { hotspotId: number; unitId: number | undefined; deviceMac: string },
  { refusals, facts }: Pick<Attempt, 'refusals' | 'facts'>,
): Promise<Explanation['elsewhere']> {
  const isOther = refusals.includes('other_unit');
  const longest = facts.devices?.others?.find(({ sessionId }) => sessionId !== null)?.sessionId;
  if (!isOther && (!refusals.includes('too_many_devices') || longest == null)) return null;
  const which = isOther ? and(eq(sessions.device_mac, deviceMac), ne(sessions.unit_id, unitId ?? 0)) : eq(sessions.id, longest ?? 0);
  const [row] = await db
    .select(SESSION)
    .from(sessions)
    .leftJoin(units, eq(units.id, sessions.unit_id))
    .where(and(eq(sessions.hotspot_id, hotspotId), which))
    .orderBy(desc(sessions.update_time))
    .limit(1);
  return toSession(row);
}
