/** Compares a model of what really happened with what is counted from reports over UDP, whatever goes wrong on the way. */
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { and, asc, eq, like } from 'drizzle-orm';
import { report, reportQuery, type ReportType } from '../../../src/contract/reports';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { usageOf } from '../../../src/server/access/usage';
import { foldSums } from '../../../src/server/database/reportSums';
import { session_histories, sessions, units, users } from '../../../src/server/database/schema';
import { dayIn, shifted, startOfDay } from '../../../src/contract/plain/zones';
import { getReport } from '../../../src/server/reports/queries';
import { timesRounds } from '../../support/run/rounds';
import { night, played, type KnownVisit, type Night, type Played, type Visit } from '../../support/radius/faultyNetwork';
import { at, secondsAfterTen, serveWithUnit } from '../../support/radius/reportingUnit';

const { server, hotspotId, unitId, addUnit, sendAt, accounting } = serveWithUnit('modelled');

const ROUNDS = timesRounds(30);
/** Number of runs of properties that need two nights. */
const FEW = timesRounds(10);
const DAY = 86_400;
const GUESTS = [0, 1, 2] as const;
let nights = 0;

afterEach(async () => {
  expect(await server.db().$count(sessions, like(sessions.session_key, 'night-%'))).toBe(0);
});

/** The reports of a unit. */
interface Reported extends Pick<Played, 'arrivals'> {
  unit?: string;
}

/** A name for another night, and the ids of its guests. */
async function anotherNight(): Promise<{ name: string; guests: Map<string, number> }> {
  nights += 1;
  const name = `night-${nights}`;
  const values = GUESTS.map((who) => ({
    hotspot_id: hotspotId,
    username: `${name}-guest-${who}`,
    account_type: 'email',
    created: at(-9999),
  }));
  const created = await server.db().insert(users).values(values).returning({ id: users.id, guest: users.username });
  return { name, guests: new Map(created.map(({ id, guest }) => [guest, id])) };
}

/** Sends everything that the units report, and advances the clock until sessions without a stop are ended. */
async function sendAll(...reported: Reported[]): Promise<void> {
  const all = reported
    .flatMap(({ arrivals, unit = 'modelled' }) => arrivals.map((arrival) => ({ ...arrival, unit })))
    .sort((one, other) => one.arrives - other.arrives);
  const packets = new Map<string, Buffer>();
  for (const { arrives, attributes, packet, unit } of all) {
    // The server does this every minute.
    await endSilentSessions(server.db(), at(arrives).getTime());
    const bytes = packets.get(`${unit} ${packet}`) ?? accounting(attributes, packet % 256, unit);
    packets.set(`${unit} ${packet}`, bytes);
    await sendAt(arrives, bytes);
  }
  await endSilentSessions(server.db(), at((all.at(-1)?.arrives ?? 0) + 7 * DAY).getTime());
}

const countedOf = (name: string, unit: number) =>
  server
    .db()
    .select()
    .from(session_histories)
    .where(and(like(session_histories.session_key, `${name}-%`), eq(session_histories.unit_id, unit)))
    .orderBy(asc(session_histories.start_time));

/** Plays a night and sends all of its reports. */
async function happened(from: Night, how: { begins?: number; keepsVisits?: boolean } = {}) {
  const { name, guests } = await anotherNight();
  const all = played(name, from, how);
  await sendAll(all);
  return { ...all, guests, counted: await countedOf(name, unitId()) };
}

/** Bytes of each visit per guest. */
function byGuest(visits: readonly Pick<Visit, 'guest' | 'up' | 'down'>[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { guest, up, down } of visits) (found[guest] ??= []).push(`${up} up, ${down} down`);
  for (const list of Object.values(found)) list.sort();
  return found;
}

const asVisit = ({ username, bytes_up, bytes_down }: typeof session_histories.$inferSelect) => ({
  guest: username,
  up: bytes_up,
  down: bytes_down,
});

/** The visits as far as these reports describe them. */
function knownFrom(arrivals: Played['arrivals']): KnownVisit[] {
  const latest = new Map<number, KnownVisit>();
  for (const { tells } of arrivals) if (tells.seconds >= (latest.get(tells.start)?.seconds ?? 0)) latest.set(tells.start, tells);
  return [...latest.values()];
}

/** The bytes of each guest that are compared with limits. */
const usedBy = async (guests: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    await Promise.all(
      [...guests].map(
        async ([guest, userId]) => [guest, (await usageOf(server.db(), { userId, hotspotId, since: null })).inAll.bytes] as const,
      ),
    ),
  );
const movedBy = (guests: ReadonlyMap<string, number>, visits: readonly Visit[]) =>
  Object.fromEntries(
    [...guests.keys()].map((guest) => [
      guest,
      visits.filter((visit) => visit.guest === guest).reduce((all, { up, down }) => all + up + down, 0),
    ]),
  );

/** Visits and bytes, by day ("30 Nov") or by month ("Nov"). */
type Sums = Record<string, { visits: number; up: number; down: number }>;

function added(sums: Sums, period: string, { visits = 1, up, down }: { visits?: number; up: number; down: number }): void {
  const before = sums[period] ?? { visits: 0, up: 0, down: 0 };
  sums[period] = { visits: before.visits + visits, up: before.up + up, down: before.down + down };
}

/** What the reports show in a time zone for one hotspot or, from the stored sums, for all (0): by day and by month. */
async function reported(tz: string, hotspot: number): Promise<Sums> {
  const admin = { accountId: 1, username: 'admin', role: 'admin', hotspotId: 0 } as const;
  const query = reportQuery.parse({ hotspot, from: '2026-11-01', to: '2027-04-30', tz });
  const setsOf = async (type: ReportType) => {
    const { set0, set1 } = report.parse(await getReport(server.db(), admin, type, query, at(0)));
    return [set0, set1].map((set) => new Map(set?.labels?.map((label, nth) => [label, set.data?.[nth] ?? 0])));
  };
  const [[visits], [up, down]] = [await setsOf('sessions'), await setsOf('traffic')];
  const found: Sums = {};
  for (const [day, count] of visits ?? []) {
    const sums = { visits: count, up: up?.get(day) ?? 0, down: down?.get(day) ?? 0 };
    for (const period of [day, day.slice(3)]) added(found, period, sums);
  }
  return found;
}

/**
 * The sums after adding these visits to the days and months on which they began: `least` with those that certainly belong there, `most`
 * with all that may.
 */
function withVisits(before: Sums, visits: readonly KnownVisit[], timeZone: string): { least: Sums; most: Sums } {
  const [least, most] = [{ ...before }, { ...before }];
  const dayOf = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone });
  for (const visit of visits) {
    const [earliest, latest] = [dayOf.format(at(visit.earliest)), dayOf.format(at(visit.start))];
    for (const periods of [new Set([earliest, latest]), new Set([earliest.slice(3), latest.slice(3)])]) {
      for (const period of periods) {
        added(most, period, visit);
        if (periods.size === 1) added(least, period, visit);
      }
    }
  }
  return { least, most };
}

const NOTHING = { visits: 0, up: 0, down: 0 };
const SUMMED = ['visits', 'up', 'down'] as const;

/**
 * If a slow clock leaves the day undecided, the sums may be anything in between, but never more than was transferred; otherwise both bounds
 * are equal.
 */
function expectBetween(sums: Sums, { least, most }: { least: Sums; most: Sums }): void {
  for (const period of Object.keys({ ...sums, ...most })) {
    const [is, from, to] = [sums[period] ?? NOTHING, least[period] ?? NOTHING, most[period] ?? NOTHING];
    const bounded = Object.fromEntries(SUMMED.map((each) => [each, Math.min(Math.max(is[each], from[each]), to[each])]));
    expect({ period, ...is }).toEqual({ period, ...bounded });
  }
}

/** The visits and bytes of all days together, after adding these visits. */
function wholeOf(sums: Sums, more: readonly Visit[] = []): Sums {
  const whole: Sums = {};
  for (const [period, each] of Object.entries(sums)) if (period.includes(' ')) added(whole, 'whole', each);
  for (const visit of more) added(whole, 'whole', visit);
  return whole;
}

/** Which part of a visit counts from a moment on, in proportion to its time: at least and at most. */
function partSince({ start, earliest, seconds }: KnownVisit, moment: number): { least: number; most: number } {
  if (start + seconds <= moment) return { least: 0, most: 0 };
  if (earliest >= moment) return { least: 1, most: 1 };
  const part = (start + seconds - moment) / seconds;
  return earliest === start ? { least: part, most: part } : { least: 0, most: 1 };
}

describe('visits and traffic', () => {
  test('are those that the reports that arrived tell, for each guest, and never more than was moved', async () => {
    await fc.assert(
      fc.asyncProperty(night, async (from) => {
        const { known, visits, guests, counted } = await happened(from);
        expect(byGuest(counted.map(asVisit))).toEqual(byGuest(known));
        const [used, moved] = [await usedBy(guests), movedBy(guests, visits)];
        expect(used).toEqual(movedBy(guests, known));
        for (const guest of guests.keys()) expect(used[guest]).toBeLessThanOrEqual(moved[guest] ?? 0);
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  });

  test('are summed by day, month and hotspot as the reports that arrived tell, whatever goes wrong on the way', async () => {
    /** Nights across the end of a month, of a year, and of winter time. */
    const evening = fc.constantFrom(
      ...(['2026-11-30T23:00:00+01:00', '2026-12-31T23:30:00+01:00', '2027-03-28T01:30:00+01:00'] as const),
      ...(['2026-11-30T23:00:00+05:30', '2026-11-30T23:15:00-05:00'] as const),
    );
    // Stored sums are by UTC hour; for zones with half hours the visits themselves are read.
    const zone = fc.constantFrom('Europe/Rome', 'Asia/Kolkata', 'America/New_York');
    await fc.assert(
      fc.asyncProperty(night, evening, zone, fc.boolean(), async (from, begins, tz, isFolded) => {
        const both = [hotspotId, 0];
        const before = await Promise.all(both.map((hotspot) => reported(tz, hotspot)));
        const { known, guests, counted } = await happened(from, { begins: secondsAfterTen(new Date(begins)), keepsVisits: true });
        const lengths = (visits: readonly number[]) => [...visits].sort((one, other) => one - other);
        expect(lengths(counted.map(({ duration }) => duration))).toEqual(lengths(known.map(({ seconds }) => seconds)));
        if (isFolded) await foldSums(server.db());
        for (const [nth, hotspot] of both.entries()) {
          const sums = await reported(tz, hotspot);
          expectBetween(sums, withVisits(before[nth] ?? {}, known, tz));
          // A visit that may belong to either of two days is counted only once.
          expect(wholeOf(sums)).toEqual(wholeOf(before[nth] ?? {}, known));
        }
        const midnight = startOfDay(shifted(dayIn(new Date(begins), tz), 1), tz);
        for (const [guest, userId] of guests) {
          const its = known.filter((visit) => visit.guest === guest);
          const { inAll, today } = await usageOf(server.db(), { userId, hotspotId, since: midnight });
          expect(inAll.bytes).toBe(its.reduce((all, { up, down }) => all + up + down, 0));
          const parts = its.map((visit) => ({ bytes: visit.up + visit.down, ...partSince(visit, secondsAfterTen(midnight)) }));
          expect(today?.bytes).toBeGreaterThanOrEqual(Math.floor(parts.reduce((all, { bytes, least }) => all + bytes * least, 0)));
          expect(today?.bytes).toBeLessThanOrEqual(Math.ceil(parts.reduce((all, { bytes, most }) => all + bytes * most, 0)));
        }
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  });

  test('are those of each unit where several at a hotspot report at once, under the same session ids', async () => {
    const [other, another] = [await addUnit('modelled too', '02-AA-00-00-00-02'), unitId()];
    await fc.assert(
      fc.asyncProperty(night, night, async (here, there) => {
        const { name, guests } = await anotherNight();
        const [one, two] = [played(name, here, { keepsVisits: true }), played(name, there, { keepsVisits: true })];
        await sendAll(one, { ...two, unit: 'modelled too' });
        expect(byGuest((await countedOf(name, another)).map(asVisit))).toEqual(byGuest(one.known));
        expect(byGuest((await countedOf(name, other)).map(asVisit))).toEqual(byGuest(two.known));
        expect(await usedBy(guests)).toEqual(movedBy(guests, [...one.known, ...two.known]));
      }),
      { numRuns: FEW, endOnFailure: true },
    );
  });

  test('are those of both when a unit is replaced by another of the same name, which begins its session ids anew', async () => {
    await fc.assert(
      fc.asyncProperty(night, night, async (first, then) => {
        const { name, guests } = await anotherNight();
        const uuid = `replaced-${nights}`;
        const [old, young] = [played(name, first, { keepsVisits: true }), played(name, then, { keepsVisits: true, begins: DAY })];
        const gone = await addUnit(uuid, '02-AA-00-00-00-03');
        // The device is disconnected without any report about who is online.
        const untilTaken = old.arrivals.filter(({ arrives }) => arrives < (old.visits.at(-1)?.start ?? 0) + 60);
        await sendAll({ arrivals: untilTaken, unit: uuid });
        expect(await server.as('admin').delete(`/api/units/${gone}`)).toMatchObject({ status: 200 });
        const come = await addUnit(uuid, '02-AA-00-00-00-04');
        await sendAll({ ...young, unit: uuid });
        const known = knownFrom(untilTaken);
        expect(byGuest((await countedOf(name, gone)).map(asVisit))).toEqual(byGuest(known));
        expect(byGuest((await countedOf(name, come)).map(asVisit))).toEqual(byGuest(young.known));
        expect(await usedBy(guests)).toEqual(movedBy(guests, [...known, ...young.known]));
        await server.db().delete(units).where(eq(units.id, come));
      }),
      { numRuns: FEW, endOnFailure: true },
    );
  });

  test.each([-DAY, -3600, 0, 3600, DAY])('are the same where the clock of the database is %i s ahead of the server', async (ahead) => {
    const [from] = fc.sample(night, { numRuns: 1 });
    if (!from) throw new Error('there is a night');
    const begins = Math.round(secondsAfterTen(new Date())) - ahead;
    const { known, counted } = await happened(from, { begins });
    expect(byGuest(counted.map(asVisit))).toEqual(byGuest(known));
  });
});
