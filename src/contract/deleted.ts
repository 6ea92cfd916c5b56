import { z } from 'zod';
import { done, id } from './lists';

/**
 * Query of calls that delete something. With `undo=true` the response has an `undo` id, with which the deletion can be reverted for a day;
 * without it a guest is erased at once. Consoles of older back ends don't send it, and get their usual response.
 */
export const deleteQuery = z.object({ undo: z.enum(['true', 'false']).default('false') });
export type DeleteQuery = z.infer<typeof deleteQuery>;

/** Response to such a call. `undo` is missing if nothing was deleted. */
export const deleted = done.extend({ undo: id.optional() });
export type Deleted = z.infer<typeof deleted>;

/**
 * POST /api/deleted/{id}/restore (our server only): `restored` is how many objects are back, `left` how many of several vouchers aren't,
 * because their codes are taken. 409 says why nothing could be restored: `restored_before`, `too_late`, `taken` (another object has the
 * name in `fields.name`), `over_quota`, or `parent_gone` (what it belonged to no longer exists).
 */
export const restored = done.extend({ restored: z.number().int(), left: z.number().int() });
export type Restored = z.infer<typeof restored>;
