/** What belongs to the installation as a whole. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** Random keys of this installation, created when first needed. */
export const server_keys = pgTable(
  'server_keys',
  {
    name: text().notNull(),
    /** Base64. */
    key: text().notNull(),
    /** The highest generation is used for signing. */
    generation: integer().notNull().default(0),
    /** Until when a previous key is still valid; null for the current one. */
    until: moment(),
  },
  (t) => [primaryKey({ columns: [t.name, t.generation] })],
);

/** Settings that were decided for this installation at its first start. */
export const installation_settings = pgTable('installation_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});
