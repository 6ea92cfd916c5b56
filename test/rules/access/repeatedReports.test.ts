import { describe, expect, test } from '@jest/globals';
import type { AccountingEvent, Fingerprint } from '../../../src/server/access/accountingEvent';
import {
  doubting,
  isFollowing,
  isKnownPacket,
  isOtherStop,
  isProbablyRepeated,
  isSurelyRepeated,
  timeIn,
} from '../../../src/server/access/repeatedReports';
import type { Ended, Sample, SessionState } from '../../../src/server/database/jsonColumns';

/** Milliseconds. */
const at = (seconds: number) => seconds * 1000;

const report = (kind: AccountingEvent['kind'], second: number, more: Partial<AccountingEvent> = {}): AccountingEvent => ({
  kind,
  at: at(second),
  seconds: null,
  up: null,
  down: null,
  isWide: true,
  cause: '',
  ...more,
});
const start = (second: number, fingerprint?: Fingerprint) => report('start', second, fingerprint && { fingerprint });
const interim = (second: number, seconds: number | null, up: number | null, down: number | null) =>
  report('interim', second, { seconds, up, down });
const stop = (second: number, seconds: number | null, up: number | null, down: number | null, more: Partial<AccountingEvent> = {}) =>
  report('stop', second, { seconds, up, down, cause: 'user_request', ...more });

const sample = (seconds: number, up: number | null, down: number | null): Sample => ({ seconds, up, down, isWide: true });
const none = { raw: 0, total: 0 };

/** Began at second 1000, and was reported after 300 and 600 seconds. */
const RUNNING: SessionState = {
  start: at(1000),
  heard: at(1600),
  seconds: 600,
  up: 20,
  down: 200,
  samples: [sample(300, 10, 100), sample(600, 20, 200)],
  before: { seconds: 0, up: none, down: none },
  prints: ['start'],
  ended: null,
};
const ended = (more: Partial<Ended> = {}): Ended => ({
  at: at(1600),
  decided: at(1600),
  cause: 'user_request',
  isFinal: true,
  ...more,
});
const STOPPED: SessionState = { ...RUNNING, prints: ['start', 'stop'], ended: ended() };
const { prints: _, ...UNPRINTED } = STOPPED;
const content = (print: string): Fingerprint => ({ content: print, packet: null });
const packet = (print: string): Fingerprint => ({ content: 'content', packet: print });

describe('a packet', () => {
  test.each([
    ['is known by its own fingerprint', STOPPED, packet('stop'), true],
    ['isn’t known with another', STOPPED, packet('other'), false],
    ['isn’t known by its content alone', STOPPED, content('stop'), false],
    ['isn’t known without a fingerprint', STOPPED, undefined, false],
    ['isn’t known in a session without any', UNPRINTED, packet('stop'), false],
  ])('%s', (_what, session, fingerprint, expected) => {
    expect(isKnownPacket(session, report('stop', 1600, fingerprint && { fingerprint }))).toBe(expected);
  });

  test.each([
    ['is another stop than the one of a session that ended', STOPPED, packet('other'), true],
    ['is the stop of a session by its fingerprint', STOPPED, packet('stop'), false],
    ['may be the stop of a session if only its content is known', STOPPED, content('other'), false],
    ['may be the stop of a session without a fingerprint', STOPPED, undefined, false],
    ['may be the stop of a session that has no fingerprints', UNPRINTED, packet('other'), false],
    ['may be the stop of a running session', RUNNING, packet('other'), false],
    ['may be the stop of a session that we ended', { ...STOPPED, ended: ended({ isFinal: false }) }, packet('other'), false],
  ])('%s', (_what, session, fingerprint, expected) => {
    expect(isOtherStop(session, report('stop', 1600, fingerprint && { fingerprint }))).toBe(expected);
  });

  test('is no other stop if it is no stop', () => {
    for (const kind of ['start', 'interim'] as const)
      expect(isOtherStop(STOPPED, report(kind, 1600, { fingerprint: packet('other') }))).toBe(false);
  });
});

describe('a sure copy', () => {
  test.each([
    ['an interim with its session time and traffic', RUNNING, interim(9000, 300, 10, 100), true],
    ['one with traffic in one direction', { ...RUNNING, samples: [sample(300, 10, 0)] }, interim(9000, 300, 10, 0), true],
    ['the stop with its session time and traffic', STOPPED, stop(9000, 600, 20, 200), true],
    ['an interim up to a minute before its time', RUNNING, interim(1240, 300, 10, 100), true],
    ['a running session’s start with its content', RUNNING, start(9000, content('start')), true],
  ])('repeats %s', (_what, session, event, expected) => expect(isSurelyRepeated(session, event)).toBe(expected));

  test.each([
    ['with another session time', RUNNING, interim(9000, 301, 10, 100)],
    ['with other traffic up', RUNNING, interim(9000, 300, 11, 100)],
    ['with other traffic down', RUNNING, interim(9000, 300, 10, 101)],
    ['without a session time', RUNNING, interim(9000, null, 10, 100)],
    ['without traffic', { ...RUNNING, samples: [sample(300, 0, 0)] }, interim(9000, 300, 0, 0)],
    ['more than a minute before its time', RUNNING, report('interim', 1239.999, { seconds: 300, up: 10, down: 100 })],
    ['of the start of a session that is over', STOPPED, start(9000, content('start'))],
    ['of a start with another content', RUNNING, start(9000, content('other'))],
    ['of a start without a fingerprint', RUNNING, start(9000)],
    ['of a start before it', RUNNING, start(939, content('start'))],
    ['of a start in a session without fingerprints', { ...UNPRINTED, ended: null }, start(9000, content('start'))],
  ])('is no report %s', (_what, session, event) => expect(isSurelyRepeated(session, event)).toBe(false));
});

/** A session in which all reports up to 900 seconds, with up to 50 and 500 bytes, are no longer in detail. */
const LONG: SessionState = {
  ...RUNNING,
  seconds: 1200,
  samples: [sample(1200, 60, 600)],
  before: { seconds: 900, up: { raw: 50, total: 50 }, down: { raw: 500, total: 500 } },
  heard: at(2200),
};

describe('a probable copy', () => {
  test.each([
    ['an interim without traffic', { ...RUNNING, samples: [sample(300, 0, 0)] }, interim(9000, 300, 0, 0)],
    ['an interim that is no longer remembered', LONG, interim(9000, 900, 50, 500)],
    ['an interim with less', LONG, interim(9000, 100, 5, 0)],
    ['an interim with counters in one direction', LONG, interim(9000, 900, null, 500)],
    ['an interim with counters in the other direction', LONG, interim(9000, 900, 50, null)],
    ['an interim without counters', LONG, interim(9000, 1200, null, null)],
    [
      'an interim whose counter was greater before the unit restarted it',
      { ...LONG, before: { ...LONG.before, up: { raw: 5, total: 50 } } },
      interim(9000, 900, 50, 500),
    ],
    [
      'an interim whose counter had started above 0',
      { ...LONG, before: { ...LONG.before, up: { raw: 50, total: 5 } } },
      interim(9000, 900, 50, 500),
    ],
    [
      'an interim whose counter wasn’t believed',
      { ...LONG, before: { ...LONG.before, down: { raw: 500, total: 500, doubted: 900 } } },
      interim(9000, 900, 50, 900),
    ],
  ])('repeats %s', (_what, session, event) => expect(isProbablyRepeated(session, event)).toBe(true));

  test.each([
    ['with more traffic up', LONG, interim(9000, 900, 51, 500)],
    ['with more traffic down', LONG, interim(9000, 900, 50, 501)],
    ['with a longer session time', LONG, interim(9000, 901, 50, 500)],
    ['with a counter up and a longer session time', LONG, interim(9000, 1000, 50, null)],
    ['with a counter down and a longer session time', LONG, interim(9000, 1000, null, 500)],
    ['without counters but with a longer session time', LONG, interim(9000, 1201, null, null)],
    ['without a session time', LONG, interim(9000, null, 5, 50)],
    ['before its time', LONG, interim(1800, 900, 5, 50)],
    [
      'that agrees with an earlier one taken for a copy',
      { ...LONG, doubtful: [{ start: at(8100), seconds: 600 }] },
      interim(9000, 900, 5, 50),
    ],
  ])('is no interim %s', (_what, session, event) => expect(isProbablyRepeated(session, event)).toBe(false));
});

test('a start is never probably a copy', () => {
  expect(isProbablyRepeated(RUNNING, start(9000, content('start')))).toBe(false);
  expect(isProbablyRepeated({ ...RUNNING, samples: [{ ...sample(0, null, null) }] }, { ...start(9000), seconds: 0 })).toBe(false);
});

describe('a stop', () => {
  const QUIET: SessionState = { ...UNPRINTED, up: 0, down: 0, samples: [sample(600, 0, 0)] };
  test.each([
    ['by its fingerprint', STOPPED, stop(9000, 600, 0, 0, { fingerprint: content('stop') }), true],
    ['only with the same fingerprint', STOPPED, stop(9000, 600, 20, 200, { fingerprint: content('other') }), false],
    ['by its traffic without a fingerprint', STOPPED, stop(9000, 600, 20, 200), true],
    ['by its traffic in a session without fingerprints', UNPRINTED, stop(9000, 600, 20, 200, { fingerprint: content('other') }), true],
    ['by its traffic without a session time', UNPRINTED, stop(9000, null, 20, 200), true],
    ['only with the same cause', UNPRINTED, stop(9000, 600, 20, 200, { cause: 'idle_timeout' }), false],
    ['only with the same session time', UNPRINTED, stop(9000, 300, 10, 100), false],
    ['only with the same traffic', UNPRINTED, stop(9000, 600, 21, 200), false],
    ['by its session time without a counter up', UNPRINTED, stop(9000, 600, null, 200), true],
    ['by its session time without a counter down', UNPRINTED, stop(9000, 600, 20, null), true],
    ['only with a session time or counters', UNPRINTED, stop(9000, null, null, null), false],
    ['by its session time if neither had traffic', QUIET, stop(9000, 600, 0, 0), true],
    ['by its session time if neither had traffic that is remembered', { ...QUIET, samples: [] }, stop(9000, 600, 0, 0), true],
    ['without traffic only if the session had none', { ...QUIET, down: 1, samples: [] }, stop(9000, 600, 0, 0), false],
    ['with traffic only if that is known', { ...QUIET, samples: [] }, stop(9000, 600, 0, 1), false],
    ['only after the event', UNPRINTED, stop(1539, 600, 20, 200), false],
    ['of a known report while its session runs', RUNNING, stop(9000, 600, 20, 200, { cause: 'idle_timeout' }), true],
    ['only of a known report while its session runs', RUNNING, stop(9000, 600, 20, 201), false],
    [
      'of a known report of a session that we ended',
      { ...UNPRINTED, ended: ended({ isFinal: false, cause: 'no_word' }) },
      stop(9000, 600, 20, 200),
      true,
    ],
  ])('is probably a copy %s', (_what, session, event, expected) => expect(isProbablyRepeated(session, event)).toBe(expected));
});

test.each([
  ['its start', RUNNING, start(9000), 1000],
  ['a report with a session time', RUNNING, interim(9000, 300, 0, 0), 1300],
  ['one without in a running session', RUNNING, interim(9000, null, 0, 0), 1600],
  ['one without in a session that is over', { ...STOPPED, ended: ended({ at: at(1700) }) }, stop(9000, null, 0, 0), 1700],
])('the time of %s follows from the session', (_what, session, event, seconds) => expect(timeIn(session, event)).toBe(at(seconds)));

describe('two reports that were taken for copies', () => {
  const doubtful = (...suggested: [start: number, seconds: number][]): SessionState => ({
    ...RUNNING,
    doubtful: suggested.map(([second, seconds]) => ({ start: at(second), seconds })),
  });
  test.each([
    ['are of one session if they suggest the same start', doubtful([5000, 300]), interim(5600, 600, 0, 0), true],
    ['are of one session if the starts differ by ten seconds', doubtful([5010, 300]), interim(5600, 600, 0, 0), true],
    ['are of one session if the other one differs by ten seconds', doubtful([4990, 300]), interim(5600, 600, 0, 0), true],
    ['may be copies if the starts differ by more', doubtful([5011, 300]), interim(5600, 600, 0, 0), false],
    ['may be copies with about the same session time', doubtful([5000, 590]), interim(5600, 600, 0, 0), false],
    ['are of one session with a shorter session time', doubtful([5000, 611]), interim(5600, 600, 0, 0), true],
    ['are of one session with a session time eleven seconds longer', doubtful([5000, 589]), interim(5600, 600, 0, 0), true],
    ['are of one session if a third is a copy', doubtful([1, 300], [5000, 300], [2, 3]), interim(5600, 600, 0, 0), true],
    ['are of one session if the first was a start', doubtful([5000, 0]), interim(5600, 600, 0, 0), true],
    ['may be copies without a session time', doubtful([5600, 0]), interim(5600, null, 0, 0), false],
    ['don’t exist in a session without any', RUNNING, interim(5600, 600, 0, 0), false],
  ])('%s', (_what, session, event, expected) => expect(isFollowing(session, event)).toBe(expected));

  test('are remembered with what they suggest, and the last three', () => {
    const all = [interim(5600, 600, 0, 0), interim(5700, null, 0, 0), start(5800), interim(6600, 600, 0, 0)];
    const [one, two, three, four] = [
      { start: at(5000), seconds: 600 },
      { start: at(5700), seconds: 0 },
      { start: at(5800), seconds: 0 },
      { start: at(6000), seconds: 600 },
    ];
    expect(all.slice(0, 3).reduce(doubting, RUNNING)).toEqual({ ...RUNNING, doubtful: [one, two, three] });
    expect(all.reduce(doubting, RUNNING)).toEqual({ ...RUNNING, doubtful: [two, three, four] });
  });
});
