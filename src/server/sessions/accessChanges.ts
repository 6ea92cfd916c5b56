/**
 * Applies a change of a guest to its running sessions: their units are asked to end those that are no longer allowed, and to change those
 * whose limits are others now. Nobody waits for the units; what they answered is in the audit trail.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { explainAccess, type AccessAnswer } from '../access/queries';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { reportedSessionsOf, type RunningSession } from './queries';
import { answeredTo, recordRequest } from './unitRequests';

type Decision = AccessAnswer['decision'];
type Grant = Extract<Decision, { grant: unknown }>['grant'];

/** What a unit must do with a session. */
interface Request {
  session: RunningSession;
  guestId: number;
  /** Null to end it. */
  change: { before: Grant | null; after: Grant } | null;
}

/** One change of a guest. */
export interface AccessChange {
  /** Does the change in its transaction, and notes what units must be asked. */
  during: <O>(tx: Db, work: () => Promise<O>) => Promise<O>;
  /** Asks the units, once the change is committed. Returns at once. */
  ask: () => void;
}

type Caller = Pick<FastifyRequest, 'scope' | 'ip'>;

export function accessChanges({ db, clock, config, endSession, changeSession }: Deps, log: FastifyBaseLogger) {
  /** Per session, the request under way: a later one waits, so that a unit doesn't get an older limit last. */
  const pending = new Map<number, Promise<void>>();

  const answerTo = async ({ session, change }: Request) => {
    if (change === null) return answeredTo('disconnect', (await endSession?.(session)) ?? { outcome: 'no answer' });
    const { kind, start, bytes } = session;
    const seconds = Math.max(0, Math.round((clock().getTime() - start.getTime()) / 1000));
    const outcome = await changeSession?.(session, { kind, ...change, used: { seconds, bytes } });
    return answeredTo('change', outcome ?? { outcome: 'no answer' });
  };

  const ask = async (request: Request, by: Caller) => {
    const { sessionId, unitId } = request.session;
    const answered = await answerTo(request).catch((error: unknown) => {
      log.error({ err: error }, 'a unit could not be asked');
      return answeredTo(request.change ? 'change' : 'disconnect', { outcome: 'no answer' });
    });
    log.info({ sessionId, unitId, by: by.scope.accountId, ...answered }, 'a unit was asked after a guest was changed');
    await recordRequest(db, { scope: by.scope, address: by.ip }, clock(), { ...request.session, guestId: request.guestId }, answered);
  };

  const begin = (request: Request, by: Caller) => {
    const { sessionId } = request.session;
    const asked = (pending.get(sessionId) ?? Promise.resolve())
      .then(() => ask(request, by))
      .catch((error: unknown) => log.error({ err: error }, 'what a unit answered could not be recorded'))
      .finally(() => {
        if (pending.get(sessionId) === asked) pending.delete(sessionId);
      });
    pending.set(sessionId, asked);
  };

  return {
    of: ({ scope, ip }: Caller, guestId: number): AccessChange => {
      let requests: Request[] = [];
      return {
        during: async (tx, work) => {
          const sessions = endSession && changeSession ? await reportedSessionsOf(tx, scope, guestId) : [];
          // The same moment for both, so that passing time isn't taken for a change.
          const now = clock();
          const decide = () => decisions(tx, { sessions, guestId, now, zone: config.zone });
          const before = await decide();
          const outcome = await work();
          const after = await decide();
          requests = sessions.flatMap((session) => {
            const change = changeTo(before.get(session.unitId), after.get(session.unitId));
            return change === 'none' ? [] : [{ session, guestId, change: change === 'end' ? null : change }];
          });
          return outcome;
        },
        ask: () => {
          for (const request of requests) begin(request, { scope, ip });
        },
      };
    },
    /** Waits for the requests under way. */
    idle: async () => void (await Promise.all(pending.values())),
  };
}

interface Deciding {
  sessions: readonly RunningSession[];
  guestId: number;
  now: Date;
  zone: string;
}

/** What the guest would be granted at each of the units now. */
async function decisions(tx: Db, { sessions, guestId, now, zone }: Deciding): Promise<Map<number, Decision>> {
  const decided = new Map<number, Decision>();
  for (const unitId of new Set(sessions.map((session) => session.unitId))) {
    const credential = { way: 'portal' as const, guestId };
    const answer = await explainAccess(tx, { unitId, credential, deviceMac: '', now, serverZone: zone });
    if (answer) decided.set(unitId, answer.decision);
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
