import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { restored } from '../../contract/deleted';
import { byId } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { commandFor } from '../http/command';
import { conflict, notFound, RefusedError } from '../http/errors';
import { isSeveral, restoreThing } from './restoringQueries';

const OBSTACLES = {
  restored_before: 'It has been brought back already',
  too_late: 'It was deleted more than a day ago',
  over_quota: 'The plan includes no more units',
  parent_gone: 'What it belonged to is not there',
};

/** Restores what was deleted in the last day. */
export const deletedRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.post(
      '/deleted/:id/restore',
      { config: allow('deleted.restore'), schema: { params: byId, response: { 200: restored } } },
      (request, reply) =>
        command(request, reply, {
          work: async (tx) => {
            const outcome = await restoreThing(tx, request.scope, request.params.id, clock());
            if (!outcome) throw notFound('Nothing deleted found!');
            if (!('why' in outcome)) return outcome;
            if (outcome.why !== 'taken') throw conflict(OBSTACLES[outcome.why], outcome.why);
            throw new RefusedError(409, { message: 'Its name is in use now', code: 'taken', fields: { name: outcome.name } });
          },
          becomes: ({ thing, restored: count }) =>
            isSeveral(thing)
              ? { kind: 'hotspot', id: thing.object_id, fields: {}, details: { vouchers: count } }
              : { kind: thing.kind, id: thing.object_id },
          answer: ({ restored: count, left: missing }) => ({ restored: count, left: missing }),
        }),
    );
  };
