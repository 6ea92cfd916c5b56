import { describe, expect, test } from '@jest/globals';
import { contradictingSeconds } from '../../../src/features/sessions/clockTime';
import { madeUpSession } from '../../support/console/answersMadeUp';

const at = (seconds: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + seconds * 1000).toISOString();

describe('the time between start and end of a session', () => {
  test.each([
    ['the unit leaves out idle time', { duration: 900, stop_time: at(3900) }, 3900],
    ['the unit starts its session time anew', { duration: 700, stop_time: at(1112) }, 1112],
    ['the unit counts more than has passed', { duration: 9000, stop_time: at(3600) }, 3600],
    ['a running session is a minute and a second behind', { duration: 300, update_time: at(361) }, 361],
  ])('is shown when %s', (_, change, seconds) => {
    expect(contradictingSeconds(madeUpSession({ start_time: at(0), ...change }))).toBe(seconds);
  });

  test.each([
    ['they agree', { duration: 3600, stop_time: at(3600) }],
    ['reports take up to a minute', { duration: 3600, stop_time: at(3660) }],
    ['the clock was set a little ahead', { duration: 3600, stop_time: at(3540) }],
    ['a running session agrees at its last report', { duration: 300, update_time: at(300) }],
    ['no start is known', { duration: 300, start_time: null, stop_time: at(3600) }],
    ['no report has come', { duration: 300, update_time: null }],
  ])('is not shown when %s', (_, change) => {
    expect(contradictingSeconds(madeUpSession({ start_time: at(0), ...change }))).toBeNull();
  });
});
