import { deleted } from './deleted';
import { z } from 'zod';
import { MAX_GUEST_ROWS } from './plain/guestRows';
import { amount, dayZone, id, moment, paging } from './lists';
import { MAX_DEVICES, MAX_INTEGER, MAX_LENGTH, MAX_VOUCHER_DAYS } from './plain/wire';

/**
 * Vouchers created together (our server only). `made` is how many there were; of those that still exist, `used` have let a guest in,
 * `expired` unused, and `left` can still be used. The rest have been deleted. `made_by` is the creator's username at that time.
 */
export const batch = z.object({
  id,
  hotspot_id: id,
  name: z.string(),
  made_by: z.string(),
  created: moment,
  made: z.number().int(),
  used: z.number().int(),
  expired: z.number().int(),
  left: z.number().int(),
});
export type Batch = z.infer<typeof batch>;

/** GET /api/voucher_batches/{hotspotId}: newest first. */
export const listBatches = paging;
export type ListBatches = z.infer<typeof listBatches>;

const text = z.string().max(10_000);

/**
 * POST /api/voucher_batches: a voucher of type auth for each guest in a file, all of them or none. `days` of a row is the text as typed,
 * empty for `duration`. With a day `until` the voucher ends with that day in the zone `tz`, and begins with `from`. Errors are returned as
 * `rows.<number from 0>.<field>` with the problem (contract/plain/guestRows.ts). With `unless_known` nothing is created if some guests
 * already have a usable voucher: 409 `known_guests` lists them as `rows.<number>.name`.
 */
export const createBatch = z.object({
  hotspot_id: id,
  name: z.string().trim().max(MAX_LENGTH.name).default(''),
  rows: z
    .array(z.object({ name: text, email: text, room: text, days: text, from: text.default(''), until: text.default('') }))
    .min(1)
    .max(MAX_GUEST_ROWS),
  duration: z.number().int().min(1).max(MAX_VOUCHER_DAYS),
  auto_login: z.boolean().default(true),
  bandwidth_down: amount.default(0),
  bandwidth_up: amount.default(0),
  max_traffic: z.number().int().min(0).default(0),
  max_time: amount.default(0),
  remain_use: z
    .number()
    .int()
    .max(MAX_INTEGER)
    .refine((uses) => uses === -1 || uses >= 1, 'must be -1 or at least 1')
    .default(-1),
  max_devices: z.number().int().min(0).max(MAX_DEVICES).optional(),
  tz: dayZone.default('UTC'),
  unless_known: z.boolean().default(false),
});
export type CreateBatch = z.infer<typeof createBatch>;

/** The new batch, and how many vouchers it has. */
export const batchCreated = z.object({ status: z.literal('success'), id, vouchers: z.number().int() });
export type BatchCreated = z.infer<typeof batchCreated>;

/** DELETE /api/voucher_batches/{id}/unused: number of vouchers cancelled. */
export const unusedCancelled = deleted.extend({ cancelled: z.number().int() });
export type UnusedCancelled = z.infer<typeof unusedCancelled>;

/** GET /api/vouchers/shift/{hotspotId}: a calendar day in the zone `tz`; today if omitted. */
export const shiftQuery = z.object({ day: z.iso.date().optional(), tz: dayZone.default('UTC') });

/**
 * Work done at a hotspot in one day; for a desk, only its own: vouchers created that still exist, how many of them were printed, vouchers
 * replaced, vouchers mailed, guests whose access was extended; and vouchers by the preset used, most frequent first, '' for none.
 */
export const shift = z.object({
  day: z.string(),
  vouchers: z.number().int(),
  printed: z.number().int(),
  replaced: z.number().int(),
  mailed: z.number().int(),
  extended: z.number().int(),
  presets: z.array(z.object({ preset: z.string(), vouchers: z.number().int() })),
});
export type Shift = z.infer<typeof shift>;
