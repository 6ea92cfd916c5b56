/** Preferences of managers and of hotspots, and alerts that managers don't want to see. */
import { pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, moment, textOrEmpty } from './columns';
import { account, hotspot } from './references';

export const account_preferences = pgTable(
  'account_preferences',
  {
    id: id(),
    account_id: account(),
    key: text().notNull(),
    value: textOrEmpty(),
  },
  (t) => [unique('account_preferences_key').on(t.account_id, t.key)],
);

export const hotspot_preferences = pgTable(
  'hotspot_preferences',
  { id: id(), hotspot_id: hotspot(), key: text().notNull(), value: textOrEmpty() },
  (t) => [unique('hotspot_preferences_key').on(t.hotspot_id, t.key)],
);

/** Alerts that a manager has hidden for a while, by the key that the server gives them (server/stats/attentionQueries.ts). */
export const snoozed_alerts = pgTable(
  'snoozed_alerts',
  {
    account_id: account(),
    alert: text().notNull(),
    until: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.alert] })],
);
