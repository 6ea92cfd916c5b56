import { and, sql, type SQL } from 'drizzle-orm';
import type { Report, ReportQuery, ReportSet, ReportType } from '../../contract/reports';
import { rowsIn, type Db } from '../database/db';
import { countEndedSessions } from '../database/reportSums';
import { guest_sums, session_histories, sessions } from '../database/schema';
import { hasSums, onChosenHotspot, ownSums, type Scope } from '../auth/tenancy';
import { presentIn } from '../sessions/visitQueries';
import { areWholeHours, daysOf, hoursOfYesterday, labelOfDay, MONTHS, monthsOfYear, type Span } from './periodDays';
import { type Question, type Sums, hourOf, during, sessionsIn, createdIn, smsIn } from './countQueries';

/** A report on the hotspots in scope, by day or hour in the caller's time zone. */
export async function getReport(db: Db, scope: Scope, type: ReportType, query: ReportQuery, now: Date): Promise<Report> {
  const question: Question = { db, scope, hotspot: query.hotspot, count: query.count };
  const days = daysOf(query, now);
  switch (type) {
    case 'current':
      return query.count === 'present'
        ? presentReport(question, hoursOfYesterday(query.tz, now))
        : currentReport(question, hoursOfYesterday(query.tz, now));
    case 'sessions':
      return connectionsReport(question, days);
    case 'traffic':
      return sessionReport(question, days, [({ up }) => up, ({ down }) => down], false);
    case 'avg_user_traffic':
      return sessionReport(question, days, [({ up, guests }) => up / guests, ({ down, guests }) => down / guests], true);
    case 'avg_user_duration':
      return sessionReport(question, days, [({ seconds, guests }) => seconds / guests], true);
    case 'avg_conn_traffic':
      return sessionReport(
        question,
        days,
        [({ up, connections }) => up / connections, ({ down, connections }) => down / connections],
        true,
      );
    case 'avg_conn_duration':
      return sessionReport(question, days, [({ seconds, connections }) => seconds / connections], true);
    case 'sms_year':
      return smsOfYear(question, monthsOfYear(query, now));
    case 'sms_history':
      return byDay(days, [setOf('', await smsIn(question, days), ({ sent }) => sent)]);
    case 'account_types_pie':
      return accountTypesPie(question, days);
    case 'account_types_graph':
      return accountTypesGraph(question, days);
    case 'week_hours':
      return weekHours(question, days, query.tz);
  }
}

/** Guests and connections present in each hour of yesterday, including hours without any, and their means over all hours. */
async function presentReport(question: Question, hours: Span[]): Promise<Report> {
  const present = await presentIn(question, hours);
  const labels = hours.map(({ at }) => at);
  const setFrom = (data: number[]): ReportSet => ({ name: '', labels, data });
  const [set0, set1] = [setFrom(present.map(({ guests }) => guests)), setFrom(present.map(({ connections }) => connections))];
  return { labels, set0, set1, avg: [tenthsOf(set0), tenthsOf(set1)] };
}

/** The mean of all values, rounded to a tenth. */
const tenthsOf = ({ data }: ReportSet): number => (data === null ? 0 : meanOverAll(data, data.length));

/** The mean over a number of spans, including those without a value, rounded to a tenth. */
const meanOverAll = (values: readonly number[], spans: number): number =>
  Math.round((values.reduce((total, value) => total + value, 0) / Math.max(1, spans)) * 10) / 10;

/** Yesterday's guests and connections, by the hour in which their sessions began. */
async function currentReport(question: Question, hours: Span[]): Promise<Report> {
  const sums = await sessionsIn(question, hours);
  const set0 = setOf('', sums, ({ guests }) => guests, String);
  const set1 = setOf('', sums, ({ connections }) => connections, String);
  return { labels: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')), set0, set1, avg: [meanOf(set0), meanOf(set1)] };
}

async function connectionsReport(question: Question, days: Span[]): Promise<Report> {
  const sums = await sessionsIn(question, days);
  const created = await createdIn(question, days, false);
  return {
    ...byDay(days, [setOf('', sums, ({ connections }) => connections), setOf('', created, ({ guests }) => guests)]),
    ...(question.count === 'present' && {
      guests_per_day: meanOverAll(
        sums.map(({ guests }) => guests),
        days.length,
      ),
    }),
  };
}

async function sessionReport(question: Question, days: Span[], values: ((sums: Sums) => number)[], withMeans: boolean): Promise<Report> {
  const sums = await sessionsIn(question, days);
  const sets = values.map((value) => setOf('', sums, value));
  return { ...byDay(days, sets), ...(withMeans && { avg: sets.map(meanOf) }) };
}

async function smsOfYear(question: Question, spans: Span[]): Promise<Report> {
  const months = await smsIn(question, spans);
  const nameOf = (month: string) => MONTHS[Number(month) - 1] ?? month;
  return {
    labels: spans.map(({ at }) => nameOf(at)),
    set0: setOf('', months, ({ sent }) => sent, nameOf),
    set1: EMPTY,
    avg: null,
  };
}

async function accountTypesPie(question: Question, days: Span[]): Promise<Report> {
  const counts = new Map<string, number>();
  for (const { type, guests } of await createdIn(question, days, true)) counts.set(type, (counts.get(type) ?? 0) + guests);
  const types = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  if (types.length === 0) return { labels: null, sets: null };
  return { labels: types.map(([type]) => type), sets: types.map(([, guests]) => guests) };
}

async function accountTypesGraph(question: Question, days: Span[]): Promise<Report> {
  const rows = await createdIn(question, days, true);
  const types = [...new Set(rows.map(({ type }) => type))].sort();
  return {
    labels: days.map(({ at }) => labelOfDay(at)),
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

/**
 * For each hour of the week, the number of guests with a session that began in it: the mean over the period, to a tenth; one set for each
 * weekday in the period. A guest who connects twice in an hour counts once.
 */
async function weekHours(question: Question, days: Span[], zone: string): Promise<Report> {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const weekdays = days.map(({ at }) => isoWeekday(at));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { labels: hours, sets: null };
  const found = new Map<string, number>();
  const period = { from: first.from, to: last.to };
  for (const { weekday, hour, guests } of await guestsInHours(
    question,
    period,
    zone,
    hasSums(question.scope, question.hotspot) && areWholeHours(days),
  )) {
    const key = `${Number(weekday)} ${Number(hour)}`;
    found.set(key, (found.get(key) ?? 0) + Number(guests));
  }
  if (found.size === 0) return { labels: hours, sets: null };
  return {
    labels: hours,
    sets: [...new Set(weekdays)].sort().map((weekday) => {
      const times = weekdays.filter((other) => other === weekday).length;
      return {
        name: String(weekday),
        labels: hours,
        data: hours.map((hour) => meanOverAll([found.get(`${weekday} ${Number(hour)}`) ?? 0], times)),
      };
    }),
  };
}

/** 1 is Monday. */
const isoWeekday = (day: string) => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** Guests by the weekday and hour in which their sessions began: of the ended sessions, and of the running ones if those count. */
async function guestsInHours(question: Question, { from, to }: Pick<Span, 'from' | 'to'>, zone: string, fromSums: boolean) {
  const { db, scope, hotspot } = question;
  if (fromSums) await countEndedSessions(db);
  const whole: Span = { at: '', from, to };
  const local = (moment: SQL) =>
    sql`extract(isodow from ${moment} at time zone ${zone})::int as weekday, extract(hour from ${moment} at time zone ${zone})::int as hour`;
  // If a zone's offset is whole hours, an hour that occurs twice counts as two, as in the sums.
  const hourOfTable = (table: typeof session_histories | typeof sessions) =>
    sql`date_trunc('hour', ${table.start_time}, ${areWholeHours([whole]) ? 'UTC' : zone})`;
  const ended = fromSums
    ? sql`select ${local(sql`to_timestamp(hour * 3600.0)`)}, guests from (select hour, sum(guests) as guests from ${guest_sums}
        where ${ownSums(scope, guest_sums.account_id)} and hour >= ${hourOf(from)} and hour < ${hourOf(to)} group by hour) summed`
    : sql`select ${local(sql`at`)}, 1 as guests from (select distinct ${session_histories.user_id}, ${hourOfTable(session_histories)} as at from ${session_histories}
        where ${and(onChosenHotspot(scope, session_histories.hotspot_id, hotspot), during(session_histories.start_time, [whole]))}) plain`;
  const running = sql`select ${local(sql`at`)}, 1 as guests from (select distinct ${sessions.user_id} as user_id, ${sessions.hotspot_id} as hotspot_id, ${hourOfTable(sessions)} as at
      from ${sessions} where ${and(onChosenHotspot(scope, sessions.hotspot_id, hotspot), during(sessions.start_time, [whole]))}) running
    where not exists (select from ${session_histories} h where h.user_id = running.user_id and h.hotspot_id = running.hotspot_id
      and h.start_time >= at and h.start_time < at + interval '1 hour')`;
  const result: unknown = await db.execute(sql`select weekday, hour, sum(guests)::float8 as guests from
    (${question.count === 'present' ? sql`${ended} union all ${running}` : ended}) hours group by weekday, hour`);
  return rowsIn<Record<'weekday' | 'hour' | 'guests', unknown>>(result);
}

const EMPTY: ReportSet = { name: '', labels: null, data: null };

const byDay = (days: Span[], [set0 = EMPTY, set1 = EMPTY]: ReportSet[]): Report => ({
  labels: days.map(({ at }) => labelOfDay(at)),
  set0,
  set1,
  avg: null,
});

/** A set of whole numbers, with labels only for spans that have a value. */
function setOf<R extends { at: string }>(name: string, rows: R[], value: (row: R) => number, label = labelOfDay): ReportSet {
  if (rows.length === 0) return { ...EMPTY, name };
  return { name, labels: rows.map(({ at }) => label(at)), data: rows.map((row) => Math.round(value(row))) };
}

/** The mean of the values present, rounded down; 0 if there are none. */
function meanOf({ data }: ReportSet): number {
  return data === null ? 0 : Math.floor(data.reduce((total, value) => total + value, 0) / data.length);
}
