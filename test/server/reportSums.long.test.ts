/** Reports from stored sums equal a plain query over the sessions, whatever happened to the sessions, and in any time zone. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import fc from '../support/run/property';
import { report, reportQuery, type ReportType } from '../../src/contract/reports';
import { hotspots, session_histories, users } from '../../src/server/database/schema';
import { foldSums, rebuildSums } from '../../src/server/database/reportSums';
import { anonymiseHistories } from '../../src/server/guests/erasureQueries';
import { labelOfDay } from '../../src/server/reports/periodDays';
import { getReport } from '../../src/server/reports/queries';
import type { Scope } from '../../src/server/auth/tenancy';
import { sumsIn } from '../support/server/reportSums';
import { serve } from '../support/server/server';
import { rounds } from '../support/run/rounds';
import { insertHotspot } from '../factories/rows';

const server = serve();
const RUNS = rounds(12, 100);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GUESTS = 4;

/** Critical moments: the turn of a year, a short month, clock changes both ways in several zones, one of them at midnight. */
const BORDERS = [
  '2026-01-01T00:00:00Z',
  '2026-03-01T00:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-24T22:00:00Z',
  '2026-09-06T04:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T05:00:00Z',
];
const ZONES = [
  'UTC',
  'Europe/Rome',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
];

interface Session {
  venueIndex: number;
  guest: number;
  /** Offset from the critical moment, in hours. */
  hours: number;
  up: number;
  down: number;
  seconds: number;
}

type Step =
  /** Ended by one statement, or each by its own, as units report them. */
  | { do: 'end' | 'end each'; sessions: Session[] }
  | { do: 'move'; nth: number; hours: number }
  | { do: 'correct'; nth: number; bytes: number }
  | { do: 'forget'; nth: number }
  | { do: 'erase'; venueIndex: number; guest: number }
  | { do: 'anonymise'; days: number }
  | { do: 'close'; venueIndex: number }
  | { do: 'fold' }
  | { do: 'rebuild' };

const venueIndex = fc.constantFrom(0, 1, 2);
const guest = fc.integer({ min: 0, max: GUESTS - 1 });
/** Mostly close together, so that guests return within the hour, within the day, and across the critical moment. */
const hours = fc
  .oneof({ weight: 4, arbitrary: fc.integer({ min: -200, max: 200 }) }, fc.integer({ min: -5_000, max: 900 }))
  .map((n) => n / 6);
const nth = fc.nat({ max: 40 });
const bytes = fc.maxSafeNat().map((n) => Math.floor(n / 1000));
const session = fc.record<Session>({ venueIndex, guest, hours, up: bytes, down: bytes, seconds: fc.nat({ max: 100_000_000 }) });
const steps = fc.array<Step>(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom('end' as const, 'end each' as const),
        sessions: fc.array(session, { minLength: 1, maxLength: 30 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), nth, hours }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), nth, bytes }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), nth }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), venueIndex, guest }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('anonymise' as const), days: fc.integer({ min: -10, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), venueIndex }) },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'fold' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
  ),
  { minLength: 1, maxLength: 12 },
);

/** This run's three hotspots with their guests; the first two belong to the same reseller. */
let venues: { id: number; guests: number[] }[];
let border: number;
let resellers: [number, number];

beforeAll(async () => {
  const found = await server.db().select({ id: hotspots.id, owner: hotspots.account_id }).from(hotspots).orderBy(hotspots.id);
  resellers = [found[0]?.owner ?? 0, found.at(-1)?.owner ?? 0];
});

async function openVenues(at: string): Promise<void> {
  border = Date.parse(at);
  await server.db().delete(session_histories);
  await server
    .db()
    .delete(hotspots)
    .where(sql`name like 'summed %'`);
  venues = [];
  for (const [n, owner] of [resellers[0], resellers[0], resellers[1]].entries()) {
    const created = await insertHotspot(server.db(), { uuid: `summed-${n}`, account_id: owner, name: `summed ${n}`, created: new Date(0) });
    const hotspot_id = created.id;
    const guests = await server
      .db()
      .insert(users)
      .values(
        Array.from({ length: GUESTS }, (_, g) => ({ hotspot_id, username: `summed-${g}`, account_type: 'email', created: new Date(0) })),
      )
      .returning({ id: users.id });
    venues.push({ id: hotspot_id, guests: guests.map(({ id }) => id) });
  }
}

const momentAt = (hoursFromBorder: number) => new Date(border + Math.round(hoursFromBorder * 3600) * 1000);

async function take(step: Step): Promise<void> {
  const db = server.db();
  switch (step.do) {
    case 'end':
    case 'end each': {
      const rows = step.sessions.flatMap(({ venueIndex: n, guest: g, hours: at, up, down, seconds }) => {
        const hotspot = venues[n];
        const user_id = hotspot?.guests[g];
        if (hotspot === undefined || user_id === undefined) return [];
        const start = momentAt(at);
        return [
          {
            hotspot_id: hotspot.id,
            user_id,
            username: `summed-${g}`,
            bytes_up: up,
            bytes_down: down,
            duration: seconds,
            session_id: 1,
            unit_id: 1,
            device_id: 1,
            auth_time: start,
            start_time: start,
            update_time: start,
            session_key: 'summed',
          },
        ];
      });
      const statements = step.do === 'end' ? [rows] : rows.map((row) => [row]);
      for (const each of statements) if (each.length > 0) await db.insert(session_histories).values(each);
      return;
    }
    case 'move':
      await db
        .update(session_histories)
        .set({ start_time: momentAt(step.hours) })
        .where(eq(session_histories.id, nthSession(step.nth)));
      return;
    case 'correct':
      await db
        .update(session_histories)
        .set({ bytes_up: step.bytes, username: 'corrected' })
        .where(eq(session_histories.id, nthSession(step.nth)));
      return;
    case 'forget':
      await db.delete(session_histories).where(eq(session_histories.id, nthSession(step.nth)));
      return;
    case 'erase': {
      const id = venues[step.venueIndex]?.guests[step.guest];
      if (id !== undefined) expect([200, 404]).toContain((await server.as('admin').delete(`/api/users/${id}`)).status);
      return;
    }
    case 'anonymise': {
      const from = new Date(Math.floor(border / DAY) * DAY + step.days * DAY);
      await anonymiseHistories(db, from, new Date(from.getTime() + DAY), 2);
      return;
    }
    case 'close': {
      const hotspot = venues[step.venueIndex];
      // The hotspot was deleted by an earlier step.
      if (!hotspot || hotspot.id === 0) return;
      expect((await server.as('admin').delete(`/api/hotspots/${hotspot.id}`)).status).toBe(200);
      venues[step.venueIndex] = { id: 0, guests: [] };
      return;
    }
    case 'fold':
      return foldSums(db);
    case 'rebuild':
      return rebuildSums(db);
  }
}

const nthSession = (n: number) => sql`(select id from ${session_histories} order by id offset ${n} limit 1)`;

interface Plain {
  at: string;
  sessions: number;
  guests: number;
  up: number;
  down: number;
  seconds: number;
}

/** The plain query, grouped by local time as the database computes it for the zone. */
async function plain(form: string, as: string, hotspot: number, zone: string, from: Date | string, to: Date | string): Promise<Plain[]> {
  const owner = { admin: sql`true`, reseller1: sql`h.account_id = ${resellers[0]}`, reseller2: sql`h.account_id = ${resellers[1]}` }[as];
  const bound = (moment: Date | string) =>
    typeof moment === 'string' ? sql`${moment}::timestamp` : sql`(${moment.toISOString()}::timestamptz at time zone ${zone})`;
  // Whole days are compared by date, moments as timestamps.
  const since =
    typeof from === 'string'
      ? sql`(s.start_time at time zone ${zone}) >= ${bound(from)}`
      : sql`s.start_time >= ${from.toISOString()}::timestamptz`;
  const result: unknown = await server.db().execute(sql`
    select to_char(s.start_time at time zone ${zone}, ${form}) as at, count(*)::int as sessions, count(distinct s.user_id)::int as guests,
      sum(bytes_up)::float8 as up, sum(bytes_down)::float8 as down, sum(duration)::float8 as seconds
    from session_histories s join hotspots h on h.id = s.hotspot_id
    where ${owner ?? sql`false`} and ${hotspot === 0 ? sql`true` : sql`h.id = ${hotspot}`}
      and ${since} and (s.start_time at time zone ${zone})::date <= ${bound(to)}::date
    group by 1 order by 1`);
  return (result as { rows: Plain[] }).rows;
}

async function request(as: string, type: ReportType, query: Record<string, string | number>, now: Date) {
  const role = as === 'admin' ? 'admin' : 'reseller';
  const scope: Scope = { accountId: as === 'reseller2' ? resellers[1] : resellers[0], username: as, role, hotspotId: 0 };
  return report.parse(await getReport(server.db(), scope, type, reportQuery.parse(query), now));
}

const setOf = (rows: Plain[], value: (row: Plain) => number, label: (at: string) => string) =>
  rows.length === 0
    ? { name: '', labels: null, data: null }
    : { name: '', labels: rows.map(({ at }) => label(at)), data: rows.map((row) => Math.round(value(row))) };

const wishes = fc.record({
  as: fc.constantFrom('admin', 'admin', 'reseller1', 'reseller2'),
  chosen: fc.constantFrom(undefined, undefined, undefined, 0, 2),
  zone: fc.constantFrom(...ZONES),
  range: fc.constantFrom(1, 7, 15, 30, 366),
  /** Hours from the critical moment to the time of reading. */
  later: fc.integer({ min: 0, max: 400 }).map((n) => n / 7),
});

test('sums equal those of the sessions, and every report equals a plain query', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BORDERS), steps, fc.array(wishes, { minLength: 3, maxLength: 3 }), async (at, taken, requested) => {
      await openVenues(at);
      for (const step of taken) await take(step);
      const stored = await sumsIn(server.db());
      for (const { as, chosen, zone, range, later } of requested) {
        const now = momentAt(later);
        const hotspot = chosen === undefined ? 0 : (venues[chosen]?.id ?? 0);
        const query = { hotspot, range, tz: zone };
        const days = await plain('YYYY-MM-DD', as, hotspot, zone, new Date(now.getTime() - range * DAY), now);
        const expected = (value: (row: Plain) => number) => setOf(days, value, labelOfDay);
        expect(await request(as, 'sessions', query, now)).toMatchObject({ set0: expected(({ sessions }) => sessions) });
        expect(await request(as, 'traffic', query, now)).toMatchObject({
          set0: expected(({ up }) => up),
          set1: expected(({ down }) => down),
        });
        expect(await request(as, 'avg_user_duration', query, now)).toMatchObject({
          set0: expected(({ seconds, guests }) => seconds / guests),
        });
        expect(await request(as, 'avg_conn_duration', query, now)).toMatchObject({
          set0: expected(({ seconds, sessions }) => seconds / sessions),
        });

        const [today = ''] = (await clockIn(zone, now)).split(' ');
        const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
        const hoursThen = await plain('HH24', as, hotspot, zone, `${yesterday} 00:00`, `${yesterday} 00:00`);
        expect(await request(as, 'current', { hotspot, tz: zone }, now)).toMatchObject({
          set0: setOf(hoursThen, ({ guests }) => guests, String),
          set1: setOf(hoursThen, ({ sessions }) => sessions, String),
        });
        const whole = await plain('YYYY-MM-DD', as, hotspot, zone, `${yesterday} 00:00`, `${today} 00:00`);
        expect(await request(as, 'avg_user_duration', { hotspot, from: yesterday, to: today, tz: zone }, now)).toMatchObject({
          set0: setOf(whole, ({ seconds, guests }) => seconds / guests, labelOfDay),
        });
      }
      await rebuildSums(server.db());
      expect(await sumsIn(server.db())).toEqual(stored);
    }),
    { numRuns: RUNS, seed: 20_261_121 },
  );
}, 1_200_000);

async function clockIn(zone: string, moment: Date): Promise<string> {
  const result: unknown = await server
    .db()
    .execute(sql`select to_char(${moment.toISOString()}::timestamptz at time zone ${zone}, 'YYYY-MM-DD HH24') as clock`);
  return (result as { rows: [{ clock: string }] }).rows[0].clock;
}

describe('a guest in the sums', () => {
  const sessionAt = (hoursFromBorder: number, n = 0): Session => ({
    venueIndex: n,
    guest: 0,
    hours: hoursFromBorder,
    up: 1,
    down: 1,
    seconds: 3600,
  });
  /** The day after clocks went back at 03:00, so that the hour from 02:00 came twice. */
  const now = new Date('2026-10-26T11:00:00Z');
  const guestsByHour = async (as = 'admin') => (await request(as, 'current', { tz: 'Europe/Rome' }, now)).set0;

  beforeEach(() => openVenues('2026-10-25T00:00:00Z'));

  test('counts once in a repeated hour, and once in its day of 25 hours', async () => {
    const late = { ...sessionAt(22.9), guest: 1 };
    await take({ do: 'end', sessions: [sessionAt(0.1), sessionAt(0.2), sessionAt(1.1), sessionAt(-1.9), sessionAt(22.9), late] });
    expect(await guestsByHour()).toEqual({ name: '', labels: ['00', '02', '23'], data: [1, 1, 2] });
    const day = await request('admin', 'avg_user_duration', { from: '2026-10-25', to: '2026-10-25', tz: 'Europe/Rome' }, now);
    expect(day).toMatchObject({ set0: { labels: ['25 Oct'], data: [3 * 3600] } });
  });

  test('counts once in each of its days towards the guests per day, of which days without any have 0', async () => {
    await take({ do: 'end', sessions: [sessionAt(0), sessionAt(3), sessionAt(30), { ...sessionAt(31), guest: 1 }] });
    for (const hotspot of [0, venues[0]?.id ?? 0]) {
      const days = { from: '2026-10-24', to: '2026-10-27', tz: 'Europe/Rome', hotspot };
      expect(await request('reseller1', 'sessions', { ...days, count: 'present' }, now)).toMatchObject({ guests_per_day: 0.8 });
      // Existing consoles get only fields that they know.
      expect(await request('reseller1', 'sessions', days, now)).not.toHaveProperty('guests_per_day');
    }
  });

  test('counts once in each hour of the week, over many hotspots as at one, and the lists have the sessions behind it', async () => {
    // On a Sunday, two guests in the hour from 02:00; a week later, one guest twice in the hour that occurs twice.
    const others = [{ ...sessionAt(-167.9), guest: 1 }, { ...sessionAt(-167.5), guest: 1 }, sessionAt(-143)];
    await take({ do: 'end', sessions: [sessionAt(0.1), sessionAt(0.9), sessionAt(-167.2), ...others] });
    for (const tz of ['Europe/Rome', 'Asia/Kolkata']) {
      const [summed, one] = await Promise.all(
        [0, venues[0]?.id ?? 0].map((hotspot) =>
          request('reseller1', 'week_hours', { from: '2026-10-12', to: '2026-10-25', tz, hotspot, count: 'present' }, now),
        ),
      );
      expect(one).toEqual(summed);
    }
    const week = await request(
      'reseller1',
      'week_hours',
      { from: '2026-10-12', to: '2026-10-25', tz: 'Europe/Rome', count: 'present' },
      now,
    );
    const guestsAt = (weekday: string, hour: number) =>
      (week.sets ?? []).flatMap((set) => (typeof set === 'object' && set.name === weekday ? (set.data?.[hour] ?? []) : []));
    // The mean over two Sundays: two guests on the first and one on the second.
    expect(guestsAt('7', 2)).toEqual([1.5]);
    expect(guestsAt('1', 3)).toEqual([0.5]);
    expect(week.sets).toHaveLength(7);
    const days = `hotspot=${venues[0]?.id ?? 0}&from=2026-10-11 22:00:00&to=2026-10-25 22:59:59&tz=Europe/Rome`;
    const listed = await server.as('admin').get(`/api/histories?${days}&begun=7-2`);
    expect((listed.body as { total: number }).total).toBe(5);
    expect((await server.as('admin').get(`/api/histories?${days}&begun=8-2`)).status).toBe(400);
  });

  test('counts on each hotspot where it exists', async () => {
    await take({ do: 'end', sessions: [sessionAt(4), sessionAt(4, 1), sessionAt(4, 2)] });
    expect((await guestsByHour())?.data).toEqual([3]);
    expect((await guestsByHour('reseller1'))?.data).toEqual([2]);
  });

  test('does not count any more after the hotspot is deleted with its sessions and sums', async () => {
    await take({ do: 'end', sessions: [sessionAt(4), sessionAt(5)] });
    await take({ do: 'close', venueIndex: 0 });
    await foldSums(server.db());
    expect(await guestsByHour()).toEqual({ name: '', labels: null, data: null });
    expect(await sumsIn(server.db())).toEqual([]);
  });
});
