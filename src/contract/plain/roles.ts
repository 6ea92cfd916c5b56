/**
 * The permission table (docs/wire.md#who-may-do-what), read by the server's guard (`allow` in server/auth/guard.ts) and by the
 * console's buttons. Which rows a role sees is decided in server/auth/tenancy.ts. No zod here: the console bundles this file.
 */
export const ROLES = ['admin', 'reseller', 'customer', 'desk'] as const;
export type Role = (typeof ROLES)[number];

const everyone: readonly Role[] = ROLES;
/** Roles that run several hotspots; a customer or desk belongs to exactly one. */
export const MULTI_HOTSPOT_ROLES: readonly Role[] = ['admin', 'reseller'];
export const managesSeveralHotspots = (role: Role | null | undefined): boolean => role != null && MULTI_HOTSPOT_ROLES.includes(role);
/** Every role but the reception desk, which only serves guests. */
export const ALL_BUT_DESK: readonly Role[] = [...MULTI_HOTSPOT_ROLES, 'customer'];

/**
 * A role missing from a row gets 403. A role that would get an empty list is included: its scope has no rows. Rules that depend on
 * more than the role (own object, the plan's features) are checked next to the query that they guard.
 */
export const PERMISSIONS = {
  'hotspots.list': everyone,
  'hotspots.read': everyone,
  'hotspots.create': ['reseller'],
  'hotspots.update': MULTI_HOTSPOT_ROLES,
  'hotspots.delete': MULTI_HOTSPOT_ROLES,
  'hotspot_preferences.read': everyone,
  // A customer may write captive_* keys only, and only if its reseller's plan includes them.
  'hotspot_preferences.update': ALL_BUT_DESK,
  'marketing.read': everyone,
  'marketing.update': MULTI_HOTSPOT_ROLES,
  'vouchers.list': everyone,
  'vouchers.create': everyone,
  'vouchers.update': everyone,
  'vouchers.delete': everyone,
  'paper.read': everyone,
  'paper.update': ALL_BUT_DESK,
  'paper_templates.list': everyone,
  'paper_templates.read': everyone,
  // Only the owner of the hotspots may share a template with all of them.
  'paper_templates.create': ALL_BUT_DESK,
  'paper_templates.update': ALL_BUT_DESK,
  'paper_templates.delete': ALL_BUT_DESK,
  'vouchers.replace': everyone,
  'vouchers.send': everyone,
  'accounts.list': everyone,
  'accounts.read': everyone,
  'accounts.create': MULTI_HOTSPOT_ROLES,
  'accounts.delete': MULTI_HOTSPOT_ROLES,
  'accounts.subscription': ['admin'],
  'accounts.update': everyone,
  'account_preferences.read': everyone,
  'account_preferences.update': everyone,
  'subscription_plans.list': everyone,
  'units.list': everyone,
  'units.read': everyone,
  'units.create': MULTI_HOTSPOT_ROLES,
  'units.update': MULTI_HOTSPOT_ROLES,
  'units.show_secret': MULTI_HOTSPOT_ROLES,
  'units.renew_secret': MULTI_HOTSPOT_ROLES,
  'units.delete': MULTI_HOTSPOT_ROLES,
  'mac_entries.create': everyone,
  'guests.list': everyone,
  'guests.read': everyone,
  'guests.update': everyone,
  'guests.delete': everyone,
  'devices.list': everyone,
  'devices.read': everyone,
  'sessions.list': everyone,
  'sessions.read': everyone,
  'sessions.disconnect': everyone,
  'histories.list': everyone,
  'histories.read': everyone,
  'disclaimers.list': everyone,
  'disclaimers.create': ['admin'],
  'disclaimers.read': ['admin'],
  'disclaimers.update': ['admin'],
  'disclaimers.delete': ['admin'],
  'disclaimers.hotspots': ['admin'],
  'integrations.list': everyone,
  'integrations.read': ['admin'],
  'integrations.create': ['admin'],
  'integrations.update': ['admin'],
  'integrations.delete': ['admin'],
  'integrations.test': ['admin'],
  'account_integrations.list': ['admin'],
  'account_integrations.update': ['admin'],
  'hotspot_integrations.list': everyone,
  'hotspot_integrations.update': ALL_BUT_DESK,
  'sms_accounts.read': everyone,
  'sms_accounts.threshold': MULTI_HOTSPOT_ROLES,
  'sms_accounts.add': ['admin'],
  'sms_hotspots.list': everyone,
  'totals.read': everyone,
  'dashboard.read': ALL_BUT_DESK,
  'reports.read': everyone,
  // The union of the roles in `ALERTS`.
  'attention.list': ALL_BUT_DESK,
  'attention.snooze': ALL_BUT_DESK,
  'audit.list': MULTI_HOTSPOT_ROLES,
  // Messages name mail servers, gateways and platforms, which only an admin looks after.
  'messages.list': ['admin'],
  'messages.repeat': ['admin'],
  // The checks name the server's paths and settings.
  'system.read': ['admin'],
  account_sessions: everyone,
  // Of one's own account.
  'second_factor.on': everyone,
  'second_factor.off': everyone,
  'second_factor.codes': everyone,
  // Of other accounts, whose owners have lost it.
  'accounts.second_factor_off': MULTI_HOTSPOT_ROLES,
  // Ends the sessions of other accounts.
  'accounts.sign_out': MULTI_HOTSPOT_ROLES,
  // The route also checks that the role may delete the object in question.
  'deleted.restore': everyone,
  // As for `deleted.restore`.
  deleting: everyone,
  find: everyone,
  why: everyone,
  'find.units': ALL_BUT_DESK,
  'find.accounts': MULTI_HOTSPOT_ROLES,
} as const satisfies Record<string, readonly Role[]>;

/** Roles that get each kind of alert: those who can do something about it. */
export const ALERTS = {
  // Only the server's operator can fix it, but an admin can ask them to.
  proxy_not_named: ['admin'],
  // As for `proxy_not_named`.
  retention_unset: ['admin'],
  // Mail server and gateway are the operator's; platforms are set up by admins.
  messages_failing: ['admin'],
  sms_near_limit: MULTI_HOTSPOT_ROLES,
  plan_ending: MULTI_HOTSPOT_ROLES,
  // Only these roles can repeat the sync.
  sync_failed: MULTI_HOTSPOT_ROLES,
  // A desk has no access to units.
  units_silent: ALL_BUT_DESK,
  // Somebody may be getting online by one short access after another.
  short_limit: ALL_BUT_DESK,
  // Somebody may be using up the SMS pack, or the list of allowed countries keeps guests out.
  sms_refused: ALL_BUT_DESK,
  // Resellers fill in their own privacy fields; nobody else can.
  privacy_missing: ['reseller'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/**
 * Permissions of the token that an integration gets at a sync: reading what is on its hotspot. It can't change anything, nor read
 * accounts, preferences or other integrations.
 */
const INTEGRATION_READS: readonly Permission[] = [
  'hotspots.list',
  'hotspots.read',
  'units.list',
  'units.read',
  'guests.list',
  'guests.read',
  'devices.list',
  'devices.read',
  'sessions.list',
  'sessions.read',
  'histories.list',
  'histories.read',
  'vouchers.list',
  'totals.read',
  'reports.read',
];

/** Whether an integration may make the call, provided that its token's account may. */
export function isAllowedForIntegrations(permission: Permission): boolean {
  return INTEGRATION_READS.includes(permission);
}

/**
 * What the audit trail records: the permissions of calls that change something, password resets by mail, sign-ins with a recovery code,
 * and units asked to change a running session after its guest was changed.
 */
export const AUDITED = [
  'hotspots.create',
  'hotspots.update',
  'hotspots.delete',
  'hotspot_preferences.update',
  'marketing.update',
  'vouchers.create',
  'vouchers.update',
  'vouchers.delete',
  'paper.update',
  'paper_templates.create',
  'paper_templates.update',
  'paper_templates.delete',
  'vouchers.replace',
  'vouchers.send',
  'accounts.create',
  'accounts.update',
  'accounts.delete',
  'accounts.subscription',
  'account_preferences.update',
  'units.create',
  'units.update',
  'units.show_secret',
  'units.renew_secret',
  'units.delete',
  'mac_entries.create',
  'guests.update',
  'guests.delete',
  'sessions.disconnect',
  'sessions.change',
  'disclaimers.create',
  'disclaimers.update',
  'disclaimers.delete',
  'integrations.create',
  'integrations.update',
  'integrations.delete',
  'account_integrations.update',
  'hotspot_integrations.update',
  'sms_accounts.threshold',
  'sms_accounts.add',
  'messages.repeat',
  'deleted.restore',
  'password_reset',
  'second_factor.on',
  'second_factor.off',
  'second_factor.codes',
  'second_factor.recovered',
  'accounts.second_factor_off',
  'accounts.sign_out',
] as const satisfies readonly (Permission | 'password_reset' | 'second_factor.recovered' | 'sessions.change')[];
export type AuditAction = (typeof AUDITED)[number];

/** What can be brought back for a day after it was deleted. */
export const DELETIONS = [
  'hotspots.delete',
  'units.delete',
  'guests.delete',
  'vouchers.delete',
  'accounts.delete',
  'integrations.delete',
  'disclaimers.delete',
  'paper_templates.delete',
] as const satisfies readonly AuditAction[];
export type Deletion = (typeof DELETIONS)[number];

/** Whether the role may make the call at all. */
export function may(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission];
  return allowed.includes(role);
}

/** Whether the role gets alerts of this kind. */
export function isAlerted(role: Role, kind: keyof typeof ALERTS): boolean {
  const alerted: readonly Role[] = ALERTS[kind];
  return alerted.includes(role);
}
