/** Alerts: what needs attention, and which alerts a manager has snoozed. */
import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { ALERT_GROUPS, groupOf } from '../../contract/plain/alertGroups';
import { isAlerted } from '../../contract/plain/roles';
import type { AttentionItem, SnoozeAlert } from '../../contract/stats';
import { PLAN_ENDS_WITHIN_DAYS, SMS_NEAR_LIMIT_SHARE, SNOOZE_HOURS } from '../../contract/plain/wire';
import type { UnnamedProxy } from '../http/behindProxy';
import type { Db } from '../database/db';
import {
  account_sms_counts,
  accounts,
  failing_destinations,
  hotspot_integrations,
  hotspots,
  integrations,
  portal_codes,
  sessions,
  snoozed_alerts,
  subscriptions,
  units,
} from '../database/schema';
import { onHotspot, readableAccounts, readableHotspots, type Scope } from '../auth/tenancy';
import { isoOf, isoOrNull } from '../database/listQueries';
import { LIMITS, since } from '../limits/limits';
import { exceeded } from '../limits/queries';
import { partsOf } from '../messages/lanes';
import { activity } from '../units/activityQueries';

const HOUR = 3_600_000;

/** Maximum number of silent units named per hotspot. */
const NAMED_UNITS = 3;

/** An alert as found, before its key and snooze state are added. */
type Found<I = AttentionItem> = I extends AttentionItem ? Omit<I, 'alert' | 'snoozed_until'> : never;

/** The state of the server itself, for alerts about it. */
export interface ServerState {
  unnamedProxy: UnnamedProxy | null;
  /** Whether it has been decided how long personal data are stored. */
  hasRetention: boolean;
}

/** All alerts for the scope's role, in scope, worst first. */
export async function listAttention(db: Db, scope: Scope, now: Date, server: ServerState): Promise<AttentionItem[]> {
  const find = async (kind: AttentionItem['kind'], found: () => Promise<Found[]>) => (isAlerted(scope.role, kind) ? found() : []);
  const found = [
    ...(await find('proxy_not_named', async () =>
      server.unnamedProxy === null ? [] : [{ kind: 'proxy_not_named', ...server.unnamedProxy }],
    )),
    ...(await find('messages_failing', () => listFailingDestinations(db, now))),
    ...(await find('sms_near_limit', () => listSmsNearLimit(db, scope))),
    ...(await find('plan_ending', () => listEndingPlans(db, scope, now))),
    ...(await find('sync_failed', () => listFailedSyncs(db, scope))),
    ...(await find('units_silent', () => listSilentUnits(db, scope, now))),
    ...(await find('short_limit', () => listShortLimits(db, scope, now))),
    ...(await find('sms_refused', () => listRefusedSms(db, scope, now))),
    ...(await find('retention_unset', async () => (server.hasRetention ? [] : [{ kind: 'retention_unset' }]))),
    ...(await find('privacy_missing', () => listPrivacyMissing(db, scope))),
  ];
  const { account_id, alert, until } = snoozed_alerts;
  const snoozed = await db
    .select({ alert, until })
    .from(snoozed_alerts)
    .where(and(eq(account_id, scope.accountId), gt(until, now)));
  const untilOf = new Map(snoozed.map((row) => [row.alert, isoOf(row.until)]));
  const rank = (item: Found) => ALERT_GROUPS.indexOf(groupOf(item));
  return found
    .sort((one, other) => rank(one) - rank(other))
    .map((item) => {
      const key = keyOf(item);
      return { ...item, alert: key, snoozed_until: untilOf.get(key) ?? null };
    });
}

/** Snoozes alerts for the caller, or ends that; alerts that no longer exist are skipped. False if none of them is the caller's. */
export async function snoozeAlert(db: Db, scope: Scope, { alert, snoozed }: SnoozeAlert, now: Date, server: ServerState): Promise<boolean> {
  const wanted = new Set([alert].flat());
  const alerts = (await listAttention(db, scope, now, server)).map((item) => item.alert).filter((key) => wanted.has(key));
  if (alerts.length === 0) return false;
  const { account_id, until } = snoozed_alerts;
  const ended = snoozed ? lte(until, now) : or(lte(until, now), inArray(snoozed_alerts.alert, alerts));
  await db.delete(snoozed_alerts).where(and(eq(account_id, scope.accountId), ended));
  if (!snoozed) return true;
  const end = new Date(now.getTime() + SNOOZE_HOURS * HOUR);
  await db
    .insert(snoozed_alerts)
    .values(alerts.map((key) => ({ account_id: scope.accountId, alert: key, until: end })))
    .onConflictDoUpdate({ target: [account_id, snoozed_alerts.alert], set: { until: end } });
  return true;
}

/** A key that stays the same for as long as the alert is about the same thing. */
function keyOf(item: Found): string {
  switch (item.kind) {
    case 'proxy_not_named':
      return `${item.kind} ${item.address}`;
    case 'retention_unset':
      return item.kind;
    case 'sync_failed':
      return `${item.kind} ${item.hotspot_id} ${item.integration_id}`;
    case 'units_silent':
      return `${item.kind} ${item.hotspot_id}`;
    case 'short_limit':
      return `${item.kind} ${item.unit_id}`;
    case 'sms_refused':
      return `${item.kind} ${item.reason} ${item.hotspot_id}`;
    case 'messages_failing':
      return `${item.kind} ${item.channel} ${item.integration_id}`;
    case 'sms_near_limit':
    case 'plan_ending':
    case 'privacy_missing':
      return `${item.kind} ${item.account_id}`;
  }
}

/**
 * Destinations that have accepted no message for an hour. If nothing has been sent to one lately, it isn't known to be still failing; tries
 * are at most an hour and a half apart.
 */
async function listFailingDestinations(db: Db, now: Date): Promise<Found[]> {
  const { name, reason, since, last } = failing_destinations;
  const rows = await db
    .select({ name, reason, since })
    .from(failing_destinations)
    .where(and(lte(since, new Date(now.getTime() - HOUR)), gt(last, new Date(now.getTime() - 2 * HOUR))))
    .orderBy(asc(since), asc(name));
  const platforms = await db.select({ id: integrations.id, name: integrations.name }).from(integrations);
  return rows.flatMap((row) => {
    const { channel, integrationId: integration_id } = partsOf(row.name);
    const platform = platforms.find(({ id }) => id === integration_id);
    if (channel === 'webhook' && !platform) return [];
    const about = { channel, integration_id, integration_name: platform?.name ?? '' };
    return [{ kind: 'messages_failing' as const, ...about, since: isoOf(row.since), reason: row.reason }];
  });
}

/** SMS packs at or below their warning threshold, or nearly spent (`SMS_NEAR_LIMIT_SHARE`). */
async function listSmsNearLimit(db: Db, scope: Scope): Promise<Found[]> {
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

/** Resellers whose subscription has ended or ends soon, by end date. */
async function listEndingPlans(db: Db, scope: Scope, now: Date): Promise<Found[]> {
  const { account_id, valid_until } = subscriptions;
  const rows = await db
    .select({ account_id, account_name: accounts.name, until: valid_until })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, account_id))
    .where(
      and(
        readableAccounts(scope),
        eq(accounts.type, 'reseller'),
        lte(valid_until, new Date(now.getTime() + PLAN_ENDS_WITHIN_DAYS * 24 * HOUR)),
      ),
    )
    .orderBy(asc(valid_until), asc(account_id));
  return rows.map(({ until, ...row }) => ({ kind: 'plan_ending', ...row, until: isoOf(until), expired: until <= now }));
}

async function listFailedSyncs(db: Db, scope: Scope): Promise<Found[]> {
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

/** Hotspots with units that haven't been heard from for a day, see `activity`; newer units are skipped. */
async function listSilentUnits(db: Db, scope: Scope, now: Date): Promise<Found[]> {
  const { running, ended, latest, isSilent } = activity(db, now);
  const rows = await db
    .select({
      hotspot_id: hotspots.id,
      hotspot_name: hotspots.name,
      units: count(),
      silent: sql<number>`count(*) filter (where ${isSilent})`.mapWith(Number),
      since: sql`max(${latest}) filter (where ${isSilent})`.mapWith(sessions.update_time),
      longest: sql`min(${latest}) filter (where ${isSilent})`.mapWith(sessions.update_time),
      silent_units: sql<{ id: number; name: string }[]>`
        json_agg(json_build_object('id', ${units.id}, 'name', ${units.name}) order by ${units.name}, ${units.id}) filter (where ${isSilent})`,
    })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .leftJoinLateral(running, sql`true`)
    .leftJoinLateral(ended, sql`true`)
    .where(readableHotspots(scope))
    .groupBy(hotspots.id, hotspots.name)
    .having(sql`bool_or(${isSilent})`)
    .orderBy(sql`min(${latest}) filter (where ${isSilent}) nulls last`, asc(hotspots.name), asc(hotspots.id));
  return rows.map(({ since, longest, silent_units, ...row }) => ({
    kind: 'units_silent',
    ...row,
    since: isoOrNull(since),
    longest: isoOrNull(longest),
    silent_units: silent_units.slice(0, NAMED_UNITS),
  }));
}

/** Units whose short accesses have reached their limit. */
async function listShortLimits(db: Db, scope: Scope, now: Date): Promise<Found[]> {
  const rows = await db
    .select({ hotspot_id: hotspots.id, hotspot_name: hotspots.name, unit_id: units.id, unit_name: units.name })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .where(and(readableHotspots(scope), exceeded('short_unit', units.id, now)))
    .orderBy(asc(hotspots.name), asc(units.name), asc(units.id));
  return rows.map((row) => ({ kind: 'short_limit', ...row, most: LIMITS.short_unit.most }));
}

/** Hotspots that lately refused codes by SMS, because too many weren't entered, or because of their countries. */
async function listRefusedSms(db: Db, scope: Scope, now: Date): Promise<Found[]> {
  const { created, used, hotspot_id, way: method } = portal_codes;
  const isOfDay = and(eq(hotspot_id, hotspots.id), eq(method, 'sms'), gt(created, since('sms_day', now)));
  const rows = await db
    .select({
      hotspot_id: hotspots.id,
      hotspot_name: hotspots.name,
      sent: sql<number>`(select count(*) from ${portal_codes} where ${isOfDay})`.mapWith(Number),
      unentered: sql<number>`(select count(*) from ${portal_codes} where ${and(isOfDay, isNull(used))})`.mapWith(Number),
      made_up: exceeded('sms_refused', hotspots.id, now),
      country: exceeded('sms_country', hotspots.id, now),
    })
    .from(hotspots)
    // Not read: only with a join does drizzle write the table's name before columns of hotspots in the subqueries.
    .innerJoin(accounts, eq(accounts.id, hotspots.account_id))
    .where(and(readableHotspots(scope), or(exceeded('sms_refused', hotspots.id, now), exceeded('sms_country', hotspots.id, now))))
    .orderBy(asc(hotspots.name), asc(hotspots.id));
  return rows.flatMap(({ made_up, country, ...row }) => [
    ...(made_up === true ? [{ kind: 'sms_refused' as const, reason: 'made_up' as const, ...row }] : []),
    ...(country === true ? [{ kind: 'sms_refused' as const, reason: 'country' as const, ...row }] : []),
  ]);
}

/** Resellers that can't create hotspots because their privacy fields are incomplete (HSP-23). */
async function listPrivacyMissing(db: Db, scope: Scope): Promise<Found[]> {
  const needed = [accounts.privacy_name, accounts.privacy_vat, accounts.privacy_address, accounts.privacy_email];
  const rows = await db
    .select({ account_id: accounts.id, account_name: accounts.name })
    .from(accounts)
    .where(and(readableAccounts(scope), eq(accounts.type, 'reseller'), or(...needed.map((field) => eq(field, '')))))
    .orderBy(asc(accounts.name), asc(accounts.id));
  return rows.map((row) => ({ kind: 'privacy_missing', ...row }));
}
