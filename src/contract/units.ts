import { z } from 'zod';
import { REFUSAL_CODES } from './access';
import { id, idParam, moment, paging, search, sorting } from './lists';
import { MAC_ADDRESS, MAX_LENGTH, UNIT_KINDS, UNIT_UUID } from './wire';

/** One access-point unit. `secret` is empty unless an admin or reseller asks (MAC-14). */
export const unit = z.object({
  id,
  hotspot_id: id,
  mac_address: z.string(),
  name: z.string(),
  description: z.string(),
  uuid: z.string(),
  secret: z.string(),
  created: moment,
});
export type Unit = z.infer<typeof unit>;

/**
 * How a unit is doing: running sessions, and when it was last heard, by RADIUS or of a session. `silent` after a day without, `idle`
 * between that and `active`.
 */
export const unitActivity = z.object({
  sessions: z.number().int(),
  last_seen: moment,
  state: z.enum(['active', 'idle', 'silent']),
});
export type UnitActivity = z.infer<typeof unitActivity>;

/** How a unit is recognised. */
const kind = z.enum(['', ...UNIT_KINDS]);
const port = z.number().int().min(1).max(65_535);

/** A unit at RADIUS: what staff have set, how it was last heard, and who failed to be it. */
export const unitRadius = z.object({
  /** Empty to go by the attributes that it sends. */
  kind,
  /** The fixed address by which it is found, too; empty if it has none. */
  address: z.string(),
  /** Whether log-ins from that address needn't be signed. */
  may_be_unsigned: z.boolean(),
  /** Where it listens for Disconnect-Requests. */
  coa_port: port,
  heard: z
    .object({
      at: moment,
      address: z.string(),
      kind: z.enum(UNIT_KINDS),
      /** Empty if it doesn't tell. */
      software: z.string(),
      /** Seconds by which its clock is ahead; null if it tells no time. */
      clock_ahead: z.number().int().nullable(),
    })
    .nullable(),
  /** The ports at which units ask; null where the server has none of its own. `tls` is RadSec's, null without a certificate. */
  ports: z.object({ authentication: z.number().int(), accounting: z.number().int(), tls: z.number().int().nullable() }).nullable(),
  /** Whether units may ask by HTTP, too. */
  has_http: z.boolean(),
  /** Where the unit's guests find the portal, and where this server is for units; null unless configured. */
  portal: z.string().nullable(),
  server: z.string().nullable(),
  /** What openNDS and the portal prove guests by; null where routers with openNDS aren't listened to, and for who doesn't get the secret. */
  faskey: z.string().nullable(),
  /** The last log-in that was asked for here; `refusal` is empty if access was granted. */
  last_login: z.object({ at: moment, device_mac: z.string(), refusal: z.enum(['', ...REFUSAL_CODES]) }).nullable(),
  /** Whether guests here seem to send far more than they receive: the unit then counts from the other side. */
  is_lopsided: z.boolean(),
  /** Of the last seven days, the latest first. */
  refused: z.array(
    z.object({ address: z.string(), outcome: z.enum(['wrong_secret', 'not_signed']), packets: z.number().int(), last: moment }),
  ),
});
export type UnitRadius = z.infer<typeof unitRadius>;

/**
 * A unit as it is read; the last three only with `live=true`, and `radius` only in single reads where units are listened to (our server
 * only).
 */
export const liveUnit = unit.extend({
  activity: unitActivity.optional(),
  hotspot_name: z.string().optional(),
  radius: unitRadius.optional(),
});
export type LiveUnit = z.infer<typeof liveUnit>;

const live = z.enum(['true', 'false']).default('false');

/** GET /api/units/{id}. */
export const readUnit = z.object({ live });

export const listUnits = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', 'name', 'description', 'mac_address', 'uuid', 'created']).shape,
  hotspot: idParam.default(0),
  live,
});
export type ListUnits = z.infer<typeof listUnits>;

const name = z.string().trim().min(1).max(MAX_LENGTH.name);
const description = z.string().trim().max(MAX_LENGTH.description);

/** POST /api/units. `hotspot_id` may be a number or a string of digits; the MAC address may be in any form of `MAC_ADDRESS`. */
export const createUnit = z.object({
  hotspot_id: z.union([
    id,
    z
      .string()
      .regex(/^\d{1,10}$/)
      .refine((digits) => id.safeParse(Number(digits)).success, 'not an id'),
  ]),
  mac_address: z.string().trim().regex(MAC_ADDRESS),
  name,
  description: description.default(''),
  uuid: z.string().trim().regex(UNIT_UUID),
  secret: z.string().max(MAX_LENGTH.text).default(''),
});
export type CreateUnit = z.infer<typeof createUnit>;

/** PUT /api/units/{id}; what is not sent stays. The last four are our server's only. */
export const updateUnit = z
  .object({ name, description, kind, address: z.union([z.literal(''), z.ipv4(), z.ipv6()]), may_be_unsigned: z.boolean(), coa_port: port })
  .partial();
export type UpdateUnit = z.infer<typeof updateUnit>;
