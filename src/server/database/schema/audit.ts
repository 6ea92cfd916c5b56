/** The audit trail. */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { AUDIT_KINDS, AUDIT_ROLES, type AuditChange } from '../../../contract/audit';
import { id, moment, textOrEmpty } from './columns';

/**
 * The audit trail. No foreign keys, because it outlives its subjects. Append-only: a trigger (migrations/0001_functions.sql) rejects all
 * other changes, except those of server/audit/erasureQueries.ts.
 */
export const audit_entries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: moment().notNull(),
    /** The account; 0 for a unit or the server. */
    account_id: integer().notNull(),
    account_name: text().notNull(),
    role: text({ enum: AUDIT_ROLES }).notNull(),
    /** The address the call came from. */
    address: text().notNull(),
    action: text().notNull(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    object_id: integer().notNull(),
    object_name: textOrEmpty(),
    /** 0 for no hotspot. */
    hotspot_id: integer().notNull(),
    hotspot_name: textOrEmpty(),
    /** The reseller who may read it; 0 for none. */
    tenant_id: integer().notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
    /** Id of what was deleted in `deleted_things`, which may no longer have it; null for other entries. */
    deleted_id: integer(),
  },
  (t) => [
    index('audit_entries_at').on(t.at, t.id),
    index('audit_entries_tenant').on(t.tenant_id, t.at, t.id),
    index('audit_entries_account').on(t.account_id, t.at, t.id),
    index('audit_entries_hotspot').on(t.hotspot_id, t.kind, t.object_id),
  ],
);
