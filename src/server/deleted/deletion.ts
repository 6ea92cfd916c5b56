/** Commands (http/command.ts) that delete something in such a way that it can be restored for a day. */
import { deleted, deleteQuery, type Deleted, type DeleteQuery } from '../../contract/deleted';
import { byId } from '../../contract/lists';
import { DELETIONS } from '../../contract/plain/roles';
import type { Ref } from '../audit/descriptionQueries';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { commandFor, type AfterCommit, type Caller } from '../http/command';
import { notFound } from '../http/errors';
import type { Replying } from '../http/idempotency';
import { keepDeleted, type DeletedCopies } from './deletedCopyQueries';

/** The schema of a route that deletes the object with an id. */
export const DELETE_BY_ID = { params: byId, querystring: deleteQuery, response: { 200: deleted } };

/** A request that deletes something that can be restored for a day. */
interface DeletionCommand<A extends object> {
  /** What is deleted; for several vouchers, their hotspot. */
  about: Ref | ((tx: Db) => Promise<Ref>);
  /** The message of the refusal if there is no such object for the caller. */
  unknown: string;
  /** How many were deleted; throws its other refusals. */
  work: (tx: Db, copies: DeletedCopies) => Promise<number>;
  /** Fields of the response besides `status` and `undo`. */
  answer?: (count: number) => A;
  afterCommit?: AfterCommit<number>;
}

/**
 * Runs the requests of a route that deletes something, as `commandFor` does. With `undo=true` the response contains the id with which it
 * can be restored; without it, it is that of existing back ends.
 */
export function deletionFor(deps: Pick<Deps, 'db' | 'clock'>) {
  const command = commandFor(deps);
  return async <A extends object = object>(
    request: Caller & { query: DeleteQuery },
    reply: Replying,
    { about, unknown, work, answer, afterCommit }: DeletionCommand<A>,
  ): Promise<A & Deleted> => {
    const action = DELETIONS.find((one) => one === request.routeOptions.config.permission);
    if (action === undefined) throw new Error(`${request.url} deletes something, but its permission is not in DELETIONS`);
    let ref: Ref | undefined;
    return command(request, reply, {
      about: async (tx) => (ref = typeof about === 'function' ? await about(tx) : about),
      work: async (tx) => {
        const copies = ref && (await keepDeleted(tx, { scope: request.scope, action, about: ref, now: deps.clock() }));
        if (!copies) throw notFound(unknown);
        const count = await work(tx, copies);
        return { count, undo: copies.id() };
      },
      // If nothing was deleted, no entry is added: `details` alone would count as a change.
      becomes: ({ undo }, before) => (undo === null ? { ...before, details: {} } : { ...before, deleted: undo }),
      answer: ({ count, undo }) => ({ ...(answer?.(count) as A), ...(request.query.undo === 'true' && undo !== null && { undo }) }),
      afterCommit: ({ count }) => afterCommit?.(count),
    });
  };
}
