/**
 * The only place that deletes or blanks anything in the audit trail: a trigger (migrations/0001_functions.sql) rejects all other attempts.
 */
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { audit_entries } from '../database/schema';

/** Fields of a guest's entries that identify the person. */
const PERSONAL = ['name', 'username', 'email'];

const aboutGuests = inArray(audit_entries.kind, ['guest', 'archived_guest']);

/** Removes personal data from a guest's entries, in the transaction that erases the guest. The entries themselves stay. */
export async function eraseGuestEntries(
  tx: Db,
  { hotspotId, username, userIds, copyIds }: { hotspotId: number; username: string; userIds: number[]; copyIds: number[] },
): Promise<void> {
  const { kind, object_id, object_name } = audit_entries;
  const isIt = sql`(${and(eq(kind, 'guest'), inArray(object_id, userIds))} or ${copyIds.length > 0 ? and(eq(kind, 'archived_guest'), inArray(object_id, copyIds)) : sql`false`}
    or ${and(aboutGuests, eq(object_name, username))} or ${and(eq(kind, 'voucher'), eq(object_name, username.toLowerCase()))})`;
  await forgetPersons(tx, sql`${eq(audit_entries.hotspot_id, hotspotId)} and ${isIt}`);
}

/** The same for all guests of a hotspot, when it is deleted. */
export async function forgetGuestsOf(tx: Db, hotspotId: number): Promise<void> {
  await forgetPersons(tx, sql`${eq(audit_entries.hotspot_id, hotspotId)} and ${aboutGuests}`);
}

/** Deletes up to `most` entries older than `cutoff` (PORTICO_RETENTION_DAYS) and returns how many. */
export async function deleteOldEntries(db: Db, cutoff: Date, most: number): Promise<number> {
  return db.transaction((tx) =>
    forgetting(tx, async () => {
      const old = tx.select({ id: audit_entries.id }).from(audit_entries).where(lt(audit_entries.at, cutoff)).limit(most);
      const gone = await tx.delete(audit_entries).where(inArray(audit_entries.id, old)).returning({ id: audit_entries.id });
      return gone.length;
    }),
  );
}

async function forgetPersons(tx: Db, which: SQL): Promise<void> {
  await forgetting(tx, () =>
    tx
      .update(audit_entries)
      .set({
        object_name: '',
        changes: sql`(select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(${audit_entries.changes}) c
          where c ->> 'field' not in (${sql.join(
            PERSONAL.map((field) => sql`${field}`),
            sql`, `,
          )}))`,
      })
      .where(which),
  );
}

async function forgetting<O>(tx: Db, work: () => Promise<O>): Promise<O> {
  await tx.execute(sql`select set_config('portico.audit', 'forget', true)`);
  const outcome = await work();
  await tx.execute(sql`select set_config('portico.audit', '', true)`);
  return outcome;
}
