/** Queries for older log-in pages, in addition to the portal's. */
import { and, desc, eq, gt, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sessionsToReach, type DisconnectTarget } from '../access/reachQueries';
import type { CodeMethod } from '../../contract/plain/accessMethods';
import type { Db } from '../database/db';
import { login_tokens, portal_codes, sessions, users } from '../database/schema';
import { shortName } from '../portal/shortAccessQueries';

/** Milliseconds for which a session's code is looked up; codes expire earlier. */
const HOUR = 3_600_000;

/** Stores the session for which a page requested a code, and the voucher. */
export async function noteSession(db: Db, codeId: number, about: { sessionKey: string; voucherId: number | null }): Promise<void> {
  await db.update(portal_codes).set({ session_key: about.sessionKey, voucher_id: about.voucherId }).where(eq(portal_codes.id, codeId));
}

/**
 * The latest code requested for this address or number from this session's page. Tied to the session, so nobody else can use it or use up
 * its attempts.
 */
export async function lastCode(
  db: Db,
  {
    hotspotId,
    method,
    recipient,
    sessionKey,
    now,
  }: { hotspotId: number; method: CodeMethod; recipient: string; sessionKey: string; now: Date },
): Promise<{ id: number; deviceMac: string; voucherId: number | null } | null> {
  if (sessionKey === '') return null;
  const [found] = await db
    .select({ id: portal_codes.id, deviceMac: portal_codes.device_mac, voucherId: portal_codes.voucher_id })
    .from(portal_codes)
    .where(
      and(
        eq(portal_codes.hotspot_id, hotspotId),
        eq(portal_codes.way, method),
        eq(portal_codes.recipient, recipient),
        eq(portal_codes.session_key, sessionKey),
        gt(portal_codes.created, new Date(now.getTime() - HOUR)),
      ),
    )
    .orderBy(desc(portal_codes.id))
    .limit(1);
  return found ?? null;
}

/**
 * The guest who confirmed the address of this code; null if nobody has. Another code of the same page may have been entered: a phone that
 * repeats its request gets two codes, and keeps the handle of either.
 */
export async function guestOfConfirmed(db: Db, hotspotId: number, codeId: number): Promise<number | null> {
  const confirmed = alias(portal_codes, 'confirmed');
  const [found] = await db
    .select({ id: users.id })
    .from(portal_codes)
    .innerJoin(users, and(eq(users.hotspot_id, portal_codes.hotspot_id), eq(users.username, portal_codes.recipient)))
    .innerJoin(
      confirmed,
      or(
        eq(confirmed.id, portal_codes.id),
        and(
          eq(confirmed.hotspot_id, portal_codes.hotspot_id),
          eq(confirmed.way, portal_codes.way),
          eq(confirmed.recipient, portal_codes.recipient),
          eq(confirmed.session_key, portal_codes.session_key),
          eq(confirmed.network, portal_codes.network),
          ne(confirmed.session_key, ''),
        ),
      ),
    )
    .where(and(eq(portal_codes.id, codeId), eq(portal_codes.hotspot_id, hotspotId), isNotNull(confirmed.used)))
    .limit(1);
  return found?.id ?? null;
}

/** Whether a log-in of this guest was issued to this session since `since`, whether or not the unit has used it. */
export async function isWaiting(
  db: Db,
  { unitId, sessionKey, username, since }: { unitId: number; sessionKey: string; username: string; since: Date },
): Promise<boolean> {
  const found = await db
    .select({ id: login_tokens.id })
    .from(login_tokens)
    .innerJoin(users, eq(users.id, login_tokens.user_id))
    .where(
      and(
        eq(login_tokens.unit_id, unitId),
        eq(login_tokens.session_key, sessionKey),
        inArray(users.username, [username, username.toUpperCase()]),
        gt(login_tokens.created, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Whether a guest has one of these names, also in a short session. CoovaChilli's session ids are a time and a number, so a neighbour can
 * guess one: only together with the name do they show whose session it is.
 */
export function isNamed(usernames: readonly string[]): SQL {
  const { username } = users;
  const inShortSession = usernames.map((name) => sql`${username} = ${shortName(name, '')} || ${login_tokens.device_mac}`);
  return sql`(${sql.join([inArray(username, usernames), ...inShortSession], sql` or `)})`;
}

/** A guest's running session, with what is needed to ask its unit to end it; null if there is none or its unit has no known address. */
export async function runningSession(
  db: Db,
  { unitId, sessionKey, usernames }: { unitId: number; sessionKey: string; usernames: string[] },
): Promise<DisconnectTarget | null> {
  const which = and(eq(sessions.unit_id, unitId), eq(sessions.session_key, sessionKey), inArray(sessions.username, usernames));
  const [found] = await sessionsToReach(db, which).limit(1);
  return found && found.target.address !== '' ? found.target : null;
}
