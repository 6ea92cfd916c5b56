/** Requests through a reverse proxy: their path, and the address they come from. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify';
import type { Config } from '../config';
import { isPublic } from './publicAddress';

/** A proxy that forwards its clients' addresses but isn't named in `PORTICO_TRUST_PROXY`, so all its clients look like one. */
export interface UnnamedProxy {
  address: string;
}

/** Headers that proxies add to requests. */
const ADDED_BY_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** Milliseconds. A proxy is forgotten a day after it was last seen, and logged at most once an hour. */
const FORGET_AFTER = 86_400_000;
const WARN_EVERY = 3_600_000;

/** The path of a call as the routes know it, whether or not the proxy has stripped the base path. */
export function withoutBase({ basePath }: Pick<Config, 'basePath'>) {
  return ({ url = '/' }: RawRequestDefaultExpression): string => (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url);
}

/** Whether a request was made on this machine and not forwarded by a proxy that runs on it. */
export function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = plain(socket.remoteAddress ?? '');
  return (address === '::1' || address.startsWith('127.')) && !ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);
}

/**
 * Notices requests forwarded by a proxy that isn't trusted, which are therefore attributed to the proxy. Anyone can send such headers, so
 * only peers on private networks are taken for proxies.
 */
export function watchProxies(app: FastifyInstance, clock: () => Date): () => UnnamedProxy | null {
  let seen: { address: string; at: number } | null = null;
  let lastWarning = -Infinity;
  app.addHook('onRequest', async (request) => {
    const from = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    const address = plain(request.socket.remoteAddress ?? '');
    // With a trusted proxy, `ips` holds another address before the proxy's own.
    if (from === undefined || from === '' || (request.ips?.length ?? 1) > 1 || isPublic(address)) return;
    const now = clock().getTime();
    seen = { address, at: now };
    if (now - lastWarning < WARN_EVERY) return;
    lastWarning = now;
    warn(app.log, address);
  });
  return () => (seen !== null && clock().getTime() - seen.at < FORGET_AFTER ? { address: seen.address } : null);
}

function warn(log: FastifyBaseLogger, address: string): void {
  log.warn(
    `calls come from ${address} with another address in X-Forwarded-For. If that is your reverse proxy, name it: ` +
      `PORTICO_TRUST_PROXY=${address}. Until then everyone behind it counts as one, and one person's failed sign-ins lock out the others`,
  );
}

/** Unwraps an IPv4 address that is mapped into IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
