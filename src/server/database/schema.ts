/**
 * Every table of both specifications. Names are those of the wire and of the recorded fixture, so that a fixture loads without
 * a map: guests are `users`, ended sessions are `session_histories`. Traffic in bytes, time in seconds, bandwidth in kbps.
 *
 * Two decisions run through it. What belongs to a hotspot goes with it (`on delete cascade`). And the record of ended sessions
 * outlives guests, devices and units, because reports stay right when those go: their ids there are plain numbers.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { AUDIT_KINDS, AUDIT_ROLES, type AuditChange } from '../../contract/audit';
import { deviceText, guestText, sessionText, sorted } from './searchExpressions';

const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const created = () => moment().notNull();
const bytes = () => bigint({ mode: 'number' }).notNull().default(0);
const words = () => text().notNull().default('');

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Who made it; for a customer or desk the hotspot's reseller. Null for the first admin. */
    creator_id: integer().references((): AnyPgColumn => accounts.id, { onDelete: 'cascade' }),
    uuid: text().notNull(),
    type: text({ enum: ['admin', 'reseller', 'customer', 'desk'] }).notNull(),
    name: text().notNull(),
    username: text().notNull(),
    email: words(),
    /** argon2id in its usual text form; never leaves the server. */
    password_hash: text().notNull(),
    /** True while the password is the one-time one that the installation printed. */
    must_change_password: boolean().notNull().default(false),
    privacy_name: words(),
    privacy_vat: words(),
    privacy_address: words(),
    privacy_email: words(),
    privacy_dpo: words(),
    privacy_dpo_mail: words(),
    created: created(),
  },
  (t) => [
    uniqueIndex('accounts_username').on(sql`lower(${t.username})`),
    uniqueIndex('accounts_uuid')
      .on(t.uuid)
      .where(sql`${t.uuid} <> ''`),
    index('accounts_creator').on(t.creator_id),
    check('accounts_type', sql`${t.type} in ('admin', 'reseller', 'customer', 'desk')`),
  ],
);

export const account_preferences = pgTable(
  'account_preferences',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: words(),
  },
  (t) => [unique('account_preferences_key').on(t.account_id, t.key)],
);

export const account_sms_counts = pgTable(
  'account_sms_counts',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sms_max_count: integer().notNull().default(0),
    sms_count: integer().notNull().default(0),
    sms_threshold: integer().notNull().default(0),
  },
  (t) => [unique('account_sms_counts_account').on(t.account_id)],
);

export const subscription_plans = pgTable(
  'subscription_plans',
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    description: words(),
    price: integer().notNull().default(0),
    /** Days that a subscription lasts. */
    period: integer().notNull(),
    included_sms: integer().notNull().default(0),
    max_units: integer().notNull(),
    advanced_report: boolean().notNull().default(false),
    wings_customization: boolean().notNull().default(false),
    social_analytics: boolean().notNull().default(false),
  },
  (t) => [unique('subscription_plans_code').on(t.code)],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    subscription_plan_id: integer()
      .notNull()
      .references(() => subscription_plans.id),
    valid_from: moment().notNull(),
    valid_until: moment().notNull(),
    created: created(),
  },
  (t) => [unique('subscriptions_account').on(t.account_id)],
);

/** API tokens and the tokens of log-ins: only a SHA-256 of either is kept, so that a stolen copy opens nothing. */
export const access_tokens = pgTable(
  'access_tokens',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, lower-case hex. */
    token_hash: text().notNull(),
    type: text({ enum: ['login', 'api'] }).notNull(),
    description: words(),
    /** Moves on as a log-in is used; an API token gets a new one with each sync. */
    expires: moment().notNull(),
    /** From where, and with what, the log-in was made: for whoever asks where an account is signed in. */
    address: words(),
    agent: words(),
    created: created(),
  },
  (t) => [unique('access_tokens_hash').on(t.token_hash), index('access_tokens_account').on(t.account_id)],
);

/** A forgotten password: what was mailed, as a hash. All of an account end with the first that is used. */
export const password_resets = pgTable(
  'password_resets',
  {
    id: id(),
    /** Null where nobody got it: see server/auth/passwordReset.ts. */
    account_id: integer().references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, lower-case hex. */
    code_hash: text().notNull(),
    created: created(),
  },
  (t) => [
    index('password_resets_account').on(t.account_id, t.created),
    unique('password_resets_code').on(t.code_hash),
    index('password_resets_created').on(t.created),
  ],
);

/**
 * What a call with an `Idempotency-Key` answered, for a day: see server/http/idempotency.ts. Only hashes of keys and bodies are kept, and
 * in the transaction that did the work, so that no row is without its answer once it can be seen.
 */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key, lower-case hex. */
    key_hash: text().notNull(),
    /** HMAC-SHA256 of route and body by the key, lower-case hex. */
    fingerprint: text().notNull(),
    status: integer().notNull().default(0),
    /** The JSON of the answer. */
    answer: words(),
    created: created(),
  },
  (t) => [unique('idempotency_keys_key').on(t.account_id, t.key_hash), index('idempotency_keys_created').on(t.created)],
);

/** Failed log-ins, by who was tried from where; they are removed as new ones come. */
export const login_failures = pgTable(
  'login_failures',
  {
    id: id(),
    /** See server/auth/throttle.ts. */
    key: text().notNull(),
    failed: moment().notNull(),
    /** From when on it counts for nothing. */
    forgotten: moment().notNull(),
  },
  (t) => [index('login_failures_key').on(t.key, t.failed), index('login_failures_forgotten').on(t.forgotten)],
);

/** Where an account signed in lately, as hashes: see server/auth/places.ts. */
export const login_places = pgTable(
  'login_places',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    address_hash: text().notNull(),
    /** Of address and browser. */
    device_hash: text().notNull(),
    seen: moment().notNull(),
  },
  (t) => [unique('login_places_device').on(t.account_id, t.device_hash)],
);

export const hotspots = pgTable(
  'hotspots',
  {
    id: id(),
    uuid: text().notNull(),
    /** The reseller. It cannot be deleted while it has hotspots. */
    account_id: integer()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    description: words(),
    business_name: words(),
    business_vat: words(),
    business_address: words(),
    business_email: words(),
    business_dpo: words(),
    business_dpo_mail: words(),
    integration_terms: words(),
    created: created(),
  },
  (t) => [unique('hotspots_uuid').on(t.uuid), uniqueIndex('hotspots_name').on(t.account_id, sql`lower(${t.name})`)],
);

/** Which hotspot a customer or desk is tied to: exactly one. */
export const accounts_hotspots = pgTable(
  'accounts_hotspots',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hotspot_id: integer()
      .notNull()
      .references(() => hotspots.id, { onDelete: 'cascade' }),
  },
  (t) => [unique('accounts_hotspots_account').on(t.account_id), index('accounts_hotspots_hotspot').on(t.hotspot_id)],
);

const hotspot = () =>
  integer()
    .notNull()
    .references(() => hotspots.id, { onDelete: 'cascade' });

export const hotspot_preferences = pgTable(
  'hotspot_preferences',
  { id: id(), hotspot_id: hotspot(), key: text().notNull(), value: words() },
  (t) => [unique('hotspot_preferences_key').on(t.hotspot_id, t.key)],
);

export const hotspot_vouchers = pgTable(
  'hotspot_vouchers',
  {
    id: id(),
    hotspot_id: hotspot(),
    code: text().notNull(),
    auto_login: boolean().notNull(),
    bandwidth_up: integer().notNull().default(0),
    bandwidth_down: integer().notNull().default(0),
    /** Days from the first use; 0 when `expires` was set at creation. */
    duration: integer().notNull().default(0),
    max_traffic: bytes(),
    max_time: integer().notNull().default(0),
    /** -1 limitless, 0 used up, else how often it may still be used. */
    remain_use: integer().notNull(),
    expires: moment(),
    type: text({ enum: ['normal', 'auth'] }).notNull(),
    user_name: words(),
    user_mail: words(),
    printed: boolean().notNull().default(false),
    /** Who made it: a desk sees only its own. Null where that was never noted. */
    owner_id: integer().references(() => accounts.id, { onDelete: 'set null' }),
    created: created(),
  },
  (t) => [
    unique('hotspot_vouchers_code').on(t.hotspot_id, t.code),
    index('hotspot_vouchers_created').on(t.hotspot_id, t.created, t.id),
    index('hotspot_vouchers_owner').on(t.owner_id),
  ],
);

export const units = pgTable(
  'units',
  {
    id: id(),
    hotspot_id: hotspot(),
    mac_address: text().notNull(),
    name: text().notNull(),
    description: words(),
    uuid: text().notNull(),
    secret: words(),
    created: created(),
  },
  (t) => [unique('units_uuid').on(t.uuid), unique('units_mac').on(t.mac_address), index('units_hotspot').on(t.hotspot_id, t.id)],
);

const guestFields = () => ({
  hotspot_id: hotspot(),
  name: words(),
  username: text().notNull(),
  email: words(),
  email_verified: boolean().notNull().default(false),
  account_type: text().notNull(),
  reason: words(),
  country: words(),
  marketing_auth: boolean().notNull().default(false),
  survey_auth: boolean().notNull().default(false),
  kbps_down: integer().notNull().default(0),
  kbps_up: integer().notNull().default(0),
  max_navigation_traffic: bytes(),
  max_navigation_time: integer().notNull().default(0),
  auto_login: boolean().notNull().default(false),
  valid_from: moment(),
  valid_until: moment(),
  /** By which unit a MAC entry was made, which may have gone since; null where it is none, or nobody noted it. */
  unit_id: integer(),
  created: created(),
});

/** Guests: those whose validity runs, and those whose validity is over but who were not archived yet. */
export const users = pgTable('users', { id: id(), ...guestFields() }, (t) => [
  unique('users_username').on(t.hotspot_id, t.username),
  index('users_valid').on(t.hotspot_id, t.valid_until, t.id),
  index('users_created').on(t.hotspot_id, t.created),
  index('users_by_validity').on(t.valid_until, t.id),
  index('users_by_name').on(sorted(t.name), t.id),
  index('users_by_email').on(sorted(t.email), t.id),
  index('users_by_username').on(sorted(t.username), t.id),
  index('users_by_type').on(sorted(t.account_type), t.id),
  index('users_by_start').on(t.valid_from, t.id),
  index('users_by_creation').on(t.created, t.id),
  index('users_text').using('gin', sql`${guestText(t)} gin_trgm_ops`),
]);

/** Archived guests. `user_id` is the id they had as a guest. */
export const user_histories = pgTable('user_histories', { id: id(), user_id: integer().notNull(), ...guestFields() }, (t) => [
  index('user_histories_hotspot').on(t.hotspot_id, t.id),
  index('user_histories_user').on(t.user_id),
  index('user_histories_username').on(t.hotspot_id, t.username),
  index('user_histories_text').using('gin', sql`${guestText(t)} gin_trgm_ops`),
]);

export const devices = pgTable(
  'devices',
  {
    id: id(),
    hotspot_id: hotspot(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mac_address: text().notNull(),
    ip_address: words(),
    description: words(),
    created: created(),
  },
  (t) => [
    index('devices_hotspot').on(t.hotspot_id, t.id),
    index('devices_user').on(t.user_id),
    index('devices_mac').on(t.mac_address),
    index('devices_by_creation').on(t.created, t.id),
    index('devices_by_mac').on(sorted(t.mac_address), t.id),
    index('devices_by_ip').on(sorted(t.ip_address), t.id),
    index('devices_q').using('gin', sql`${deviceText(t)} gin_trgm_ops`),
  ],
);

const sessionFields = () => ({
  unit_id: integer().notNull(),
  unit_mac: words(),
  hotspot_id: hotspot(),
  hotspot_desc: words(),
  device_id: integer().notNull(),
  device_mac: words(),
  ip_address: words(),
  user_id: integer().notNull(),
  username: words(),
  bytes_up: bytes(),
  bytes_down: bytes(),
  duration: integer().notNull().default(0),
  auth_time: moment().notNull(),
  start_time: moment().notNull(),
  update_time: moment().notNull(),
  stop_time: moment(),
  session_key: text().notNull(),
});

/** Running sessions. */
export const sessions = pgTable('sessions', { id: id(), ...sessionFields() }, (t) => [
  unique('sessions_key').on(t.session_key),
  index('sessions_hotspot').on(t.hotspot_id, t.update_time, t.id),
  index('sessions_unit').on(t.unit_id, t.update_time),
  index('sessions_user').on(t.user_id),
  index('sessions_updated').on(t.update_time, t.id),
]);

/**
 * Ended sessions: a million rows and more. `user_id` stays after the guest went, so that reports count as before. Its indexes
 * end with the hotspot, so that other tenants' rows are passed over, and rows counted, without being read.
 */
export const session_histories = pgTable(
  'session_histories',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The id that it had while it ran. */
    session_id: bigint({ mode: 'number' }).notNull(),
    ...sessionFields(),
  },
  (t) => [
    index('session_histories_hotspot').on(t.hotspot_id, t.start_time, t.id),
    index('session_histories_unit').on(t.unit_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_user').on(t.user_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_started').on(t.start_time, t.id, t.hotspot_id),
    index('session_histories_by_username').on(sorted(t.username), t.id, t.hotspot_id),
    index('session_histories_by_up').on(t.bytes_up, t.id, t.hotspot_id),
    index('session_histories_by_down').on(t.bytes_down, t.id, t.hotspot_id),
    index('session_histories_by_duration').on(t.duration, t.id, t.hotspot_id),
    index('session_histories_q').using('gin', sql`${sessionText(t)} gin_trgm_ops`),
  ],
);

const summed = () => ({
  /** The reseller whose hotspots are summed; 0: those of all. */
  account_id: integer().notNull(),
  /** Whole hours from 1970-01-01T00:00Z to the one in which the sessions began. */
  hour: integer().notNull(),
  /** False while the row waits to be added to the others of its hour. */
  is_folded: boolean().notNull().default(false),
});

/**
 * What the reports say of ended sessions, by the hour in which they began: the sum over the rows of an hour. Whoever changes
 * `session_histories` adds rows here in the same statement, by triggers of the database (migration report_sums_kept), so that writers of one hour
 * do not wait for each other and no program can forget it.
 */
export const session_sums = pgTable(
  'session_sums',
  { ...summed(), connections: integer().notNull(), bytes_up: bytes(), bytes_down: bytes(), duration: bytes() },
  (t) => [
    index('session_sums_hour').on(t.account_id, t.hour),
    index('session_sums_loose')
      .on(t.account_id, t.hour)
      .where(sql`not ${t.is_folded}`),
  ],
);

/**
 * Guests with sessions that began in an hour, by how long before they were there last: a guest counts for a day, of any zone, in the
 * one hour of it whose `gap` reaches back before the day. Kept as `session_sums` are.
 */
export const guest_sums = pgTable(
  'guest_sums',
  {
    ...summed(),
    /** Hours since the guest's last hour with a session, on that hotspot; LONG_AGO (reports/sums.ts) for that many, for more, and for none. */
    gap: integer().notNull(),
    guests: integer().notNull(),
  },
  (t) => [
    index('guest_sums_hour').on(t.account_id, t.hour),
    index('guest_sums_loose')
      .on(t.account_id, t.hour)
      .where(sql`not ${t.is_folded}`),
  ],
);

/** One row for each SMS that a hotspot sent. */
export const hotspot_sms_counts = pgTable(
  'hotspot_sms_counts',
  {
    id: id(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull().default(0),
    number: words(),
    /** True once it no longer counts, because the pack was renewed. */
    reset: boolean().notNull().default(false),
    sent: moment().notNull(),
  },
  (t) => [index('hotspot_sms_counts_sent').on(t.hotspot_id, t.sent)],
);

export const disclaimers = pgTable('disclaimers', {
  id: id(),
  type: text({ enum: ['privacy', 'tos'] }).notNull(),
  title: text().notNull(),
  body: text().notNull(),
});

/** Which reseller a disclaimer belongs to. */
export const disclaimers_accounts = pgTable(
  'disclaimers_accounts',
  {
    id: id(),
    disclaimer_id: integer()
      .notNull()
      .references(() => disclaimers.id, { onDelete: 'cascade' }),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('disclaimers_accounts_pair').on(t.account_id, t.disclaimer_id),
    index('disclaimers_accounts_disclaimer').on(t.disclaimer_id),
  ],
);

/** Which disclaimers a hotspot shows: at most one of a type; none means the default one. */
export const disclaimers_hotspots = pgTable(
  'disclaimers_hotspots',
  {
    id: id(),
    disclaimer_id: integer()
      .notNull()
      .references(() => disclaimers.id, { onDelete: 'cascade' }),
    hotspot_id: hotspot(),
    type: text({ enum: ['privacy', 'tos'] }).notNull(),
  },
  (t) => [unique('disclaimers_hotspots_type').on(t.hotspot_id, t.type), index('disclaimers_hotspots_disclaimer').on(t.disclaimer_id)],
);

export const integrations = pgTable('integrations', {
  id: id(),
  name: text().notNull(),
  description: words(),
  site: words(),
  logo: words(),
  webhook_url: words(),
  webhook_token: words(),
  pre_auth_redirect_url: words(),
  post_auth_redirect_url: words(),
  privacy: words(),
});

/** Which integrations the admin has switched on for a reseller. */
export const account_integrations = pgTable(
  'account_integrations',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    integration_id: integer()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('account_integrations_pair').on(t.account_id, t.integration_id),
    index('account_integrations_integration').on(t.integration_id),
  ],
);

/** Which integrations are on for a hotspot; `last_sync` is null when the last one failed. */
export const hotspot_integrations = pgTable(
  'hotspot_integrations',
  {
    hotspot_id: hotspot(),
    integration_id: integer()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    /** The API token that the integration got with its last sync. */
    token_id: integer().references(() => access_tokens.id, { onDelete: 'set null' }),
    last_sync: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.hotspot_id, t.integration_id] }),
    index('hotspot_integrations_integration').on(t.integration_id),
    index('hotspot_integrations_failed')
      .on(t.hotspot_id)
      .where(sql`${t.last_sync} is null`),
  ],
);

/**
 * The audit trail: who changed what. It names no other row, because it outlives them all. Rows are only ever added: a trigger of the
 * database (migration audit_trail) refuses all else, but what server/audit/forgetting.ts does.
 */
export const audit_entries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: moment().notNull(),
    /** Who, as it was called then; 0: a unit. */
    account_id: integer().notNull(),
    account_name: text().notNull(),
    role: text({ enum: AUDIT_ROLES }).notNull(),
    /** From where. */
    address: text().notNull(),
    action: text().notNull(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    object_id: integer().notNull(),
    object_name: words(),
    /** 0: of no hotspot. */
    hotspot_id: integer().notNull(),
    hotspot_name: words(),
    /** The reseller who may read it; 0: none. */
    tenant_id: integer().notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
  },
  (t) => [
    index('audit_entries_at').on(t.at, t.id),
    index('audit_entries_tenant').on(t.tenant_id, t.at, t.id),
    index('audit_entries_account').on(t.account_id, t.at, t.id),
    index('audit_entries_hotspot').on(t.hotspot_id, t.kind, t.object_id),
  ],
);
