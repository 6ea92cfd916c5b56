import { and, desc, eq, ne } from 'drizzle-orm';
import type { AccountSession } from '../../contract/auth';
import type { Db } from '../database/db';
import { access_tokens, accounts } from '../database/schema';
import { managedAccounts, type Scope } from '../auth/tenancy';
import { isoOf } from '../database/listQueries';
import { hashToken, LOGIN_LASTS } from '../auth/tokens';

/** Sessions of the scope's own account. */
const own = (scope: Scope) => and(eq(access_tokens.account_id, scope.accountId), eq(access_tokens.type, 'login'));

/** The account's sessions, most recently used first. `token` is the caller's own. */
export async function listAccountSessions(db: Db, scope: Scope, token: string): Promise<AccountSession[]> {
  const rows = await db.select().from(access_tokens).where(own(scope)).orderBy(desc(access_tokens.expires), desc(access_tokens.id));
  return rows.map(({ id, created, expires, address, agent, token_hash }) => ({
    id,
    created: isoOf(created),
    last_used: isoOf(new Date(expires.getTime() - LOGIN_LASTS)),
    address,
    agent,
    current: token_hash === hashToken(token),
  }));
}

/** Ends a session. False if the account has no such session. */
export async function deleteAccountSession(db: Db, scope: Scope, id: number): Promise<boolean> {
  const ended = await db
    .delete(access_tokens)
    .where(and(own(scope), eq(access_tokens.id, id)))
    .returning({ id: access_tokens.id });
  return ended.length > 0;
}

/** Ends all sessions of the account except `token`'s. */
export async function deleteOtherAccountSessions(db: Db, scope: Scope, token: string): Promise<void> {
  await db.delete(access_tokens).where(and(own(scope), ne(access_tokens.token_hash, hashToken(token))));
}

/** Ends all sessions of an account that the scope manages, and returns how many. Null if there is no such account. */
export async function deleteSessionsOf(tx: Db, scope: Scope, id: number): Promise<number | null> {
  const [found] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(managedAccounts(scope), eq(accounts.id, id)));
  if (!found) return null;
  const ended = await tx
    .delete(access_tokens)
    .where(and(eq(access_tokens.account_id, found.id), eq(access_tokens.type, 'login')))
    .returning({ id: access_tokens.id });
  return ended.length;
}
