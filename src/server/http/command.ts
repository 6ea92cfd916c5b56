/**
 * Everything that a changing request needs besides its work: idempotency, If-Match, the audit entry, and one transaction around them.
 * Routes use nothing else for this; test/server/tenancy.test.ts finds changing routes that don't use it.
 */
import type { FastifyRequest } from 'fastify';
import { AUDITED, type AuditAction } from '../../contract/plain/roles';
import { audited, type AuditEvent, type Subject } from '../audit/auditTrail';
import type { Ref } from '../audit/descriptionQueries';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { etagOf, refuseStale, refuseStaleValue, type Shown, type StoredValue } from './etag';
import { claimOf, idempotent, idempotentOutside, type IdempotentRequest, type Replying } from './idempotency';
import { forgetOldKeys } from './idempotencyQueries';

/** A request that changes something: its audit subject and its work. The work throws its refusals. */
type Command<O, A extends object, T extends object> = Subject<O> & {
  /** Set if the request carries no token: who makes the change. Such a request takes no Idempotency-Key. */
  event?: Omit<AuditEvent, 'address'>;
  /** Set if the object has an ETag: If-Match is checked against it, and the response carries the new tag. */
  shown?: Shown<T>;
  /** Set if a single value is changed: If-Match is checked against it. */
  stored?: StoredValue;
  work: (tx: Db) => Promise<O>;
  /** Fields of the response besides `status`. */
  answer?: (outcome: O) => A;
  afterCommit?: AfterCommit<O>;
};

/**
 * Runs after the commit, such as calling a platform. The response waits for it. If it throws, the response is that error, but the change
 * stays. Not run again when a response is replayed.
 */
export type AfterCommit<O> = (outcome: O) => Promise<void> | void;

/** A request whose work can't be inside a transaction, such as sending a mail or asking a unit. */
interface OutsideCommand<O, A> {
  /** Throws its refusals. */
  work: () => Promise<O>;
  /** The audit entry's object, and what to record about it; null for no entry. Absent if the request is never audited. */
  audited?: (outcome: O) => Pick<Ref, 'kind' | 'id' | 'details'> | null;
  /** The whole response. */
  answer: (outcome: O) => A;
}

export type Caller = IdempotentRequest & Pick<FastifyRequest, 'ip' | 'routeOptions'>;

/**
 * Runs the changing requests of a route in one transaction: replays the response to a repeated Idempotency-Key, refuses an outdated
 * If-Match, does the work, and adds the audit entry. A refusal anywhere rolls everything back.
 */
export function commandFor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async <O, A extends object = object, T extends object = object>(
    request: Caller,
    reply: Replying,
    command: Command<O, A, T>,
  ): Promise<A & { status: 'success' }> => {
    const { shown, stored, answer, afterCommit } = command;
    const event = { ...(command.event ?? { scope: request.scope, action: actionOf(request) }), address: request.ip };
    const claim = command.event ? null : claimOf(request);
    const now = clock();
    const work = async (tx: Db) => {
      const ifMatch = request.headers['if-match'];
      if (shown && ifMatch !== undefined) await refuseStale(tx, ifMatch, shown);
      if (stored && ifMatch !== undefined) await refuseStaleValue(tx, ifMatch, stored);
      const outcome = await command.work(tx);
      const after = await shown?.read(tx);
      if (after) reply.header('ETag', etagOf(after));
      return outcome;
    };
    if (claim) await forgetOldKeys(db, now);
    let follow = async () => {};
    const response = await db.transaction((tx) =>
      idempotent(tx, claim, reply, now, async () => {
        const outcome = await audited(tx, event, now, { ...command, work });
        follow = async () => afterCommit?.(outcome);
        return { ...(answer?.(outcome) as A), status: 'success' as const };
      }),
    );
    await follow();
    return response;
  };
}

/** The same as `commandFor` for work outside of the database: one transaction after it adds the audit entry and stores the response. */
export function outsideCommandFor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async <O, A>(request: Caller, reply: Replying, { work, audited: refOf, answer }: OutsideCommand<O, A>): Promise<A> => {
    const action = refOf && actionOf(request);
    return idempotentOutside(db, claimOf(request), reply, clock(), work, async (tx, outcome) => {
      const about = refOf?.(outcome);
      // Nothing in the database has changed, so no field is compared.
      const subject = about && { becomes: () => ({ ...about, fields: {} }), work: async () => outcome };
      if (subject && action) await audited(tx, { scope: request.scope, action, address: request.ip }, clock(), subject);
      return answer(outcome);
    });
  };
}

/** The action that the audit trail records: the permission that the route needs. */
function actionOf({ routeOptions: { config, url } }: Caller): AuditAction {
  const action = AUDITED.find((one) => one === config.permission);
  if (action === undefined) throw new Error(`${url} changes something, but its permission is not in AUDITED`);
  return action;
}
