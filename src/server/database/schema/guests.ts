/** Guests, their devices, and the vouchers that they used. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { each, namesOf } from '../../../contract/plain/fields';
import { GUEST_FIELDS } from '../../../contract/plain/guestFields';
import { deviceText, guestText, sorted } from '../searchExpressions';
import { bytes, created, id, moment, textOrEmpty } from './columns';
import { hotspot } from './references';
import { hotspot_vouchers } from './vouchers';

const guestFields = () => ({
  hotspot_id: hotspot(),
  ...each(namesOf(GUEST_FIELDS), textOrEmpty),
  username: text().notNull(),
  email_verified: boolean().notNull().default(false),
  account_type: text().notNull(),
  reason: textOrEmpty(),
  country: textOrEmpty(),
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
    ip_address: textOrEmpty(),
    description: textOrEmpty(),
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
    device_mac: textOrEmpty(),
    /** For a registration without the device's address, its arrival at the portal, to recognise a second tap; else empty. */
    arrival: textOrEmpty(),
  },
  (t) => [unique('voucher_uses_pair').on(t.voucher_id, t.user_id), index('voucher_uses_user').on(t.user_id)],
);
