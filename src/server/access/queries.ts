/** Decides whether somebody may be online from what is stored, and records what that changes. */
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../contract/wire';
import type { Db } from '../database/db';
import {
  access_events,
  consents,
  devices,
  hotspot_preferences,
  hotspot_vouchers,
  sessions,
  units,
  users,
  voucher_uses,
} from '../database/schema';
import { todayIn, usedBy } from '../guests/queries';
import { authorise, isByVoucher, type AccessFacts, type Decision } from './authorise';
import type { RefusalCode } from '../../contract/access';
import { countLogIn } from './portalFigures';
import { spendToken } from './tokens';

/**
 * Who asks, and with what. `isRight` compares the password that a protocol carries, in whatever form, with the right one, and `requestHash`
 * tells a repeated packet from another request. The password is a voucher's code or a login token.
 */
type Credential =
  | { way: 'voucher'; code: string; isRight: (password: string) => boolean; requestHash: string }
  | { way: 'mac' }
  /** Somebody whom the portal has checked; with the voucher's code, a use of it counts. */
  | { way: 'portal'; guestId: number; isByVoucher?: boolean; token?: string; logIn?: LogIn };

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

type GuestRow = typeof users.$inferSelect;
type VoucherRow = typeof hotspot_vouchers.$inferSelect;

/** A session without word for this long doesn't keep its device from another unit. Milliseconds. */
const ONLINE_WITHIN = 15 * 60_000;

/** What a refusal tells about a guessed code, and for how long it counts. Milliseconds. */
const GUESSES: RefusalCode[] = ['not_known', 'wrong_secret'];
const FAILURES_WITHIN = 10 * 60_000;

/** Refusals of a device that nobody asked to log in: every unknown phone that comes by. They aren't recorded. */
const PASSERS_BY: readonly RefusalCode[] = ['not_known', 'login_needed'];

/**
 * Decides, and records the decision with what it changes (first use, uses left), all or nothing. Null for an unknown unit. Log-ins with
 * the same voucher wait for each other, so that none of its uses is given twice.
 */
export async function decideAccess(db: Db, request: AccessRequest): Promise<AccessDecided | null> {
  return db.transaction(async (tx) => {
    const found = await loadFacts(tx, request, { isLocking: true });
    if (found === null) return null;
    const decision = authorise(found.facts);
    await record(tx, request, { ...found, decision });
    const { credential, hotspotId, facts } = found;
    if ('grant' in decision && credential.way === 'portal' && credential.logIn) {
      await countLogIn(tx, { hotspotId, zone: facts.zone, ...credential.logIn }, request.now);
    }
    const language = 'refusal' in decision ? await languageFor(tx, found, decision.refusal) : '';
    return { ...answerOf(found, decision), password: passwordOf(found), language };
  });
}

/** Why a guest or a device may be online at a unit, or why not; changes nothing. Null for an unknown unit. */
export async function explainAccess(db: Db, request: AccessRequest): Promise<AccessAnswer | null> {
  const found = await loadFacts(db, request, { isLocking: false });
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
  guest: GuestRow | null;
  voucher: VoucherRow | null;
}

async function loadFacts(
  db: Db,
  { unitId, credential: given, deviceMac, now, serverZone }: AccessRequest,
  { isLocking }: { isLocking: boolean },
): Promise<Found | null> {
  const known = await hotspotOf(db, unitId);
  if (!known) return null;
  const { hotspotId, preferences } = known;
  const zone = preferences('time_zone') || serverZone;
  const where = { hotspotId, deviceMac, now, isLocking };
  const credential = await afterLogIn(db, where, unitId, given);
  const { guest, voucher } = await whoIs(db, where, credential);
  const used = guest && (await usedBy(db, { userId: guest.id, hotspotId }, todayIn(zone, now)));
  const before = await loggedBefore(db, { ...where, unitId, guest, voucher });
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
      validFrom: guest.valid_from,
      validUntil: guest.valid_until,
      limit: { seconds: guest.max_navigation_time, bytes: guest.max_navigation_traffic },
      kbpsDown: guest.kbps_down,
      kbpsUp: guest.kbps_up,
    },
    voucher: voucher && {
      type: voucher.type,
      duration: voucher.duration,
      expires: voucher.expires,
      usesLeft: voucher.remain_use,
      isUsedByGuest: before.uses > 0,
      limit: { seconds: voucher.max_time, bytes: voucher.max_traffic },
      kbpsDown: voucher.bandwidth_down,
      kbpsUp: voucher.bandwidth_up,
    },
    usedToday: { seconds: used?.used_today_time ?? 0, bytes: used?.used_today_traffic ?? 0 },
    usedInAll: { seconds: used?.max_navigation_time_limit ?? 0, bytes: used?.max_navigation_traffic_limit ?? 0 },
    isElsewhere: before.elsewhere > 0,
    failures: credential.way === 'voucher' ? before.failures : 0,
  };
  return { facts, hotspotId, credential, guest, voucher, hotspotLanguage: preferences('guest_language') };
}

/** The hotspot of a unit, and its preferences by key; null for an unknown unit. */
async function hotspotOf(db: Db, unitId: number): Promise<{ hotspotId: number; preferences: (key: string) => string } | null> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const rows = await db
    .select({ hotspotId: units.hotspot_id, key, value })
    .from(units)
    .leftJoin(hotspot_preferences, and(eq(hotspot_id, units.hotspot_id), sql`${key} not like 'captive%'`))
    .where(eq(units.id, unitId));
  const [first] = rows;
  if (!first) return null;
  const values = new Map<string, string | null>([
    ...Object.entries(HOTSPOT_PREFERENCE_DEFAULTS),
    ...rows.flatMap((row) => (row.key === null ? [] : [[row.key, row.value] as const])),
  ]);
  return { hotspotId: first.hotspotId, preferences: (name) => values.get(name) ?? '' };
}

/** A login token in the place of a password stands for the guest that the portal gave it to. */
async function afterLogIn(db: Db, { hotspotId, deviceMac, now, isLocking }: Where, unitId: number, given: Credential): Promise<Credential> {
  if (given.way !== 'voucher') return given;
  const { code, isRight, requestHash } = given;
  const presented = { hotspotId, unitId, username: code.trim(), deviceMac, isRight, requestHash, now };
  const loggedIn = await spendToken(db, presented, { isLocking });
  if (loggedIn === null) return given;
  const { guestId, isFirst, token, ...logIn } = loggedIn;
  return { way: 'portal', guestId, isByVoucher: logIn.way === 'voucher', token, ...(isFirst && { logIn }) };
}

interface Where {
  hotspotId: number;
  deviceMac: string;
  now: Date;
  isLocking: boolean;
}

async function whoIs(db: Db, where: Where, credential: Credential): Promise<{ guest: GuestRow | null; voucher: VoucherRow | null }> {
  if (credential.way === 'voucher') {
    const voucher = await voucherWithCode(db, where, credential.code);
    return { voucher, guest: voucher?.type === 'auth' ? await guestNamed(db, where.hotspotId, voucher.code.toUpperCase()) : null };
  }
  const guest = credential.way === 'mac' ? await guestOfDevice(db, where) : await guestWithId(db, where.hotspotId, credential.guestId);
  const isOfVoucher = guest?.account_type === 'voucher';
  return { guest, voucher: isOfVoucher ? await voucherWithCode(db, where, guest.username, 'auth') : null };
}

/** Codes are stored in lower case and match as a whole. */
async function voucherWithCode(db: Db, { hotspotId, isLocking }: Where, code: string, type?: 'auth'): Promise<VoucherRow | null> {
  const query = db
    .select()
    .from(hotspot_vouchers)
    .where(
      and(
        eq(hotspot_vouchers.hotspot_id, hotspotId),
        eq(hotspot_vouchers.code, code.trim().toLowerCase()),
        type && eq(hotspot_vouchers.type, type),
      ),
    );
  const [found] = await (isLocking ? query.for('no key update') : query);
  return found ?? null;
}

async function guestNamed(db: Db, hotspotId: number, username: string): Promise<GuestRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.username, username)));
  return found ?? null;
}

async function guestWithId(db: Db, hotspotId: number, id: number): Promise<GuestRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.id, id)));
  return found ?? null;
}

/** The MAC entry of this device, or the guest who came last with it, those first who may get in without logging in. */
async function guestOfDevice(db: Db, { hotspotId, deviceMac, now }: Where): Promise<GuestRow | null> {
  if (deviceMac === '') return null;
  const entry = await guestNamed(db, hotspotId, deviceMac);
  if (entry?.account_type === 'mac') return entry;
  const [found] = await db
    .select({ guest: users })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .where(and(eq(devices.hotspot_id, hotspotId), eq(devices.mac_address, deviceMac)))
    .orderBy(desc(sql`${users.auto_login} and coalesce(${gt(users.valid_until, now)}, false)`), desc(users.created), desc(users.id))
    .limit(1);
  return found?.guest ?? null;
}

interface Trace extends Where {
  unitId: number;
  guest: GuestRow | null;
  voucher: VoucherRow | null;
}

/** What a log-in left behind, in one statement: uses of the voucher by this guest, sessions at other units, guesses that failed. */
async function loggedBefore(db: Db, { unitId, hotspotId, deviceMac, now, guest, voucher }: Trace) {
  // A device without an address can't be told from others, so none is held back.
  const isKnown = deviceMac === '' ? sql`false` : undefined;
  const uses = and(eq(voucher_uses.voucher_id, voucher?.id ?? 0), eq(voucher_uses.user_id, guest?.id ?? 0));
  const elsewhere = and(
    isKnown,
    eq(sessions.hotspot_id, hotspotId),
    eq(sessions.device_mac, deviceMac),
    ne(sessions.unit_id, unitId),
    gt(sessions.update_time, new Date(now.getTime() - ONLINE_WITHIN)),
  );
  const failures = and(
    isKnown,
    eq(access_events.hotspot_id, hotspotId),
    gt(access_events.at, new Date(now.getTime() - FAILURES_WITHIN)),
    eq(access_events.device_mac, deviceMac),
    // What the portal is told of a device anybody can make up.
    ne(access_events.way, 'portal'),
    inArray(access_events.refusal, GUESSES),
  );
  const [found] = await db
    .select({
      uses: db.$count(voucher_uses, uses),
      elsewhere: db.$count(sessions, elsewhere),
      failures: db.$count(access_events, failures),
    })
    .from(units)
    .where(eq(units.id, unitId));
  return found ?? { uses: 0, elsewhere: 0, failures: 0 };
}

async function record(
  tx: Db,
  { unitId, deviceMac, now }: AccessRequest,
  { hotspotId, credential, guest, voucher, facts, decision }: Found & { decision: Decision },
): Promise<void> {
  if ('refusal' in decision) {
    if (credential.way === 'mac' && PASSERS_BY.includes(decision.refusal)) return;
  } else if (guest) {
    const { begins } = decision.grant;
    if (begins) await begin(tx, guest, voucher, begins);
    if (voucher && isByVoucher(facts) && facts.voucher?.isUsedByGuest === false) await useVoucher(tx, voucher, guest, now);
  }
  await tx.insert(access_events).values({
    ...{ at: now, hotspot_id: hotspotId, unit_id: unitId, user_id: guest?.id ?? null, device_mac: deviceMac, way: credential.way },
    ...('refusal' in decision ? { refusal: decision.refusal } : { seconds: decision.grant.seconds, why: decision.grant.why }),
  });
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

/** Starts the validity with the first use; what staff have set meanwhile stays. */
async function begin(tx: Db, guest: GuestRow, voucher: VoucherRow | null, { from, until }: { from: Date; until: Date }): Promise<void> {
  await tx
    .update(users)
    .set({ valid_from: from, valid_until: until })
    .where(and(eq(users.id, guest.id), isNull(users.valid_until)));
  if (!voucher) return;
  await tx
    .update(hotspot_vouchers)
    .set({ expires: until })
    .where(and(eq(hotspot_vouchers.id, voucher.id), isNull(hotspot_vouchers.expires)));
}

/** Counts a use for this guest, once. The caller holds the voucher's lock. */
async function useVoucher(tx: Db, voucher: VoucherRow, guest: GuestRow, now: Date): Promise<void> {
  const made = await tx
    .insert(voucher_uses)
    .values({ voucher_id: voucher.id, user_id: guest.id, used: now })
    .onConflictDoNothing()
    .returning({ id: voucher_uses.id });
  if (made.length === 0) return;
  await tx
    .update(hotspot_vouchers)
    .set({ remain_use: sql`${hotspot_vouchers.remain_use} - 1` })
    .where(and(eq(hotspot_vouchers.id, voucher.id), gt(hotspot_vouchers.remain_use, 0)));
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
