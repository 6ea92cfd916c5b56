import { sql } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../deps';
import { notReady } from './errors';

/**
 * For a balancer: live says that the process answers, ready that its database does too, writes included, and that it is not about to end. Where there are automatic backups it also
 * tells when the last good one was made, and whether the last try failed; why is in the log, because anybody may ask.
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
