/**
 * Log-in with a voucher code. A voucher of type auth belongs to an existing guest; one of type normal is for anybody, who registers by
 * using it.
 */
import { VOUCHER_CODE } from '../../contract/plain/wire';
import type { RefusalCode } from '../../contract/plain/access';
import type { Cost, Refusal } from '../access/spend';
import { isUse, validUntil, whyUnusable } from '../access/vouchers';
import type { Db } from '../database/db';
import { plainTyped } from './typedText';
import {
  giveLimits,
  guestOfVoucher,
  hasUsed,
  insertGuest,
  lockVoucher,
  registeredBefore,
  vouchersWith,
  type Voucher,
} from './voucherQueries';

interface CodeContext {
  hotspotId: number;
  deviceMac: string;
  /** The arrival at the portal, to recognise a second tap if the gateway doesn't name the device; '' if unknown. */
  arrival?: string;
  now: Date;
  /** Time zone of the hotspot (IANA name). */
  zone: string;
  /** Voucher types that are accepted at this hotspot. */
  allows: { normal: boolean; auth: boolean };
}

/** The guest who is let in, and what that costs if access is granted (access/spend.ts). */
type Found = { guestId: number; username: string; cost?: Cost } | Refusal;

/** Groups of characters that look alike on paper. */
const ALIKE: readonly string[] = ['0o', '1il'];

/** Maximum number of spellings per variant; a variant with more is only tried as typed. Limits the cost of a look-up. */
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
      ...(isMany ? [code] : choices.reduce<string[]>((all, each) => all.flatMap((prefix) => each.map((sign) => prefix + sign)), [''])),
    );
  }
  return [...new Set(found)].filter((code) => VOUCHER_CODE.test(code));
}

/**
 * The guest whom this code logs in. A voucher of type normal registers one guest per device. In a transaction, concurrent taps on the same
 * button wait for each other.
 */
export async function guestOfCode(db: Db, typed: string, context: CodeContext): Promise<Found> {
  const spellings = spellingsOf(typed);
  if (spellings.length === 0) return { refusal: 'not_known' };
  return db.transaction(async (tx) => {
    // Row lock: a second tap finds the guest that the first one registered.
    const voucher = spelled(await vouchersWith(tx, spellings, context.hotspotId).for('no key update'), spellings);
    if (!voucher) return { refusal: 'not_known' };
    if (!context.allows[voucher.type]) return { refusal: 'way_off' };
    return voucher.type === 'auth' ? ((await guestOfVoucher(tx, voucher)) ?? { refusal: 'not_known' }) : registered(tx, voucher, context);
  });
}

/** Finds a voucher by a typed code, without using it up. Null if none matches, or several do but none exactly as typed. */
export async function findVoucher(db: Db, typed: string, hotspotId: number): Promise<Voucher | null> {
  const spellings = spellingsOf(typed);
  return spellings.length === 0 ? null : (spelled(await vouchersWith(db, spellings, hotspotId), spellings) ?? null);
}

const spelled = (rows: Voucher[], spellings: string[]) =>
  rows.find(({ code }) => code === spellings[0]) ?? (rows.length === 1 ? rows[0] : undefined);

/** The guest that this device, or this arrival, has registered with the voucher, or a new guest with the voucher's limits. */
async function registered(tx: Db, voucher: Voucher, { deviceMac, arrival = '', now, zone }: CodeContext): Promise<Found> {
  const before = await registeredBefore(tx, voucher, { deviceMac, arrival });
  if (before) return before;
  const refusal = unusable(voucher, now, true);
  if (refusal !== null) return { refusal };
  const until = validUntil(voucher, now, zone);
  const guest = await insertGuest(tx, voucher, now, until);
  const registers = { deviceMac, arrival: deviceMac === '' ? arrival : '' };
  return { ...guest, cost: { ...costOf(voucher, guest.guestId, { now, until }), registers } };
}

const unusable = ({ expires, remain_use }: Voucher, now: Date, use: boolean) =>
  whyUnusable({ expires, remainingUses: remain_use }, { now, use });

/** The cost of registering with a voucher, or adding it to a guest: one use. The first use starts the voucher's validity. */
const costOf = (voucher: Voucher, guestId: number, { now, until }: { now: Date; until: Date }): Cost => ({
  guestId,
  voucher,
  isUse: true,
  begins: voucher.expires === null ? { from: now, until } : null,
});

/** Why this voucher can't register a guest; null if it can. */
export const whyNoRegistration = (voucher: Voucher, now: Date): RefusalCode | null =>
  voucher.type === 'normal' ? unusable(voucher, now, true) : 'way_off';

/**
 * Applies a voucher of type normal to a registered guest. A guest uses it up only once, so this can be repeated. Returns a refusal, or what
 * it costs if access is granted; null for nothing.
 */
export async function giveVoucher(
  tx: Db,
  voucherId: number,
  { guestId, now, zone }: { guestId: number; now: Date; zone: string },
): Promise<Refusal | { cost: Cost | null }> {
  const voucher = await lockVoucher(tx, voucherId);
  if (!voucher) return { refusal: 'not_known' };
  const use = isUse({ isUsedByGuest: await hasUsed(tx, voucher, guestId) }, true);
  const refusal = voucher.type === 'normal' ? unusable(voucher, now, use) : 'way_off';
  if (refusal !== null) return { refusal };
  const until = validUntil(voucher, now, zone);
  await giveLimits(tx, voucher, { guestId, until });
  return { cost: use ? costOf(voucher, guestId, { now, until }) : null };
}
