import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { demoHotspots as hotspotsOnWire, demoPhone, takePhone } from '../contract/demo';
import { open } from '../server/auth/guard';
import type { Deps } from '../server/deps';
import { notFound } from '../server/http/errors';
import { demoHotspots, type DemoPhones, type DemoOrigins } from './phones';
import { calledBy } from '../server/http/callers';

/** Demonstration only, below /api: virtual phones with which visitors try out being a guest. */
export const demoRoutes =
  ({ db, publicUntil }: Deps, phones: DemoPhones): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/demo/hotspots', { config: open, schema: { hide: true, response: { 200: hotspotsOnWire } } }, async () => ({
      data: await demoHotspots(db),
    }));

    app.post(
      '/demo/phones',
      { config: open, schema: { hide: true, body: takePhone, response: { 201: demoPhone } } },
      async ({ body, ip }, reply) => {
        const phone = await phones.take(body.hotspot_id ?? null, publicUntil ? ip : null);
        if (!phone) throw notFound('No unit found!');
        return reply.code(201).send(phone);
      },
    );

    app.get(
      '/demo/phones/:id',
      { config: open, schema: { hide: true, params: z.object({ id: z.string() }), response: { 200: demoPhone } } },
      async ({ params }) => {
        const phone = phones.find(params.id);
        if (!phone) throw notFound('No phone found!');
        return phone;
      },
    );
  };

/** Demonstration only: the simulated gateway's URLs, which redirect a phone's browser. */
export const demoGatewayRoutes =
  ({ config }: Deps, phones: DemoPhones): FastifyPluginAsync =>
  async (app) => {
    calledBy(app, 'guests');
    const originsOf = ({ protocol, host }: FastifyRequest): DemoOrigins => {
      const here = `${protocol}://${host}${config.basePath}`;
      return {
        gateway: `${here}/gateway`,
        portal: `${config.portalOrigin === undefined ? here : config.portalOrigin + config.basePath}/portal`,
      };
    };
    const lead = (reply: FastifyReply, to: string | null) => {
      reply.header('Cache-Control', 'no-store');
      if (to !== null) return reply.redirect(to, 302);
      reply.callNotFound();
      return reply;
    };
    const hide = { schema: { hide: true } };

    app.get('/:id/open', hide, async (request, reply) => {
      const { id } = request.params as { id: string };
      return lead(reply, phones.pageFor(id, originsOf(request)));
    });

    app.get('/:id/logout', hide, async (request, reply) => {
      const { id } = request.params as { id: string };
      return lead(reply, await phones.logOut(id, originsOf(request)));
    });

    app.get('/:id/login', hide, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { username, password, dst } = request.query as Partial<Record<string, unknown>>;
      const text = (value: unknown) => (typeof value === 'string' ? value : '');
      const how = { username: text(username), response: text(password), wanted: text(dst) };
      return lead(reply, await phones.logOn(id, how, originsOf(request)));
    });
  };
