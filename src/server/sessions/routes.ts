import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId, pageOf } from '../../contract/lists';
import { listSessions as listQuery, session } from '../../contract/sessions';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../errors';
import { echoSorting } from '../wire';
import { getSession, listSessions } from './queries';

/** Running sessions (spec 2 §7; API.md, "Sessions"). */
export const sessionRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/sessions',
      { config: allow('sessions.list'), schema: { querystring: listQuery, response: { 200: pageOf(session) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listSessions(db, scope, query);
      },
    );

    app.get(
      '/sessions/:id',
      { config: allow('sessions.read'), schema: { params: byId, response: { 200: session } } },
      async ({ params, scope }) => {
        const found = await getSession(db, scope, params.id);
        if (!found) throw notFound('No session found!');
        return found;
      },
    );
  };
