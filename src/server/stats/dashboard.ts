/** The figures of a dashboard, queried sequentially for a single answer. */
import { and, asc, countDistinct, desc, eq, gt, gte, ne, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Dashboard, Trend } from '../../contract/stats';
import { SMS_FORECAST_DAYS } from '../../contract/wire';
import { managedAccounts, onHotspot, ownHotspots, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { accounts, devices, hotspots, session_histories, sessions, units, users } from '../database/schema';
import { dayIn, shifted, startOfDay } from '../database/zones';
import { daysOf, type Span } from '../reports/periodDays';
import { sessionsIn, smsIn } from '../reports/queries';
import { countGuests, countTotal, getSmsAccount } from './queries';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Whole days in a trend: two weeks, to compare one with the other. */
const DAYS = 14;

/** Hours covered by the chart of guests online. Ended sessions that began more than a day before that are ignored. */
const HOURS = 24;

/** Hotspots and guests listed. */
const LISTED = 5;

export async function getDashboard(db: Db, scope: Scope, tz: string, now: Date): Promise<Dashboard> {
  const today = dayIn(now, tz);
  const days = daysOf({ hotspot: 0, range: DAYS, from: shifted(today, -DAYS), to: shifted(today, -1), tz }, now);
  const ask = { db, scope, hotspot: 0 };
  const runsMany = scope.role !== 'customer';
  const began = await sessionsIn(ask, days);
  const grown = (table: Grown, mine: SQL, total: number) => growthOf(db, table, mine, total, days, now);
  return {
    accounts: runsMany ? await grown(accounts, managedAccounts(scope), await countTotal(db, scope, 'accounts')) : null,
    hotspots: runsMany ? await grown(hotspots, ownHotspots(scope), await countTotal(db, scope, 'hotspots')) : null,
    units: await grown(units, onHotspot(scope, units.hotspot_id), await countTotal(db, scope, 'units')),
    devices: await grown(devices, onHotspot(scope, devices.hotspot_id), await countTotal(db, scope, 'devices')),
    users: flowOf(
      await countGuests(db, scope, { state: 'valid' }, now),
      days,
      began.map(({ at, guests }) => [at, guests]),
    ),
    sessions: flowOf(
      await countTotal(db, scope, 'sessions'),
      days,
      began.map(({ at, connections }) => [at, connections]),
    ),
    sms: runsMany ? await smsOf(db, scope, days, tz, now) : null,
    online: await onlineOf(db, scope, now),
    busiest: runsMany ? await busiestOf(db, scope, startOfDay(today, tz)) : [],
    newest: await newestOf(db, scope, now),
  };
}

/** Tables of things that exist, as opposed to events. */
type Grown = typeof accounts | typeof hotspots | typeof units | typeof devices;

/** Totals at the end of each day, computed from the rows created since. Deleted rows are missing from earlier days too. */
async function growthOf(db: Db, table: Grown, mine: SQL, total: number, days: readonly Span[], now: Date): Promise<Trend> {
  const moments = [...days.map(({ to }) => to), new Date(now.getTime() - 7 * DAY)];
  const since = moments.map((moment) => sql`count(*) filter (where ${table.created} >= ${moment.toISOString()}::timestamptz)::int`);
  const [row] = await db
    .select({ since: sql<number[]>`json_build_array(${sql.join(since, sql`, `)})` })
    .from(table)
    .where(and(mine, gte(table.created, moments[0] ?? now)));
  const then = moments.map((_, index) => total - (row?.since[index] ?? 0));
  return { total, days: then.slice(0, -1), week: total, week_before: then.at(-1) ?? total };
}

/** Events per day; `values` may lack days. */
function flowOf(total: number, days: readonly Span[], values: readonly (readonly [at: string, value: number])[]): Trend {
  const valueOf = new Map(values);
  const all = days.map(({ at }) => valueOf.get(at) ?? 0);
  const sum = (some: readonly number[]) => some.reduce((added, value) => added + value, 0);
  return { total, days: all, week: sum(all.slice(-7)), week_before: sum(all.slice(0, -7)) };
}

async function smsOf(db: Db, scope: Scope, days: readonly Span[], tz: string, now: Date): Promise<Dashboard['sms']> {
  // The same days as in the report from which the console computes how long a hotspot's SMS will last.
  const lately = await smsIn({ db, scope, hotspot: 0 }, daysOf({ hotspot: 0, range: SMS_FORECAST_DAYS, tz }, now));
  const sent = lately.reduce((sum, day) => sum + day.sent, 0);
  return {
    pack: await getSmsAccount(db, scope, scope.accountId),
    sent: flowOf(
      sent,
      days,
      lately.map((day) => [day.at, day.sent]),
    ),
    lately: sent,
  };
}

/** Guests online at the last full hours and now. The current value counts all running sessions, as the lists do. */
async function onlineOf(db: Db, scope: Scope, now: Date): Promise<Dashboard['online']> {
  const lastHour = Math.floor(now.getTime() / HOUR) * HOUR;
  const moments = [...Array.from({ length: HOURS }, (_, index) => new Date(lastHour - (HOURS - 1 - index) * HOUR)), now];
  const first = moments[0] ?? now;
  const ended = db
    .select({ user_id: session_histories.user_id, start_time: session_histories.start_time, update_time: session_histories.update_time })
    .from(session_histories)
    .where(
      and(
        onHotspot(scope, session_histories.hotspot_id),
        gte(session_histories.start_time, new Date(first.getTime() - DAY)),
        gte(session_histories.update_time, first),
      ),
    );
  const running = db
    .select({ user_id: sessions.user_id, start_time: sessions.start_time, update_time: sql<Date>`'infinity'::timestamptz` })
    .from(sessions)
    .where(onHotspot(scope, sessions.hotspot_id));
  const visits = unionAll(ended, running).as('visits');
  const atOnce = moments.map((moment, index) => {
    const at = sql`${moment.toISOString()}::timestamptz`;
    // Timestamps may be newer than `now` by a fraction of a second, so all running sessions count.
    const hasBegun = index === HOURS ? sql`true` : sql`${visits.start_time} <= ${at}`;
    return sql`count(distinct ${visits.user_id}) filter (where ${hasBegun} and ${visits.update_time} > ${at})::int`;
  });
  const [row] = await db.select({ guests: sql<number[]>`json_build_array(${sql.join(atOnce, sql`, `)})` }).from(visits);
  return moments.map((moment, index) => ({ at: isoOf(moment), guests: row?.guests[index] ?? 0 }));
}

/** The hotspots with the most guests today: those whose session began since midnight or is still running. */
async function busiestOf(db: Db, scope: Scope, midnight: Date): Promise<Dashboard['busiest']> {
  const ended = db
    .select({ hotspot_id: session_histories.hotspot_id, user_id: session_histories.user_id })
    .from(session_histories)
    .where(and(onHotspot(scope, session_histories.hotspot_id), gte(session_histories.start_time, midnight)));
  const running = db
    .select({ hotspot_id: sessions.hotspot_id, user_id: sessions.user_id })
    .from(sessions)
    .where(onHotspot(scope, sessions.hotspot_id));
  const visits = unionAll(ended, running).as('visits');
  const guests = countDistinct(visits.user_id);
  return db
    .select({ hotspot_id: hotspots.id, hotspot_name: hotspots.name, guests })
    .from(visits)
    .innerJoin(hotspots, eq(hotspots.id, visits.hotspot_id))
    .groupBy(hotspots.id, hotspots.name)
    .orderBy(desc(guests), asc(hotspots.name), asc(hotspots.id))
    .limit(LISTED);
}

/** The newest guests of those currently valid; MAC entries are excluded, as they are devices. */
async function newestOf(db: Db, scope: Scope, now: Date): Promise<Dashboard['newest']> {
  const rows = await db
    .select({
      id: users.id,
      guest_name: users.name,
      username: users.username,
      created: users.created,
      hotspot_id: users.hotspot_id,
      hotspot_name: hotspots.name,
    })
    .from(users)
    .innerJoin(hotspots, eq(hotspots.id, users.hotspot_id))
    .where(and(onHotspot(scope, users.hotspot_id), gt(users.valid_until, now), ne(users.account_type, 'mac')))
    .orderBy(desc(users.created), desc(users.id))
    .limit(LISTED);
  return rows.map(({ created, ...row }) => ({ ...row, created: isoOf(created) }));
}
