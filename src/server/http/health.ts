import { sql } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../deps';
import { notReady } from './errors';

/**
 * For load balancers: live means that the process answers, ready that its database accepts writes and that it isn't stopping. With
 * automatic backups, ready also tells when the last good one was made and whether the last try failed. The reason is only in the log,
 * because anybody may call this.
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
