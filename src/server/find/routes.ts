import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findQuery, foundItem } from '../../contract/find';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { find } from './queries';

/** Route for the global search. */
export const findRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/find',
      {
        config: { ...allow('find'), priority: 'long' },
        schema: { querystring: findQuery, response: { 200: z.object({ data: z.array(foundItem) }) } },
      },
      async ({ query, scope }) => ({
        data: await find(db, scope, { q: query.q.trim(), hotspot: query.hotspot }, { now: clock(), serverZone: config.zone }),
      }),
    );
  };
