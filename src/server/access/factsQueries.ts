/** The facts of a decision (authorise.ts): loaded in one statement, or remembered for a moment. */
import type { Db } from '../database/db';
import { countingsOf, isRefused } from '../limits/codeTries';
import { keyOf, type LimitName } from '../limits/limits';
import type { AccessRequest, Credential } from './accessRequest';
import type { AccessFacts } from './authorise';
import type { DevicesAtOnce } from './devicesAtOnce';
import { matchToken, type StoredToken } from './tokenQueries';
import { usageIn, type Usage } from './usage';
import {
  accessSettings,
  isEntryOf,
  momentOf,
  storedFor,
  zoneIn,
  type Stored,
  type StoredGuest,
  type StoredSharing,
  type StoredVoucher,
} from './storedFactsQueries';

export interface Found {
  /** Language for guests about whom nothing is known; empty if none is configured. */
  hotspotLanguage: string;
  facts: AccessFacts;
  hotspotId: number;
  credential: Credential;
  guest: StoredGuest | null;
  voucher: StoredVoucher | null;
  /** The voucher whose other guests' devices count; null for none. */
  shared: number | null;
}

/** Numbers of failed tries, for remembering who isn't allowed any more. */
interface Tried {
  failed: (limit: LimitName) => number;
}

/** Loads all that a decision needs. Null if the unit is unknown. */
export async function loadFacts(db: Db, request: AccessRequest): Promise<(Found & Tried) | null> {
  const { now, serverZone } = request;
  // Read before the failed tries: one decided in between is then counted twice rather than missed.
  const undecided = request.undecided?.();
  const presented = await storedFor(db, request, request.credential);
  if (!presented) return null;
  const credential = await afterLogIn(db, request, presented.tokens);
  const stored = credential === request.credential ? presented : await storedFor(db, request, credential);
  if (!stored) return null;
  const used = stored.used && usageIn(stored.used, true);
  const failed = failedIn(request, stored);
  const mayFail = (limit: LimitName) => failed(limit) + (undecided?.get(limit) ?? 0);
  const hasTriedTooOften = request.tried ? isRefused(mayFail) : request.hasTriedTooOften === true;
  return { ...foundFrom(stored, credential, used, { now, serverZone, deviceMac: request.deviceMac, hasTriedTooOften }), failed };
}

/** The preferences that determine what a guest who is online is granted. */
export const DECIDING_PREFERENCES: readonly string[] = [
  'hotspot_closed',
  'time_zone',
  'voucher_limits_total',
  'CoovaChilli-Bandwidth-Max-Down',
  'CoovaChilli-Bandwidth-Max-Up',
];

export function foundFrom(
  stored: Stored,
  credential: Credential,
  used: Usage | null,
  {
    now,
    serverZone,
    deviceMac = '',
    hasTriedTooOften,
  }: Pick<AccessRequest, 'now' | 'serverZone' | 'hasTriedTooOften'> & { deviceMac?: string },
): Found {
  const { hotspot: hotspotId, guest, voucher } = stored;
  const settings = accessSettings(stored);
  const facts: AccessFacts = {
    now,
    zone: zoneIn(stored, serverZone),
    method: credential.method,
    isVoucherOfPortal: credential.method === 'portal' && credential.isByVoucher === true,
    isProven: credential.method !== 'voucher' || (voucher !== null && credential.isRight(voucher.code)),
    hotspot: {
      isClosed: settings.isOn('hotspot_closed'),
      hasVoucherLogin: settings.isOn('voucher_login'),
      hasAutoLogin: settings.isOn('auto_login'),
      mayBeElsewhere: settings.isOn('bypass_macaddress_check'),
      kbpsDown: settings.number('CoovaChilli-Bandwidth-Max-Down'),
      kbpsUp: settings.number('CoovaChilli-Bandwidth-Max-Up'),
      areVoucherLimitsTotal: settings.isOn('voucher_limits_total'),
    },
    guest: guest && {
      isMacEntry: credential.method === 'mac' ? isEntryOf(guest, deviceMac) : guest.account_type === 'mac',
      hasAutoLogin: guest.auto_login,
      validFrom: momentOf(guest.valid_from),
      validUntil: momentOf(guest.valid_until),
      limit: { seconds: guest.max_navigation_time, bytes: guest.max_navigation_traffic },
      kbpsDown: guest.kbps_down,
      kbpsUp: guest.kbps_up,
    },
    voucher: voucher && {
      type: voucher.type,
      duration: voucher.duration,
      expires: momentOf(voucher.expires),
      remainingUses: voucher.remain_use,
      isUsedByGuest: stored.is_used,
      limit: { seconds: voucher.max_time, bytes: voucher.max_traffic },
      kbpsDown: voucher.bandwidth_down,
      kbpsUp: voucher.bandwidth_up,
    },
    usedToday: used?.today ?? NOTHING,
    usedInAll: used?.inAll ?? NOTHING,
    isElsewhere: stored.is_elsewhere,
    hasTriedTooOften: hasTriedTooOften === true,
    devices: stored.sharing && devicesIn(stored.sharing, settings),
  };
  return {
    facts,
    hotspotId,
    credential,
    guest,
    voucher,
    shared: stored.sharing?.shared ?? null,
    hotspotLanguage: settings.text('guest_language'),
  };
}

const devicesIn = ({ voucher, others }: StoredSharing, settings: ReturnType<typeof accessSettings>): DevicesAtOnce => ({
  mostOfHotspot: settings.number('max_devices'),
  disconnectsOldest: settings.isOn('oldest_device_leaves'),
  voucher: voucher && { type: voucher.type, most: voucher.max_devices, uses: voucher.uses },
  others: others && others.map(({ is_of_guest, session }) => ({ isOfGuest: is_of_guest, sessionId: session })),
});

const NOTHING = { seconds: 0, bytes: 0 };

/** The numbers of failed tries before this one, by limit. */
function failedIn({ tried }: AccessRequest, { tries }: Stored): (limit: LimitName) => number {
  const countings = tried ? countingsOf(tried) : [];
  return (limit) => {
    const counting = countings.find((each) => each.limit === limit);
    return counting ? (tries[keyOf(counting)] ?? 0) : 0;
  };
}

/** If the password is a login token, it identifies the guest to whom the portal issued it. */
async function afterLogIn(db: Db, { credential: given, deviceMac, now }: AccessRequest, tokens: StoredToken[]): Promise<Credential> {
  if (given.method !== 'voucher') return given;
  const loggedIn = await matchToken(db, tokens, { ...given, deviceMac, now });
  if (loggedIn === null) return given;
  const { guestId, spends, token, ...logIn } = loggedIn;
  return { method: 'portal', guestId, isByVoucher: logIn.method === 'voucher', token, ...(spends && { spends, logIn }) };
}
