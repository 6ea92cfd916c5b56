/**
 * Applies a change of what guests may have to their running sessions: units are asked to end those that are no longer allowed, and to change
 * those whose limits are others now. Nobody waits for the units; what they answered is in the audit trail.
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

/** What a unit must do with a session. */
interface Request {
  session: RunningSession;
  /** Null to end it. */
  change: { before: Grant | null; after: Grant } | null;
  /** When it was decided. */
  at: Date;
}

/** Of a command (http/command.ts). */
interface Steps<R extends unknown[], O> {
  /** Notes what units must be asked. */
  work: (tx: Db, ...rest: R) => Promise<O>;
  /** Asks them, and doesn't wait for what they answer. */
  afterCommit: () => void;
}

export interface AccessChanges {
  /** The steps of a command whose work changes what these guests may have. */
  steps: <R extends unknown[], O>(by: Caller, whose: Whose, work: Steps<R, O>['work']) => Steps<R, O>;
  /** Waits for the requests under way. Those that wait for their turn are dropped: the round of each minute ends what must end. */
  close: () => Promise<void>;
}

type Caller = Pick<FastifyRequest, 'scope' | 'ip'>;

/** Requests to a unit at the same time: a change of a hotspot concerns all of its sessions. Those of several changes take turns. */
const AT_ONCE = { atOnce: 4, most: Infinity, mostOfOne: Infinity };

export function accessChanges(
  { db, clock, config, endSession, changeSession }: Pick<Deps, 'db' | 'clock' | 'config' | 'endSession' | 'changeSession'>,
  log: FastifyBaseLogger,
): AccessChanges {
  /** Requests about the same session wait for each other, so that a unit doesn't get an older limit last. */
  const inTurnOfSession = turnsByKey().run;
  const pending = new Set<Promise<void>>();
  const queues = new Map<number, FairQueue>();
  let changes = 0;
  let isClosing = false;

  const answerTo = async ({ session, change, at }: Request) => {
    if (change === null) return answeredTo('disconnect', (await endSession?.(session)) ?? { outcome: 'no answer' });
    const { kind, start, bytes } = session;
    // As of the decision, which says what is left from then on.
    const seconds = Math.max(0, Math.round((at.getTime() - start.getTime()) / 1000));
    const outcome = await changeSession?.(session, { kind, ...change, used: { seconds, bytes } });
    return answeredTo('change', outcome ?? { outcome: 'no answer' });
  };

  const ask = async (request: Request, by: Caller) => {
    const { sessionId, unitId } = request.session;
    const answered = await answerTo(request).catch((error: unknown) => {
      log.error({ err: error }, 'a unit could not be asked');
      return answeredTo(request.change ? 'change' : 'disconnect', { outcome: 'no answer' });
    });
    log.info({ sessionId, unitId, by: by.scope.accountId, ...answered }, 'a unit was asked after a change of access');
    await recordRequest(db, { scope: by.scope, address: by.ip }, clock(), request.session, answered);
  };

  /** Resolves when the work has had its turn at the unit, whatever became of it. */
  const inTurn = (unitId: number, change: string, work: () => Promise<void>) => {
    const queue = queues.get(unitId) ?? fairQueue(AT_ONCE);
    queues.set(unitId, queue);
    return new Promise<void>((resolve) => {
      const turn = async () => {
        if (isClosing) return;
        await inBackground(work).catch((error: unknown) => log.error({ err: error }, 'what a unit answered could not be recorded'));
      };
      queue.add(change, () => turn().finally(resolve));
    });
  };

  const begin = (request: Request, by: Caller, change: string) => {
    const { sessionId, unitId } = request.session;
    const asked = inTurnOfSession(String(sessionId), () => inTurn(unitId, change, () => ask(request, by))).finally(() => {
      pending.delete(asked);
    });
    pending.add(asked);
  };

  return {
    steps: ({ scope, ip }, whose, work) => {
      let requests: Request[] = [];
      return {
        work: async (tx, ...rest) => {
          const sessions = endSession && changeSession ? await reportedSessionsOf(tx, scope, whose) : [];
          // The same moment for both, so that passing time isn't taken for a change.
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

/** What the guests of the sessions would be granted now. A guest belongs to one hotspot, of which all units decide alike. */
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
