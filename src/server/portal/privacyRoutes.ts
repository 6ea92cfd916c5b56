import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byHotspotUuid, privacyLanguage, privacyPage } from '../../contract/disclaimers';
import type { Deps } from '../deps';
import { getPrivacyPage } from '../disclaimers/queries';
import { RefusedError } from '../http/errors';
import { admission } from './admission';

/** The public page with a hotspot's privacy notice and terms, below /wax and without a token (PRV-06). */
export const privacyRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    // Readers of this page prove nothing, so only the limit of their network applies.
    const admit = admission(async () => null);
    const schema = { params: byHotspotUuid, querystring: privacyLanguage, response: { 200: privacyPage } };
    app.get('/privacy/:uuid', { schema }, async ({ params, query, ip }, reply) => {
      await admit(ip, undefined, reply.raw);
      const page = await getPrivacyPage(db, params.uuid, query.language);
      const status = 'hotspot not found';
      if (!page) throw new RefusedError(404, { message: status, code: 'not_found', status, id: 0 });
      return page;
    });
  };
