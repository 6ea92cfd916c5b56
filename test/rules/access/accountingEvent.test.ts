import { describe, expect, test } from '@jest/globals';
import { beginningOf, eventTime, hasTraffic, isDelayed, restartTime } from '../../../src/server/access/accountingEvent';

/** 10:00. */
const TEN = Date.parse('2026-11-22T10:00:00Z');
const MINUTE = 60;
const WEEK = 7 * 86_400;

/** A time, in seconds after 10:00. */
const at = (seconds: number) => TEN + seconds * 1000;
const secondsAfterTen = (time: number) => (time - TEN) / 1000;

describe('the time of an event that is reported at 10:00', () => {
  test.each([
    ['is the arrival without other information', {}, 0],
    ['is the arrival without a delay', { delaySeconds: 0 }, 0],
    ['is the arrival minus the delay', { delaySeconds: 40 }, -40],
    ['follows the delay rather than a clock that may be wrong', { delaySeconds: 40, timestamp: at(-10) }, -40],
    ['follows a delay of a week', { delaySeconds: WEEK }, -WEEK],
    ['ignores a longer delay', { delaySeconds: WEEK + 1 }, 0],
    ['ignores an invalid delay', { delaySeconds: 4_294_967_295 }, 0],
    ['follows the clock of the unit', { timestamp: at(-300) }, -300],
    ['follows a clock that is a quarter of an hour late', { timestamp: at(-15 * MINUTE) }, -15 * MINUTE],
    ['ignores a clock that is later', { timestamp: at(-15 * MINUTE) - 1 }, 0],
    ['ignores a clock that is three hours late', { timestamp: at(-180 * MINUTE) }, 0],
    ['ignores a clock in 1970', { timestamp: 1000 }, 0],
    ['ignores a clock that is ahead', { timestamp: at(3600) }, 0],
    ['is never after the arrival', { timestamp: at(5) }, 0],
  ])('%s', (_, reported, expected) => expect(secondsAfterTen(eventTime(at(0), reported))).toBe(expected));
});

describe('the time of a unit’s restart', () => {
  test.each([
    ['is that of the event without a timestamp', undefined, -40],
    ['is the timestamp if that is earlier', at(-300), -300],
    ['is that of the event if the timestamp is later', at(-10), -40],
    ['is a timestamp of a week ago', at(-WEEK), -WEEK],
    ['is that of the event if the clock was never set', at(-WEEK) - 1, -40],
  ])('%s', (_, timestamp, expected) => {
    expect(secondsAfterTen(restartTime(at(-40), { arrived: at(0), timestamp }))).toBe(expected);
  });
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
  [WEEK, true],
  [WEEK + 1, false],
])('a delay of %d seconds is believed: %p', (seconds, expected) => expect(isDelayed(seconds)).toBe(expected));

test.each([
  ['start', 300, at(0)],
  ['interim', 300, at(-300)],
  ['stop', 0, at(0)],
  ['interim', null, null],
] as const)('the beginning of a session by its %s with the session time %p', (kind, seconds, expected) => {
  expect(beginningOf({ kind, at: at(0), seconds, up: null, down: null, isWide: false, cause: '' })).toBe(expected);
});

test.each([
  [null, null, false],
  [0, 0, false],
  [1, null, true],
  [null, 1, true],
  [0, 1, true],
])('%p bytes up and %p down are traffic: %p', (up, down, expected) => expect(hasTraffic({ up, down })).toBe(expected));
