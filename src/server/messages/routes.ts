import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { byId, done } from '../../contract/lists';
import { listMessages as listQuery, outboxMessage } from '../../contract/messages';
import { allow } from '../auth/guard';
import { echoSorting } from '../database/listQueries';
import type { Deps } from '../deps';
import { commandFor } from '../http/command';
import { conflict, notFound } from '../http/errors';
import { listMessages, sendAgain } from './queries';

/** Routes for the outbox, for those who look after it. */
export const messageRoutes =
  ({ db, clock, outbox }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.get(
      '/messages',
      { config: allow('messages.list'), schema: { querystring: listQuery, response: { 200: z.array(outboxMessage) } } },
      async ({ query, scope }, reply) => {
        const { data, total } = await listMessages(db, scope, query, clock());
        echoSorting(reply, query);
        reply.header('X-Total-Count', total);
        return data;
      },
    );

    app.post(
      '/messages/:id/again',
      { config: allow('messages.repeat'), schema: { params: byId, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          work: async (tx) => {
            const outcome = await sendAgain(tx, request.scope, request.params.id, clock());
            if (outcome === 'unknown message') throw notFound('No message found!');
            if (outcome === 'already sent') throw conflict('The message has been sent', 'already_sent');
            if (outcome === 'of no use') throw conflict('The message is of no use any more', 'too_late');
            return outcome;
          },
          // The recipient is not recorded: the guest may be erased later.
          becomes: ({ kind, hotspot_id, account_id }) => ({
            ...(hotspot_id === null ? { kind: 'account', id: account_id ?? 0 } : { kind: 'hotspot', id: hotspot_id }),
            fields: {},
            details: { message: kind },
          }),
          afterCommit: outbox.wake,
        }),
    );
  };
