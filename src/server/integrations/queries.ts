import { and, eq, inArray, sql } from 'drizzle-orm';
import type {
  AccountIntegration,
  CreateIntegration,
  HotspotIntegration,
  Integration,
  ListAccountIntegrations,
  ListHotspotIntegrations,
  ListIntegrations,
  ManagedIntegration,
  UpdateIntegration,
} from '../../contract/integrations';
import type { Db } from '../database/db';
import { access_tokens, account_integrations, accounts, hotspot_integrations, hotspots, integrations } from '../database/schema';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { readableAccounts, readableHotspots, usableIntegrations, type Scope } from '../auth/tenancy';
import { isoOrNull, sortedBy } from '../database/listQueries';
import type { Target } from '../messages/webhooks';
import { loginAssertionOf } from './loginAssertion';

/** The integrations that the scope may use, each with its login assertion. Only an admin sees webhook addresses. */
export async function listIntegrations(db: Db, scope: Scope, { sort, order }: ListIntegrations, now: Date): Promise<Integration[]> {
  const rows = await db
    .select()
    .from(integrations)
    .where(usableIntegrations(scope))
    .orderBy(...sortedBy(integrations[sort], integrations.id, order));
  return rows.map(({ webhook_token, webhook_url, ...row }) => {
    const { payload, signature } = loginAssertionOf(scope, webhook_token, now);
    return { ...row, webhook_url: scope.role === 'admin' ? webhook_url : '', auth_login_url: payload, iv_array: signature };
  });
}

/** One integration that the scope may manage; null if there is none. */
export async function getIntegration(db: Db, scope: Scope, id: number): Promise<ManagedIntegration | null> {
  const [row] = await db
    .select()
    .from(integrations)
    .where(and(usableIntegrations(scope), eq(integrations.id, id)));
  if (!row) return null;
  const { webhook_token, ...shown } = row;
  return { ...shown, has_webhook_token: webhook_token !== '' };
}

/** Locks an integration in scope until the transaction ends. */
export async function lockIntegration(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(usableIntegrations(scope), eq(integrations.id, id)))
    .for('no key update');
}

/** An integration's name, webhook address and secret; null if it isn't in scope. */
export async function getTarget(db: Db, scope: Scope, id: number): Promise<(Target & { name: string }) | null> {
  const [row] = await db
    .select({ name: integrations.name, url: integrations.webhook_url, secret: integrations.webhook_token })
    .from(integrations)
    .where(and(usableIntegrations(scope), eq(integrations.id, id)));
  return row ?? null;
}

/** Adds an integration, enabled for nobody yet. Logo, privacy text and addresses must have been checked. */
export async function insertIntegration(db: Db, body: CreateIntegration): Promise<number> {
  const [created] = await db.insert(integrations).values(body).returning({ id: integrations.id });
  return created?.id ?? 0;
}

/** Changes an integration that the scope may manage; an empty secret leaves it unchanged. False if there is none. */
export async function updateIntegration(db: Db, scope: Scope, id: number, change: UpdateIntegration): Promise<boolean> {
  const { webhook_token, ...rest } = change;
  const changed = await db
    .update(integrations)
    // Keeps the statement valid if nothing else is set; changes nothing.
    .set({ ...rest, ...(webhook_token && { webhook_token }), id: sql`${integrations.id}` })
    .where(and(usableIntegrations(scope), eq(integrations.id, id)))
    .returning({ id: integrations.id });
  return changed.length > 0;
}

/** Deletes an integration, switches it off everywhere and revokes its tokens. False if there is none in scope. */
export async function deleteIntegration(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(usableIntegrations(scope), eq(integrations.id, id));
  const [found] = await tx.select({ id: integrations.id }).from(integrations).where(mine).for('update');
  if (!found) return false;
  const held = tx
    .select({ id: hotspot_integrations.token_id })
    .from(hotspot_integrations)
    .where(eq(hotspot_integrations.integration_id, id));
  const tokens = inArray(access_tokens.id, held);
  await copies.deleting(integrations, mine);
  await copies.deleting(access_tokens, tokens);
  await tx.delete(access_tokens).where(tokens);
  await tx.delete(integrations).where(mine);
  return true;
}

/** Integrations that are on for a hotspot; null if the scope may not read the hotspot. */
export async function listHotspotIntegrations(
  db: Db,
  scope: Scope,
  hotspotId: number,
  { sort, order }: ListHotspotIntegrations,
): Promise<HotspotIntegration[] | null> {
  const { integration_id, last_sync } = hotspot_integrations;
  const rows = await db
    .select({ integration_id, last_sync })
    .from(hotspots)
    .leftJoin(hotspot_integrations, eq(hotspot_integrations.hotspot_id, hotspots.id))
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)))
    .orderBy(...sortedBy(hotspot_integrations[sort], integration_id, order));
  if (rows.length === 0) return null;
  return rows.flatMap((row) =>
    row.integration_id === null ? [] : { integration_id: row.integration_id, last_sync: isoOrNull(row.last_sync) },
  );
}

/** Integrations that are enabled for an account; null if the scope may not read the account. */
export async function listAccountIntegrations(
  db: Db,
  scope: Scope,
  accountId: number,
  { sort, order }: ListAccountIntegrations,
): Promise<AccountIntegration[] | null> {
  const { integration_id } = account_integrations;
  const rows = await db
    .select({ account_id: accounts.id, integration_id })
    .from(accounts)
    .leftJoin(account_integrations, eq(account_integrations.account_id, accounts.id))
    .where(and(readableAccounts(scope), eq(accounts.id, accountId)))
    .orderBy(...sortedBy(account_integrations[sort], account_integrations.id, order));
  if (rows.length === 0) return null;
  return rows.flatMap((row) => (row.integration_id === null ? [] : { account_id: row.account_id, integration_id: row.integration_id }));
}
