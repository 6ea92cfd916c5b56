import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../deps';

/** The built console, beside the server's bundle in dist. */
const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

/** Serves the console's files, compressed at build time, and `config.json`, which tells it where the API is. */
export const consoleFiles =
  ({ config }: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get('/config.json', { schema: { hide: true } }, async (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').send(config.console),
    );
    // What a proxy passes on as it is: relative addresses of the console need the slash.
    if (config.basePath !== '') {
      app.get(config.basePath, { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${config.basePath}/`));
    }
    // Tests of the API run from the source, where nothing is built, and where jest cannot load the package.
    if (!existsSync(clientFolder)) return;
    const { default: fastifyStatic } = await import('@fastify/static');
    await app.register(fastifyStatic, {
      root: clientFolder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Files below assets have a hash in their name: another content is another file.
        reply.header('Cache-Control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  };
