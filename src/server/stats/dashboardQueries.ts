/** The figures of a dashboard, queried one after another for a single response. */
import { and, asc, countDistinct, desc, eq, gte, ne, sql, type SQL } from 'drizzle-orm';
import type { Dashboard, HotspotOnline, Trend } from '../../contract/stats';
import { SMS_FORECAST_DAYS } from '../../contract/plain/wire';
import { managedAccounts, onHotspot, ownHotspots, readableHotspots, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { accounts, devices, hotspots, units, users } from '../database/schema';
import { dayIn, shifted, startOfDay } from '../../contract/plain/zones';
import { daysOf, type Span } from '../reports/periodDays';
import { isCurrent } from '../guests/stateQueries';
import { sessionsIn, smsIn, type Question, type Sums } from '../reports/countQueries';
import { coursesOf, visitsDuring, type VisitQuery, type Stretch } from '../sessions/visitQueries';
import { countGuests, countTotal, getSmsAccount } from './queries';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days in a trend: two weeks, for comparing them. */
const DAYS = 14;

/** Hours covered by the chart of guests online. */
const HOURS = 24;

/** Number of weeks from which the usual number for a weekday is derived. */
const WEEKS = 8;
const LEAST_WEEKS = 3;

/** Maximum number of hotspots and guests listed. */
const LISTED = 5;

export async function getDashboard(db: Db, scope: Scope, tz: string, now: Date): Promise<Dashboard> {
  const today = dayIn(now, tz);
  const days = daysOf({ range: DAYS, from: shifted(today, -DAYS), to: shifted(today, -1), tz }, now);
  const question = { db, scope, hotspot: 0, count: 'present' as const };
  const runsMany = scope.role !== 'customer';
  const seen = runsMany ? DAYS : 7 * WEEKS + 1;
  const began = await sessionsIn(question, daysOf({ range: seen, from: shifted(today, -seen), to: shifted(today, -1), tz }, now));
  const grown = (table: Grown, mine: SQL, total: number) => growthOf(db, table, mine, total, days, now);
  return {
    accounts: runsMany ? await grown(accounts, managedAccounts(scope), await countTotal(db, scope, 'accounts')) : null,
    hotspots: runsMany ? await grown(hotspots, ownHotspots(scope), await countTotal(db, scope, 'hotspots')) : null,
    units: await grown(units, onHotspot(scope, units.hotspot_id), await countTotal(db, scope, 'units')),
    devices: await grown(devices, onHotspot(scope, devices.hotspot_id), await countTotal(db, scope, 'devices')),
    users: flowOf(
      await countGuests(db, scope, { state: 'current' }, now),
      days,
      began.map(({ at, guests }) => [at, guests]),
    ),
    sessions: flowOf(
      await countTotal(db, scope, 'sessions'),
      days,
      began.map(({ at, connections }) => [at, connections]),
    ),
    sms: runsMany ? await smsOf(db, scope, days, tz, now) : null,
    ...(await onlineOf(question, await countGuests(db, scope, { state: 'online' }, now), now)),
    yesterday: runsMany ? null : await yesterdayOf(question, began, today, tz),
    busiest: runsMany ? await busiestOf(question, { from: startOfDay(today, tz), to: now }) : [],
    newest: await newestOf(db, scope, now),
  };
}

/** Yesterday's guests, and the usual number on that weekday since the hotspot exists. */
async function yesterdayOf({ db, scope }: Question, began: readonly Sums[], today: string, tz: string): Promise<Dashboard['yesterday']> {
  const [row] = await db
    .select({ created: sql`min(${hotspots.created})`.mapWith(hotspots.created) })
    .from(hotspots)
    .where(readableHotspots(scope));
  const opened = row?.created ? dayIn(row.created, tz) : today;
  const guestsOn = (day: string) => began.find(({ at }) => at === day)?.guests ?? 0;
  const yesterday = shifted(today, -1);
  const before = Array.from({ length: WEEKS }, (_, week) => shifted(yesterday, -7 * (week + 1))).filter((day) => day > opened);
  return {
    guests: guestsOn(yesterday),
    weekday: new Date(`${yesterday}T12:00Z`).getUTCDay(),
    usual: before.length < LEAST_WEEKS ? null : median(before.map(guestsOn)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Tables of objects, as opposed to events. */
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
  // The same period as in the report from which the console forecasts how long a hotspot's SMS will last.
  const lately = await smsIn({ db, scope, hotspot: 0 }, daysOf({ range: SMS_FORECAST_DAYS, tz }, now));
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

/** Guests of a hotspot online over the last day; null if it isn't in scope. */
export async function hotspotOnlineOf(db: Db, scope: Scope, id: number, now: Date): Promise<HotspotOnline | null> {
  if ((await db.$count(hotspots, and(readableHotspots(scope), eq(hotspots.id, id)))) === 0) return null;
  return onlineOf({ db, scope, hotspot: id }, await countGuests(db, scope, { state: 'online' }, now, id), now);
}

/**
 * Guests online at the last full hours, and `present`, the number now as lists count it; and the maximum since the first of these hours.
 */
async function onlineOf(question: VisitQuery, present: number, now: Date): Promise<Pick<Dashboard, 'online' | 'most_online'>> {
  const lastHour = Math.floor(now.getTime() / HOUR) * HOUR;
  const hours = Array.from({ length: HOURS }, (_, index) => new Date(lastHour - (HOURS - 1 - index) * HOUR));
  const { guests, most } = await coursesOf(question, [new Date(now.getTime() - DAY), ...hours, now]);
  const online = [
    ...hours.map((moment, index) => ({ at: isoOf(moment), guests: guests[index + 1] ?? 0 })),
    { at: isoOf(now), guests: present },
  ];
  return { online, most_online: most && { at: isoOf(most.at), guests: most.guests } };
}

/** The hotspots with the most guests present today. */
async function busiestOf(question: VisitQuery, today: Stretch): Promise<Dashboard['busiest']> {
  const visits = visitsDuring(question, { ...today, to: new Date(today.to.getTime() + 1) });
  const guests = countDistinct(visits.user_id);
  return question.db
    .select({ hotspot_id: hotspots.id, hotspot_name: hotspots.name, guests })
    .from(visits)
    .innerJoin(hotspots, eq(hotspots.id, visits.hotspot_id))
    .groupBy(hotspots.id, hotspots.name)
    .orderBy(desc(guests), asc(hotspots.name), asc(hotspots.id))
    .limit(LISTED);
}

/** The newest current guests, without MAC entries, which are devices. */
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
    .where(and(onHotspot(scope, users.hotspot_id), isCurrent(now), ne(users.account_type, 'mac')))
    .orderBy(desc(users.created), desc(users.id))
    .limit(LISTED);
  return rows.map(({ created, ...row }) => ({ ...row, created: isoOf(created) }));
}
