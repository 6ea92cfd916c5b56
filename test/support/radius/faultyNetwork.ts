/**
 * What units report over a bad network: visits as they were, and the Accounting-Requests as they arrive. Reports are lost, doubled, late and in
 * any order; clocks are wrong and step; session ids begin anew; the server is away for an hour and gets everything afterwards.
 */
import fc from '../run/property';
import { attribute, type Attribute } from '../../../src/server/radius/codec';
import { at, reportOf } from './reportingUnit';

/** A visit as it was. */
export interface Visit {
  guest: string;
  /** Seconds after ten. */
  start: number;
  seconds: number;
  up: number;
  down: number;
}

/** A visit of which at least one report arrives, as far as it can be known: counters and duration of the last report that arrives. */
export interface KnownVisit extends Visit {
  /** The unit's id of it. */
  id: string;
  /** When it may have begun at the earliest: only what a clock that is a little slow says of its reports tells that, see `LITTLE`. */
  earliest: number;
  hasStop: boolean;
}

export interface Arrival {
  /** Seconds after ten. */
  arrives: number;
  attributes: Attribute[];
  /** Which packet this is: copies have the same number. */
  packet: number;
  /** The visit as the report tells it. */
  tells: KnownVisit;
}

export interface Played {
  visits: Visit[];
  known: KnownVisit[];
  arrivals: Arrival[];
}

/** Seconds by which a clock may be slow and is believed: what it says is taken for the time of a report that was on its way so long. */
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

/** A night of a unit. */
export const night = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 5 }),
  /** Whether session ids begin anew with each visit. */
  hasReusedIds: fc.boolean(),
  clock: fc.record({
    isSent: fc.boolean(),
    /** Seconds by which it is ahead. */
    ahead: fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: DAY })),
    stepAt: fc.nat(9000),
    step: fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: DAY })),
  }),
  /** In per cent. */
  lost: fc.constantFrom(0, 10, 30, 50),
  doubled: fc.constantFrom(0, 30),
  late: fc.constantFrom(0, 20),
  /** When the server goes away for an hour. */
  awayFrom: fc.option(fc.nat(9000)),
  chances: fc.infiniteStream(fc.nat(99)),
});
export type Night = typeof night extends fc.Arbitrary<infer N> ? N : never;

/**
 * What happens in a night that begins so many seconds after ten; `name` distinguishes its guests and sessions from those of others. With
 * `tellsApart`, the reports of a guest who comes again under the same id arrive, and in time: if the end of one visit and the beginning of the
 * next are lost, the rest may be of one as well as of two.
 */
export function played(
  name: string,
  { visits: real, hasReusedIds, clock, lost, doubled, late, awayFrom, chances }: Night,
  { tellsApart = false, begins = 0 } = {},
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
  /** When a report of this moment arrives, and with what delay it is then sent. */
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
    const told: KnownVisit[] = [];
    const isWhole = tellsApart && hasReusedIds && real.some((other, at) => at !== nth && other.guest === who);
    const send = (status: 'start' | 'interim' | 'stop') => {
      const second = truth.start + truth.seconds;
      const { arrives, delay } = arrivalOf(second, isWhole);
      packets += 1;
      const counters = status === 'start' ? {} : { time: truth.seconds, up: truth.up, down: truth.down };
      const attributes = [
        ...reportOf(status, {
          ...{ id, device: `02-FE-00-00-00-0${who}`, ...counters },
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
      const earliest = Math.min(told.at(-1)?.earliest ?? truth.start, truth.start + (ahead >= -LITTLE && ahead < 0 ? ahead : 0));
      const tells = { ...truth, id, earliest, hasStop: status === 'stop' };
      arrivals.push({ arrives, attributes, packet: packets, tells });
      // A copy of long ago could be a new report of the next visit.
      if (isHit(doubled))
        arrivals.push({ arrives: arrives + (hasReusedIds ? chance() % 50 : chance() * 30), attributes, packet: packets, tells });
      told.push(tells);
    };
    send('start');
    for (const [count, { seconds, up, down }] of reports.entries()) {
      truth.seconds += seconds;
      truth.up += up;
      truth.down += down;
      send(count === reports.length - 1 ? 'stop' : 'interim');
    }
    visits.push(truth);
    known.push(...told.slice(-1));
    now += truth.seconds + pause;
  }
  return { visits, known, arrivals: arrivals.sort((one, other) => one.arrives - other.arrives) };
}
