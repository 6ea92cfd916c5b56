/** Compares real visits with what is counted from a unit's reports, without a database: thousands of nights of a bad network. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { applyAccountingEvent } from '../../../src/server/access/accounting';
import { endedBySilence } from '../../../src/server/access/sessionEndings';
import type { SessionState } from '../../../src/server/database/jsonColumns';
import { CODE } from '../../../src/server/radius/codec';
import { parseAccounting, withFingerprint } from '../../../src/server/radius/accountingRequest';
import { night, played, type Arrival, type KnownVisit, type Night } from '../../support/radius/faultyNetwork';
import { at, secondsAfterTen } from '../../support/radius/reportingUnit';
import { rounds } from '../../support/run/rounds';

const RUNS = rounds(100, 8_000);

type Counted = Pick<KnownVisit, 'id' | 'start' | 'seconds' | 'up' | 'down'>;

/** The visits of each session id that are counted from these reports, in the order in which they began. */
function counted(arrivals: readonly Arrival[]): Counted[] {
  const known = new Map<string, readonly SessionState[]>();
  for (const { arrives, attributes, packet: id } of arrivals) {
    const authenticator = createHash('md5').update(String(id)).digest();
    const packet = { code: CODE.accountingRequest, id: id % 256, authenticator, attributes };
    const report = parseAccounting(packet, at(arrives).getTime(), 'generic');
    if (report?.about !== 'session') throw new Error('it is about a session');
    const event = withFingerprint(report.event, packet, authenticator);
    const now = at(arrives).getTime();
    const before = (known.get(report.key) ?? []).map((session) => endedBySilence(session, now));
    known.set(report.key, applyAccountingEvent(before, event));
  }
  return inOrder(
    [...known].flatMap(([id, sessions]) =>
      sessions.map(({ start, seconds, up, down }) => ({ id, start: secondsAfterTen(new Date(start)), seconds, up, down })),
    ),
  );
}

/** Sorted by what was counted: with wrong clocks they may seem to begin in another order. */
const inOrder = <V extends Counted>(visits: readonly V[]) =>
  [...visits].sort((one, other) => one.id.localeCompare(other.id) || one.up - other.up || one.down - other.down || one.start - other.start);

const asReported = (visits: readonly Counted[]) => visits.map(({ id, seconds, up, down }) => ({ id, seconds, up, down }));
const sumOf = (visits: readonly Counted[], of: (visit: Counted) => number) => visits.reduce((sum, visit) => sum + of(visit), 0);

/** Whether a guest returns under the same session id, so that the visits can't be told apart. */
const isUndecided = ({ hasReusedIds, visits }: Night) => hasReusedIds && new Set(visits.map(({ guest }) => guest)).size < visits.length;

/** Milliseconds. */
const TIMEOUT = 900_000;

describe('the visits of a night', () => {
  test(
    'have the beginning, the length and the traffic that the reports tell which arrived',
    () => {
      fc.assert(
        fc.property(night, (from) => {
          const { known, arrivals } = played('night', from, { keepsVisits: true });
          const [visits, right] = [counted(arrivals), inOrder(known)];
          expect(asReported(visits)).toEqual(asReported(right));
          for (const [nth, { start, earliest }] of right.entries()) {
            expect(visits[nth]?.start).toBeGreaterThanOrEqual(earliest);
            expect(visits[nth]?.start).toBeLessThanOrEqual(start);
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    TIMEOUT,
  );

  test(
    'are never more than were reported, nor is their traffic, where two of a guest cannot be distinguished',
    () => {
      fc.assert(
        fc.property(night, (from) => {
          const { known, arrivals } = played('night', from);
          const visits = counted(arrivals);
          if (!isUndecided(from)) expect(asReported(visits)).toEqual(asReported(inOrder(known)));
          expect(visits.length).toBeLessThanOrEqual(known.length);
          for (const of of [({ up }: Counted) => up, ({ down }: Counted) => down])
            expect(sumOf(visits, of)).toBeLessThanOrEqual(sumOf(known, of));
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    TIMEOUT,
  );
});
