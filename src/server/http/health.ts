import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../deps';
import { notReady } from './errors';

/** How long the database may take to answer, in milliseconds: load balancers ask every few seconds. */
const PATIENCE = 2_000;

/**
 * For load balancers: live means that the process responds; ready that its database responds, that the embedded database has room to
 * write, and that the server isn't stopping. With automatic backups, ready also reports when the last good one was made and whether the
 * last attempt failed. Why it failed is only logged, because anyone may call this. With `stopping=404` a server that is stopping answers 404,
 * by which HAProxy tells it from one that has failed: it sends no new calls there, but lets those that are running finish.
 */
export const healthRoutes =
  ({ db, backups, unready }: Deps): FastifyPluginAsync =>
  async (app) => {
    /** The running query: concurrent calls share it, so that they don't pile up while the database is frozen. */
    let checking: Promise<void> | undefined;
    const check = async () => {
      try {
        await db.execute(sql`select 1`);
      } finally {
        checking = undefined;
      }
    };
    const answersInTime = async (): Promise<boolean> => {
      const patience = new AbortController();
      const { signal } = patience;
      try {
        checking ??= check();
        return await Promise.race([checking.then(() => true), pause(PATIENCE, false, { signal, ref: false })]);
      } finally {
        patience.abort();
      }
    };
    const config = { callers: 'health', priority: 'small' } as const;
    app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'live' }));
    app.get<{ Querystring: { stopping?: unknown } }>('/health/ready', { config, schema: { hide: true } }, async ({ query }) => {
      const reason = unready?.() ?? null;
      if (reason !== null) throw notReady(reason, reason === 'stopping' && query.stopping === '404' ? 404 : 503);
      if (!(await answersInTime())) throw notReady('database_silent');
      const known = await backups?.();
      return { status: 'ready', ...(known && { backup: { made: known.createdAt, failed: known.failed !== null } }) };
    });
  };
