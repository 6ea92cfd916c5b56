import type { FastifyRequest } from 'fastify';
import { AUDITED } from '../../contract/roles';
import { audited, type Subject } from '../audit/auditTrail';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { etagOf, refuseStale, type Shown } from './etag';
import { forgetOldKeys, idempotent, type Asking, type Replying } from './idempotency';

/** A request that changes something: its audit subject and its work. The work throws its refusals. */
type Command<O, A extends object, T extends object> = Subject<O> & {
  /** Set if the object has an ETag: If-Match is checked against it, and the response carries the new tag. */
  shown?: Shown<T>;
  work: (tx: Db) => Promise<O>;
  /** Fields of the response besides `status`. */
  answer?: (outcome: O) => A;
};

type Caller = Asking & Pick<FastifyRequest, 'ip' | 'routeOptions'>;

/**
 * Runs the changing requests of a route in one transaction: replays the response to a repeated Idempotency-Key, refuses an outdated
 * If-Match, does the work, and adds the audit entry. A refusal anywhere rolls everything back. test/server/tenancy.test.ts finds changing
 * routes that don't use it.
 */
export function commandFor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async <O, A extends object = object, T extends object = object>(
    request: Caller,
    reply: Replying,
    command: Command<O, A, T>,
  ): Promise<A & { status: 'success' }> => {
    const { scope, ip, routeOptions, headers } = request;
    const { shown, answer } = command;
    const action = AUDITED.find((one) => one === routeOptions.config.permission);
    if (action === undefined) throw new Error(`${routeOptions.url} changes something, but its permission is not in AUDITED`);
    const now = clock();
    const work = async (tx: Db) => {
      const ifMatch = headers['if-match'];
      if (shown && ifMatch !== undefined) await refuseStale(tx, ifMatch, shown);
      const outcome = await command.work(tx);
      const after = await shown?.read(tx);
      if (after) reply.header('ETag', etagOf(after));
      return outcome;
    };
    if (headers['idempotency-key'] !== undefined) await forgetOldKeys(db, now);
    return db.transaction((tx) =>
      idempotent(tx, request, reply, now, async () => {
        const outcome = await audited(tx, { scope, address: ip, action }, now, { ...command, work });
        return { ...(answer?.(outcome) as A), status: 'success' as const };
      }),
    );
  };
}
