/** Preferences of resellers: their default disclaimers. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { AccountPreference, ListAccountPreferences, UpdateAccountPreference } from '../../contract/accounts';
import type { Db } from '../database/db';
import { account_preferences, accounts } from '../database/schema';
import { findUnknownDisclaimer } from '../disclaimers/queries';
import { ownAccount, type Scope } from '../auth/tenancy';
import { sortedBy } from '../database/listQueries';

/** An account's preferences; null if the scope may not use them. */
export async function listAccountPreferences(
  db: Db,
  scope: Scope,
  id: number,
  { sort, order }: ListAccountPreferences,
): Promise<AccountPreference[] | null> {
  const rows = await db
    .select({ preference: getTableColumns(account_preferences) })
    .from(accounts)
    .leftJoin(account_preferences, eq(account_preferences.account_id, accounts.id))
    .where(and(ownAccount(scope), eq(accounts.id, id)))
    .orderBy(...sortedBy(account_preferences[sort], account_preferences.id, order));
  return rows.length === 0 ? null : rows.flatMap(({ preference }) => preference ?? []);
}

/** The type that each default disclaimer must have. */
const DEFAULT_DISCLAIMER = { custom_disclaimers_privacy: 'privacy', custom_disclaimers_terms: 'tos' } as const;

/**
 * Sets a preference of an account whose preferences the scope may use. A default disclaimer must be one of the account's own, or none (''
 * or '0').
 */
export async function updateAccountPreference(
  tx: Db,
  scope: Scope,
  id: number,
  { key, value }: UpdateAccountPreference,
): Promise<'done' | 'unknown account' | 'unknown disclaimer'> {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(ownAccount(scope), eq(accounts.id, id)))
    .for('key share');
  if (!account) return 'unknown account';
  const chosen = { type: DEFAULT_DISCLAIMER[key], id: Number(value) };
  if ((await findUnknownDisclaimer(tx, account.id, [chosen])) !== null) return 'unknown disclaimer';
  await tx
    .insert(account_preferences)
    .values({ account_id: account.id, key, value })
    .onConflictDoUpdate({ target: [account_preferences.account_id, account_preferences.key], set: { value } });
  return 'done';
}
