/**
 * Login tokens: the password that the browser of a guest who has logged in at the portal gives to the gateway, which asks us by RADIUS
 * whether it is right. CHAP can be verified only by those who know the password in clear, so a hash won't do; instead the token is derived
 * from a key of the installation and a random number in its row. A token is good for one request within a minute.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { Db } from '../database/db';
import { access_events, login_tokens, users } from '../database/schema';
import { serverKey } from './serverKeys';
import type { LoginWay } from './ways';

/** Milliseconds in which a token can be used, and in which the same request again gets the same answer. */
export const TOKEN_VALID_FOR = 60_000;
const REPEATED_WITHIN = 30_000;

/** Tokens of one guest at one unit that are looked at: a double tap makes two. */
const MOST = 5;

/** How long rows are kept. Milliseconds. */
const KEPT_FOR = 24 * 3_600_000;

const KEY = 'login tokens';

/** Without letters and digits that capitals change: gateways and log-ins may not tell them apart. 26 letters are 130 bits. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LETTERS = 26;

interface LoggedIn {
  unitId: number;
  guestId: number;
  /** Empty if it isn't known. */
  deviceMac: string;
  way: LoginWay;
  /** Set if the unit itself logs this session of it in, or this client, instead of the guest's browser. */
  sessionKey?: string;
  /** When the guest opened the portal; null if it isn't known. */
  opened?: Date | null;
}

/** A token for a guest, which only this unit may spend. */
export async function issueToken(
  db: Db,
  { unitId, guestId, deviceMac, way, sessionKey = '', opened = null }: LoggedIn,
  now: Date,
): Promise<string> {
  const before = way === 'mac' ? await unspentNonce(db, { unitId, guestId, deviceMac, way, sessionKey }, now) : null;
  if (before !== null) return tokenOf(await serverKey(db, KEY), before);
  const nonce = randomBytes(16).toString('base64');
  const device = { device_mac: deviceMac, session_key: sessionKey };
  await db.insert(login_tokens).values({ unit_id: unitId, user_id: guestId, ...device, way, nonce, opened, created: now });
  await db.delete(login_tokens).where(
    inArray(
      login_tokens.id,
      db
        .select({ id: login_tokens.id })
        .from(login_tokens)
        .where(lt(login_tokens.created, new Date(now.getTime() - KEPT_FOR)))
        .limit(20),
    ),
  );
  return tokenOf(await serverKey(db, KEY), nonce);
}

/** Known devices log in without anybody doing anything: whoever opens their pages again and again leaves one row. */
async function unspentNonce(db: Db, { unitId, guestId, deviceMac, way, sessionKey = '' }: LoggedIn, now: Date): Promise<string | null> {
  const [unspent] = await db
    .select({ nonce: login_tokens.nonce })
    .from(login_tokens)
    .where(
      and(
        ...[eq(login_tokens.unit_id, unitId), eq(login_tokens.user_id, guestId), eq(login_tokens.device_mac, deviceMac)],
        ...[eq(login_tokens.way, way), eq(login_tokens.session_key, sessionKey), isNull(login_tokens.spent)],
        gt(login_tokens.created, new Date(now.getTime() - TOKEN_VALID_FOR / 2)),
      ),
    )
    .limit(1);
  return unspent?.nonce ?? null;
}

function tokenOf(key: Buffer, nonce: string): string {
  const bytes = createHmac('sha256', key).update(nonce).digest();
  return Array.from({ length: LETTERS }, (_, at) => ALPHABET.charAt((bytes[at] ?? 0) & 31)).join('');
}

/** A session, or client, that its unit should log in, or give some minutes to. */
export interface WaitingLogin {
  id: number;
  sessionKey: string;
  /** Empty if it isn't known. */
  deviceMac: string;
  guestId: number;
  username: string;
  way: LoginWay;
  token: string;
  created: Date;
}

/** Sessions at a unit that are told at once. */
const MOST_WAITING = 500;

/** The sessions that a unit should log in, with their tokens: what only the unit may know. */
export async function waitingLogins(db: Db, unitId: number, now: Date): Promise<WaitingLogin[]> {
  const rows = await db
    .select({ token: login_tokens, username: users.username })
    .from(login_tokens)
    .innerJoin(users, eq(users.id, login_tokens.user_id))
    .where(isWaiting(unitId, now))
    .orderBy(desc(login_tokens.id))
    .limit(MOST_WAITING);
  const key = await serverKey(db, KEY);
  return rows.map(({ token: { id, session_key, device_mac, user_id, way, nonce, created }, username }) => ({
    ...{ id, sessionKey: session_key, deviceMac: device_mac, guestId: user_id, username, way, token: tokenOf(key, nonce), created },
  }));
}

/** Takes back what a session's guest asked for and the unit hasn't done. */
export async function forgetWaiting(db: Db, unitId: number, sessionKey: string, now: Date): Promise<void> {
  await db
    .update(login_tokens)
    .set({ spent: now })
    .where(and(isWaiting(unitId, now), eq(login_tokens.session_key, sessionKey)));
}

const isWaiting = (unitId: number, now: Date) =>
  and(
    ...[eq(login_tokens.unit_id, unitId), ne(login_tokens.session_key, ''), isNull(login_tokens.spent)],
    gt(login_tokens.created, new Date(now.getTime() - TOKEN_VALID_FOR)),
  );

interface Presented {
  deviceMac: string;
  /** Whether the password that came is this one. */
  isRight: (token: string) => boolean;
  /** Tells a repeated packet from another request. */
  requestHash: string;
  now: Date;
}

/** A token of somebody with the name that came, as access_facts() answers it (migration 0013). */
export type StoredToken = Pick<typeof login_tokens.$inferSelect, 'id' | 'user_id' | 'device_mac' | 'way' | 'nonce' | 'request_hash'> & {
  opened: string | null;
  spent: string | null;
};

/** A token that is to be spent, and by which request. */
export interface Spending {
  id: number;
  requestHash: string;
}

/** The guest whose token this request carries, and what it spends if it is the first that does; null if it carries none that is good. */
export async function tokenIn(
  db: Db,
  tokens: readonly StoredToken[],
  { deviceMac, isRight, requestHash, now }: Presented,
): Promise<{ guestId: number; way: LoginWay; opened: Date | null; spends: Spending | null; token: string } | null> {
  if (tokens.length === 0) return null;
  const key = await serverKey(db, KEY);
  const found = tokens.find(({ nonce }) => isRight(tokenOf(key, nonce)));
  if (!found || !isOfDevice(found, deviceMac)) return null;
  const { id, user_id: guestId, way, nonce, opened, spent, request_hash } = found;
  const guest = { guestId, way, opened: opened === null ? null : new Date(opened), token: tokenOf(key, nonce) };
  if (spent === null) return { ...guest, spends: { id, requestHash } };
  const isRepeated = request_hash === requestHash && now.getTime() - Date.parse(spent) < REPEATED_WITHIN;
  return isRepeated ? { ...guest, spends: null } : null;
}

/**
 * What was decided when this token of a guest was spent for this device in the last day: the code of the refusal, or empty if the guest was let
 * in. Null if it wasn't spent; one that was only taken back wasn't.
 */
export async function decidedBy(
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
        ...[eq(login_tokens.unit_id, unitId), eq(login_tokens.user_id, guestId), ne(login_tokens.request_hash, '')],
        gt(login_tokens.created, new Date(now.getTime() - KEPT_FOR)),
      ),
    )
    .orderBy(desc(login_tokens.id))
    .limit(MOST);
  if (rows.length === 0) return null;
  const key = await serverKey(db, KEY);
  const found = rows.find((row) => tokenOf(key, row.token.nonce) === token && isOfDevice(row.token, deviceMac));
  // Refusals of devices that only pass by aren't recorded.
  return found ? (found.refusal ?? 'not_known') : null;
}

/**
 * A token is of the device that the portal was told. Some units don't tell it to us, or didn't to the portal; where the device was the only
 * thing that spoke for the guest, it must be told.
 */
function isOfDevice(token: { device_mac: string; way: LoginWay }, deviceMac: string): boolean {
  if (token.device_mac === deviceMac) return token.way !== 'mac' || deviceMac !== '';
  return token.way !== 'mac' && (token.device_mac === '' || deviceMac === '');
}
