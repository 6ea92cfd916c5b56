/** Decides access from what is stored, and records the decision and its effects. */
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../database/db';
import { withIds } from '../database/paging';
import { consents, hotspot_vouchers, users } from '../database/schema';
import { authorise, isCutByTraffic, type AccessFacts, type Decision } from './authorise';
import { mostOfEach } from './devicesAtOnce';
import type { RefusalCode } from '../../contract/plain/access';
import { storedPreferences } from '../preferences/queries';
import { whileUndecided, isGuesserRefused, rememberGuesser } from '../limits/codeTries';
import { countFailed } from '../limits/codeTryQueries';
import { spend, untilSpent, type Cost, type Refusal } from './spend';
import { startOfToday, usageOfEach } from './usage';
import { loadFacts, foundFrom, type Found } from './factsQueries';
import { itsOwnVoucher, ACCESS_PREFERENCES, zoneIn, type Stored, type StoredGuest, type StoredVoucher } from './storedFactsQueries';
import type { AccessRequest } from './accessRequest';
import { stored } from './decisionQueries';

export interface AccessAnswer {
  decision: Decision;
  hotspotId: number;
  guest: { id: number; username: string } | null;
  /** How many of the guest's devices may be online at once; null for any number, and if nobody is about to log in. */
  mostDevices: number | null;
}

/** An answer with the facts behind it, from which all applicable reasons can be derived (`refusalsOf`). */
export interface ExplainedAccess extends AccessAnswer {
  facts: AccessFacts;
}

export interface AccessDecided extends AccessAnswer {
  /** The password that matched: a voucher code or a token. Null for a device log-in. */
  password: string | null;
  /** Language the guest last chose for the terms, else the hotspot's; empty if neither is known or access was granted. */
  language: string;
}

/** Refusals that count as a wrong guess. */
const GUESSES: RefusalCode[] = ['not_known', 'wrong_secret'];

/** Whether a decision means that a wrong code was tried. */
export const isGuess = (decision: Decision): boolean => 'refusal' in decision && GUESSES.includes(decision.refusal);

/**
 * Decides, and records the decision with its effects (first use, uses left) atomically. Null for an unknown unit. Optimistic, without
 * locks: if the voucher or token has changed since it was read, decides again, so no use is granted twice.
 */
export async function decideAccess(db: Db, request: AccessRequest): Promise<AccessDecided | null> {
  const { tried, credential } = request;
  if (tried === undefined || credential.method !== 'voucher') return decide(db, request);
  return whileUndecided(tried, (undecided) => decide(db, { ...request, undecided }));
}

async function decide(db: Db, original: AccessRequest): Promise<AccessDecided | null> {
  const { tried, now, credential } = original;
  const isKnownToGuess = tried !== undefined && credential.method === 'voucher' && isGuesserRefused(db, tried, now);
  let request: AccessRequest = { ...original, isLogIn: true, countsWhenStored: true };
  if (isKnownToGuess) request = { ...request, tried: undefined, hasTriedTooOften: true };
  return untilSpent(async () => {
    const found = await loadFacts(db, request);
    if (found === null) return null;
    const decision = authorise(found.facts);
    const isTooOften = 'refusal' in decision && decision.refusal === 'too_many_tries';
    // A refusal repeated from memory was recorded when it was first decided.
    const spent = isTooOften && isKnownToGuess ? 'spent' : await stored(db, request, { ...found, decision });
    if (spent === 'no room') request = { ...request, countsWhenStored: false };
    if (spent !== 'spent') return 'spent meanwhile' as const;
    if (request.tried && credential.method === 'voucher' && isGuess(decision)) await countFailed(db, request.tried, now);
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
 * Identifies a guest, decides whether they may be online at the unit, and spends what that costs; either all of it is stored or nothing. A
 * refusal contains the guest, if one was identified.
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

/** Thrown to roll back a transaction. */
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
  const answer = await explainAccess(db, { ...about, credential: { method: 'portal', guestId, isByVoucher: true }, isLogIn: true });
  return answer === null ? 'not_known' : 'refusal' in answer.decision ? answer.decision.refusal : null;
}

/** Whether traffic, and not time, is what a guest at a unit has used up. */
export async function hasUsedUpTraffic(db: Db, request: AccessRequest): Promise<boolean> {
  const found = await loadFacts(db, request);
  return found !== null && isCutByTraffic(found.facts);
}

/**
 * Decides about several guests of a hotspot, by id, as `explainAccess` does for the log-in page, with three statements for any number. Ids
 * that the hotspot doesn't have are refused as `not_known`.
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
  const usageQuery = (userId: number) => ({ userId, hotspotId, since });
  const limited = found.filter(({ guest, voucher }) => isLimited(guest, voucher)).map(({ guest }) => usageQuery(guest.id));
  const used = await usageOfEach(db, limited);
  const decide = (id: number) => authorise(foundFrom(storedOf(id), { method: 'portal', guestId: id }, used(usageQuery(id)), times).facts);
  return new Map(guestIds.map((id) => [id, decide(id)]));
}

/** Whether the decision depends on the guest's usage; must agree with facts_for_access(). */
const isLimited = (guest: StoredGuest, voucher: StoredVoucher | null) =>
  [guest.max_navigation_time, guest.max_navigation_traffic, voucher?.max_time ?? 0, voucher?.max_traffic ?? 0].some((limit) => limit > 0);

function answerOf({ facts: { devices }, hotspotId, guest }: Found, decision: Decision): AccessAnswer {
  const mostOfGuest = devices && mostOfEach(devices);
  return { decision, hotspotId, guest: guest && { id: guest.id, username: guest.username }, mostDevices: mostOfGuest };
}

function passwordOf({ credential, voucher }: Found): string | null {
  if (credential.method === 'portal') return credential.token ?? null;
  return credential.method === 'voucher' && voucher ? voucher.code : null;
}

/** Refusals that somebody gets who guesses names: answering in the guest's language would reveal that the guest exists. */
const TELLING: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'too_many_tries'];

/** The language for a refusal: the one in which the guest accepted the terms; if the name may be a guess, the hotspot's. */
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
