/** The hotspots that the simulation plays, with their units, running sessions and guests. */
import { and, asc, desc, eq, gt, inArray, lte, ne, notExists, or } from 'drizzle-orm';
import type { LoginMethod } from '../contract/plain/accessMethods';
import type { Db } from '../server/database/db';
import { devices, hotspots, sessions, units, users } from '../server/database/schema';
import type { PlayedSession, PlayedUnit } from './simulate/playedUnit';
import { dateOf } from './guests';
import { HOUR } from './italianTime';
import { VENUE_PLANS } from './resellers';
import type { VenuePlan } from './venues/venuePlan';
import { playedUnit } from './units';

/** Mean interval between a unit's reports of a session, in seconds. */
export const REPORT_EVERY = 45;

/** Seconds. A session that hasn't advanced for this long (the machine slept) is dropped here and left to the server to end. */
export const LOST_AFTER = HOUR;

export interface LivingVenue {
  id: number;
  ownerId: number;
  plan: VenuePlan;
  /** Without units that are meant to be broken. */
  units: (PlayedUnit & { id: number })[];
}

export interface Running {
  session: PlayedSession;
  venue: LivingVenue;
  isEntry: boolean;
  /** When the session was last advanced, in Unix seconds. */
  at: number;
}

/** A guest with a device that can go online. */
export interface Present {
  userId: number;
  username: string;
  mac: string;
  ip: string;
  /** Login method. */
  method: LoginMethod;
}

/** The demonstration's hotspots with the working units that were seeded; units that visitors added aren't simulated. */
export async function livingVenues(db: Db, before: Date): Promise<LivingVenue[]> {
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
export async function runningBefore(db: Db, venues: readonly LivingVenue[], at: number): Promise<Running[]> {
  const found = await db
    .select({ session: sessions, type: users.account_type })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.user_id))
    .orderBy(asc(sessions.id));
  return found.flatMap(({ session: row, type }) => {
    const venue = venues.find(({ id }) => id === row.hotspot_id);
    const unit = venue?.units.find(({ id }) => id === row.unit_id);
    const isReporting = row.update_time.getTime() / 1000 > at - LOST_AFTER;
    if (!venue || !unit || !isReporting) return [];
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
export async function offline(
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
    return venue ? [{ ...present, venue, method: methodOf(type) }] : [];
  });
}

/** Login method for an account type. Others than MAC and voucher, such as SMS, are simulated as e-mail. */
function methodOf(type: string): LoginMethod {
  return type === 'mac' || type === 'voucher' ? type : 'email';
}
