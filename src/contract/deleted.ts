import { z } from 'zod';
import { amount, done, id, idParam } from './lists';
import { MOST_IDS } from './plain/wire';

/**
 * Query of calls that delete something. With `undo=true` the response has an `undo` id, with which the deletion can be reverted for a day;
 * without it a guest is erased at once. Consoles of existing back ends don't send it, and get their usual response.
 */
export const deleteQuery = z.object({ undo: z.enum(['true', 'false']).default('false') });
export type DeleteQuery = z.infer<typeof deleteQuery>;

/** Response to such a call. `undo` is missing if nothing was deleted. */
export const deleted = done.extend({ undo: id.optional() });
export type Deleted = z.infer<typeof deleted>;

/** Kinds of objects whose deletion can be counted before it is confirmed. */
const DELETING_KINDS = ['unit', 'guest', 'voucher', 'account'] as const;

/**
 * GET /api/deleting (our server only): the objects that somebody is asked whether to delete, by ids separated by commas; those out of scope
 * are left out. With `hotspot`, all of its vouchers that the caller sees.
 */
export const deletingQuery = z.object({
  kind: z.enum(DELETING_KINDS),
  ids: z
    .string()
    .regex(new RegExp(`^(\\d{1,9}(,\\d{1,9}){0,${MOST_IDS - 1}})?$`))
    .default(''),
  hotspot: idParam.default(0),
});
export type DeletingQuery = z.infer<typeof deletingQuery>;

/**
 * What their deletion would end, each as far as it applies to the kind. `online`: running sessions at a unit or of guests, also of those who
 * have used a voucher; for an account, sign-ins of it and of the accounts it created. `devices`: known devices of a guest. `used`: vouchers
 * that somebody has logged in with. `managers`: accounts that are deleted with it. `hotspots`: those that they own, which prevent it.
 */
export const deletingCounts = z.object({
  online: amount,
  devices: amount.optional(),
  used: amount.optional(),
  managers: amount.optional(),
  hotspots: amount.optional(),
});
export type DeletingCounts = z.infer<typeof deletingCounts>;

/**
 * POST /api/deleted/{id}/restore (our server only): `restored` is how many objects are back, `left` how many of several vouchers aren't,
 * because their codes are taken. 409 says why nothing could be restored: `restored_before`, `too_late`, `taken` (another object has the
 * name in `fields.name`), `over_quota`, or `parent_gone` (what it belonged to no longer exists).
 */
export const restored = done.extend({ restored: z.number().int(), left: z.number().int() });
export type Restored = z.infer<typeof restored>;
