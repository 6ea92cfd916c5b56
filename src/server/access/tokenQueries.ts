/**
 * Login tokens: after a guest logs in at the portal, their browser passes one to the gateway as the password, and the gateway verifies it
 * with us over RADIUS. CHAP needs the clear-text password, so a hash can't be stored; the token is derived from an installation key and the
 * nonce in its row. Each is good for one request within a minute.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { access_events, login_tokens, users } from '../database/schema';
import { serverKey, serverKeys } from '../auth/serverKeyQueries';
import type { LoginMethod } from '../../contract/plain/accessMethods';

/** Milliseconds in which a token can be used, and in which a retransmission gets the same answer. */
export const TOKEN_VALID_FOR = 60_000;
const REPEATED_WITHIN = 30_000;

/** Most recent tokens of a guest at a unit to examine: a double tap issues two. */
const MOST = 5;

/** With this many unspent tokens a known device reuses its last one, so that these and one of another log-in are all examined. */
const MOST_UNSPENT = MOST - 1;

/** Retention of rows, in milliseconds. */
const RETENTION_MS = 24 * 3_600_000;

const KEY = 'login tokens';

/** Base32 in lower case: compared case-insensitively, because gateways and log-in forms may change the case. 26 characters are 130 bits. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LETTERS = 26;

interface LoggedIn {
  unitId: number;
  guestId: number;
  /** Empty if unknown. */
  deviceMac: string;
  method: LoginMethod;
  /** Set if the unit itself logs this session or client in, instead of the guest's browser. */
  sessionKey?: string;
  /** When the guest opened the portal; null if unknown. */
  opened?: Date | null;
  /** The arrival at the portal, as `isLoginConfirmed` asks for it. */
  arrival?: string;
}

/** Issues a token for a guest that only this unit may spend, and deletes a few expired rows. */
export async function issueToken(
  db: Db,
  { unitId, guestId, deviceMac, method, sessionKey = '', opened = null, arrival = '' }: LoggedIn,
  now: Date,
): Promise<string> {
  const before = method === 'mac' ? await sharedNonce(db, { unitId, guestId, deviceMac, method, sessionKey, arrival }, now) : null;
  if (before !== null) return tokenOf(await serverKey(db, KEY), before);
  const nonce = randomBytes(16).toString('base64');
  const device = { device_mac: deviceMac, session_key: sessionKey };
  await db.insert(login_tokens).values({ unit_id: unitId, user_id: guestId, ...device, way: method, nonce, opened, arrival, created: now });
  await db.delete(login_tokens).where(
    inArray(
      login_tokens.id,
      db
        .select({ id: login_tokens.id })
        .from(login_tokens)
        .where(lt(login_tokens.created, new Date(now.getTime() - RETENTION_MS)))
        .limit(20),
    ),
  );
  return tokenOf(await serverKey(db, KEY), nonce);
}

/**
 * A token to reuse; null if a new one is needed. Known devices log in without any action, so a page that is opened again and again reuses a
 * token instead of adding rows. It is then unknown which arrival the token logs in, so it confirms none. Where the gateway's client has a
 * session key, only that client knows it, so its token confirms the last arrival.
 */
async function sharedNonce(
  db: Db,
  { unitId, guestId, deviceMac, method, sessionKey = '', arrival = '' }: LoggedIn,
  now: Date,
): Promise<string | null> {
  const isOfClient = sessionKey !== '';
  const unspent = await db
    .select({ id: login_tokens.id })
    .from(login_tokens)
    .where(
      and(
        eq(login_tokens.unit_id, unitId),
        eq(login_tokens.user_id, guestId),
        eq(login_tokens.device_mac, deviceMac),
        eq(login_tokens.way, method),
        eq(login_tokens.session_key, sessionKey),
        isNull(login_tokens.spent),
        gt(login_tokens.created, new Date(now.getTime() - TOKEN_VALID_FOR / 2)),
      ),
    )
    .orderBy(desc(login_tokens.id))
    .limit(MOST_UNSPENT);
  const [last] = unspent;
  if (!last || (!isOfClient && unspent.length < MOST_UNSPENT)) return null;
  const [shared] = await db
    .update(login_tokens)
    .set({ arrival: isOfClient ? arrival : '' })
    .where(eq(login_tokens.id, last.id))
    .returning({ nonce: login_tokens.nonce });
  return shared?.nonce ?? null;
}

function tokenOf(key: Buffer, nonce: string): string {
  const bytes = createHmac('sha256', key).update(nonce).digest();
  return Array.from({ length: LETTERS }, (_, at) => ALPHABET.charAt((bytes[at] ?? 0) & 31)).join('');
}

/** A log-in, or temporary access, that the unit itself should carry out. */
export interface PendingLogin {
  id: number;
  sessionKey: string;
  /** Empty if unknown. */
  deviceMac: string;
  guestId: number;
  username: string;
  method: LoginMethod;
  token: string;
  created: Date;
}

/** Maximum number of log-ins returned to a unit at once. */
const MOST_WAITING = 500;

/** The log-ins that a unit should carry out, with their tokens. Must be sent only to the authenticated unit. */
export async function pendingLogins(db: Db, unitId: number, now: Date): Promise<PendingLogin[]> {
  const rows = await db
    .select({ token: login_tokens, username: users.username })
    .from(login_tokens)
    .innerJoin(users, eq(users.id, login_tokens.user_id))
    .where(isWaiting(unitId, now))
    .orderBy(desc(login_tokens.id))
    .limit(MOST_WAITING);
  const key = await serverKey(db, KEY);
  return rows.map(({ token: { id, session_key, device_mac, user_id, way: method, nonce, created }, username }) => ({
    id,
    sessionKey: session_key,
    deviceMac: device_mac,
    guestId: user_id,
    username,
    method,
    token: tokenOf(key, nonce),
    created,
  }));
}

/**
 * Cancels a session's pending log-ins that the unit hasn't carried out. Earlier ones are detached from the session, so that its next log-in
 * isn't taken for a second tap. `ofGuests` is a condition on the guest and the token, for callers whose session key proves nothing.
 */
export async function cancelPendingLogins(
  db: Db,
  { unitId, sessionKey, ofGuests, now }: { unitId: number; sessionKey: string; ofGuests?: SQL; now: Date },
): Promise<void> {
  if (sessionKey === '') return;
  const theirs =
    ofGuests &&
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, login_tokens.user_id), ofGuests));
  await db
    .update(login_tokens)
    .set({ session_key: '', spent: sql`coalesce(${login_tokens.spent}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(login_tokens.unit_id, unitId), eq(login_tokens.session_key, sessionKey), theirs && exists(theirs)));
}

const isWaiting = (unitId: number, now: Date) =>
  and(
    eq(login_tokens.unit_id, unitId),
    ne(login_tokens.session_key, ''),
    isNull(login_tokens.spent),
    gt(login_tokens.created, new Date(now.getTime() - TOKEN_VALID_FOR)),
  );

interface Presented {
  deviceMac: string;
  /** Whether the presented password is this token. */
  isRight: (token: string) => boolean;
  /** Distinguishes a retransmission from a new request. */
  requestHash: string;
  now: Date;
}

/** A token matching the presented name, as facts_for_access() returns it. */
export type StoredToken = Pick<typeof login_tokens.$inferSelect, 'id' | 'user_id' | 'device_mac' | 'way' | 'nonce' | 'request_hash'> & {
  opened: string | null;
  spent: string | null;
};

/** A token to be spent, and the request that spends it. */
export interface TokenSpend {
  id: number;
  requestHash: string;
}

/** The guest whose token this request carries, and what to spend (null for a retransmission); null if no token is valid. */
export async function matchToken(
  db: Db,
  tokens: readonly StoredToken[],
  { deviceMac, isRight, requestHash, now }: Presented,
): Promise<{ guestId: number; method: LoginMethod; opened: Date | null; spends: TokenSpend | null; token: string } | null> {
  if (tokens.length === 0) return null;
  const keys = await serverKeys(db, KEY);
  const right = tokens
    .flatMap((found) => keys.map((key) => ({ found, token: tokenOf(key, found.nonce) })))
    .find(({ token }) => isRight(token));
  if (!right || !isOfDevice(right.found, deviceMac)) return null;
  const { found, token } = right;
  const { id, user_id: guestId, way: method, opened, spent, request_hash } = found;
  const guest = { guestId, method, opened: opened === null ? null : new Date(opened), token };
  if (spent === null) return { ...guest, spends: { id, requestHash } };
  const isRepeated = request_hash === requestHash && now.getTime() - Date.parse(spent) < REPEATED_WITHIN;
  return isRepeated ? { ...guest, spends: null } : null;
}

/**
 * The decision made when this token was spent for this device, within the last day: the refusal code, or empty if access was granted. Null
 * if it wasn't spent; a cancelled token doesn't count as spent.
 */
export async function tokenOutcome(
  db: Db,
  { unitId, guestId, deviceMac, token }: { unitId: number; guestId: number; deviceMac: string; token: string },
  now: Date,
): Promise<string | null> {
  const { unit_id, user_id, at, refusal } = access_events;
  const rows = await db
    .select({ token: login_tokens, refusal })
    .from(login_tokens)
    .leftJoin(access_events, and(eq(unit_id, login_tokens.unit_id), eq(user_id, login_tokens.user_id), eq(at, login_tokens.spent)))
    .where(
      and(
        eq(login_tokens.unit_id, unitId),
        eq(login_tokens.user_id, guestId),
        ne(login_tokens.request_hash, ''),
        gt(login_tokens.created, new Date(now.getTime() - RETENTION_MS)),
      ),
    )
    .orderBy(desc(login_tokens.id))
    .limit(MOST);
  if (rows.length === 0) return null;
  const keys = await serverKeys(db, KEY);
  const isToken = (nonce: string) => keys.some((key) => tokenOf(key, nonce) === token);
  const found = rows.find((row) => isToken(row.token.nonce) && isOfDevice(row.token, deviceMac));
  // The refusal of a passing device wasn't recorded (`PASSERS_BY`).
  return found ? (found.refusal ?? 'not_known') : null;
}

/**
 * Whether the unit has let in this guest with a token of this arrival. Anybody can pretend to arrive with somebody else's device; only the
 * unit can confirm it.
 */
export async function isLoginConfirmed(
  db: Db,
  { unitId, guestId, arrival }: { unitId: number; guestId: number; arrival: string },
): Promise<boolean> {
  if (arrival === '') return false;
  const { unit_id, user_id, at, refusal } = access_events;
  const granted = await db
    .select({ id: login_tokens.id })
    .from(login_tokens)
    .innerJoin(access_events, and(eq(unit_id, login_tokens.unit_id), eq(user_id, login_tokens.user_id), eq(at, login_tokens.spent)))
    .where(and(eq(login_tokens.unit_id, unitId), eq(login_tokens.user_id, guestId), eq(login_tokens.arrival, arrival), eq(refusal, '')))
    .limit(1);
  return granted.length > 0;
}

/**
 * A token belongs to the device the portal saw. Some units don't send the device address to us or to the portal, so an empty one matches,
 * except where the address was the guest's only credential (`mac`).
 */
function isOfDevice(token: { device_mac: string; way: LoginMethod }, deviceMac: string): boolean {
  if (token.device_mac === deviceMac) return token.way !== 'mac' || deviceMac !== '';
  return token.way !== 'mac' && (token.device_mac === '' || deviceMac === '');
}
