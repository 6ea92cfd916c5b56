/** Single archived guests; their list is in queries.ts. */
import { and, eq, sql } from 'drizzle-orm';
import type { ArchivedGuestDetails, UpdateGuest } from '../../contract/guests';
import type { Db } from '../database/db';
import { user_histories, users } from '../database/schema';
import { onHotspot, type Scope } from '../auth/tenancy';
import { type TodayQuery, detailsOf, extendVoucher, changed } from './queries';
import { toArchivedGuest } from './rowQueries';

/** An archived guest in scope, with its usage; null if there is none. */
export async function getArchivedGuest(db: Db, scope: Scope, id: number, today?: TodayQuery): Promise<ArchivedGuestDetails | null> {
  const [row] = await db
    .select()
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id)));
  return row ? detailsOf(db, toArchivedGuest(row), row.user_id, today) : null;
}

/** Locks an archived guest in scope until the transaction ends. */
export async function lockArchivedGuest(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: user_histories.id })
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id)))
    .for('update');
}

/**
 * Changes an archived guest in scope. If its validity then ends after `now`, it becomes an active guest again and the new id is returned:
 * its former one if still free, so that its sessions belong to it. 'duplicate username' if another guest has its username by now.
 */
export async function updateArchivedGuest(
  db: Db,
  scope: Scope,
  id: number,
  change: UpdateGuest,
  now: Date,
): Promise<'done' | 'unknown guest' | 'duplicate username' | number> {
  const set = changed(change);
  return db.transaction(async (tx) => {
    const mine = and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id));
    const [found] = await tx.select().from(user_histories).where(mine).for('update');
    if (!found) return 'unknown guest';
    if (set.valid_until === undefined || set.valid_until <= now) {
      await tx
        .update(user_histories)
        .set({ ...set, id: sql`${user_histories.id}` })
        .where(mine);
      return 'done';
    }
    const { id: _archivedId, user_id, ...guest } = { ...found, ...set };
    const [sameName] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.hotspot_id, guest.hotspot_id), eq(users.username, guest.username)));
    if (sameName) return 'duplicate username';
    const revived = await insertWithId(tx, { ...guest, id: user_id });
    if (revived === 'duplicate') return 'duplicate username';
    await tx.delete(user_histories).where(mine);
    await extendVoucher(tx, guest, set.valid_until);
    return revived;
  });
}

/**
 * Inserts a guest with the given id, or with a new one if that is taken, and moves the sequence past it. 'duplicate' if the username is
 * taken.
 */
async function insertWithId(tx: Db, guest: typeof users.$inferInsert & { id: number }): Promise<number | 'duplicate'> {
  const sequence = sql`pg_get_serial_sequence('users', 'id')`;
  await tx.execute(
    sql`select setval(${sequence}, ${guest.id}) where ${guest.id} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`,
  );
  const { id: _taken, ...withoutId } = guest;
  for (const values of [guest, withoutId]) {
    const [created] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
    if (created) return created.id;
  }
  return 'duplicate';
}
