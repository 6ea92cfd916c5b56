/**
 * The one cookie of the portal: it tells the browser that comes back from a social site from any other. It's set on the way to the site, so
 * that nobody can finish in one browser what was begun in another. All else works without cookies.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AWAY_FOR } from './sentCodeQueries';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Over TLS browsers take a name with this prefix only from this very host, and only encrypted. */
const SECURE_PREFIX = '__Host-';
const NAME = 'portico-guest';

/** Hash of this browser's cookie, which is set if there is none. `isSecure`: the portal is reached over TLS. */
export function markBrowser({ request, reply }: Exchange, isSecure: boolean): string {
  const value = valueIn(request, isSecure) ?? randomBytes(32).toString('base64url');
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${AWAY_FOR / 1000}`, ...(isSecure ? ['Secure'] : [])];
  void reply.header('Set-Cookie', `${nameOf(isSecure)}=${value}; ${attributes.join('; ')}`);
  return hashOf(value);
}

/** Whether the request comes from the browser that `markBrowser` returned this hash for. */
export function isSameBrowser(request: FastifyRequest, isSecure: boolean, hash: string): boolean {
  const value = valueIn(request, isSecure);
  return value !== null && timingSafeEqual(Buffer.from(hashOf(value)), Buffer.from(hash));
}

const nameOf = (isSecure: boolean) => (isSecure ? SECURE_PREFIX : '') + NAME;

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url');

function valueIn({ headers }: FastifyRequest, isSecure: boolean): string | null {
  const found = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(`${nameOf(isSecure)}=`));
  const value = found?.slice(nameOf(isSecure).length + 1) ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}
