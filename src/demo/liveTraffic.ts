/**
 * Simulates the demonstration's present: sessions start, continue and end, guests come and go. Simulated units report this by RADIUS like
 * real ones; only what a guest does before (signing up, using a voucher) is written to the database here. Times are Unix seconds.
 */
import { getTableColumns, sql } from 'drizzle-orm';
import type { PortalVisits } from '../server/access/portalVisits';
import { issueToken } from '../server/access/tokenQueries';
import type { Db } from '../server/database/db';
import { sessions, user_histories, users } from '../server/database/schema';
import { CODE } from '../server/radius/codec';
import {
  accessRequest,
  sendRequest,
  startedSession,
  CAUSE,
  reportOf,
  statusRequest,
  type PlayedGuest,
  type PlayedUnit,
  type RadiusTarget,
} from './simulate/playedUnit';
import { dateOf, rates } from './guests';
import { DAY, MINUTE } from './italianTime';
import { ARCHIVED_AFTER } from './ledger';
import { between, chance, pick, pickBy, type Random } from './random';
import { expectedRunning, sessionWeight } from './year';
import {
  REPORT_EVERY,
  LOST_AFTER,
  type LivingVenue,
  type Running,
  type Present,
  livingVenues,
  runningBefore,
  offline,
} from './livingVenues';
import { arrivingGuest } from './arrivingGuest';

/** Mean time until a guest ends a session, in seconds. */
const GOES_ON = 30 * MINUTE;

/** Seconds between the status requests by which units show that they are alive even if nobody is online. */
const SIGN_EVERY = 5 * MINUTE;

/** Share of new sessions that are of a new guest; the others are of returning ones. */
const NEWCOMERS = 0.15;

/** Share of guests who open the portal but don't log in. */
const LEAVE = 0.1;

/** Maximum number of new sessions per step. */
const MOST_AT_ONCE = 3;

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
    const isLeaving = who.method !== 'mac' && chance(random, LEAVE);
    if (who.method !== 'mac')
      for (const what of isLeaving ? (['opened'] as const) : (['opened', 'tried'] as const))
        visits.seen(what, { hotspotId: venue.id, zone }, who.mac);
    if (isLeaving) return;
    const { userId: guestId, username, mac: deviceMac, ip: address, method } = who;
    const guest: PlayedGuest =
      method === 'mac'
        ? { username: deviceMac, password: null, deviceMac, address }
        : {
            username,
            password: await issueToken(
              db,
              { unitId: unit.id, guestId, deviceMac, method, opened: dateOf(at - between(random, 15, 70)) },
              dateOf(at),
            ),
            deviceMac,
            address,
          };
    const answer = await say(unit, accessRequest(unit, guest));
    if (answer?.code !== CODE.accessAccept) return;
    const session = startedSession(unit, guest, answer);
    running.set(session.key, { session, venue, isEntry: method === 'mac', at });
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
