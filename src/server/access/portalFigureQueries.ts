/**
 * Portal usage: how many guests opened it, tried to log in and succeeded, by which way, and how long it took. Stored only as counters per
 * hotspot and day, so the data is anonymous and its size doesn't grow with traffic.
 */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { PortalFigures } from '../../contract/stats';
import { onHotspot, readableHotspots, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { hotspots, portal_figures } from '../database/schema';
import { zonesOf } from '../preferences/zoneQueries';
import { dayIn, shifted } from '../../contract/plain/zones';
import type { LoginMethod } from '../../contract/plain/accessMethods';

export interface Counter {
  hotspotId: number;
  /** Calendar day in the hotspot's zone. */
  day: string;
  what: string;
  count: number;
}

/** Seconds; longer times are counted as this. */
const LONGEST = 900;

/** Rounds seconds up to buckets that widen with the value: at most 80 such counters per day. */
function rounded(seconds: number): number {
  const whole = Math.min(Math.max(1, Math.ceil(seconds)), LONGEST);
  const step = whole <= 30 ? 1 : whole <= 60 ? 2 : whole <= 120 ? 5 : whole <= 300 ? 15 : 60;
  return Math.ceil(whole / step) * step;
}

const TOOK = 'took ';

const IN = 'in ';

/** Counts a log-in granted at a unit, and the time since the guest opened the portal, if known. */
export async function countLogIn(
  tx: Db,
  { hotspotId, zone, method, opened }: { hotspotId: number; zone: string; method: LoginMethod; opened: Date | null },
  now: Date,
): Promise<void> {
  const common = { hotspotId, day: dayIn(now, zone), count: 1 };
  const took = opened && `${TOOK}${rounded((now.getTime() - opened.getTime()) / 1000)}`;
  await add(tx, [{ ...common, what: IN + method }, ...(took === null ? [] : [{ ...common, what: took }])]);
}

/** Inserts in key order, so that concurrent upserts of the same rows can't deadlock. */
export async function add(db: Db, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return;
  await db.execute(sql`
    insert into ${portal_figures} (hotspot_id, day, what, count)
    select c."hotspotId", c.day, c.what, c.count
    from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as c ("hotspotId" int, day date, what text, count int)
    join ${hotspots} h on h.id = c."hotspotId" order by c."hotspotId", c.day, c.what
    on conflict (hotspot_id, day, what) do update set count = least(${portal_figures}.count::bigint + excluded.count, 2147483647)`);
}

/** A hotspot's figures for the last `days` days, including today; null if the scope may not read the hotspot. */
export async function getPortalFigures(
  db: Db,
  scope: Scope,
  hotspotId: number,
  { days, now, serverZone }: { days: number; now: Date; serverZone: string },
): Promise<PortalFigures | null> {
  const [hotspot] = await db
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return null;
  const zoneAt = await zonesOf(db, [hotspotId], serverZone);
  const today = dayIn(now, zoneAt(hotspotId));
  const first = shifted(today, 1 - days);
  const rows = await db
    .select({ day: portal_figures.day, what: portal_figures.what, count: portal_figures.count })
    .from(portal_figures)
    .where(and(onHotspot(scope, portal_figures.hotspot_id), eq(portal_figures.hotspot_id, hotspotId), gte(portal_figures.day, first)));
  const each = Array.from({ length: days }, (_, nth) => shifted(first, nth));
  return {
    ...figuresOf(rows),
    ways: methodCounts(rows),
    days: each.map((day) => ({ day, ...figuresOf(rows.filter((row) => row.day === day)) })),
  };
}

type Row = Pick<Counter, 'what' | 'count'>;

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { count }) => sum + count, 0);

function figuresOf(rows: readonly Row[]): Pick<PortalFigures, 'opened' | 'tried' | 'logged_in' | 'seconds'> {
  const of = (what: string) => sumOf(rows.filter((row) => row.what === what));
  const took = rows
    .filter(({ what }) => what.startsWith(TOOK))
    .map(({ what, count }) => ({ seconds: Number(what.slice(TOOK.length)), count }))
    .sort((one, other) => one.seconds - other.seconds);
  return {
    opened: of('opened'),
    tried: of('tried'),
    logged_in: sumOf(rows.filter(({ what }) => what.startsWith(IN))),
    seconds: medianOf(took),
  };
}

function medianOf(took: readonly { seconds: number; count: number }[]): number | null {
  const all = took.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { seconds, count } of took) {
    passed += count;
    if (passed * 2 >= all) return seconds;
  }
  return null;
}

/** Log-in methods, most used first. */
function methodCounts(rows: readonly Row[]): PortalFigures['ways'] {
  const counts = new Map<string, number>();
  for (const { what, count } of rows) {
    if (what.startsWith(IN)) counts.set(what.slice(IN.length), (counts.get(what.slice(IN.length)) ?? 0) + count);
  }
  return [...counts].map(([method, count]) => ({ way: method, count })).sort((one, other) => other.count - one.count);
}

/** Deletes up to `most` counters from before the day `before`. */
export async function forgetFigures(db: Db, before: string, most: number): Promise<void> {
  const old = db
    .select({ hotspotId: portal_figures.hotspot_id, day: portal_figures.day, what: portal_figures.what })
    .from(portal_figures)
    .where(lt(portal_figures.day, before))
    .limit(most);
  await db.delete(portal_figures).where(inArray(sql`(${portal_figures.hotspot_id}, ${portal_figures.day}, ${portal_figures.what})`, old));
}
