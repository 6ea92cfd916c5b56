import { describe, expect, test } from '@jest/globals';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import { countsOf, isSample, stepOf, withSample } from '../../../src/server/access/sessionCounters';
import type { Counter, Sample, SessionState } from '../../../src/server/database/jsonColumns';

const WRAP = 2 ** 32;
/** From here on, a counter is negative as a signed number. */
const NEGATIVE = 2 ** 31;
/** From here on, a small negative number. */
const SMALL = WRAP - 2 ** 24;
/** Bytes per second: the fastest link, and what no link can move. */
const FASTEST = 125_000_000;
const IMPOSSIBLE = 1_250_000_000;

const counter = (raw: number, total = raw): Counter => ({ raw, total });
const NONE = counter(0);

/** What is known after `seconds`. */
const known = (seconds: number, up: Counter, down: Counter = NONE): SessionState['before'] => ({ seconds, up, down });
const narrow = (seconds: number, up: number | null, down: number | null = 0, more: Partial<Sample> = {}): Sample => ({
  seconds,
  up,
  down,
  isWide: false,
  ...more,
});
const wide = (seconds: number, up: number | null, down: number | null = 0): Sample => narrow(seconds, up, down, { isWide: true });

/** The counter up after one report. */
const upAfter = (before: SessionState['before'], sample: Sample) => countsOf([sample], before)[0]?.count.up;
/** Whether the counter up of the first of these reports is doubted. */
const isDoubted = (before: SessionState['before'], ...samples: Sample[]) => countsOf(samples, before)[0]?.doubted.includes('up');

describe('a counter', () => {
  test('adds what it has advanced by to the traffic, also after a restart', () => {
    expect(upAfter(known(300, counter(100, 5000)), narrow(600, 130))).toEqual(counter(130, 5030));
  });

  test('stays if a report has none', () => {
    expect(upAfter(known(300, counter(100, 5000)), narrow(600, null))).toEqual(counter(100, 5000));
  });

  test('stays with the same value', () => {
    expect(upAfter(known(300, counter(100, 5000)), narrow(600, 100))).toEqual(counter(100, 5000));
  });

  test('counts from its new value after a restart', () => {
    expect(upAfter(known(300, counter(1000, 5000)), narrow(600, 10))).toEqual(counter(10, 5000));
  });

  test('continues from whole values with 32 bits', () => {
    expect(stepOf(counter(WRAP + 100), 150, false)).toEqual({ reported: 150, more: 50, hasFallen: false, isWide: false });
    expect(stepOf(counter(WRAP + 100), WRAP + 150, true)).toEqual({ reported: WRAP + 150, more: 50, hasFallen: false, isWide: true });
    expect(stepOf(counter(100), 99, true)).toEqual({ reported: 99, more: -1, hasFallen: true, isWide: true });
    expect(stepOf(counter(100), null, false)).toEqual({ reported: null, more: 0, hasFallen: false, isWide: false });
    expect(upAfter(known(300, counter(WRAP + 100)), narrow(600, 150))).toEqual(counter(WRAP + 150));
  });

  test('is counted in both directions', () => {
    expect(countsOf([narrow(300, 10, 20), narrow(600, 15, 40)], known(0, NONE)).map(({ count }) => count)).toEqual([
      known(300, counter(10), counter(20)),
      known(600, counter(15), counter(40)),
    ]);
  });
});

describe('a 32-bit counter that drops', () => {
  const wrapped = (raw: number, total: number) => counter(raw + WRAP, total);

  test('has wrapped if it needed no more than half of its range', () => {
    const half = (reported: number) => upAfter(known(0, counter(NEGATIVE + 1000)), narrow(300, reported));
    expect(half(999)).toEqual(wrapped(999, WRAP + 999));
    expect(half(1000)).toEqual(counter(1000, NEGATIVE + 1000));
  });

  test('has wrapped if the fastest link could do that', () => {
    const from = WRAP - 1_000_000_000;
    const within = (reported: number) => upAfter(known(0, counter(from)), narrow(10, reported));
    expect(within(10 * FASTEST - 1_000_000_000)).toEqual(wrapped(250_000_000, WRAP + 250_000_000));
    expect(within(10 * FASTEST - 1_000_000_000 + 1)).toEqual(counter(250_000_001, from));
  });

  test('has restarted if it is 0', () => {
    expect(upAfter(known(0, counter(WRAP - 10)), narrow(300, 0))).toEqual(counter(0, WRAP - 10));
    expect(upAfter(known(0, counter(WRAP - 10)), narrow(300, 1))).toEqual(wrapped(1, WRAP + 1));
  });

  test('has restarted if it is whole', () => {
    expect(upAfter(known(0, counter(WRAP - 10)), wide(300, 1))).toEqual(counter(1, WRAP - 10));
  });

  test('has restarted if both drop, unless they moved about as fast before', () => {
    // A megabyte a second so far: in the next hundred seconds up to 400 MB are usual.
    const before = known(100, counter(WRAP - 300_000_000, 100_000_000), counter(WRAP - 300_000_000, 100_000_000));
    const after = (up: number, down: number) => countsOf([narrow(200, up, down)], before)[0]?.count;
    expect(after(100_000_000, 100_000_001)).toEqual(known(200, wrapped(100_000_000, 500_000_000), counter(100_000_001, 100_000_000)));
    const unknown = known(0, counter(WRAP - 10), counter(WRAP - 10));
    expect(countsOf([narrow(300, 1, 1)], unknown)[0]?.count).toEqual(known(300, counter(1, WRAP - 10), counter(1, WRAP - 10)));
  });

  test('has wrapped, too, if it moved so fast before and needed more than half of its range', () => {
    // Ten megabytes a second so far.
    const before = known(300, counter(2_000_000_000, 3_000_000_000));
    expect(upAfter(before, narrow(600, 1_000_000_000))).toEqual(wrapped(1_000_000_000, 3_000_000_000 + WRAP - 1_000_000_000));
  });

  test('has restarted if the session time in its report doesn’t fit', () => {
    expect(upAfter(known(0, counter(WRAP - 10)), narrow(300, 1, 0, { told: 100 }))).toEqual(counter(1, WRAP - 10));
  });
});

describe('a counter that leaps to a negative number', () => {
  const slow = known(300, counter(1000));

  test('is doubted until the next report only if that is small', () => {
    expect(isDoubted(slow, narrow(600, SMALL))).toBe(true);
    expect(isDoubted(slow, narrow(600, SMALL - 1))).toBe(false);
  });

  test('is believed if it was 0 before', () => expect(isDoubted(known(300, NONE), narrow(600, SMALL))).toBe(false));

  test('is believed if it is whole', () => expect(isDoubted(slow, wide(600, SMALL))).toBe(false));

  test('is believed if it advanced by no more than half of its range', () => {
    expect(isDoubted(known(0, counter(SMALL - NEGATIVE)), narrow(300, SMALL))).toBe(false);
    expect(isDoubted(known(0, counter(SMALL - NEGATIVE - 1)), narrow(300, SMALL))).toBe(true);
  });

  test('is believed if its session is as fast', () => {
    const raw = 1000;
    const total = (SMALL - raw) / 4;
    expect(isDoubted(known(300, counter(raw, total)), narrow(600, SMALL))).toBe(false);
    expect(isDoubted(known(300, counter(raw, total - 1)), narrow(600, SMALL))).toBe(true);
    // In twice the time half the speed is enough.
    expect(isDoubted(known(300, counter(raw, total / 2)), narrow(900, SMALL))).toBe(false);
    expect(isDoubted(known(300, counter(raw, total / 2 - 1)), narrow(900, SMALL))).toBe(true);
  });

  test('is believed if the next report goes on from there', () => {
    expect(isDoubted(slow, narrow(600, SMALL), narrow(900, SMALL + 10))).toBe(false);
  });

  test('is doubted if the next report goes on from before', () => {
    for (const reported of [SMALL, SMALL - 1]) {
      expect(isDoubted(slow, narrow(600, reported), narrow(900, 1000))).toBe(true);
      expect(isDoubted(slow, narrow(600, reported), narrow(900, 2000))).toBe(true);
    }
  });

  test('is believed if the next report has restarted the counter', () => {
    expect(isDoubted(slow, narrow(600, SMALL), narrow(900, 999))).toBe(false);
  });

  test('is doubted with the next report that has another value', () => {
    const reports = [narrow(600, SMALL - 1), narrow(900, SMALL - 1), narrow(1000, null), narrow(1200, 2000)];
    expect(countsOf(reports, slow).map(({ doubted }) => doubted)).toEqual([['up'], ['up'], [], []]);
  });

  test('is believed if it is large, and advanced by no more than half of its range', () => {
    const [raw, more] = [100, NEGATIVE];
    expect(isDoubted(known(300, counter(raw)), narrow(600, raw + more), narrow(6000, 200))).toBe(false);
    expect(isDoubted(known(300, counter(raw)), narrow(600, raw + more + 1), narrow(6000, 200))).toBe(true);
  });

  test('is no negative number below half of its range', () => {
    expect(isDoubted(known(300, counter(1)), narrow(600, NEGATIVE - 1), narrow(900, 200))).toBe(false);
  });

  test('is doubted if the next report is whole', () => {
    const fast = known(300, counter(1000));
    expect(isDoubted(fast, narrow(600, SMALL - 1), narrow(601, 1000))).toBe(false);
    expect(isDoubted(fast, narrow(600, SMALL - 1), wide(601, 1000))).toBe(true);
  });

  test('may have wrapped if the guest is about as fast before and after', () => {
    // Before: SMALL - 1001 bytes in 300 seconds; after: 2²⁴ + 1001 bytes.
    const seconds = (4 * (WRAP - (SMALL - 1) + 1000) * 300) / (SMALL - 1 - 1000);
    const doubted = (after: number) => isDoubted(slow, narrow(600, SMALL - 1), narrow(600 + after, 1000));
    expect(doubted(Math.floor(seconds))).toBe(false);
    expect(doubted(Math.ceil(seconds))).toBe(true);
  });

  test('hasn’t wrapped at a small negative number if the session is slow', () => {
    expect(isDoubted(slow, narrow(600, SMALL), narrow(601, 1000))).toBe(true);
  });

  test('may have wrapped at a small negative number if so much is usual', () => {
    // A wrap in 301 seconds is usual with a quarter of that; the leap to the small number alone in 300 seconds isn't.
    const before = known(300, counter(1000, (WRAP / 301 / 4) * 300));
    const faster = known(300, counter(1000, (WRAP / 4 / 310) * 300 - 1));
    expect(isDoubted(before, narrow(599, SMALL), narrow(601, 1000))).toBe(false);
    expect(isDoubted(faster, narrow(600, SMALL), narrow(602, 1000))).toBe(true);
  });

  test('remembers the greatest value that wasn’t believed', () => {
    const reports = [narrow(600, SMALL + 5), narrow(900, SMALL + 3), narrow(1200, 2000)];
    expect(countsOf(reports, slow).map(({ count: { up } }) => up)).toEqual([
      { ...counter(1000), doubted: SMALL + 5 },
      { ...counter(1000), doubted: SMALL + 5 },
      { ...counter(2000), doubted: SMALL + 5 },
    ]);
  });

  test('is doubted alone: the other counter counts', () => {
    expect(countsOf([narrow(600, SMALL, 70)], slow)).toEqual([
      { count: known(600, { ...counter(1000), doubted: SMALL }, counter(70)), doubted: ['up'] },
    ]);
    expect(countsOf([narrow(600, 1010, SMALL)], known(300, counter(1000), counter(7)))).toEqual([
      { count: known(600, counter(1010), { ...counter(7), doubted: SMALL }), doubted: ['down'] },
    ]);
  });
});

describe('a counter that leaps further than any link could carry', () => {
  /** In 40 seconds, with a minute to spare. */
  const most = 100 * IMPOSSIBLE;
  const before = known(60, counter(1000, 5000));

  test('is doubted until the next report', () => {
    expect(isDoubted(before, wide(100, 1000 + most))).toBe(false);
    expect(isDoubted(before, wide(100, 1000 + most + 1))).toBe(true);
  });

  test('is believed without a session time', () => expect(isDoubted(known(60, NONE), wide(60, 10 * most))).toBe(false));

  test('is doubted if the next report goes on from before', () => {
    expect(isDoubted(before, wide(100, 1001 + most), wide(200, 1000))).toBe(true);
  });

  test('has restarted if the next report goes on from there', () => {
    const counts = countsOf([wide(100, 1001 + most), wide(200, 1011 + most)], before);
    expect(counts.map(({ count }) => count.up)).toEqual([counter(1001 + most, 5000), counter(1011 + most, 5010)]);
    expect(isDoubted(before, wide(100, 1001 + most), wide(200, 999))).toBe(false);
  });
});

describe('a sample', () => {
  test.each([
    ['is of a report with its session time and traffic', narrow(300, 1, 2), { seconds: 300, up: 1, down: 2 }, true],
    ['is of no report with another session time', narrow(300, 1, 2), { seconds: 301, up: 1, down: 2 }, false],
    ['is of no report with other traffic up', narrow(300, 1, 2), { seconds: 300, up: 2, down: 2 }, false],
    ['is of no report with other traffic down', narrow(300, 1, 2), { seconds: 300, up: 1, down: 1 }, false],
    ['is of a report with the session time that it had', narrow(300, 1, 2, { told: 50 }), { seconds: 50, up: 1, down: 2 }, true],
    ['is of no report with the time that we took instead', narrow(300, 1, 2, { told: 50 }), { seconds: 300, up: 1, down: 2 }, false],
    ['is of a report without a session time that has its traffic', narrow(300, 1, 2), { seconds: null, up: 1, down: 2 }, true],
    ['isn’t of one that has none', narrow(300, 0, 0), { seconds: null, up: 0, down: 0 }, false],
  ])('%s', (_, sample, event, expected) => expect(isSample(sample, event)).toBe(expected));
});

describe('a session', () => {
  const report = (kind: AccountingEvent['kind'], seconds: number | null, up: number | null, down: number | null, isWide = false) => ({
    kind,
    at: 0,
    seconds,
    up,
    down,
    isWide,
    cause: '',
  });
  const session = (
    samples: Sample[],
    before: SessionState['before'] = known(0, NONE),
    [up, down]: [number, number] = [0, 0],
  ): SessionState => ({ start: 0, heard: 0, seconds: 0, up, down, samples, before, ended: null });
  const after = (state: SessionState, seconds: number, up: number | null, down: number | null, isWide = false) =>
    withSample(state, report('interim', seconds, up, down, isWide), { seconds });
  /** Its state, unchanged. */
  const same = ({ samples, before, up, down }: SessionState) => ({ samples, before, up, down });

  test('orders its reports by their session time', () => {
    const both = session([narrow(300, 10, 100), narrow(900, 30, 300)], known(0, NONE), [30, 300]);
    expect(after(both, 600, 20, 200)).toEqual({
      samples: [narrow(300, 10, 100), narrow(600, 20, 200), narrow(900, 30, 300)],
      before: known(0, NONE),
      up: 30,
      down: 300,
    });
  });

  test('remembers the last eight in detail, and the counters before them', () => {
    const eight = Array.from({ length: 8 }, (_, nth) => narrow(300 * (nth + 1), nth + 1, 10 * (nth + 1)));
    expect(after(session(eight), 2700, 9, 90)).toEqual({
      samples: [...eight.slice(1), narrow(2700, 9, 90)],
      before: known(300, counter(1), counter(10)),
      up: 9,
      down: 90,
    });
  });

  test('ignores a report that is older than what it remembers in detail', () => {
    const state = session([narrow(600, 20, 200)], known(300, counter(10), counter(100)), [20, 200]);
    expect(after(state, 299, 5, 50)).toEqual(same(state));
    expect(after(state, 300, 11, 100)).toMatchObject({ samples: [narrow(300, 11, 100), narrow(600, 20, 200)] });
  });

  test('ignores a report without counters, but not one with either', () => {
    const state = session([narrow(300, 10, 100)], known(0, NONE), [10, 100]);
    expect(after(state, 600, null, null)).toEqual(same(state));
    expect(after(state, 600, 20, null)).toMatchObject({ up: 20, down: 100 });
    expect(after(state, 600, null, 200)).toMatchObject({ up: 10, down: 200 });
  });

  test('takes of two reports with the same session time the greater counters', () => {
    const state = session([narrow(300, 10, null)], known(0, NONE), [10, 0]);
    expect(after(state, 300, 5, 100)).toMatchObject({ samples: [narrow(300, 10, 100)], up: 10, down: 100 });
    expect(after(session([narrow(300, 10, 100)]), 300, 20, null)).toMatchObject({ samples: [narrow(300, 20, 100)] });
    expect(after(session([narrow(300, null, 5)]), 300, null, 7)).toMatchObject({ samples: [narrow(300, null, 7)] });
    expect(after(session([narrow(60, 1, 1), narrow(300, 10, 100)]), 300, 20, 200)).toMatchObject({
      samples: [narrow(60, 1, 1), narrow(300, 20, 200)],
    });
  });

  test('takes whole counters rather than 32 bits of the same session time', () => {
    expect(after(session([wide(300, WRAP + 1, 5)]), 300, 100, 100)).toMatchObject({ samples: [wide(300, WRAP + 1, 5)] });
    expect(after(session([narrow(300, 100, 100)]), 300, WRAP + 1, 5, true)).toMatchObject({ samples: [wide(300, WRAP + 1, 5)] });
  });

  test('counts an interim with the session time 0', () => {
    expect(after(session([]), 0, 10, 100)).toMatchObject({ before: known(0, NONE), up: 10, down: 100 });
  });

  test('ignores a copy when our clock orders its reports', () => {
    const state = session([narrow(300, 10, 100, { told: 50 })], known(0, NONE), [10, 100]);
    const copy = report('interim', 50, 10, 100);
    expect(withSample(state, copy, { seconds: 500, told: 50 })).toEqual(same(state));
    expect(withSample(state, { ...copy, up: 11 }, { seconds: 500, told: 50 })).toMatchObject({
      samples: [narrow(300, 10, 100, { told: 50 }), narrow(500, 11, 100, { told: 50 })],
    });
    const ordered = session([narrow(300, 10, 100)], known(0, NONE), [10, 100]);
    expect(withSample(ordered, { ...copy, seconds: 300 }, { seconds: 500 })).toMatchObject({ samples: { length: 2 } });
  });

  test('never loses traffic, but what a later report shows to be wrong', () => {
    expect(after(session([], known(0, NONE), [50, 500]), 300, 10, 100)).toMatchObject({ up: 50, down: 500 });
    const leapt = session([narrow(300, 10, 1_000_000), narrow(600, 10, SMALL - 1)], known(0, NONE), [10, SMALL - 1]);
    expect(after(leapt, 3600, 20, 2_000_000)).toMatchObject({ up: 20, down: 2_000_000 });
    expect(after({ ...leapt, up: 50 }, 3600, 20, 2_000_000)).toMatchObject({ up: 50, down: 2_000_000 });
  });

  describe('starting with counters', () => {
    const startWith = (seconds: number | null, up: number | null, down: number | null) => report('start', seconds, up, down);
    const reported = session([narrow(300, 1010, 2100)], known(0, NONE), [1010, 2100]);

    test.each([0, null])('counts from these, with the session time %p', (seconds) => {
      expect(withSample(reported, startWith(seconds, 1000, 2000), { seconds: 0 })).toEqual({
        samples: [narrow(300, 1010, 2100)],
        before: known(0, counter(1000, 0), counter(2000, 0)),
        up: 10,
        down: 100,
      });
    });

    test('counts from 0 in a direction that the start leaves out', () => {
      expect(withSample(reported, startWith(0, null, 2000), { seconds: 0 })).toMatchObject({ before: { up: NONE }, up: 1010, down: 100 });
      expect(withSample(reported, startWith(0, 1000, null), { seconds: 0 })).toMatchObject({ before: { down: NONE }, up: 10, down: 2100 });
    });

    test('has had no traffic before its first report', () => {
      expect(withSample(session([]), startWith(0, 1000, 2000), { seconds: 0 })).toMatchObject({ samples: [], up: 0, down: 0 });
    });

    test('doesn’t count anew once it remembers no more of its beginning', () => {
      const long = session([narrow(600, 1020, 2200)], known(300, counter(1010), counter(2100)), [1020, 2200]);
      expect(withSample(long, startWith(0, 1000, 2000), { seconds: 0 })).toEqual(same(long));
    });

    test('counts what the start reports if that has a session time', () => {
      expect(withSample(session([]), startWith(5, 1000, 2000), { seconds: 5 })).toMatchObject({ up: 1000, down: 2000 });
    });

    test('counts nothing of a start with counters at 0', () => {
      expect(withSample(session([]), startWith(0, 0, 0), { seconds: 0 })).toMatchObject({ samples: [narrow(0, 0, 0)], up: 0, down: 0 });
    });
  });
});
