import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config';

/** The server can't listen on HOST and PORT; the message says why and what to do. */
export class CannotListenError extends Error {}

/** A readable error for known causes, else the error as it is. */
export function whyNotListening(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CannotListenError(
        `Port ${port} on ${host} is in use by another program. Stop that program, or choose another port with PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new CannotListenError(
        `HOST: this machine has no address ${host}. Use 127.0.0.1 for this machine alone, or 0.0.0.0 or :: for all of its networks.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CannotListenError(`HOST: there is no machine called ${host}. Use an address of this machine, like 127.0.0.1 or 0.0.0.0.`);
    case 'EACCES':
    case 'EPERM':
      return new CannotListenError(
        `This user may not listen on port ${port} of ${host}. Choose a port from 1024 up with PORT, and let a reverse proxy have the other.`,
      );
    default:
      return error;
  }
}

/** Throws what listening would throw; to find it out before something that takes long. */
export async function expectToListen(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen(config.port, config.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw whyNotListening(error, config);
  });
  await once(server.close(), 'close');
}
