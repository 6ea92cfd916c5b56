/**
 * Generates a venue's vouchers in every state: those its guests used, batches made in advance, custom codes, and personal (auth) vouchers.
 */
import { CODE_ALPHABET, CODE_LENGTH } from '../contract/plain/wire';
import type { hotspot_vouchers } from '../server/database/schema';
import { dateOf, guestRow, codeAfterName, type Guest, type Venue } from './guests';
import { DAY, dayOf, MINUTE, momentOf } from './italianTime';
import { between, letters, randomFor, type Random } from './random';

export type VoucherRow = Omit<typeof hotspot_vouchers.$inferSelect, 'id' | 'batch_id' | 'preset' | 'room' | 'prints' | 'max_devices'>;

interface Vouchers {
  rows: VoucherRow[];
  /** Guests of auth vouchers that haven't been used yet. */
  waiting: Guest[];
}

/** Days after which venues delete used vouchers. */
const RETENTION_DAYS = 21;

const GIGABYTE = 2 ** 30;

export function vouchersOf(venue: Venue, guests: readonly Guest[], now: number): Vouchers {
  const { voucher_login: open, temp_code_login: personal } = venue.plan.preferences;
  if (open !== 'true') return { rows: [], waiting: [] };
  const random = randomFor(`${venue.plan.name} vouchers`);
  const users = guests.filter(({ row }) => row.account_type === 'voucher' && row.created > dateOf(now - RETENTION_DAYS * DAY));
  const rows = [
    ...users.map((guest, index) => usedBy(random, guest, index)),
    ...batches(random, venue, now),
    ...customCodes(random, venue, now),
  ];
  const waiting =
    personal === 'true'
      ? [1, 3, 4].map((daysAgo) => waitingFor(random, venue, momentOf(dayOf(now) - daysAgo, between(random, 9 * 60, 19 * 60))))
      : [];
  return { rows: [...rows, ...waiting.map((guest) => personalVoucher(venue, guest))], waiting };
}

function blank(venue: Venue, code: string, created: number): VoucherRow {
  return {
    hotspot_id: venue.id,
    code,
    auto_login: true,
    bandwidth_up: 0,
    bandwidth_down: 0,
    duration: 7,
    max_traffic: 0,
    max_time: 0,
    remain_use: -1,
    expires: null,
    type: 'normal',
    user_name: '',
    user_mail: '',
    printed: false,
    owner_id: venue.deskId,
    created: dateOf(created),
  };
}

/** The voucher that a guest logged in with: spent, unlimited, or with some uses left. Valid from the first use. */
function usedBy(random: Random, { venue, row }: Guest, index: number): VoucherRow {
  const until = row.valid_until ?? row.created;
  const used = row.created.getTime() / 1000;
  const common = {
    ...blank(venue, row.username.toLowerCase(), used - between(random, 10 * MINUTE, 2 * DAY)),
    duration: Math.round((until.getTime() - row.created.getTime()) / 1000 / DAY),
    expires: until,
    printed: index % 6 !== 0,
    owner_id: [venue.deskId, venue.deskId, venue.customerId, venue.deskId, venue.resellerId, null][index % 6] ?? null,
  };
  if (hasName(row)) return { ...common, type: 'auth', user_name: row.name.replace(/ \(\w+\)$/, ''), remain_use: 0 };
  return { ...common, remain_use: [0, -1, 2, 0, 1][index % 5] ?? 0 };
}

/** Batches for future guests: unused, some printed, with limited uses, with a fixed last day, and some that have expired. */
function batches(random: Random, venue: Venue, now: number): VoucherRow[] {
  const { deskId, customerId, resellerId } = venue;
  const evening = (days: number) => dateOf(momentOf(dayOf(now) + days, 23 * 60 + 59));
  const plans: { count: number; daysAgo: number; change: Partial<VoucherRow> }[] = [
    { count: 12, daysAgo: 2, change: { printed: true, owner_id: deskId } },
    { count: 6, daysAgo: 1, change: { owner_id: deskId, duration: 3, max_traffic: 2 * GIGABYTE } },
    { count: 6, daysAgo: 9, change: { owner_id: customerId, duration: 1, remain_use: 3, bandwidth_down: 10_240, bandwidth_up: 2_048 } },
    {
      count: 4,
      daysAgo: 11,
      change: { printed: true, owner_id: resellerId, duration: 0, expires: evening(12), remain_use: 1, max_time: 14_400 },
    },
    { count: 4, daysAgo: 34, change: { printed: true, owner_id: null, duration: 0, expires: evening(-5) } },
  ];
  const share = venue.plan.size < 2 ? 0.5 : 1;
  return plans.flatMap(({ count, daysAgo, change }) => {
    const created = momentOf(dayOf(now) - daysAgo, between(random, 8 * 60, 19 * 60));
    return Array.from({ length: count * share }, () => ({ ...blank(venue, code(random), created), ...change }));
  });
}

/** Memorable custom codes for whole groups. */
function customCodes(random: Random, venue: Venue, now: number): VoucherRow[] {
  return venue.plan.codes.map((text, index) => ({
    ...blank(venue, text, momentOf(dayOf(now) - between(random, 3, 40), between(random, 9 * 60, 18 * 60))),
    duration: 0,
    expires: dateOf(momentOf(dayOf(now) + 6 + index * 9, 20 * 60)),
    remain_use: index === 2 ? 40 : -1,
    bandwidth_down: 20_480,
    bandwidth_up: 4_096,
    owner_id: venue.customerId,
  }));
}

/** The guest of an auth voucher that hasn't been used yet. */
function waitingFor(random: Random, venue: Venue, created: number): Guest {
  const row = guestRow(random, venue.plan, created, 1);
  const username = code(random).toUpperCase();
  const changed = {
    username,
    name: codeAfterName(row.name, username),
    email: row.email || `${username.toLowerCase()}@example.com`,
    account_type: 'voucher',
  };
  return { venue, row: { ...row, ...changed, email_verified: false, valid_from: null, valid_until: null }, leaves: 0, devices: [] };
}

function personalVoucher(venue: Venue, { row }: Guest): VoucherRow {
  const voucher = blank(venue, row.username.toLowerCase(), row.created.getTime() / 1000);
  return {
    ...voucher,
    type: 'auth',
    user_name: row.name.replace(/ \(\w+\)$/, ''),
    user_mail: row.email,
    duration: 2,
    remain_use: 1,
    owner_id: venue.customerId,
  };
}

function hasName({ name, username }: Guest['row']): boolean {
  return name === codeAfterName(name.replace(/ \(\w+\)$/, ''), username);
}

function code(random: Random): string {
  return letters(random, CODE_ALPHABET, CODE_LENGTH);
}
