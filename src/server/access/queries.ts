/** Decides access from what is stored, and records the decision and its effects. */
import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import { withIds } from '../database/paging';
import { access_events, consents, hotspot_vouchers, users } from '../database/schema';
import { authorise, isCutByTraffic, isVoucherUse, ownerOfDevice, type AccessFacts, type Decision } from './authorise';
import { mostOfEach, roomBeside, type DevicesAtOnce } from './devicesAtOnce';
import type { RefusalCode } from '../../contract/plain/access';
import { settingsIn, storedPreferences, type SettingKey, type Settings } from '../preferences/queries';
import { ownNameOf } from './guestNameQueries';
import { whileUndecided, countingsOf, isGuesserRefused, isRefused, rememberGuesser, type CodeTry } from '../limits/codeTries';
import { countFailed } from '../limits/codeTryQueries';
import { keyOf, since, type LimitName } from '../limits/limits';
import { ttlCache } from '../ttlCache';
import { countLogIn } from './portalFigureQueries';
import { spend, untilSpent, type Cost, type Refusal, type Spent } from './spend';
import { TOKEN_VALID_FOR, matchToken, type TokenSpend, type StoredToken } from './tokenQueries';
import { startOfToday, usageIn, usageOfEach, type StoredUsage, type Usage } from './usage';

/**
 * Who asks, and with what. `isRight` compares the password a protocol carries, in whatever form, with the expected one; `requestHash` tells
 * a retransmission from a new request. The password is a voucher's code or a login token.
 */
type Credential =
  | { way: 'voucher'; code: string; isRight: (password: string) => boolean; requestHash: string }
  | { way: 'mac' }
  /** A guest the portal has already checked; with `isByVoucher` it counts as a use of the voucher. */
  | { way: 'portal'; guestId: number; isByVoucher?: boolean; token?: string; spends?: TokenSpend; logIn?: LogIn };

/** Counted once per log-in at the portal. */
type LogIn = Pick<Parameters<typeof countLogIn>[1], 'way' | 'opened'>;

export interface AccessRequest {
  unitId: number;
  /** What a unit is called that was looked up a while ago: if it is called otherwise by now, it is an unknown one. */
  unitUuid?: string;
  credential: Credential;
  /** As AA-BB-CC-DD-EE-FF; empty if the unit doesn't send it. */
  deviceMac: string;
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  serverZone: string;
  /**
   * Where from a voucher code is tried, for ways in that don't count the try themselves: it is refused after too many failed ones, and
   * counted if it fails. Login tokens, which nobody can guess, are never refused for it.
   */
  tried?: CodeTry | undefined;
  /** How many earlier tries of the device may fail yet. */
  undecided?: () => Map<LimitName, number>;
  /** Refuses a voucher code for those that count themselves. */
  hasTriedTooOften?: boolean;
  /** Whether the device is about to go online, so that the guest's other devices count. */
  isLogIn?: boolean;
  /** Whether the other devices are counted only when the decision is stored, which most have room for. */
  countsWhenStored?: boolean;
}

export interface AccessAnswer {
  decision: Decision;
  hotspotId: number;
  guest: { id: number; username: string } | null;
  /** How many of the guest's devices may be online at once; null for any number, and if nobody is about to log in. */
  mostDevices: number | null;
}

/** With what it was decided by, for all reasons that apply (`refusalsOf`). */
export interface ExplainedAccess extends AccessAnswer {
  facts: AccessFacts;
}

export interface AccessDecided extends AccessAnswer {
  /** The password that matched: a voucher code or a token. Null for a device log-in. */
  password: string | null;
  /** Language the guest last chose for the terms, else the hotspot's; empty if neither is known or access was granted. */
  language: string;
}

/** What is stored about a request: parts of rows, with times as JSON strings; as dates if they were read otherwise. */
interface Stored {
  hotspot: number;
  preferences: Readonly<Record<string, string | null>>;
  guest: StoredGuest | null;
  voucher: StoredVoucher | null;
  /** Tokens the password may match, newest first. */
  tokens: StoredToken[];
  /** Whether the guest has used the voucher before; what they have used since the start of today, null if nothing is limited. */
  is_used: boolean;
  used: StoredUsage | null;
  /** Whether the device is online at another unit. */
  is_elsewhere: boolean;
  /** How many failed tries of codes are counted under each key that was asked for. */
  tries: Readonly<Record<string, number>>;
  /** The other devices online, for a log-in; null if nobody logs in. */
  sharing: StoredSharing | null;
}

interface StoredSharing {
  /** The guest's own voucher, or the one that the guest registered with; null for none. `uses` includes those already made. */
  voucher: { type: 'normal' | 'auth'; max_devices: number; uses: number } | null;
  /** The voucher whose other guests' devices are among `others`; null if only the guest's are. */
  shared: number | null;
  /** Longest online first; without a session, a device that was let in a moment ago. Null if they weren't counted. */
  others: { is_of_guest: boolean; session: number | null }[] | null;
}

/** Result of access_facts(). */
interface StoredFacts extends Omit<Stored, 'guest' | 'voucher' | 'is_used' | 'used' | 'sharing'> {
  /** The voucher whose code was given, whoever's it is. */
  voucher: StoredVoucher | null;
  /**
   * Whose the credential may be, each with the guest's own voucher, whether the guest has used it, what they used of what is limited, and for
   * a log-in the other devices online.
   */
  guests: (Pick<Stored, 'voucher' | 'is_used' | 'used' | 'sharing'> & { guest: StoredGuest })[];
}

type WithMoments<Row> = {
  [Field in keyof Row]: Row[Field] extends Date ? string | Date : Row[Field] extends Date | null ? string | Date | null : Row[Field];
};
type StoredGuest = WithMoments<
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
type StoredVoucher = WithMoments<
  Pick<
    typeof hotspot_vouchers.$inferSelect,
    'id' | 'code' | 'type' | 'duration' | 'expires' | 'remain_use' | 'max_time' | 'max_traffic' | 'bandwidth_down' | 'bandwidth_up'
  >
>;

/** Milliseconds without a report after which a session no longer blocks its device at other units. */
const ONLINE_WITHIN = 15 * 60_000;

/**
 * Milliseconds for which a device that was let in counts as online until its unit reports the session. Units do that at once; the time also
 * covers replicas whose clocks are minutes apart.
 */
const GRANTED_WITHIN = 4 * 60_000;

/** Refusals that count as a wrong guess. */
const GUESSES: RefusalCode[] = ['not_known', 'wrong_secret'];

/** Whether a decision tells that a wrong code was tried. */
export const isGuess = (decision: Decision): boolean => 'refusal' in decision && GUESSES.includes(decision.refusal);

/** Not recorded for device log-ins: every unknown phone in range causes them without anybody asking to log in. */
const PASSERS_BY: readonly RefusalCode[] = ['not_known', 'login_needed'];

/**
 * Decides, and records the decision with its effects (first use, uses left) atomically. Null for an unknown unit. Optimistic, without
 * locks: if the voucher or token has changed since it was read, decides again, so no use is granted twice.
 */
export async function decideAccess(db: Db, asked: AccessRequest): Promise<AccessDecided | null> {
  const { tried, credential } = asked;
  if (tried === undefined || credential.way !== 'voucher') return decide(db, asked);
  return whileUndecided(tried, (undecided) => decide(db, { ...asked, undecided }));
}

async function decide(db: Db, asked: AccessRequest): Promise<AccessDecided | null> {
  const { tried, now, credential } = asked;
  const isKnownToGuess = tried !== undefined && credential.way === 'voucher' && isGuesserRefused(db, tried, now);
  let request: AccessRequest = { ...asked, isLogIn: true, countsWhenStored: true };
  if (isKnownToGuess) request = { ...request, tried: undefined, hasTriedTooOften: true };
  return untilSpent(async () => {
    const found = await loadFacts(db, request);
    if (found === null) return null;
    const decision = authorise(found.facts);
    const isTooOften = 'refusal' in decision && decision.refusal === 'too_many_tries';
    // A refusal that is repeated from memory was recorded when it was decided.
    const spent = isTooOften && isKnownToGuess ? 'spent' : await stored(db, request, { ...found, decision });
    if (spent === 'no room') request = { ...request, countsWhenStored: false };
    if (spent !== 'spent') return 'spent meanwhile' as const;
    if (request.tried && credential.way === 'voucher' && isGuess(decision)) await countFailed(db, request.tried, now);
    if (request.tried && isTooOften) await rememberGuesser(db, request.tried, { failed: found.failed, now });
    const language = 'refusal' in decision ? await languageFor(db, found, decision.refusal) : '';
    return { ...answerOf(found, decision), password: passwordOf(found), language };
  });
}

/** Whether a guest or device may be online at a unit, and why not; read-only. Null for an unknown unit. */
export async function explainAccess(db: Db, request: AccessRequest): Promise<ExplainedAccess | null> {
  const found = await loadFacts(db, request);
  return found && { ...answerOf(found, authorise(found.facts)), facts: found.facts };
}

interface Identified {
  guestId: number;
  /** Empty if unknown. */
  deviceMac: string;
  cost?: Cost;
}

/**
 * Identifies a guest, decides whether they may be online at the unit, and spends what that costs; all of it, or nothing. A refusal names the
 * guest, if one was identified.
 */
export async function identifyIfGranted<I extends Identified>(
  db: Db,
  { unitId, now, serverZone }: Pick<AccessRequest, 'unitId' | 'now' | 'serverZone'>,
  identify: (tx: Db) => Promise<I | Refusal>,
): Promise<I | (Refusal & { guestId?: number })> {
  const attempt = () =>
    db.transaction(async (tx) => {
      const identified = await identify(tx);
      if ('refusal' in identified) throw new NotGranted(identified);
      const { guestId, deviceMac, cost } = identified;
      const refusal = await refusalOfGuest(tx, { unitId, guestId, deviceMac, now, serverZone });
      if (refusal !== null) throw new NotGranted({ refusal, guestId });
      if (cost && (await spend(tx, cost, now)) !== 'spent') throw new NotGranted('spent meanwhile');
      return identified;
    });
  return untilSpent(() =>
    attempt().catch((error: unknown) => {
      if (error instanceof NotGranted) return error.why;
      throw error;
    }),
  );
}

/** Undoes the transaction in which it is thrown. */
class NotGranted extends Error {
  constructor(readonly why: (Refusal & { guestId?: number }) | 'spent meanwhile') {
    super('access not granted');
  }
}

/** Why a guest who shows a voucher may not be online at a unit with this device; null if they may. */
export async function refusalOfGuest(
  db: Db,
  { guestId, ...about }: { guestId: number } & Pick<AccessRequest, 'unitId' | 'deviceMac' | 'now' | 'serverZone'>,
): Promise<RefusalCode | null> {
  const answer = await explainAccess(db, { ...about, credential: { way: 'portal', guestId, isByVoucher: true }, isLogIn: true });
  return answer === null ? 'not_known' : 'refusal' in answer.decision ? answer.decision.refusal : null;
}

/** Whether traffic, and not time, is what a guest at a unit has used up. */
export async function hasUsedUpTraffic(db: Db, request: AccessRequest): Promise<boolean> {
  const found = await loadFacts(db, request);
  return found !== null && isCutByTraffic(found.facts);
}

/**
 * What each of a hotspot's guests may have, as `explainAccess` says of the log-in page, in three statements however many there are. By id;
 * those whom the hotspot doesn't have are not known.
 */
export async function explainAccessOfEach(
  db: Db,
  { hotspotId, guestIds }: { hotspotId: number; guestIds: readonly number[] },
  times: Pick<AccessRequest, 'now' | 'serverZone'>,
): Promise<Map<number, Decision>> {
  if (guestIds.length === 0) return new Map();
  const preferences = await storedPreferences(db, hotspotId, { keys: ACCESS_PREFERENCES });
  const found = await db
    .select({ guest: getTableColumns(users), voucher: getTableColumns(hotspot_vouchers) })
    .from(users)
    .leftJoin(hotspot_vouchers, itsOwnVoucher)
    .where(and(eq(users.hotspot_id, hotspotId), withIds(users.id, [...guestIds])));
  const byId = new Map(found.map((row) => [row.guest.id, row]));
  const storedOf = (id: number): Stored => {
    const { guest, voucher } = byId.get(id) ?? { guest: null, voucher: null };
    const none = { tokens: [], is_used: false, used: null, is_elsewhere: false, sharing: null, tries: {} };
    return { hotspot: hotspotId, preferences, guest, voucher, ...none };
  };
  const since = startOfToday(zoneIn({ preferences }, times.serverZone), times.now);
  const asking = (userId: number) => ({ userId, hotspotId, since });
  const limited = found.filter(({ guest, voucher }) => isLimited(guest, voucher)).map(({ guest }) => asking(guest.id));
  const used = await usageOfEach(db, limited);
  const decide = (id: number) => authorise(foundFrom(storedOf(id), { way: 'portal', guestId: id }, used(asking(id)), times).facts);
  return new Map(guestIds.map((id) => [id, decide(id)]));
}

/** As in access_facts(). */
const itsOwnVoucher = and(eq(hotspot_vouchers.id, users.voucher_id), eq(hotspot_vouchers.type, 'auth'));

/** Whether it matters what the guest has used; as in access_facts(). */
const isLimited = (guest: StoredGuest, voucher: StoredVoucher | null) =>
  [guest.max_navigation_time, guest.max_navigation_traffic, voucher?.max_time ?? 0, voucher?.max_traffic ?? 0].some((limit) => limit > 0);

function answerOf({ facts: { devices }, hotspotId, guest }: Found, decision: Decision): AccessAnswer {
  const mostOfGuest = devices && mostOfEach(devices);
  return { decision, hotspotId, guest: guest && { id: guest.id, username: guest.username }, mostDevices: mostOfGuest };
}

function passwordOf({ credential, voucher }: Found): string | null {
  if (credential.way === 'portal') return credential.token ?? null;
  return credential.way === 'voucher' && voucher ? voucher.code : null;
}

/** Refusals that reveal whether somebody exists. */
const TELLING: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'too_many_tries'];

/** Guests read refusals in the language in which they accepted the terms. Somebody who only guessed a name doesn't learn it. */
async function languageFor(db: Db, { guest, hotspotLanguage }: Found, refusal: RefusalCode): Promise<string> {
  if (!guest || TELLING.includes(refusal)) return hotspotLanguage;
  const [last] = await db
    .select({ language: consents.language })
    .from(consents)
    .where(and(eq(consents.user_id, guest.id), eq(consents.source, 'portal')))
    .orderBy(desc(consents.at))
    .limit(1);
  return last?.language ?? hotspotLanguage;
}

interface Found {
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

/** How often codes have failed, for who may try no more of them. */
interface Tried {
  failed: (limit: LimitName) => number;
}

async function loadFacts(db: Db, request: AccessRequest): Promise<(Found & Tried) | null> {
  const { now, serverZone } = request;
  // Before the failed ones are read, so that none is missed in between.
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

/** All preferences that a decision reads; access_facts() has the same. */
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

const accessSettings = ({ preferences }: Pick<Stored, 'preferences'>): Settings<(typeof ACCESS_PREFERENCES)[number]> =>
  settingsIn(preferences);

const zoneIn = (stored: Pick<Stored, 'preferences'>, serverZone: string) => accessSettings(stored).text('time_zone') || serverZone;

/** The preferences on which depends what a guest who is online is granted. */
export const DECIDING_PREFERENCES: readonly string[] = [
  'hotspot_closed',
  'time_zone',
  'voucher_limits_total',
  'CoovaChilli-Bandwidth-Max-Down',
  'CoovaChilli-Bandwidth-Max-Up',
];

function foundFrom(
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
    way: credential.way,
    isVoucherOfPortal: credential.way === 'portal' && credential.isByVoucher === true,
    isProven: credential.way !== 'voucher' || (voucher !== null && credential.isRight(voucher.code)),
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
      isMacEntry: credential.way === 'mac' ? isEntryOf(guest, deviceMac) : guest.account_type === 'mac',
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
      usesLeft: voucher.remain_use,
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
  doOldestGiveWay: settings.isOn('oldest_device_leaves'),
  voucher: voucher && { type: voucher.type, most: voucher.max_devices, uses: voucher.uses },
  others: others && others.map(({ is_of_guest, session }) => ({ isOfGuest: is_of_guest, sessionId: session })),
});

const NOTHING = { seconds: 0, bytes: 0 };

const momentOf = (moment: string | Date | null) => (moment === null ? null : new Date(moment));

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** The zones in which units' days were last seen to begin, by which their next requests ask for today's usage. */
const zones = ttlCache<string>(10_000, 24 * 3_600_000);

/** Everything stored about a request in a single round trip, because each arriving guest causes several. Null for an unknown unit. */
async function storedFor(db: Db, request: AccessRequest, credential: Credential): Promise<Stored | null> {
  const { unitId, now, serverZone } = request;
  const today = startOfToday(zones.get(String(unitId)) ?? serverZone, now);
  const stored = await storedSince(db, request, credential, today);
  if (!stored?.used) return stored;
  // Only the answer tells the hotspot's zone: asked again where the day began at another time.
  const zone = zoneIn(stored, serverZone);
  zones.set(String(unitId), zone);
  const right = startOfToday(zone, now);
  return right.getTime() === today.getTime() ? stored : storedSince(db, request, credential, right);
}

/** See access_facts(). */
const factsOf = batched<{ unitId: number; asked: object }, StoredFacts | null>({
  alone: async (db, { unitId, asked }) => {
    const answer = await db.execute(sql`${repeated}select access_facts(${unitId}::int, ${JSON.stringify(asked)}::jsonb) as facts`);
    return rowsIn<{ facts: StoredFacts | null }>(answer)[0]?.facts ?? null;
  },
  together: async (db, all) => {
    const answer = await db.execute(sql`${repeated}
      select access_facts((value ->> 'unitId')::int, value -> 'asked') as facts
      from jsonb_array_elements(${JSON.stringify(all)}::jsonb) with ordinality as e (value, nth) order by nth`);
    return rowsIn<{ facts: StoredFacts | null }>(answer).map(({ facts }) => facts);
  },
});

async function storedSince(db: Db, request: AccessRequest, credential: Credential, today: Date): Promise<Stored | null> {
  const { unitId, unitUuid, deviceMac, now, isLogIn = false, countsWhenStored = false } = request;
  const name = credential.way === 'voucher' ? (await ownNameOf(db, unitId, credential.code)).trim() : '';
  const asked = {
    ...{ way: credential.way, code: name.toLowerCase(), names: [...new Set([name, name.toLowerCase(), name.toUpperCase()])] },
    ...{ guest: credential.way === 'portal' ? credential.guestId : null, mac: deviceMac, now },
    ...{ unit_uuid: unitUuid ?? null, logs_in: isLogIn, counts: !countsWhenStored },
    ...{ tokens_since: before(now, TOKEN_VALID_FOR), online_since: before(now, ONLINE_WITHIN), granted_since: before(now, GRANTED_WITHIN) },
    today,
    tries: credential.way === 'voucher' ? triesAsked(request) : [],
  };
  const facts = await factsOf(db, { unitId, asked });
  if (!facts) return null;
  const { guests, voucher, ...others } = facts;
  const whose =
    credential.way === 'mac'
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

/** Whether a guest is the MAC entry of this address. A unit may have reported another device under its name. */
const isEntryOf = ({ account_type, username }: StoredGuest, deviceMac: string) => account_type === 'mac' && username === deviceMac;

const candidateIn = (found: StoredFacts['guests'][number], deviceMac: string) => ({
  ...{ found, isMacEntry: isEntryOf(found.guest, deviceMac), hasAutoLogin: found.guest.auto_login },
  ...{ id: found.guest.id, created: new Date(found.guest.created), validUntil: momentOf(found.guest.valid_until) },
});

/** The failed tries to count: under which key, since when. */
const triesAsked = ({ tried, now }: AccessRequest) =>
  tried ? countingsOf(tried).map((counting) => ({ key: keyOf(counting), since: since(counting.limit, now) })) : [];

/** How many tries before it have failed, by each limit. */
function failedIn({ tried }: AccessRequest, { tries }: Stored): (limit: LimitName) => number {
  const countings = tried ? countingsOf(tried) : [];
  return (limit) => {
    const counting = countings.find((each) => each.limit === limit);
    return counting ? (tries[keyOf(counting)] ?? 0) : 0;
  };
}

/** A login token in place of the password stands for the guest the portal issued it to. */
async function afterLogIn(db: Db, { credential: given, deviceMac, now }: AccessRequest, tokens: StoredToken[]): Promise<Credential> {
  if (given.way !== 'voucher') return given;
  const loggedIn = await matchToken(db, tokens, { ...given, deviceMac, now });
  if (loggedIn === null) return given;
  const { guestId, spends, token, ...logIn } = loggedIn;
  return { way: 'portal', guestId, isByVoucher: logIn.way === 'voucher', token, ...(spends && { spends, logIn }) };
}

/** Stores a decision with its effects. */
async function stored(db: Db, request: AccessRequest, found: Found & { decision: Decision }): Promise<Spent> {
  const { credential, decision, hotspotId, facts } = found;
  const logIn = 'grant' in decision && credential.way === 'portal' && credential.logIn;
  if (!logIn) return record(db, request, found);
  return db.transaction(async (tx) => {
    const spent = await record(tx, request, found);
    if (spent === 'spent') await countLogIn(tx, { hotspotId, zone: facts.zone, ...logIn }, request.now);
    return spent;
  });
}

async function record(
  db: Db,
  { unitId, deviceMac, now }: AccessRequest,
  { hotspotId, credential, guest, voucher, shared, facts, decision }: Found & { decision: Decision },
): Promise<Spent> {
  const spends = credential.way === 'portal' && credential.spends;
  const isPassingBy = 'refusal' in decision && credential.way === 'mac' && PASSERS_BY.includes(decision.refusal);
  if (isPassingBy && !spends) return 'spent';
  const grant = 'grant' in decision ? decision.grant : null;
  const refusal: RefusalCode | '' = 'refusal' in decision ? decision.refusal : '';
  const cost = {
    ...{ guestId: guest?.id ?? null, voucher, isUse: grant !== null && isVoucherUse(facts), token: spends || null },
    begins: (guest && grant?.begins) ?? null,
    sharing: grant && sharingIn(facts, { shared, ends: ('ends' in decision && decision.ends) || [], now }),
  };
  const logged = { hotspotId, unitId, deviceMac, way: credential.way, refusal, seconds: grant?.seconds ?? 0, why: grant?.why ?? '' };
  return spend(db, cost, now, isPassingBy ? null : logged);
}

/** The other devices on which the decision rests, which must still be so when it is stored; null if their number isn't limited. */
function sharingIn({ devices, guest }: AccessFacts, { shared, ends, now }: { shared: number | null; ends: readonly number[]; now: Date }) {
  if (devices === null || guest === null || guest.isMacEntry) return null;
  const room = roomBeside(devices);
  if (room.guest === null && room.voucher === null) return null;
  const since = { onlineSince: before(now, ONLINE_WITHIN), grantedSince: before(now, GRANTED_WITHIN) };
  return { others: devices.others?.length ?? room, shared, ends, ...since };
}

/** Records that the portal refused somebody before any unit asked. The guest may have been undone with the refused login. */
export async function recordRefusal(
  db: Db,
  { hotspotId, unitId, deviceMac, now }: { hotspotId: number; unitId: number; deviceMac: string; now: Date },
  refusal: RefusalCode,
  guestId: number | null,
): Promise<void> {
  const known = sql`(select ${users.id} from ${users} where ${users.id} = ${guestId}::int)`;
  await db
    .insert(access_events)
    .values({ at: now, hotspot_id: hotspotId, unit_id: unitId, user_id: known, device_mac: deviceMac, way: 'portal', refusal });
}

/** Deletes up to `most` decisions from before `cutoff`. Returns how many. */
export async function forgetDecisions(db: Db, cutoff: Date, most: number): Promise<number> {
  const old = db.select({ id: access_events.id }).from(access_events).where(lt(access_events.at, cutoff)).limit(most);
  const gone = await db
    .delete(access_events)
    .where(sql`${access_events.id} in ${old}`)
    .returning({ id: access_events.id });
  return gone.length;
}
