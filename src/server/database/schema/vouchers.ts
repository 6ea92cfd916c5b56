/** Vouchers, and the codes that they replaced. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { codeKey, isNoted, voucherText } from '../searchExpressions';
import { accounts } from './accounts';
import { bytes, created, id, moment, textOrEmpty } from './columns';
import { hotspot } from './references';

/** Vouchers that were created together. `made` is their original number, whatever is deleted later. */
export const voucher_batches = pgTable(
  'voucher_batches',
  {
    id: id(),
    hotspot_id: hotspot(),
    name: textOrEmpty(),
    /** Its creator, who owns its vouchers too; `made_by` keeps the username when the account is deleted. */
    owner_id: integer().references(() => accounts.id, { onDelete: 'set null' }),
    made_by: textOrEmpty(),
    made: integer().notNull(),
    created: created(),
  },
  (t) => [index('voucher_batches_created').on(t.hotspot_id, t.created, t.id), index('voucher_batches_owner').on(t.owner_id)],
);

export const hotspot_vouchers = pgTable(
  'hotspot_vouchers',
  {
    id: id(),
    hotspot_id: hotspot(),
    code: text().notNull(),
    auto_login: boolean().notNull(),
    bandwidth_up: integer().notNull().default(0),
    bandwidth_down: integer().notNull().default(0),
    /** Days from the first use; 0 when `expires` was set at creation. */
    duration: integer().notNull().default(0),
    max_traffic: bytes(),
    max_time: integer().notNull().default(0),
    /** -1 unlimited, 0 used up, else the number of uses left. */
    remain_use: integer().notNull(),
    expires: moment(),
    type: text({ enum: ['normal', 'auth'] }).notNull(),
    user_name: textOrEmpty(),
    user_mail: textOrEmpty(),
    printed: boolean().notNull().default(false),
    /** Its creator: a desk sees only its own. Null if not recorded. */
    owner_id: integer().references(() => accounts.id, { onDelete: 'set null' }),
    created: created(),
    batch_id: integer().references(() => voucher_batches.id, { onDelete: 'set null' }),
    /** Name of the preset it was made with; '' for none. */
    preset: textOrEmpty(),
    /** Room, or another line about the guest. */
    room: textOrEmpty(),
    prints: integer().notNull().default(0),
    /** Devices that may be online with it at once; 0 if the rule for its type decides: see server/access/devicesAtOnce.ts. */
    max_devices: integer().notNull().default(0),
  },
  (t) => [
    index('hotspot_vouchers_batch').on(t.batch_id),
    unique('hotspot_vouchers_code').on(t.hotspot_id, t.code),
    index('hotspot_vouchers_code_key').using('gin', sql`(${codeKey(t.code)}) gin_trgm_ops`),
    index('hotspot_vouchers_created').on(t.hotspot_id, t.created, t.id),
    index('hotspot_vouchers_owner').on(t.owner_id),
    index('hotspot_vouchers_text')
      .using('gin', sql`${voucherText(t)} gin_trgm_ops`)
      .where(isNoted(t)),
    // For the retention job, which looks for old ones.
    index('hotspot_vouchers_noted').on(t.created).where(isNoted(t)),
  ],
);

/** Codes that were invalidated because the guest lost them, with the voucher that is valid instead. */
export const replaced_codes = pgTable(
  'replaced_codes',
  {
    id: id(),
    hotspot_id: hotspot(),
    code: text().notNull(),
    /** The latest replacement: if that is replaced in turn, the row follows. */
    voucher_id: integer()
      .notNull()
      .references(() => hotspot_vouchers.id, { onDelete: 'cascade' }),
    replaced: moment().notNull(),
    /** Username of the manager who replaced it, at that time. */
    replaced_by: textOrEmpty(),
  },
  (t) => [
    index('replaced_codes_voucher').on(t.voucher_id),
    index('replaced_codes_hotspot').on(t.hotspot_id),
    index('replaced_codes_key').using('gin', sql`(${codeKey(t.code)}) gin_trgm_ops`),
  ],
);
