import { describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { applyAccountingEvent } from '../../../src/server/access/accounting';
import { endedBySilence, endedByUnit } from '../../../src/server/access/sessionEndings';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import type { SessionState } from '../../../src/server/database/jsonColumns';
import { rounds } from '../../support/run/rounds';

const RUNS = rounds(150, 8_000);
const GIB = 2 ** 30;
const WRAP = 2 ** 32;

/** 10:00. */
const TEN = Date.parse('2026-11-22T10:00:00Z');

/** A time, in seconds after 10:00. */
const at = (seconds: number) => TEN + seconds * 1000;

const start = (second: number): AccountingEvent => ({
  kind: 'start',
  at: at(second),
  seconds: null,
  up: null,
  down: null,
  isWide: false,
  cause: '',
});
const interim = (second: number, seconds: number | null, up = 0, down = 0, more: Partial<AccountingEvent> = {}): AccountingEvent => ({
  kind: 'interim',
  at: at(second),
  seconds,
  up,
  down,
  isWide: false,
  cause: '',
  ...more,
});
const stop = (second: number, seconds: number | null, up = 0, down = 0, more: Partial<AccountingEvent> = {}): AccountingEvent => ({
  ...interim(second, seconds, up, down, { cause: 'user_request', ...more }),
  kind: 'stop',
});

const after = (...events: AccountingEvent[]) => events.reduce<readonly SessionState[]>(applyAccountingEvent, []);

/** The part of a session's state that people see. */
const seen = ({ start: startedAt, seconds, up, down, ended }: SessionState) => ({
  start: (startedAt - TEN) / 1000,
  seconds,
  up,
  down,
  ended: ended && { at: (ended.at - TEN) / 1000, cause: ended.cause },
});

describe('the state of a session', () => {
  const WHOLE = { start: 0, seconds: 650, up: 30, down: 300, ended: { at: 650, cause: 'user_request' } };

  test.each([
    ['that is reported in full', [start(0), interim(300, 300, 10, 100), interim(600, 600, 20, 200), stop(650, 650, 30, 300)]],
    ['of which only the stop arrived', [stop(650, 650, 30, 300)]],
    ['whose start was lost', [interim(300, 300, 10, 100), stop(650, 650, 30, 300)]],
    ['whose start came late', [interim(300, 300, 10, 100), start(0), stop(650, 650, 30, 300)]],
    ['whose start came after its stop', [stop(650, 650, 30, 300), start(0)]],
    ['whose interim came after its stop', [start(0), stop(650, 650, 30, 300), interim(600, 600, 20, 200)]],
    ['whose interims changed places', [start(0), interim(600, 600, 20, 200), interim(300, 300, 10, 100), stop(650, 650, 30, 300)]],
    [
      'whose reports all came twice',
      [start(0), start(10), interim(300, 300, 10, 100), interim(310, 300, 10, 100), stop(650, 650, 30, 300), stop(660, 650, 30, 300)],
    ],
    ['without counters in between', [start(0), interim(300, 300, 0, 0, { up: null, down: null }), stop(650, 650, 30, 300)]],
    ['whose unit tells no session time', [start(0), interim(300, null, 10, 100), stop(650, null, 30, 300)]],
  ])('is the same for a session %s', (_, events) => expect(after(...events).map(seen)).toEqual([WHOLE]));

  test('has no end while it is running', () => {
    expect(after(start(0), interim(300, 300, 10, 100)).map(seen)).toEqual([{ start: 0, seconds: 300, up: 10, down: 100, ended: null }]);
  });

  test('is the same object after a report without news', () => {
    const known = after(start(0), interim(300, 300, 10, 100), interim(600, 600, 20, 200));
    expect(applyAccountingEvent(known, interim(300, 300, 10, 100))).toBe(known);
    expect(applyAccountingEvent(known, start(0))).toBe(known);
  });

  test('keeps the greater counters when a report has smaller ones and no more time', () => {
    expect(after(interim(300, 300, 10, 100), interim(301, 300, 5, 120)).map(seen)[0]).toMatchObject({ up: 10, down: 120 });
  });

  test('counts from its reports when its length is impossible', () => {
    expect(after(start(0), interim(300, 4_294_967_295, 10, 100)).map(seen)).toEqual([
      { start: 0, seconds: 300, up: 10, down: 100, ended: null },
    ]);
  });
});

describe('the counters of a session', () => {
  test('have wrapped each time when 32 bits fall', () => {
    const [session] = after(
      start(0),
      interim(300, 300, 1, 3 * GIB),
      interim(600, 600, 2, 2 * GIB),
      interim(900, 900, 3, 3 * GIB),
      interim(1200, 1200, 4, GIB),
    ).map(seen);
    expect(session).toMatchObject({ up: 4, down: 2 * WRAP + GIB });
  });

  test('count a wrap once, in any order of reports', () => {
    const samples = [interim(300, 300, 0, 1.5 * GIB), interim(600, 600, 0, GIB), interim(900, 900, 0, 2 * GIB)];
    for (const order of permutations([start(0), ...samples])) expect(after(...order).map(seen)[0]).toMatchObject({ down: WRAP + 2 * GIB });
  });

  test('do not wrap when they are whole', () => {
    const [session] = after(interim(300, 300, 0, 5 * GIB, { isWide: true }), interim(600, 600, 0, 1, { isWide: true })).map(seen);
    expect(session).toMatchObject({ down: 5 * GIB });
  });

  test('continue when the upper half is reported only while it is not 0', () => {
    const [session] = after(
      interim(300, 300, 0, 3.9 * GIB),
      interim(600, 600, 0, 4.1 * GIB, { isWide: true }),
      interim(900, 900, 0, 4.2 * GIB - WRAP),
    );
    expect(session?.down).toBe(4.2 * GIB);
  });

  test('ignore more than a petabyte', () => {
    const [session] = after(interim(300, 300, 1, 100), interim(600, 600, 1, 2 ** 63, { isWide: true })).map(seen);
    expect(session).toMatchObject({ seconds: 600, up: 1, down: 100 });
  });

  test('have restarted when they fall faster than traffic can wrap them, and later values are added', () => {
    const reports = [interim(300, 300, 0, 1000), interim(301, 301, 0, 10), interim(600, 600, 0, 500)];
    expect(after(...reports)[0]?.down).toBe(1490);
  });
});

describe('the copy of a report', () => {
  test('counts nothing again when the clock of its unit has jumped, and our clock orders the reports', () => {
    const who = { name: 'anna' };
    const lateStart = { ...start(0), at: at(-800), arrived: at(0), who };
    const [first, second] = [interim(890, 890, 70, 700, { who }), interim(1432, 1432, 110, 1100, { who })];
    expect(after(lateStart, first, second, { ...second, at: at(2512) }).map(({ up, down }) => [up, down])).toEqual([[110, 1100]]);
  });
});

describe('a counter that leaps', () => {
  const MINUS = (bytes: number) => WRAP - bytes;
  const normal = (at: number, bytes: number) => interim(at, at, bytes, 2 * bytes);

  test.each([1, 1000, 5_000_000, 2 ** 28])('counts nothing of one report with −%d', (less) => {
    const reports = [start(0), normal(300, 1_000_000), interim(600, 600, MINUS(less), 4_000_000), normal(900, 3_000_000)];
    for (const order of permutations(reports)) expect(after(...order).map(seen)[0]).toMatchObject({ up: 3_000_000, down: 6_000_000 });
  });

  test('counts no wrap with negative numbers in both directions, twice and at the end', () => {
    const odd = (at: number) => interim(at, at, MINUS(5), MINUS(7));
    expect(after(start(0), normal(300, 1000), odd(600), odd(900), normal(1200, 3000)).map(seen)[0]).toMatchObject({ up: 3000, down: 6000 });
    expect(after(start(0), normal(300, 1000), odd(600)).map(seen)[0]).toMatchObject({ up: 1000, down: 2000 });
  });

  test('counts what it had counted when a negative number follows much traffic', () => {
    const reports = [
      start(0),
      interim(7200, 7200, 10, 3 * GIB),
      interim(7500, 7500, 10, MINUS(1)),
      interim(7800, 7800, 20, 3 * GIB + 1000),
    ];
    expect(after(...reports).map(seen)[0]).toMatchObject({ up: 20, down: 3 * GIB + 1000 });
  });

  test('is believed near 4 GiB as soon as the next report goes on from there', () => {
    const reports = [start(0), interim(300, 300, 10, 1_000_000), interim(600, 600, 10, MINUS(5_000_000))];
    expect(after(...reports).map(seen)[0]).toMatchObject({ down: 1_000_000 });
    expect(after(...reports, interim(900, 900, 20, MINUS(1_000_000))).map(seen)[0]).toMatchObject({ down: MINUS(1_000_000) });
  });

  test('is believed at 3 GiB at once, and no longer when the next report goes on from before', () => {
    const reports = [start(0), interim(300, 300, 10, 1_000_000), interim(600, 600, 10, 3 * GIB)];
    expect(after(...reports).map(seen)[0]).toMatchObject({ down: 3 * GIB });
    expect(after(...reports, interim(3600, 3600, 20, 2_000_000)).map(seen)[0]).toMatchObject({ down: 2_000_000 });
  });

  test.each([
    [10 ** 14, 'for one report', 3_000_000, 3_000_000],
    // From then on the counter starts over, as after a restart.
    [10 ** 14, 'for good', 10 ** 14 + 2_000_000, 3_000_000],
    [40 * 10 ** 9, 'at a gigabit a second, for good', 40 * 10 ** 9 + 2_000_000, 40 * 10 ** 9 + 2_000_000],
  ])('counts what a link could move with %d bytes in five minutes %s', (leap, _, next, counted) => {
    const wide = (at: number, bytes: number) => interim(at, at, 0, bytes, { isWide: true });
    const reports = [start(0), wide(300, 1_000_000), wide(600, leap), wide(900, next)];
    for (const order of permutations(reports)) expect(after(...order).map(seen)[0]).toMatchObject({ down: counted });
  });

  test('counts what was reported before an impossible stop', () => {
    const wide = (at: number, bytes: number) => interim(at, at, 0, bytes, { isWide: true });
    expect(after(start(0), wide(300, 1_000_000), { ...wide(600, 10 ** 15), kind: 'stop' }).map(seen)[0]).toMatchObject({ down: 1_000_000 });
  });
});

describe('a reused key', () => {
  test('starts another session after the stop', () => {
    const found = after(start(0), stop(100, 100, 1, 1), start(130), stop(200, 70, 2, 2)).map(seen);
    expect(found).toMatchObject([
      { start: 0, down: 1 },
      { start: 130, down: 2 },
    ]);
  });

  test('ends the previous session at its last report when there was no stop', () => {
    const found = after(start(0), interim(300, 300, 1, 10), start(1000)).map(seen);
    expect(found).toMatchObject([{ ended: { at: 300, cause: 'replaced' } }, { start: 1000, ended: null }]);
  });

  test('is recognized by the session time if the start was lost', () => {
    const found = after(start(0), stop(300, 300, 1, 10), interim(900, 300, 0, 5)).map(seen);
    expect(found).toMatchObject([
      { start: 0, down: 10 },
      { start: 600, down: 5, ended: null },
    ]);
  });

  test('assigns late reports to the previous session', () => {
    const found = after(start(0), interim(300, 300, 1, 10), start(1000), stop(700, 700, 5, 50), interim(1300, 300, 1, 1)).map(seen);
    expect(found).toMatchObject([
      { seconds: 700, down: 50, ended: { at: 700, cause: 'user_request' } },
      { start: 1000, down: 1, ended: null },
    ]);
  });

  test('is recognized for a session reported only after the next one started', () => {
    const found = after(start(1000), stop(700, 600, 5, 50)).map(seen);
    expect(found).toMatchObject([
      { start: 100, down: 50 },
      { start: 1000, down: 0, ended: null },
    ]);
  });
});

describe('a session that timed out', () => {
  const [running] = after(start(0), interim(300, 300, 1, 10));
  if (!running) throw new Error('it runs');

  test('ends after three missed reports, at the last one', () => {
    expect(endedBySilence(running, at(300 + 900))).toBe(running);
    expect(seen(endedBySilence(running, at(300 + 901))).ended).toEqual({ at: 300, cause: 'no_word' });
  });

  test('ends when nothing has arrived for so long, wherever the clock of its unit stands', () => {
    const behind = (second: number) => ({ at: at(second - 840), arrived: at(second) });
    const [late] = after({ ...start(0), ...behind(0) }, interim(300, 300, 1, 10, behind(300)));
    if (!late) throw new Error('it runs');
    expect(endedBySilence(late, at(300 + 900))).toBe(late);
    expect(seen(endedBySilence(late, at(300 + 901))).ended).toEqual({ at: 300 - 840, cause: 'no_word' });
  });

  test('ends no later because a copy of its last report arrives', () => {
    const behind = (second: number) => ({ at: at(second - 840), arrived: at(second) });
    const last = interim(300, 300, 1, 10, behind(300));
    const [late] = after({ ...start(0), ...behind(0) }, last, { ...last, ...behind(1100) });
    if (!late) throw new Error('it runs');
    expect(endedBySilence(late, at(300 + 901)).ended).not.toBeNull();
  });

  test('is one visit when the clock of its unit is eight minutes behind and jumps by one', () => {
    const who = { name: 'anna' };
    const [startedSession] = after({ ...start(0), at: at(-499), arrived: at(0), who });
    if (!startedSession) throw new Error('it runs');
    const reported = stop(402, 402, 0, 1, { at: at(402 - 438), arrived: at(402), who });
    expect(applyAccountingEvent([endedBySilence(startedSession, at(402))], reported).map(({ up, down }) => [up, down])).toEqual([[0, 1]]);
  });

  test.each([
    ['its start', [stop(60, 60, 0, 1, { at: at(-1), arrived: at(60) }), start(0)]],
    ['its stop', [{ ...start(0), at: at(-61), arrived: at(0) }, stop(60, 60, 0, 1)]],
    ['all but its start', [{ ...start(0), at: at(-420), arrived: at(0) }, interim(300, 300, 0, 1), stop(600, 600, 0, 1)]],
  ])('is one visit when the clock of its unit is behind, and %s comes late with its right delay', (_, events) => {
    const seenAfter = events.reduce<readonly SessionState[]>(
      (sessions, event) =>
        applyAccountingEvent(
          sessions.map((session) => endedBySilence(session, at(3601))),
          { ...event, who: { name: 'anna' } },
        ),
      [],
    );
    expect(seenAfter.map(({ up, down }) => [up, down])).toEqual([[0, 1]]);
  });

  test('counts late reports once, whose delay is right, when the clock of its unit is behind', () => {
    const who = { name: 'anna' };
    const slow = (event: AccountingEvent) => ({ ...event, at: event.at - 592_000, arrived: event.at });
    const [early, late] = [interim(380, 380, 10, 100), interim(1211, 1211, 30, 300)];
    const rest = [slow(interim(832, 832, 20, 200)), slow(interim(1316, 1316, 50, 500)), late, slow(stop(1880, 1880, 60, 600))];
    const events = [slow(start(0)), early, ...rest].map((event) => ({ ...event, who }));
    expect(after(...events).map(({ up, down }) => [up, down])).toEqual([[60, 600]]);
  });

  test('has nothing of the next one under its key, whose start was lost, once its own stop has come late', () => {
    const who = { name: 'anna' };
    const [first, next] = [stop(112, 112, 18, 180), [interim(548, 262, 33, 330), interim(1036, 750, 110, 1100)]];
    const events = [start(0), ...next, first, interim(1794, 1508, 177, 1770), stop(3049, 2763, 192, 1920)];
    expect(after(...events.map((event) => ({ ...event, who }))).map(seen)).toEqual([
      { start: 0, seconds: 112, up: 18, down: 180, ended: { at: 112, cause: 'user_request' } },
      { start: 286, seconds: 2763, up: 192, down: 1920, ended: { at: 3049, cause: 'user_request' } },
    ]);
  });

  test('may be silent for longer if its unit reports less often', () => {
    const [seldom] = after(interim(1800, 1800, 1, 1), interim(3600, 3600, 2, 2));
    if (!seldom) throw new Error('it runs');
    expect(endedBySilence(seldom, at(3600 + 3 * 1800)).ended).toBeNull();
    expect(endedBySilence(seldom, at(3600 + 3 * 1800 + 1)).ended).not.toBeNull();
  });

  test('continues with the next report', () => {
    const over = [endedBySilence(running, at(2000))];
    expect(applyAccountingEvent(over, interim(2400, 2400, 5, 50)).map(seen)).toEqual([
      { start: 0, seconds: 2400, up: 5, down: 50, ended: null },
    ]);
  });

  test('does not continue with an older report, whose counters count', () => {
    const over = [endedBySilence(running, at(2000))];
    expect(applyAccountingEvent(over, interim(600, 600, 5, 50)).map(seen)).toEqual([
      { start: 0, seconds: 600, up: 5, down: 50, ended: { at: 600, cause: 'no_word' } },
    ]);
  });

  test('takes the real end when it arrives', () => {
    const over = [endedBySilence(running, at(2000))];
    expect(applyAccountingEvent(over, stop(900, 900, 9, 90)).map(seen)).toEqual([
      { start: 0, seconds: 900, up: 9, down: 90, ended: { at: 900, cause: 'user_request' } },
    ]);
  });

  test('ends when its unit restarts, if it started before', () => {
    expect(seen(endedByUnit(running, at(500))).ended).toEqual({ at: 300, cause: 'unit_restarted' });
    expect(endedByUnit(running, at(0))).toBe(running);
    const [stopped] = after(start(0), stop(300, 300));
    expect(stopped && endedByUnit(stopped, at(500))).toBe(stopped);
  });
});

/**
 * A real session, and what its unit reports: once per interval and at the end, with 32-bit or full counters. With 32 bits a wrap can't be
 * told from a restarted counter if more than 2 GiB pass in an interval, if both counters decrease at once, or if one drops to exactly 0.
 */
const realSession = fc.record({
  reports: fc.array(fc.record({ seconds: fc.integer({ min: 60, max: 900 }), up: fc.nat(GIB / 2 - 1), down: fc.nat(2 * GIB - 2) }), {
    minLength: 1,
    maxLength: 8,
  }),
  isWide: fc.boolean(),
  pause: fc.integer({ min: 61, max: 5000 }),
});

type Real = typeof realSession extends fc.Arbitrary<infer R> ? R : never;

interface Truth {
  start: number;
  seconds: number;
  up: number;
  down: number;
}

/** Sessions with the same key, one after the other. */
function played(real: Real[]): { truths: Truth[]; events: AccountingEvent[][] } {
  let now = 0;
  const truths: Truth[] = [];
  const events = real.map(({ reports, isWide, pause }) => {
    const truth = { start: now, seconds: 0, up: 0, down: 0 };
    const reported = reports.map((report, nth) => {
      truth.seconds += report.seconds;
      truth.up += report.up;
      truth.down += report.down;
      if (!isWide && truth.down > 0 && truth.down % WRAP === 0) truth.down += 1;
      const counters = isWide ? [truth.up, truth.down] : [truth.up % WRAP, truth.down % WRAP];
      const make = nth === reports.length - 1 ? stop : interim;
      return make(truth.start + truth.seconds, truth.seconds, counters[0], counters[1], { isWide });
    });
    truths.push(truth);
    now = truth.start + truth.seconds + pause;
    return [start(truth.start), ...reported];
  });
  return { truths, events };
}

const truthOf = ({ start: startedAt, seconds, up, down }: SessionState): Truth => ({ start: (startedAt - TEN) / 1000, seconds, up, down });

describe('reports in any order', () => {
  test('add up to the true sums, even when repeated', () => {
    fc.assert(
      fc.property(fc.array(realSession, { minLength: 1, maxLength: 3 }), fc.infiniteStream(fc.nat()), (real, random) => {
        const { truths, events } = played(real);
        const all = events.flat();
        const nextNumber = () => Number(random.next().value);
        const repeated = all.filter(() => nextNumber() % 3 === 0);
        const order = [...all, ...repeated]
          .map((event) => ({ event, by: nextNumber() }))
          .sort((one, other) => one.by - other.by)
          .map(({ event }) => event);
        const found = after(...order);
        expect(found.map(truthOf)).toEqual(truths);
        expect(found.every(({ ended }) => ended?.isFinal)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test('have the whole counters of the newest one received, which never decrease', () => {
    const whole = realSession.map((session) => ({ ...session, isWide: true }));
    fc.assert(
      fc.property(whole, fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }), (real, picks) => {
        const [reported = []] = played([real]).events;
        const arrived = picks.map((pick) => reported[pick % reported.length]).filter((event) => event !== undefined);
        let known: readonly SessionState[] = [];
        for (const event of arrived) {
          const [before] = known;
          known = applyAccountingEvent(known, event);
          expect(known).toHaveLength(1);
          for (const key of ['up', 'down', 'seconds'] as const) expect(known[0]?.[key]).toBeGreaterThanOrEqual(before?.[key] ?? 0);
        }
        const newest = Math.max(...arrived.map(({ seconds }) => seconds ?? 0));
        const last = arrived.find(({ seconds }) => seconds === newest);
        expect(known[0]).toMatchObject({ up: last?.up ?? 0, down: last?.down ?? 0, seconds: newest });
      }),
      { numRuns: RUNS },
    );
  });

  test('never count anything twice or negatively, whatever units report', () => {
    const anything: fc.Arbitrary<AccountingEvent> = fc.record({
      kind: fc.constantFrom('start', 'interim', 'stop'),
      at: fc.integer({ min: 0, max: 5000 }).map(at),
      seconds: fc.option(fc.nat(0xff_ff_ff_ff)),
      up: fc.option(fc.nat(WRAP - 1)),
      down: fc.option(fc.nat(WRAP - 1)),
      isWide: fc.boolean(),
      cause: fc.constant(''),
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (events) => {
        const known = after(...events);
        for (const event of events) expect(applyAccountingEvent(known, event).length).toBeGreaterThanOrEqual(known.length);
        for (const { up, down, seconds, start: startedAt, ended } of known) {
          expect(Math.min(up, down, seconds)).toBeGreaterThanOrEqual(0);
          expect(ended?.at ?? startedAt).toBeGreaterThanOrEqual(startedAt);
        }
        // At most the last one is running.
        expect(known.slice(0, -1).every(({ ended }) => ended !== null)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, nth) => permutations(all.filter((_, other) => other !== nth)).map((rest) => [one, ...rest]));
}
