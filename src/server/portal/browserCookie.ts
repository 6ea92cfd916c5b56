/**
 * The portal's only cookie. It is set before the redirect to a social site, and identifies the browser that returns from there, so that
 * nobody can finish in one browser a log-in that was started in another. Everything else works without cookies.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AWAY_FOR } from './confirmedCodeQueries';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Browsers accept a cookie whose name has this prefix only over TLS and from this exact host. */
const SECURE_PREFIX = '__Host-';
const NAME = 'portico-guest';

/** Returns the hash of this browser's cookie, which is set if it is missing. `isSecure`: the portal is reached over TLS. */
export function markBrowser({ request, reply }: Exchange, isSecure: boolean): string {
  const value = valueIn(request, isSecure) ?? randomBytes(32).toString('base64url');
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${AWAY_FOR / 1000}`, ...(isSecure ? ['Secure'] : [])];
  void reply.header('Set-Cookie', `${nameOf(isSecure)}=${value}; ${attributes.join('; ')}`);
  return hashOf(value);
}

/**
 * Whether the request comes from the browser that `markBrowser` returned this hash for. One that sends no cookie may be the same, if it
 * keeps none, as some windows do in which phones open portals; but so may anybody else's.
 */
export function browserOf(request: FastifyRequest, isSecure: boolean, hash: string): 'same' | 'other' | 'without_cookie' {
  const value = valueIn(request, isSecure);
  if (value === null) return 'without_cookie';
  return timingSafeEqual(Buffer.from(hashOf(value)), Buffer.from(hash)) ? 'same' : 'other';
}

const nameOf = (isSecure: boolean) => (isSecure ? SECURE_PREFIX : '') + NAME;

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url');

function valueIn({ headers }: FastifyRequest, isSecure: boolean): string | null {
  const found = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(`${nameOf(isSecure)}=`));
  const value = found?.slice(nameOf(isSecure).length + 1) ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}
