/** Platforms of partners, and where they are on. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, moment, textOrEmpty } from './columns';
import { account, hotspot } from './references';
import { access_tokens } from './signIns';

export const integrations = pgTable('integrations', {
  id: id(),
  name: text().notNull(),
  description: textOrEmpty(),
  site: textOrEmpty(),
  logo: textOrEmpty(),
  webhook_url: textOrEmpty(),
  webhook_token: textOrEmpty(),
  pre_auth_redirect_url: textOrEmpty(),
  post_auth_redirect_url: textOrEmpty(),
  privacy: textOrEmpty(),
});

/** Integrations that the admin has enabled for a reseller. */
export const account_integrations = pgTable(
  'account_integrations',
  {
    id: id(),
    account_id: account(),
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
