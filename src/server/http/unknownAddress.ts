/** Addresses without a route, and those that can't be parsed. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../contract/lists';

/**
 * Fastify rejects addresses that it can't parse before any hook, without our headers and in another form; so they are rewritten to these
 * paths, which no route serves.
 */
const UNREADABLE_ADDRESS: Record<string, [status: number, error: string]> = {
  '/address-not-encoded': [400, 'the address is not encoded as it should be'],
  '/address-too-long': [414, 'a part of the address is too long'],
};

/** Maximum length of one path segment, in characters as encoded. */
export const MAX_PART = 200;

/** For Fastify's `rewriteUrl`. */
export function readableAddress({ url = '/' }: { url?: string | undefined }): string {
  const [path = '/'] = url.split(/[?;#]/);
  if (path.split('/').some((part) => part.length > MAX_PART)) return '/address-too-long';
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return '/address-not-encoded';
  }
}

/** Paths for programs, guests and units. A browser that opens any other path probably wants the console. */
const NOT_OF_THE_CONSOLE = /^\/(api|wax|portal|radius|opennds|gateway|health|metrics)(\/|$|\?)/;

/** The address in the console that shows an unknown path; relative, because the console may be below a base path. */
function inConsole(url: string): string {
  const [path = '/'] = url.split('?');
  const up = path.split('/').length - 2;
  return `${up > 0 ? '../'.repeat(up) : './'}#${path}`;
}

/**
 * The response to an unknown path; below /api and /wax in the words of existing back ends. A browser is redirected to the console, which
 * says in the user's language that there is no such page, and offers others.
 */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [status, error] = (request.url !== request.originalUrl && UNREADABLE_ADDRESS[request.url]) || [];
  if (status !== undefined) return reply.code(status).send({ message: 'Request fields malformed', code: 'malformed', error });
  // A server without the console's files would send a browser from its own address to the same.
  const isConsole = /^\/(\?|$)/.test(request.url);
  const isBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
  if (isBrowser && !isConsole && !NOT_OF_THE_CONSOLE.test(request.url)) {
    return reply.redirect(inConsole(request.url));
  }
  const api = /^\/(api|wax)(\/|$|\?)/.test(request.url);
  const answer: Refusal = { message: api ? 'API not found' : 'Not found', code: 'not_found' };
  return reply.code(404).send(answer);
}
