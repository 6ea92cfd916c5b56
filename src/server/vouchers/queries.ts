import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CreateVouchers, UpdateVouchers, Voucher } from '../../contract/vouchers';
import { isExpired } from '../../contract/plain/voucherState';
import { CODE_LENGTH, MAX_VOUCHER_DAYS } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { withIds } from '../database/paging';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { hotspot_vouchers, hotspots, users, voucher_batches } from '../database/schema';
import { randomCode } from '../auth/randomCode';
import { readableHotspots, visibleVouchers, type Scope } from '../auth/tenancy';
import { isoOf, isoOrNull } from '../database/listQueries';
import { endOfDay } from '../../contract/plain/zones';

const DAY = 86_400_000;

/** A voucher as it is stored. */
export type VoucherRow = typeof hotspot_vouchers.$inferSelect;

/**
 * Creates vouchers on a hotspot in scope and returns them by ascending id; after a refusal the caller must roll back. A customer or desk
 * becomes their owner. Doesn't require voucher login to be on, because vouchers may be prepared before that. Each voucher of type auth gets
 * its guest at once (VCH-50), with the upper-case code as username.
 */
export async function insertVouchers(
  tx: Db,
  scope: Scope,
  body: CreateVouchers,
  now: Date,
): Promise<Voucher[] | 'unknown hotspot' | 'duplicate code' | 'wrong last day'> {
  const expires = expiryOf(body, now);
  if (isExpired({ expires }, now) || (expires !== null && expires.getTime() > now.getTime() + (MAX_VOUCHER_DAYS + 1) * DAY))
    return 'wrong last day';
  // Lock the hotspot so that it can't be deleted meanwhile.
  const [hotspot] = await tx
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, body.hotspot_id)))
    .for('key share');
  if (!hotspot) return 'unknown hotspot';
  const isBatch = body.num_vouchers > 1 || (body.batch ?? '') !== '';
  const batchId = isBatch ? await insertBatch(tx, scope, { ...body, name: body.batch ?? '', count: body.num_vouchers }, now) : null;
  const common: Common = { ...body, expires, batch_id: batchId, owner_id: creatorOf(scope), room: body.room ?? '' };
  const created: Voucher[] = [];
  while (created.length < body.num_vouchers) {
    const more = await insertSome(tx, common, created.length, now);
    if (more.length === 0 && body.code !== '') return 'duplicate code';
    created.push(...more.map(toVoucher));
  }
  return created.sort((a, b) => a.id - b.id);
}

/** The owner of vouchers and batches that the scope creates: the account of a customer or desk, otherwise null. */
export const creatorOf = (scope: Scope) => (scope.role === 'customer' || scope.role === 'desk' ? scope.accountId : null);

/** Creates a batch and returns its id. The caller has checked that the hotspot is in scope. */
export async function insertBatch(
  tx: Db,
  scope: Scope,
  { hotspot_id, name, count }: { hotspot_id: number; name: string; count: number },
  now: Date,
): Promise<number> {
  const values = { hotspot_id, name, made: count, owner_id: creatorOf(scope), made_by: scope.username, created: now };
  const [batch] = await tx.insert(voucher_batches).values(values).returning({ id: voucher_batches.id });
  return batch?.id ?? 0;
}

/**
 * Expiry of vouchers with a fixed end: the end of `last_day` if given, else `expiration` days from now. Null if the first use starts the
 * validity.
 */
function expiryOf({ time, expiration, last_day, tz = 'UTC' }: CreateVouchers, now: Date): Date | null {
  if (time === 'duration') return null;
  return last_day === undefined ? new Date(now.getTime() + expiration * DAY) : endOfDay(last_day, tz);
}

/** Values shared by vouchers that are created together. */
export type Common = Omit<CreateVouchers, 'room'> & Pick<VoucherRow, 'expires' | 'batch_id' | 'owner_id' | 'room'>;

/**
 * Tries to insert the vouchers still missing after the first `before`. Returns those whose code was free; the caller repeats for the
 * others.
 */
export async function insertSome(tx: Db, { expires, ...body }: Common, before: number, now: Date): Promise<VoucherRow[]> {
  const codes = new Set(body.code === '' ? [] : [body.code]);
  while (codes.size < body.num_vouchers - before) codes.add(randomCode(CODE_LENGTH));
  const isAuth = body.type === 'auth';
  const name = body.user_name ?? '';
  const common = {
    hotspot_id: body.hotspot_id,
    auto_login: body.auto_login,
    bandwidth_up: body.bandwidth_up,
    bandwidth_down: body.bandwidth_down,
    max_traffic: body.max_traffic,
    max_time: body.max_time,
    duration: expires === null ? body.duration : 0,
    remain_use: body.remain_use,
    max_devices: body.max_devices ?? 0,
    expires,
    type: body.type,
    user_name: isAuth ? name : '',
    user_mail: isAuth ? (body.user_mail ?? '') : '',
    owner_id: body.owner_id,
    batch_id: body.batch_id,
    preset: body.preset ?? '',
    room: body.room,
    created: now,
  };
  const created = await tx
    .insert(hotspot_vouchers)
    .values([...codes].map((code) => ({ ...common, code })))
    .onConflictDoNothing()
    .returning();
  if (!isAuth || created.length === 0) return created;

  const guests = created.map(({ id, code }, index) => {
    const username = code.toUpperCase();
    const nth = before + index;
    return {
      hotspot_id: body.hotspot_id,
      voucher_id: id,
      username,
      name: `${name}${nth === 0 ? '' : `-${nth}`} (${username})`,
      email: common.user_mail,
      account_type: 'voucher',
      kbps_down: body.bandwidth_down,
      kbps_up: body.bandwidth_up,
      max_navigation_traffic: body.max_traffic,
      max_navigation_time: body.max_time,
      auto_login: body.auto_login,
      // The guest's validity starts with the voucher's: at first use, or now.
      valid_from: expires === null ? null : now,
      valid_until: expires,
      created: now,
    };
  });
  const insertedGuests = await tx.insert(users).values(guests).onConflictDoNothing().returning({ voucherId: users.voucher_id });
  const withGuest = new Set(insertedGuests.map(({ voucherId }) => voucherId));
  // The guest of a deleted voucher may still have the code as username, so such a code counts as taken.
  const taken = created.filter(({ id }) => !withGuest.has(id));
  if (taken.length === 0) return created;
  const takenIds = taken.map(({ id }) => id);
  await tx.delete(hotspot_vouchers).where(inArray(hotspot_vouchers.id, takenIds));
  return created.filter(({ id }) => !takenIds.includes(id));
}

/** Marks vouchers as printed or not. False, without any change, unless the scope sees all of them. */
export async function updateVouchers(
  tx: Db,
  scope: Scope,
  { voucher_ids, printed, reprint_undone = false }: UpdateVouchers,
): Promise<boolean> {
  const ids = [...new Set(voucher_ids)];
  const mine = and(visibleVouchers(scope), inArray(hotspot_vouchers.id, ids));
  const seen = await tx.select({ id: hotspot_vouchers.id }).from(hotspot_vouchers).where(mine).orderBy(hotspot_vouchers.id).for('update');
  if (seen.length < ids.length) return false;
  const { prints } = hotspot_vouchers;
  // Undoing a reprint takes back one print, the one that failed.
  const counted = printed && !reprint_undone ? sql`${prints} + 1` : sql`greatest(${prints} - 1, 0)`;
  await tx.update(hotspot_vouchers).set({ printed, prints: counted }).where(mine);
  return true;
}

/** A voucher in scope; null if there is none. */
export async function getVoucher(db: Db, scope: Scope, id: number): Promise<Voucher | null> {
  const [row] = await db
    .select()
    .from(hotspot_vouchers)
    .where(and(visibleVouchers(scope), eq(hotspot_vouchers.id, id)));
  return row ? toVoucher(row) : null;
}

/** Deletes a voucher. False if the scope sees no such voucher; doesn't reveal whether another tenant has it. */
export async function deleteVoucher(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(visibleVouchers(scope), eq(hotspot_vouchers.id, id));
  await copies.deleting(hotspot_vouchers, mine);
  const deleted = await tx.delete(hotspot_vouchers).where(mine).returning({ id: hotspot_vouchers.id });
  return deleted.length > 0;
}

/** Deletes all vouchers of a hotspot that the scope sees (for a desk, its own); returns how many. Null if it may not read the hotspot. */
export async function deleteVouchersOf(tx: Db, scope: Scope, hotspotId: number, copies: DeletedCopies): Promise<number | null> {
  if (!(await isReadable(tx, scope, hotspotId))) return null;
  const mine = and(visibleVouchers(scope), eq(hotspot_vouchers.hotspot_id, hotspotId));
  // Locked first, so that vouchers created meanwhile stay.
  const going = await tx.select({ id: hotspot_vouchers.id }).from(hotspot_vouchers).where(mine).orderBy(hotspot_vouchers.id).for('update');
  if (going.length === 0) return 0;
  const those = withIds(
    hotspot_vouchers.id,
    going.map(({ id }) => id),
  );
  await copies.deleting(hotspot_vouchers, those);
  await tx.delete(hotspot_vouchers).where(those);
  return going.length;
}

export async function isReadable(db: Db, scope: Scope, hotspotId: number): Promise<boolean> {
  return (await db.$count(hotspots, and(readableHotspots(scope), eq(hotspots.id, hotspotId)))) > 0;
}

export function toVoucher(row: VoucherRow): Voucher {
  const { batch_id: _batch, preset, room, prints, max_devices, ...voucher } = row;
  return {
    ...voucher,
    expires: isoOrNull(row.expires),
    owner_id: row.owner_id ?? 0,
    created: isoOf(row.created),
    // Omitted if empty, as in existing back ends.
    ...(preset !== '' && { preset }),
    ...(room !== '' && { room }),
    ...(prints > 0 && { prints }),
    ...(max_devices > 0 && { max_devices }),
  };
}
