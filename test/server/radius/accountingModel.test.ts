/** A model of what happened, against what is counted of reports over UDP: whatever goes wrong on the way. */
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asc, eq, like, sum } from 'drizzle-orm';
import { endSilentSessions } from '../../../src/server/access/sessionStore';
import { session_histories, session_sums, sessions } from '../../../src/server/database/schema';
import { night, played, type Night } from '../../support/radius/faultyNetwork';
import { at, secondsAfterTen, serveWithUnit } from '../../support/radius/reportingUnit';
import { isLong } from '../../support/run/long';

const { server, sendAt, accounting } = serveWithUnit('modelled');

const ROUNDS = isLong ? 300 : 12;
let nights = 0;

afterEach(async () => {
  expect(await server.db().$count(sessions, like(sessions.session_key, 'night-%'))).toBe(0);
});

/** Sends all of a night, and lets the time pass in which sessions without a stop end. */
async function happened(from: Night) {
  nights += 1;
  const name = `night-${nights}`;
  const all = played(name, from);
  const packets = new Map<number, Buffer>();
  for (const { arrives, attributes, packet } of all.arrivals) {
    // As the server does every minute.
    await endSilentSessions(server.db(), at(arrives).getTime());
    const bytes = packets.get(packet) ?? accounting(attributes, packet % 256);
    packets.set(packet, bytes);
    await sendAt(arrives, bytes);
  }
  await endSilentSessions(server.db(), at(7 * 86_400).getTime());
  const counted = await server
    .db()
    .select()
    .from(session_histories)
    .where(like(session_histories.session_key, `${name}-%`))
    .orderBy(asc(session_histories.start_time));
  return { ...all, counted };
}

/** Bytes of each visit per guest. */
function byGuest(visits: readonly { guest: string; up: number; down: number }[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { guest, up, down } of visits) (found[guest] ??= []).push(`${up} up, ${down} down`);
  for (const list of Object.values(found)) list.sort();
  return found;
}

const asVisit = ({ username, bytes_up, bytes_down }: typeof session_histories.$inferSelect) => ({
  ...{ guest: username, up: bytes_up, down: bytes_down },
});

/** The hotspot's visits and bytes by hour, of which all reports by day and month are made. */
async function sumsByHour(): Promise<Map<number, [number, number, number]>> {
  const rows = await server
    .db()
    .select({
      hour: session_sums.hour,
      visits: sum(session_sums.connections).mapWith(Number),
      up: sum(session_sums.bytes_up).mapWith(Number),
      down: sum(session_sums.bytes_down).mapWith(Number),
    })
    .from(session_sums)
    .where(eq(session_sums.account_id, 0))
    .groupBy(session_sums.hour);
  return new Map(rows.map(({ hour, visits, up, down }) => [hour, [visits, up, down]]));
}

const seed = Number(process.env.PORTICO_SEED ?? 39);

describe('visits and traffic', () => {
  test('are those that the reports that arrived tell, for each guest, whatever happened to the others', async () => {
    await fc.assert(
      fc.asyncProperty(night, async (from) => {
        const { known, counted } = await happened(from);
        expect(byGuest(counted.map(asVisit))).toEqual(byGuest(known));
      }),
      { numRuns: ROUNDS, seed, endOnFailure: true },
    );
  });

  test('are summed by hour as they were, when all reports arrive in the end and the clock is right', async () => {
    const whole = night.map((from): Night => ({ ...from, lost: 0, clock: { ...from.clock, ahead: 0, step: 0 } }));
    await fc.assert(
      fc.asyncProperty(whole, async (from) => {
        const before = await sumsByHour();
        const { visits, counted } = await happened(from);
        expect(counted.map(({ start_time, duration }) => [secondsAfterTen(start_time), duration])).toEqual(
          visits.map(({ start, seconds }) => [start, seconds]),
        );
        const expected = new Map(before);
        for (const { start, up, down } of visits) {
          const hour = Math.floor(at(start).getTime() / 3_600_000);
          const [visitsSoFar, upSoFar, downSoFar] = expected.get(hour) ?? [0, 0, 0];
          expected.set(hour, [visitsSoFar + 1, upSoFar + up, downSoFar + down]);
        }
        expect(await sumsByHour()).toEqual(expected);
      }),
      { numRuns: ROUNDS, seed, endOnFailure: true },
    );
  });
});
