/** What a reverse proxy in front of the server changes: the path that it is reached by, and whose address a call comes from. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify';
import type { Config } from '../config';
import { isPublic } from '../messages/webhooks';

/** A proxy that adds the address of its clients, and that `PORTICO_TRUST_PROXY` does not name: to the server all of them are one. */
export interface UnnamedProxy {
  address: string;
}

/** Headers that only something between a client and the server adds. */
const ADDED_BY_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** Milliseconds: one that was not heard of for a day is no news any more; in the log it is told once an hour. */
const FORGET_AFTER = 86_400_000;
const TELL_EVERY = 3_600_000;

/** The path of a call as the routes know it, whether the proxy has taken the base path off or not. */
export function withoutBase({ basePath }: Pick<Config, 'basePath'>) {
  return ({ url = '/' }: RawRequestDefaultExpression): string => (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url);
}

/** Whether a call was made on this machine, and by nobody who is elsewhere: a proxy on this machine is on it, too. */
export function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = plain(socket.remoteAddress ?? '');
  return (address === '::1' || address.startsWith('127.')) && !ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);
}

/**
 * Notices calls that a proxy says it forwards and that must be counted as the proxy's own, because nobody has named it. Anybody may send such
 * a header, so only what is in one's own networks is taken for a proxy.
 */
export function watchProxies(app: FastifyInstance, clock: () => Date): () => UnnamedProxy | null {
  let seen: { address: string; at: number } | null = null;
  let told = -Infinity;
  app.addHook('onRequest', async (request) => {
    const from = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    const address = plain(request.socket.remoteAddress ?? '');
    // Of a proxy that is named there is an address before its own.
    if (from === undefined || from === '' || (request.ips?.length ?? 1) > 1 || isPublic(address)) return;
    const now = clock().getTime();
    seen = { address, at: now };
    if (now - told < TELL_EVERY) return;
    told = now;
    tell(app.log, address);
  });
  return () => (seen !== null && clock().getTime() - seen.at < FORGET_AFTER ? { address: seen.address } : null);
}

function tell(log: FastifyBaseLogger, address: string): void {
  log.warn(
    `calls come from ${address} with the address of somebody else in X-Forwarded-For. If that is your reverse proxy, name it: ` +
      `PORTICO_TRUST_PROXY=${address}. Until then all people behind it count as one, and the failed log-ins of one of them lock out the others`,
  );
}

/** IPv4 that arrives on a socket of IPv6, as what it is. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
