/**
 * Every table. Names are those of the wire and of recorded fixtures, so that these load without mapping: guests are `users`, ended
 * sessions are `session_histories`. Traffic in bytes, time in seconds, bandwidth in kbps.
 *
 * What belongs to a hotspot is deleted with it (`on delete cascade`). Ended sessions outlive guests, devices and units so that reports
 * stay correct; they refer to those by plain ids without foreign keys.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { AUDIT_KINDS, AUDIT_ROLES, type AuditChange } from '../../contract/audit';
import { DELETIONS } from '../../contract/plain/roles';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import { FEEDBACK_KINDS, FEEDBACK_REASONS, FEEDBACK_STATES } from '../../contract/feedback';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import type { PaperSettings, PaperTemplate } from '../../contract/plain/paperModel';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import {
  COA_PORT,
  CONSENT_SOURCES,
  HTTP_PROOFS,
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type PortalLanguage,
} from '../../contract/plain/wire';
import { ACCESS_WAYS, REQUEST_ORIGINS, CODE_WAYS, CONSENT_PURPOSES, LOGIN_WAYS } from '../../contract/plain/accessWays';
import type { OutboxContent, SessionState } from './jsonColumns';
import { anyCase, codeKey, deviceText, folded, guestText, isNoted, sessionText, sorted, voucherText } from './searchExpressions';

const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const created = () => moment().notNull();
const bytes = () => bigint({ mode: 'number' }).notNull().default(0);
const words = () => text().notNull().default('');

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Its creator; for a customer or desk the hotspot's reseller. Null for the first admin. */
    creator_id: integer().references((): AnyPgColumn => accounts.id, { onDelete: 'cascade' }),
    uuid: text().notNull(),
    type: text({ enum: ['admin', 'reseller', 'customer', 'desk'] }).notNull(),
    ...each(namesOf(ACCOUNT_FIELDS), words),
    name: text().notNull(),
    username: text().notNull(),
    /** argon2id in PHC format; never leaves the server. */
    password_hash: text().notNull(),
    /** True while the password is the one-time one printed at installation. */
    must_change_password: boolean().notNull().default(false),
    ...each(namesOf(PRIVACY_FIELDS), words),
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
    /** Whether a mail about reaching the threshold was sent; reset once the number is above it again. */
    is_warned: boolean().notNull().default(false),
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

/** Tokens of staff sessions and of integrations. Only SHA-256 hashes are stored, so a stolen copy grants no access. */
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
    /** Extended as a session is used; an integration's token gets a new one with each sync. */
    expires: moment().notNull(),
    /** Address and browser of the sign-in, shown in the list of one's own sessions. */
    address: words(),
    agent: words(),
    created: created(),
  },
  (t) => [unique('access_tokens_hash').on(t.token_hash), index('access_tokens_account').on(t.account_id)],
);

/** Password reset codes. Using one invalidates all codes of the account. */
export const password_resets = pgTable(
  'password_resets',
  {
    id: id(),
    /** Null for a decoy whose code nobody received: see server/login/passwordResetQueries.ts. */
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

/** The second factor of an account, since it was confirmed (server/second-factor). */
export const second_factors = pgTable('second_factors', {
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The secret of its authenticator app, encrypted for this account (server/second-factor/queries.ts). */
  secret: text().notNull(),
  /** Time step (30 seconds, counted from 1970) of the last code used, because each code can be used only once. */
  last_step: integer().notNull(),
  /** SHA-256 of each remaining recovery code, lower-case hex. */
  recovery_codes: text().array().notNull(),
  since: moment().notNull(),
});

/**
 * Responses to requests with an `Idempotency-Key`, kept for a day: see server/http/idempotency.ts. Keys and bodies are stored as hashes
 * only.
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
    /** The answer as JSON. */
    answer: words(),
    created: created(),
  },
  (t) => [unique('idempotency_keys_key').on(t.account_id, t.key_hash), index('idempotency_keys_created').on(t.created)],
);

/** Failed sign-ins, by account and address; expired rows are deleted when new ones are added. */
export const login_failures = pgTable(
  'login_failures',
  {
    id: id(),
    /** See server/auth/throttle.ts. */
    key: text().notNull(),
    failed: moment().notNull(),
    /** When it stops counting. */
    forgotten: moment().notNull(),
  },
  (t) => [index('login_failures_key').on(t.key, t.failed), index('login_failures_forgotten').on(t.forgotten)],
);

/** Hashes of where an account has recently signed in: see server/auth/signInPlaceQueries.ts. */
export const login_places = pgTable(
  'login_places',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    address_hash: text().notNull(),
    /** Hash of address and browser. */
    device_hash: text().notNull(),
    seen: moment().notNull(),
  },
  (t) => [unique('login_places_device').on(t.account_id, t.device_hash)],
);

/** Alerts that a manager has hidden for a while, by the key that the server gives them (server/stats/attentionQueries.ts). */
export const snoozed_alerts = pgTable(
  'snoozed_alerts',
  {
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    alert: text().notNull(),
    until: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.alert] })],
);

export const hotspots = pgTable(
  'hotspots',
  {
    id: id(),
    uuid: text().notNull(),
    /** The reseller, which can't be deleted while it has hotspots. */
    account_id: integer()
      .notNull()
      .references(() => accounts.id),
    ...each(namesOf(HOTSPOT_FIELDS), words),
    name: text().notNull(),
    integration_terms: words(),
    created: created(),
  },
  (t) => [unique('hotspots_uuid').on(t.uuid), uniqueIndex('hotspots_name').on(t.account_id, sql`lower(${t.name})`)],
);

/** The one hotspot of a customer or desk. */
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

/** Print layouts of vouchers: a hotspot's own or, without a hotspot, one that a reseller shares with all of its hotspots. */
export const paper_templates = pgTable(
  'paper_templates',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hotspot_id: integer().references(() => hotspots.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    template: jsonb().$type<PaperTemplate>().notNull(),
    changed: moment().notNull(),
  },
  (t) => [index('paper_templates_account').on(t.account_id), index('paper_templates_hotspot').on(t.hotspot_id)],
);

/** A hotspot's settings for printing vouchers. */
export const hotspot_papers = pgTable('hotspot_papers', {
  hotspot_id: integer()
    .primaryKey()
    .references(() => hotspots.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<Omit<PaperSettings, 'template_id'>>().notNull(),
  template_id: integer().references(() => paper_templates.id, { onDelete: 'set null' }),
});

/**
 * Usage of the portal: counters by hotspot and day, in the hotspot's time zone. `what` is `opened`, `tried`, `in` with a login method, or
 * `took` with the seconds from opening to being online, rounded so that even a busy day has few rows.
 */
export const portal_figures = pgTable(
  'portal_figures',
  {
    hotspot_id: hotspot(),
    day: date().notNull(),
    what: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hotspot_id, t.day, t.what] }), index('portal_figures_day').on(t.day)],
);

/** Vouchers that were created together. `made` is their original number, whatever is deleted later. */
export const voucher_batches = pgTable(
  'voucher_batches',
  {
    id: id(),
    hotspot_id: hotspot(),
    name: words(),
    /** Its creator, who owns its vouchers too; `made_by` keeps the username when the account is deleted. */
    owner_id: integer().references(() => accounts.id, { onDelete: 'set null' }),
    made_by: words(),
    made: integer().notNull(),
    created: created(),
  },
  (t) => [index('voucher_batches_created').on(t.hotspot_id, t.created, t.id), index('voucher_batches_owner').on(t.owner_id)],
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
    /** -1 unlimited, 0 used up, else the number of uses left. */
    remain_use: integer().notNull(),
    expires: moment(),
    type: text({ enum: ['normal', 'auth'] }).notNull(),
    user_name: words(),
    user_mail: words(),
    printed: boolean().notNull().default(false),
    /** Its creator: a desk sees only its own. Null if not recorded. */
    owner_id: integer().references(() => accounts.id, { onDelete: 'set null' }),
    created: created(),
    batch_id: integer().references(() => voucher_batches.id, { onDelete: 'set null' }),
    /** Name of the preset it was made with; '' for none. */
    preset: words(),
    /** Room, or another line about the guest. */
    room: words(),
    prints: integer().notNull().default(0),
    /** Devices that may be online with it at once; 0 if the rule for its type decides: see server/access/devicesAtOnce.ts. */
    max_devices: integer().notNull().default(0),
  },
  (t) => [
    index('hotspot_vouchers_batch').on(t.batch_id),
    unique('hotspot_vouchers_code').on(t.hotspot_id, t.code),
    index('hotspot_vouchers_code_key').using('gin', sql`(${codeKey(t.code)}) gin_trgm_ops`),
    index('hotspot_vouchers_created').on(t.hotspot_id, t.created, t.id),
    index('hotspot_vouchers_owner').on(t.owner_id),
    index('hotspot_vouchers_text')
      .using('gin', sql`${voucherText(t)} gin_trgm_ops`)
      .where(isNoted(t)),
    // For the retention job, which looks for old ones.
    index('hotspot_vouchers_noted').on(t.created).where(isNoted(t)),
  ],
);

/** Codes that were invalidated because the guest lost them, with the voucher that is valid instead. */
export const replaced_codes = pgTable(
  'replaced_codes',
  {
    id: id(),
    hotspot_id: hotspot(),
    code: text().notNull(),
    /** The latest replacement: if that is replaced in turn, the row follows. */
    voucher_id: integer()
      .notNull()
      .references(() => hotspot_vouchers.id, { onDelete: 'cascade' }),
    replaced: moment().notNull(),
    /** Username of the manager who replaced it, at that time. */
    replaced_by: words(),
  },
  (t) => [
    index('replaced_codes_voucher').on(t.voucher_id),
    index('replaced_codes_hotspot').on(t.hotspot_id),
    index('replaced_codes_key').using('gin', sql`(${codeKey(t.code)}) gin_trgm_ops`),
  ],
);

export const units = pgTable(
  'units',
  {
    id: id(),
    hotspot_id: hotspot(),
    mac_address: text().notNull(),
    ...each(namesOf(UNIT_FIELDS), words),
    name: text().notNull(),
    uuid: text().notNull(),
    secret: words(),
    /** The previous secret, which still works for an hour after a renewal (server/units/secretQueries.ts); empty for none. */
    previous_secret: words(),
    previous_secret_until: moment(),
    created: created(),
    /** One of UNIT_KINDS, or empty to recognise the kind by the attributes that the unit sends. */
    kind: words(),
    /** Its fixed address, which also identifies it; empty if it has none. */
    address: words(),
    /** When it first proved its secret from that address; null if it hasn't, so that another unit may still claim the address. */
    address_confirmed: moment(),
    may_be_unsigned: boolean().notNull().default(false),
    /** Hash of the secret with which it last signed a guest's arrival; empty if it never did, or if its secret has changed since. */
    arrivals_signed_with: words(),
    /** Hosts of its own log-in page, as its signed Access-Requests named them (server/radius/gatewayHostQueries.ts), the latest last. */
    gateway_hosts: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Where it listens for Disconnect-Requests. */
    coa_port: integer().notNull().default(COA_PORT),
    /** The proof that its requests over HTTP need besides its digest. Becomes `signature` with the first signed request. */
    http_proof: text({ enum: HTTP_PROOFS }).notNull().default('address'),
  },
  (t) => [
    unique('units_uuid').on(t.uuid),
    // Unique per hotspot only: another tenant may have entered the same MAC address by mistake, and must not take it from its unit.
    unique('units_mac').on(t.hotspot_id, t.mac_address),
    index('units_mac_address').on(t.mac_address),
    index('units_hotspot').on(t.hotspot_id, t.id),
    index('units_address')
      .on(t.address)
      .where(sql`${t.address} <> ''`),
    // For gateways that write their names in upper case or with other accents.
    index('units_any_uuid').on(anyCase(t.uuid)),
    index('units_any_name').on(anyCase(folded(t.name))),
  ],
);

const guestFields = () => ({
  hotspot_id: hotspot(),
  ...each(namesOf(GUEST_FIELDS), words),
  username: text().notNull(),
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
  /** The unit through which a MAC entry was registered, possibly deleted since; null if not recorded or not a MAC entry. */
  unit_id: integer(),
  /**
   * The voucher whose code first let the guest in. One of type auth is the guest's own and decides about limits; with one of type normal
   * the guest registered. Null for other guests, and if the voucher was deleted.
   */
  voucher_id: integer().references(() => hotspot_vouchers.id, { onDelete: 'set null' }),
  created: created(),
});

/** Guests, including expired ones that aren't archived yet. */
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
  index('users_voucher').on(t.voucher_id),
  index('users_text').using('gin', sql`${guestText(t)} gin_trgm_ops`),
]);

/** Archived guests. `user_id` is the id they had as a guest. */
export const user_histories = pgTable('user_histories', { id: id(), user_id: integer().notNull(), ...guestFields() }, (t) => [
  index('user_histories_hotspot').on(t.hotspot_id, t.id),
  index('user_histories_user').on(t.user_id),
  index('user_histories_username').on(t.hotspot_id, t.username),
  index('user_histories_voucher').on(t.voucher_id),
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
  // Units choose session keys themselves, so two units may choose the same.
  unique('sessions_key').on(t.unit_id, t.session_key),
  // Not on columns that change with every report: each report would then add an entry to every index.
  index('sessions_hotspot').on(t.hotspot_id, t.start_time, t.id),
  index('sessions_user').on(t.user_id),
  // For checking at each log-in whether a device is online elsewhere.
  index('sessions_device').on(t.hotspot_id, t.device_mac),
  index('sessions_started').on(t.start_time, t.id, t.hotspot_id),
]);

/**
 * Ended sessions: a million rows and more. `user_id` stays when the guest is deleted, so that reports count as before. Indexes end with
 * the hotspot, so that index-only scans can skip other tenants' rows, and count.
 */
export const session_histories = pgTable(
  'session_histories',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The id it had while running. */
    session_id: bigint({ mode: 'number' }).notNull(),
    ...sessionFields(),
    /** Why it ended: one of TERMINATE_CAUSE (server/radius/dictionary.ts) or ours (server/access/accounting.ts); empty if unknown. */
    terminate_cause: words(),
  },
  (t) => [
    index('session_histories_hotspot').on(t.hotspot_id, t.start_time, t.id),
    // To find a session's addresses.
    index('session_histories_session').on(t.session_id),
    index('session_histories_unit').on(t.unit_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_user').on(t.user_id, t.start_time, t.id, t.hotspot_id),
    index('session_histories_started').on(t.start_time, t.id, t.hotspot_id),
    index('session_histories_by_username').on(sorted(t.username), t.id, t.hotspot_id),
    index('session_histories_by_up').on(t.bytes_up, t.id, t.hotspot_id),
    index('session_histories_by_down').on(t.bytes_down, t.id, t.hotspot_id),
    index('session_histories_by_duration').on(t.duration, t.id, t.hotspot_id),
    // Sessions of more than a day, which a report about a day would miss when searching by start time (sessions/visitQueries.ts).
    index('session_histories_long')
      .on(sql`coalesce(${t.stop_time}, ${t.update_time})`)
      .where(sql`coalesce(${t.stop_time}, ${t.update_time}) - ${t.start_time} > interval '1 day'`),
    index('session_histories_q').using('gin', sql`${sessionText(t)} gin_trgm_ops`),
  ],
);

/**
 * What units have reported about a session, so that late and repeated reports are applied correctly: see server/access/accounting.ts.
 * Rows are kept for two days after the session's end.
 */
export const session_reports = pgTable(
  'session_reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull(),
    session_key: text().notNull(),
    /** The id of the running session; stays after it has ended. */
    session_id: integer().notNull(),
    /** The ended session; null while it runs. */
    history_id: bigint({ mode: 'number' }),
    state: jsonb().$type<SessionState>().notNull(),
    /** When its end was written; null while it runs. */
    ended: moment(),
    /** The User-Name by which the unit finds the running session, if it isn't the session's username; otherwise empty. */
    username: words(),
    /** Whether its unit reports over HTTP, so that it can't be contacted and learns from the answers that the session should end. */
    is_by_http: boolean().notNull().default(false),
    /** When a replica last reserved the task of asking the unit to end it: see server/radius/claimQueries.ts. */
    end_claimed: moment(),
  },
  (t) => [
    index('session_reports_key').on(t.unit_id, t.session_key),
    index('session_reports_session').on(t.session_id),
    index('session_reports_hotspot').on(t.hotspot_id),
    index('session_reports_ended')
      .on(t.ended)
      .where(sql`${t.ended} is not null`),
  ],
);

/**
 * Addresses of sessions that had more than one, or not from their start; a single IPv4 address is in the session's own row. Written when
 * the report with the address is stored: see server/access/sessionAddresses.ts.
 */
export const session_addresses = pgTable(
  'session_addresses',
  {
    /** The id of the running session; the ended one has it as session_id. */
    session_id: bigint({ mode: 'number' }).notNull(),
    nth: integer().notNull(),
    hotspot_id: hotspot(),
    /** An address, or a prefix of which the guest may use every address. */
    address: inet().notNull(),
    since: moment().notNull(),
    /** When another address replaced it; null if the session had it until its end. */
    until: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.nth] }),
    index('session_addresses_hotspot').on(t.hotspot_id),
    index('session_addresses_address').using('gist', sql`${t.address} inet_ops`),
  ],
);

/** Which guests have used which vouchers. A guest counts as one use, however often they log in. */
export const voucher_uses = pgTable(
  'voucher_uses',
  {
    id: id(),
    voucher_id: integer()
      .notNull()
      .references(() => hotspot_vouchers.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    used: moment().notNull(),
    /** The device that registered with the voucher, to recognise a returning guest; empty if it wasn't a registration. */
    device_mac: words(),
    /** For a registration without the device's address, its arrival at the portal, to recognise a second tap; else empty. */
    arrival: words(),
  },
  (t) => [unique('voucher_uses_pair').on(t.voucher_id, t.user_id), index('voucher_uses_user').on(t.user_id)],
);

/** What a unit last reported about itself, authenticated by its secret. */
export const unit_contacts = pgTable('unit_contacts', {
  unit_id: integer()
    .primaryKey()
    .references(() => units.id, { onDelete: 'cascade' }),
  heard: moment().notNull(),
  /** Source address of the packet, to which Disconnect-Requests are sent. */
  address: text().notNull(),
  /** Recognised by the attributes that the unit sends: see server/radius/attributes.ts. */
  kind: text().notNull(),
  /** Seconds by which its clock is ahead; null if it doesn't send the time. */
  clock_ahead: integer(),
  /** Empty if the unit doesn't send it. */
  software: words(),
  /** Whether its last request over HTTP was signed; null if it makes none. */
  is_http_signed: boolean(),
  /**
   * NAS-Identifier of its last RADIUS packet, for requests to it; empty if it had none that can be sent back, null before its first packet.
   */
  nas_identifier: text(),
});

/** Half-hours of a day, in UTC, in which a unit was heard: bit 0 is the first. Kept for AVAILABLE_FOR_DAYS: see units/availability.ts. */
export const unit_days = pgTable(
  'unit_days',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    heard: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.day] })],
);

/**
 * Packets that named a unit but failed authentication, by sender. Old rows are deleted, as are those of more than 20 senders per unit.
 */
export const unit_refusals = pgTable(
  'unit_refusals',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    outcome: text({ enum: ['wrong_secret', 'not_signed'] }).notNull(),
    packets: integer().notNull(),
    last: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.address, t.outcome] }), index('unit_refusals_last').on(t.last)],
);

/**
 * Packets signed with a unit's secret but with a name that no unit has, by sender. Old rows are deleted, as are those of more than 20
 * senders per unit.
 */
export const unit_other_names = pgTable(
  'unit_other_names',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** As sent, but truncated to 100 characters. */
    name: text().notNull(),
    packets: integer().notNull(),
    since: moment().notNull(),
    last: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.address, t.name] }), index('unit_other_names_last').on(t.last)],
);

/** Guests who arrived from a unit without its signature since the last who had one: see units/arrivalSignatureQueries.ts. */
export const unit_unsigned_arrivals = pgTable('unit_unsigned_arrivals', {
  unit_id: integer()
    .primaryKey()
    .references(() => units.id, { onDelete: 'cascade' }),
  arrivals: integer().notNull(),
  since: moment().notNull(),
  last: moment().notNull(),
});

/** Every decision about whether somebody may be online. Deleted with the guest. */
export const access_events = pgTable(
  'access_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    at: moment().notNull(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    device_mac: words(),
    way: text({ enum: ACCESS_WAYS }).notNull(),
    /** The refusal's code; empty if access was granted. */
    refusal: words(),
    /** Seconds granted, and why that many. */
    seconds: integer().notNull().default(0),
    why: words(),
  },
  (t) => [
    index('access_events_hotspot').on(t.hotspot_id, t.at, t.id),
    index('access_events_unit').on(t.unit_id, t.at, t.id),
    index('access_events_user').on(t.user_id, t.at, t.id),
    index('access_events_at').on(t.at),
  ],
);

/**
 * Running sessions that their units should end: see server/access/pendingDisconnectQueries.ts. A row is deleted with the running session,
 * however it ends, so that no name is kept here any longer.
 */
export const asked_endings = pgTable('asked_endings', {
  session_id: integer()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  asked: moment().notNull(),
  /** The unit's names for guest and device, if the guest has been erased and the unit must still be told; otherwise empty. */
  username: words(),
  device_mac: words(),
});

/** Random keys of this installation, created when first needed. */
export const server_keys = pgTable(
  'server_keys',
  {
    name: text().notNull(),
    /** Base64. */
    key: text().notNull(),
    /** The highest generation is used for signing. */
    generation: integer().notNull().default(0),
    /** Until when a previous key is still valid; null for the current one. */
    until: moment(),
  },
  (t) => [primaryKey({ columns: [t.name, t.generation] })],
);

/** Settings that were decided for this installation at its first start. */
export const installation_settings = pgTable('installation_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Tokens by which a guest's browser proves to a unit that the portal has let the guest in: see server/access/tokenQueries.ts. */
export const login_tokens = pgTable(
  'login_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Empty if the unit didn't pass it to the portal. */
    device_mac: words(),
    /** How the guest logged in at the portal. */
    way: text({ enum: LOGIN_WAYS }).notNull(),
    /** Random; the token is derived from it. */
    nonce: text().notNull(),
    created: created(),
    /** When the guest opened the portal; null if unknown, or if the guest had nothing to do there. */
    opened: moment(),
    spent: moment(),
    /** Identifies the request that spent it, so that a repeated packet gets the same answer. */
    request_hash: words(),
    /**
     * The session or client that the unit itself logs in: see chilli/pageRoutes.ts, opennds/authGet.ts. Empty if the guest's browser logs
     * in.
     */
    session_key: words(),
    /** The arrival at the portal that it was issued for; empty if unknown. */
    arrival: words(),
  },
  (t) => [index('login_tokens_user').on(t.user_id), index('login_tokens_unit').on(t.unit_id), index('login_tokens_created').on(t.created)],
);

/** The texts that guests agreed to, by their SHA-256 in hex: proof of what a consent covered. */
export const consent_texts = pgTable('consent_texts', { hash: text().primaryKey(), body: text().notNull(), created: created() });

/**
 * Guests' consents and withdrawals. No foreign key to the guest: archived guests keep their proof under the id they had, and erasing a
 * guest erases it.
 */
export const consents = pgTable(
  'consents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    user_id: integer().notNull(),
    purpose: text({ enum: CONSENT_PURPOSES }).notNull(),
    is_given: boolean().notNull(),
    text_hash: text()
      .notNull()
      .references(() => consent_texts.hash),
    /** The guest's language. */
    language: text().notNull(),
    /** The text's language; '' for a text without one, which guests read whose language has no version. */
    text_language: words(),
    at: moment().notNull(),
    device_mac: words(),
    unit_id: integer().notNull(),
    /** Where it was given. For consents taken over from an older system, wording, language, device and unit are unknown. */
    source: text({ enum: CONSENT_SOURCES }).notNull().default('portal'),
  },
  (t) => [index('consents_user').on(t.user_id, t.at), index('consents_hotspot').on(t.hotspot_id), index('consents_text').on(t.text_hash)],
);

/**
 * Questions to guests about their stay: at most one of each kind per guest, planned when the guest first goes online. They outlive the
 * guest (user_id is then null and the text deleted), so that counts stay correct.
 */
export const feedback_requests = pgTable(
  'feedback_requests',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    user_id: integer(),
    kind: text({ enum: FEEDBACK_KINDS }).notNull(),
    due: moment().notNull(),
    state: text({ enum: FEEDBACK_STATES }).notNull().default('planned'),
    /** Why it was dropped; '' for other states. */
    reason: text({ enum: ['', ...FEEDBACK_REASONS] })
      .notNull()
      .default(''),
    language: words(),
    /** SHA-256 of hotspot and e-mail address or number, so that nobody is asked twice; '' until it is sent. */
    mailbox_hash: words(),
    /** SHA-256 of the token in its link; null until it is sent. */
    token_hash: text(),
    sent: moment(),
    opened: moment(),
    answered: moment(),
    /** 1 to 5; null for no answer, and for messages without stars. */
    stars: integer(),
    message: words(),
    created: created(),
  },
  (t) => [
    unique('feedback_requests_guest').on(t.user_id, t.kind),
    unique('feedback_requests_token').on(t.token_hash),
    index('feedback_requests_due')
      .on(t.due)
      .where(sql`${t.state} = 'planned'`),
    index('feedback_requests_mailbox').on(t.mailbox_hash, t.kind, t.sent),
    index('feedback_requests_hotspot').on(t.hotspot_id, t.sent),
  ],
);

/** Addresses and numbers that want no more questions from a hotspot, hashed as in feedback_requests; they outlive the guest. */
export const feedback_refusals = pgTable(
  'feedback_refusals',
  { hotspot_id: hotspot(), mailbox_hash: text().notNull(), at: moment().notNull() },
  (t) => [primaryKey({ columns: [t.hotspot_id, t.mailbox_hash] })],
);

/**
 * Outgoing messages: written in the transaction that causes them, sent by workers (messages/outboxQueries.ts). Finished rows are kept for a
 * month; once sent, without content and recipient.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The same for all tries: part of a mail's Message-ID, and by which other receivers recognise a repeated message. */
    uuid: uuid().notNull().defaultRandom(),
    hotspot_id: integer().references(() => hotspots.id, { onDelete: 'cascade' }),
    /** The manager to whom it is sent, or who caused it. */
    account_id: integer().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The guest it is about or sent to; erased with the guest. */
    user_id: integer(),
    request_id: integer().references(() => feedback_requests.id, { onDelete: 'cascade' }),
    /** The code that it contains; null once that is withdrawn. */
    code_id: bigint({ mode: 'number' }).references((): AnyPgColumn => portal_codes.id, { onDelete: 'set null' }),
    /** The platform that is called. */
    integration_id: integer().references(() => integrations.id, { onDelete: 'cascade' }),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    /** Messages of the same lane are sent in order, a few at a time; lanes don't wait for each other (messages/lanes.ts). */
    lane: text().notNull().default('mail'),
    /** Masked once sent. */
    recipient: text().notNull(),
    content: jsonb().$type<OutboxContent>(),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    /** How often sending was started. */
    tries: integer().notNull().default(0),
    /** Why the last try failed. */
    reason: words(),
    /** Time of the next try; while a worker is sending it, when another worker may assume that the first one died. */
    next_try: moment().notNull(),
    /** After this it isn't tried again automatically. */
    retry_until: moment().notNull().defaultNow(),
    /** After this it is too late to send it. */
    expires: moment().notNull(),
    created: created(),
    ended: moment(),
  },
  (t) => [
    index('outbox_due')
      .on(t.lane, t.next_try, t.id)
      .where(sql`${t.state} in ('waiting', 'sending')`),
    index('outbox_created').on(t.created, t.id),
    index('outbox_hotspot').on(t.hotspot_id, t.id),
    index('outbox_account')
      .on(t.account_id)
      .where(sql`${t.account_id} is not null`),
    index('outbox_user').on(t.user_id),
    index('outbox_request').on(t.request_id),
    index('outbox_code')
      .on(t.code_id)
      .where(sql`${t.code_id} is not null`),
    index('outbox_integration')
      .on(t.integration_id, t.hotspot_id)
      .where(sql`${t.integration_id} is not null`),
    index('outbox_ended').on(t.ended),
  ],
);

/** Mail server, SMS gateway and platforms that didn't accept messages. A row is deleted when the destination accepts one again. */
export const failing_destinations = pgTable('failing_destinations', {
  /** From `destinationOf` in messages/lanes.ts. */
  name: text().primaryKey(),
  reason: words(),
  since: moment().notNull(),
  last: moment().notNull(),
});

/** Codes sent to guests by e-mail or SMS, and log-ins started at another site. Kept for a day, for rate limits. */
export const portal_codes = pgTable(
  'portal_codes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    way: text({ enum: CODE_WAYS }).notNull().default('email'),
    /** The e-mail address, or the phone number; empty for a log-in at another site. */
    recipient: text('email').notNull(),
    device_mac: words(),
    /** The network it was requested from: see server/limits/countedAddress.ts. */
    network: text().notNull(),
    /** HMAC of the code by a key of the installation, base64. */
    code_hash: text().notNull(),
    tries: integer().notNull().default(0),
    wants_marketing: boolean().notNull(),
    wants_survey: boolean().notNull(),
    created: created(),
    used: moment(),
    /** The unit's session for which an older log-in page requested it; empty for our own pages. */
    session_key: words(),
    /** The voucher entered there together with the address. */
    voucher_id: integer().references(() => hotspot_vouchers.id, { onDelete: 'set null' }),
    /** Hash of the form that requested it, to recognise the same form if sent twice; null once another code may be sent. */
    form_hash: text(),
    /** Who asked: a guest known to the hotspot, a new one on its network, or anybody else (server/messages/sms/unenteredQueries.ts). */
    asked_by: text({ enum: REQUEST_ORIGINS }).notNull().default('here'),
  },
  (t) => [
    uniqueIndex('portal_codes_form')
      .on(t.form_hash)
      .where(sql`${t.form_hash} is not null`),
    index('portal_codes_voucher')
      .on(t.voucher_id)
      .where(sql`${t.voucher_id} is not null`),
    index('portal_codes_email').on(t.hotspot_id, t.recipient, t.created),
    index('portal_codes_number')
      .on(t.recipient, t.created)
      .where(sql`${t.way} = 'sms'`),
    index('portal_codes_device').on(t.hotspot_id, t.device_mac, t.created),
    index('portal_codes_network').on(t.network, t.created),
    index('portal_codes_created').on(t.created),
  ],
);

/** Failed code attempts at the portal, by device, address and unit: see server/portal/throttle.ts. Old rows are deleted. */
export const portal_tries = pgTable(
  'portal_tries',
  { id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(), key: text().notNull(), at: moment().notNull() },
  (t) => [index('portal_tries_key').on(t.key, t.at), index('portal_tries_at').on(t.at)],
);

const summed = () => ({
  /** The reseller whose hotspots are summed; 0 for all hotspots. */
  account_id: integer().notNull(),
  /** Whole hours since 1970-01-01T00:00Z: the hour in which the sessions began. */
  hour: integer().notNull(),
  /** False until the row is merged with the others of its hour. */
  is_folded: boolean().notNull().default(false),
});

/**
 * Sums of ended sessions by the hour in which they began; an hour's sum may be spread over several rows. Triggers
 * (migrations/0001_functions.sql, 0011_fewer_statements.sql) add rows in the statement that changes `session_histories`, so that writers to
 * the same hour don't block each other and no code path can forget it (docs/decisions/0008-report-sums-kept-by-triggers.md).
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
 * Guests with sessions that began in an hour, by the hours since their previous session (`gap`). To count a guest once a day in any time
 * zone, a report counts only hours whose `gap` reaches back before the start of the day. Maintained like `session_sums`.
 */
export const guest_sums = pgTable(
  'guest_sums',
  {
    ...summed(),
    /** Hours since the guest's previous hour with a session at that hotspot; 25, the longest day, means longer or never. */
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

/** One row per SMS that a hotspot sent. */
export const hotspot_sms_counts = pgTable(
  'hotspot_sms_counts',
  {
    id: id(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull().default(0),
    number: words(),
    /** True once it no longer counts because the pack was renewed. */
    reset: boolean().notNull().default(false),
    sent: moment().notNull(),
  },
  (t) => [index('hotspot_sms_counts_sent').on(t.hotspot_id, t.sent)],
);

/** Hotspots whose owner was sent a mail about reaching their SMS threshold; deleted once the number is above it again. */
export const hotspot_sms_warnings = pgTable('hotspot_sms_warnings', { hotspot_id: hotspot().primaryKey(), at: moment().notNull() });

export const disclaimers = pgTable('disclaimers', {
  id: id(),
  type: text({ enum: ['privacy', 'tos'] }).notNull(),
  title: text().notNull(),
  body: text().notNull(),
  /** The body in languages of the portal; guests in other languages read the body itself. */
  translations: jsonb().$type<Partial<Record<PortalLanguage, string>>>().notNull().default({}),
});

/** The reseller that a disclaimer belongs to. */
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

/** The disclaimers of a hotspot: at most one per type; none means the default. */
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

/** Integrations that the admin has enabled for a reseller. */
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

/** Integrations that are on for a hotspot; `last_sync` is null if the last sync failed. */
export const hotspot_integrations = pgTable(
  'hotspot_integrations',
  {
    hotspot_id: hotspot(),
    integration_id: integer()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    /** The API token that the integration got at its last sync. */
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
 * The audit trail. No foreign keys, because it outlives its subjects. Append-only: a trigger (migrations/0001_functions.sql) rejects all
 * other changes, except those of server/audit/erasureQueries.ts.
 */
export const audit_entries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: moment().notNull(),
    /** The account; 0 for a unit or the server. */
    account_id: integer().notNull(),
    account_name: text().notNull(),
    role: text({ enum: AUDIT_ROLES }).notNull(),
    /** The address the call came from. */
    address: text().notNull(),
    action: text().notNull(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    object_id: integer().notNull(),
    object_name: words(),
    /** 0 for no hotspot. */
    hotspot_id: integer().notNull(),
    hotspot_name: words(),
    /** The reseller who may read it; 0 for none. */
    tenant_id: integer().notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
    /** Id of what was deleted in `deleted_things`, which may no longer have it; null for other entries. */
    deleted_id: integer(),
  },
  (t) => [
    index('audit_entries_at').on(t.at, t.id),
    index('audit_entries_tenant').on(t.tenant_id, t.at, t.id),
    index('audit_entries_account').on(t.account_id, t.at, t.id),
    index('audit_entries_hotspot').on(t.hotspot_id, t.kind, t.object_id),
  ],
);

/**
 * What staff deleted, kept for a day during which it can be restored (deleted/keptRowQueries.ts). No foreign keys, because it outlives what
 * it belonged to.
 */
export const deleted_things = pgTable(
  'deleted_things',
  {
    id: id(),
    at: moment().notNull(),
    /** The permission with which it was deleted; restoring it requires the same. */
    action: text({ enum: DELETIONS }).notNull(),
    /** The object in the audit trail; for several vouchers it is their hotspot. */
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    object_id: integer().notNull(),
    label: text().notNull(),
    /** 0 for no hotspot. */
    hotspot_id: integer().notNull(),
    /** The reseller it belonged to; 0 for none. */
    tenant_id: integer().notNull(),
    /** Who deleted it: a desk restores only vouchers that it deleted itself. */
    account_id: integer().notNull(),
    /** Ids by which guests in it are found if they are to be erased: their own, and those of archived copies. */
    guest_ids: integer().array().notNull(),
    copy_ids: integer().array().notNull(),
    /** When it was restored; its rows are deleted then. */
    restored: moment(),
  },
  (t) => [index('deleted_things_at').on(t.at), index('deleted_things_hotspot').on(t.hotspot_id)],
);

/** The rows of deleted objects, up to a thousand rows of a table in each. */
export const deleted_rows = pgTable(
  'deleted_rows',
  {
    id: id(),
    thing_id: integer()
      .notNull()
      .references(() => deleted_things.id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    /** True if the rows still exist and only lost the values stored here. */
    is_change: boolean().notNull(),
    rows: jsonb().$type<Record<string, unknown>[]>().notNull(),
  },
  (t) => [index('deleted_rows_thing').on(t.thing_id)],
);
