import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { why, whyQuery } from '../../contract/why';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import { whyOffline } from './why';

/** Route for why somebody isn't online. */
export const whyRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/why', { config: allow('why'), schema: { querystring: whyQuery, response: { 200: why } } }, async ({ query, scope }) => {
      const answer = await whyOffline(db, scope, query, { now: clock(), serverZone: config.zone });
      if (!answer) throw notFound('No user found!');
      return answer;
    });
  };
