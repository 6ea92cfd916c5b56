/** A request of a log-in page: its unit, and what the page may know about its guest. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PortalLanguage } from '../../contract/plain/wire';
import { preferredLanguage } from '../../portal/texts';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import type { ProvenUnit } from '../units/proofQueries';
import { offeredMethods } from '../portal/portalCall';
import { unavailableMethods } from '../http/unavailableMethods';
import { mobileNumber } from '../portal/phones';
import { findPortal, type UnitPortal } from '../portal/queries';
import { stateCipher } from '../portal/encryptedState';
import { countTry } from '../limits/codeTries';
import { admission } from '../portal/admission';
import { isAmong } from '../limits/networks';
import { ttlCache } from '../ttlCache';
import type { proofQuery, unitProofs } from './unitDigest';
import { guestOfConfirmed } from './queries';

/** Encrypted reference a page keeps: to a code whose address isn't confirmed yet, or to a guest with a voucher. */
type Handle = { codeId: number } | { guestId: number };

/** Milliseconds. */
const HANDLE_FOR = 3_600_000;
const VENUE_FOR = 600_000;

const MAX_VENUES = 10_000;

export type Proofs = ReturnType<typeof unitProofs> & { onContact: (unit: ProvenUnit, ip: string) => Promise<void> };

/** A guest's request, with the unit it is about. */
export interface Call {
  unit: ProvenUnit;
  portal: UnitPortal;
  language: PortalLanguage;
  ip: string;
  now: Date;
}

/** What the routes need to know about a request of a page, and of its guest. */
export function pageCalls(deps: Deps, unitOf: Proofs['unitOf']) {
  const { db, clock, config } = deps;
  const cipher = stateCipher(db);

  /** For valid digests, the networks of their hotspots. */
  const venues = ttlCache<readonly string[]>(MAX_VENUES, VENUE_FOR);
  // A valid digest proves that the page is of a hotspot, but nothing about the device.
  const admit = admission(async (address, { uuid, digest }: z.output<typeof proofQuery>) => ({
    isVenue: isAmong(address, venues.get(`${digest} ${uuid}`) ?? []),
    device: null,
  }));

  const callOf = async ({ query, ip, headers }: FastifyRequest): Promise<Call> => {
    const proof = query as z.output<typeof proofQuery>;
    const unit = await unitOf(proof, ip);
    const portal = await findPortal(db, unit.uuid);
    if (!portal) throw notFound('hotspot not found');
    venues.set(`${proof.digest} ${proof.uuid}`, portal.networks);
    return { unit, portal, language: preferredLanguage(headers['accept-language'] ?? ''), ip, now: clock() };
  };

  const offers = (portal: UnitPortal, method: 'email_login' | 'sms_login') =>
    offeredMethods({ deps: { unavailableMethods: unavailableMethods(deps) }, portal }).includes(method);
  const hasEmail = (portal: UnitPortal) => offers(portal, 'email_login');
  const hasSms = (portal: UnitPortal) => offers(portal, 'sms_login');
  const numberOf = ({ portal, language }: Call, typed: string) => mobileNumber(typed, { zone: zoneOf(portal), language });
  /**
   * The names under which a guest's session may run: as typed, an e-mail address in lower case, a code in upper case, a number with
   * prefix.
   */
  const usernamesOf = async (call: Call, typed: string) => {
    const number = await numberOf(call, typed);
    return [typed, typed.toLowerCase(), typed.toUpperCase(), ...(number === null ? [] : [number])];
  };
  const zoneOf = ({ zone }: UnitPortal) => zone || config.zone;
  const registering = ({ portal, now }: Call) => ({
    hotspotId: portal.hotspotId,
    settings: portal.settings,
    zone: zoneOf(portal),
    now,
  });

  /** Counts a try of a code under the page's session rather than its device, whose address the page can make up. */
  const tryOf = ({ portal, ip, now }: Pick<Call, 'portal' | 'ip' | 'now'>, session: string) =>
    countTry(db, { hotspotId: portal.hotspotId, deviceMac: `session ${session}`, address: ip, isVouched: false }, now);

  const handleOf = async ({ unit, now }: Call, handle: Handle) =>
    cipher.encrypt(`page ${unit.uuid}`, handle, new Date(now.getTime() + HANDLE_FOR));

  /** The guest a page's handle refers to; null if it is invalid, expired or not confirmed. */
  const guestIn = async ({ unit, portal, now }: Call, token: string): Promise<number | null> => {
    const found = await cipher.decrypt<Handle>(`page ${unit.uuid}`, token, now);
    if (!found || found.isExpired) return null;
    return 'guestId' in found.value ? found.value.guestId : guestOfConfirmed(db, portal.hotspotId, found.value.codeId);
  };

  const whereOf = ({ unit, now }: Call) => ({ unitId: unit.id, now, serverZone: config.zone });

  /** A voucher for anybody (type `normal`) isn't enough to log in here: pages ask for an e-mail address as well. */
  const redemption = ({ portal, now }: Call) => ({
    hotspotId: portal.hotspotId,
    now,
    zone: zoneOf(portal),
    allows: { normal: false, auth: portal.methods.some((method) => method === 'voucher_login' || method === 'temp_code_login') },
  });

  return {
    admit,
    callOf,
    hasEmail,
    hasSms,
    numberOf,
    usernamesOf,
    zoneOf,
    registering,
    whereOf,
    redemption,
    tryOf,
    handleOf,
    guestIn,
  };
}

export type PageCalls = ReturnType<typeof pageCalls>;
