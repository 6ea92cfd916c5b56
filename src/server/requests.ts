/** Listens for requests. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';
import type { Parts } from './parts';
import { whyNotListening } from './http/listening';

/**
 * Maximum connections that wait in the kernel to be accepted; Linux allows 4,096 by default. With Node's 511, a burst of a thousand makes
 * some clients send again, a second later.
 */
const BACKLOG = 4096;

/** How long running requests may take at shutdown, in milliseconds. */
const DRAIN = 10_000;

/**
 * How long keep-alive connections stay open at shutdown for a request that may be in transit, in milliseconds; its response closes them.
 */
const LINGER = 500;

/** Listens for requests and returns the address. Stopping lets running requests finish. */
export async function listen(app: FastifyInstance, config: Config, parts: Parts): Promise<string> {
  // Browsers open connections in advance. Node counts these as busy, so they are destroyed at shutdown if they have sent nothing.
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const address = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((error: unknown) => {
    throw whyNotListening(error, config);
  });
  // If a connection can't be accepted (no file descriptors left, say), one request fails; unhandled, the error would end the server.
  app.server.on('error', (error) => app.log.error({ err: error }, 'a connection could not be accepted'));
  return parts.add('requests', address, async () => {
    await pause(config.drainSeconds * 1000);
    if (config.drainSeconds === 0 && (await connectionsOf(app)) > 0) await pause(LINGER);
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // Keep-alive clients must not delay shutdown: after DRAIN their connections are closed.
    const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN);
    await app.close();
    clearTimeout(impatience);
  });
}

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}
