/** Privacy policies and terms, and who uses which. */
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { PortalLanguage } from '../../../contract/plain/wire';
import { id } from './columns';
import { account, hotspot } from './references';

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
    account_id: account(),
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
