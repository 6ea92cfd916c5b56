import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deletingCounts, deletingQuery } from '../../contract/deleted';
import { may } from '../../contract/plain/roles';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { forbidden } from '../http/errors';
import { countDeleting } from './queries';

/** Route for what a deletion would end. */
export const deletingRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/deleting',
      { config: allow('deleting'), schema: { querystring: deletingQuery, response: { 200: deletingCounts } } },
      async ({ query: { kind, ids, hotspot }, scope }) => {
        if (!may(scope.role, `${kind}s.delete`)) throw forbidden();
        return countDeleting(db, scope, { kind, hotspot, ids: ids === '' ? [] : ids.split(',').map(Number) }, clock());
      },
    );
  };
