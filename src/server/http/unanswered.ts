import type { FastifyInstance } from 'fastify';
import { tookTooLong } from './errors';

/**
 * Answers calls with a body whose handlers take longer than `milliseconds`. Fastify's own `handlerTimeout` ends once the body has been read
 * (fastify/fastify#6725): without this, a call that hangs would have its place until its connection is cut, without an answer. What the
 * handler does goes on.
 */
export function answerUnanswered(app: FastifyInstance, milliseconds: number): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.body === undefined) return;
    const timer = setTimeout(() => {
      if (!reply.sent && !reply.raw.headersSent) void reply.send(tookTooLong());
    }, milliseconds).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
