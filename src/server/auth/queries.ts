import { and, eq, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import { preparedOnce, type Db } from '../database/db';
import { ignoreDiskFull } from '../database/diskSpace';
import {
  access_tokens,
  accounts,
  accounts_hotspots,
  hotspot_integrations,
  hotspots,
  password_resets,
  second_factors,
} from '../database/schema';
import { forgetOrigins, rememberOrigin, type SignInOrigin } from './signInOriginQueries';
import type { Scope } from './tenancy';
import { hashToken, LOGIN_ENDS, LOGIN_LASTS, newToken } from './tokens';
import { hasUsername } from './usernameQueries';

/** The expiry is extended at most this often, in milliseconds, so that not every request writes. */
const EXPIRY_STEP = 300_000;

interface FoundToken {
  scope: Scope;
  tenantId: number;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  /** A person's session, or an integration's token. */
  type: 'login' | 'api';
  /** When it was created; for a session, when the password was entered. */
  created: Date;
}

/** The account that owns what an account sees: itself, or its hotspot's owner. */
const tenantOf = (accountId: number, ownerId: number | null) => ownerId ?? accountId;

const ownerOfToken = preparedOnce((db) =>
  db
    .select({
      tokenId: access_tokens.id,
      type: access_tokens.type,
      created: access_tokens.created,
      expires: access_tokens.expires,
      accountId: accounts.id,
      username: accounts.username,
      role: accounts.type,
      hotspotId: accounts_hotspots.hotspot_id,
      ownerId: hotspots.account_id,
      mustChangePassword: accounts.must_change_password,
      hasSecondFactor: isNotNull(second_factors.account_id).mapWith(Boolean),
    })
    .from(access_tokens)
    .innerJoin(accounts, eq(accounts.id, access_tokens.account_id))
    .leftJoin(accounts_hotspots, eq(accounts_hotspots.account_id, accounts.id))
    .leftJoin(hotspots, eq(hotspots.id, accounts_hotspots.hotspot_id))
    .leftJoin(second_factors, eq(second_factors.account_id, accounts.id))
    .where(eq(access_tokens.token_hash, sql.placeholder('hash')))
    .prepare('owner_of_token'),
);

/** Finds the owner of a token. Extends the expiry of a session; deletes an expired token. */
export async function findToken(db: Db, token: string, now: Date): Promise<FoundToken | 'unknown' | 'expired'> {
  const [found] = await ownerOfToken(db).execute({ hash: hashToken(token) });
  if (!found) return 'unknown';

  const mine = eq(access_tokens.id, found.tokenId);
  const remainingMs = found.expires.getTime() - now.getTime();
  const isTooOld = found.type === 'login' && now.getTime() - found.created.getTime() >= LOGIN_ENDS;
  if (remainingMs <= 0 || isTooOld) {
    await ignoreDiskFull(db.delete(access_tokens).where(mine));
    return 'expired';
  }
  if (found.type === 'login' && remainingMs < LOGIN_LASTS - EXPIRY_STEP) {
    const expires = new Date(now.getTime() + LOGIN_LASTS);
    await ignoreDiskFull(db.update(access_tokens).set({ expires }).where(mine));
  }
  return {
    scope: { accountId: found.accountId, username: found.username, role: found.role, hotspotId: found.hotspotId ?? 0 },
    tenantId: tenantOf(found.accountId, found.ownerId),
    mustChangePassword: found.mustChangePassword,
    hasSecondFactor: found.hasSecondFactor,
    type: found.type,
    created: found.created,
  };
}

/** The account with this username (any case), its tenant, its password hash, and whether it has a second factor; null if there is none. */
export async function findCredentials(db: Db, username: string) {
  const [found] = await db
    .select({
      id: accounts.id,
      type: accounts.type,
      username: accounts.username,
      passwordHash: accounts.password_hash,
      mustChangePassword: accounts.must_change_password,
      oneTimeUntil: accounts.one_time_until,
      hasSecondFactor: isNotNull(second_factors.account_id).mapWith(Boolean),
      ownerId: hotspots.account_id,
    })
    .from(accounts)
    .leftJoin(accounts_hotspots, eq(accounts_hotspots.account_id, accounts.id))
    .leftJoin(hotspots, eq(hotspots.id, accounts_hotspots.hotspot_id))
    .leftJoin(second_factors, eq(second_factors.account_id, accounts.id))
    .where(hasUsername(username));
  return found ? { ...found, tenantId: tenantOf(found.id, found.ownerId) } : null;
}

/** Starts a session and returns its token, of which only the hash is stored. */
export async function insertLogin(
  db: Db,
  accountId: number,
  from: { address: string; agent: string },
  now: Date,
): Promise<{ token: string; expires: Date }> {
  const token = newToken();
  const expires = new Date(now.getTime() + LOGIN_LASTS);
  await db
    .insert(access_tokens)
    .values({ account_id: accountId, token_hash: hashToken(token), type: 'login', created: now, expires, ...from });
  return { token, expires };
}

/** Ends a session. False if the token belongs to none. */
export async function deleteLogin(db: Db, token: string): Promise<boolean> {
  const ended = await db
    .delete(access_tokens)
    .where(and(eq(access_tokens.token_hash, hashToken(token)), eq(access_tokens.type, 'login')))
    .returning({ id: access_tokens.id });
  return ended.length > 0;
}

/** Ends the account's codes to set a new password: whoever reads the mailbox of before must not undo a change of password or address. */
export async function endResets(db: Db, accountId: number): Promise<void> {
  await db.delete(password_resets).where(eq(password_resets.account_id, accountId));
}

/** The session in which the owner of an account changes what signs in. */
export interface Here {
  token: string;
  origin: SignInOrigin;
}

/**
 * After a change of what signs in: ends the account's sessions, its codes to set a new password, and API tokens that belong to no
 * integration, and forgets where it signed in, for which the earlier password was enough. An integration's token stays: it is read-only, only
 * the platform has it, and the next sync replaces it. What is `here`, the session and place of the owner who made the change, stays, too.
 */
export async function endAccess(db: Db, accountId: number, now: Date, here?: Here): Promise<void> {
  await endResets(db, accountId);
  await forgetOrigins(db, accountId);
  if (here) await rememberOrigin(db, accountId, here.origin, now);
  const held = db.select({ id: hotspot_integrations.token_id }).from(hotspot_integrations).where(isNotNull(hotspot_integrations.token_id));
  await db
    .delete(access_tokens)
    .where(
      and(
        eq(access_tokens.account_id, accountId),
        ne(access_tokens.token_hash, hashToken(here?.token ?? '')),
        notInArray(access_tokens.id, held),
      ),
    );
}
