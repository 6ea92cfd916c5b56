/** Decides whether somebody may be online from what is stored, and records what that changes. */
import { desc, eq, lt, sql } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../contract/wire';
import { rowsIn, type Db } from '../database/db';
import type { hotspot_vouchers, users } from '../database/schema';
import { access_events, consents } from '../database/schema';
import { todayIn, usedBy } from '../guests/queries';
import { authorise, isByVoucher, type AccessFacts, type Decision } from './authorise';
import type { RefusalCode } from '../../contract/access';
import { countLogIn } from './portalFigures';
import { TOKEN_VALID_FOR, tokenIn, type Spending, type StoredToken } from './tokens';

/**
 * Who asks, and with what. `isRight` compares the password that a protocol carries, in whatever form, with the right one, and `requestHash`
 * tells a repeated packet from another request. The password is a voucher's code or a login token.
 */
type Credential =
  | { way: 'voucher'; code: string; isRight: (password: string) => boolean; requestHash: string }
  | { way: 'mac' }
  /** Somebody whom the portal has checked; with the voucher's code, a use of it counts. */
  | { way: 'portal'; guestId: number; isByVoucher?: boolean; token?: string; spends?: Spending; logIn?: LogIn };

/** What there is to tell of a log-in at the portal, once. */
type LogIn = Pick<Parameters<typeof countLogIn>[1], 'way' | 'opened'>;

export interface AccessRequest {
  unitId: number;
  credential: Credential;
  /** As AA-BB-CC-DD-EE-FF; empty if the unit doesn't tell it. */
  deviceMac: string;
  now: Date;
  /** The zone of hotspots that have none of their own. */
  serverZone: string;
}

export interface AccessAnswer {
  decision: Decision;
  hotspotId: number;
  guest: { id: number; username: string } | null;
}

export interface AccessDecided extends AccessAnswer {
  /** The password that was right: a code or a token. Null for a device by itself. */
  password: string | null;
  /** What the guest last chose to read, or else the hotspot's; empty if neither is known, or it doesn't matter. */
  language: string;
}

/** What access_facts() answers (migration 0013): parts of rows, with moments as JSON has them. */
interface Stored {
  hotspot: number;
  preferences: Readonly<Record<string, string | null>>;
  guest: StoredGuest | null;
  voucher: StoredVoucher | null;
  /** Those that may be what came as the password, the newest first. */
  tokens: StoredToken[];
  /** Whether the guest has used the voucher before, and whether the device is online at another unit. */
  is_used: boolean;
  is_elsewhere: boolean;
  /** Codes that were guessed wrong with the device. */
  failures: number;
}

type WithMoments<Row> = { [Field in keyof Row]: Row[Field] extends Date | null ? string | null : Row[Field] };
type StoredGuest = WithMoments<
  Pick<
    typeof users.$inferSelect,
    | 'id'
    | 'username'
    | 'account_type'
    | 'auto_login'
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

/** A session without word for this long doesn't keep its device from another unit. Milliseconds. */
const ONLINE_WITHIN = 15 * 60_000;

/** What a refusal tells about a guessed code, and for how long it counts. Milliseconds. */
const GUESSES: RefusalCode[] = ['not_known', 'wrong_secret'];
const FAILURES_WITHIN = 10 * 60_000;

/** Refusals of a device that nobody asked to log in: every unknown phone that comes by. They aren't recorded. */
const PASSERS_BY: readonly RefusalCode[] = ['not_known', 'login_needed'];

/** How often a log-in is decided anew because others with the same voucher were faster. Each time at least one of them got through. */
const MOST_TRIES = 100;

/**
 * Decides, and records the decision with what it changes (first use, uses left), all or nothing. Null for an unknown unit. Nothing is
 * locked: if somebody else has used the same voucher or token since it was read, the decision is made again, so that no use is given twice.
 */
export async function decideAccess(db: Db, request: AccessRequest): Promise<AccessDecided | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await loadFacts(db, request);
    if (found === null) return null;
    const decision = authorise(found.facts);
    if (!(await isRecorded(db, request, { ...found, decision }))) continue;
    const language = 'refusal' in decision ? await languageFor(db, found, decision.refusal) : '';
    return { ...answerOf(found, decision), password: passwordOf(found), language };
  }
  throw new Error('the same voucher was used too often at once');
}

/** Why a guest or a device may be online at a unit, or why not; changes nothing. Null for an unknown unit. */
export async function explainAccess(db: Db, request: AccessRequest): Promise<AccessAnswer | null> {
  const found = await loadFacts(db, request);
  return found && answerOf(found, authorise(found.facts));
}

function answerOf({ hotspotId, guest }: Found, decision: Decision): AccessAnswer {
  return { decision, hotspotId, guest: guest && { id: guest.id, username: guest.username } };
}

function passwordOf({ credential, voucher }: Found): string | null {
  if (credential.way === 'portal') return credential.token ?? null;
  return credential.way === 'voucher' && voucher ? voucher.code : null;
}

/** What says whether somebody exists. */
const TELLING: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'too_many_tries'];

/** Guests read terms in the language that they chose. Somebody who only guessed a name doesn't learn it. */
async function languageFor(db: Db, { guest, hotspotLanguage }: Found, refusal: RefusalCode): Promise<string> {
  if (!guest || TELLING.includes(refusal)) return hotspotLanguage;
  const [last] = await db
    .select({ language: consents.language })
    .from(consents)
    .where(eq(consents.user_id, guest.id))
    .orderBy(desc(consents.at))
    .limit(1);
  return last?.language ?? hotspotLanguage;
}

interface Found {
  /** What guests of whom nothing is known are told in; empty if nobody chose one. */
  hotspotLanguage: string;
  facts: AccessFacts;
  hotspotId: number;
  credential: Credential;
  guest: StoredGuest | null;
  voucher: StoredVoucher | null;
}

async function loadFacts(db: Db, request: AccessRequest): Promise<Found | null> {
  const { now, serverZone } = request;
  const presented = await storedFor(db, request, request.credential);
  if (!presented) return null;
  const credential = await afterLogIn(db, request, presented.tokens);
  const stored = credential === request.credential ? presented : await storedFor(db, request, credential);
  if (!stored) return null;
  const { hotspot: hotspotId, guest, voucher } = stored;
  const chosen: Readonly<Record<string, string | null>> = { ...HOTSPOT_PREFERENCE_DEFAULTS, ...stored.preferences };
  const preferences = (key: string) => chosen[key] ?? '';
  const zone = preferences('time_zone') || serverZone;
  const used = guest && (await usedBy(db, { userId: guest.id, hotspotId }, todayIn(zone, now)));
  const facts: AccessFacts = {
    now,
    zone,
    way: credential.way,
    isVoucherOfPortal: credential.way === 'portal' && credential.isByVoucher === true,
    isProven: credential.way !== 'voucher' || (voucher !== null && credential.isRight(voucher.code)),
    hotspot: {
      hasVoucherLogin: preferences('voucher_login') === 'true',
      hasAutoLogin: preferences('auto_login') === 'true',
      mayBeElsewhere: preferences('bypass_macaddress_check') === 'true',
      kbpsDown: Number(preferences('CoovaChilli-Bandwidth-Max-Down')),
      kbpsUp: Number(preferences('CoovaChilli-Bandwidth-Max-Up')),
      areVoucherLimitsTotal: preferences('voucher_limits_total') === 'true',
    },
    guest: guest && {
      isMacEntry: guest.account_type === 'mac',
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
    usedToday: { seconds: used?.used_today_time ?? 0, bytes: used?.used_today_traffic ?? 0 },
    usedInAll: { seconds: used?.max_navigation_time_limit ?? 0, bytes: used?.max_navigation_traffic_limit ?? 0 },
    isElsewhere: stored.is_elsewhere,
    failures: credential.way === 'voucher' ? stored.failures : 0,
  };
  return { facts, hotspotId, credential, guest, voucher, hotspotLanguage: preferences('guest_language') };
}

const momentOf = (moment: string | null) => (moment === null ? null : new Date(moment));

/** Who asks, and what a log-in left behind, in one call: each guest who comes makes several. Null for an unknown unit. */
async function storedFor(db: Db, { unitId, deviceMac, now }: AccessRequest, credential: Credential): Promise<Stored | null> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const name = credential.way === 'voucher' ? credential.code.trim() : '';
  const asked = {
    ...{ way: credential.way, code: name.toLowerCase(), names: [...new Set([name, name.toLowerCase(), name.toUpperCase()])] },
    ...{ guest: credential.way === 'portal' ? credential.guestId : null, mac: deviceMac, now, guesses: GUESSES },
    ...{ tokens_since: ago(TOKEN_VALID_FOR), online_since: ago(ONLINE_WITHIN), failures_since: ago(FAILURES_WITHIN) },
  };
  const answer = await db.execute(sql`select access_facts(${unitId}::int, ${JSON.stringify(asked)}::jsonb) as facts`);
  return rowsIn<{ facts: Stored | null }>(answer)[0]?.facts ?? null;
}

/** A login token in the place of a password stands for the guest that the portal gave it to. */
async function afterLogIn(db: Db, { credential: given, deviceMac, now }: AccessRequest, tokens: StoredToken[]): Promise<Credential> {
  if (given.way !== 'voucher') return given;
  const loggedIn = await tokenIn(db, tokens, { ...given, deviceMac, now });
  if (loggedIn === null) return given;
  const { guestId, spends, token, ...logIn } = loggedIn;
  return { way: 'portal', guestId, isByVoucher: logIn.way === 'voucher', token, ...(spends && { spends, logIn }) };
}

/** Stores a decision with what it changes. False if that isn't as it was found: then nothing has happened. */
async function isRecorded(db: Db, request: AccessRequest, found: Found & { decision: Decision }): Promise<boolean> {
  const { credential, decision, hotspotId, facts } = found;
  const logIn = 'grant' in decision && credential.way === 'portal' && credential.logIn;
  if (!logIn) return record(db, request, found);
  return db.transaction(async (tx) => {
    if (!(await record(tx, request, found))) return false;
    await countLogIn(tx, { hotspotId, zone: facts.zone, ...logIn }, request.now);
    return true;
  });
}

async function record(
  db: Db,
  { unitId, deviceMac, now }: AccessRequest,
  { hotspotId, credential, guest, voucher, facts, decision }: Found & { decision: Decision },
): Promise<boolean> {
  const spends = credential.way === 'portal' && credential.spends;
  const isPassingBy = 'refusal' in decision && credential.way === 'mac' && PASSERS_BY.includes(decision.refusal);
  if (isPassingBy && !spends) return true;
  const begins = 'grant' in decision && guest ? decision.grant.begins : null;
  const decided = {
    ...{ at: now, hotspot: hotspotId, unit: unitId, guest: guest?.id, mac: deviceMac, way: credential.way, is_told: !isPassingBy },
    ...('refusal' in decision ? { refusal: decision.refusal } : { seconds: decision.grant.seconds, why: decision.grant.why }),
    ...(begins && { valid_from: begins.from, valid_until: begins.until }),
    ...(voucher && { voucher: voucher.id, expires: voucher.expires, remain_use: voucher.remain_use }),
    is_use: 'grant' in decision && guest !== null && isByVoucher(facts) && facts.voucher?.isUsedByGuest === false,
    ...(spends && { token: spends.id, request_hash: spends.requestHash }),
  };
  const answer = await db.execute(sql`select record_access(${JSON.stringify(decided)}::jsonb) as is_done`);
  return rowsIn<{ is_done: boolean }>(answer)[0]?.is_done === true;
}

/** Records that the portal refused somebody before any unit asked. */
export async function recordRefusal(
  db: Db,
  { hotspotId, unitId, deviceMac, now }: { hotspotId: number; unitId: number; deviceMac: string; now: Date },
  refusal: RefusalCode,
  guestId: number | null,
): Promise<void> {
  await db
    .insert(access_events)
    .values({ at: now, hotspot_id: hotspotId, unit_id: unitId, user_id: guestId, device_mac: deviceMac, way: 'portal', refusal });
}

/** Deletes up to `most` decisions from before `cutoff`. Answers how many. */
export async function forgetDecisions(db: Db, cutoff: Date, most: number): Promise<number> {
  const old = db.select({ id: access_events.id }).from(access_events).where(lt(access_events.at, cutoff)).limit(most);
  const gone = await db
    .delete(access_events)
    .where(sql`${access_events.id} in ${old}`)
    .returning({ id: access_events.id });
  return gone.length;
}
