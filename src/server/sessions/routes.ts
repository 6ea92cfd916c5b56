import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { nothing } from '../../contract/integrations';
import { byId } from '../../contract/lists';
import {
  disconnected,
  historiesPage,
  history,
  listHistories as historiesQuery,
  listSessions as listQuery,
  session,
  sessionsPage,
  type Disconnected,
} from '../../contract/sessions';
import { audited } from '../audit/auditTrail';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import { idempotentApartFor } from '../http/idempotency';
import { echoPage } from '../database/paging';
import type { Ended } from '../radius/ending';
import { getHistory, getReportedSession, getSession, listHistories, listSessions } from './queries';

/** Running and ended sessions. */
export const sessionRoutes =
  ({ db, clock, endSession }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const idempotent = idempotentApartFor({ db, clock });

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
        if (!endSession) return found;
        return { ...found, can_disconnect: (await getReportedSession(db, scope, params.id)) !== null };
      },
    );

    // Always answers 200 with the outcome: a unit that doesn't answer is a valid result here.
    app.post(
      '/sessions/:id/disconnect',
      { config: allow('sessions.disconnect'), schema: { params: byId, body: nothing, response: { 200: disconnected } } },
      (request, reply) =>
        idempotent(request, reply, async () => {
          const { params, scope, log, ip } = request;
          const found = await getSession(db, scope, params.id);
          if (!found) throw notFound('No session found!');
          const session = endSession && (await getReportedSession(db, scope, params.id));
          if (!session) return { outcome: 'not_reported' as const, cause: '' };
          const outcome = await endSession(session).catch((error: unknown) => {
            log.error({ err: error }, 'a unit could not be asked to end a session');
            return { outcome: 'no answer' as const };
          });
          const { sessionId, unitId, key } = session;
          log.info({ sessionId, unitId, by: scope.accountId, ...outcome }, 'a unit was asked to end a session');
          const whose = found.user_id > 0 ? { kind: 'guest' as const, id: found.user_id } : { kind: 'unit' as const, id: unitId };
          const event = { scope, address: ip, action: 'sessions.disconnect' } as const;
          const about = { ...whose, fields: {}, said: { session_key: key } };
          await db.transaction((tx) => audited(tx, event, clock(), { about, work: async () => undefined }));
          return { outcome: TOLD[outcome.outcome], cause: 'cause' in outcome ? outcome.cause : '' };
        }),
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

const TOLD = {
  acknowledged: 'acknowledged',
  'unknown there': 'ended',
  refused: 'refused',
  'no answer': 'no_answer',
  'with next report': 'with_next_report',
} as const satisfies Record<Ended['outcome'], Disconnected['outcome']>;
