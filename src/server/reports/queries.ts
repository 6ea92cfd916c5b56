import { and, count, countDistinct, gte, lt, sql, sum, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Report, ReportQuery, ReportSet, ReportType } from '../../contract/reports';
import type { Db } from '../db/client';
import { hotspot_sms_counts, session_histories, user_histories, users } from '../db/schema';
import { onChosenHotspot, type Scope } from '../tenancy';
import { labelOfDay, MONTHS, periodOf, thisYear, yesterday, type Period } from './period';

/**
 * One report over the ended sessions, SMS and guests of the hotspots in scope (API.md, "Reports"): one query each, grouped in the
 * database by the days or hours of the caller's zone.
 */
export async function getReport(db: Db, scope: Scope, type: ReportType, query: ReportQuery, now: Date): Promise<Report> {
  const ask: Question = { db, scope, hotspot: query.hotspot };
  const period = periodOf(query, now);
  switch (type) {
    case 'current':
      return currentReport(ask, yesterday(query.tz, now));
    case 'sessions':
      return byDay(period, [
        setOf('', await sessionsByDay(ask, period), ({ connections }) => connections),
        setOf('', await guestsByDay(ask, period), ({ guests }) => guests),
      ]);
    case 'traffic':
      return sessionReport(ask, period, [({ up }) => up, ({ down }) => down], false);
    case 'avg_user_traffic':
      return sessionReport(ask, period, [({ up, guests }) => up / guests, ({ down, guests }) => down / guests], true);
    case 'avg_user_duration':
      return sessionReport(ask, period, [({ seconds, guests }) => seconds / guests], true);
    case 'avg_conn_traffic':
      return sessionReport(ask, period, [({ up, connections }) => up / connections, ({ down, connections }) => down / connections], true);
    case 'avg_conn_duration':
      return sessionReport(ask, period, [({ seconds, connections }) => seconds / connections], true);
    case 'sms_year':
      return smsOfYear(ask, thisYear(query.tz, now));
    case 'sms_history':
      return byDay(period, [setOf('', await smsByDay(ask, period), ({ sent }) => sent)]);
    case 'account_types_pie':
      return accountTypesPie(ask, period);
    case 'account_types_graph':
      return accountTypesGraph(ask, period);
  }
}

interface Question {
  db: Db;
  scope: Scope;
  /** 0: all of the scope. */
  hotspot: number;
}

/** One day (YYYY-MM-DD) or hour (00…23), and what happened in it. */
interface Sums {
  at: string;
  connections: number;
  guests: number;
  up: number;
  down: number;
  seconds: number;
}

const number = (value: SQL | AnyPgColumn) => sql<number>`${value}::float8`.mapWith(Number);

/**
 * A moment as text in the zone: 'YYYY-MM-DD' for days, 'HH24' for hours, 'MM' for months. Queries group by its place in their
 * select: to PostgreSQL the same expression with the same parameters twice would be two.
 */
const inZone = (moment: AnyPgColumn, zone: string, form: string) =>
  sql<string>`to_char(${moment} at time zone ${zone}::text, ${form}::text)`;
const FIRST = sql`1`;
const SECOND = sql`2`;

function during(moment: AnyPgColumn, { from, to }: Period): SQL | undefined {
  return and(gte(moment, from), lt(moment, to));
}

async function sumsBy(form: 'YYYY-MM-DD' | 'HH24', { db, scope, hotspot }: Question, period: Period): Promise<Sums[]> {
  const { hotspot_id, start_time, user_id, bytes_up, bytes_down, duration } = session_histories;
  const at = inZone(start_time, period.zone, form);
  return db
    .select({
      at,
      connections: count(),
      guests: countDistinct(user_id),
      up: number(sum(bytes_up)),
      down: number(sum(bytes_down)),
      seconds: number(sum(duration)),
    })
    .from(session_histories)
    .where(and(onChosenHotspot(scope, hotspot_id, hotspot), during(start_time, period)))
    .groupBy(FIRST)
    .orderBy(FIRST);
}

const sessionsByDay = (ask: Question, period: Period) => sumsBy('YYYY-MM-DD', ask, period);

/** Guests created, archived ones too: they were created all the same. */
async function createdBy(ask: Question, period: Period, withType: boolean): Promise<{ at: string; type: string; guests: number }[]> {
  const found = await Promise.all(
    [users, user_histories].map((table) => {
      const at = inZone(table.created, period.zone, 'YYYY-MM-DD');
      const type = withType ? sql<string>`${table.account_type}` : sql<string>`''`;
      return ask.db
        .select({ at, type, guests: count() })
        .from(table)
        .where(and(onChosenHotspot(ask.scope, table.hotspot_id, ask.hotspot), during(table.created, period)))
        .groupBy(FIRST, SECOND);
    }),
  );
  const merged = new Map<string, { at: string; type: string; guests: number }>();
  for (const row of found.flat()) {
    const key = `${row.at} ${row.type}`;
    merged.set(key, { ...row, guests: row.guests + (merged.get(key)?.guests ?? 0) });
  }
  return [...merged.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const guestsByDay = (ask: Question, period: Period) => createdBy(ask, period, false);

async function smsBy(form: 'YYYY-MM-DD' | 'MM', { db, scope, hotspot }: Question, period: Period): Promise<{ at: string; sent: number }[]> {
  const at = inZone(hotspot_sms_counts.sent, period.zone, form);
  return db
    .select({ at, sent: count() })
    .from(hotspot_sms_counts)
    .where(and(onChosenHotspot(scope, hotspot_sms_counts.hotspot_id, hotspot), during(hotspot_sms_counts.sent, period)))
    .groupBy(FIRST)
    .orderBy(FIRST);
}

const smsByDay = (ask: Question, period: Period) => smsBy('YYYY-MM-DD', ask, period);

/** Yesterday's guests and connections by the hour in which sessions began. */
async function currentReport(ask: Question, period: Period): Promise<Report> {
  const hours = await sumsBy('HH24', ask, period);
  const set0 = setOf('', hours, ({ guests }) => guests, String);
  const set1 = setOf('', hours, ({ connections }) => connections, String);
  return { labels: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')), set0, set1, avg: [meanOf(set0), meanOf(set1)] };
}

async function sessionReport(ask: Question, period: Period, values: ((sums: Sums) => number)[], withMeans: boolean): Promise<Report> {
  const days = await sessionsByDay(ask, period);
  const sets = values.map((value) => setOf('', days, value));
  return { ...byDay(period, sets), ...(withMeans && { avg: sets.map(meanOf) }) };
}

async function smsOfYear(ask: Question, period: Period): Promise<Report> {
  const months = await smsBy('MM', ask, period);
  return {
    labels: [...MONTHS],
    set0: setOf(
      '',
      months,
      ({ sent }) => sent,
      (month) => MONTHS[Number(month) - 1] ?? month,
    ),
    set1: EMPTY,
    avg: null,
  };
}

async function accountTypesPie(ask: Question, period: Period): Promise<Report> {
  const counts = new Map<string, number>();
  for (const { type, guests } of await createdBy(ask, period, true)) counts.set(type, (counts.get(type) ?? 0) + guests);
  const types = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  if (types.length === 0) return { labels: null, sets: null };
  return { labels: types.map(([type]) => type), sets: types.map(([, guests]) => guests) };
}

async function accountTypesGraph(ask: Question, period: Period): Promise<Report> {
  const rows = await createdBy(ask, period, true);
  const types = [...new Set(rows.map(({ type }) => type))].sort();
  return {
    labels: period.days.map(labelOfDay),
    sets:
      types.length === 0
        ? null
        : types.map((type) =>
            setOf(
              type,
              rows.filter((row) => row.type === type),
              ({ guests }) => guests,
            ),
          ),
  };
}

const EMPTY: ReportSet = { name: '', labels: null, data: null };

const byDay = (period: Period, [set0 = EMPTY, set1 = EMPTY]: ReportSet[]): Report => ({
  labels: period.days.map(labelOfDay),
  set0,
  set1,
  avg: null,
});

/** A set of whole numbers, with labels only where there is something. */
function setOf<R extends { at: string }>(name: string, rows: R[], value: (row: R) => number, label = labelOfDay): ReportSet {
  if (rows.length === 0) return { ...EMPTY, name };
  return { name, labels: rows.map(({ at }) => label(at)), data: rows.map((row) => Math.round(value(row))) };
}

/** The plain mean of what is there, rounded down; 0 of nothing. */
function meanOf({ data }: ReportSet): number {
  return data === null ? 0 : Math.floor(data.reduce((total, value) => total + value, 0) / data.length);
}
