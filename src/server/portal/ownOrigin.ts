/** A portal on an origin of its own: what guests' browsers are given never shares one with staff's tokens. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { notFound } from '../http/errors';

const PORTAL = /^\/portal(?:\/|$|\?)/;

/** What balancers ask wherever they reach the server. */
const ANYWHERE = /^\/health\//;

/** Serves only the portal where the portal is, and the portal nowhere else. */
export function keepPortalApart(app: FastifyInstance, { portalOrigin, publicUrl, basePath }: Config): void {
  if (portalOrigin === undefined || portalOrigin === publicUrl) return;
  const { host } = new URL(portalOrigin);
  app.addHook('onRequest', async (request, reply) => {
    const isPortal = PORTAL.test(request.url);
    if (isPortal === (request.host === host) || ANYWHERE.test(request.url)) return;
    if (isPortal && request.method === 'GET') return reply.redirect(portalOrigin + basePath + request.url, 308);
    throw notFound('Not found');
  });
}
