import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountIntegration,
  hotspotIntegration,
  integration,
  listAccountIntegrations as accountQuery,
  listHotspotIntegrations as hotspotQuery,
  listIntegrations as listQuery,
} from '../../contract/integrations';
import { byId } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../errors';
import { echoSorting } from '../wire';
import { listAccountIntegrations, listHotspotIntegrations, listIntegrations } from './queries';

/** Third-party platforms, and where they are switched on (spec 2 §7; API.md, "Integrations"). */
export const integrationRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/integrations',
      { config: allow('integrations.list'), schema: { querystring: listQuery, response: { 200: z.array(integration) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listIntegrations(db, scope, query, clock());
      },
    );

    app.get(
      '/hotspot_integrations/:id',
      {
        config: allow('hotspot_integrations.list'),
        schema: { params: byId, querystring: hotspotQuery, response: { 200: z.array(hotspotIntegration) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listHotspotIntegrations(db, scope, params.id, query);
        if (!found) throw notFound('No integrations found!');
        echoSorting(reply, query);
        return found;
      },
    );

    app.get(
      '/account_integrations/:id',
      {
        config: allow('account_integrations.list'),
        schema: { params: byId, querystring: accountQuery, response: { 200: z.array(accountIntegration) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listAccountIntegrations(db, scope, params.id, query);
        if (!found) throw notFound('No integrations found!');
        echoSorting(reply, query);
        return found;
      },
    );
  };
