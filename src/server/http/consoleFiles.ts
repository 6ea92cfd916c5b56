import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { ServedConfig } from '../../contract/config';
import type { Deps } from '../deps';
import { ttlCache } from '../ttlCache';
import { calledBy } from './callers';
import { unavailableMethods } from './unavailableMethods';

/** The built console, next to the server's bundle in dist. */
const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

/**
 * Identifies the served console build by the name of its entry file; null if none is served. An open console compares it with its own.
 */
export function consoleBuild(folder = clientFolder): string | null {
  const page = path.join(folder, 'index.html');
  if (!existsSync(page)) return null;
  return /<script[^>]*src="[^"]*\bassets\/([^"/]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null;
}

/** Milliseconds after which a running server looks again which build it serves: an update may have replaced the files. */
const LOOK_AGAIN = 30_000;

/** A function that tells which build is served now. */
export function servedBuild(folder = clientFolder): () => string | null {
  const known = ttlCache<string | null>(1, LOOK_AGAIN);
  return () => {
    const remembered = known.get('build');
    if (remembered !== undefined) return remembered;
    const build = consoleBuild(folder);
    known.set('build', build);
    return build;
  };
}

/** Serves the console's files, compressed at build time, and `config.json`, which tells it where the API is. */
export const consoleFiles =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    calledBy(app, 'anybody');
    const { config, phones, publicUntil } = deps;
    app.get('/config.json', { schema: { hide: true } }, async (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').send({
        ...config.console,
        ways_off: unavailableMethods(deps),
        ...(phones && { demonstration: true }),
        ...(publicUntil && { public_until: publicUntil.toISOString() }),
      } satisfies ServedConfig),
    );
    // For proxies that don't strip the base path. Redirect, because the console's relative addresses need the trailing slash.
    if (config.basePath !== '') {
      app.get(config.basePath, { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${config.basePath}/`));
    }
    // API tests run from the source: nothing is built, and jest can't load the package.
    if (!existsSync(clientFolder)) return;
    const { default: fastifyStatic } = await import('@fastify/static');
    // The documentation uses relative addresses, too.
    app.addHook('onRequest', async (request, reply) =>
      /^\/docs(?:\?|$)/.test(request.url) ? reply.redirect(`${config.basePath}/docs/`) : undefined,
    );
    await app.register(fastifyStatic, {
      root: clientFolder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Files in assets have a content hash in their names, so they never change.
        reply.header('Cache-Control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  };
