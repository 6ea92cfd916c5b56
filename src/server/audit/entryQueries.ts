import type { Db } from '../database/db';
import { audit_entries } from '../database/schema';

/** Adds an entry to the audit trail, in the transaction of the change that it records. */
export async function insertEntry(tx: Db, entry: typeof audit_entries.$inferInsert): Promise<void> {
  await tx.insert(audit_entries).values(entry);
}
