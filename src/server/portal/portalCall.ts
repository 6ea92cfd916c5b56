/** A guest's request to the portal, with its dependencies, and the functions that respond with a page. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { UNIT_UUID, type PortalLanguage } from '../../contract/plain/wire';
import { wifi4euOf, type Look, type PortalMethod } from '../../portal/portalLook';
import { languageIn, preferredLanguage } from '../../portal/texts';
import { portalVisits } from '../access/portalVisits';
import { signingUnits, type SigningUnits } from '../units/arrivalSignatureQueries';
import { serverKey } from '../auth/serverKeyQueries';
import type { Deps } from '../deps';
import { FAS_KEY } from '../units/openndsProofs';
import type { Visit } from './gateways';
import { ttlCache } from '../ttlCache';
import { stateCipher, type StateCipher } from './encryptedState';
import { findPortal, type UnitPortal } from './queries';
import { PLAIN_LOOK, rendered, type Page, type Setting } from './render';
import { unavailableMethods } from '../http/unavailableMethods';

/** Maximum length of a URL including its query; those of gateways have a few hundred characters. */
const MAX_ADDRESS = 8000;

/** Cache of units' portals: time to live in milliseconds, and maximum entries. */
const CACHED_FOR = 3000;
const MAX_CACHED = 500;

/** Cache of units whose portals this process has served: maximum entries, and lifetime in milliseconds. */
const MAX_SERVED = 10_000;
const SERVED_FOR = 3_600_000;

/** The app's dependencies, and what requests to the portal share. */
export interface PortalDeps extends Deps {
  /** Encrypts the state that travels between pages. */
  cipher: StateCipher;
  openndsKey: () => Promise<Buffer>;
  visits: ReturnType<typeof portalVisits>;
  /** Units from which guests have lately arrived with a valid signature. */
  signing: SigningUnits;
  /** Cached, because a thousand phones may open the same portal. */
  portalOf: (uuid: string) => Promise<UnitPortal | null>;
  /** Whether this process has served the unit's portal lately. */
  isServed: (uuid: string) => boolean;
  /** Login methods that this server can't offer. */
  unavailableMethods: readonly PortalMethod[];
}

export function portalDeps(deps: Deps, log: FastifyBaseLogger): PortalDeps {
  const { db, clock } = deps;
  const served = ttlCache<true>(MAX_SERVED, SERVED_FOR);
  const find = async (uuid: string) => {
    const portal = await findPortal(db, uuid);
    if (portal) served.set(uuid, true);
    return portal;
  };
  return {
    ...deps,
    cipher: stateCipher(db),
    openndsKey: lazily(() => serverKey(db, FAS_KEY)),
    visits: portalVisits(db, clock, (error) => log.error({ err: error }, 'visits of the portal could not be counted')),
    signing: signingUnits(),
    portalOf: cached(find, clock),
    isServed: (uuid) => served.get(uuid) === true,
    unavailableMethods: unavailableMethods(deps),
  };
}

export type Query = Record<string, string>;

/** A guest's request to an existing portal. */
export interface Call {
  deps: PortalDeps;
  portal: UnitPortal;
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Runs `serve` if the portal exists; otherwise sends a 404 page. */
export const withPortal =
  (deps: PortalDeps, serve: (call: Call) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { unit = '' } = request.params as { unit?: string };
    const query = { ...firstValues(queryOf(request)), ...(request.body as Query | null) };
    const portal = UNIT_UUID.test(unit) && request.url.length <= MAX_ADDRESS ? await deps.portalOf(unit) : null;
    if (!portal) {
      reply.code(404);
      return showPage({ deps, portal: null, reply }, { page: 'notice', notice: 'not_here' }, { language: languageOf({ query, request }) });
    }
    return serve({ deps, portal, query, request, reply });
  };

/** Sends a page. With a gateway in `data`, the Content-Security-Policy allows forms to be submitted to it. */
export async function showPage(
  {
    deps,
    portal,
    reply,
  }: Pick<Call, 'deps' | 'reply'> & {
    portal: Pick<UnitPortal, 'look' | 'hotspotName' | 'unitUuid' | 'settings'> | { look: Look; hotspotName: string; base: string } | null;
  },
  page: Page,
  {
    language,
    path = '/',
    carried = {},
    data = {},
  }: { language: PortalLanguage; path?: Setting['path']; carried?: Query; data?: Visit['data'] },
) {
  const { config, phones } = deps;
  const setting = {
    base: portal === null ? '' : 'base' in portal ? portal.base : baseOf({ deps, portal }),
    faces: `${config.basePath}/portal/faces`,
    look: portal?.look ?? PLAIN_LOOK,
    hotspotName: portal?.hotspotName ?? '',
    wifi4eu: portal !== null && 'settings' in portal ? wifi4euOf(portal.settings) : null,
    language,
    path,
    carried,
    isPublicDemonstration: deps.publicUntil !== undefined,
  };
  const { html, style, scripts, foreign } = await rendered(setting, page);
  const also = foreign === null ? '' : ` ${foreign}`;
  const gateway = data.gateway === undefined ? '' : ` ${new URL(data.gateway).origin}`;
  // The demonstration shows the portal in a frame, as the screen of a phone.
  const frames = phones ? "'self'" : "'none'";
  const policy = [
    "default-src 'none'",
    `img-src 'self'${also}`,
    `style-src ${style}`,
    `script-src ${scripts.join(' ')}${also}`,
    ...(foreign === null ? [] : [`connect-src ${foreign}`]),
    "font-src 'self'",
    `form-action 'self'${gateway}`,
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ];
  return reply
    .header('Content-Security-Policy', policy.join(';'))
    .header('Content-Language', language)
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The guest's language: as chosen on the page, else as known from before, else the browser's preference. */
export const languageOf = ({ query, request }: Pick<Call, 'query' | 'request'>, known?: { language: string } | null): PortalLanguage =>
  languageIn(query.l) ?? languageIn(known?.language) ?? preferredLanguage(request.headers['accept-language'] ?? '');

/** Origin of the portal as guests' browsers see it. */
export const ownOrigin = ({ deps: { config }, request }: Pick<Call, 'deps' | 'request'>) =>
  config.portalOrigin ?? `${request.protocol}://${request.host}`;

/** Path of a unit's portal. */
export const baseOf = ({ deps: { config }, portal }: { deps: PortalDeps; portal: Pick<UnitPortal, 'unitUuid'> }) =>
  `${config.basePath}/portal/${encodeURIComponent(portal.unitUuid)}`;

/** The login methods of the hotspot, without those that this server can't offer. */
export const offeredMethods = ({
  deps,
  portal,
}: {
  deps: Pick<PortalDeps, 'unavailableMethods'>;
  portal: Pick<UnitPortal, 'methods'>;
}): PortalMethod[] => portal.methods.filter((method) => !deps.unavailableMethods.includes(method));

/** The hotspot and the time, in the form that the functions of registrationQueries.ts take. */
export const registering = ({ deps: { config, clock }, portal: { hotspotId, settings, zone } }: Pick<Call, 'deps' | 'portal'>) => ({
  hotspotId,
  settings,
  zone: zone || config.zone,
  now: clock(),
});

/** Counts a guest opening the portal or trying to log in, for the portal's statistics. */
export const countVisit = ({ deps: { visits, config }, portal, request }: Call, what: 'opened' | 'tried', deviceMac: string) =>
  visits.seen(what, { hotspotId: portal.hotspotId, zone: portal.zone || config.zone }, deviceMac || request.ip);

export const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** For repeated parameters the first value counts. Strips NUL characters, which PostgreSQL rejects. */
export function firstValues(values: URLSearchParams): Query {
  const found = new Map<string, string>();
  for (const [name, value] of values) if (!found.has(name)) found.set(name, value.replaceAll('\0', ''));
  return Object.fromEntries(found);
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= make().catch((error: unknown) => {
      // Retry on the next call.
      promise = undefined;
      throw error;
    });
    return promise;
  };
}

/**
 * Caches results for `CACHED_FOR`, because a thousand phones may open the same portal. Caches promises, so that concurrent callers share a
 * query, but no failures.
 */
function cached<T>(find: (name: string) => Promise<T>, clock: () => Date): (name: string) => Promise<T> {
  const known = new Map<string, { found: Promise<T>; until: number; clockUntil: number }>();
  return (name) => {
    const before = known.get(name);
    // Checked against both clocks: the server's may be frozen in tests and demonstrations.
    if (before && before.until > performance.now() && before.clockUntil > clock().getTime()) return before.found;
    const found = find(name);
    known.delete(name);
    known.set(name, { found, until: performance.now() + CACHED_FOR, clockUntil: clock().getTime() + CACHED_FOR });
    found.catch(() => known.delete(name));
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CACHED) break;
      known.delete(oldest);
    }
    return found;
  };
}
