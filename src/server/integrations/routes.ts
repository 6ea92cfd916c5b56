import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountIntegration,
  createIntegration as createBody,
  hotspotIntegration,
  integration,
  integrationOf,
  integrationTested,
  listAccountIntegrations as accountQuery,
  listHotspotIntegrations as hotspotQuery,
  listIntegrations as listQuery,
  managedIntegration,
  nothing,
  updateIntegration as updateBody,
  type UpdateIntegration,
} from '../../contract/integrations';
import { byId, created, done } from '../../contract/lists';
import { allow } from '../auth/guard';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { outsideCommandFor, commandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, conflict, notFound, upstreamFailed } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { etagOf } from '../http/etag';
import { checkedPicture } from '../hotspots/pictures';
import { sanitized } from '../http/sanitizeHtml';
import { postTaken } from '../messages/outboxQueries';
import type { Webhooks } from '../messages/webhooks';
import { echoSorting } from '../database/listQueries';
import {
  deleteIntegration,
  getIntegration,
  getTarget,
  insertIntegration,
  listAccountIntegrations,
  listHotspotIntegrations,
  listIntegrations,
  lockIntegration,
  updateIntegration,
} from './queries';
import { disableForAccount, disableIntegration, enableForAccount, enableIntegration } from './syncQueries';

/** Routes for third-party platforms, and for switching them on. */
export const integrationRoutes =
  ({ db, clock, webhooks, outbox }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });
    const outside = outsideCommandFor({ db, clock });

    app.get(
      '/integrations',
      {
        config: { ...allow('integrations.list'), ...emptyAs('No integrations found!') },
        schema: { querystring: listQuery, response: { 200: z.array(integration) } },
      },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listIntegrations(db, scope, query, clock());
      },
    );

    app.get(
      '/integrations/:id',
      { config: allow('integrations.read'), schema: { params: byId, response: { 200: managedIntegration } } },
      async ({ params, scope }, reply) => {
        const found = await getIntegration(db, scope, params.id);
        if (!found) throw notFound('No integration found!');
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.post(
      '/integrations',
      { config: allow('integrations.create'), schema: { body: createBody, response: { 201: created } } },
      async (request, reply) => {
        // Before the transaction, because DNS lookups may be slow.
        const fit = await checked(request.body, webhooks);
        return command(request, reply.code(201), {
          work: (tx) => insertIntegration(tx, { ...request.body, ...fit }),
          becomes: (id) => ({ kind: 'integration', id }),
          answer: (id) => ({ id }),
        });
      },
    );

    app.put(
      '/integrations/:id',
      { config: allow('integrations.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      async (request, reply) => {
        const { params, body, scope } = request;
        const stored = await getIntegration(db, scope, params.id);
        const change = { ...body, ...(await checked(body, webhooks, stored ?? undefined)) };
        return command(request, reply, {
          about: { kind: 'integration', id: params.id },
          shown: {
            schema: managedIntegration,
            lock: (tx) => lockIntegration(tx, scope, params.id),
            read: (tx) => getIntegration(tx, scope, params.id),
          },
          work: async (tx) => {
            if (!(await updateIntegration(tx, scope, params.id, change))) throw notFound('No integration found!');
          },
        });
      },
    );

    app.delete('/integrations/:id', { config: allow('integrations.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'integration', id: request.params.id },
        unknown: 'No integration found!',
        work: async (tx, copies) => {
          if (!(await deleteIntegration(tx, request.scope, request.params.id, copies))) throw notFound('No integration found!');
          return 1;
        },
      }),
    );

    // Always returns 200 with the outcome: a platform that doesn't respond is a valid result here.
    app.post(
      '/integrations/:id/test',
      { config: allow('integrations.test'), schema: { params: byId, body: nothing, response: { 200: integrationTested } } },
      (request, reply) =>
        outside(request, reply, {
          work: async () => {
            const target = await getTarget(db, request.scope, request.params.id);
            if (!target) throw notFound('No integration found!');
            if (target.url === '') return { failed: 'no_address' as const, milliseconds: 0 };
            const startedAt = performance.now();
            const message = await postTaken(
              db,
              {
                kind: 'test',
                accountId: request.scope.accountId,
                integrationId: request.params.id,
                recipient: target.name,
                content: { channel: 'webhook', body: { test: true }, isAwaited: true },
              },
              clock(),
            );
            const { answer = { failed: 'too_slow' as const } } = await outbox.sendNow(message);
            const milliseconds = Math.round(performance.now() - startedAt);
            return 'failed' in answer
              ? { ...answer, milliseconds }
              : { status: answer.status, body: beginningOf(answer.body, target.secret), milliseconds };
          },
          answer: (tested) => tested,
        }),
    );

    app.get(
      '/hotspot_integrations/:id',
      {
        config: { ...allow('hotspot_integrations.list'), ...emptyAs('No integrations found!') },
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
        config: { ...allow('account_integrations.list'), ...emptyAs('No integrations found!') },
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

    // Enabling and syncing again are the same call (INT-14).
    app.put(
      '/hotspot_integrations/:id/:integrationId',
      { config: allow('hotspot_integrations.update'), schema: { ...change, body: nothing } },
      (request, reply) => {
        const { params, scope } = request;
        const { id, integrationId } = params;
        const hotspot = { kind: 'hotspot', id } as const;
        return command(request, reply, {
          about: hotspot,
          work: async (tx) => {
            const outcome = await enableIntegration(tx, scope, id, integrationId, clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'unknown integration') throw notFound('No integration found!');
            if (outcome === 'no customer') throw conflict('No customer account associate to hotspot found!', 'no_customer_account');
            return outcome;
          },
          becomes: ({ name }) => ({ ...hotspot, details: { synced: name } }),
          // If it fails, the outbox tries it again.
          afterCommit: async ({ message }) => {
            const outcome = await outbox.sendNow(message);
            if (outcome.kind === 'sent') return;
            const { answer } = outcome;
            if (answer && 'failed' in answer && answer.failed === 'refused') throw upstreamFailed(PRIVATE_ADDRESS, 'webhook_refused');
            throw upstreamFailed('Call to WebHook failed!', 'webhook_failed');
          },
        });
      },
    );

    app.delete(
      '/hotspot_integrations/:id/:integrationId',
      { config: allow('hotspot_integrations.update'), schema: change },
      (request, reply) => {
        const { params, scope } = request;
        return command(request, reply, {
          about: { kind: 'hotspot', id: params.id },
          work: async (tx) => {
            const outcome = await disableIntegration(tx, scope, params.id, params.integrationId, clock());
            if (!outcome) throw notFound('No integration found!');
            return outcome;
          },
          // It stays off even if the platform can't be notified; the outbox keeps trying.
          afterCommit: async ({ message }) => void (await outbox.sendNow(message)),
        });
      },
    );

    app.post(
      '/account_integrations/:id/:integrationId',
      { config: allow('account_integrations.update'), schema: { params: integrationOf, body: nothing, response: { 201: created } } },
      (request, reply) =>
        command(request, reply.code(201), {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const outcome = await enableForAccount(tx, request.params.id, request.params.integrationId);
            if (outcome === null) throw notFound('No integration found!');
            return outcome;
          },
          answer: (id) => ({ id }),
        }),
    );

    app.delete(
      '/account_integrations/:id/:integrationId',
      { config: allow('account_integrations.update'), schema: change },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const { id, integrationId } = request.params;
            if (!(await disableForAccount(tx, id, integrationId))) throw notFound('No integration found!');
          },
        }),
    );
  };

const PRIVATE_ADDRESS =
  'The webhook was not called: its address is a loopback or private one, which the server calls only with PORTICO_WEBHOOKS_PRIVATE=allow';

/** Characters shown of a platform's response. */
const BEGINNING = 1000;

/** Masks the secret in case the platform echoes it. */
const beginningOf = (body: string, secret: string) => (secret === '' ? body : body.replaceAll(secret, '…')).slice(0, BEGINNING);

const UNFIT_WEBHOOK = {
  private: 'points to an address outside the public internet',
  unencrypted: 'is not an https address, which it has to be unless PORTICO_WEBHOOKS_HTTP=allow',
};

/**
 * Logo and privacy text as they are stored. Throws for invalid ones, and for webhook addresses that may not be chosen; the one that is
 * stored may stay.
 */
async function checked(
  { logo, privacy, webhook_url = '' }: UpdateIntegration,
  webhooks: Webhooks,
  stored?: { webhook_url: string },
): Promise<{ logo?: string; privacy?: string }> {
  const picture = logo === undefined || logo === '' ? { picture: logo } : await checkedPicture(logo);
  if ('reason' in picture) throw badField('logo', picture.reason);
  const unfit = webhook_url === '' || webhook_url === stored?.webhook_url ? null : await webhooks.refusalOf(webhook_url);
  if (unfit !== null) throw badField('webhook_url', UNFIT_WEBHOOK[unfit]);
  return {
    ...(picture.picture !== undefined && { logo: picture.picture }),
    ...(privacy !== undefined && { privacy: sanitized(privacy).trim() }),
  };
}
