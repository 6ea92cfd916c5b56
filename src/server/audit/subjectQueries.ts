/**
 * What the audit trail records of each kind of object: the fields that people change, in readable form. It is an allow-list, so that a
 * secret added to a table isn't recorded by accident; test/rules/auditedColumns.test.ts makes sure that each column is listed somewhere.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AuditKind } from '../../contract/audit';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import { COA_PORT } from '../../contract/plain/wire';
import {
  account_integrations,
  account_preferences,
  account_sms_counts,
  accounts,
  accounts_hotspots,
  disclaimers,
  disclaimers_accounts,
  disclaimers_hotspots,
  hotspot_integrations,
  hotspot_vouchers,
  hotspots,
  integrations,
  paper_templates,
  subscription_plans,
  subscriptions,
  units,
  user_histories,
  users,
} from '../database/schema';
import {
  managedDisclaimers,
  onHotspot,
  readableAccounts,
  readableHotspots,
  usableIntegrations,
  usablePaperTemplates,
  visibleVouchers,
  type Scope,
} from '../auth/tenancy';

/** A field's value: a column or an expression. */
export type Field = PgColumn | SQL;

interface Subject {
  table: PgTable;
  id: PgColumn;
  mine: (scope: Scope) => SQL | undefined;
  name: PgColumn;
  /** The ids of its hotspot and of the reseller it belongs to; null for none. */
  hotspot: Field;
  tenant: Field;
  fields: Record<string, Field>;
  /** Secrets: only that they changed is recorded. */
  hidden?: Record<string, PgColumn>;
  /** Once erased, only that fact is recorded. */
  isPerson?: true;
}

const ownerOf = (hotspot: PgColumn) => sql`(select ${hotspots.account_id} from ${hotspots} where ${hotspots.id} = ${hotspot})`;

const guestSubject = (table: typeof users | typeof user_histories): Subject => ({
  table,
  id: table.id,
  mine: (scope) => onHotspot(scope, table.hotspot_id),
  name: table.username,
  hotspot: table.hotspot_id,
  tenant: ownerOf(table.hotspot_id),
  fields: {
    ...each(namesOf(GUEST_FIELDS), (field) => table[field]),
    username: table.username,
    account_type: table.account_type,
    kbps_down: table.kbps_down,
    kbps_up: table.kbps_up,
    max_navigation_traffic: table.max_navigation_traffic,
    max_navigation_time: table.max_navigation_time,
    auto_login: table.auto_login,
    valid_from: table.valid_from,
    valid_until: table.valid_until,
  },
  isPerson: true,
});

const chosenDisclaimer = (type: 'privacy' | 'tos') => sql`(select ${disclaimers.title} from ${disclaimers_hotspots}
  join ${disclaimers} on ${disclaimers.id} = ${disclaimers_hotspots.disclaimer_id}
  where ${disclaimers_hotspots.hotspot_id} = ${hotspots.id} and ${disclaimers_hotspots.type} = ${type})`;

const ofSubscription = (what: Field) => sql`(select ${what} from ${subscriptions}
  join ${subscription_plans} on ${subscription_plans.id} = ${subscriptions.subscription_plan_id} where ${subscriptions.account_id} = ${accounts.id})`;

const ofSms = (what: PgColumn) => sql`(select ${what} from ${account_sms_counts} where ${account_sms_counts.account_id} = ${accounts.id})`;

const defaultDisclaimer = (key: string) => sql`(select coalesce(${disclaimers.title}, 'Default')
  from ${account_preferences} left join ${disclaimers} on ${disclaimers.id}::text = ${account_preferences.value}
  where ${account_preferences.account_id} = ${accounts.id} and ${account_preferences.key} = ${key})`;

const itsHotspot = (what: PgColumn) => sql`(select ${what} from ${accounts_hotspots}
  join ${hotspots} on ${hotspots.id} = ${accounts_hotspots.hotspot_id} where ${accounts_hotspots.account_id} = ${accounts.id})`;

const namesOfIntegrations = (map: typeof account_integrations | typeof hotspot_integrations, isOn: SQL) => sql`(
  select string_agg(${integrations.name}, ', ' order by ${integrations.name}, ${integrations.id}) from ${map}
  join ${integrations} on ${integrations.id} = ${map.integration_id} where ${isOn})`;

export const SUBJECTS: Record<AuditKind, Subject> = {
  hotspot: {
    table: hotspots,
    id: hotspots.id,
    mine: readableHotspots,
    name: hotspots.name,
    hotspot: hotspots.id,
    tenant: hotspots.account_id,
    fields: {
      ...each(namesOf(HOTSPOT_FIELDS), (field) => hotspots[field]),
      privacy_disclaimer: chosenDisclaimer('privacy'),
      tos_disclaimer: chosenDisclaimer('tos'),
      integrations: namesOfIntegrations(hotspot_integrations, sql`${hotspot_integrations.hotspot_id} = ${hotspots.id}`),
    },
  },
  unit: {
    table: units,
    id: units.id,
    mine: (scope) => onHotspot(scope, units.hotspot_id),
    name: units.name,
    hotspot: units.hotspot_id,
    tenant: ownerOf(units.hotspot_id),
    fields: {
      ...each(namesOf(UNIT_FIELDS), (field) => units[field]),
      mac_address: units.mac_address,
      kind: units.kind,
      address: units.address,
      may_be_unsigned: sql`nullif(${units.may_be_unsigned}, false)`,
      coa_port: sql`nullif(${units.coa_port}, ${COA_PORT})`,
      http_proof: sql`nullif(${units.http_proof}, 'address')`,
    },
  },
  guest: guestSubject(users),
  archived_guest: guestSubject(user_histories),
  voucher: {
    table: hotspot_vouchers,
    id: hotspot_vouchers.id,
    mine: visibleVouchers,
    name: hotspot_vouchers.code,
    hotspot: hotspot_vouchers.hotspot_id,
    tenant: ownerOf(hotspot_vouchers.hotspot_id),
    // Leaves out who an auth voucher is for: that guest may be erased later.
    fields: {
      type: hotspot_vouchers.type,
      auto_login: hotspot_vouchers.auto_login,
      bandwidth_down: hotspot_vouchers.bandwidth_down,
      bandwidth_up: hotspot_vouchers.bandwidth_up,
      max_traffic: hotspot_vouchers.max_traffic,
      max_time: hotspot_vouchers.max_time,
      duration: hotspot_vouchers.duration,
      expires: hotspot_vouchers.expires,
      remain_use: hotspot_vouchers.remain_use,
      max_devices: hotspot_vouchers.max_devices,
      printed: hotspot_vouchers.printed,
    },
  },
  paper_template: {
    table: paper_templates,
    id: paper_templates.id,
    mine: usablePaperTemplates,
    name: paper_templates.name,
    hotspot: paper_templates.hotspot_id,
    tenant: paper_templates.account_id,
    fields: { name: paper_templates.name },
    // Too large to record: only that it changed is.
    hidden: { layout: paper_templates.template },
  },
  account: {
    table: accounts,
    id: accounts.id,
    mine: readableAccounts,
    name: accounts.username,
    hotspot: itsHotspot(hotspots.id),
    tenant: sql`case ${accounts.type} when 'admin' then 0 when 'reseller' then ${accounts.id} else coalesce(${itsHotspot(hotspots.account_id)}, ${accounts.creator_id}) end`,
    fields: {
      username: accounts.username,
      ...each(namesOf(ACCOUNT_FIELDS), (field) => accounts[field]),
      type: accounts.type,
      hotspot: itsHotspot(hotspots.name),
      ...each(namesOf(PRIVACY_FIELDS), (field) => accounts[field]),
      subscription_plan: ofSubscription(subscription_plans.name),
      subscription_until: ofSubscription(utc(subscriptions.valid_until)),
      sms_max_count: ofSms(account_sms_counts.sms_max_count),
      sms_threshold: ofSms(account_sms_counts.sms_threshold),
      custom_disclaimers_privacy: defaultDisclaimer('custom_disclaimers_privacy'),
      custom_disclaimers_terms: defaultDisclaimer('custom_disclaimers_terms'),
      integrations: namesOfIntegrations(account_integrations, sql`${account_integrations.account_id} = ${accounts.id}`),
    },
    hidden: { password: accounts.password_hash },
  },
  disclaimer: {
    table: disclaimers,
    id: disclaimers.id,
    mine: managedDisclaimers,
    name: disclaimers.title,
    hotspot: sql`0`,
    tenant: sql`(select min(${disclaimers_accounts.account_id}) from ${disclaimers_accounts} where ${disclaimers_accounts.disclaimer_id} = ${disclaimers.id})`,
    fields: {
      title: disclaimers.title,
      type: disclaimers.type,
      body: disclaimers.body,
      translations: sql`(select string_agg(t.key || ': ' || t.value, E'\n' order by t.key) from jsonb_each_text(${disclaimers.translations}) t)`,
    },
  },
  integration: {
    table: integrations,
    id: integrations.id,
    mine: usableIntegrations,
    name: integrations.name,
    hotspot: sql`0`,
    tenant: sql`0`,
    fields: {
      name: integrations.name,
      description: integrations.description,
      site: integrations.site,
      logo: integrations.logo,
      pre_auth_redirect_url: integrations.pre_auth_redirect_url,
      post_auth_redirect_url: integrations.post_auth_redirect_url,
      privacy: integrations.privacy,
    },
    // On some platforms the webhook's address itself contains the secret.
    hidden: { webhook_url: integrations.webhook_url, webhook_token: integrations.webhook_token },
  },
};

/** A moment as ISO, UTC, whole seconds. */
export function utc(column: PgColumn): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
