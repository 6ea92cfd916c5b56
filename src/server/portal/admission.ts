/**
 * Who gets a page of the portal: every network so many a minute; beyond, at the address of a unit, all devices that are known there, and
 * newcomers with a pause (throttle.ts). So one guest who takes all pages of a venue's address keeps no other guest out.
 */
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { tooOften } from '../http/errors';
import { ttlCache } from '../ttlCache';
import { isSigned, parseArrival } from './gateways';
import { decryptedInTime, type LoginState } from './loginState';
import { firstValues, ownOrigin, queryOf, type PortalDeps, type Query } from './portalCall';
import type { UnitPortal } from './queries';
import { crowd, networkOf, pageLimit } from './throttle';

/** Seconds. */
const RETRY_AFTER = 5;

const MAX_VENUES = 10_000;
const VENUE_FOR = 600_000;

/** Returns a function that returns once the guest may have the page. Throws a 429. */
export function pageAdmission(deps: PortalDeps): (request: FastifyRequest) => Promise<void> {
  const isWithin = pageLimit();
  const waitOf = crowd();
  /** Networks of units. */
  const venues = ttlCache<true>(MAX_VENUES, VENUE_FOR);
  return async (request) => {
    const { ip: address, params } = request;
    if (isWithin(address)) return;
    const { unit } = params as { unit?: string };
    // What belongs to no unit: fonts, and the way back from another site.
    if (unit === undefined) return enter(venues.get(networkOf(address)) ? waitOf({ address, device: null }) : null);
    // Only units that this process has served: looking others up would cost more than the page.
    const portal = deps.isServed(unit) ? await deps.portalOf(unit) : null;
    if (!portal) throw tooOften(RETRY_AFTER);
    const device = await deviceOf(deps, portal, request);
    const isVenue = portal.networks.includes(networkOf(address));
    if (isVenue) venues.set(networkOf(address), true);
    await enter(isVenue || device?.isVouched === true ? waitOf({ address, device: device?.key ?? null }) : null);
  };
}

async function enter(wait: number | null): Promise<void> {
  if (wait === null) throw tooOften(RETRY_AFTER);
  if (wait > 0) await setTimeout(wait);
}

/** What the request proves about its device: that its unit sent it here, or that it was given a page before; null for neither. */
async function deviceOf(
  deps: PortalDeps,
  portal: UnitPortal,
  request: FastifyRequest,
): Promise<{ key: string; isVouched: boolean } | null> {
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
