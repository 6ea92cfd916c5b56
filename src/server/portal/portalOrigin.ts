/** Serves the portal on an origin of its own, so that pages given to guests never share one with staff's tokens. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { notFound } from '../http/errors';

/** Routes, not addresses: one route has many spellings (`/%70ortal`, `http://host/portal`). */
const PORTAL = /^\/portal\//;

/** Health checks are answered on any host, because load balancers may use any. */
const ANYWHERE = /^\/health\//;

/**
 * Restricts the portal's host to the portal, and the portal to that host: GET requests to the wrong host are redirected (308), all else is
 * a 404.
 */
export function isolatePortalOrigin(app: FastifyInstance, { portalOrigin, publicUrl, basePath }: Config): void {
  if (portalOrigin === undefined || portalOrigin === publicUrl) return;
  const { host } = new URL(portalOrigin);
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    const isPortal = PORTAL.test(route);
    if (isPortal === (request.host === host) || ANYWHERE.test(route)) return;
    if (!isPortal || request.method !== 'GET') throw notFound('Not found');
    // Of a request in absolute form only path and query count.
    const { pathname, search } = new URL(request.url, portalOrigin);
    return reply.redirect(portalOrigin + basePath + pathname + search, 308);
  });
}
