/** How urgent a request is when many wait for the database (database/queryQueue.ts). */
import { AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withPriority, type Priority } from '../database/queryQueue';

/** Staff sign-in and sign-out, guests' log-ins (at the portal, through FreeRADIUS or from a unit), and health checks. */
const SMALL = /^\/(health\/|radius\/authorize$|wax\/aaa\/login$|portal\/:unit\/code$|api\/(login|logout)$)/;

/** Requests that read many rows for one response. */
const LONG = /^\/api\/(stats\/(reports\/|dashboard$)|attention(\/|$)|audit$|find$|system$)/;
const EXPORT = /[?&]csv=true(&|$)/;

/** The same by the address of a request, whose route isn't known yet. */
export function isLongRequest(url: string): boolean {
  const [path = ''] = url.split('?');
  return LONG.test(path) || EXPORT.test(url);
}

function priorityOf({ routeOptions, query }: FastifyRequest): Priority {
  const { url = '' } = routeOptions;
  // The same path takes log-ins and accounting reports.
  if (url === '/wax/aaa' && (query as { stage?: string } | undefined)?.stage === 'login') return 'small';
  const isExport = (query as { csv?: string } | undefined)?.csv === 'true';
  if (isExport || LONG.test(url)) return 'long';
  return SMALL.test(url) ? 'small' : 'usual';
}

/** Gives a request's queries the priority of the request. */
export function assignPriorities(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    withPriority(priorityOf(request), () => {
      contexts.set(request, new AsyncResource('call'));
      done();
    });
  });
  // The body arrives in socket events, outside of the request's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) context.runInAsyncScope(done);
    else done();
  });
}
