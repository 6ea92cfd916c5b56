/** Limits the number of connections, and how long each may take. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum connections before the one that has been idle longest is closed, and before new ones are rejected. */
const MOST_IDLE = 5000;
const MOST_CONNECTIONS = 20_000;

/** Milliseconds within which a client must read its response. */
const READ_WITHIN = 600_000;

/**
 * Milliseconds that an idle connection stays open for longer than its client was told in Keep-Alive. A request that is sent in the last moment
 * would be lost: a busy server ends the connection before it reads what has arrived on it.
 */
const GRACE = 5000;

/** Closes the connections that have been idle longest if there are too many, and those whose clients don't read their response. */
export function boundConnections(server: Server, mostIdle = MOST_IDLE): void {
  server.maxConnections = MOST_CONNECTIONS;
  /** Connections without a request, idle longest first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
    if (idle.size <= mostIdle) return;
    const [oldest] = idle;
    oldest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    let unread: NodeJS.Timeout | undefined;
    response.once('prefinish', () => (unread = setTimeout(() => socket.destroy(), READ_WITHIN).unref()));
    // After Node, which sets the time it has announced.
    response.once('finish', () => socket.setTimeout(server.keepAliveTimeout + GRACE));
    response.once('close', () => {
      clearTimeout(unread);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
