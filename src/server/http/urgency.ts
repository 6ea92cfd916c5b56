/** How urgent a call is when many wait for the database (database/gate.ts). */
import { AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withUrgency, type Urgency } from '../database/gate';

/** Signing in and out, guests' log-ins at the portal and those that FreeRADIUS or a unit asks about, and health checks. */
const SMALL = /^\/(health\/|radius\/authorize$|wax\/aaa\/login$|portal\/:unit\/code$|api\/(login|logout)$)/;

/** Calls that read many rows for one answer. */
const LONG = /^\/api\/(stats\/(reports\/|dashboard$)|attention(\/|$)|audit$|find$)/;

function urgencyOf({ routeOptions, query }: FastifyRequest): Urgency {
  const { url = '' } = routeOptions;
  // One address takes log-ins and reports.
  if (url === '/wax/aaa' && (query as { stage?: string } | undefined)?.stage === 'login') return 'small';
  const isExport = (query as { csv?: string } | undefined)?.csv === 'true';
  if (isExport || LONG.test(url)) return 'long';
  return SMALL.test(url) ? 'small' : 'usual';
}

/** Gives a call's queries the urgency of the call. */
export function rankCalls(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    withUrgency(urgencyOf(request), () => {
      contexts.set(request, new AsyncResource('call'));
      done();
    });
  });
  // The body arrives in socket events, outside of the call's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) context.runInAsyncScope(done);
    else done();
  });
}
