/**
 * Decides who may be online and how much they may use: a pure function without database, clock or protocol. Used by every way in (RADIUS,
 * HTTP, the log-in page) and by "why not online".
 */
import { MAX_INTEGER } from '../../contract/plain/wire';
import { dayIn, shifted, startOfDay } from '../../contract/plain/zones';
import type { RefusalCode } from '../../contract/plain/access';
import { roomForDevice, type DevicesAtOnce } from './devicesAtOnce';
import type { Amount } from './usage';
import { isUse, validUntil, whyUnusable, type VoucherFacts } from './vouchers';
import type { AccessMethod } from '../../contract/plain/accessMethods';

/** Seconds without traffic after which a unit may end a session; phones sleep for minutes. */
const IDLE_SECONDS = 1800;

/** Seconds between interim updates. */
const INTERIM_SECONDS = 300;

export interface AccessFacts {
  now: Date;
  /** The hotspot's time zone, which decides where its days begin and end. */
  zone: string;
  /** How the guest identifies: voucher code, device alone, or already checked by the log-in page. */
  method: AccessMethod;
  /** Whether a voucher code was typed on the log-in page, so that it counts as a use. */
  isVoucherOfPortal?: boolean;
  /** Whether the password was right; always true for a device address and the log-in page. */
  isProven: boolean;
  hotspot: {
    /** Nobody may be online, not even a MAC entry. */
    isClosed: boolean;
    hasVoucherLogin: boolean;
    hasAutoLogin: boolean;
    /** Whether a device may be online at several units at once. */
    mayBeElsewhere: boolean;
    kbpsDown: number;
    kbpsUp: number;
    /** Whether a voucher's time and traffic apply to its whole validity instead of to each day. */
    areVoucherLimitsTotal: boolean;
  };
  guest: GuestFacts | null;
  voucher: VoucherFacts | null;
  usedToday: Amount;
  usedInAll: Amount;
  /** Whether this device is online at another unit of the hotspot. */
  isElsewhere: boolean;
  /** Whether a voucher code, right or wrong, is refused because too many wrong ones were tried. */
  hasTriedTooOften: boolean;
  /** Which other devices are online; null if nobody is about to log in, such as for a session that is running. */
  devices: DevicesAtOnce | null;
}

export interface GuestFacts {
  isMacEntry: boolean;
  hasAutoLogin: boolean;
  validFrom: Date | null;
  validUntil: Date | null;
  /** Per day. */
  limit: Amount;
  kbpsDown: number;
  kbpsUp: number;
}

/** What will end the session if nothing else does. */
type Why = 'validity' | 'time_today' | 'midnight' | 'time_in_all';

export interface Grant {
  /** At least 1. */
  seconds: number;
  why: Why;
  /** Null for no limit; at least 1. */
  bytes: number | null;
  /** The limit of which `bytes` are left; absent for no limit. */
  bytesAllowed?: number;
  /** Null for no limit. */
  kbpsDown: number | null;
  kbpsUp: number | null;
  idleSeconds: number;
  interimSeconds: number;
  /** On first use: the validity of voucher and guest, which starts now. */
  begins: { from: Date; until: Date } | null;
}

/** `ends`: sessions of other devices that must end for this one. */
export type Decision = { grant: Grant; ends?: readonly number[] } | { refusal: RefusalCode };

/** Decides whether a device may get online, and with which limits. Only from the facts, without side effects. */
export function authorise(facts: AccessFacts): Decision {
  const refusal = refusalOf(facts);
  if (refusal !== null) return { refusal };
  const begins = firstUse(facts);
  const ends = endedFor(facts) ?? [];
  return {
    ...(ends.length > 0 && { ends }),
    grant: {
      ...remainingTime(facts, begins),
      ...remainingTraffic(facts),
      ...speedOf(facts),
      idleSeconds: IDLE_SECONDS,
      interimSeconds: INTERIM_SECONDS,
      begins,
    },
  };
}

/** A guest to whom a device may belong: its MAC entry, or a guest who has used it. */
export interface DeviceOwner extends Pick<GuestFacts, 'isMacEntry' | 'hasAutoLogin' | 'validUntil'> {
  id: number;
  created: Date;
}

/**
 * The owner of a device: its MAC entry, else the guest registered last among those who have used it; guests who may get in without logging
 * in are preferred.
 */
export function ownerOfDevice<Owner extends DeviceOwner>(owners: readonly Owner[], now: Date): Owner | undefined {
  const byAge = owners.toSorted((one, other) => other.created.getTime() - one.created.getTime() || other.id - one.id);
  const isReturning = ({ hasAutoLogin, validUntil }: DeviceOwner) => hasAutoLogin && validUntil !== null && validUntil > now;
  return byAge.find(({ isMacEntry }) => isMacEntry) ?? byAge.find(isReturning) ?? byAge[0];
}

/** Whether a voucher code was typed, at a unit or on the log-in page. */
const isByVoucher = ({ method, isVoucherOfPortal }: Pick<AccessFacts, 'method' | 'isVoucherOfPortal'>): boolean =>
  method === 'voucher' || isVoucherOfPortal === true;

/** Whether letting the guest in is a use of the voucher. */
export const isVoucherUse = (facts: AccessFacts): boolean =>
  facts.guest !== null && facts.voucher !== null && isUse(facts.voucher, isByVoucher(facts));

/** The first applicable reason. */
const refusalOf = (facts: AccessFacts): RefusalCode | null => refusalsOf(facts).next().value ?? null;

/**
 * Milliseconds. A first log-in starts the guest's validity at its own time, which may be ahead of another device's that asks at the same
 * moment: it was read a moment later, or from another replica's clock.
 */
const CLOCKS_DIFFER = 10_000;

/** Every applicable reason, in the order in which somebody would remedy them: who, when, where, how much. */
export function* refusalsOf(facts: AccessFacts): Generator<RefusalCode, undefined> {
  const { now, guest, voucher } = facts;
  if (facts.method === 'voucher' && facts.hasTriedTooOften) yield 'too_many_tries';
  if (voucher === null && guest === null) yield 'not_known';
  else if (!facts.isProven) yield 'wrong_secret';
  if (mustLogIn(facts)) yield 'login_needed';
  if (facts.hotspot.isClosed) yield 'hotspot_closed';
  if (facts.method === 'voucher' && !facts.hotspot.hasVoucherLogin) yield 'way_off';
  if (guest === null && voucher !== null) yield voucher.type === 'normal' ? 'registration_needed' : 'not_known';
  // Without a guest, somebody would register with the voucher, which uses it.
  const unusable = voucher && whyUnusable(voucher, { now, use: guest === null || isVoucherUse(facts) });
  if (unusable !== null) yield unusable;
  if (guest === null) return;
  if (guest.validFrom !== null && guest.validFrom.getTime() - now.getTime() > CLOCKS_DIFFER) yield 'too_early';
  if (guest.validUntil === null ? firstUse(facts) === null : guest.validUntil <= now) yield 'expired';
  if (facts.isElsewhere && !facts.hotspot.mayBeElsewhere) yield 'other_unit';
  const { daily, inAll } = limitsOf(facts);
  if (isReached(facts.usedInAll.seconds, inAll.seconds)) yield 'time_used_up';
  if (isReached(facts.usedInAll.bytes, inAll.bytes)) yield 'traffic_used_up';
  if (isReached(facts.usedToday.seconds, daily.seconds) || isReached(facts.usedToday.bytes, daily.bytes)) yield 'used_up_today';
  // Last, because the guest can log another device out, which is no use if something else refuses this one anyway.
  if (endedFor(facts) === null) yield 'too_many_devices';
}

/** Sessions of other devices that must end to make room for this one; null if there is no room. A MAC entry is one device, so has room. */
const endedFor = ({ devices, guest }: AccessFacts): readonly number[] | null =>
  devices === null || guest?.isMacEntry === true ? [] : (roomForDevice(devices)?.ends ?? null);

/** Whether the guest of a known device must log in, because it may not get in automatically. */
const mustLogIn = ({ method, guest, hotspot }: AccessFacts): boolean =>
  method === 'mac' && guest !== null && !guest.isMacEntry && !(hotspot.hasAutoLogin && guest.hasAutoLogin);

/** The validity that starts now, with the first use of a guest's own voucher. Null if this is not a first use. */
function firstUse({ now, zone, guest, voucher }: AccessFacts): { from: Date; until: Date } | null {
  if (voucher?.type !== 'auth' || guest === null || guest.validUntil !== null) return null;
  return { from: now, until: validUntil(voucher, now, zone) };
}

const NO_LIMIT: Amount = { seconds: 0, bytes: 0 };

/**
 * Guest limits are per day. A voucher's limits were copied to its guest; if the hotspot applies them to the whole validity, a guest limit
 * equal to the voucher's is assumed to be that copy and isn't applied per day.
 */
function limitsOf({ hotspot, guest, voucher }: AccessFacts): { daily: Amount; inAll: Amount } {
  const daily = guest?.limit ?? NO_LIMIT;
  if (!voucher || !hotspot.areVoucherLimitsTotal) return { daily, inAll: NO_LIMIT };
  const own = (mine: number, copied: number) => (mine === copied ? 0 : mine);
  return {
    daily: { seconds: own(daily.seconds, voucher.limit.seconds), bytes: own(daily.bytes, voucher.limit.bytes) },
    inAll: voucher.limit,
  };
}

/** Whether the guest has used up traffic, but no time limit. */
export function isCutByTraffic(facts: AccessFacts): boolean {
  const { daily, inAll } = limitsOf(facts);
  const { usedToday, usedInAll } = facts;
  const isTimeOver = isReached(usedToday.seconds, daily.seconds) || isReached(usedInAll.seconds, inAll.seconds);
  return !isTimeOver && (isReached(usedToday.bytes, daily.bytes) || isReached(usedInAll.bytes, inAll.bytes));
}

const isReached = (used: number, limit: number) => limit > 0 && used >= limit;

function remainingTime(facts: AccessFacts, begins: Grant['begins']): Pick<Grant, 'seconds' | 'why'> {
  const { now, zone, guest, voucher, usedToday, usedInAll } = facts;
  const { daily, inAll } = limitsOf(facts);
  const until = (end: Date) => Math.floor((end.getTime() - now.getTime()) / 1000);
  const limits: Pick<Grant, 'seconds' | 'why'>[] = [{ seconds: MAX_INTEGER, why: 'validity' }];
  for (const end of [guest?.validUntil ?? begins?.until, voucher?.expires]) if (end) limits.push({ seconds: until(end), why: 'validity' });
  if (daily.seconds > 0) limits.push({ seconds: daily.seconds - usedToday.seconds, why: 'time_today' });
  // A daily allowance must not carry over into the next day.
  if (daily.seconds > 0 || daily.bytes > 0)
    limits.push({ seconds: until(startOfDay(shifted(dayIn(now, zone), 1), zone)), why: 'midnight' });
  if (inAll.seconds > 0) limits.push({ seconds: inAll.seconds - usedInAll.seconds, why: 'time_in_all' });
  const least = limits.reduce((one, other) => (other.seconds < one.seconds ? other : one));
  // At least 1, because units read 0 as "no limit".
  return { seconds: Math.max(1, least.seconds), why: least.why };
}

function remainingTraffic(facts: AccessFacts): Pick<Grant, 'bytes' | 'bytesAllowed'> {
  const { daily, inAll } = limitsOf(facts);
  const limits = [
    ...(daily.bytes > 0 ? [{ bytes: daily.bytes - facts.usedToday.bytes, bytesAllowed: daily.bytes }] : []),
    ...(inAll.bytes > 0 ? [{ bytes: inAll.bytes - facts.usedInAll.bytes, bytesAllowed: inAll.bytes }] : []),
  ];
  return limits.sort((one, other) => one.bytes - other.bytes)[0] ?? { bytes: null };
}

/** The guest's speed; those who have none of their own get the voucher's, else the hotspot's. */
export const speedOf = ({ guest, voucher, hotspot }: AccessFacts): Pick<Grant, 'kbpsDown' | 'kbpsUp'> => ({
  kbpsDown: firstLimit(guest?.kbpsDown, voucher?.kbpsDown, hotspot.kbpsDown),
  kbpsUp: firstLimit(guest?.kbpsUp, voucher?.kbpsUp, hotspot.kbpsUp),
});

/** The first limit that is neither 0 nor unknown. */
const firstLimit = (...limits: (number | undefined)[]): number | null => limits.find((limit) => limit !== undefined && limit > 0) ?? null;
