/** Outgoing messages, and how many SMS each hotspot and account sent. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '../../../contract/plain/wire';
import type { OutboxContent } from '../jsonColumns';
import { accounts } from './accounts';
import { created, id, moment, textOrEmpty } from './columns';
import { feedback_requests } from './feedback';
import { hotspots } from './hotspots';
import { integrations } from './integrations';
import { portal_codes } from './portal';
import { account, hotspot } from './references';

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
    reason: textOrEmpty(),
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
  reason: textOrEmpty(),
  since: moment().notNull(),
  last: moment().notNull(),
});

export const account_sms_counts = pgTable(
  'account_sms_counts',
  {
    id: id(),
    account_id: account(),
    sms_max_count: integer().notNull().default(0),
    sms_count: integer().notNull().default(0),
    sms_threshold: integer().notNull().default(0),
    /** Whether a mail about reaching the threshold was sent; reset once the number is above it again. */
    is_warned: boolean().notNull().default(false),
  },
  (t) => [unique('account_sms_counts_account').on(t.account_id)],
);

/** One row per SMS that a hotspot sent. */
export const hotspot_sms_counts = pgTable(
  'hotspot_sms_counts',
  {
    id: id(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull().default(0),
    number: textOrEmpty(),
    /** True once it no longer counts because the pack was renewed. */
    reset: boolean().notNull().default(false),
    sent: moment().notNull(),
  },
  (t) => [index('hotspot_sms_counts_sent').on(t.hotspot_id, t.sent)],
);

/** Hotspots whose owner was sent a mail about reaching their SMS threshold; deleted once the number is above it again. */
export const hotspot_sms_warnings = pgTable('hotspot_sms_warnings', { hotspot_id: hotspot().primaryKey(), at: moment().notNull() });
