/** Asks units to end overdue sessions. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { unit_contacts, units } from '../database/schema';
import { askToEnd } from '../access/endings';
import { overdueSessions, type OverdueSession, type ReportedSession } from '../access/overdue';
import { endUnknownSession } from '../access/sessionStore';
import { repeat, type Repeating } from '../repeating';
import { disconnect, type CoaOutcome } from './coa';

/** Units asked concurrently; a silent one takes six seconds. */
const AT_ONCE = 20;

/** Milliseconds between rounds, and before a session that didn't end is requested again. */
const EVERY = 60_000;
const ASKED_AGAIN = 5 * 60_000;

/** `with next report`: the unit can't be called and is told in the answer to its next report. */
export type Ended = CoaOutcome | { outcome: 'with next report' };

interface Options {
  db: Db;
  clock: () => Date;
  zone: string;
  onOutcome: (session: Pick<OverdueSession, 'sessionId' | 'unitId' | 'why'>, outcome: Ended) => void;
  onFailure: (error: unknown) => void;
  /** Milliseconds to wait per attempt; shorter in tests. */
  waits?: readonly number[];
}

interface Ending {
  /** Requests the end of every overdue session; those that continue regardless are requested again after ASKED_AGAIN. */
  round: () => Promise<void>;
  /**
   * Asks a unit to end one session. If the unit no longer knows it, it is ended here too. Rejects if this machine can't send to the unit.
   */
  end: (session: ReportedSession) => Promise<Ended>;
}

export function ending({ db, clock, zone, onOutcome, onFailure, waits }: Options): Ending {
  /** Per session: when it may be requested again. */
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

/** Runs every minute until stopped; a failed round goes to `onFailure` and the next one runs as usual. */
export function keepEnding({ round }: Ending, onFailure: (error: unknown) => void): Repeating {
  return repeat(async () => {
    await round().catch(onFailure);
    return EVERY;
  }, EVERY);
}
