/** Hotspots, and whose they are. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { each, namesOf } from '../../../contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../../contract/plain/hotspotFields';
import { accounts } from './accounts';
import { created, id, textOrEmpty } from './columns';

export const hotspots = pgTable(
  'hotspots',
  {
    id: id(),
    uuid: text().notNull(),
    /** The reseller, which can't be deleted while it has hotspots. */
    account_id: integer()
      .notNull()
      .references(() => accounts.id),
    ...each(namesOf(HOTSPOT_FIELDS), textOrEmpty),
    name: text().notNull(),
    integration_terms: textOrEmpty(),
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
