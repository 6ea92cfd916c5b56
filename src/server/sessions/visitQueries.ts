/** Who was present when, by ended and running sessions. Reports and the dashboard count guests and connections by this. */
import { and, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { onChosenHotspot, type Scope } from '../auth/tenancy';
import { rowsIn, type Db } from '../database/db';
import { session_histories, sessions } from '../database/schema';

/** The scope, and the hotspot; 0: all in scope. */
export interface VisitQuery {
  db: Db;
  scope: Scope;
  hotspot: number;
}

export interface Stretch {
  from: Date;
  /** Exclusive end. */
  to: Date;
}

const DAY = 86_400_000;
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** When an ended session ended. */
const end = sql<Date>`coalesce(${session_histories.stop_time}, ${session_histories.update_time})`;

/**
 * Sessions longer than a day have their own index (`session_histories_long`), so that a report needn't look further back for the others.
 */
const isLong = sql`${end} - ${session_histories.start_time} > interval '1 day'`;

/** Sessions that ran at some time in the period, as `hotspot_id`, `user_id`, `started` and `over`; 'infinity' for a running one. */
export function visitsDuring({ db, scope, hotspot }: VisitQuery, { from, to }: Stretch) {
  const { hotspot_id, user_id, start_time } = session_histories;
  const dayBefore = new Date(from.getTime() - DAY);
  const reaches = or(gte(start_time, from), sql`${end} > ${at(from)}`);
  const ended = (when: SQL | undefined) =>
    db
      .select({ hotspot_id, user_id, started: sql<Date>`${start_time}`.as('started'), over: sql<Date>`${end}`.as('over') })
      .from(session_histories)
      .where(and(onChosenHotspot(scope, hotspot_id, hotspot), when));
  const running = db
    .select({
      hotspot_id: sessions.hotspot_id,
      user_id: sessions.user_id,
      started: sql<Date>`${sessions.start_time}`.as('started'),
      over: sql<Date>`'infinity'::timestamptz`.as('over'),
    })
    .from(sessions)
    .where(and(onChosenHotspot(scope, sessions.hotspot_id, hotspot), lt(sessions.start_time, to)));
  return unionAll(
    ended(and(gte(start_time, dayBefore), lt(start_time, to), reaches)),
    ended(and(lt(start_time, dayBefore), isLong, sql`${end} > ${at(from)}`)),
    running,
  ).as('visits');
}

/** Guests and connections present at some time in each period, in the given order. */
export async function presentIn(question: VisitQuery, stretches: readonly Stretch[]): Promise<{ guests: number; connections: number }[]> {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return [];
  const visits = visitsDuring(question, { from: first.from, to: last.to });
  const edges = (edge: keyof Stretch) => sql`${`{${stretches.map((stretch) => stretch[edge].toISOString()).join()}}`}::timestamptz[]`;
  const result: unknown = await question.db.execute(sql`
    select s.span_index, count(distinct ${visits.user_id})::int as guests, count(*)::int as connections
    from ${visits} join unnest(${edges('from')}, ${edges('to')}) with ordinality s ("from", "to", span_index)
      on ${visits.started} < s."to" and (${visits.over} > s."from" or ${visits.started} >= s."from")
    group by s.span_index`);
  const rows = new Map(
    rowsIn<{ span_index: unknown; guests: number; connections: number }>(result).map(({ span_index, ...row }) => [Number(span_index), row]),
  );
  return stretches.map((_, index) => rows.get(index + 1) ?? { guests: 0, connections: 0 });
}

/**
 * The number of guests present at each time; and between the first and last of these, the highest number, and when it was first reached.
 */
export async function coursesOf(
  question: VisitQuery,
  moments: readonly Date[],
): Promise<{ guests: number[]; most: { at: Date; guests: number } | null }> {
  const [from, to] = [moments[0], moments.at(-1)];
  if (!from || !to) return { guests: [], most: null };
  // A unit's clock may be ahead of ours by some seconds.
  const visits = visitsDuring(question, { from, to: new Date(to.getTime() + 1) });
  const each = moments.map((moment) => sql`count(*) filter (where started <= ${at(moment)} and over > ${at(moment)})::int`);
  const result: unknown = await question.db.execute(sql`
    with visits as (select user_id, started, over from ${visits} where ${visits.over} > ${visits.started}),
    -- One stay per guest and stretch of time, with however many devices.
    ordered as (select user_id, greatest(started, ${at(from)}) as started, over,
      max(over) over (partition by user_id order by started, over rows between unbounded preceding and 1 preceding) as until from visits),
    numbered as (select *, count(*) filter (where until is null or until < started) over (partition by user_id order by started, over) as stay from ordered),
    stays as (select min(started) as started, max(over) as over from numbered group by user_id, stay),
    -- Who leaves at the moment at which somebody comes isn't counted beside them.
    steps as (select started as at, 1 as step from stays union all select over, -1 from stays where over < 'infinity'),
    course as (select at, sum(step) over (order by at, step rows unbounded preceding)::int as guests from steps)
    select (select json_build_array(${sql.join(each, sql`, `)}) from stays) as guests,
      (select json_build_array(extract(epoch from at) * 1000, guests) from course where at <= ${at(to)} order by guests desc, at limit 1) as most`);
  const [row] = rowsIn<{ guests: number[]; most: [at: number, guests: number] | null }>(result);
  const most = row?.most ?? null;
  return { guests: row?.guests ?? moments.map(() => 0), most: most && { at: new Date(most[0]), guests: most[1] } };
}

/**
 * Sums of the running sessions that began in each period; `newcomers` are guests without an ended session that began in the same period.
 */
export async function runningFrom(
  { db, scope, hotspot }: VisitQuery,
  stretches: readonly Stretch[],
): Promise<{ spanIndex: number; connections: number; newcomers: number; up: number; down: number; seconds: number }[]> {
  const { hotspot_id, user_id, start_time, bytes_up, bytes_down, duration } = sessions;
  const edges = (edge: keyof Stretch) => sql`${`{${stretches.map((stretch) => stretch[edge].toISOString()).join()}}`}::timestamptz[]`;
  const h = session_histories;
  const hasEnded = sql`exists (select from ${h} where ${and(eq(h.user_id, user_id), eq(h.hotspot_id, hotspot_id))}
    and ${h.start_time} >= s."from" and ${h.start_time} < s."to")`;
  const result: unknown = await db.execute(sql`
    select s.span_index, count(*)::int as connections, (count(distinct ${user_id}) filter (where not ${hasEnded}))::int as newcomers,
      sum(${bytes_up})::float8 as up, sum(${bytes_down})::float8 as down, sum(${duration})::float8 as seconds
    from ${sessions} join unnest(${edges('from')}, ${edges('to')}) with ordinality s ("from", "to", span_index)
      on ${start_time} >= s."from" and ${start_time} < s."to"
    where ${onChosenHotspot(scope, hotspot_id, hotspot)} group by s.span_index order by s.span_index`);
  return rowsIn<Record<'span_index' | 'connections' | 'newcomers' | 'up' | 'down' | 'seconds', unknown>>(result).map((row) => ({
    spanIndex: Number(row.span_index),
    connections: Number(row.connections),
    newcomers: Number(row.newcomers),
    up: Number(row.up),
    down: Number(row.down),
    seconds: Number(row.seconds),
  }));
}
