/** Which entries of the audit trail can be undone: deletions of the last day that haven't been undone yet. */
import { and, gt, inArray, isNull } from 'drizzle-orm';
import { restorableThings, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { deleted_things } from '../database/schema';

/** Milliseconds for which deleted objects can be restored. */
export const RESTORABLE_FOR = 86_400_000;

/** Which of these deleted objects the scope can still restore. */
export async function listRestorable(db: Db, scope: Scope, ids: number[], now: Date): Promise<{ id: number; until: string }[]> {
  const { id, at, restored } = deleted_things;
  const rows = await db
    .select({ id, at })
    .from(deleted_things)
    .where(and(restorableThings(scope), inArray(id, ids), isNull(restored), gt(at, new Date(now.getTime() - RESTORABLE_FOR))));
  return rows.map((row) => ({ id: row.id, until: isoOf(new Date(row.at.getTime() + RESTORABLE_FOR)) }));
}
