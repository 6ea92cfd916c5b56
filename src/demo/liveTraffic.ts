/**
 * Simulates the demonstration's present: sessions start, continue and end, guests come and go. Simulated units report this by RADIUS like
 * real ones; only what a guest does before (signing up, using a voucher) is written to the database here. Times are Unix seconds.
 */
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { PortalVisits } from '../server/access/portalVisits';
import { issueToken } from '../server/access/tokenQueries';
import type { LoginWay } from '../contract/plain/accessWays';
import type { Db } from '../server/database/db';
import {
  account_sms_counts,
  devices,
  hotspot_sms_counts,
  hotspot_vouchers,
  hotspots,
  sessions,
  units,
  user_histories,
  users,
} from '../server/database/schema';
import { identifyIfGranted } from '../server/access/queries';
import { guestOfCode } from '../server/portal/codes';
import { CODE } from '../server/radius/codec';
import {
  accessRequest,
  sendRequest,
  startedSession,
  CAUSE,
  reportOf,
  statusRequest,
  type PlayedGuest,
  type PlayedSession,
  type PlayedUnit,
  type RadiusTarget,
} from './simulate/playedUnit';
import { dateOf, guestRow, ipAddress, rates } from './guests';
import { DAY, HOUR, MINUTE } from './italianTime';
import { ARCHIVED_AFTER } from './ledger';
import { VENUE_PLANS } from './resellers';
import type { VenuePlan } from './venues/venuePlan';
import { between, chance, macAddress, pick, pickBy, weightedIndex, type Random } from './random';
import { RHYTHMS } from './rhythms';
import { playedUnit } from './units';
import { expectedRunning, sessionWeight } from './year';

/** In seconds: mean interval between a unit's reports of a session, and mean time until a guest ends one. */
const REPORT_EVERY = 45;
const GOES_ON = 30 * MINUTE;

/** Seconds. A session that hasn't advanced for this long (the machine slept) is dropped here and left to the server to end. */
const LOST_AFTER = HOUR;

/** Seconds between the status requests by which units show that they are alive even if nobody is online. */
const SIGN_EVERY = 5 * MINUTE;

/** Share of new sessions that are of a new guest; the others are of returning ones. */
const NEWCOMERS = 0.15;

/** Share of guests who open the portal but don't log in. */
const LEAVE = 0.1;

/** Maximum number of new sessions per step. */
const MOST_AT_ONCE = 3;

interface LivingVenue {
  id: number;
  ownerId: number;
  plan: VenuePlan;
  /** Without units that are meant to be broken. */
  units: (PlayedUnit & { id: number })[];
}

interface Running {
  session: PlayedSession;
  venue: LivingVenue;
  isEntry: boolean;
  /** When the session was last advanced, in Unix seconds. */
  at: number;
}

/** A guest with a device that can go online. */
interface Present {
  userId: number;
  username: string;
  mac: string;
  ip: string;
  /** Login method. */
  way: LoginWay;
}

export interface LiveTraffic {
  /** Advances the simulation to `now`. */
  step: (now: Date) => Promise<void>;
  /** The simulated units. */
  units: () => PlayedUnit[];
  /** Disconnects the session with this key if called; null if there is none. */
  sessionOf: (key: string) => (() => void) | null;
}

interface Options {
  db: Db;
  random: Random;
  /**
   * When the demonstration was seeded. Guests and units created later are the visitors' and are left alone, apart from simulated newcomers.
   */
  createdAt: Date;
  target: () => RadiusTarget;
  /** Default time zone, for hotspots without one. */
  zone: string;
  /** Counts portal visits. */
  visits: Pick<PortalVisits, 'seen'>;
  /** Retransmission time-outs of RADIUS requests; tests shorten them. */
  waits?: readonly number[];
}

export function startLiveTraffic({ db, random, createdAt, target, zone, visits, waits }: Options): LiveTraffic {
  const running = new Map<string, Running>();
  let venues: LivingVenue[] = [];
  let hasStarted = false;
  /** MAC addresses of simulated guests created since the demonstration was seeded. */
  const played = new Set<string>();
  let signed = -Infinity;

  const say = (unit: PlayedUnit, request: Parameters<typeof sendRequest>[2]) => sendRequest(unit, target(), request, waits);

  const end = async (one: Running, cause: (typeof CAUSE)[keyof typeof CAUSE]) => {
    running.delete(one.session.key);
    await say(one.session.unit, reportOf(one.session, 'stop', cause));
  };

  /** Advances a session to `at`: adds traffic, reports at random intervals, and sometimes ends it. */
  const goOn = async (one: Running, at: number) => {
    const { session, venue, isEntry } = one;
    const passed = Math.max(0, at - one.at);
    const isThere = venues.some(({ units: known }) => known.some(({ uuid }) => uuid === session.unit.uuid));
    if (!isThere || passed > LOST_AFTER) {
      running.delete(session.key);
      return;
    }
    one.at = at;
    const { down, up } = rates(random, venue.plan);
    const share = isEntry ? 0.05 : 1;
    session.seconds += passed;
    session.unreported += passed;
    session.down += Math.round(down * 125 * passed * share);
    session.up += Math.round(up * 125 * passed * share);
    if (session.seconds >= session.timeout) return end(one, CAUSE.time);
    if (chance(random, 1 - Math.exp(-passed / (isEntry ? DAY : GOES_ON)))) return end(one, CAUSE.left);
    if (!chance(random, 1 - Math.exp(-passed / REPORT_EVERY))) return;
    session.unreported = 0;
    await say(session.unit, reportOf(session, 'interim'));
  };

  /** Requests access for a guest's phone by RADIUS, and starts a session if the server accepts. */
  const goOnline = async (venue: LivingVenue, who: Present, at: number) => {
    if (venue.units.length === 0) return;
    const unit = pick(random, venue.units);
    const isLeaving = who.way !== 'mac' && chance(random, LEAVE);
    if (who.way !== 'mac')
      for (const what of isLeaving ? (['opened'] as const) : (['opened', 'tried'] as const))
        visits.seen(what, { hotspotId: venue.id, zone }, who.mac);
    if (isLeaving) return;
    const { userId: guestId, username, mac: deviceMac, ip: address, way } = who;
    const guest: PlayedGuest =
      way === 'mac'
        ? { username: deviceMac, password: null, deviceMac, address }
        : {
            username,
            password: await issueToken(
              db,
              { unitId: unit.id, guestId, deviceMac, way, opened: dateOf(at - between(random, 15, 70)) },
              dateOf(at),
            ),
            deviceMac,
            address,
          };
    const answer = await say(unit, accessRequest(unit, guest));
    if (answer?.code !== CODE.accessAccept) return;
    const session = startedSession(unit, guest, answer);
    running.set(session.key, { session, venue, isEntry: way === 'mac', at });
    await say(unit, reportOf(session, 'start'));
  };

  const comeBack = async (venue: LivingVenue, at: number): Promise<Present | null> => {
    const known = await offline(db, [venue], at, { type: 'guest', before: createdAt, played: [...played] }, 40);
    return known.length > 0 ? pick(random, known) : null;
  };

  return {
    step: async (now) => {
      const at = Math.floor(now.getTime() / 1000);
      venues = await livingVenues(db, createdAt);
      if (venues.length === 0) return;
      if (!hasStarted) for (const one of await runningBefore(db, venues, at)) running.set(one.session.key, one);
      hasStarted = true;
      await Promise.all([...running.values()].map((one) => goOn(one, at)));
      for (const { venue, ...entry } of await offline(db, venues, at, { type: 'mac' }, 100)) await goOnline(venue, entry, at);
      const guests = [...running.values()].filter(({ isEntry }) => !isEntry).length;
      for (let started = 0; started < Math.min(expectedRunning(at) - guests, MOST_AT_ONCE); started += 1) {
        const venue = pickBy(random, venues, (one) => sessionWeight(one, at));
        const isNew = chance(random, NEWCOMERS);
        const who = isNew ? await arrivingGuest(db, venue, at, random, zone) : await comeBack(venue, at);
        if (who && isNew) played.add(who.mac);
        if (who) await goOnline(venue, who, at);
      }
      await archive(db, at);
      if (at - signed < SIGN_EVERY) return;
      signed = at;
      await Promise.all(venues.flatMap((venue) => venue.units).map((unit) => say(unit, statusRequest(unit))));
    },
    units: () => venues.flatMap((venue) => venue.units),
    sessionOf: (key) => {
      const one = running.get(key);
      return one ? () => void end(one, CAUSE.reset) : null;
    },
  };
}

/** The demonstration's hotspots with the working units that were seeded; units that visitors added aren't simulated. */
async function livingVenues(db: Db, before: Date): Promise<LivingVenue[]> {
  const found = await db
    .select({ id: hotspots.id, ownerId: hotspots.account_id, name: hotspots.name })
    .from(hotspots)
    .orderBy(asc(hotspots.id));
  const known = await db
    .select()
    .from(units)
    .where(and(ne(units.secret, ''), lte(units.created, before)))
    .orderBy(asc(units.id));
  return found.flatMap(({ name, ...venue }) => {
    const plan = VENUE_PLANS.get(name);
    if (!plan) return [];
    const broken = plan.units.filter(({ silentDays }) => silentDays !== undefined).map((unit) => unit.name);
    const working = known.filter((unit) => unit.hotspot_id === venue.id && !broken.includes(unit.name));
    return [{ ...venue, plan, units: working.map((unit) => ({ id: unit.id, ...playedUnit(unit) })) }];
  });
}

/** Sessions that were already running in the database, at units that are simulated and heard recently enough to continue them. */
async function runningBefore(db: Db, venues: readonly LivingVenue[], at: number): Promise<Running[]> {
  const found = await db
    .select({ session: sessions, type: users.account_type })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.user_id))
    .orderBy(asc(sessions.id));
  return found.flatMap(({ session: row, type }) => {
    const venue = venues.find(({ id }) => id === row.hotspot_id);
    const unit = venue?.units.find(({ id }) => id === row.unit_id);
    const isHeard = row.update_time.getTime() / 1000 > at - LOST_AFTER;
    if (!venue || !unit || !isHeard) return [];
    const guest = { username: row.username, password: null, deviceMac: row.device_mac, address: row.ip_address };
    const used = { up: row.bytes_up, down: row.bytes_down, seconds: at - Math.floor(row.start_time.getTime() / 1000), unreported: 0 };
    const session = { key: row.session_key, unit, guest, ...used, timeout: Infinity, interval: REPORT_EVERY, held: [] };
    return [{ session, venue, isEntry: type === 'mac', at }];
  });
}

/**
 * Which guests to look for: MAC entries, or other guests with a device seeded with the demonstration or simulated since (visitors' own
 * phones are left alone).
 */
type Who = { type: 'mac' } | { type: 'guest'; before: Date; played: string[] };

/** Devices of valid guests without a running session, newest guests first. */
async function offline(
  db: Db,
  venues: readonly LivingVenue[],
  at: number,
  who: Who,
  limit: number,
): Promise<(Present & { venue: LivingVenue })[]> {
  const found = await db
    .select({
      mac: devices.mac_address,
      ip: devices.ip_address,
      hotspotId: users.hotspot_id,
      userId: users.id,
      username: users.username,
      type: users.account_type,
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
        ...(who.type === 'mac'
          ? [eq(users.account_type, 'mac')]
          : [ne(users.account_type, 'mac'), or(lte(devices.created, who.before), inArray(devices.mac_address, who.played))]),
        notExists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.device_mac, devices.mac_address))),
      ),
    )
    .orderBy(desc(users.created), asc(devices.id))
    .limit(limit);
  return found.flatMap(({ hotspotId, type, ...present }) => {
    const venue = venues.find(({ id }) => id === hotspotId);
    return venue ? [{ ...present, venue, way: wayOf(type) }] : [];
  });
}

/** Login method for an account type. Others than MAC and voucher, such as SMS, are simulated as e-mail. */
function wayOf(type: string): LoginWay {
  return type === 'mac' || type === 'voucher' ? type : 'email';
}

/** Creates a new guest; null if no SMS or voucher is left for that, or the username is taken. */
async function arrivingGuest(db: Db, venue: LivingVenue, at: number, random: Random, zone: string): Promise<Present | null> {
  const row = guestRow(random, venue.plan, at, weightedIndex(random, RHYTHMS[venue.plan.kind].nights));
  const device = { mac: macAddress(random), ip: ipAddress(random, venue.id) };
  if (row.account_type === 'voucher') {
    const guest = await byVoucher(db, venue, { ...device, at, zone });
    return guest && { ...device, ...guest, way: 'voucher' };
  }
  return db.transaction(async (tx) => {
    if (row.account_type === 'sms' && !(await sendSms(tx, venue, row.username, at))) return null;
    const [guest] = await tx
      .insert(users)
      .values({ ...row, hotspot_id: venue.id })
      .onConflictDoNothing()
      .returning({ userId: users.id, username: users.username });
    return guest ? { ...device, ...guest, way: 'email' } : null;
  });
}

/** Logs in with an unused voucher, through the portal's own code; null if there is none. */
async function byVoucher(
  db: Db,
  venue: LivingVenue,
  { mac, at, zone }: { mac: string; at: number; zone: string },
): Promise<Pick<Present, 'userId' | 'username'> | null> {
  const [unit] = venue.units;
  const [voucher] = await db
    .select({ code: hotspot_vouchers.code })
    .from(hotspot_vouchers)
    .where(
      and(
        eq(hotspot_vouchers.hotspot_id, venue.id),
        eq(hotspot_vouchers.type, 'normal'),
        isNull(hotspot_vouchers.expires),
        gt(hotspot_vouchers.duration, 0),
        ne(hotspot_vouchers.remain_use, 0),
      ),
    )
    .orderBy(asc(hotspot_vouchers.created), asc(hotspot_vouchers.id))
    .limit(1);
  if (!unit || !voucher) return null;
  const context = { hotspotId: venue.id, deviceMac: mac, now: dateOf(at), zone, allows: { normal: true, auth: false } };
  const found = await identifyIfGranted(db, { unitId: unit.id, now: context.now, serverZone: zone }, async (tx) => {
    const guest = await guestOfCode(tx, voucher.code, context);
    return 'refusal' in guest ? guest : { ...guest, deviceMac: mac };
  });
  return 'refusal' in found ? null : { userId: found.guestId, username: found.username };
}

/** Counts an SMS. False if the reseller's pack is used up. */
async function sendSms(tx: Db, venue: LivingVenue, number: string, at: number): Promise<boolean> {
  const counted = await tx
    .update(account_sms_counts)
    .set({ sms_count: sql`${account_sms_counts.sms_count} + 1` })
    .where(and(eq(account_sms_counts.account_id, venue.ownerId), gt(account_sms_counts.sms_max_count, account_sms_counts.sms_count)))
    .returning({ id: account_sms_counts.id });
  if (counted.length === 0) return false;
  await tx.insert(hotspot_sms_counts).values({ hotspot_id: venue.id, number, sent: dateOf(at) });
  return true;
}

/** Archives guests whose access ended long ago, five at a time; their devices are deleted (by cascade). */
async function archive(db: Db, at: number): Promise<void> {
  const names = Object.keys(getTableColumns(users)).filter((name) => name !== 'id');
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const before = dateOf(at - ARCHIVED_AFTER).toISOString();
  await db.execute(
    sql`with gone as (
        delete from ${users} where id in (
          select u.id from ${users} u where u.valid_until < ${before}::timestamptz and not exists (select from ${sessions} s where s.user_id = u.id)
          order by u.valid_until, u.id limit 5)
        returning *)
      insert into ${user_histories} (user_id, ${columns}) select id, ${columns} from gone`,
  );
}
