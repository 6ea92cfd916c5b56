/** One step of the running demonstration: sessions go on, end and begin, guests come and go. Moments are Unix seconds. */
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database/db';
import {
  account_sms_counts,
  devices,
  hotspot_sms_counts,
  hotspot_vouchers,
  hotspots,
  session_histories,
  sessions,
  units,
  user_histories,
  users,
} from '../database/schema';
import { dateOf, guestRow, ipAddress, rates, type GuestRow } from './guests';
import { DAY, HOUR, MINUTE } from './italianTime';
import { ARCHIVED_AFTER } from './ledger';
import { PLACES, type Place } from './places';
import { between, chance, hex, macAddress, pick, pickBy, weightedIndex, type Random } from './random';
import { RHYTHMS } from './rhythms';
import { expectedRunning, sessionWeight } from './year';

/** Seconds: how often a unit reports a session, and a session's average length. */
const REPORT_EVERY = 45;
const GOES_ON = 30 * MINUTE;

/** A session without a report for this long counts as ended at its last one: the server or its machine slept. */
const LOST_AFTER = HOUR;

/** Share of sessions that begin with a new guest; most are of returning ones. */
const NEWCOMERS = 0.15;

/** New sessions per step, at most. */
const MOST_AT_ONCE = 3;

interface LivingVenue {
  id: number;
  ownerId: number;
  place: Place;
}

interface Online {
  deviceId: number;
  mac: string;
  ip: string;
  userId: number;
  username: string;
}

/** Advances the demonstration from its last step to `now`, in one transaction. Hotspots that aren't part of it stay as they are. */
export async function tick(db: Db, now: Date, random: Random): Promise<void> {
  const at = Math.floor(now.getTime() / 1000);
  await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: hotspots.id, ownerId: hotspots.account_id, name: hotspots.name })
      .from(hotspots)
      .orderBy(asc(hotspots.id));
    const venues = found.flatMap(({ name, ...venue }) => {
      const place = PLACES.get(name);
      return place ? [{ ...venue, place }] : [];
    });
    if (venues.length === 0) return;
    const left = await goOn(tx, venues, at, random);
    await reconnectEntries(tx, venues, at, random);
    await begin(tx, venues, Math.min(expectedRunning(at) - left, MOST_AT_ONCE), at, random);
    await archive(tx, at);
  });
}

/** Advances some sessions and ends others; answers how many guests are still online. */
async function goOn(tx: Db, venues: readonly LivingVenue[], at: number, random: Random): Promise<number> {
  const running = await tx
    .select({
      id: sessions.id,
      hotspotId: sessions.hotspot_id,
      update: sessions.update_time,
      type: users.account_type,
    })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.user_id))
    .where(
      inArray(
        sessions.hotspot_id,
        venues.map(({ id }) => id),
      ),
    )
    .orderBy(asc(sessions.id));
  const reports: { id: number; up: number; down: number }[] = [];
  const ended: number[] = [];
  let online = 0;
  for (const { id, hotspotId, update, type } of running) {
    const silent = Math.max(at - update.getTime() / 1000, 0);
    const place = venues.find((venue) => venue.id === hotspotId)?.place;
    if (!place) continue;
    const isEntry = type === 'mac';
    const ends = chance(random, 1 - Math.exp(-silent / (isEntry ? DAY : GOES_ON)));
    if (ends || silent > LOST_AFTER) ended.push(id);
    else if (!isEntry) online += 1;
    const isHeard = silent <= LOST_AFTER && (ends || chance(random, 1 - Math.exp(-silent / REPORT_EVERY)));
    if (!isHeard) continue;
    const { down, up } = rates(random, place);
    const share = isEntry ? 0.05 : 1;
    reports.push({ id, down: Math.round(down * 125 * silent * share), up: Math.round(up * 125 * silent * share) });
  }
  await report(tx, reports, at);
  await end(tx, ended);
  return online;
}

async function report(tx: Db, reports: readonly { id: number; up: number; down: number }[], at: number): Promise<void> {
  if (reports.length === 0) return;
  const now = dateOf(at).toISOString();
  await tx.execute(
    sql`update ${sessions} set bytes_up = bytes_up + r.up, bytes_down = bytes_down + r.down, update_time = ${now}::timestamptz,
        duration = extract(epoch from ${now}::timestamptz - start_time)
      from json_to_recordset(${JSON.stringify(reports)}::json) as r (id int, up bigint, down bigint) where ${sessions.id} = r.id`,
  );
}

/** Ended sessions keep their id (see ledger.ts) and end with their last report. */
async function end(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const columns = columnsOf(sessions, ['id', 'stop_time']);
  await tx.execute(
    sql`with gone as (delete from ${sessions} where ${inArray(sessions.id, ids)} returning *)
      insert into ${session_histories} (id, session_id, stop_time, ${columns}) select id, id, update_time, ${columns} from gone`,
  );
}

/** Devices without a browser reconnect by themselves. */
async function reconnectEntries(tx: Db, venues: readonly LivingVenue[], at: number, random: Random): Promise<void> {
  for (const { venue, ...entry } of await offline(tx, venues, at, 'mac', 100)) await goOnline(tx, venue, entry, at, random);
}

async function begin(tx: Db, venues: readonly LivingVenue[], count: number, at: number, random: Random): Promise<void> {
  for (let begun = 0; begun < count; begun += 1) {
    const venue = pickBy(random, venues, (one) => sessionWeight(one, at));
    const online = chance(random, NEWCOMERS) ? await comeIn(tx, venue, at, random) : await comeBack(tx, venue, at, random);
    if (online) await goOnline(tx, venue, online, at, random);
  }
}

/** A recent guest with a device that isn't online. */
async function comeBack(tx: Db, venue: LivingVenue, at: number, random: Random): Promise<Online | null> {
  const known = await offline(tx, [venue], at, 'guest', 40);
  return known.length > 0 ? pick(random, known) : null;
}

/** Devices of valid guests without a running session, most recent guests first. */
async function offline(
  tx: Db,
  venues: readonly LivingVenue[],
  at: number,
  who: 'mac' | 'guest',
  limit: number,
): Promise<(Online & { venue: LivingVenue })[]> {
  const found = await tx
    .select({
      ...{ deviceId: devices.id, mac: devices.mac_address, ip: devices.ip_address },
      ...{ hotspotId: users.hotspot_id, userId: users.id, username: users.username },
    })
    .from(users)
    .innerJoin(devices, eq(devices.user_id, users.id))
    .where(
      and(
        inArray(
          users.hotspot_id,
          venues.map(({ id }) => id),
        ),
        gt(users.valid_until, dateOf(at)),
        who === 'mac' ? eq(users.account_type, 'mac') : ne(users.account_type, 'mac'),
        notExists(tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.device_id, devices.id))),
      ),
    )
    .orderBy(desc(users.created), asc(devices.id))
    .limit(limit);
  return found.flatMap(({ hotspotId, ...online }) => {
    const venue = venues.find(({ id }) => id === hotspotId);
    return venue ? [{ ...online, venue }] : [];
  });
}

/** A new guest logs in; null if no SMS or voucher is left for that. */
async function comeIn(tx: Db, venue: LivingVenue, at: number, random: Random): Promise<Online | null> {
  const row = guestRow(random, venue.place, at, weightedIndex(random, RHYTHMS[venue.place.kind].nights));
  const admitted = row.account_type === 'voucher' ? await useVoucher(tx, venue, row, at) : row;
  if (admitted === null) return null;
  if (row.account_type === 'sms' && !(await sendSms(tx, venue, row, at))) return null;
  const [guest] = await tx
    .insert(users)
    .values({ ...admitted, hotspot_id: venue.id })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!guest) return null;
  const device = {
    hotspot_id: venue.id,
    user_id: guest.id,
    mac_address: macAddress(random),
    ip_address: ipAddress(random, venue.id),
    created: dateOf(at),
  };
  const [made] = await tx.insert(devices).values(device).returning({ id: devices.id });
  return made ? { deviceId: made.id, mac: device.mac_address, ip: device.ip_address, userId: guest.id, username: admitted.username } : null;
}

/** Uses a voucher that was made in advance, which starts its validity. */
async function useVoucher(tx: Db, venue: LivingVenue, row: GuestRow, at: number): Promise<GuestRow | null> {
  const unused = and(
    eq(hotspot_vouchers.hotspot_id, venue.id),
    eq(hotspot_vouchers.type, 'normal'),
    isNull(hotspot_vouchers.expires),
    gt(hotspot_vouchers.duration, 0),
    ne(hotspot_vouchers.remain_use, 0),
  );
  const [voucher] = await tx
    .select()
    .from(hotspot_vouchers)
    .where(unused)
    .orderBy(asc(hotspot_vouchers.created), asc(hotspot_vouchers.id))
    .limit(1);
  if (!voucher) return null;
  const expires = dateOf(at + voucher.duration * DAY);
  const remain_use = voucher.remain_use > 0 ? voucher.remain_use - 1 : voucher.remain_use;
  await tx.update(hotspot_vouchers).set({ expires, remain_use }).where(eq(hotspot_vouchers.id, voucher.id));
  return { ...row, username: voucher.code.toUpperCase(), valid_until: expires };
}

/** False if the reseller's pack is used up. */
async function sendSms(tx: Db, venue: LivingVenue, row: GuestRow, at: number): Promise<boolean> {
  const counted = await tx
    .update(account_sms_counts)
    .set({ sms_count: sql`${account_sms_counts.sms_count} + 1` })
    .where(and(eq(account_sms_counts.account_id, venue.ownerId), gt(account_sms_counts.sms_max_count, account_sms_counts.sms_count)))
    .returning({ id: account_sms_counts.id });
  if (counted.length === 0) return false;
  await tx.insert(hotspot_sms_counts).values({ hotspot_id: venue.id, number: row.username, sent: dateOf(at) });
  return true;
}

async function goOnline(
  tx: Db,
  venue: LivingVenue,
  { deviceId, mac, ip, userId, username }: Online,
  at: number,
  random: Random,
): Promise<void> {
  const broken = venue.place.units.filter(({ silentDays }) => silentDays !== undefined).map(({ name }) => name);
  const found = await tx.select().from(units).where(eq(units.hotspot_id, venue.id)).orderBy(asc(units.id));
  const working = found.filter(({ name }) => !broken.includes(name));
  if (working.length === 0) return;
  const unit = pick(random, working);
  const started = dateOf(at);
  await tx.insert(sessions).values({
    ...{ unit_id: unit.id, unit_mac: unit.mac_address, hotspot_id: venue.id, hotspot_desc: venue.place.description },
    ...{ device_id: deviceId, device_mac: mac, ip_address: ip, user_id: userId, username },
    ...{ bytes_up: between(random, 2_000, 40_000), bytes_down: between(random, 20_000, 400_000), duration: 0 },
    ...{ auth_time: started, start_time: started, update_time: started, session_key: hex(random, 16) },
  });
}

/** Archives guests whose access ended long ago, a few at a time; their devices are deleted. */
async function archive(tx: Db, at: number): Promise<void> {
  const columns = columnsOf(users, ['id']);
  const before = dateOf(at - ARCHIVED_AFTER).toISOString();
  await tx.execute(
    sql`with gone as (
        delete from ${users} where id in (
          select u.id from ${users} u where u.valid_until < ${before}::timestamptz and not exists (select from ${sessions} s where s.user_id = u.id)
          order by u.valid_until, u.id limit 5)
        returning *)
      insert into ${user_histories} (user_id, ${columns}) select id, ${columns} from gone`,
  );
}

/** A table's column names, except some. */
function columnsOf(table: PgTable, without: readonly string[]) {
  const names = Object.keys(getTableColumns(table)).filter((name) => !without.includes(name));
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
}
