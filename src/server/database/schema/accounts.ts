/** Managers. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../../contract/plain/accountFields';
import { each, namesOf } from '../../../contract/plain/fields';
import { created, id, moment, textOrEmpty } from './columns';

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Its creator; for a customer or desk the hotspot's reseller. Null for the first admin. */
    creator_id: integer().references((): AnyPgColumn => accounts.id, { onDelete: 'cascade' }),
    uuid: text().notNull(),
    type: text({ enum: ['admin', 'reseller', 'customer', 'desk'] }).notNull(),
    ...each(namesOf(ACCOUNT_FIELDS), textOrEmpty),
    name: text().notNull(),
    username: text().notNull(),
    /** argon2id in PHC format; never leaves the server. */
    password_hash: text().notNull(),
    /** True while the password is a one-time one: printed at installation, or set by a manager. */
    must_change_password: boolean().notNull().default(false),
    /** When a one-time password ends that a manager set; null for the one printed at installation, which doesn't. */
    one_time_until: moment(),
    ...each(namesOf(PRIVACY_FIELDS), textOrEmpty),
    created: created(),
  },
  (t) => [
    uniqueIndex('accounts_username').on(sql`lower(${t.username})`),
    uniqueIndex('accounts_uuid')
      .on(t.uuid)
      .where(sql`${t.uuid} <> ''`),
    index('accounts_creator').on(t.creator_id),
    check('accounts_type', sql`${t.type} in ('admin', 'reseller', 'customer', 'desk')`),
  ],
);
