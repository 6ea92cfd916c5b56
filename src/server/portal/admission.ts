/**
 * Limits the rate of pages, of the portal and of existing back ends. Every network may have a number of pages per minute, in turn. Beyond it,
 * only at the address of a unit: devices that are known there get pages at once, and new guests with a pause (throttle.ts). So a guest who
 * requests all pages of a hotspot's address keeps no other guest out, and makes guests elsewhere wait for no more than a moment.
 */
import { setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooOften } from '../http/errors';
import { isAmong, networkOf } from '../limits/networks';
import { ttlCache } from '../ttlCache';
import { isSigned, parseArrival } from './gateways';
import { decryptedInTime, type LoginState } from './loginState';
import { firstValues, ownOrigin, queryOf, type PortalDeps, type Query } from './portalCall';
import type { UnitPortal } from './queries';
import { deviceLimit, pageLimit, pagesAtOnce, pageTurns } from './throttle';

/** Retry-After of a refusal, in seconds. */
const RETRY_AFTER = 5;

/** Maximum wait for a page's turn, in milliseconds; longer for the network of a hotspot that has exceeded its limit. */
const LONGEST_WAIT = 1000;
const LONGEST_WAIT_OF_VENUE = 5000;

/** Milliseconds by which a refusal is delayed, and the maximum number of delayed refusals; beyond it they are sent at once. */
const REFUSED_AFTER = 1000;
const MOST_REFUSED = 1000;

const MAX_VENUES = 10_000;
const VENUE_FOR = 600_000;

/**
 * What a request proves: whether it comes from a unit's address, and from which device; null for a new guest. A `router` is never limited:
 * without its polls nobody there is let in, and its guests have the same address.
 */
type Visitor = Guest | 'router';

interface Guest {
  isVenue: boolean;
  device: Device | null;
}

interface Device {
  key: string;
  /** Whether its unit vouches for it. */
  isVouched: boolean;
}

/**
 * Returns a function that resolves when an address may get a page, which is sent as `page`, and throws a 429 if it may not. `whoAsks` is
 * called for addresses beyond their limit and returns what the request proves, or null.
 */
export function admission<Request>(
  visitorOf: (address: string, request: Request) => Promise<Visitor | null>,
): (address: string, request: Request, page: ServerResponse) => Promise<void> {
  const isWithin = pageLimit();
  const isDeviceWithin = deviceLimit();
  const turnOf = pageTurns();
  const roomFor = pagesAtOnce();
  let refused = 0;

  const mayEnter = async (address: string, request: Request): Promise<number | null> => {
    const turn = isWithin(address) ? turnOf(address, LONGEST_WAIT) : null;
    if (turn !== null) return turn;
    const visitor = await visitorOf(address, request);
    if (visitor === 'router') return 0;
    if (visitor === null || !(visitor.isVenue || visitor.device?.isVouched === true)) return null;
    if (visitor.device) return isDeviceWithin(address, visitor.device.key) ? 0 : null;
    return turnOf(address, LONGEST_WAIT_OF_VENUE);
  };

  return async (address, request, page) => {
    const wait = await mayEnter(address, request);
    if (wait !== null) {
      if (wait > 0) await setTimeout(wait);
      const end = await roomFor(address);
      for (const event of ['finish', 'close']) page.once(event, end);
      // The client has disconnected, so nobody is waiting for the page.
      if (page.socket?.destroyed !== true) return;
      end();
      throw tooOften(RETRY_AFTER);
    }
    // Delayed, so that clients which retry at once don't make others wait.
    if (refused < MOST_REFUSED) {
      refused += 1;
      await setTimeout(REFUSED_AFTER);
      refused -= 1;
    }
    throw tooOften(RETRY_AFTER);
  };
}

/** The limit for pages of our own portal. */
export function pageAdmission(deps: PortalDeps): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  /** Networks of units for which pages were served. */
  const venues = ttlCache<true>(MAX_VENUES, VENUE_FOR);
  const admit = admission(async (address, request: FastifyRequest) => {
    const { unit } = request.params as { unit?: string };
    // Requests that belong to no unit: fonts, and the return from a social site.
    if (unit === undefined) return { isVenue: venues.get(networkOf(address)) === true, device: null };
    // Only units that this process has served: looking up any other would cost more than the page.
    const portal = deps.isServed(unit) ? await deps.portalOf(unit) : null;
    if (!portal) return null;
    const isVenue = isAmong(address, portal.networks);
    if (isVenue) venues.set(networkOf(address), true);
    return { isVenue, device: await deviceOf(deps, portal, request) };
  });
  return (request, reply) => admit(request.ip, request, reply.raw);
}

/** The limit for polls of gateways: separate from pages; unlimited from a unit's address, but two at a time. */
export function pollAdmission(deps: PortalDeps): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const admit = admission(async (address, unit: string) => {
    const portal = deps.isServed(unit) ? await deps.portalOf(unit) : null;
    return portal && isAmong(address, portal.networks) ? 'router' : null;
  });
  return ({ ip, params }, reply) => admit(ip, (params as { unit: string }).unit, reply.raw);
}

/** The device of a request that proves that its unit redirected it here, or that it was given a page before; else null. */
async function deviceOf(deps: PortalDeps, portal: UnitPortal, request: FastifyRequest): Promise<Device | null> {
  const query: Query = { ...firstValues(queryOf(request)), ...(request.body as Query | null) };
  const unit = { deps, portal };
  const state = (await decryptedInTime<LoginState>(unit, 'state', query.s)) ?? (await decryptedInTime<LoginState>(unit, 'online', query.k));
  if (state) return isSigned(state) ? vouched(state.deviceMac) : { key: state.arrival ?? state.deviceMac, isVouched: false };
  const url = ownOrigin({ deps, request }) + deps.config.basePath + request.url;
  const { secret, previousSecret, gatewayHosts: hosts } = portal;
  const visit = parseArrival({ query, url, secret, previousSecret }, { hosts });
  return visit !== null && typeof visit === 'object' && isSigned(visit) ? vouched(visit.deviceMac) : null;
}

const vouched = (deviceMac: string) => ({ key: deviceMac, isVouched: true });
