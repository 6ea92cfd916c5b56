import { z } from 'zod';
import { done, id } from './lists';

/**
 * Query of calls that delete something. With `undo=true` the response has the `undo` by which it can be brought back for a day; a guest is
 * otherwise erased at once. Left out by consoles of older back ends, which get their response unchanged.
 */
export const deleteQuery = z.object({ undo: z.enum(['true', 'false']).default('false') });
export type DeleteQuery = z.infer<typeof deleteQuery>;

/** Response to such a call. `undo` is missing if nothing was deleted. */
export const deleted = done.extend({ undo: id.optional() });
export type Deleted = z.infer<typeof deleted>;

/**
 * POST /api/deleted/{id}/restore (our server only): how many things are back, and how many of several vouchers could not come back because
 * their codes are taken. 409 says what stands in the way: `restored_before`, `too_late`, `taken` with the name that is in use now in
 * `fields.name`, `over_quota`, or `parent_gone` if what it belonged to isn't there.
 */
export const restored = done.extend({ restored: z.number().int(), left: z.number().int() });
export type Restored = z.infer<typeof restored>;
