/** Preferences of managers and of hotspots, and alerts that managers don't want to see. */
import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { id, moment, words } from './columns';
import { hotspot } from './references';

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

export const hotspot_preferences = pgTable(
  'hotspot_preferences',
  { id: id(), hotspot_id: hotspot(), key: text().notNull(), value: words() },
  (t) => [unique('hotspot_preferences_key').on(t.hotspot_id, t.key)],
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
