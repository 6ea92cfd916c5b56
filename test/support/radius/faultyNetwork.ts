/**
 * What units report over a bad network: the real visits, and the Accounting-Requests that arrive. Reports get lost, duplicated, delayed and
 * reordered; clocks are wrong and jump; session ids start over; the server is away for an hour and receives everything afterwards.
 */
import fc from '../run/property';
import { attribute, type Attribute } from '../../../src/server/radius/codec';
import { at, reportOf } from './reportingUnit';

/** A visit as it really was. */
export interface Visit {
  guest: string;
  /** Seconds after 10:00. */
  start: number;
  seconds: number;
  up: number;
  down: number;
}

/**
 * A visit of which at least one report arrives, as far as the server can know it: with the counters and duration of the last report that
 * arrives.
 */
export interface KnownVisit extends Visit {
  /** The unit's session id. */
  id: string;
  /**
   * The earliest time at which it may have begun, by the reports. It is before the real start only if the unit's clock is a little slow,
   * see `LITTLE`.
   */
  earliest: number;
  hasStop: boolean;
}

export interface Arrival {
  /** Seconds after 10:00. */
  arrives: number;
  attributes: Attribute[];
  /** Number of the packet; copies have the same number. */
  packet: number;
  /** The visit as far as this report describes it. */
  tells: KnownVisit;
}

export interface Played {
  visits: Visit[];
  known: KnownVisit[];
  arrivals: Arrival[];
}

/** Maximum number of seconds by which a slow clock is believed: a report may have been on its way that long. */
const LITTLE = 900;

const HOUR = 3600;
const DAY = 24 * HOUR;

const visit = fc.record({
  guest: fc.nat(2),
  pause: fc.integer({ min: 120, max: 4000 }),
  reports: fc.array(
    fc.record({ seconds: fc.integer({ min: 60, max: 600 }), up: fc.nat(40_000_000), down: fc.integer({ min: 1, max: 400_000_000 }) }),
    { minLength: 1, maxLength: 8 },
  ),
  hasGigawords: fc.boolean(),
});

/** One night of a unit. */
export const night = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 5 }),
  /** Whether session ids start over with each visit. */
  hasReusedIds: fc.boolean(),
  clock: fc.record({
    isSent: fc.boolean(),
    /** Seconds by which the clock is ahead. */
    ahead: fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: DAY })),
    stepAt: fc.nat(9000),
    step: fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: DAY })),
  }),
  /** In per cent. */
  lost: fc.constantFrom(0, 10, 30, 50),
  doubled: fc.constantFrom(0, 30),
  late: fc.constantFrom(0, 20),
  /** When the server goes away, for an hour. */
  awayFrom: fc.option(fc.nat(9000)),
  chances: fc.infiniteStream(fc.nat(99)),
});
export type Night = typeof night extends fc.Arbitrary<infer N> ? N : never;

/**
 * Plays a night that begins this many seconds after 10:00; `name` distinguishes its guests and sessions from those of other nights. With
 * `keepsVisits`, all reports of a guest who returns under the same session id arrive, in time: if the end of one visit and the beginning of
 * the next were lost, the remaining reports could belong to one visit or to two.
 */
export function played(
  name: string,
  { visits: real, hasReusedIds, clock, lost, doubled, late, awayFrom, chances }: Night,
  { keepsVisits = false, begins = 0 } = {},
): Played {
  const chance = () => Number(chances.next().value);
  const isHit = (percent: number) => chance() < percent;
  const visits: Visit[] = [];
  const known: KnownVisit[] = [];
  const arrivals: Arrival[] = [];
  let now = begins;
  let packets = 0;
  const awayAt = awayFrom === null ? null : begins + awayFrom;

  const unitsClock = (second: number) => second + clock.ahead + (second >= begins + clock.stepAt ? clock.step : 0);
  /** When a report of this second arrives, and the delay that it then states. */
  const arrivalOf = (second: number, isWhole: boolean): { arrives: number; delay: number } => {
    const delay = isHit(late) && !isWhole ? 1 + chance() * 17 : 0;
    const arrives = second + delay;
    const isAway = !isWhole && awayAt !== null && arrives >= awayAt && arrives < awayAt + HOUR;
    return isAway ? { arrives: awayAt + HOUR, delay: awayAt + HOUR - second } : { arrives, delay };
  };

  for (const [nth, { guest: who, pause, reports, hasGigawords }] of real.entries()) {
    const guest = `${name}-guest-${who}`;
    const id = hasReusedIds ? `${name}-1` : `${name}-${nth}`;
    const truth = { guest, start: now, seconds: 0, up: 0, down: 0 };
    const reported: KnownVisit[] = [];
    const isWhole = keepsVisits && hasReusedIds && real.some((other, at) => at !== nth && other.guest === who);
    const send = (status: 'start' | 'interim' | 'stop') => {
      const second = truth.start + truth.seconds;
      const { arrives, delay } = arrivalOf(second, isWhole);
      packets += 1;
      const counters = status === 'start' ? {} : { time: truth.seconds, up: truth.up, down: truth.down };
      const attributes = [
        ...reportOf(status, {
          id,
          device: `02-FE-00-00-00-0${who}`,
          ...counters,
          more: [
            attribute('User-Name', guest),
            ...(clock.isSent ? [attribute('Event-Timestamp', at(unitsClock(second)))] : []),
            ...(hasGigawords && status !== 'start' ? [attribute('Acct-Input-Gigawords', 0), attribute('Acct-Output-Gigawords', 0)] : []),
          ],
          ...(delay > 0 && { delay }),
        }),
      ];
      if (isHit(lost) && !isWhole) return;
      const ahead = clock.isSent && delay === 0 ? unitsClock(second) - second : 0;
      const earliest = Math.min(reported.at(-1)?.earliest ?? truth.start, truth.start + (ahead >= -LITTLE && ahead < 0 ? ahead : 0));
      const tells = { ...truth, id, earliest, hasStop: status === 'stop' };
      arrivals.push({ arrives, attributes, packet: packets, tells });
      // With reused ids, a copy that is much older could be a new report of the next visit.
      if (isHit(doubled))
        arrivals.push({ arrives: arrives + (hasReusedIds ? chance() % 50 : chance() * 30), attributes, packet: packets, tells });
      reported.push(tells);
    };
    send('start');
    for (const [count, { seconds, up, down }] of reports.entries()) {
      truth.seconds += seconds;
      truth.up += up;
      truth.down += down;
      send(count === reports.length - 1 ? 'stop' : 'interim');
    }
    visits.push(truth);
    known.push(...reported.slice(-1));
    now += truth.seconds + pause;
  }
  return { visits, known, arrivals: arrivals.sort((one, other) => one.arrives - other.arrives) };
}
