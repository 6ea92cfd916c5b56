/** How urgent a call is, when many wait for the database (database/gate.ts). */
import { AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withUrgency, type Urgency } from '../database/gate';

/** Who signs in or out, and the balancer. */
const SMALL = /^\/(health\/|api\/(login|logout)$)/;

/** What reads many rows for one answer. */
const LONG = /^\/api\/(stats\/reports\/|attention$|audit$|find$)/;

function urgencyOf({ routeOptions, query }: FastifyRequest): Urgency {
  const { url = '' } = routeOptions;
  const isExport = (query as { csv?: string } | undefined)?.csv === 'true';
  if (isExport || LONG.test(url)) return 'long';
  return SMALL.test(url) ? 'small' : 'usual';
}

/** Everything that a call asks of the database is as urgent as the call. */
export function rankCalls(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    withUrgency(urgencyOf(request), () => {
      contexts.set(request, new AsyncResource('call'));
      done();
    });
  });
  // A body arrives by the socket's events, which know nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) context.runInAsyncScope(done);
    else done();
  });
}
