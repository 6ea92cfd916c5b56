/** The portal: codes that it sends, attempts, and how it is used. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { CODE_METHODS, REQUEST_ORIGINS } from '../../../contract/plain/accessMethods';
import { created, moment, textOrEmpty } from './columns';
import { hotspot } from './references';
import { hotspot_vouchers } from './vouchers';

/** Codes sent to guests by e-mail or SMS, and log-ins started at another site. Kept for a day, for rate limits. */
export const portal_codes = pgTable(
  'portal_codes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    hotspot_id: hotspot(),
    way: text({ enum: CODE_METHODS }).notNull().default('email'),
    /** The e-mail address, or the phone number; empty for a log-in at another site. */
    recipient: text('email').notNull(),
    /** The mailbox of an e-mail address (`mailboxOf`), which has many addresses; empty for other codes. */
    mailbox: textOrEmpty(),
    device_mac: textOrEmpty(),
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
    session_key: textOrEmpty(),
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
    index('portal_codes_mailbox').on(t.hotspot_id, t.mailbox, t.created),
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
