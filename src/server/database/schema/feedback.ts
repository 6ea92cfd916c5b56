/** Questions to guests about their stay. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { FEEDBACK_KINDS, FEEDBACK_REASONS, FEEDBACK_STATES } from '../../../contract/feedback';
import { created, moment, textOrEmpty } from './columns';
import { hotspot } from './references';

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
    language: textOrEmpty(),
    /** SHA-256 of hotspot and e-mail address or number, so that nobody is asked twice; '' until it is sent. */
    mailbox_hash: textOrEmpty(),
    /** SHA-256 of the token in its link; null until it is sent. */
    token_hash: text(),
    sent: moment(),
    opened: moment(),
    answered: moment(),
    /** 1 to 5; null for no answer, and for messages without stars. */
    stars: integer(),
    message: textOrEmpty(),
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
