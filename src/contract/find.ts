import { z } from 'zod';
import { id, idParam, moment, search } from './lists';

/** Kinds of objects that `GET /api/find` searches. */
const FOUND_KINDS = ['guest', 'voucher', 'hotspot', 'unit', 'account'] as const;

/**
 * One search result: its id within its kind, its hotspot (0 for none), and two lines to recognise it by. Guests are found by name,
 * username, e-mail, device MAC address and voucher code; vouchers by code, also with spaces or dashes in it, and with 0 for o or 1 for l;
 * hotspots, units and managers by their names.
 *
 * `online` is set for guests with a running session, with the ids of their `sessions`; `expired` for those whose validity is over,
 * `archived` for those whose id is one of `/users_expired`; `reseller` for managers who have a plan. A voucher has what its state is derived
 * from, its guest and room ('' if unknown), and the code that it replaced, if it was found by that.
 */
export const foundItem = z.object({
  kind: z.enum(FOUND_KINDS),
  id,
  hotspot_id: id,
  title: z.string(),
  subtitle: z.string(),
  online: z.literal(true).optional(),
  sessions: z.array(id).optional(),
  reseller: z.literal(true).optional(),
  expired: z.literal(true).optional(),
  archived: z.literal(true).optional(),
  voucher: z
    .object({
      remain_use: z.number().int(),
      duration: z.number().int(),
      expires: moment,
      /** The hotspot's time zone, in which the voucher ends. */
      zone: z.string(),
      guest_name: z.string(),
      room: z.string(),
      replaced: z.object({ code: z.string(), at: z.string(), account_name: z.string() }).optional(),
    })
    .optional(),
});
export type FoundItem = z.infer<typeof foundItem>;

/** With a `hotspot`, only its guests and vouchers; 0: everything. */
export const findQuery = search.extend({ hotspot: idParam.default(0) });
