import { z } from 'zod';
import { MAX_ROOM } from './plain/guestRows';
import { amount, dayZone, id, idParam, moment, momentParam, paging, sorting, search } from './lists';
import { MAX_PRESET_NAME } from './plain/presets';
import {
  EMAIL,
  isShortCode,
  MAX_DEVICES,
  MAX_INTEGER,
  MAX_LENGTH,
  MAX_LIMIT,
  MAX_VOUCHER_DAYS,
  MAX_VOUCHERS,
  MIN_CODE_LENGTH,
  VOUCHER_CODE,
  MOST_IDS,
  PORTAL_LANGUAGES,
} from './plain/wire';

/**
 * One voucher. Bandwidth in kbps, `max_traffic` in bytes, `max_time` in seconds; 0 is unlimited. `duration` is in days from first use,
 * 0 when `expires` was set at creation; with a duration `expires` is null until first use. `remain_use`: -1 unlimited, 0 used up.
 * `owner_id` is the customer or desk that created it, else 0.
 *
 * Our server only: `max_devices` is how many devices may be online with it at once, absent if the rule for its type decides; `preset` is
 * the name of the preset it was created with, `room` a room or other note about the guest, and `prints` how often it was printed.
 */
export const voucher = z.object({
  id,
  hotspot_id: id,
  code: z.string(),
  auto_login: z.boolean(),
  bandwidth_up: z.number().int(),
  bandwidth_down: z.number().int(),
  duration: z.number().int(),
  max_traffic: z.number().int(),
  max_time: z.number().int(),
  remain_use: z.number().int(),
  expires: moment,
  type: z.enum(['normal', 'auth']),
  user_name: z.string(),
  user_mail: z.string(),
  printed: z.boolean(),
  owner_id: id,
  created: moment,
  preset: z.string().optional(),
  room: z.string().optional(),
  prints: z.number().int().optional(),
  max_devices: z.number().int().optional(),
});
export type Voucher = z.infer<typeof voucher>;

/** Yes or no in a query; empty for either. */
const flag = z.enum(['', '0', '1', 'false', 'true']).default('');
const day = z.union([z.literal(''), momentParam]).default('');

/**
 * Filters of the voucher list (VCH-03); empty ones are ignored. `code` is a substring, `used` filters by whether `expires` is set,
 * `reusable` by whether uses are unlimited (1), or limited and not used up (0).
 */
export const listVouchers = z.object({
  ...paging.shape,
  ...sorting(
    [
      'created',
      'id',
      'code',
      'type',
      'auto_login',
      'bandwidth_down',
      'bandwidth_up',
      'max_traffic',
      'max_time',
      'duration',
      'expires',
      'remain_use',
      'printed',
      'user_name',
    ],
    'desc',
  ).shape,
  code: z.string().max(MAX_LENGTH.search).default(''),
  /** Searches codes, also replaced ones, guests and rooms (our server only). */
  q: search.shape.q,
  duration: z.union([z.literal(''), z.coerce.number().int().min(0).max(MAX_INTEGER)]).default(''),
  auto_login: flag,
  used: flag,
  reusable: flag,
  printed: flag,
  type: z.enum(['', 'normal', 'auth']).default(''),
  /** 0: all vouchers, in a batch or not. */
  batch: idParam.default(0),
  /** Only the vouchers with these ids, separated by commas; '' for all (our server only). */
  ids: z
    .string()
    .regex(new RegExp(`^(\\d{1,10}(,\\d{1,10}){0,${MOST_IDS - 1}})?$`))
    .default(''),
  expiredStart: day,
  expiredEnd: day,
  createdStart: day,
  createdEnd: day,
});
export type ListVouchers = z.infer<typeof listVouchers>;

const days = z.number().int().min(0).max(MAX_VOUCHER_DAYS);

/**
 * POST /api/vouchers: `num_vouchers` identical vouchers with generated codes, or exactly one with the caller's `code`. `time` decides
 * whether `duration` (days from first use) or `expiration` (days from now) applies. Type auth requires `user_name`; other types ignore it
 * and `user_mail`. Several vouchers form a batch, named `batch`; a single one does only if it is given that name.
 *
 * Our server only: with `last_day`, a day in the zone `tz`, an expiration is the end of that day instead. `preset` is the name of the
 * preset used; for an unnamed preset the console sends what it grants, such as `#days:3:-1`, so that it can be shown in any language.
 * `room` is a room or other note about the guest.
 */
export const createVouchers = z
  .object({
    hotspot_id: id,
    code: z
      .string()
      .trim()
      .toLowerCase()
      .refine(
        (code) => code === '' || VOUCHER_CODE.test(code),
        'only letters, digits, dots, dashes and underscores, at most 32, a letter or digit first',
      )
      .refine((code) => code === '' || !isShortCode(code), `at least ${MIN_CODE_LENGTH} characters: shorter codes can be guessed`)
      .default(''),
    auto_login: z.boolean().default(true),
    bandwidth_down: amount.default(0),
    bandwidth_up: amount.default(0),
    max_traffic: z.number().int().min(0).default(0),
    max_time: amount.default(0),
    time: z.enum(['duration', 'expiration']).default('duration'),
    duration: days.default(0),
    expiration: days.default(0),
    last_day: z.iso.date().optional(),
    tz: dayZone.optional(),
    type: z.enum(['normal', 'auth']).default('normal'),
    user_name: z.string().trim().max(MAX_LENGTH.name).nullable().default(null),
    user_mail: z
      .union([z.literal(''), z.string().max(MAX_LENGTH.email).regex(EMAIL)])
      .nullable()
      .default(null),
    remain_use: z
      .number()
      .int()
      .max(MAX_INTEGER)
      .refine((uses) => uses === -1 || uses >= 1, 'must be -1 or at least 1'),
    num_vouchers: z.number().int().min(1).max(MAX_VOUCHERS).default(1),
    /** 0 for the rule of its type (our server only). */
    max_devices: z.number().int().min(0).max(MAX_DEVICES).optional(),
    batch: z.string().trim().max(MAX_LENGTH.name).optional(),
    preset: z.string().trim().max(MAX_PRESET_NAME).optional(),
    room: z.string().trim().max(MAX_ROOM).optional(),
  })
  .refine(({ code, num_vouchers }) => code === '' || num_vouchers === 1, { path: ['num_vouchers'], error: 'one at a time with a code' })
  .refine(({ time, expiration, last_day }) => time === 'duration' || last_day !== undefined || expiration >= 1, {
    path: ['expiration'],
    error: 'at least one day',
  })
  .refine(({ type, user_name }) => type === 'normal' || user_name, { path: ['user_name'], error: 'is required for type auth' });
export type CreateVouchers = z.infer<typeof createVouchers>;

/** The new vouchers in creation order, and their ids. */
export const vouchersCreated = z.object({ status: z.literal('success'), ids: z.array(id), vouchers: z.array(voucher) });
export type VouchersCreated = z.infer<typeof vouchersCreated>;

/**
 * PUT /api/vouchers: updates all of them or none. Marking as printed increments `prints`, unmarking decrements it. `reprint_undone`
 * decrements it for vouchers that had been printed before and stay marked.
 */
export const updateVouchers = z.object({
  voucher_ids: z.array(id).min(1).max(MAX_LIMIT),
  printed: z.boolean(),
  reprint_undone: z.boolean().optional(),
});
export type UpdateVouchers = z.infer<typeof updateVouchers>;

/** The replacement voucher, which grants what was left of the old one. */
export const voucherReplaced = z.object({ status: z.literal('success'), voucher });
export type VoucherReplaced = z.infer<typeof voucherReplaced>;

/** POST /api/vouchers/voucher/{id}/mail: sends the code and what it grants to one address, in a language the server supports. */
export const mailVoucher = z.object({
  to: z.string().trim().max(MAX_LENGTH.email).regex(EMAIL),
  language: z.enum(PORTAL_LANGUAGES).default('en'),
  tz: dayZone.default('UTC'),
});
export type MailVoucher = z.infer<typeof mailVoucher>;
