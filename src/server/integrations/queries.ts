import { and, eq } from 'drizzle-orm';
import type {
  AccountIntegration,
  HotspotIntegration,
  Integration,
  ListAccountIntegrations,
  ListHotspotIntegrations,
  ListIntegrations,
} from '../../contract/integrations';
import type { Db } from '../db/client';
import { account_integrations, accounts, hotspot_integrations, hotspots, integrations } from '../db/schema';
import { readableAccounts, readableHotspots, usableIntegrations, type Scope } from '../tenancy';
import { isoOrNull, sortedBy } from '../wire';
import { assertionOf } from './handOver';

/** The integrations that the scope may use, each with its hand-over; where their webhooks go only the admin learns. */
export async function listIntegrations(db: Db, scope: Scope, { sort, order }: ListIntegrations, now: Date): Promise<Integration[]> {
  const rows = await db
    .select()
    .from(integrations)
    .where(usableIntegrations(scope))
    .orderBy(...sortedBy(integrations[sort], integrations.id, order));
  return rows.map(({ webhook_token, webhook_url, ...row }) => {
    const { payload, signature } = assertionOf(scope, webhook_token, now);
    return { ...row, webhook_url: scope.role === 'admin' ? webhook_url : '', auth_login_url: payload, iv_array: signature };
  });
}

/** The integrations that are on for a hotspot that the scope may read; null when it may not. */
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

/** The integrations that are on for an account that the scope may read; null when it may not. */
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
