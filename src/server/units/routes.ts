import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId, pageOf } from '../../contract/lists';
import { listUnits as listQuery, unit } from '../../contract/units';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../errors';
import { echoSorting } from '../wire';
import { getUnit, listUnits } from './queries';

/** Access-point units (spec 1 §7; API.md, "Units"). */
export const unitRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/units',
      { config: allow('units.list'), schema: { querystring: listQuery, response: { 200: pageOf(unit) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listUnits(db, scope, query);
      },
    );

    app.get('/units/:id', { config: allow('units.read'), schema: { params: byId, response: { 200: unit } } }, async ({ params, scope }) => {
      const found = await getUnit(db, scope, params.id);
      if (!found) throw notFound('No unit found!');
      return found;
    });
  };
