/** Asks units to end the sessions that should have ended. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { unit_contacts, units } from '../database/schema';
import { askToEnd } from '../access/endings';
import { overdueSessions, type OverdueSession, type ReportedSession } from '../access/overdue';
import { endUnknownSession } from '../access/sessionStore';
import { repeat, type Repeating } from '../repeating';
import { disconnect, type CoaOutcome } from './coa';

/** Units asked at the same time; the silent ones among them take six seconds each. */
const AT_ONCE = 20;

/** Milliseconds between rounds, and for which a unit that didn't end a session isn't asked again. */
const EVERY = 60_000;
const ASKED_AGAIN = 5 * 60_000;

/** `with next report`: the unit can't be called, and is told when it reports. */
export type Ended = CoaOutcome | { outcome: 'with next report' };

interface Options {
  db: Db;
  clock: () => Date;
  zone: string;
  onOutcome: (session: Pick<OverdueSession, 'sessionId' | 'unitId' | 'why'>, outcome: Ended) => void;
  onFailure: (error: unknown) => void;
  /** Tests have less patience. */
  waits?: readonly number[];
}

interface Ending {
  /** Asks for every overdue session once; those that go on although they were asked for are asked again later. */
  round: () => Promise<void>;
  /** Asks a unit to end one session. What it doesn't know any more is ended here, too. Rejects if this machine can't send to the unit. */
  end: (session: ReportedSession) => Promise<Ended>;
}

export function ending({ db, clock, zone, onOutcome, onFailure, waits }: Options): Ending {
  /** Until when a session isn't asked for again. */
  const asked = new Map<number, number>();

  const end = async ({ sessionId, unitId, address, port, secret, key, username, deviceMac }: ReportedSession): Promise<Ended> => {
    const now = clock();
    if (await canOnlyBeTold(db, unitId)) {
      await askToEnd(db, sessionId, now);
      return { outcome: 'with next report' };
    }
    const outcome = await disconnect(
      { address, port, secret },
      { nasIdentifier: '', username, key, deviceMac },
      { now, ...(waits && { waits }) },
    );
    if (outcome.outcome === 'unknown there') await endUnknownSession(db, sessionId, now.getTime());
    return outcome;
  };

  const endOverdue = async (session: OverdueSession) => {
    const { sessionId, unitId, why } = session;
    asked.set(sessionId, clock().getTime() + ASKED_AGAIN);
    onOutcome({ sessionId, unitId, why }, await end(session));
  };

  return {
    end,
    round: async () => {
      const now = clock();
      const overdue = await overdueSessions(db, now, zone);
      const ids = new Set(overdue.map(({ sessionId }) => sessionId));
      for (const [id] of asked) if (!ids.has(id)) asked.delete(id);
      const due = overdue.filter(({ sessionId }) => (asked.get(sessionId) ?? 0) <= now.getTime());
      for (let first = 0; first < due.length; first += AT_ONCE) {
        await Promise.all(due.slice(first, first + AT_ONCE).map((session) => endOverdue(session).catch(onFailure)));
      }
    },
  };
}

async function canOnlyBeTold(db: Db, unitId: number): Promise<boolean> {
  const [unit] = await db
    .select({ kind: sql<string>`coalesce(nullif(${units.kind}, ''), ${unit_contacts.kind}, '')` })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(eq(units.id, unitId));
  return unit?.kind === 'opennds';
}

/** Runs each minute until stopped; a failed round is reported and tried again. */
export function keepEnding({ round }: Ending, onFailure: (error: unknown) => void): Repeating {
  return repeat(async () => {
    await round().catch(onFailure);
    return EVERY;
  }, EVERY);
}
