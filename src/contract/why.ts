import { z } from 'zod';
import { REFUSAL_CODES } from './plain/access';
import { foundItem } from './find';
import { guestAccess } from './guests';
import { id, idParam, moment, search } from './lists';
import { unitActivity } from './units';

/**
 * What must hold for a guest to be online, in the order in which it is checked: the device was seen, its unit is heard, the hotspot is
 * open, the code or guest is known there, valid and within its limits, the device isn't online elsewhere or one too many, and the speed is
 * usable.
 */
export const CHECKS = ['device', 'unit', 'open', 'known', 'valid', 'limits', 'elsewhere', 'speed'] as const;
export type Check = (typeof CHECKS)[number];

/**
 * `unknown`: can't be told, or follows from an earlier check. `refusals`: reasons why a log-in would be refused, the deciding one first.
 */
const checked = z.object({
  check: z.enum(CHECKS),
  state: z.enum(['ok', 'failed', 'unknown']),
  refusals: z.array(z.enum(REFUSAL_CODES)),
});
export type Checked = z.infer<typeof checked>;

const session = z.object({ session_id: id, unit_name: z.string(), device_mac: z.string(), since: moment });

/** Why somebody isn't online. Without guest and voucher if the hotspot doesn't know the code or device. */
const explanation = z.object({
  hotspot_id: id,
  hotspot_name: z.string(),
  /** The hotspot's time zone, for displaying the times below. */
  zone: z.string(),
  guest: z.object({ id, archived: z.boolean(), name: z.string(), valid_from: moment }).nullable(),
  voucher: z.object({ id, code: z.string() }).nullable(),
  /** The code that was asked about, if no guest and no voucher in scope has it. */
  code: z.string(),
  /** As AA-BB-CC-DD-EE-FF; empty if none is known. `device_seen`: when it was last seen at the hotspot. */
  device_mac: z.string(),
  device_seen: moment,
  /** The unit that the guest came to last, or would come to; null if the hotspot has none. */
  unit: z.object({ id, name: z.string(), activity: unitActivity }).nullable(),
  checks: z.array(checked),
  /** The session that is running. */
  online: session.nullable(),
  /** The session that must end for this device to get in. */
  elsewhere: session.nullable(),
  ...guestAccess.pick({ until: true, seconds_left: true, bytes_left: true }).shape,
  /** Refused attempts of the last seven days, latest first. `unit_name` is empty if the unit was deleted. */
  tries: z.array(z.object({ at: moment, unit_name: z.string(), device_mac: z.string(), refusal: z.enum(REFUSAL_CODES) })),
  /** The speed limits, null for none; `speed_of` says whose they are. */
  kbps_down: z.number().int().nullable(),
  kbps_up: z.number().int().nullable(),
  speed_of: z.enum(['guest', 'voucher', 'hotspot']).nullable(),
});
export type Explanation = z.infer<typeof explanation>;

/**
 * GET /api/why: whom it is about, by id or by what was typed: a MAC address, a code, a guest's name, e-mail or phone number, or a unit's
 * name, which a room may have. `hotspot` 0: any in scope. `unit`: the one at which the guest is; alone, everybody there.
 */
export const whyQuery = search.extend({
  hotspot: idParam.default(0),
  guest: idParam.default(0),
  archived: z.enum(['true', 'false']).default('false'),
  voucher: idParam.default(0),
  unit: idParam.default(0),
});
export type WhyQuery = z.infer<typeof whyQuery>;

/** `matches`: guests and vouchers to choose from. `answer` is null while one must be chosen, or none is found and no hotspot is named. */
export const why = z.object({ matches: z.array(foundItem), answer: explanation.nullable() });
export type Why = z.infer<typeof why>;
