import { MAC_ADDRESS } from './plain/macAddress';
import { z } from 'zod';
import { amount } from './lists';
import { MAX_INTEGER, MAX_LENGTH, UNIT_UUID } from './plain/wire';

const name = z.string().trim().max(MAX_LENGTH.name);
const mac = z.string().trim().regex(MAC_ADDRESS);
const kbps = z.coerce.number().int().min(0).max(MAX_INTEGER).default(0);

/** `/wax/register/mac/{mac}`: the device that gets access without logging in. */
export const byMac = z.object({ mac });

/**
 * GET /wax/register/mac/{mac}: anyone who knows the unit's secret may register; `digest` is the lower-case hex MD5 of the secret
 * followed by the unit's `uuid` (MAC-12).
 */
export const registerMac = z.object({
  digest: z.string().max(MAX_LENGTH.text),
  uuid: z.string().regex(UNIT_UUID),
  name: name.default(''),
  kbps_down: kbps,
  kbps_up: kbps,
});

/** Response to a registration; `user_id` is the MAC address, as in existing back ends. */
export const macRegistered = z.object({ device_id: z.number().int(), user_id: z.string() });

/** POST /api/units/{id}/mac: the same without the secret (MAC-13). Bandwidth in kbps, 0 is unlimited. */
export const createMacEntry = z.object({
  mac,
  name: name.min(1),
  kbps_down: amount.default(0),
  kbps_up: amount.default(0),
});
export type CreateMacEntry = z.infer<typeof createMacEntry>;

export const macEntryCreated = macRegistered.extend({ status: z.literal('success') });
