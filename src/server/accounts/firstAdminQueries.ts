import { and, eq, inArray } from 'drizzle-orm';
import { hashPassword } from '../auth/passwords';
import { endAccess } from '../auth/queries';
import type { Db } from '../database/db';
import { accounts, subscription_plans } from '../database/schema';
import { randomCode } from '../auth/randomCode';
import { PLANS } from './plans';
import { hasUsername } from '../auth/usernameQueries';

/**
 * Adds an admin with a one-time password, and missing plans. Returns the password; null if the name is taken, or with `onlyIfEmpty` if
 * there is any account. An admin whose one-time password was never changed gets a new one, because the first may be lost.
 */
export async function insertFirstAdmin(db: Db, username: string, now: Date, { onlyIfEmpty = false } = {}): Promise<string | null> {
  const password = randomCode(16);
  const password_hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // Only if missing: the server must also start while the disk is full.
    const codes = PLANS.map(({ code }) => code);
    if ((await tx.$count(subscription_plans, inArray(subscription_plans.code, codes))) < PLANS.length) {
      await tx.insert(subscription_plans).values(PLANS).onConflictDoNothing();
    }
    if (onlyIfEmpty && (await tx.$count(accounts)) > 0) return null;
    const created = await tx
      .insert(accounts)
      .values({ uuid: '', type: 'admin', name: 'Admin', username, password_hash, must_change_password: true, created: now })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    const isGiven = created.length > 0 || (!onlyIfEmpty && (await replaceUnused(tx, username, password_hash, now)));
    return isGiven ? password : null;
  });
}

const isUnused = and(eq(accounts.type, 'admin'), eq(accounts.must_change_password, true));

/** False if there is no such admin, or it has chosen a password. */
async function replaceUnused(tx: Db, username: string, password_hash: string, now: Date): Promise<boolean> {
  const [found] = await tx
    .update(accounts)
    .set({ password_hash, one_time_until: null })
    .where(and(isUnused, hasUsername(username)))
    .returning({ id: accounts.id });
  if (!found) return false;
  await endAccess(tx, found.id, now);
  return true;
}

/** The admin's username if nobody has signed in to this installation yet: its only account still has a one-time password. Else null. */
export async function adminInWaiting(db: Db): Promise<string | null> {
  const { username, type, must_change_password } = accounts;
  const found = await db.select({ username, type, must_change_password }).from(accounts).limit(2);
  const [only] = found;
  return found.length === 1 && only?.type === 'admin' && only.must_change_password ? only.username : null;
}
