/** How many connections the server keeps, and for how long. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections beyond which the one that has been idle longest makes room for the next, and beyond which none is accepted. */
const MOST_IDLE = 5000;
const MOST_CONNECTIONS = 20_000;

/** Milliseconds in which a client has to read its answer. */
const READ_WITHIN = 600_000;

/** Closes connections that have been idle longest when there are too many, and those whose clients don't read what they are sent. */
export function boundConnections(server: Server, mostIdle = MOST_IDLE): void {
  server.maxConnections = MOST_CONNECTIONS;
  /** Without a request, idle longest first. */
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
    response.once('close', () => {
      clearTimeout(unread);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
