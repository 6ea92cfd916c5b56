/** The counts for reports: sessions, guests and SMS of a period, by day, hour or hotspot. */
import { and, count, countDistinct, eq, gt, gte, lt, sql, sum, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ReportQuery } from '../../contract/reports';
import { countEndedSessions } from '../database/reportSums';
import { guest_sums, hotspot_sms_counts, session_histories, session_sums, user_histories, users } from '../database/schema';
import { hasSums, onChosenHotspot, ownSums } from '../auth/tenancy';
import { runningFrom, type VisitQuery } from '../sessions/visitQueries';
import { areWholeHours, type Span } from './periodDays';

export interface Question extends VisitQuery {
  /** Whether running sessions are counted, too. */
  count: ReportQuery['count'];
}

/** Totals of a span. */
export interface Sums {
  at: string;
  connections: number;
  guests: number;
  up: number;
  down: number;
  seconds: number;
}

const number = (value: SQL | AnyPgColumn) => sql<number>`${value}::float8`.mapWith(Number);

/**
 * The 1-based index of the span that a row's time or hour falls in. Queries group by the selected column's position, because PostgreSQL
 * doesn't recognise a repeated expression with parameters as the same.
 */
const spanIndexOf = (column: AnyPgColumn, bounds: SQL) => sql<number>`width_bucket(${column}, ${bounds})`;
const FIRST = sql`1`;
const SECOND = sql`2`;

/** The boundaries of the spans. */
const boundsOf = (spans: readonly Span[]) => [...spans.slice(0, 1).map(({ from }) => from), ...spans.map(({ to }) => to)];
const momentsOf = (spans: readonly Span[]) =>
  sql`${`{${boundsOf(spans)
    .map((bound) => bound.toISOString())
    .join()}}`}::timestamptz[]`;
const hoursOf = (spans: readonly Span[]) => sql`${`{${boundsOf(spans).map(hourOf).join()}}`}::int[]`;

/** Whole hours since 1970, the unit of the pre-aggregated sums. */
export const hourOf = (moment: Date) => Math.floor(moment.getTime() / 3_600_000);

export function during(moment: AnyPgColumn, spans: readonly Span[]): SQL | undefined {
  const bounds = boundsOf(spans);
  const [from, to] = [bounds[0], bounds.at(-1)];
  return from && to ? and(gte(moment, from), lt(moment, to)) : sql`false`;
}

/** Replaces each row's span index by the span's label. */
function withSpan<R extends { spanIndex: number }>(rows: readonly R[], spans: readonly Span[]): (Omit<R, 'spanIndex'> & { at: string })[] {
  return rows.map(({ spanIndex, ...row }) => ({ ...row, at: spans[spanIndex - 1]?.at ?? '' }));
}

/** Sessions by the span in which they began, including running ones if `count` says so; spans without any are left out. */
export async function sessionsIn(question: Question, spans: Span[]): Promise<Sums[]> {
  const ended = await endedIn(question, spans);
  if (question.count === 'ended') return ended;
  const bySpan = new Map(ended.map((sums) => [sums.at, sums]));
  for (const { spanIndex, connections, newcomers, up, down, seconds } of await runningFrom(question, spans)) {
    const at = spans[spanIndex - 1]?.at ?? '';
    const before = bySpan.get(at) ?? { connections: 0, guests: 0, up: 0, down: 0, seconds: 0 };
    bySpan.set(at, {
      at,
      connections: before.connections + connections,
      guests: before.guests + newcomers,
      up: before.up + up,
      down: before.down + down,
      seconds: before.seconds + seconds,
    });
  }
  return spans.flatMap(({ at }) => bySpan.get(at) ?? []);
}

/**
 * Ended sessions by the span in which they began. For many hotspots it reads the pre-aggregated sums, which have hour resolution. A first
 * day that doesn't begin on the hour is read from the sessions instead; so is a single hotspot, because its index is fast.
 */
async function endedIn(question: Question, spans: Span[]): Promise<Sums[]> {
  if (!hasSums(question.scope, question.hotspot) || !areWholeHours(spans)) return plainSessions(question, spans);
  const isCut = spans.slice(0, 1).some(({ from }) => from.getTime() % 3_600_000 !== 0);
  const [cut, whole] = isCut ? [spans.slice(0, 1), spans.slice(1)] : [[], spans];
  return [...(cut.length > 0 ? await plainSessions(question, cut) : []), ...(await summedSessions(question, whole))];
}

async function plainSessions({ db, scope, hotspot }: Question, spans: Span[]): Promise<Sums[]> {
  const { hotspot_id, start_time, user_id, bytes_up, bytes_down, duration } = session_histories;
  const rows = await db
    .select({
      spanIndex: spanIndexOf(start_time, momentsOf(spans)),
      connections: count(),
      guests: countDistinct(user_id),
      up: number(sum(bytes_up)),
      down: number(sum(bytes_down)),
      seconds: number(sum(duration)),
    })
    .from(session_histories)
    .where(and(onChosenHotspot(scope, hotspot_id, hotspot), during(start_time, spans)))
    .groupBy(FIRST)
    .orderBy(FIRST);
  return withSpan(rows, spans);
}

/** As `plainSessions`, but from the pre-aggregated sums. */
async function summedSessions({ db, scope }: Question, spans: Span[]): Promise<Sums[]> {
  await countEndedSessions(db);
  const bounds = hoursOf(spans);
  const within = (sums: typeof session_sums | typeof guest_sums) => {
    const [first = 0, ...others] = boundsOf(spans).map(hourOf);
    return and(ownSums(scope, sums.account_id), gte(sums.hour, first), lt(sums.hour, others.at(-1) ?? first));
  };
  const { hour, connections, bytes_up, bytes_down, duration } = session_sums;
  const sessions = db
    .select({
      spanIndex: spanIndexOf(hour, bounds).as('span_index'),
      connections: number(sum(connections)).as('connections'),
      up: number(sum(bytes_up)).as('up'),
      down: number(sum(bytes_down)).as('down'),
      seconds: number(sum(duration)).as('seconds'),
    })
    .from(session_sums)
    .where(within(session_sums))
    .groupBy(FIRST)
    .as('sessions');
  const present = db
    .select({
      span: spanIndexOf(guest_sums.hour, bounds).as('span'),
      hour: guest_sums.hour,
      gap: guest_sums.gap,
      guests: guest_sums.guests,
    })
    .from(guest_sums)
    .where(within(guest_sums))
    .as('present');
  // `gap` is the number of hours since the guest's previous hour with a session. Counting only hours whose gap reaches back before the
  // span's start counts each guest once per span.
  const guests = db
    .select({ span: present.span, distinct: number(sum(present.guests)).as('distinct_guests') })
    .from(present)
    .where(gt(present.gap, sql`${present.hour} - (${bounds})[${present.span}]`))
    .groupBy(present.span)
    .as('guests');
  const { spanIndex, up, down, seconds } = sessions;
  const rows = await db
    .select({ spanIndex, connections: sessions.connections, guests: guests.distinct, up, down, seconds })
    .from(sessions)
    .innerJoin(guests, eq(guests.span, spanIndex))
    .where(gt(sessions.connections, 0))
    .orderBy(spanIndex);
  return withSpan(rows, spans);
}

/** Guests by the span they were created in, including archived ones. */
export async function createdIn(
  question: Question,
  spans: Span[],
  withType: boolean,
): Promise<{ at: string; type: string; guests: number }[]> {
  const merged = new Map<string, { spanIndex: number; type: string; guests: number }>();
  for (const table of [users, user_histories]) {
    const rows = await question.db
      .select({
        spanIndex: spanIndexOf(table.created, momentsOf(spans)),
        type: withType ? sql<string>`${table.account_type}` : sql<string>`''`,
        guests: count(),
      })
      .from(table)
      .where(and(onChosenHotspot(question.scope, table.hotspot_id, question.hotspot), during(table.created, spans)))
      .groupBy(FIRST, SECOND);
    for (const row of rows) {
      const key = `${row.spanIndex} ${row.type}`;
      merged.set(key, { ...row, guests: row.guests + (merged.get(key)?.guests ?? 0) });
    }
  }
  return withSpan(
    [...merged.values()].sort((a, b) => a.spanIndex - b.spanIndex),
    spans,
  );
}

/** SMS by the span they were sent in; spans without any are left out. */
export async function smsIn({ db, scope, hotspot }: VisitQuery, spans: Span[]): Promise<{ at: string; sent: number }[]> {
  const { hotspot_id, sent } = hotspot_sms_counts;
  const rows = await db
    .select({ spanIndex: spanIndexOf(sent, momentsOf(spans)), sent: count() })
    .from(hotspot_sms_counts)
    .where(and(onChosenHotspot(scope, hotspot_id, hotspot), during(sent, spans)))
    .groupBy(FIRST)
    .orderBy(FIRST);
  return withSpan(rows, spans);
}
