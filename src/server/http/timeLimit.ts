import type { FastifyInstance } from 'fastify';
import { tookTooLong } from './errors';

/**
 * Answers calls that take longer than `milliseconds`; what their handlers do goes on. Not Fastify's own `handlerTimeout`, which ends once the
 * body has been read (fastify/fastify#6725): a change that hangs would have its place until its connection is cut, without an answer.
 */
export function limitTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      if (request.raw.complete) request.log.error({ milliseconds }, 'call took too long');
      void reply.send(tookTooLong(request.raw));
    }, milliseconds).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
