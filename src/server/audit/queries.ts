import { and, eq, gte, lte } from 'drizzle-orm';
import type { AuditEntry, ListAudit } from '../../contract/audit';
import type { Db } from '../database/db';
import { audit_entries } from '../database/schema';
import { readableEntries, type Scope } from '../auth/tenancy';
import { contains, isoOf, momentOf, sortedBy } from '../database/listQueries';
import { listRestorable } from './undoQueries';

/** A page of the entries that the scope may read, latest first by default. */
export async function listAudit(db: Db, scope: Scope, query: ListAudit, now: Date): Promise<{ data: AuditEntry[]; total: number }> {
  const { at, account_id, account_name, action, object_name, hotspot_id, hotspot_name } = audit_entries;
  const mine = and(
    readableEntries(scope),
    contains([account_name, object_name, hotspot_name], query.q),
    query.account === 0 ? undefined : eq(account_id, query.account),
    query.hotspot === 0 ? undefined : eq(hotspot_id, query.hotspot),
    query.action === '' ? undefined : eq(action, query.action),
    query.from === '' ? undefined : gte(at, momentOf(query.from)),
    query.to === '' ? undefined : lte(at, momentOf(query.to)),
  );
  const rows = await db
    .select()
    .from(audit_entries)
    .where(mine)
    .orderBy(...sortedBy(audit_entries[query.sort], audit_entries.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const deletedIds = rows.flatMap(({ deleted_id }) => deleted_id ?? []);
  const undoable = query.undo === 'true' && deletedIds.length > 0 ? await listRestorable(db, scope, deletedIds, now) : [];
  const undoOf = (id: number | null) => undoable.find((thing) => thing.id === id);
  const data = rows.map(({ deleted_id, ...row }) => ({ ...row, at: isoOf(row.at), undo: undoOf(deleted_id) }));
  return { data, total: await db.$count(audit_entries, mine) };
}
