/** How urgent a request is when many wait for the database (database/queryQueue.ts), as its route's `config` says. */
import { AsyncResource } from 'node:async_hooks';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { withPriority, type Priority } from '../database/queryQueue';

type Query = Readonly<Record<string, unknown>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Of the route's requests, all alike or by what they ask for; `usual` if left out. `small`: sign-ins, guests' log-ins and health checks;
     * `long`: what reads many rows for one response.
     */
    priority?: Priority | ((query: Query) => Priority);
  }
}

/** For the `config` of lists that are exported as CSV, too. */
export const longAsCsv = { priority: ({ csv }: Query): Priority => (csv === 'true' ? 'long' : 'usual') };

export const priorityOf = ({ priority = 'usual' }: FastifyContextConfig, query: () => Query): Priority =>
  typeof priority === 'function' ? priority(query()) : priority;

/** Gives a request's queries the priority of the request. */
export function assignPriorities(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    const priority = priorityOf(request.routeOptions.config, () => request.query as Query);
    withPriority(priority, () => {
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
