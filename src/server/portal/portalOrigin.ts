/** Serves the portal on an origin of its own, so that pages given to guests never share one with staff's tokens. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { notFound } from '../http/errors';

/** Matched against routes, not addresses: an address of a route can be written in many ways (`/%70ortal`, `http://host/portal`). */
const PORTAL = /^\/portal\//;

/** Scheme and host of a request target in absolute form. */
const ABSOLUTE_FORM = /^https?:\/\/[^/]*/;

/** Health checks are answered on any host, because load balancers may use any. */
const ANYWHERE = /^\/health\//;

/**
 * Restricts the portal's host to the portal, and the portal to that host: GET requests to the wrong host are redirected (308), all others
 * get a 404.
 */
export function isolatePortalOrigin(app: FastifyInstance, { portalOrigin, publicUrl, basePath }: Config): void {
  if (portalOrigin === undefined || portalOrigin === publicUrl) return;
  const { host } = new URL(portalOrigin);
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    const isPortal = PORTAL.test(route);
    // `request.host` is what the proxy forwards, or what a client invents behind a proxy that doesn't replace it: the host that was asked for
    // counts, too.
    const isOnItsHost = request.host === host || (!isPortal && request.headers.host === host);
    if (isPortal === isOnItsHost || ANYWHERE.test(route)) return;
    if (!isPortal || request.method !== 'GET') throw notFound('Not found');
    return reply.redirect(portalOrigin + basePath + request.url.replace(ABSOLUTE_FORM, ''), 308);
  });
}
