/** How a hotspot prints its vouchers. */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PaperSettings, PaperTemplate } from '../../../contract/plain/paperModel';
import { id, moment } from './columns';
import { hotspots } from './hotspots';
import { account } from './references';

/** Print layouts of vouchers: a hotspot's own or, without a hotspot, one that a reseller shares with all of its hotspots. */
export const paper_templates = pgTable(
  'paper_templates',
  {
    id: id(),
    account_id: account(),
    hotspot_id: integer().references(() => hotspots.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    template: jsonb().$type<PaperTemplate>().notNull(),
    changed: moment().notNull(),
  },
  (t) => [index('paper_templates_account').on(t.account_id), index('paper_templates_hotspot').on(t.hotspot_id)],
);

/** A hotspot's settings for printing vouchers. */
export const hotspot_papers = pgTable('hotspot_papers', {
  hotspot_id: integer()
    .primaryKey()
    .references(() => hotspots.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<Omit<PaperSettings, 'template_id'>>().notNull(),
  template_id: integer().references(() => paper_templates.id, { onDelete: 'set null' }),
});
