/**
 * Log-in with a voucher code. A voucher of type auth belongs to an existing guest; one of type normal is for anybody, who registers by
 * using it.
 */
import { randomInt } from 'node:crypto';
import { and, count, eq, inArray } from 'drizzle-orm';
import { VOUCHER_CODE } from '../../contract/wire';
import type { RefusalCode } from '../../contract/access';
import type { Cost, Refusal } from '../access/spend';
import { isUse, validUntil, whyUnusable } from '../access/vouchers';
import type { Db } from '../database/db';
import { hotspot_vouchers, users, voucher_uses } from '../database/schema';
import { plainTyped } from './typedText';

interface Asked {
  hotspotId: number;
  deviceMac: string;
  /** The arrival at the portal, by which a second tap is recognised if the gateway doesn't say which device it is; '' if unknown. */
  arrival?: string;
  now: Date;
  /** Time zone of the hotspot (IANA name). */
  zone: string;
  /** Voucher types that are accepted at this hotspot. */
  allows: { normal: boolean; auth: boolean };
}

type Voucher = typeof hotspot_vouchers.$inferSelect;
/** Who is let in, and what that costs if access is granted (access/spend.ts). */
type Found = { guestId: number; username: string; cost?: Cost } | Refusal;

/** Groups of characters that look alike on paper. */
const ALIKE: readonly string[] = ['0o', '1il'];

/** Maximum number of spellings per variant; a variant with more is only tried as it is. Bounds the cost of a look-up. */
const MOST_SPELLINGS = 64;

/**
 * Stored spellings that a typed code may stand for: lower case, with spaces removed or replaced by dashes, without separators, and with
 * every combination of look-alike characters. The typed spelling comes first.
 */
function spellingsOf(typed: string): string[] {
  const typedPlain = plainTyped(typed)
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-');
  const found: string[] = [];
  for (const code of new Set([typedPlain.replace(/\s/g, ''), typedPlain.replace(/\s+/g, '-'), typedPlain.replace(/[-._\s]/g, '')])) {
    const choices = Array.from(code, (sign) => {
      const alike = ALIKE.find((group) => group.includes(sign));
      return alike === undefined ? [sign] : [sign, ...Array.from(alike.replace(sign, ''))];
    });
    const isMany = choices.reduce((product, each) => product * each.length, 1) > MOST_SPELLINGS;
    found.push(
      ...(isMany ? [code] : choices.reduce<string[]>((all, each) => all.flatMap((begun) => each.map((sign) => begun + sign)), [''])),
    );
  }
  return [...new Set(found)].filter((code) => VOUCHER_CODE.test(code));
}

/**
 * The guest that this code logs in. A voucher of type normal registers a guest once per device: taps on the same button wait for each other
 * if `db` is a transaction.
 */
export async function guestOfCode(db: Db, typed: string, asked: Asked): Promise<Found> {
  const spellings = spellingsOf(typed);
  if (spellings.length === 0) return { refusal: 'not_known' };
  return db.transaction(async (tx) => {
    // Row lock: a second tap finds the guest that the first one registered.
    const voucher = spelled(await vouchersWith(tx, spellings, asked.hotspotId).for('no key update'), spellings);
    if (!voucher) return { refusal: 'not_known' };
    if (!asked.allows[voucher.type]) return { refusal: 'way_off' };
    return voucher.type === 'auth' ? guestOf(tx, voucher) : registered(tx, voucher, asked);
  });
}

/** Finds a voucher by a typed code, without using it up. Null if none matches, or several do but none exactly as typed. */
export async function findVoucher(db: Db, typed: string, hotspotId: number): Promise<Voucher | null> {
  const spellings = spellingsOf(typed);
  return spellings.length === 0 ? null : (spelled(await vouchersWith(db, spellings, hotspotId), spellings) ?? null);
}

const vouchersWith = (db: Db, spellings: string[], hotspotId: number) =>
  db
    .select()
    .from(hotspot_vouchers)
    .where(and(eq(hotspot_vouchers.hotspot_id, hotspotId), inArray(hotspot_vouchers.code, spellings)))
    .orderBy(hotspot_vouchers.id);

const spelled = (rows: Voucher[], spellings: string[]) =>
  rows.find(({ code }) => code === spellings[0]) ?? (rows.length === 1 ? rows[0] : undefined);

async function guestOf(tx: Db, voucher: Voucher): Promise<Found> {
  const [guest] = await tx.select({ guestId: users.id, username: users.username }).from(users).where(eq(users.voucher_id, voucher.id));
  return guest ?? { refusal: 'not_known' };
}

/** The guest that this device, or this arrival, registered with the voucher before, or a new guest with the voucher's limits. */
async function registered(tx: Db, voucher: Voucher, { deviceMac, arrival = '', now, zone }: Asked): Promise<Found> {
  const isSame = deviceMac === '' ? eq(voucher_uses.arrival, arrival) : eq(voucher_uses.device_mac, deviceMac);
  if (deviceMac !== '' || arrival !== '') {
    const [before] = await tx
      .select({ guestId: users.id, username: users.username })
      .from(voucher_uses)
      .innerJoin(users, eq(users.id, voucher_uses.user_id))
      .where(and(eq(voucher_uses.voucher_id, voucher.id), isSame));
    if (before) return before;
  }
  const refusal = unusable(voucher, now, true);
  if (refusal !== null) return { refusal };
  const until = validUntil(voucher, now, zone);
  const guest = await newGuest(tx, voucher, now, until);
  const registers = { deviceMac, arrival: deviceMac === '' ? arrival : '' };
  return { ...guest, cost: { ...costOf(voucher, guest.guestId, { now, until }), registers } };
}

const unusable = ({ expires, remain_use }: Voucher, now: Date, use: boolean) =>
  whyUnusable({ expires, usesLeft: remain_use }, { now, use });

/** What it costs to register with a voucher, or to add it to a guest: a use of it; the first one starts its validity. */
const costOf = (voucher: Voucher, guestId: number, { now, until }: { now: Date; until: Date }): Cost => ({
  ...{ guestId, voucher, isUse: true },
  begins: voucher.expires === null ? { from: now, until } : null,
});

/** Why this voucher can't register a guest; null if it can. */
export const whyNoRegistration = (voucher: Voucher, now: Date): RefusalCode | null =>
  voucher.type === 'normal' ? unusable(voucher, now, true) : 'way_off';

/**
 * Applies a voucher of type normal to a registered guest. Each guest uses it up only once, so repeating is safe. Returns the refusal, or what
 * it costs if access is granted; null for nothing.
 */
export async function giveVoucher(
  tx: Db,
  voucherId: number,
  { guestId, now, zone }: { guestId: number; now: Date; zone: string },
): Promise<Refusal | { cost: Cost | null }> {
  const [voucher] = await tx.select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, voucherId)).for('no key update');
  if (!voucher) return { refusal: 'not_known' };
  const uses = await tx.$count(voucher_uses, and(eq(voucher_uses.voucher_id, voucher.id), eq(voucher_uses.user_id, guestId)));
  const use = isUse({ isUsedByGuest: uses > 0 }, true);
  const refusal = voucher.type === 'normal' ? unusable(voucher, now, use) : 'way_off';
  if (refusal !== null) return { refusal };
  const until = validUntil(voucher, now, zone);
  await tx
    .update(users)
    .set({ ...givenBy(voucher), valid_until: until })
    .where(eq(users.id, guestId));
  return { cost: use ? costOf(voucher, guestId, { now, until }) : null };
}

/** Limits and settings that a guest takes over from a voucher, apart from its validity. */
const givenBy = ({ bandwidth_down, bandwidth_up, auto_login, max_traffic, max_time }: Voucher) => ({
  ...{ kbps_down: bandwidth_down, kbps_up: bandwidth_up, auto_login },
  ...{ max_navigation_traffic: max_traffic, max_navigation_time: max_time },
});

/**
 * Inserts a guest named after the code and its number of uses. Codes never contain `#`, so the name can't clash with an auth voucher's
 * guest.
 */
async function newGuest(tx: Db, voucher: Voucher, now: Date, until: Date): Promise<{ guestId: number; username: string }> {
  const [uses] = await tx.select({ count: count() }).from(voucher_uses).where(eq(voucher_uses.voucher_id, voucher.id));
  let nth = (uses?.count ?? 0) + 1;
  for (;;) {
    const username = `${voucher.code.toUpperCase()}#${nth}`;
    const [made] = await tx
      .insert(users)
      .values({
        ...{ hotspot_id: voucher.hotspot_id, voucher_id: voucher.id, username, name: username, account_type: 'voucher', created: now },
        ...{ ...givenBy(voucher), valid_from: now, valid_until: until },
      })
      .onConflictDoNothing()
      .returning({ guestId: users.id, username: users.username });
    if (made) return made;
    // The name is taken by a guest of a deleted voucher with the same code.
    nth += randomInt(1, 1000);
  }
}
