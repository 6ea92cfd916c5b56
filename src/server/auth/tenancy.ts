/**
 * Who sees which rows (docs/wire.md#who-may-do-what). A token becomes a Scope; every query on a tenant's table takes it and puts one of
 * these conditions into its own WHERE, so that a foreign object looks like a missing one: not found.
 *
 * An admin sees everything, a reseller the hotspots it owns, a customer or desk the one hotspot it is tied to. What belongs to a hotspot
 * follows it.
 */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Role } from '../../contract/roles';
import {
  account_integrations,
  accounts,
  accounts_hotspots,
  audit_entries,
  disclaimers,
  disclaimers_accounts,
  hotspots,
  hotspot_vouchers,
  integrations,
} from '../database/schema';

export interface Scope {
  accountId: number;
  username: string;
  role: Role;
  /** The one hotspot of a customer or desk; 0 for all others, and for one whose tie is missing: it sees nothing. */
  hotspotId: number;
}

const all = sql`true`;
const none = sql`false`;

/** Hotspots that the scope may read. */
export function readableHotspots(scope: Scope): SQL {
  return onHotspot(scope, hotspots.id);
}

/** Hotspots that the scope runs: those of its list, its totals and its changes. Customers and desks run none. */
export function ownHotspots(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(hotspots.account_id, scope.accountId) : none;
}

/** Rows of a table whose `column` holds the id of a hotspot that the scope may read. */
export function onHotspot(scope: Scope, column: AnyPgColumn): SQL {
  if (scope.role === 'admin') return all;
  if (scope.role !== 'reseller') return eq(column, scope.hotspotId);
  if (column === hotspots.id) return eq(hotspots.account_id, scope.accountId);
  // An array is made once and compared with: a join would tempt the planner to sort all rows of a list for the sake of one page.
  return sql`${column} = any(array${new QueryBuilder().select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, scope.accountId))})`;
}

/**
 * The same, narrowed to the `chosen` hotspot of a list's filter (0: none chosen). A customer's or desk's choice is ignored: their scope
 * is one hotspot anyway (NAV-19).
 */
export function onChosenHotspot(scope: Scope, column: AnyPgColumn, chosen: number): SQL {
  const mine = onHotspot(scope, column);
  const fixed = scope.role === 'customer' || scope.role === 'desk';
  return chosen === 0 || fixed ? mine : (and(mine, eq(column, chosen)) ?? none);
}

/** Whether sums are kept (schema.ts, `session_sums`) for what the scope sees, or of it the `chosen` hotspot (0: none chosen). */
export function hasSums(scope: Scope, chosen: number): boolean {
  return chosen === 0 && (scope.role === 'admin' || scope.role === 'reseller');
}

/** Sums over all hotspots of the scope; none for a customer or desk. `column` names whose they are, 0 for everybody's. */
export function ownSums(scope: Scope, column: AnyPgColumn): SQL {
  if (scope.role === 'admin') return eq(column, 0);
  return scope.role === 'reseller' ? eq(column, scope.accountId) : none;
}

/** Managers that the scope lists: an admin all, a reseller those it created, others none. */
export function managedAccounts(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(accounts.creator_id, scope.accountId) : none;
}

/** Accounts that the scope may read: those it manages, and itself. */
export function readableAccounts(scope: Scope): SQL {
  return or(managedAccounts(scope), eq(accounts.id, scope.accountId)) ?? none;
}

/** Accounts whose preferences, disclaimers and SMS pack the scope may use: an admin all, everybody else its own. */
export function ownAccount(scope: Scope, column: AnyPgColumn = accounts.id): SQL {
  return scope.role === 'admin' ? all : eq(column, scope.accountId);
}

/** Vouchers that the scope sees: of its hotspots, and for a desk only those that it made itself. */
export function visibleVouchers(scope: Scope): SQL {
  const mine = onHotspot(scope, hotspot_vouchers.hotspot_id);
  return scope.role === 'desk' ? (and(mine, eq(hotspot_vouchers.owner_id, scope.accountId)) ?? none) : mine;
}

/** Disclaimers of resellers that the scope manages. */
export function managedDisclaimers(scope: Scope): SQL {
  const managed = new QueryBuilder()
    .select({ id: disclaimers_accounts.disclaimer_id })
    .from(disclaimers_accounts)
    .innerJoin(accounts, eq(accounts.id, disclaimers_accounts.account_id))
    .where(managedAccounts(scope));
  return inArray(disclaimers.id, managed);
}

/** Entries of the audit trail that the scope may read: an admin all, a reseller those about what was its own. */
export function readableEntries(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(audit_entries.tenant_id, scope.accountId) : none;
}

/** Integrations that the scope may use: an admin all, others those that are switched on for their reseller. */
export function usableIntegrations(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  const on = new QueryBuilder().select({ id: account_integrations.integration_id }).from(account_integrations);
  return inArray(integrations.id, on.where(eq(account_integrations.account_id, resellerOf(scope))));
}

/** The account whose plan and integrations rule for the scope: a reseller's own, for a customer or desk that of its hotspot. */
function resellerOf(scope: Scope): SQL<number> {
  if (scope.role === 'reseller') return sql<number>`${scope.accountId}::int`;
  return sql<number>`(select ${hotspots.account_id} from ${accounts_hotspots} join ${hotspots} on ${hotspots.id} = ${accounts_hotspots.hotspot_id}
    where ${accounts_hotspots.account_id} = ${scope.accountId})`;
}
