/** Rows of vouchers with which guests log in (codes.ts), and of the guests who register with them. */
import { randomInt } from 'node:crypto';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/db';
import { hotspot_vouchers, users, voucher_uses } from '../database/schema';

export type Voucher = typeof hotspot_vouchers.$inferSelect;

interface Registered {
  guestId: number;
  username: string;
}

/** A hotspot's vouchers with one of these codes, as a query that the caller can lock. */
export const vouchersWith = (db: Db, spellings: string[], hotspotId: number) =>
  db
    .select()
    .from(hotspot_vouchers)
    .where(and(eq(hotspot_vouchers.hotspot_id, hotspotId), inArray(hotspot_vouchers.code, spellings)))
    .orderBy(hotspot_vouchers.id);

/** The guest to whom a voucher of type auth belongs. */
export async function guestOfVoucher(tx: Db, { id }: Voucher): Promise<Registered | undefined> {
  const [guest] = await tx.select({ guestId: users.id, username: users.username }).from(users).where(eq(users.voucher_id, id));
  return guest;
}

/** The guest that this device has registered with the voucher, or without a device, this arrival. */
export async function registeredBefore(
  tx: Db,
  { id }: Voucher,
  { deviceMac, arrival }: { deviceMac: string; arrival: string },
): Promise<Registered | undefined> {
  if (deviceMac === '' && arrival === '') return undefined;
  const isSame = deviceMac === '' ? eq(voucher_uses.arrival, arrival) : eq(voucher_uses.device_mac, deviceMac);
  const [before] = await tx
    .select({ guestId: users.id, username: users.username })
    .from(voucher_uses)
    .innerJoin(users, eq(users.id, voucher_uses.user_id))
    .where(and(eq(voucher_uses.voucher_id, id), isSame));
  return before;
}

export async function lockVoucher(tx: Db, id: number): Promise<Voucher | undefined> {
  const [voucher] = await tx.select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)).for('no key update');
  return voucher;
}

export const hasUsed = async (tx: Db, { id }: Voucher, guestId: number): Promise<boolean> =>
  (await tx.$count(voucher_uses, and(eq(voucher_uses.voucher_id, id), eq(voucher_uses.user_id, guestId)))) > 0;

/** Gives a guest a voucher's limits, settings and validity. */
export async function giveLimits(tx: Db, voucher: Voucher, { guestId, until }: { guestId: number; until: Date }): Promise<void> {
  await tx
    .update(users)
    .set({ ...givenBy(voucher), valid_until: until })
    .where(eq(users.id, guestId));
}

/** Limits and settings that a guest gets from a voucher, apart from its validity. */
const givenBy = ({ bandwidth_down, bandwidth_up, auto_login, max_traffic, max_time }: Voucher) => ({
  kbps_down: bandwidth_down,
  kbps_up: bandwidth_up,
  auto_login,
  max_navigation_traffic: max_traffic,
  max_navigation_time: max_time,
});

/**
 * Inserts a guest named after the code and its number of uses. Codes never contain `#`, so the name can't clash with an auth voucher's
 * guest.
 */
export async function insertGuest(tx: Db, voucher: Voucher, now: Date, until: Date): Promise<Registered> {
  const [uses] = await tx.select({ count: count() }).from(voucher_uses).where(eq(voucher_uses.voucher_id, voucher.id));
  let nth = (uses?.count ?? 0) + 1;
  for (;;) {
    const username = `${voucher.code.toUpperCase()}#${nth}`;
    const [created] = await tx
      .insert(users)
      .values({
        hotspot_id: voucher.hotspot_id,
        voucher_id: voucher.id,
        username,
        name: username,
        account_type: 'voucher',
        created: now,
        ...givenBy(voucher),
        valid_from: now,
        valid_until: until,
      })
      .onConflictDoNothing()
      .returning({ guestId: users.id, username: users.username });
    if (created) return created;
    // The name is taken by a guest of a deleted voucher with the same code.
    nth += randomInt(1, 1000);
  }
}
