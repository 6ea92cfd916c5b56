import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { byId, created, done } from '../../contract/lists';
import {
  createPaperTemplate,
  listedPaperTemplate,
  listPaperTemplates as listQuery,
  paperSettings,
  paperTemplate,
  updatePaper,
  updatePaperTemplate as updateBody,
} from '../../contract/paper';
import type { PaperTemplate } from '../../contract/plain/paperModel';
import { paperFields, paperSecrets } from '../audit/extraFieldQueries';
import { allow } from '../auth/guard';
import { hasUnits } from '../config';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { commandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, forbidden, notFound } from '../http/errors';
import { etagOf } from '../http/etag';
import { echoSorting } from '../database/listQueries';
import { checkedPicture } from '../hotspots/pictures';
import {
  deletePaperTemplate,
  getPaper,
  getPaperTemplate,
  insertPaperTemplate,
  listPaperTemplates,
  lockPaper,
  lockPaperTemplate,
  putPaper,
  updatePaperTemplate,
} from './queries';

/** Routes for printed vouchers: a hotspot's print settings, and templates. */
export const paperRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { portalOrigin, basePath } = config;
    const portal = hasUnits(config) && portalOrigin !== undefined ? `${portalOrigin}${basePath}/portal` : undefined;
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });

    app.get(
      '/paper/hotspots/:id',
      { config: allow('paper.read'), schema: { params: byId, response: { 200: paperSettings } } },
      async ({ params, scope }, reply) => {
        const found = await getPaper(db, scope, params.id, portal);
        if (!found) throw notFound('No hotspot found!');
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.put(
      '/paper/hotspots/:id',
      { config: allow('paper.update'), schema: { params: byId, body: updatePaper, response: { 200: done } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return command(request, reply, {
          about: { kind: 'hotspot', id: params.id, fields: paperFields, hidden: paperSecrets },
          shown: {
            schema: paperSettings,
            lock: (tx) => lockPaper(tx, scope, params.id),
            read: (tx) => getPaper(tx, scope, params.id, portal),
          },
          work: async (tx) => {
            const outcome = await putPaper(tx, scope, params.id, body, portal);
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'unknown template') throw badField('template_id', 'is not a template that this hotspot can use');
          },
        });
      },
    );

    app.get(
      '/paper_templates',
      { config: allow('paper_templates.list'), schema: { querystring: listQuery, response: { 200: z.array(listedPaperTemplate) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listPaperTemplates(db, scope, query);
      },
    );

    app.get(
      '/paper_templates/:id',
      { config: allow('paper_templates.read'), schema: { params: byId, response: { 200: paperTemplate } } },
      async ({ params, scope }, reply) => {
        const found = await getPaperTemplate(db, scope, params.id);
        if (!found) throw notFound('No template found!');
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.post(
      '/paper_templates',
      { config: allow('paper_templates.create'), schema: { body: createPaperTemplate, response: { 201: created } } },
      async (request, reply) => {
        const { body, scope } = request;
        if (body.is_given && scope.role === 'customer') throw forbidden('Operation not permitted');
        const template = await withCheckedPictures(body.template);
        return command(request, reply.code(201), {
          work: async (tx) => {
            const templateId = await insertPaperTemplate(tx, scope, { ...body, template }, clock());
            if (templateId === null) throw notFound('No hotspot found!');
            return templateId;
          },
          becomes: (id) => ({ kind: 'paper_template', id }),
          answer: (id) => ({ id }),
        });
      },
    );

    app.put(
      '/paper_templates/:id',
      { config: allow('paper_templates.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      async (request, reply) => {
        const { params, body, scope } = request;
        const template = body.template && (await withCheckedPictures(body.template));
        return command(request, reply, {
          about: { kind: 'paper_template', id: params.id },
          shown: {
            schema: paperTemplate,
            lock: (tx) => lockPaperTemplate(tx, scope, params.id),
            read: (tx) => getPaperTemplate(tx, scope, params.id),
          },
          work: async (tx) => {
            if (!(await updatePaperTemplate(tx, scope, params.id, { ...body, template }, clock()))) throw notFound('No template found!');
          },
        });
      },
    );

    app.delete('/paper_templates/:id', { config: allow('paper_templates.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'paper_template', id: request.params.id },
        unknown: 'No template found!',
        work: async (tx, copies) => {
          if (!(await deletePaperTemplate(tx, request.scope, request.params.id, copies))) throw notFound('No template found!');
          return 1;
        },
      }),
    );
  };

/** The template with validated pictures. Throws a refusal for one that can't be decoded. */
async function withCheckedPictures(template: PaperTemplate): Promise<PaperTemplate> {
  const pictures: Record<string, string> = {};
  for (const [name, url] of Object.entries(template.pictures)) {
    const checked = await checkedPicture(url);
    if ('reason' in checked) throw badField('template', `the picture ${name}: ${checked.reason}`);
    pictures[name] = checked.picture;
  }
  return { ...template, pictures };
}
