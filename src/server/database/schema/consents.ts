/** What guests agreed to. */
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { CONSENT_PURPOSES } from '../../../contract/plain/accessMethods';
import { CONSENT_SOURCES } from '../../../contract/plain/wire';
import { created, moment, textOrEmpty } from './columns';
import { hotspot } from './references';

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
    text_language: textOrEmpty(),
    at: moment().notNull(),
    device_mac: textOrEmpty(),
    unit_id: integer().notNull(),
    /** Where it was given. For consents taken over from an older system, wording, language, device and unit are unknown. */
    source: text({ enum: CONSENT_SOURCES }).notNull().default('portal'),
  },
  (t) => [index('consents_user').on(t.user_id, t.at), index('consents_hotspot').on(t.hotspot_id), index('consents_text').on(t.text_hash)],
);
