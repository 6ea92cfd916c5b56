import { sql } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../deps';
import { notReady } from './errors';

/**
 * For load balancers: live means that the process responds; ready that its database responds, that the embedded database has room to
 * write, and that the server isn't stopping. With automatic backups, ready also reports when the last good one was made and whether the
 * last attempt failed. Why it failed is only logged, because anyone may call this.
 */
export const healthRoutes =
  ({ db, backups, unready }: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }));
    app.get('/health/ready', { schema: { hide: true } }, async () => {
      const reason = unready?.() ?? null;
      if (reason !== null) throw notReady(reason);
      await db.execute(sql`select 1`);
      const known = await backups?.();
      return { status: 'ready', ...(known && { backup: { made: known.made, failed: known.failed !== null } }) };
    });
  };
