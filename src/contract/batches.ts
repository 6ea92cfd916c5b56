import { z } from 'zod';
import { MAX_GUEST_ROWS } from './guestRows';
import { amount, id, moment, paging, zone } from './lists';
import { MAX_INTEGER, MAX_LENGTH, MAX_VOUCHER_DAYS } from './wire';

/**
 * Vouchers that were made together (our server only). `made` is how many there were; of those still there, `used` let a guest in,
 * `expired` did not in time, and `left` still can. The rest was deleted. `made_by` is who made them, by username at that time.
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
 * POST /api/voucher_batches: a voucher of type auth for each guest of a file, all of them or none. `days` of a row is as typed, empty for
 * `duration`. What is wrong is answered as `rows.<number from 0>.<field>` with the problem (contract/guestRows.ts). With `unless_known`
 * nothing is made if some have a voucher that still can be used: 409 `known_guests` names them as `rows.<number>.name`.
 */
export const createBatch = z.object({
  hotspot_id: id,
  name: z.string().trim().max(MAX_LENGTH.name).default(''),
  rows: z
    .array(z.object({ name: text, email: text, room: text, days: text }))
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
  unless_known: z.boolean().default(false),
});
export type CreateBatch = z.infer<typeof createBatch>;

/** The new batch, and how many vouchers it has. */
export const batchCreated = z.object({ status: z.literal('success'), id, vouchers: z.number().int() });
export type BatchCreated = z.infer<typeof batchCreated>;

/** DELETE /api/voucher_batches/{id}/unused: how many were cancelled. */
export const unusedCancelled = z.object({ status: z.literal('success'), cancelled: z.number().int() });

/** GET /api/vouchers/shift/{hotspotId}: a calendar day in the zone `tz`; today without one. */
export const shiftQuery = z.object({ day: z.iso.date().optional(), tz: zone.default('UTC') });

/**
 * What was done on a hotspot in a day, a desk's own work only: vouchers made that are still there, how many of them were printed, tickets
 * replaced, vouchers mailed, guests whose access was extended; and the vouchers by the preset they were made with, most first, '' for none.
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
