import { sql } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from './deps';

/** For a balancer: live says that the process answers, ready that its database does too. */
export const healthRoutes =
  ({ db }: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }));
    app.get('/health/ready', { schema: { hide: true } }, async () => {
      await db.execute(sql`select 1`);
      return { status: 'ready' };
    });
  };
