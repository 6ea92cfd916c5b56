/** Reports that arrive again, however late, and session keys that units use again. */
import { describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { applyAccountingEvent } from '../../../src/server/access/accounting';
import { endedByUnit } from '../../../src/server/access/sessionEndings';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import type { SessionState } from '../../../src/server/database/jsonColumns';
import { rounds } from '../../support/run/rounds';

const RUNS = rounds(100, 8_000);
const WRAP = 2 ** 32;
const TEN = Date.parse('2026-11-22T10:00:00Z');
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A time, in seconds after 10:00. */
const at = (seconds: number) => TEN + seconds * 1000;

type More = Partial<AccountingEvent>;
const start = (second: number, more: More = {}): AccountingEvent => ({
  kind: 'start',
  at: at(second),
  seconds: null,
  up: null,
  down: null,
  isWide: true,
  cause: '',
  ...more,
});
const interim = (second: number, seconds: number | null, up: number | null = 0, down: number | null = 0): AccountingEvent => ({
  kind: 'interim',
  at: at(second),
  seconds,
  up,
  down,
  isWide: true,
  cause: '',
});
const stop = (
  second: number,
  seconds: number | null,
  up: number | null = 0,
  down: number | null = 0,
  more: More = {},
): AccountingEvent => ({
  ...interim(second, seconds, up, down),
  kind: 'stop',
  cause: 'user_request',
  ...more,
});

/** With a timestamp, a packet is identified by its content. */
const dated = (print: string): More => ({ fingerprint: { content: print, packet: print } });
const undated = (content: string, packet: string): More => ({ fingerprint: { content, packet } });

/** The copy arrives at `second` and doesn't say how old it is. */
const again = (event: AccountingEvent, second: number): AccountingEvent => ({ ...event, at: at(second) });

const after = (...events: AccountingEvent[]) => events.reduce<readonly SessionState[]>(applyAccountingEvent, []);
const restarted = (sessions: readonly SessionState[], second: number) => sessions.map((session) => endedByUnit(session, at(second)));

const seen = ({ start: startedAt, seconds, up, down, ended }: SessionState) => ({
  start: (startedAt - TEN) / 1000,
  seconds,
  up,
  down,
  ended: ended && { at: (ended.at - TEN) / 1000, cause: ended.cause },
});

const LATER: [string, number][] = [
  ['two minutes', 120],
  ['as long as the session', 650],
  ['an hour', HOUR],
  ['a day', DAY],
];

describe.each(LATER)('a copy that arrives %s after the end', (_, later) => {
  const whole = [start(0, dated('start')), interim(300, 300, 10, 100), stop(650, 650, 30, 300, dated('stop'))];
  const known = after(...whole);

  test.each(whole.map((event) => [event.kind, event] as const))('changes nothing when it repeats the %s', (_kind, event) => {
    expect(applyAccountingEvent(known, again(event, 650 + later))).toBe(known);
  });

  test('changes nothing when it repeats a stop whose transport has no fingerprint', () => {
    const plain = [stop(650, 650, 30, 300), stop(650, 650), stop(650, 650, null, null), stop(650, null, 30, 300)];
    for (const event of plain) {
      const before = after(start(0), event);
      expect(applyAccountingEvent(before, again(event, 650 + later))).toBe(before);
    }
  });

  test('changes no session when it repeats an interim without traffic or counters', () => {
    for (const event of [interim(300, 300), interim(300, 300, null, null)]) {
      const before = after(start(0), event, stop(650, 650, 30, 300));
      expect(applyAccountingEvent(before, again(event, 650 + later)).map(seen)).toEqual(before.map(seen));
    }
  });

  test('changes no session when it repeats an interim that is no longer stored', () => {
    const interims = Array.from({ length: 20 }, (_each, nth) => interim(30 * (nth + 1), 30 * (nth + 1), nth, 10 * nth));
    const before = after(start(0), ...interims, stop(650, 650, 30, 300));
    for (const event of interims) expect(applyAccountingEvent(before, again(event, 650 + later)).map(seen)).toEqual(before.map(seen));
  });

  test('is not the stop of the next session, even if that has just started', () => {
    const before = after(...whole, start(later, dated('another')));
    expect(applyAccountingEvent(before, again(stop(650, 650, 30, 300, dated('stop')), 650 + later))).toBe(before);
  });
});

describe('a repeated start', () => {
  test.each([
    ['in the same packet', dated('start'), dated('start')],
    ['in the same packet without a timestamp', undated('start', 'a'), undated('start', 'a')],
    ['in another packet without a timestamp', undated('start', 'a'), undated('start', 'b')],
  ])('does not split the running session %s', (_, first, second) => {
    const before = after(start(0, first), interim(300, 300, 10, 100));
    const now = applyAccountingEvent(before, start(1000, second));
    expect(now.map(seen)).toEqual(before.map(seen));
    expect(applyAccountingEvent(now, stop(1200, 1200, 20, 200)).map(seen)).toEqual([
      { start: 0, seconds: 1200, up: 20, down: 200, ended: { at: 1200, cause: 'user_request' } },
    ]);
  });

  test('does not prolong a silent session', () => {
    const before = after(start(0, dated('start')));
    expect(applyAccountingEvent(before, start(800, dated('start')))[0]?.heard).toBe(at(0));
  });

  test('is recognized by any packet of an unanswered start once the session is over', () => {
    const before = after(start(0, undated('start', 'a')), start(90, undated('start', 'b')), stop(650, 650, 30, 300));
    for (const packet of ['a', 'b']) expect(applyAccountingEvent(before, start(HOUR, undated('start', packet)))).toBe(before);
  });
});

describe('a report whose packet cannot be distinguished from others with its content', () => {
  const unsure = (content: string): More => ({ fingerprint: { content, packet: null } });
  const whole = [start(0, unsure('start')), stop(1800, 1800, 0, 0, unsure('stop'))];

  test('is a copy of a running session’s start and of the last stop', () => {
    const running = after(start(0, unsure('start')));
    expect(applyAccountingEvent(running, start(1000, unsure('start'))).map(seen)).toEqual(running.map(seen));
    const known = after(...whole);
    expect(applyAccountingEvent(known, stop(9000, 1800, 0, 0, unsure('stop')))).toBe(known);
  });

  test('may belong to another session after the previous one ended', () => {
    const known = after(...whole, start(2000, unsure('start')), stop(3800, 1800, 0, 0, unsure('stop')));
    expect(known.map(seen)).toMatchObject([{ start: 0 }, { start: 2000, seconds: 1800, ended: { at: 3800 } }]);
  });
});

describe('copies of an interim', () => {
  test('do not prolong a silent session', () => {
    const before = after(start(0), interim(300, 300, 10, 100));
    expect(applyAccountingEvent(before, interim(900, 300, 10, 100))).toBe(before);
  });

  test('do not hide a stop with the same traffic', () => {
    const known = after(start(0), interim(650, 650, 30, 300), stop(1200, 650, 30, 300));
    expect(known.map(seen)).toEqual([{ start: 0, seconds: 650, up: 30, down: 300, ended: { at: 650, cause: 'user_request' } }]);
  });
});

test('a copy of a forgotten interim whose counter was not believed begins no session', () => {
  // The counter wraps later, but at 180 it had advanced by more than is usual in its session.
  const odd = 2_693_658_642;
  const counters = [
    [60, 1],
    ...[180, 240, 300, 360, 420].map((seconds) => [seconds, odd]),
    ...[480, 540, 660].map((seconds) => [seconds, 1]),
  ];
  const narrow = ([seconds = 0, down = 0]: number[]) => ({ ...interim(seconds, seconds, seconds / 60, down), isWide: false });
  const last = { ...stop(720, 720, 12, 1), isWide: false };
  const known = after(start(0), ...counters.map(narrow), last);
  expect(known.map(seen)).toMatchObject([{ start: 0, seconds: 720 }]);
  const copies = [again(narrow([180, odd]), 308_508), again(narrow([180, odd]), 310_365)];
  expect(copies.reduce(applyAccountingEvent, known).map(seen)).toEqual(known.map(seen));
});

describe('another session with a reused key', () => {
  const former = [start(0, dated('start')), interim(300, 300, 10, 100)];

  test.each([
    ['with a timestamp', dated('start'), dated('later start')],
    ['without one', undated('start', 'a'), undated('start', 'b')],
  ])('is recognized after a restart of the unit by a start %s', (_, first, second) => {
    const known = applyAccountingEvent(restarted(after(start(0, first), interim(300, 300, 10, 100)), 400), start(420, second));
    expect(known.map(seen)).toEqual([
      { start: 0, seconds: 300, up: 10, down: 100, ended: { at: 300, cause: 'unit_restarted' } },
      { start: 420, seconds: 0, up: 0, down: 0, ended: null },
    ]);
  });

  test('is recognized while the previous one is running by the timestamp of its start', () => {
    expect(after(...former, start(1000, dated('later start'))).map(seen)).toMatchObject([
      { start: 0, ended: { at: 300, cause: 'replaced' } },
      { start: 1000, ended: null },
    ]);
  });

  test('is recognized while the previous one is running by its first interim if its start has no timestamp', () => {
    const known = after(
      start(0, undated('start', 'a')),
      interim(300, 300, 10, 100),
      start(1000, undated('start', 'b')),
      interim(1300, 300, 5, 50),
    );
    expect(known.map(seen)).toMatchObject([
      { start: 0, down: 100, ended: { at: 300, cause: 'replaced' } },
      { start: 1000, down: 50, ended: null },
    ]);
  });

  test('is recognized at its first interim, even if that has less traffic than before', () => {
    const interims = Array.from({ length: 20 }, (_, nth) => interim(300 * (nth + 1), 300 * (nth + 1), nth, 10 * nth));
    const known = after(start(0, undated('start', 'a')), ...interims, start(6100, undated('start', 'b')), interim(6401, 300, 1, 1));
    expect(known.map(seen)).toMatchObject([
      { start: 0, down: 190, ended: { at: 6000, cause: 'replaced' } },
      { start: 6101, down: 1, ended: null },
    ]);
  });

  test('is recognized by other traffic in the same duration', () => {
    const known = after(...former, stop(3600, 3600, 30, 300), stop(9000, 3600, 31, 300));
    expect(known.map(seen)).toMatchObject([
      { start: 0, down: 300 },
      { start: 5400, down: 300 },
    ]);
  });

  test('is recognized without traffic in the same duration by its start or another timestamp of its stop', () => {
    const first = [start(0, dated('start')), stop(1800, 1800, 0, 0, dated('stop'))];
    const expected = [{ start: 0 }, { start: 2000, seconds: 1800, ended: { at: 3800 } }];
    expect(after(...first, start(2000, dated('start 2')), stop(3800, 1800, 0, 0, dated('stop 2'))).map(seen)).toMatchObject(expected);
    expect(after(...first, stop(3800, 1800, 0, 0, dated('stop 2'))).map(seen)).toMatchObject(expected);
    expect(after(start(0), stop(1800, 1800), start(2000), stop(3800, 1800)).map(seen)).toMatchObject(expected);
  });

  test('is recognized at its second interim when its start was lost, even with less traffic than before', () => {
    const interims = Array.from({ length: 20 }, (_, nth) => interim(300 * (nth + 1), 300 * (nth + 1), nth, 10 * nth));
    const known = after(start(0), ...interims, stop(6100, 6100, 30, 300), interim(9300, 300, 1, 1), interim(9601, 600, 1, 2));
    expect(known.map(seen)).toMatchObject([
      { start: 0, down: 300 },
      { start: 9001, down: 2, ended: null },
    ]);
  });
});

test('stops with identical content are distinguished by their packets', () => {
  for (const [first, second] of [
    [dated('a'), dated('b')],
    [undated('stop', 'a'), undated('stop', 'b')],
  ] as const) {
    const known = after(start(0), stop(1800, 1800, 342, 328, first), start(2000), stop(3800, 1800, 342, 328, second));
    expect(known.map(seen)).toMatchObject([{ start: 0 }, { start: 2000, seconds: 1800, up: 342, ended: { at: 3800 } }]);
  }
});

test('the state of a session stays small however often its packets are repeated', () => {
  const starts = Array.from({ length: 50 }, (_, nth) => start(nth, undated('start', `start ${nth}`)));
  const stops = Array.from({ length: 50 }, (_, nth) => stop(650 + nth, 650, 30, 300, undated(`stop ${nth}`, `stop ${nth}`)));
  const [session] = after(...starts, ...stops);
  expect(session?.prints?.length).toBeLessThanOrEqual(6);
});

/** What a unit reports of sessions with the same key, and what people should see of them. */
const session = fc.record({
  reports: fc.array(
    fc.record({ seconds: fc.integer({ min: 60, max: 900 }), up: fc.integer({ min: 1, max: 2 ** 30 }), down: fc.nat(2 ** 31) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  pause: fc.integer({ min: 61, max: 5000 }),
  isDated: fc.boolean(),
});
type Session = typeof session extends fc.Arbitrary<infer R> ? R : never;

function reported(sessions: Session[], isWide: boolean): AccountingEvent[] {
  let now = 0;
  return sessions.flatMap(({ reports, pause, isDated }, which) => {
    const startedAt = now;
    // With full counters, those of a session are all greater than its predecessors'; otherwise an interim that arrives before the start
    // would be ambiguous.
    const sum = { seconds: 0, up: isWide ? which * 2 ** 36 : 0, down: 0 };
    const bytes = (count: number) => (isWide ? count : count % WRAP);
    const print = (name: string) => (isDated ? dated(`${name} ${which}`) : undated(name, `${name} ${which}`));
    const reported = reports.map(({ seconds, up, down }, nth) => {
      sum.seconds += seconds;
      sum.up += up;
      sum.down += down;
      const report = interim(startedAt + sum.seconds, sum.seconds, bytes(sum.up), bytes(sum.down));
      const end = { kind: 'stop' as const, cause: 'user_request', ...print(`stop ${sum.seconds} ${sum.up}`) };
      return { ...report, isWide, ...(nth === reports.length - 1 && end) };
    });
    now = startedAt + sum.seconds + pause;
    return [start(startedAt, print('start')), ...reported];
  });
}

/** When the session of an event began, in milliseconds since 1970. */
const startOf = ({ at: moment, seconds }: AccountingEvent) => moment - (seconds ?? 0) * 1000;

interface Copy {
  original: AccountingEvent;
  copy: AccountingEvent;
}

/** Reports as they arrive. Each has the time of its event; copies have the time of their arrival. */
function arrivals(events: AccountingEvent[], nextNumber: () => number): { all: AccountingEvent[]; copies: Copy[] } {
  let now = 0;
  const past: AccountingEvent[] = [];
  const copies: Copy[] = [];
  const all = events.flatMap((event) => {
    now = Math.max(now, (event.at - TEN) / 1000);
    past.push(event);
    const created = Array.from({ length: nextNumber() % 3 }, (): Copy => {
      now += nextNumber() % ([60, HOUR, DAY][nextNumber() % 3] ?? 1);
      const original = past[nextNumber() % past.length] ?? event;
      return { original, copy: again(original, now) };
    });
    copies.push(...created);
    return [event, ...created.map(({ copy }) => copy)];
  });
  return { all, copies };
}

/**
 * A copy can't be told from a genuine report if another session could report the same at the time when it arrives, or if two copies arrive
 * at the same interval as their originals.
 */
const isAmbiguous = (copies: Copy[], sent: AccountingEvent[]) =>
  copies.some(
    ({ copy, original }) =>
      sent.some((other) => Math.abs(startOf(other) - startOf(copy)) <= 60_000 && startOf(other) !== startOf(original)) ||
      copies.some((other) => other.copy.seconds !== copy.seconds && Math.abs(startOf(other.copy) - startOf(copy)) <= 10_000),
  );

const sessions = fc.array(session, { minLength: 1, maxLength: 3 });

describe('copies of reports', () => {
  test.each([
    ['in order, of 32 bits, with lost reports other than starts', false],
    ['in any order, whole, with any losses', true],
  ])('change no sum and no time: %s', (_, isWide) => {
    fc.assert(
      fc.property(sessions, fc.infiniteStream(fc.nat()), (real, random) => {
        const nextNumber = () => Number(random.next().value);
        const sent = reported(real, isWide).filter(({ kind }) => nextNumber() % 5 !== 0 || (kind === 'start' && !isWide));
        const ordered = isWide ? shuffled(sent, nextNumber) : sent;
        const { all, copies } = arrivals(ordered, nextNumber);
        fc.pre(!isAmbiguous(copies, sent));
        expect(after(...all).map(seen)).toEqual(after(...ordered).map(seen));
      }),
      { numRuns: RUNS },
    );
  });

  test('leave the sums true when no report is lost', () => {
    fc.assert(
      fc.property(sessions, fc.infiniteStream(fc.nat()), (real, random) => {
        const nextNumber = () => Number(random.next().value);
        const sent = reported(real, true);
        const { all, copies } = arrivals(shuffled(sent, nextNumber), nextNumber);
        fc.pre(!isAmbiguous(copies, sent));
        const found = after(...all).map(seen);
        const ended = sent
          .filter(({ kind }) => kind === 'stop')
          .map(({ seconds, up, down, cause }) => ({ seconds, up, down, ended: { cause } }));
        expect(found).toMatchObject(ended);
        expect(found).toHaveLength(ended.length);
      }),
      { numRuns: RUNS },
    );
  });
});

const shuffled = <T>(all: readonly T[], nextNumber: () => number): T[] =>
  all
    .map((each) => ({ each, by: nextNumber() }))
    .sort((one, other) => one.by - other.by)
    .map(({ each }) => each);
