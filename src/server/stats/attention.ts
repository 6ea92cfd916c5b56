/** What needs attention, for the dashboard. */
import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { AttentionItem } from '../../contract/stats';
import { SMS_NEAR_LIMIT_SHARE } from '../../contract/wire';
import type { UnnamedProxy } from '../http/behindProxy';
import type { Db } from '../database/db';
import { account_sms_counts, accounts, hotspot_integrations, hotspots, integrations, sessions, units } from '../database/schema';
import { onHotspot, readableAccounts, readableHotspots, type Scope } from '../auth/tenancy';
import { isoOrNull } from '../database/listQueries';
import { activity } from '../units/activity';

/** All items in scope, most urgent kind first. */
export async function listAttention(db: Db, scope: Scope, now: Date, unnamedProxy: UnnamedProxy | null): Promise<AttentionItem[]> {
  return [
    // Only the server's operator can fix it; admins can tell them.
    ...(unnamedProxy !== null && scope.role === 'admin' ? [{ kind: 'proxy_not_named' as const, ...unnamedProxy }] : []),
    ...(await listSmsNearLimit(db, scope)),
    ...(await listFailedSyncs(db, scope)),
    ...(await listSilentUnits(db, scope, now)),
    ...(await listPrivacyMissing(db, scope)),
  ];
}

/** SMS packs at or below their warning threshold, or nearly spent (`SMS_NEAR_LIMIT_SHARE`). */
async function listSmsNearLimit(db: Db, scope: Scope): Promise<AttentionItem[]> {
  const { account_id, sms_count, sms_max_count, sms_threshold } = account_sms_counts;
  const rows = await db
    .select({ account_id, account_name: accounts.name, sms_count, sms_max_count })
    .from(account_sms_counts)
    .innerJoin(accounts, eq(accounts.id, account_id))
    .where(
      and(
        readableAccounts(scope),
        gt(sms_max_count, 0),
        or(
          and(gt(sms_threshold, 0), sql`${sms_max_count} - ${sms_count} <= ${sms_threshold}`),
          sql`${sms_count} >= ${sms_max_count} * ${SMS_NEAR_LIMIT_SHARE}::float8`,
        ),
      ),
    )
    .orderBy(asc(accounts.name), asc(account_id));
  return rows.map((row) => ({ kind: 'sms_near_limit', ...row }));
}

async function listFailedSyncs(db: Db, scope: Scope): Promise<AttentionItem[]> {
  const { hotspot_id, integration_id, last_sync } = hotspot_integrations;
  const rows = await db
    .select({ hotspot_id, hotspot_name: hotspots.name, integration_id, integration_name: integrations.name })
    .from(hotspot_integrations)
    .innerJoin(hotspots, eq(hotspots.id, hotspot_id))
    .innerJoin(integrations, eq(integrations.id, integration_id))
    .where(and(onHotspot(scope, hotspot_id), isNull(last_sync)))
    .orderBy(asc(hotspots.name), asc(hotspot_id), asc(integration_id));
  return rows.map((row) => ({ kind: 'sync_failed', ...row }));
}

/** Hotspots with units that had no session for a day; newer units are skipped. */
async function listSilentUnits(db: Db, scope: Scope, now: Date): Promise<AttentionItem[]> {
  const { running, ended, latest, isSilent } = activity(db, now);
  const rows = await db
    .select({
      hotspot_id: hotspots.id,
      hotspot_name: hotspots.name,
      units: count(),
      silent: sql<number>`count(*) filter (where ${isSilent})`.mapWith(Number),
      since: sql`max(${latest}) filter (where ${isSilent})`.mapWith(sessions.update_time),
    })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .leftJoinLateral(running, sql`true`)
    .leftJoinLateral(ended, sql`true`)
    .where(readableHotspots(scope))
    .groupBy(hotspots.id, hotspots.name)
    .having(sql`bool_or(${isSilent})`)
    .orderBy(asc(hotspots.name), asc(hotspots.id));
  return rows.map((row) => ({ kind: 'units_silent', ...row, since: isoOrNull(row.since) }));
}

/** Resellers that can't create hotspots because their privacy fields are incomplete (HSP-23). */
async function listPrivacyMissing(db: Db, scope: Scope): Promise<AttentionItem[]> {
  const needed = [accounts.privacy_name, accounts.privacy_vat, accounts.privacy_address, accounts.privacy_email];
  const rows = await db
    .select({ account_id: accounts.id, account_name: accounts.name })
    .from(accounts)
    .where(and(readableAccounts(scope), eq(accounts.type, 'reseller'), or(...needed.map((field) => eq(field, '')))))
    .orderBy(asc(accounts.name), asc(accounts.id));
  return rows.map((row) => ({ kind: 'privacy_missing', ...row }));
}
