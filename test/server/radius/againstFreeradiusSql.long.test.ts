/** The same nights of a bad network, counted by our server and by a real FreeRADIUS with its package's own SQL for PostgreSQL. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import fc from '../../support/run/property';
import { like } from 'drizzle-orm';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { session_histories, sessions } from '../../../src/server/database/schema';
import { CODE } from '../../../src/server/radius/codec';
import { night, played, type KnownVisit, type Night, type Played } from '../../support/radius/faultyNetwork';
import { exchanged, startFreeradiusWithSql, type FreeradiusWithSql } from '../../support/radius/freeradius';
import { at, secondsAfterTen, serveWithUnit } from '../../support/radius/reportingUnit';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS_SQL', 'PORTICO_TEST_POSTGRES');

const NIGHTS = 20;

let freeradius: FreeradiusWithSql | undefined;
afterAll(() => freeradius?.stop());
const { server, sendAt, accounting, secret } = serveWithUnit('compared');
beforeAll(async () => {
  freeradius = await startFreeradiusWithSql(process.env.PORTICO_TEST_FREERADIUS_SQL ?? '', { secret });
});

/** A visit as counted by one of the two. */
interface CountedVisit {
  guest: string;
  up: number;
  down: number;
  seconds: number;
  /** Seconds after 10:00. */
  start: number;
  isOpen: boolean;
}

interface Counted {
  ours: CountedVisit[];
  theirs: CountedVisit[];
}

/** Sends each packet of a night to both, and advances the clock until our server has ended sessions without a stop. */
async function counted(name: string, { arrivals }: Played, freeradius: FreeradiusWithSql): Promise<Counted> {
  const packets = new Map<number, Buffer>();
  for (const { arrives, attributes, packet } of arrivals) {
    await endSilentSessions(server.db(), at(arrives).getTime());
    const bytes = packets.get(packet) ?? accounting(attributes, packet % 256);
    packets.set(packet, bytes);
    await sendAt(arrives, bytes);
    expect((await exchanged(bytes, freeradius.ports.acct))[0]).toBe(CODE.accountingResponse);
  }
  await endSilentSessions(server.db(), at(7 * 86_400).getTime());
  const ofNight = `${name}-%`;
  const open = await server.db().select().from(sessions).where(like(sessions.session_key, ofNight));
  const ended = await server.db().select().from(session_histories).where(like(session_histories.session_key, ofNight));
  const asCounted = (isOpen: boolean) => (row: (typeof open)[number] | (typeof ended)[number]) => ({
    guest: row.username,
    up: row.bytes_up,
    down: row.bytes_down,
    seconds: row.duration,
    start: secondsAfterTen(row.start_time),
    isOpen,
  });
  const recorded = await freeradius.recorded(ofNight);
  return {
    ours: [...open.map(asCounted(true)), ...ended.map(asCounted(false))],
    theirs: recorded.map(({ started, ...row }) => ({ ...row, start: secondsAfterTen(started) })),
  };
}

/** Bytes of each visit per guest. */
function byGuest(visits: readonly { guest: string; up: number; down: number }[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { guest, up, down } of visits) (found[guest] ??= []).push(`${up} up, ${down} down`);
  for (const list of Object.values(found)) list.sort();
  return found;
}

/** How far counts are from the truth, summed over the nights. */
const noFault = () => ({
  nightsRight: 0,
  upTooMany: 0,
  upTooFew: 0,
  downTooMany: 0,
  downTooFew: 0,
  secondsTooMany: 0,
  secondsTooFew: 0,
  visitsTooMany: 0,
  visitsTooFew: 0,
  sessionsLeftOpen: 0,
  startsWrong: 0,
});
type Faults = ReturnType<typeof noFault>;

/** Whether one of these visits starts within a minute of the real one. */
const isStartRight = ({ guest, start }: KnownVisit, visits: readonly CountedVisit[]) =>
  visits.some((visit) => visit.guest === guest && Math.abs(visit.start - start) <= 60);

/** Adds the faults of a night. Starts are compared only if the unit sends timestamps; otherwise FreeRADIUS uses its own clock. */
function addFaults(faults: Faults, known: readonly KnownVisit[], visits: readonly CountedVisit[], { clock }: Night): void {
  faults.nightsRight += JSON.stringify(sorted(byGuest(visits))) === JSON.stringify(sorted(byGuest(known))) ? 1 : 0;
  for (const guest of new Set([...known, ...visits].map((visit) => visit.guest))) {
    const is = (visit: { guest: string }) => visit.guest === guest;
    const [truth, count] = [known.filter(is), visits.filter(is)];
    for (const which of ['up', 'down', 'seconds'] as const) {
      const difference = total(count, which) - total(truth, which);
      faults[`${which}TooMany`] += Math.max(0, difference);
      faults[`${which}TooFew`] += Math.max(0, -difference);
    }
    faults.visitsTooMany += Math.max(0, count.length - truth.length);
    faults.visitsTooFew += Math.max(0, truth.length - count.length);
  }
  faults.sessionsLeftOpen += visits.filter(({ isOpen }) => isOpen).length;
  if (clock.isSent) faults.startsWrong += known.filter((visit) => !isStartRight(visit, visits)).length;
}

const sorted = (lists: Record<string, string[]>) => Object.entries(lists).sort(([one], [other]) => one.localeCompare(other));

const total = <W extends 'up' | 'down' | 'seconds'>(visits: readonly Record<W, number>[], which: W) =>
  visits.reduce((sum, visit) => sum + visit[which], 0);

/** The two counts side by side; the last column is FreeRADIUS' in nights in which the unit doesn't reuse session ids. */
function table(ours: Faults, theirs: Faults, theirsWithNewIds: Faults, more: Record<string, number>): string {
  const line = (name: string, ...values: (string | number)[]) =>
    `${name.padEnd(28)}${values.map((value) => String(value).padStart(16)).join('')}`;
  const lines = [
    line('', 'Portico', 'FreeRADIUS SQL', 'with new ids'),
    ...(Object.keys(ours) as (keyof Faults)[]).map((name) => line(name, ours[name], theirs[name], theirsWithNewIds[name])),
    ...Object.entries(more).map(([name, value]) => line(name, value)),
  ];
  return `${lines.join('\n')}\n`;
}

test('visits and bytes are right in every night, also where FreeRADIUS’ SQL counts others', async () => {
  if (freeradius === undefined) throw new Error('FreeRADIUS is not running.');
  const [ours, theirs, theirsWithNewIds] = [noFault(), noFault(), noFault()];
  const sums = {
    nights: NIGHTS,
    nightsWithNewIds: 0,
    packets: 0,
    visits: 0,
    visitsOfKnownTime: 0,
    startsOnlyWeHaveRight: 0,
    startsOnlyTheyHaveRight: 0,
  };
  for (const [nth, from] of fc.sample(night, { numRuns: NIGHTS }).entries()) {
    const name = `compared-${nth}`;
    const all = played(name, from);
    const both = await counted(name, all, freeradius);
    expect({ nth, visits: byGuest(both.ours), open: both.ours.filter(({ isOpen }) => isOpen) }).toEqual({
      nth,
      visits: byGuest(all.known),
      open: [],
    });
    addFaults(ours, all.known, both.ours, from);
    addFaults(theirs, all.known, both.theirs, from);
    if (!from.hasReusedIds) {
      sums.nightsWithNewIds += 1;
      addFaults(theirsWithNewIds, all.known, both.theirs, from);
    }
    sums.packets += all.arrivals.length;
    sums.visits += all.known.length;
    if (!from.clock.isSent) continue;
    sums.visitsOfKnownTime += all.known.length;
    for (const visit of all.known) {
      const [our, their] = [isStartRight(visit, both.ours), isStartRight(visit, both.theirs)];
      if (our && !their) sums.startsOnlyWeHaveRight += 1;
      if (their && !our) sums.startsOnlyTheyHaveRight += 1;
    }
  }
  process.stderr.write(table(ours, theirs, theirsWithNewIds, sums));
  expect(ours).toMatchObject({ nightsRight: NIGHTS, sessionsLeftOpen: 0 });
});
