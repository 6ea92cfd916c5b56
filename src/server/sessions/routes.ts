import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId } from '../../contract/lists';
import {
  historiesPage,
  history,
  listHistories as historiesQuery,
  listSessions as listQuery,
  session,
  sessionsPage,
} from '../../contract/sessions';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import { echoPage } from '../database/paging';
import { getHistory, getSession, listHistories, listSessions } from './queries';

/** Running and ended sessions. */
export const sessionRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/sessions',
      { config: allow('sessions.list'), schema: { querystring: listQuery, response: { 200: sessionsPage } } },
      async ({ query, scope }, reply) => {
        const { data, page, sums } = await listSessions(db, scope, query);
        echoPage(reply, query, page);
        return { data, total: page.total, ...(sums && { sums }) };
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

    app.get(
      '/histories',
      { config: allow('histories.list'), schema: { querystring: historiesQuery, response: { 200: historiesPage } } },
      async ({ query, scope }, reply) => {
        const { data, page, sums } = await listHistories(db, scope, query);
        echoPage(reply, query, page);
        return { data, total: page.total, ...(sums && { sums }) };
      },
    );

    app.get(
      '/histories/:id',
      { config: allow('histories.read'), schema: { params: byId, response: { 200: history } } },
      async ({ params, scope }) => {
        const found = await getHistory(db, scope, params.id);
        if (!found) throw notFound('No session history found!');
        return found;
      },
    );
  };
