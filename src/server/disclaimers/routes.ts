import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  createDisclaimer,
  disclaimer,
  disclaimerCreated,
  disclaimerHotspot,
  listDisclaimerHotspots as hotspotsQuery,
  listDisclaimers as listQuery,
  updateDisclaimer as updateBody,
  type UpdateDisclaimer,
} from '../../contract/disclaimers';
import { byId, done } from '../../contract/lists';
import { allow } from '../auth/guard';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { commandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, notFound } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { etagOf } from '../http/etag';
import { sanitized } from '../http/sanitizeHtml';
import { echoSorting } from '../database/listQueries';
import {
  deleteDisclaimer,
  getDisclaimer,
  insertDisclaimer,
  listDisclaimerHotspots,
  listDisclaimers,
  lockDisclaimer,
  updateDisclaimer,
} from './queries';

/** Routes for disclaimers: privacy notices and terms of use. */
export const disclaimerRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });

    app.get(
      '/disclaimers/accounts/:id',
      {
        config: { ...allow('disclaimers.list'), ...emptyAs('No disclaimer found') },
        schema: { params: byId, querystring: listQuery, response: { 200: z.array(disclaimer) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listDisclaimers(db, scope, params.id, query);
        if (!found) throw notFound('No disclaimer found');
        echoSorting(reply, query);
        return found;
      },
    );

    app.post(
      '/disclaimers/accounts/:id',
      { config: allow('disclaimers.create'), schema: { params: byId, body: createDisclaimer, response: { 201: disclaimerCreated } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return command(request, reply.code(201), {
          work: async (tx) => {
            const outcome = await insertDisclaimer(tx, scope, params.id, cleaned({ ...body, body: cleanBody(body.body) }));
            if (!outcome) throw notFound('No reseller found!');
            return outcome;
          },
          becomes: ({ disclaimerId }) => ({ kind: 'disclaimer', id: disclaimerId }),
          answer: ({ disclaimerId, tieId }) => ({ disclaimer_id: disclaimerId, disclaimers_accounts_id: tieId }),
        });
      },
    );

    app.get(
      '/disclaimers/:id',
      { config: allow('disclaimers.read'), schema: { params: byId, response: { 200: disclaimer } } },
      async ({ params, scope }, reply) => {
        const found = await getDisclaimer(db, scope, params.id);
        if (!found) throw notFound('No disclaimer found!');
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.put(
      '/disclaimers/:id',
      { config: allow('disclaimers.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      (request, reply) => {
        const {
          params,
          body: { title, body, translations },
          scope,
        } = request;
        const change = cleaned({ title, body: body === undefined ? undefined : cleanBody(body), translations });
        return command(request, reply, {
          about: { kind: 'disclaimer', id: params.id },
          shown: {
            schema: disclaimer,
            lock: (tx) => lockDisclaimer(tx, scope, params.id),
            read: (tx) => getDisclaimer(tx, scope, params.id),
          },
          work: async (tx) => {
            if (!(await updateDisclaimer(tx, scope, params.id, change))) throw notFound('No disclaimer found!');
          },
        });
      },
    );

    app.delete('/disclaimers/:id', { config: allow('disclaimers.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'disclaimer', id: request.params.id },
        unknown: 'No disclaimer found!',
        work: async (tx, copies) => {
          if (!(await deleteDisclaimer(tx, request.scope, request.params.id, copies))) throw notFound('No disclaimer found!');
          return 1;
        },
      }),
    );

    app.get(
      '/disclaimers/:id/hotspots',
      {
        config: allow('disclaimers.hotspots'),
        schema: { params: byId, querystring: hotspotsQuery, response: { 200: z.array(disclaimerHotspot) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listDisclaimerHotspots(db, scope, params.id, query);
        if (!found) throw notFound('No disclaimer found!');
        echoSorting(reply, query);
        return found;
      },
    );
  };

/** The sanitised body. Throws a refusal if nothing is left of it. */
function cleanBody(html: string): string {
  const clean = sanitized(html).trim();
  if (clean === '') throw badField('body', 'contains nothing that may be stored');
  return clean;
}

/** Sanitises translations, and drops those of which nothing is left. */
const cleaned = <T extends Pick<UpdateDisclaimer, 'translations'>>(text: T): T =>
  text.translations === undefined
    ? text
    : {
        ...text,
        translations: Object.fromEntries(
          Object.entries(text.translations)
            .map(([language, html]) => [language, sanitized(html).trim()] as const)
            .filter(([, html]) => html !== ''),
        ),
      };
