import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Disclaimer, ListDisclaimers } from '../../contract/disclaimers';
import type { Db } from '../db/client';
import { accounts, disclaimers, disclaimers_accounts } from '../db/schema';
import { ownAccount, type Scope } from '../tenancy';
import { sortedBy } from '../wire';

/** The disclaimers that belong to an account, where the scope may use them; null when it may not. */
export async function listDisclaimers(
  db: Db,
  scope: Scope,
  accountId: number,
  { sort, order }: ListDisclaimers,
): Promise<Disclaimer[] | null> {
  const rows = await db
    .select({ disclaimer: getTableColumns(disclaimers) })
    .from(accounts)
    .leftJoin(disclaimers_accounts, eq(disclaimers_accounts.account_id, accounts.id))
    .leftJoin(disclaimers, eq(disclaimers.id, disclaimers_accounts.disclaimer_id))
    .where(and(ownAccount(scope), eq(accounts.id, accountId)))
    .orderBy(...sortedBy(disclaimers[sort], disclaimers.id, order));
  return rows.length === 0 ? null : rows.flatMap(({ disclaimer }) => disclaimer ?? []);
}

/** Which disclaimer of its type is meant; 0: the default one, which belongs to nobody. */
export interface DisclaimerChoice {
  type: 'privacy' | 'tos';
  id: number;
}

/** What is wrong with a choice: the account has no such disclaimer, or not of that type. */
export type UnknownDisclaimer = `unknown ${DisclaimerChoice['type']} disclaimer`;

/** The first of the choices that is not the account's own; null when all are, and stay until the transaction ends. */
export async function findUnknownDisclaimer(
  db: Db,
  accountId: number,
  chosen: readonly DisclaimerChoice[],
): Promise<UnknownDisclaimer | null> {
  for (const { type, id } of chosen.filter((choice) => choice.id !== 0)) {
    const [own] = await db
      .select({ id: disclaimers.id })
      .from(disclaimers)
      .innerJoin(disclaimers_accounts, eq(disclaimers_accounts.disclaimer_id, disclaimers.id))
      .where(and(eq(disclaimers_accounts.account_id, accountId), eq(disclaimers.id, id), eq(disclaimers.type, type)))
      .for('key share');
    if (!own) return `unknown ${type} disclaimer`;
  }
  return null;
}
