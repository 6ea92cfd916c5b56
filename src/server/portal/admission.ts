/**
 * Who gets a page of the portal, or of an older back end: every network so many a minute, in turn; beyond, at the address of a unit, all
 * devices that are known there, and newcomers with a pause (throttle.ts). So one guest who takes all pages of a venue's address keeps no
 * other guest out, and makes guests elsewhere wait for no more than a moment.
 */
import { setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooOften } from '../http/errors';
import { ttlCache } from '../ttlCache';
import { isSigned, parseArrival } from './gateways';
import { decryptedInTime, type LoginState } from './loginState';
import { firstValues, ownOrigin, queryOf, type PortalDeps, type Query } from './portalCall';
import type { UnitPortal } from './queries';
import { deviceLimit, networkOf, pageLimit, pagesAtOnce, pageTurns } from './throttle';

/** Seconds. */
const RETRY_AFTER = 5;

/** The longest that a page waits for its turn, in milliseconds; longer at a venue whose network has had more than a network may. */
const LONGEST_WAIT = 1000;
const LONGEST_WAIT_OF_VENUE = 5000;

/** Milliseconds after which a refusal is sent, and how many wait for that at the same time; more are sent at once. */
const REFUSED_AFTER = 1000;
const MOST_REFUSED = 1000;

const MAX_VENUES = 10_000;
const VENUE_FOR = 600_000;

/**
 * What a request proves: whether it comes from the address of a unit, and which device it is of; null for a newcomer. A `router` may ask as
 * often as it likes: nobody there is let in without its polls, and guests have the same address.
 */
type Asking = Guest | 'router';

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
 * Returns a function that returns once somebody at an address may have a page, which is sent as `page`; `whoAsks` says of those beyond the
 * limit what they prove, or null. Throws a 429.
 */
export function admission<Request>(
  whoAsks: (address: string, request: Request) => Promise<Asking | null>,
): (address: string, request: Request, page: ServerResponse) => Promise<void> {
  const isWithin = pageLimit();
  const isDeviceWithin = deviceLimit();
  const turnOf = pageTurns();
  const roomFor = pagesAtOnce();
  let refused = 0;

  const mayEnter = async (address: string, request: Request): Promise<number | null> => {
    const turn = isWithin(address) ? turnOf(address, LONGEST_WAIT) : null;
    if (turn !== null) return turn;
    const asking = await whoAsks(address, request);
    if (asking === 'router') return 0;
    if (asking === null || !(asking.isVenue || asking.device?.isVouched === true)) return null;
    if (asking.device) return isDeviceWithin(address, asking.device.key) ? 0 : null;
    return turnOf(address, LONGEST_WAIT_OF_VENUE);
  };

  return async (address, request, page) => {
    const wait = await mayEnter(address, request);
    if (wait !== null) {
      if (wait > 0) await setTimeout(wait);
      const end = await roomFor(address);
      for (const event of ['finish', 'close']) page.once(event, end);
      // Nobody waits for it any more.
      if (page.socket?.destroyed !== true) return;
      end();
      throw tooOften(RETRY_AFTER);
    }
    // Whoever asks again as soon as they are answered would make others wait.
    if (refused < MOST_REFUSED) {
      refused += 1;
      await setTimeout(REFUSED_AFTER);
      refused -= 1;
    }
    throw tooOften(RETRY_AFTER);
  };
}

/** Who gets a page of our own portal. */
export function pageAdmission(deps: PortalDeps): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  /** Networks of units. */
  const venues = ttlCache<true>(MAX_VENUES, VENUE_FOR);
  const admit = admission(async (address, request: FastifyRequest) => {
    const { unit } = request.params as { unit?: string };
    // What belongs to no unit: fonts, and the way back from another site.
    if (unit === undefined) return { isVenue: venues.get(networkOf(address)) === true, device: null };
    // Only units that this process has served: looking others up would cost more than the page.
    const portal = deps.isServed(unit) ? await deps.portalOf(unit) : null;
    if (!portal) return null;
    const isVenue = portal.networks.includes(networkOf(address));
    if (isVenue) venues.set(networkOf(address), true);
    return { isVenue, device: await deviceOf(deps, portal, request) };
  });
  return (request, reply) => admit(request.ip, request, reply.raw);
}

/** Whose polls for clients to let in are answered: apart from pages, all of a unit's address, two at a time. */
export function pollAdmission(deps: PortalDeps): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const admit = admission(async (address, unit: string) => {
    const portal = deps.isServed(unit) ? await deps.portalOf(unit) : null;
    return portal?.networks.includes(networkOf(address)) === true ? 'router' : null;
  });
  return ({ ip, params }, reply) => admit(ip, (params as { unit: string }).unit, reply.raw);
}

/** What the request proves about its device: that its unit sent it here, or that it was given a page before; null for neither. */
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
