import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { nothing } from '../../contract/integrations';
import { byId } from '../../contract/lists';
import {
  disconnected,
  historiesPage,
  history,
  listHistories as historiesQuery,
  listSessions as listQuery,
  readHistory,
  readSession,
  session,
  sessionsPage,
} from '../../contract/sessions';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { requestedZone } from '../preferences/zoneQueries';
import { notFound } from '../http/errors';
import { emptyAs, sortedAs } from '../http/ownConsole';
import { outsideCommandFor } from '../http/command';
import { echoPage } from '../database/paging';
import { getHistory, getReportedSession, getSession, listHistories, listSessions } from './queries';
import { answeredTo, lastRequest, refOfRequest } from './unitRequestQueries';

/** Running and ended sessions. */
export const sessionRoutes =
  ({ db, clock, config, endSession }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const outside = outsideCommandFor({ db, clock });

    app.get(
      '/sessions',
      {
        config: { ...allow('sessions.list'), ...emptyAs('No sessions found!'), ...sortedAs('hotspot_id') },
        schema: { querystring: listQuery, response: { 200: sessionsPage } },
      },
      async ({ query, scope }, reply) => {
        const { data, page, sums } = await listSessions(db, scope, { ...query, tz: await requestedZone(db, scope, query, config.zone) });
        echoPage(reply, query, page);
        return { data, total: page.total, ...(sums && { sums }) };
      },
    );

    app.get(
      '/sessions/:id',
      { config: allow('sessions.read'), schema: { params: byId, querystring: readSession, response: { 200: session } } },
      async ({ params, query, scope }) => {
        const found = await getSession(db, scope, params.id, query);
        if (!found) throw notFound('No session found!');
        if (!endSession) return found;
        const [reported, last] = [await getReportedSession(db, scope, params.id), await lastRequest(db, params.id)];
        return { ...found, can_disconnect: reported !== null, ...(last && { last_request: last }) };
      },
    );

    // Always answers 200 with the outcome: a unit that doesn't answer is a valid result here.
    app.post(
      '/sessions/:id/disconnect',
      { config: allow('sessions.disconnect'), schema: { params: byId, body: nothing, response: { 200: disconnected } } },
      (request, reply) =>
        outside(request, reply, {
          work: async () => {
            const { params, scope, log } = request;
            const found = await getSession(db, scope, params.id);
            if (!found) throw notFound('No session found!');
            const session = endSession && (await getReportedSession(db, scope, params.id));
            if (!session) return null;
            const answer = await endSession(session).catch((error: unknown) => {
              log.error({ err: error }, 'a unit could not be asked to end a session');
              return { outcome: 'no answer' as const };
            });
            const { sessionId, unitId, key } = session;
            log.info({ sessionId, unitId, by: scope.accountId, ...answer }, 'a unit was asked to end a session');
            const answered = answeredTo('disconnect', answer);
            return { answered, ref: await refOfRequest(db, { sessionId, unitId, key, guestId: found.user_id }, answered) };
          },
          audited: (outcome) => outcome && outcome.ref,
          answer: (outcome) =>
            outcome
              ? { outcome: outcome.answered.outcome, cause: outcome.answered.cause }
              : { outcome: 'not_reported' as const, cause: '' },
        }),
    );

    app.get(
      '/histories',
      {
        config: { ...allow('histories.list'), ...emptyAs('No session histories found!'), ...sortedAs('hotspot_id') },
        schema: { querystring: historiesQuery, response: { 200: historiesPage } },
      },
      async ({ query, scope }, reply) => {
        const { data, page, sums } = await listHistories(db, scope, { ...query, tz: await requestedZone(db, scope, query, config.zone) });
        echoPage(reply, query, page);
        return { data, total: page.total, ...(sums && { sums }) };
      },
    );

    app.get(
      '/histories/:id',
      { config: allow('histories.read'), schema: { params: byId, querystring: readHistory, response: { 200: history } } },
      async ({ params, query, scope }) => {
        const found = await getHistory(db, scope, params.id, query);
        if (!found) throw notFound('No session history found!');
        return found;
      },
    );
  };
