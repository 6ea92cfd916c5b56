/** SQL conditions for guests who are online, unused or over; used by lists, totals, dashboard and search. */
import { and, countDistinct, eq, gt, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { QueryBuilder, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { onHotspot, type Scope } from '../auth/tenancy';
import { sessions, users } from '../database/schema';

/**
 * Whether a guest is online: a session of theirs is running at their hotspot. After the end of their validity this stays so until the unit
 * reports the session's end. Each guest counts once, with however many devices; a deleted guest doesn't count.
 */
export function isOnline(scope: Scope): SQL {
  const running = new QueryBuilder().select({ id: sessions.user_id }).from(sessions).where(onHotspot(scope, sessions.hotspot_id));
  return sql`${users.id} in ${running}`;
}

/** The guests online at each hotspot that `where` allows, by the rule of `isOnline`. */
export const guestsOnline = (where: (hotspotId: AnyPgColumn) => SQL | undefined) =>
  new QueryBuilder()
    .select({ hotspot_id: sessions.hotspot_id, guests: countDistinct(users.id).as('guests') })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(where(sessions.hotspot_id))
    .groupBy(sessions.hotspot_id)
    .as('online');

/** Whether the guest's validity begins with the first use of a voucher, which is still to come (`firstUse` in access/authorise.ts). */
export const isUnused: SQL = sql`(${users.valid_until} is null and exists (
  select from hotspot_vouchers own where own.id = ${users.voucher_id} and own.type = 'auth'))`;

/** Whether the guest's validity hasn't ended: it ends later, or begins with the first use. */
export const isCurrent = (now: Date): SQL => sql`(${or(gt(users.valid_until, now), isUnused)})`;

/** The opposite of `isCurrent`. A guest without an end and without a voucher to use counts as expired, as in existing back ends. */
export const isOver = (now: Date): SQL => sql`(${or(lte(users.valid_until, now), and(isNull(users.valid_until), not(isUnused)))})`;
