/** What single reports change in the sessions of a key: whom they belong to, by which clock, and what is remembered. */
import { describe, expect, test } from '@jest/globals';
import { applyAccountingEvent } from '../../../src/server/access/accounting';
import { endedBySilence } from '../../../src/server/access/sessionEndings';
import type { AccountingEvent } from '../../../src/server/access/accountingEvent';
import type { SessionState } from '../../../src/server/database/jsonColumns';

type More = Partial<AccountingEvent>;

/** Times are seconds after 10:00, which is 0 here. */
const at = (seconds: number) => seconds * 1000;
const report = (kind: AccountingEvent['kind'], second: number, more: More): AccountingEvent => ({
  kind,
  at: at(second),
  seconds: null,
  up: null,
  down: null,
  isWide: true,
  cause: '',
  ...more,
});
const start = (second: number, more: More = {}) => report('start', second, more);
const interim = (second: number, seconds: number | null, up: number | null = 0, down: number | null = 0, more: More = {}) =>
  report('interim', second, { seconds, up, down, ...more });
const stop = (second: number, seconds: number | null, up: number | null = 0, down: number | null = 0, more: More = {}) =>
  report('stop', second, { seconds, up, down, cause: 'user_request', ...more });

const ANNA: More = { who: { name: 'anna' } };
const BEN: More = { who: { name: 'ben' } };
/** The report by the clock of its unit, which arrives at `second` by ours. */
const arrived = (second: number, more: More = {}): More => ({ ...more, arrived: at(second) });
const from = (hash: string): More => ({ addresses: [{ family: 'ipv4', address: hash, hash }] });

const after = (...events: AccountingEvent[]) => events.reduce<readonly SessionState[]>(applyAccountingEvent, []);
const silent = (sessions: readonly SessionState[], second: number) => sessions.map((session) => endedBySilence(session, at(second)));

const startsOf = (sessions: readonly SessionState[]) => sessions.map((session) => session.start / 1000);
/** Start, last report, session time and traffic of each. */
const seen = (sessions: readonly SessionState[]) =>
  sessions.map(({ start: startedAt, heard: lastReport, seconds, up, down }) => [startedAt / 1000, lastReport / 1000, seconds, up, down]);

const DAYS = 86_400;

describe('an incredible report', () => {
  test('has a session time of more than 366 days, which is ignored', () => {
    expect(seen(after(interim(1000, 366 * DAYS)))).toEqual([[1000 - 366 * DAYS, 1000, 366 * DAYS, 0, 0]]);
    expect(seen(after(interim(1000, 366 * DAYS + 1)))).toEqual([[1000, 1000, 0, 0, 0]]);
  });

  test('has a counter of more than a petabyte, and none of it counts', () => {
    const counted = (up: number | null, down: number | null) =>
      after(stop(10 * DAYS, 10 * DAYS, up, down)).map((one) => [one.up, one.down]);
    expect(counted(7, 1e15)).toEqual([[7, 1e15]]);
    expect(counted(7, 1e15 + 1)).toEqual([[0, 0]]);
    expect(counted(1e15 + 1, 7)).toEqual([[0, 0]]);
    expect(counted(null, 1e15 + 1)).toEqual([[0, 0]]);
  });
});

describe('a report belongs to', () => {
  const both = after(start(0, ANNA), interim(20, 20, 1, 1, ANNA), start(30, BEN));

  test('the session of its guest rather than the one whose start fits best', () => {
    expect(startsOf(both)).toEqual([0, 30]);
    const lastReports = (more: More) => applyAccountingEvent(both, interim(330, 300, 5, 5, more)).map((session) => session.heard / 1000);
    expect(lastReports(ANNA)).toEqual([330, 30]);
    expect(lastReports(BEN)).toEqual([20, 330]);
    expect(lastReports({})).toEqual([20, 330]);
  });

  test('the session of another guest if there is none of its own, unless it is a start', () => {
    expect(startsOf(after(start(30, ANNA), interim(330, 300, 5, 5, BEN)))).toEqual([30]);
    expect(startsOf(after(start(30, ANNA), start(30, BEN)))).toEqual([30, 30.001]);
    expect(startsOf(after(start(30, ANNA), start(40, BEN)))).toEqual([30, 40]);
    expect(startsOf(after(start(30, ANNA), start(40, ANNA)))).toEqual([30]);
    expect(startsOf(after(start(30, ANNA), start(40)))).toEqual([30]);
  });

  test('another device of the guest if the device differs', () => {
    const on = (device?: string): More => ({ who: { name: 'anna', ...(device !== undefined && { device }) } });
    expect(startsOf(after(start(0, on('x')), start(30, on('y'))))).toEqual([0, 30]);
    expect(startsOf(after(start(0, on('x')), start(30, on('x'))))).toEqual([0]);
    expect(startsOf(after(start(0, on('x')), start(30, on())))).toEqual([0]);
    expect(startsOf(after(start(0, on()), start(30, on('y'))))).toEqual([0]);
  });

  test('the last session if it has no session time', () => {
    const two = after(start(0), interim(300, 300, 1, 10), start(1000));
    expect(seen(applyAccountingEvent(two, interim(1100, null, 2, 20)))).toEqual([
      [0, 300, 300, 1, 10],
      [1000, 1100, 100, 2, 20],
    ]);
  });

  test('the session whose start is nearest', () => {
    const two = after(start(0), interim(300, 300, 1, 10), start(1000));
    expect(seen(applyAccountingEvent(two, interim(1300, 1290, 2, 20)))).toEqual([
      [0, 1300, 1290, 2, 20],
      [1000, 1000, 0, 0, 0],
    ]);
    expect(seen(applyAccountingEvent(two, interim(1300, 310, 2, 20)))).toEqual([
      [0, 300, 300, 1, 10],
      [990, 1300, 310, 2, 20],
    ]);
  });

  test('no session that began more than a minute later', () => {
    expect(startsOf(after(start(1000), stop(940, null)))).toEqual([1000]);
    expect(startsOf(after(start(1000), stop(939, null)))).toEqual([939, 1000]);
  });

  test('no session that ended more than a minute before, if it has no session time', () => {
    const stopped = after(start(0), stop(300, 300, 1, 10));
    expect(startsOf(applyAccountingEvent(stopped, interim(360, null, 2, 20)))).toEqual([0]);
    expect(startsOf(applyAccountingEvent(stopped, interim(361, null, 2, 20)))).toEqual([0, 361]);
    const ended = silent(after(start(0), interim(300, 300, 1, 10)), 2000);
    expect(startsOf(applyAccountingEvent(ended, interim(2500, null, 2, 20)))).toEqual([0]);
  });

  test('no session whose last report is before it began, beyond a minute after the start', () => {
    const known = after(start(0), interim(300, 300, 1, 10));
    expect(startsOf(applyAccountingEvent(known, interim(600, 300, 2, 20)))).toEqual([0]);
    expect(startsOf(applyAccountingEvent(known, interim(601, 300, 2, 20)))).toEqual([0, 301]);
    expect(startsOf(after(start(0), interim(360, 300, 2, 20)))).toEqual([0]);
    expect(startsOf(after(start(0), interim(361, 300, 2, 20)))).toEqual([0, 61]);
    const stopped = after(start(0), stop(300, 300, 1, 10));
    expect(startsOf(applyAccountingEvent(stopped, interim(500, 200, 5, 50)))).toEqual([0]);
    expect(startsOf(applyAccountingEvent(stopped, interim(501, 200, 5, 50)))).toEqual([0, 301]);
  });
});

describe('a report by the clock of its unit', () => {
  /** The unit’s clock is ten minutes behind. */
  const behind = after(start(-600, arrived(0, ANNA)));

  test('tells by how much that is behind, from more than a minute on', () => {
    expect(behind.map((session) => session.behind)).toEqual([600_000]);
    expect(after(start(-61, arrived(0))).map((session) => session.behind)).toEqual([61_000]);
    expect(after(start(-60, arrived(0))).map((session) => session.behind)).toEqual([undefined]);
    expect(after(start(0)).map((session) => 'behind' in session)).toEqual([false]);
  });

  test('tells nothing about the clock if it is older than others', () => {
    const newer = applyAccountingEvent(behind, interim(-300, 300, 1, 10, arrived(300, ANNA)));
    const older = applyAccountingEvent(newer, interim(-480, 100, 0, 5, arrived(420, ANNA)));
    expect(older.map((session) => session.behind)).toEqual([600_000]);
    // One without a time of its own leaves what is known.
    expect(applyAccountingEvent(newer, interim(-120, 480, 2, 20, ANNA)).map((session) => session.behind)).toEqual([600_000]);
    expect(applyAccountingEvent(newer, interim(10, 500, 2, 20, arrived(510, ANNA))).map((session) => session.behind)).toEqual([500_000]);
  });

  test('is taken by ours if a session agrees with that only', () => {
    const ours = after(start(0), interim(-600, 300, 1, 10, arrived(300)));
    expect(seen(ours)).toEqual([[0, 300, 300, 1, 10]]);
    expect(ours.map((session) => session.behind)).toEqual([undefined]);
  });

  test('is taken by its own if a session agrees with both', () => {
    expect(seen(after(start(0), interim(290, 300, 1, 10, arrived(310))))).toEqual([[-10, 290, 300, 1, 10]]);
  });

  test('is a late one by ours if the session of its guest is by the other', () => {
    expect(seen(applyAccountingEvent(behind, interim(300, 300, 1, 10, ANNA)))).toEqual([[-600, -300, 300, 1, 10]]);
    // It doesn't agree with the start: its time stays, and it continues the session of its guest.
    expect(seen(applyAccountingEvent(behind, interim(300, 100, 1, 10, ANNA)))).toEqual([[-600, 300, 100, 1, 10]]);
    expect(startsOf(applyAccountingEvent(behind, interim(300, 300, 1, 10, BEN)))).toEqual([-600, 0]);
    expect(startsOf(applyAccountingEvent(behind, interim(300, 300, 1, 10)))).toEqual([-600, 0]);
  });

  test('is taken by the clock with which the session agrees better', () => {
    const known = after(start(0), interim(600, 600, 10, 100));
    expect(seen(applyAccountingEvent(known, interim(1000, 800, 20, 200, arrived(900))))).toEqual([[0, 900, 800, 20, 200]]);
    expect(seen(applyAccountingEvent(known, interim(900, 800, 20, 200, arrived(1000))))).toEqual([[0, 900, 800, 20, 200]]);
    expect(seen(applyAccountingEvent(known, interim(1000, 800, 20, 200, arrived(600))))).toEqual([[0, 1000, 800, 20, 200]]);
  });

  test('is taken by ours if by the other it was before the session', () => {
    const known = after(start(0, ANNA), interim(600, 600, 10, 100, ANNA));
    const now = applyAccountingEvent(known, interim(-100, 50, 20, 200, arrived(700, ANNA)));
    expect(seen(now)).toEqual([[0, 700, 600, 20, 200]]);
    expect(now[0]?.samples.at(-1)).toMatchObject({ seconds: 700, told: 50 });
    expect(seen(applyAccountingEvent(known, interim(-60, 50, 20, 200, arrived(700, ANNA))))[0]?.[1]).toBe(600);
  });

  test('begins another session as a start that came after the end of the one in which it falls', () => {
    const stopped = after(start(0), stop(600, 600, 1, 10));
    expect(startsOf(applyAccountingEvent(stopped, start(300, arrived(1000))))).toEqual([0, 1000]);
    expect(startsOf(applyAccountingEvent(stopped, interim(500, 100, 0, 5, arrived(1000))))).toEqual([0]);
    const ended = silent(after(start(0), interim(600, 600, 1, 10)), 3000);
    expect(startsOf(applyAccountingEvent(ended, start(300, arrived(4000))))).toEqual([0]);
    const running = after(start(0), interim(600, 600, 1, 10));
    expect(startsOf(applyAccountingEvent(running, start(300, arrived(1000))))).toEqual([0]);
  });
});

describe('a report that fits no session by its time', () => {
  const known = after(start(0, ANNA), interim(300, 300, 10, 100, ANNA));

  test('continues the running one of its guest if both its counters do', () => {
    const later = (up: number | null, down: number | null, more: More = ANNA) =>
      startsOf(applyAccountingEvent(known, interim(5000, 200, up, down, more)));
    expect(later(20, 200)).toEqual([0]);
    expect(later(10, 100)).toEqual([0]);
    expect(later(9, 200)).toEqual([0, 4800]);
    expect(later(20, 99)).toEqual([0, 4800]);
    expect(later(null, 200)).toEqual([0]);
    expect(later(20, 200, BEN)).toEqual([0, 4800]);
    expect(later(20, 200, {})).toEqual([0, 4800]);
  });

  test('is ordered by our clock then, as are those that follow', () => {
    const now = [interim(5000, 200, 20, 200, ANNA), interim(5300, 500, 30, 300, ANNA)].reduce(applyAccountingEvent, known);
    expect(seen(now)).toEqual([[0, 5300, 500, 30, 300]]);
    expect(now[0]?.samples.map(({ seconds, told: reported }) => [seconds, reported])).toEqual([
      [300, undefined],
      [5000, 200],
      [5300, 500],
    ]);
  });

  test('continues a session without traffic only with at least its session time', () => {
    const quiet = after(start(0, ANNA), interim(300, 300, 0, 0, ANNA));
    const later = (seconds: number | null, up: number) => startsOf(applyAccountingEvent(quiet, interim(5000, seconds, up, 0, ANNA)));
    expect(later(301, 0)).toEqual([0]);
    expect(later(300, 1)).toEqual([0]);
    expect(later(299, 1)).toEqual([0, 4701]);
  });

  test('continues none that is over, and as a start none', () => {
    expect(startsOf(applyAccountingEvent(silent(known, 3000), interim(5000, 200, 20, 200, ANNA)))).toEqual([0, 4800]);
    expect(startsOf(applyAccountingEvent(known, start(5000, ANNA)))).toEqual([0, 5000]);
  });

  test('continues none that began later', () => {
    expect(startsOf(after(start(1000, ANNA), interim(900, 200, 20, 200, ANNA)))).toEqual([700, 1000]);
    expect(startsOf(after(start(1000, ANNA), interim(939, 0, 20, 200, ANNA)))).toEqual([939, 1000]);
  });

  test('begins a session if it agrees with an interim that was taken for a copy', () => {
    const interims = Array.from({ length: 12 }, (_, nth) => interim(300 * (nth + 1), 300 * (nth + 1), nth, 10 * nth, ANNA));
    const long = after(start(0, ANNA), ...interims);
    const doubted = applyAccountingEvent(long, interim(9300, 300, 0, 0, ANNA));
    expect(doubted).toEqual([{ ...long[0], doubtful: [{ start: at(9000), seconds: 300 }] }]);
    expect(startsOf(applyAccountingEvent(doubted, interim(9600, 600, 50, 500, ANNA)))).toEqual([0, 9000]);
    expect(startsOf(applyAccountingEvent(long, interim(9600, 600, 50, 500, ANNA)))).toEqual([0]);
  });

  test('begins a session if it agrees with a start that was taken for a copy', () => {
    const print = (packet: string): More => ({ ...ANNA, fingerprint: { content: 'start', packet } });
    const running = after(start(0, print('a')), interim(300, 300, 10, 100, ANNA));
    const doubted = applyAccountingEvent(running, start(1000, print('b')));
    expect(doubted[0]?.doubtful).toEqual([{ start: at(1000), seconds: 0 }]);
    expect(startsOf(applyAccountingEvent(doubted, interim(1300, 300, 20, 200, ANNA)))).toEqual([0, 1000]);
    expect(startsOf(applyAccountingEvent(running, interim(1300, 300, 20, 200, ANNA)))).toEqual([0]);
  });
});

describe('a copy without traffic', () => {
  test('ends a session that was silent if it is of its stop', () => {
    const quiet = silent(after(start(0), interim(650, 650)), 2000);
    expect(applyAccountingEvent(quiet, stop(2500, 650))[0]?.ended).toEqual({
      at: at(650),
      decided: at(650),
      cause: 'user_request',
      isFinal: true,
    });
  });

  test('begins no session and doesn’t prolong one if it is of an interim', () => {
    const quiet = after(start(0), interim(300, 300));
    expect(applyAccountingEvent(quiet, interim(900, 300))).toEqual([{ ...quiet[0], doubtful: [{ start: at(600), seconds: 300 }] }]);
  });
});

describe('the stop of a session that comes late', () => {
  const next = [interim(548, 262, 33, 330, ANNA), interim(1036, 750, 110, 1100, ANNA)];
  const known = after(start(0, ANNA), ...next);

  test('gives back what belongs to the next session of the key, whose start was lost', () => {
    expect(startsOf(known)).toEqual([0]);
    const none = { raw: 0, total: 0 };
    expect(applyAccountingEvent(known, stop(112, 112, 18, 180, ANNA))).toEqual([
      {
        start: 0,
        begun: 0,
        who: { name: 'anna' },
        heard: at(112),
        seconds: 112,
        up: 18,
        down: 180,
        samples: [{ seconds: 112, up: 18, down: 180, isWide: true }],
        before: { seconds: 0, up: none, down: none },
        ended: { at: at(112), decided: at(112), cause: 'user_request', isFinal: true },
      },
      {
        start: at(286),
        who: { name: 'anna' },
        heard: at(1036),
        seconds: 750,
        up: 110,
        down: 1100,
        samples: [
          { seconds: 262, up: 33, down: 330, isWide: true },
          { seconds: 750, up: 110, down: 1100, isWide: true },
        ],
        before: { seconds: 0, up: none, down: none },
        ended: null,
      },
    ]);
  });

  test('gives back nothing that began before it', () => {
    const ends = (second: number) => startsOf(applyAccountingEvent(known, stop(second, second, 18, 180, ANNA)));
    expect(ends(285)).toEqual([0, 286]);
    expect(ends(286)).toEqual([0]);
  });

  test('gives back nothing if it doesn’t say when its session began, or is no stop', () => {
    expect(startsOf(applyAccountingEvent(known, stop(112, null, 18, 180, ANNA)))).toEqual([0]);
    expect(startsOf(applyAccountingEvent(known, interim(112, 112, 18, 180, ANNA)))).toEqual([0]);
    expect(startsOf(applyAccountingEvent(known, stop(212, 112, 18, 180, ANNA)))).toEqual([0]);
  });

  test('gives back the reports of one session only', () => {
    // Another one that begins two minutes after the first.
    const more = applyAccountingEvent(known, interim(1500, 1094, 150, 1500, ANNA));
    expect(startsOf(applyAccountingEvent(more, stop(112, 112, 18, 180, ANNA)))).toEqual([0, 286]);
  });

  test('leaves to its session what was reported of it before', () => {
    const first = after(start(0, ANNA), interim(60, 60, 5, 50, ANNA), ...next);
    expect(seen(applyAccountingEvent(first, stop(112, 112, 18, 180, ANNA)))).toEqual([
      [0, 112, 112, 18, 180],
      [286, 1036, 750, 110, 1100],
    ]);
  });
});

describe('the start of a session', () => {
  test('is what its earliest report says, but no more than a minute before its Start', () => {
    expect(startsOf(after(interim(300, 300, 1, 10), interim(600, 700, 2, 20)))).toEqual([-100]);
    expect(startsOf(after(start(0), interim(300, 360, 1, 10)))).toEqual([-60]);
    expect(startsOf(after(start(0), interim(300, 361, 1, 10)))).toEqual([0]);
    expect(startsOf(after(start(0), interim(300, null, 1, 10)))).toEqual([0]);
  });

  test('is never that of another session with the same key', () => {
    const other = (second: number) => after(start(second, ANNA), stop(50, 50 - second, 1, 10, ANNA), interim(400, 300, 1, 10, BEN));
    expect(startsOf(other(0))).toEqual([0, 100]);
    expect(seen(applyAccountingEvent(other(0), interim(500, 500, 2, 20, BEN)))[1]).toEqual([100, 500, 500, 2, 20]);
    expect(seen(applyAccountingEvent(other(20), interim(500, 500, 2, 20, BEN)))[1]).toEqual([0, 500, 500, 2, 20]);
    expect(startsOf(after(start(0, ANNA), start(0, BEN), start(0, { who: { name: 'carl' } })))).toEqual([0, 0.001, 0.002]);
  });

  test('is remembered as its earliest Start says', () => {
    const startedAt = (...events: AccountingEvent[]) => after(...events).map((session) => session.begun);
    expect(startedAt(start(0), start(20))).toEqual([0]);
    expect(startedAt(start(20), start(0))).toEqual([0]);
    expect(startedAt(start(20), interim(300, 300))).toEqual([at(20)]);
    expect(after(interim(300, 300)).map((session) => 'begun' in session)).toEqual([false]);
  });

  test('has the session time 0, whenever it is reported', () => {
    expect(seen(after(start(0), start(20)))).toEqual([[0, 20, 0, 0, 0]]);
  });
});

describe('a session that another of its key follows', () => {
  const replaced = (last: number, decided: number) => ({ at: at(last), decided: at(decided), cause: 'replaced', isFinal: false });

  test('ends at its last report, as far as is known since the other one began', () => {
    expect(after(start(0), interim(300, 300), start(1000))[0]?.ended).toEqual(replaced(300, 1000));
    expect(after(start(1000), interim(700, 600, 1, 10)).map(({ ended }) => ended)).toEqual([replaced(700, 1000), null]);
    const between = after(start(0), interim(300, 300), start(1000), interim(800, 100, 1, 10));
    expect(between.map(({ ended }) => ended)).toEqual([replaced(300, 1000), replaced(800, 1000), null]);
  });

  test('doesn’t go on with a later report', () => {
    const two = after(start(0), interim(300, 300, 1, 10), start(1000));
    const [first] = applyAccountingEvent(two, interim(1100, 1095, 5, 50));
    expect(first).toMatchObject({ seconds: 1095, ended: replaced(300, 1000) });
    const [late] = applyAccountingEvent(two, interim(900, 900, 5, 50));
    expect(late).toMatchObject({ seconds: 900, ended: replaced(900, 1000) });
  });
});

describe('a session that was ended by silence', () => {
  const long = after(interim(300, 1800, 10, 100));
  const ended = silent(long, 1300);

  test('goes on with a report of a longer session time only', () => {
    expect(ended[0]?.ended).toMatchObject({ at: at(300), decided: at(1300) });
    expect(applyAccountingEvent(ended, interim(1310, 1801, 20, 100))[0]?.ended).toBeNull();
    expect(applyAccountingEvent(ended, interim(1310, 1800, 20, 100))[0]).toMatchObject({ up: 20, ended: { at: at(300) } });
  });

  test('goes on only if that was after the server concluded so', () => {
    expect(applyAccountingEvent(ended, interim(1301, 2801, 20, 100))[0]?.ended).toBeNull();
    expect(applyAccountingEvent(ended, interim(1300, 2800, 20, 100))[0]?.ended).toMatchObject({ at: at(1300), cause: 'no_word' });
  });

  test('stays so with a start, and ends no later', () => {
    expect(applyAccountingEvent(ended, start(-1450))[0]?.ended).toEqual(ended[0]?.ended);
    const alone = silent(after(start(0)), 3000);
    expect(applyAccountingEvent(alone, start(20))[0]?.ended).toEqual({ at: 0, decided: at(3000), cause: 'no_word', isFinal: false });
  });

  test('ends with its stop, and the earliest of several', () => {
    const stopped = after(start(0), stop(300, null, 1, 10));
    expect(stopped[0]?.ended).toEqual({ at: at(300), decided: at(300), cause: 'user_request', isFinal: true });
    const earlier = applyAccountingEvent(stopped, stop(250, null, 1, 5, { cause: 'idle_timeout' }));
    expect(earlier[0]?.ended).toEqual({ at: at(250), decided: at(300), cause: 'user_request', isFinal: true });
    expect(after(start(0), stop(-30, null, 1, 10))[0]?.ended?.at).toBe(0);
    expect(applyAccountingEvent(stopped, interim(340, null, 2, 20))[0]?.ended).toEqual(stopped[0]?.ended);
  });
});

describe('the addresses of a session', () => {
  const addressesAfter = (...events: AccountingEvent[]) =>
    after(...events)[0]?.addresses?.map((address) => [
      address.hash,
      address.from / 1000,
      address.until === null ? null : address.until / 1000,
    ]);

  test('are those of its first report since its start', () => {
    expect(addressesAfter(interim(300, 300, 0, 0, from('p')))).toEqual([['p', 0, null]]);
    expect(addressesAfter(start(0), interim(300, 300, 0, 0, from('p')))).toEqual([['p', 300, null]]);
    expect(after(start(0), interim(300, 300)).map((session) => 'addresses' in session)).toEqual([false]);
  });

  test('change with its newest report, also at the time of the last one', () => {
    expect(addressesAfter(start(0, from('p')), interim(300, 300, 1, 1, from('q')))).toEqual([
      ['p', 0, 300],
      ['q', 300, null],
    ]);
    expect(addressesAfter(start(0, from('p')), interim(300, 300), interim(300, 301, 1, 1, from('q')))).toEqual([
      ['p', 0, 300],
      ['q', 300, null],
    ]);
  });

  test('stay with an older report, which had one meanwhile', () => {
    expect(addressesAfter(start(0, from('p')), interim(600, 600, 1, 1, from('p')), interim(300, 300, 0, 1, from('q')))).toEqual([
      ['p', 0, null],
      ['q', 300, 300],
    ]);
  });
});

describe('the fingerprints of a session', () => {
  const print = (content: string, packet: string | null): More => ({ fingerprint: { content, packet } });
  const printsAfter = (...events: AccountingEvent[]) => after(...events)[0]?.prints;

  test('are of its starts and stops, without repetition', () => {
    expect(printsAfter(start(0, print('a', 'a')), start(10, print('b', '1')), stop(300, 300, 1, 1, print('c', null)))).toEqual([
      'a',
      'b',
      '1',
      'c',
    ]);
    expect(printsAfter(start(0, print('a', '1')), start(10, print('a', '2')))).toEqual(['a', '1', '2']);
    expect(printsAfter(start(0), interim(300, 300, 1, 1, print('a', '1')))).toBeUndefined();
  });

  test('are the last six', () => {
    const starts = ['a', 'b', 'c', 'd'].map((content, nth) => start(nth, print(content, `${nth}`)));
    expect(printsAfter(...starts)).toEqual(['b', '1', 'c', '2', 'd', '3']);
  });
});
