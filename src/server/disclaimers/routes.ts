import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { disclaimer, listDisclaimers as listQuery } from '../../contract/disclaimers';
import { byId } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../errors';
import { echoSorting } from '../wire';
import { listDisclaimers } from './queries';

/** Privacy notices and terms of use (spec 1 §7; API.md, "Disclaimers"). */
export const disclaimerRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/disclaimers/accounts/:id',
      { config: allow('disclaimers.list'), schema: { params: byId, querystring: listQuery, response: { 200: z.array(disclaimer) } } },
      async ({ params, query, scope }, reply) => {
        const found = await listDisclaimers(db, scope, params.id, query);
        if (!found) throw notFound('No disclaimer found');
        echoSorting(reply, query);
        return found;
      },
    );
  };
