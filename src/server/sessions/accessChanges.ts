/**
 * Applies a change of guests' access to their running sessions: asks units to end those that are no longer allowed, and to change the
 * limits of others. Nobody waits for the units; their answers are recorded in the audit trail.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Decision, Grant } from '../access/authorise';
import { explainAccessOfEach } from '../access/queries';
import type { Db } from '../database/db';
import { inBackground } from '../database/queryQueue';
import type { Deps } from '../deps';
import { fairQueue, type FairQueue } from '../radius/fairQueue';
import { reportedSessionsOf, type RunningSession, type Whose } from './queries';
import { answeredTo, recordRequest } from './unitRequestQueries';
import { turnsByKey } from '../turnsByKey';

/** A request to a unit about a session. */
interface Request {
  session: RunningSession;
  /** Null to end it. */
  change: { before: Grant | null; after: Grant } | null;
  /** When access was decided. */
  at: Date;
}

/** Steps of a command (http/command.ts). */
interface Steps<R extends unknown[], O> {
  /** Does the work, and finds out which units have to be asked. */
  work: (tx: Db, ...rest: R) => Promise<O>;
  /** Starts asking the units, without waiting for their answers. */
  afterCommit: () => void;
}

export interface AccessChanges {
  /** The steps of a command whose work changes these guests' access. */
  steps: <R extends unknown[], O>(by: Caller, whose: Whose, work: Steps<R, O>['work']) => Steps<R, O>;
  /** Waits for running requests. Queued ones are dropped: the job that runs every minute ends the sessions that must end. */
  close: () => Promise<void>;
}

type Caller = Pick<FastifyRequest, 'scope' | 'ip'>;

/** Concurrent requests to a unit. A change of a hotspot causes requests for all its sessions, so several changes take turns. */
const AT_ONCE = { atOnce: 4, most: Infinity };

export function accessChanges(
  { db, clock, config, endSession, changeSession }: Pick<Deps, 'db' | 'clock' | 'config' | 'endSession' | 'changeSession'>,
  log: FastifyBaseLogger,
): AccessChanges {
  /** Requests about the same session run one after another, so that an older limit doesn't reach the unit last. */
  const inTurnOfSession = turnsByKey().run;
  const pending = new Set<Promise<void>>();
  const queues = new Map<number, FairQueue>();
  let changes = 0;
  let isClosing = false;

  const answerTo = async ({ session, change, at }: Request) => {
    if (change === null) return answeredTo('disconnect', (await endSession?.(session)) ?? { outcome: 'no answer' });
    const { kind, start, bytes } = session;
    // At the time of the decision, which says what was left from then on.
    const seconds = Math.max(0, Math.round((at.getTime() - start.getTime()) / 1000));
    const outcome = await changeSession?.(session, { kind, ...change, used: { seconds, bytes } });
    return answeredTo('change', outcome ?? { outcome: 'no answer' });
  };

  const sendRequest = async (request: Request, by: Caller) => {
    const { sessionId, unitId } = request.session;
    const answered = await answerTo(request).catch((error: unknown) => {
      log.error({ err: error }, 'a unit could not be asked');
      return answeredTo(request.change ? 'change' : 'disconnect', { outcome: 'no answer' });
    });
    log.info({ sessionId, unitId, by: by.scope.accountId, ...answered }, 'a unit was asked after a change of access');
    await recordRequest(db, { scope: by.scope, address: by.ip }, clock(), request.session, answered);
  };

  /** Queues work for a unit. Resolves when it has been done, or dropped, even if it failed. */
  const inTurn = (unitId: number, change: string, work: () => Promise<void>) => {
    const queue = queues.get(unitId) ?? fairQueue(AT_ONCE);
    queues.set(unitId, queue);
    return new Promise<void>((resolve) => {
      const turn = async () => {
        if (isClosing) return;
        await inBackground(work).catch((error: unknown) => log.error({ err: error }, 'the answer of a unit could not be recorded'));
      };
      queue.add(change, () => turn().finally(resolve));
    });
  };

  const begin = (request: Request, by: Caller, change: string) => {
    const { sessionId, unitId } = request.session;
    const pendingRequest = inTurnOfSession(String(sessionId), () => inTurn(unitId, change, () => sendRequest(request, by))).finally(() => {
      pending.delete(pendingRequest);
    });
    pending.add(pendingRequest);
  };

  return {
    steps: ({ scope, ip }, whose, work) => {
      let requests: Request[] = [];
      return {
        work: async (tx, ...rest) => {
          const sessions = endSession && changeSession ? await reportedSessionsOf(tx, scope, whose) : [];
          // Both decisions at the same time, so that passing time doesn't count as a change.
          const at = clock();
          const decide = () => decisions(tx, { sessions, now: at, zone: config.zone });
          const before = await decide();
          const outcome = await work(tx, ...rest);
          const after = await decide();
          requests = sessions.flatMap((session) => {
            const change = changeTo(before.get(session.guestId), after.get(session.guestId));
            return change === 'none' ? [] : [{ session, change: change === 'end' ? null : change, at }];
          });
          return outcome;
        },
        afterCommit: () => {
          changes += 1;
          for (const request of requests) begin(request, { scope, ip }, String(changes));
        },
      };
    },
    close: async () => {
      isClosing = true;
      await Promise.all(pending);
    },
  };
}

interface Deciding {
  sessions: readonly RunningSession[];
  now: Date;
  zone: string;
}

/** The decisions about the sessions' guests as of now. A guest belongs to one hotspot, whose units all decide alike. */
async function decisions(tx: Db, { sessions, now, zone }: Deciding): Promise<Map<number, Decision>> {
  const decided = new Map<number, Decision>();
  for (const hotspotId of new Set(sessions.map((session) => session.hotspotId))) {
    const guestIds = new Set(sessions.filter((session) => session.hotspotId === hotspotId).map(({ guestId }) => guestId));
    const there = await explainAccessOfEach(tx, { hotspotId, guestIds: [...guestIds] }, { now, serverZone: zone });
    for (const [guestId, decision] of there) decided.set(guestId, decision);
  }
  return decided;
}

const MEASURES = ['seconds', 'bytes', 'kbpsDown', 'kbpsUp'] as const;

function changeTo(before: Decision | undefined, after: Decision | undefined): Request['change'] | 'end' | 'none' {
  if (!after) return 'none';
  if ('refusal' in after) return before && 'refusal' in before && before.refusal === after.refusal ? 'none' : 'end';
  const former = before && 'grant' in before ? before.grant : null;
  const isSame = former !== null && MEASURES.every((measure) => former[measure] === after.grant[measure]);
  return isSame ? 'none' : { before: former, after: after.grant };
}
