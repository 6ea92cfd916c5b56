/** What is stored about a request for access, in a single statement. */
import { and, eq, sql } from 'drizzle-orm';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import { hotspot_vouchers, users } from '../database/schema';
import { countingsOf } from '../limits/codeTries';
import { keyOf, since } from '../limits/limits';
import { settingsIn, type SettingKey, type Settings } from '../preferences/queries';
import { ttlCache } from '../ttlCache';
import type { AccessRequest, Credential } from './accessRequest';
import { ownerOfDevice } from './authorise';
import { ownNameOf } from './guestNameQueries';
import { TOKEN_VALID_FOR, type StoredToken } from './tokenQueries';
import { startOfToday, type StoredUsage } from './usage';

/** What is stored about a request, as parts of rows. Times are strings if they come from JSON, else dates. */
export interface Stored {
  hotspot: number;
  preferences: Readonly<Record<string, string | null>>;
  guest: StoredGuest | null;
  voucher: StoredVoucher | null;
  /** Tokens that the password may match, newest first. */
  tokens: StoredToken[];
  /** Whether the guest has used the voucher before; and the guest's usage since the start of today, null if nothing is limited. */
  is_used: boolean;
  used: StoredUsage | null;
  /** Whether the device is online at another unit. */
  is_elsewhere: boolean;
  /** For each key asked for, the number of failed tries counted under it. */
  tries: Readonly<Record<string, number>>;
  /** The other devices online, for a log-in; null if this isn't one. */
  sharing: StoredSharing | null;
}

export interface StoredSharing {
  /** The guest's own voucher, or the one that the guest registered with; null for none. `uses` includes those already made. */
  voucher: { type: 'normal' | 'auth'; max_devices: number; uses: number } | null;
  /** The voucher whose other guests' devices are among `others`; null if only the guest's are. */
  shared: number | null;
  /** Longest online first; without a session, a device that was let in a moment ago. Null if they weren't counted. */
  others: { is_of_guest: boolean; session: number | null }[] | null;
}

/** Result of facts_for_access(). */
interface StoredFacts extends Omit<Stored, 'guest' | 'voucher' | 'is_used' | 'used' | 'sharing'> {
  /** The voucher whose code was given, whoever owns it. If there is one, the guests' own ones are null. */
  voucher: StoredVoucher | null;
  /**
   * Guests to whom the credential may belong; each with the guest's own voucher, whether the guest has used it, the usage of what is
   * limited, and for a log-in the other devices online.
   */
  guests: (Pick<Stored, 'voucher' | 'is_used' | 'used' | 'sharing'> & { guest: StoredGuest })[];
}

type WithMoments<Row> = {
  [Field in keyof Row]: Row[Field] extends Date ? string | Date : Row[Field] extends Date | null ? string | Date | null : Row[Field];
};
export type StoredGuest = WithMoments<
  Pick<
    typeof users.$inferSelect,
    | 'id'
    | 'username'
    | 'account_type'
    | 'auto_login'
    | 'created'
    | 'valid_from'
    | 'valid_until'
    | 'max_navigation_time'
    | 'max_navigation_traffic'
    | 'kbps_down'
    | 'kbps_up'
  >
>;
export type StoredVoucher = WithMoments<
  Pick<
    typeof hotspot_vouchers.$inferSelect,
    'id' | 'code' | 'type' | 'duration' | 'expires' | 'remain_use' | 'max_time' | 'max_traffic' | 'bandwidth_down' | 'bandwidth_up'
  >
>;

/** Milliseconds without a report after which a session no longer blocks its device at other units. */
export const ONLINE_WITHIN = 15 * 60_000;

/**
 * Milliseconds for which a device that was let in counts as online until its unit reports the session. Units do that at once; the time also
 * covers replicas whose clocks are minutes apart.
 */
export const GRANTED_WITHIN = 4 * 60_000;

/** As in facts_for_access(). */
export const itsOwnVoucher = and(eq(hotspot_vouchers.id, users.voucher_id), eq(hotspot_vouchers.type, 'auth'));

/** All preferences that a decision reads; facts_for_access() has the same. */
export const ACCESS_PREFERENCES = [
  'hotspot_closed',
  'voucher_login',
  'auto_login',
  'bypass_macaddress_check',
  'voucher_limits_total',
  'CoovaChilli-Bandwidth-Max-Down',
  'CoovaChilli-Bandwidth-Max-Up',
  'max_devices',
  'oldest_device_leaves',
  'time_zone',
  'guest_language',
] as const satisfies readonly SettingKey[];

export const accessSettings = ({ preferences }: Pick<Stored, 'preferences'>): Settings<(typeof ACCESS_PREFERENCES)[number]> =>
  settingsIn(preferences);

export const zoneIn = (stored: Pick<Stored, 'preferences'>, serverZone: string) => accessSettings(stored).text('time_zone') || serverZone;

export const momentOf = (moment: string | Date | null) => (moment === null ? null : new Date(moment));

export const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** The time zone last seen for each unit, with which the next request asks for today's usage. */
const zones = ttlCache<string>(10_000, 24 * 3_600_000);

/** Everything stored about a request in a single round trip, because each arriving guest causes several. Null for an unknown unit. */
export async function storedFor(db: Db, request: AccessRequest, credential: Credential): Promise<Stored | null> {
  const { unitId, now, serverZone } = request;
  const today = startOfToday(zones.get(String(unitId)) ?? serverZone, now);
  const stored = await storedSince(db, request, credential, today);
  if (!stored?.used) return stored;
  // Only the answer contains the hotspot's zone; ask again if its day began at another time.
  const zone = zoneIn(stored, serverZone);
  zones.set(String(unitId), zone);
  const right = startOfToday(zone, now);
  return right.getTime() === today.getTime() ? stored : storedSince(db, request, credential, right);
}

/** See facts_for_access(). Several requests in one statement take half the time each. */
const factsOf = batched<object, StoredFacts | null>({
  together: async (db, requests) => {
    const answer = await db.execute(sql`${repeated}select facts_for_access(${JSON.stringify(requests)}::jsonb) as facts`);
    return rowsIn<{ facts: StoredFacts | null }>(answer).map(({ facts }) => facts);
  },
});

async function storedSince(db: Db, request: AccessRequest, credential: Credential, today: Date): Promise<Stored | null> {
  const { unitId, unitUuid, deviceMac, now, isLogIn = false, countsWhenStored = false } = request;
  const name = credential.method === 'voucher' ? (await ownNameOf(db, unitId, credential.code)).trim() : '';
  const lookup = {
    unit: unitId,
    way: credential.method,
    code: name.toLowerCase(),
    names: [...new Set([name, name.toLowerCase(), name.toUpperCase()])],
    guest: credential.method === 'portal' ? credential.guestId : null,
    mac: deviceMac,
    now,
    unit_uuid: unitUuid ?? null,
    logs_in: isLogIn,
    counts: !countsWhenStored,
    tokens_since: before(now, TOKEN_VALID_FOR),
    online_since: before(now, ONLINE_WITHIN),
    granted_since: before(now, GRANTED_WITHIN),
    today,
    tries: credential.method === 'voucher' ? triesOf(request) : [],
  };
  const facts = await factsOf(db, lookup);
  if (!facts) return null;
  const { guests, voucher, ...others } = facts;
  const whose =
    credential.method === 'mac'
      ? ownerOfDevice(
          guests.map((found) => candidateIn(found, deviceMac)),
          now,
        )?.found
      : guests[0];
  return {
    ...others,
    guest: whose?.guest ?? null,
    voucher: voucher ?? whose?.voucher ?? null,
    is_used: whose?.is_used === true,
    used: whose?.used ?? null,
    sharing: whose?.sharing ?? null,
  };
}

/** Whether a guest is the MAC entry of this address. Compared, because a unit may report another device under the entry's name. */
export const isEntryOf = ({ account_type, username }: StoredGuest, deviceMac: string) => account_type === 'mac' && username === deviceMac;

const candidateIn = (found: StoredFacts['guests'][number], deviceMac: string) => ({
  found,
  isMacEntry: isEntryOf(found.guest, deviceMac),
  hasAutoLogin: found.guest.auto_login,
  id: found.guest.id,
  created: new Date(found.guest.created),
  validUntil: momentOf(found.guest.valid_until),
});

/** Keys of the failed tries to count, and since when. */
const triesOf = ({ tried, now }: AccessRequest) =>
  tried ? countingsOf(tried).map((counting) => ({ key: keyOf(counting), since: since(counting.limit, now) })) : [];
