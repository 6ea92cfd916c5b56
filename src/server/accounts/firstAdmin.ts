import { hashPassword } from '../auth/passwords';
import type { Db } from '../db/client';
import { accounts, subscription_plans } from '../db/schema';
import { randomCode } from '../randomCode';

/** The plans that a reseller can have; an installation starts with these four. */
export const PLANS = [
  { code: 'free', name: 'Free', description: 'Free plan', period: 365, included_sms: 0, max_units: 1 },
  { code: 'basic', name: 'Basic', description: 'Basic plan', period: 365, included_sms: 500, max_units: 1, advanced_report: true },
  {
    code: 'standard',
    name: 'Standard',
    description: 'Standard plan',
    period: 365,
    included_sms: 1000,
    max_units: 10,
    advanced_report: true,
    wings_customization: true,
  },
  {
    code: 'premium',
    name: 'Premium',
    description: 'Premium plan',
    period: 3650,
    included_sms: 2000,
    max_units: 100,
    advanced_report: true,
    wings_customization: true,
    social_analytics: true,
  },
];

/**
 * Adds an admin with a one-time password, and the four plans where they are missing. Answers the password, or null when the
 * name is taken, or with `onlyIfEmpty` when there is any account.
 */
export async function insertFirstAdmin(db: Db, username: string, now: Date, { onlyIfEmpty = false } = {}): Promise<string | null> {
  const password = randomCode(16);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await tx.insert(subscription_plans).values(PLANS).onConflictDoNothing();
    if (onlyIfEmpty && (await tx.$count(accounts)) > 0) return null;
    const made = await tx
      .insert(accounts)
      .values({ uuid: '', type: 'admin', name: 'Admin', username, password_hash: passwordHash, must_change_password: true, created: now })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    return made.length > 0 ? password : null;
  });
}
