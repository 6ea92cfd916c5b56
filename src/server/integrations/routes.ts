import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountIntegration,
  hotspotIntegration,
  integration,
  integrationOf,
  listAccountIntegrations as accountQuery,
  listHotspotIntegrations as hotspotQuery,
  listIntegrations as listQuery,
  nothing,
} from '../../contract/integrations';
import { byId, created, done } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { conflict, notFound, upstreamFailed } from '../errors';
import { onceFor } from '../idempotency';
import { echoSorting } from '../wire';
import { listAccountIntegrations, listHotspotIntegrations, listIntegrations } from './queries';
import { disableForAccount, disableIntegration, enableForAccount, enableIntegration, markSynced } from './sync';

/** Third-party platforms, and where they are switched on (spec 2 §7; API.md, "Integrations"). */
export const integrationRoutes =
  ({ db, clock, webhooks }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const once = onceFor({ db, clock });

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

    const change = { params: integrationOf, response: { 200: done } };

    // Enabling and syncing again are the same call (API.md, "Integrations").
    app.put(
      '/hotspot_integrations/:id/:integrationId',
      { config: allow('hotspot_integrations.update'), schema: { ...change, body: nothing } },
      async ({ params, scope }) => {
        const { id, integrationId } = params;
        const message = await enableIntegration(db, scope, id, integrationId, clock());
        if (message === 'unknown hotspot') throw notFound('No hotspot found!');
        if (message === 'unknown integration') throw notFound('No integration found!');
        if (message === 'no customer') throw conflict('No customer account associate to hotspot found!', 'no_customer_account');
        const outcome = await webhooks.post(message.target, message.body);
        if (!('status' in outcome) || outcome.status !== 200) throw upstreamFailed('Call to WebHook failed!', 'webhook_failed');
        await markSynced(db, id, integrationId, clock());
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/hotspot_integrations/:id/:integrationId',
      { config: allow('hotspot_integrations.update'), schema: change },
      async ({ params, scope, log }) => {
        const message = await disableIntegration(db, scope, params.id, params.integrationId);
        if (!message) throw notFound('No integration found!');
        // It is off, whether or not the platform can be told.
        const outcome = await webhooks.post(message.target, message.body);
        if (!('status' in outcome) || outcome.status !== 200)
          log.warn({ integration: params.integrationId, outcome }, 'a platform could not be told that it was switched off');
        return { status: 'success' as const };
      },
    );

    app.post(
      '/account_integrations/:id/:integrationId',
      { config: allow('account_integrations.update'), schema: { params: integrationOf, body: nothing, response: { 201: created } } },
      (request, reply) =>
        once(request, reply, async (tx) => {
          const id = await enableForAccount(tx, request.params.id, request.params.integrationId);
          if (id === null) throw notFound('No integration found!');
          reply.code(201);
          return { id, status: 'success' as const };
        }),
    );

    app.delete(
      '/account_integrations/:id/:integrationId',
      { config: allow('account_integrations.update'), schema: change },
      async ({ params }) => {
        if (!(await disableForAccount(db, params.id, params.integrationId))) throw notFound('No integration found!');
        return { status: 'success' as const };
      },
    );
  };
