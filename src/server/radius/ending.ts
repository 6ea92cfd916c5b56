/** Asks units to end sessions or to change their limits. */
import type { Db } from '../database/db';
import type { UnitKind } from '../../contract/plain/wire';
import type { Grant } from '../access/authorise';
import { requestDisconnect } from '../access/pendingDisconnectQueries';
import { GATEWAYS } from '../../gateways/gateways';
import { limitedSession, overdueSessions, type OverdueSession } from '../access/overdueQueries';
import type { DisconnectTarget } from '../access/reachQueries';
import { mustBeRenewed } from '../access/trafficLimit';
import { endUnknownSession } from '../access/sessionQueries';
import type { ReportedSession } from './accountingRequest';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { changeAttributes, takesChanges, type UsedSoFar } from './changes';
import { claim, cannotBeCalledBy } from './claimQueries';
import { change, disconnect, type CoaOutcome } from './coa';

/** Units asked concurrently; a silent one takes six seconds. */
const AT_ONCE = 20;

/** Milliseconds between rounds, and before a session that didn't end is requested again. */
const EVERY = 60_000;

const REPEAT_AFTER = 5 * 60_000;

/** `with next report`: the unit can't be contacted, and learns of it from the answer to its next report. */
export type Ended = CoaOutcome | { outcome: 'with next report' };

/** `not possible`: units of this kind accept no changes, so the new limits apply from the next log-in. */
export type Changed = CoaOutcome | { outcome: 'not possible' };

/** A session that its unit should change from one grant to another; `before` is null if unknown. */
export interface SessionChange {
  kind: UnitKind;
  before: Grant | null;
  after: Grant;
  used: UsedSoFar;
}

interface Options {
  db: Db;
  clock: () => Date;
  zone: string;
  /** Sends all requests here, instead of to the units' addresses: for the public demonstration. */
  only?: { address: string; port: number };
  onOutcome: (session: Pick<OverdueSession, 'sessionId' | 'unitId' | 'why'>, outcome: Ended) => Promise<void> | void;
  onFailure: (error: unknown) => void;
  /** Milliseconds to wait per attempt; shorter in tests. */
  waits?: readonly number[];
}

export interface Ending {
  /**
   * Asks units to end every overdue session that no other replica has requested to end. Asks again after REPEAT_AFTER if a session
   * continues.
   */
  round: () => Promise<void>;
  /**
   * Asks a unit to end one session. If the unit no longer knows it, it is ended here too. Rejects if this machine can't send to the unit.
   */
  end: (session: DisconnectTarget) => Promise<Ended>;
  /**
   * Call after a report. If the unit checks traffic only at intervals, sends it a new grant, or asks it to end the session if nothing is
   * left. Does nothing for other sessions. Never rejects.
   */
  renew: (reported: ReportedSession) => Promise<void>;
  /** Asks a unit to change the limits of one session. Otherwise as `end`. */
  change: (session: DisconnectTarget, to: SessionChange) => Promise<Changed>;
}

export function ending({ db, clock, zone, only, onOutcome, onFailure, waits }: Options): Ending {
  const options = (now: Date) => ({ now, ...(waits && { waits }) });

  const endIfUnknown = async ({ sessionId }: DisconnectTarget, { outcome }: CoaOutcome, now: Date) => {
    if (outcome === 'unknown there') await endUnknownSession(db, sessionId, now.getTime());
  };

  const endClaimed = async (session: DisconnectTarget, now: Date): Promise<Ended> => {
    if (await cannotBeCalledBy(db, session)) {
      await requestDisconnect(db, session.sessionId, now);
      return { outcome: 'with next report' };
    }
    const outcome = await disconnect({ ...session, ...only }, session, options(now));
    await endIfUnknown(session, outcome, now);
    return outcome;
  };

  const endOverdue = async (session: OverdueSession) => {
    const { sessionId, unitId, why } = session;
    await onOutcome({ sessionId, unitId, why }, await endClaimed(session, clock()));
  };

  const changeOne: Ending['change'] = async (session, { kind, used, ...grants }) => {
    if (!takesChanges(kind) || (await cannotBeCalledBy(db, session))) return { outcome: 'not possible' };
    const now = clock();
    const outcome = await change({ ...session, ...only }, session, { ...options(now), changes: changeAttributes(grants, kind, used) });
    await endIfUnknown(session, outcome, now);
    return outcome;
  };

  const endDue = async (overdue: readonly OverdueSession[], now: Date) => {
    const ids = overdue.map(({ sessionId }) => sessionId);
    const claimed = await claim(db, ids, { now, since: new Date(now.getTime() - REPEAT_AFTER) });
    const due = overdue.filter(({ sessionId }) => claimed.has(sessionId));
    for (let first = 0; first < due.length; first += AT_ONCE) {
      await Promise.all(due.slice(first, first + AT_ONCE).map((session) => endOverdue(session).catch(onFailure)));
    }
  };

  return {
    end: async (session) => {
      const now = clock();
      await claim(db, [session.sessionId], { now, since: now });
      return endClaimed(session, now);
    },
    change: changeOne,
    renew: async ({ unitId, key, kind }) => {
      const { looksEvery } = GATEWAYS[kind].radius;
      if (looksEvery === 0) return;
      try {
        const now = clock();
        const limited = await limitedSession(db, { unitId, key }, now, zone);
        if (limited === null) return;
        const { session, next } = limited;
        if (typeof next === 'string') await endDue([{ ...session, why: next }], now);
        else if (mustBeRenewed(next.grant, looksEvery))
          await changeOne(session, { kind, before: null, after: next.grant, used: next.used });
      } catch (error) {
        onFailure(error);
      }
    },
    round: async () => {
      const now = clock();
      await endDue(await overdueSessions(db, now, zone), now);
    },
  };
}

/** Runs every minute until stopped; a failed round goes to `onFailure` and the next one runs as usual. */
export function keepEnding({ round }: Ending, onFailure: (error: unknown) => void): BackgroundJob {
  return startJob(async () => {
    await round().catch(onFailure);
    return EVERY;
  }, EVERY);
}
