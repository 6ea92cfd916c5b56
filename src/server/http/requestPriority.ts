/** The priority of a request when many wait for the database (database/queryQueue.ts), as declared in its route's `config`. */
import { AsyncResource } from 'node:async_hooks';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { withPriority, type Priority } from '../database/queryQueue';

type Query = Readonly<Record<string, unknown>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The priority of the route's requests, the same for all or by query; `usual` if absent. `small`: sign-ins, guests' log-ins and health
     * checks; `long`: requests that read many rows.
     */
    priority?: Priority | ((query: Query) => Priority);
  }
}

/** For the `config` of lists that can be exported as CSV. */
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
