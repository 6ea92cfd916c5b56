/** What can be restored. */
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { AUDIT_KINDS } from '../../../contract/audit';
import { DELETIONS } from '../../../contract/plain/roles';
import { id, moment } from './columns';

/**
 * What staff deleted, kept for a day during which it can be restored (deleted/deletedCopyQueries.ts). No foreign keys, because it outlives what
 * it belonged to.
 */
export const deleted_things = pgTable(
  'deleted_things',
  {
    id: id(),
    at: moment().notNull(),
    /** The permission with which it was deleted; restoring it requires the same. */
    action: text({ enum: DELETIONS }).notNull(),
    /** The object in the audit trail; for several vouchers it is their hotspot. */
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    object_id: integer().notNull(),
    label: text().notNull(),
    /** 0 for no hotspot. */
    hotspot_id: integer().notNull(),
    /** The reseller it belonged to; 0 for none. */
    tenant_id: integer().notNull(),
    /** Who deleted it: a desk restores only vouchers that it deleted itself. */
    account_id: integer().notNull(),
    /** Ids by which guests in it are found if they are to be erased: their own, and those of archived copies. */
    guest_ids: integer().array().notNull(),
    copy_ids: integer().array().notNull(),
    /** When it was restored; its rows are deleted then. */
    restored: moment(),
  },
  (t) => [index('deleted_things_at').on(t.at), index('deleted_things_hotspot').on(t.hotspot_id)],
);

/** The rows of deleted objects, up to a thousand rows of a table in each. */
export const deleted_rows = pgTable(
  'deleted_rows',
  {
    id: id(),
    thing_id: integer()
      .notNull()
      .references(() => deleted_things.id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    /** True if the rows still exist and only lost the values stored here. */
    is_change: boolean().notNull(),
    rows: jsonb().$type<Record<string, unknown>[]>().notNull(),
  },
  (t) => [index('deleted_rows_thing').on(t.thing_id)],
);
