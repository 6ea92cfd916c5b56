import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { guest, listGuests as listQuery } from '../../contract/guests';
import { pageOf } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { echoSorting } from '../wire';
import { listGuests } from './queries';

/** Guests (spec 2 §7; API.md, "Guests"). */
export const guestRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/users',
      { config: allow('guests.list'), schema: { querystring: listQuery, response: { 200: pageOf(guest) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listGuests(db, scope, query, clock());
      },
    );
  };
