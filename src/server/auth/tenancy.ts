/**
 * Who sees which rows (docs/wire.md#who-may-do-what). A token becomes a Scope; every query on a tenant's table takes it and puts one of
 * these conditions into its own WHERE, so that another tenant's object looks like a missing one: not found.
 *
 * An admin sees everything, a reseller the hotspots it owns, a customer or desk the one hotspot it is tied to. What belongs to a hotspot
 * follows it.
 */
import { and, eq, exists, inArray, isNull, ne, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { DELETIONS, may, type Role } from '../../contract/plain/roles';
import { preparedOnce, type Db } from '../database/db';
import {
  account_integrations,
  accounts,
  accounts_hotspots,
  audit_entries,
  deleted_things,
  disclaimers,
  disclaimers_accounts,
  hotspots,
  hotspot_vouchers,
  integrations,
  paper_templates,
  voucher_batches,
} from '../database/schema';

export interface Scope {
  accountId: number;
  username: string;
  role: Role;
  /** The one hotspot of a customer or desk. 0 for other roles, and for one that isn't tied to any, which sees nothing. */
  hotspotId: number;
  /** Whether units are sent with their secrets. Our own console shows them on demand instead. */
  getsSecrets?: boolean;
}

/** A scope whose ids a query gets when it is executed. */
interface ScopeOfRole {
  role: Role;
  accountId: number | Placeholder;
  hotspotId: number | Placeholder;
}

/**
 * As `preparedOnce` (database/db.ts), for a query with a condition of the scope: it is built once per role. The scope itself is among the
 * values with which it is executed.
 */
export function preparedOncePerRole<Query>(prepare: (db: Db, scope: ScopeOfRole) => Query): (db: Db, scope: Scope) => Query {
  const byRole = new Map<Role, (db: Db) => Query>();
  return (db, { role }) => {
    const scope = { role, accountId: sql.placeholder('accountId'), hotspotId: sql.placeholder('hotspotId') };
    const ofRole = byRole.get(role) ?? preparedOnce((db) => prepare(db, scope));
    byRole.set(role, ofRole);
    return ofRole(db);
  };
}

const all = sql`true`;
const none = sql`false`;

/** Hotspots that the scope may read. */
export function readableHotspots(scope: Scope): SQL {
  return onHotspot(scope, hotspots.id);
}

/** Hotspots that the scope manages: those it lists, counts and changes. None for customers and desks. */
export function ownHotspots(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(hotspots.account_id, scope.accountId) : none;
}

/** Rows of a table whose `column` holds the id of a hotspot that the scope may read. */
export function onHotspot(scope: ScopeOfRole, column: AnyPgColumn): SQL {
  if (scope.role === 'admin') return all;
  if (scope.role !== 'reseller') return eq(column, scope.hotspotId);
  if (column === hotspots.id) return eq(hotspots.account_id, scope.accountId);
  // The array is computed once; with a join, the planner would sort all rows of a list for a single page.
  return sql`${column} = any(array${new QueryBuilder().select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, scope.accountId))})`;
}

/**
 * As `onHotspot`, narrowed to the `chosen` hotspot of a list's filter (0: none chosen). A customer's or desk's choice is ignored: their
 * scope is one hotspot anyway (NAV-19).
 */
export function onChosenHotspot(scope: Scope, column: AnyPgColumn, chosen: number): SQL {
  const mine = onHotspot(scope, column);
  const fixed = scope.role === 'customer' || scope.role === 'desk';
  if (chosen === 0 || fixed) return mine;
  // Checks once whether the hotspot is the scope's, which lets the planner read the list along the index of its order.
  const isTheirs =
    scope.role === 'reseller'
      ? exists(
          new QueryBuilder()
            .select({ id: hotspots.id })
            .from(hotspots)
            .where(and(eq(hotspots.id, chosen), eq(hotspots.account_id, scope.accountId))),
        )
      : mine;
  return and(isTheirs, eq(column, chosen)) ?? none;
}

/** Whether precomputed sums (schema.ts, `session_sums`) cover what the scope sees, narrowed to the `chosen` hotspot (0: none chosen). */
export function hasSums(scope: Scope, chosen: number): boolean {
  return chosen === 0 && (scope.role === 'admin' || scope.role === 'reseller');
}

/**
 * Sums over all hotspots of the scope; none for a customer or desk. `column` holds the account they belong to, 0 for the total over all.
 */
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

/** Accounts whose preferences, disclaimers and SMS pack the scope may use: all for an admin, else its own. */
export function ownAccount(scope: Scope, column: AnyPgColumn = accounts.id): SQL {
  return scope.role === 'admin' ? all : eq(column, scope.accountId);
}

/** Vouchers that the scope sees: those of its hotspots, and for a desk only those it made itself (ROL-05). */
export function visibleVouchers(scope: Scope): SQL {
  const mine = onHotspot(scope, hotspot_vouchers.hotspot_id);
  return scope.role === 'desk' ? (and(mine, eq(hotspot_vouchers.owner_id, scope.accountId)) ?? none) : mine;
}

/** Print templates of vouchers that the scope may use: its hotspots' own, and those that their reseller shares. */
export function usablePaperTemplates(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  if (scope.role === 'reseller') return eq(paper_templates.account_id, scope.accountId);
  const given = and(isNull(paper_templates.hotspot_id), eq(paper_templates.account_id, resellerOf(scope)));
  return or(eq(paper_templates.hotspot_id, scope.hotspotId), given) ?? none;
}

/** Print templates that the scope may change: hotspots may not change those that their reseller shares. */
export function managedPaperTemplates(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(paper_templates.account_id, scope.accountId) : eq(paper_templates.hotspot_id, scope.hotspotId);
}

/** Batches that the scope sees: those of its hotspots, and for a desk only those it made itself. */
export function visibleBatches(scope: Scope): SQL {
  const mine = onHotspot(scope, voucher_batches.hotspot_id);
  return scope.role === 'desk' ? (and(mine, eq(voucher_batches.owner_id, scope.accountId)) ?? none) : mine;
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

/** Audit entries that the scope may read: all for an admin, for a reseller those about its own objects. */
export function readableEntries(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  return scope.role === 'reseller' ? eq(audit_entries.tenant_id, scope.accountId) : none;
}

/**
 * Deleted objects that the scope may restore: those it could have deleted. A desk restores only vouchers that it deleted itself, because it
 * doesn't see those of others.
 */
export function restorableThings(scope: Scope): SQL {
  const { action, tenant_id, hotspot_id, account_id } = deleted_things;
  const allowed = inArray(
    action,
    DELETIONS.filter((one) => may(scope.role, one)),
  );
  if (scope.role === 'admin') return allowed;
  if (scope.role === 'reseller') return and(allowed, eq(tenant_id, scope.accountId)) ?? none;
  if (scope.hotspotId === 0) return none;
  const own = scope.role === 'desk' ? or(ne(action, 'vouchers.delete'), eq(account_id, scope.accountId)) : undefined;
  return and(allowed, eq(hotspot_id, scope.hotspotId), own) ?? none;
}

/** Messages in the outbox that the scope may see. */
export const readableMessages = (scope: Scope): SQL => (scope.role === 'admin' ? all : none);

/** Integrations that the scope may use: all for an admin, else those that are enabled for its reseller. */
export function usableIntegrations(scope: Scope): SQL {
  if (scope.role === 'admin') return all;
  const on = new QueryBuilder().select({ id: account_integrations.integration_id }).from(account_integrations);
  return inArray(integrations.id, on.where(eq(account_integrations.account_id, resellerOf(scope))));
}

/** The account whose plan and integrations apply to the scope: a reseller's own, for a customer or desk that of its hotspot. */
function resellerOf(scope: Scope): SQL<number> {
  if (scope.role === 'reseller') return sql<number>`${scope.accountId}::int`;
  return sql<number>`(select ${hotspots.account_id} from ${accounts_hotspots} join ${hotspots} on ${hotspots.id} = ${accounts_hotspots.hotspot_id}
    where ${accounts_hotspots.account_id} = ${scope.accountId})`;
}
