import { describe, expect, test } from '@jest/globals';
import { endedAsUnknown, endedByNext, endedBySilence, endedByUnit } from '../../../src/server/access/sessionEndings';
import type { Sample, SessionState } from '../../../src/server/database/jsonColumns';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const none = { raw: 0, total: 0 };

/** Began at minute 10, and was reported last at minute 20. */
const RUNNING: SessionState = {
  start: 10 * MINUTE,
  heard: 20 * MINUTE,
  seconds: 600,
  up: 1,
  down: 2,
  samples: [],
  before: { seconds: 0, up: none, down: none },
  ended: null,
};
const OVER: SessionState = { ...RUNNING, ended: { at: 20 * MINUTE, decided: 21 * MINUTE, cause: 'user_request', isFinal: true } };

const endedFor = (cause: string, decided: number) => ({ ...RUNNING, ended: { at: RUNNING.heard, decided, cause, isFinal: false } });

describe('a running session', () => {
  test('ends at its last report when its unit says that it has restarted since the session began', () => {
    expect(endedByUnit(RUNNING, 10 * MINUTE + 1)).toEqual(endedFor('unit_restarted', 10 * MINUTE + 1));
    expect(endedByUnit(RUNNING, 10 * MINUTE)).toBe(RUNNING);
  });

  test('ends at its last report when its device begins another', () => {
    expect(endedByNext(RUNNING, 20 * MINUTE)).toEqual(endedFor('replaced', 20 * MINUTE));
    // It has been reported since the other began.
    expect(endedByNext(RUNNING, 20 * MINUTE - 1)).toBe(RUNNING);
  });

  test('goes on when the other began earlier or at once', () => {
    const unreported = { ...RUNNING, heard: RUNNING.start };
    expect(endedByNext(unreported, RUNNING.start)).toBe(unreported);
    expect(endedByNext(unreported, RUNNING.start + 1).ended).not.toBeNull();
  });

  test('ends at its last report when its unit doesn’t have it', () => {
    expect(endedAsUnknown(RUNNING, 5 * MINUTE)).toEqual(endedFor('unknown_to_unit', 5 * MINUTE));
  });

  test('ends after more than a quarter of an hour without a report', () => {
    expect(endedBySilence(RUNNING, 35 * MINUTE)).toBe(RUNNING);
    expect(endedBySilence(RUNNING, 35 * MINUTE + 1)).toEqual(endedFor('no_word', 35 * MINUTE + 1));
  });

  test('ends later by as much as the clock of its unit is behind', () => {
    const late = { ...RUNNING, behind: 5 * MINUTE };
    expect(endedBySilence(late, 40 * MINUTE)).toBe(late);
    expect(endedBySilence(late, 40 * MINUTE + 1).ended).toMatchObject({ at: 20 * MINUTE });
  });
});

/** Reports at these minutes of a session. */
const reportedAt = (...minutes: number[]): SessionState => ({
  ...RUNNING,
  samples: minutes.map((minute): Sample => ({ seconds: minute * 60, up: 1, down: 1, isWide: false })),
});

test.each([
  [15, 'reported once', [60]],
  [15, 'reported each minute', [1, 2]],
  [30, 'last reported ten minutes apart, and before less often', [0, 100, 110]],
  [3 * 60, 'last reported an hour apart, and before more often', [1, 2, 62]],
  [24 * 60, 'last reported eight hours apart', [0, 480]],
  [24 * 60, 'last reported nine hours apart', [0, 540]],
  [15, 'never reported with a session time', []],
])('a session may be silent for %d minutes if it was %s', (allowed, _, minutes) => {
  const session = reportedAt(...minutes);
  expect(endedBySilence(session, session.heard + allowed * MINUTE)).toBe(session);
  expect(endedBySilence(session, session.heard + allowed * MINUTE + 1).ended).not.toBeNull();
});

test('a session that is over ends for no other reason', () => {
  for (const end of [endedByUnit, endedByNext, endedAsUnknown, endedBySilence]) expect(end(OVER, 2 * DAY)).toBe(OVER);
});
