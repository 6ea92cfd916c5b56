/** How new guests of the simulation sign up. */
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../server/database/db';
import { account_sms_counts, hotspot_sms_counts, hotspot_vouchers, users } from '../server/database/schema';
import { identifyIfGranted } from '../server/access/queries';
import { guestOfCode } from '../server/portal/codes';
import { dateOf, guestRow, ipAddress } from './guests';
import { macAddress, weightedIndex, type Random } from './random';
import { RHYTHMS } from './rhythms';
import type { LivingVenue, Present } from './livingVenues';

/** Creates a new guest; null if no SMS or voucher is left for that, or the username is taken. */
export async function arrivingGuest(db: Db, venue: LivingVenue, at: number, random: Random, zone: string): Promise<Present | null> {
  const row = guestRow(random, venue.plan, at, weightedIndex(random, RHYTHMS[venue.plan.kind].nights));
  const device = { mac: macAddress(random), ip: ipAddress(random, venue.id) };
  if (row.account_type === 'voucher') {
    const guest = await byVoucher(db, venue, { ...device, at, zone });
    return guest && { ...device, ...guest, method: 'voucher' };
  }
  return db.transaction(async (tx) => {
    if (row.account_type === 'sms' && !(await sendSms(tx, venue, row.username, at))) return null;
    const [guest] = await tx
      .insert(users)
      .values({ ...row, hotspot_id: venue.id })
      .onConflictDoNothing()
      .returning({ userId: users.id, username: users.username });
    return guest ? { ...device, ...guest, method: 'email' } : null;
  });
}

/** Logs in with an unused voucher, through the portal's own code; null if there is none. */
async function byVoucher(
  db: Db,
  venue: LivingVenue,
  { mac, at, zone }: { mac: string; at: number; zone: string },
): Promise<Pick<Present, 'userId' | 'username'> | null> {
  const [unit] = venue.units;
  const [voucher] = await db
    .select({ code: hotspot_vouchers.code })
    .from(hotspot_vouchers)
    .where(
      and(
        eq(hotspot_vouchers.hotspot_id, venue.id),
        eq(hotspot_vouchers.type, 'normal'),
        isNull(hotspot_vouchers.expires),
        gt(hotspot_vouchers.duration, 0),
        ne(hotspot_vouchers.remain_use, 0),
      ),
    )
    .orderBy(asc(hotspot_vouchers.created), asc(hotspot_vouchers.id))
    .limit(1);
  if (!unit || !voucher) return null;
  const context = { hotspotId: venue.id, deviceMac: mac, now: dateOf(at), zone, allows: { normal: true, auth: false } };
  const found = await identifyIfGranted(db, { unitId: unit.id, now: context.now, serverZone: zone }, async (tx) => {
    const guest = await guestOfCode(tx, voucher.code, context);
    return 'refusal' in guest ? guest : { ...guest, deviceMac: mac };
  });
  return 'refusal' in found ? null : { userId: found.guestId, username: found.username };
}

/** Counts an SMS. False if the reseller's pack is used up. */
async function sendSms(tx: Db, venue: LivingVenue, number: string, at: number): Promise<boolean> {
  const counted = await tx
    .update(account_sms_counts)
    .set({ sms_count: sql`${account_sms_counts.sms_count} + 1` })
    .where(and(eq(account_sms_counts.account_id, venue.ownerId), gt(account_sms_counts.sms_max_count, account_sms_counts.sms_count)))
    .returning({ id: account_sms_counts.id });
  if (counted.length === 0) return false;
  await tx.insert(hotspot_sms_counts).values({ hotspot_id: venue.id, number, sent: dateOf(at) });
  return true;
}
