/** Visits as they were against what is counted of a unit's reports, without a database: thousands of nights of a bad network. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyAccountingEvent, endedBySilence, type SessionState } from '../../../src/server/access/accounting';
import { parseAccounting } from '../../../src/server/radius/attributes';
import { CODE } from '../../../src/server/radius/codec';
import { withFingerprint } from '../../../src/server/radius/fingerprints';
import { night, played, type Arrival } from '../../support/radius/faultyNetwork';
import { at } from '../../support/radius/reportingUnit';
import { isLong } from '../../support/run/long';

const RUNS = isLong ? 20_000 : 1000;

/** The bytes of all sessions after these reports. */
function counted(arrivals: readonly Arrival[]): string[] {
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
  return [...known.values()]
    .flat()
    .map(({ up, down }) => `${up} up, ${down} down`)
    .sort();
}

describe('the visits of a night', () => {
  test('have the traffic that the reports tell which arrived', () => {
    fc.assert(
      fc.property(night, (from) => {
        const { known, arrivals } = played('night', from, { tellsApart: true });
        expect(counted(arrivals)).toEqual(known.map(({ up, down }) => `${up} up, ${down} down`).sort());
      }),
      { numRuns: RUNS, seed: Number(process.env.PORTICO_SEED ?? 39), endOnFailure: true },
    );
  });
});
