import { MAC_ADDRESS } from './plain/macAddress';
import { z } from 'zod';
import { REFUSAL_CODES } from './plain/access';
import { each, namesOf } from './plain/fields';
import { id, idFilter, moment, paging, search, sorting } from './lists';
import { whenCreated, whenSet } from './textShapes';
import { UNIT_FIELDS } from './plain/unitFields';
import { HTTP_PROOFS, MAX_LENGTH, UNIT_KINDS, UNIT_UUID } from './plain/wire';

/** One access-point unit. `secret` is empty unless an admin or reseller is asking (MAC-14), and for our own console, which shows it on demand. */
export const unit = z.object({
  id,
  hotspot_id: id,
  mac_address: z.string(),
  ...each(namesOf(UNIT_FIELDS), () => z.string()),
  uuid: z.string(),
  secret: z.string(),
  created: moment,
});
export type Unit = z.infer<typeof unit>;

/**
 * A unit's health: number of running sessions, and when it was last heard from, by RADIUS or through a session. `silent` after a day
 * without either, `idle` between that and `active`.
 */
export const unitActivity = z.object({
  sessions: z.number().int(),
  last_seen: moment,
  state: z.enum(['active', 'idle', 'silent']),
});
export type UnitActivity = z.infer<typeof unitActivity>;

/** The unit's type; empty means detected automatically. */
const kind = z.enum(['', ...UNIT_KINDS]);
const httpProof = z.enum(HTTP_PROOFS);
const port = z.number().int().min(1).max(65_535);

/** A unit's RADIUS state: what staff have configured, when it was last heard from, and failed attempts to authenticate as it. */
export const unitRadius = z.object({
  /** Empty to detect it from the attributes the unit sends. */
  kind,
  /** Fixed IP address that also identifies the unit; empty if it has none. */
  address: z.string(),
  /** Which of its two addresses other units, perhaps of other resellers, have too. */
  shared: z.array(z.enum(['address', 'mac_address'])),
  /** Whether requests from that address may lack a Message-Authenticator. */
  may_be_unsigned: z.boolean(),
  /** Port on which the unit listens for Disconnect-Requests. */
  coa_port: port,
  /** The proof that the unit's requests over HTTP need besides its digest. */
  http_proof: httpProof,
  /** Until when the previous secret still works; null if there is none. */
  previous_secret_until: moment,
  heard: z
    .object({
      at: moment,
      address: z.string(),
      kind: z.enum(UNIT_KINDS),
      /** Empty if the unit doesn't report it. */
      software: z.string(),
      /** Seconds by which its clock is ahead; null if it reports no time. */
      clock_ahead: z.number().int().nullable(),
      /** Whether its last request over HTTP was signed; null if it makes none. */
      is_http_signed: z.boolean().nullable(),
    })
    .nullable(),
  /** The server's RADIUS ports; null if it has none. `tls` is the RadSec port, null without a certificate. */
  ports: z.object({ authentication: z.number().int(), accounting: z.number().int(), tls: z.number().int().nullable() }).nullable(),
  /** Whether units may also authenticate over HTTP. */
  has_http: z.boolean(),
  /** The portal's address for the unit's guests, and this server's address for units; null unless configured. */
  portal: z.string().nullable(),
  server: z.string().nullable(),
  /** Hosts besides the portal's that guests' browsers load from before they are online (walled garden). */
  garden_hosts: z.array(z.string()),
  /** Key shared by openNDS and the portal to authenticate guests; null if openNDS is off, and for callers who don't get the secret. */
  faskey: z.string().nullable(),
  /** The most recent log-in attempt at this unit; `refusal` is empty if access was granted. */
  last_login: z.object({ at: moment, device_mac: z.string(), refusal: z.enum(['', ...REFUSAL_CODES]) }).nullable(),
  /** Whether guests here seem to upload far more than they download, which means that the unit swaps the two counters. */
  is_lopsided: z.boolean(),
  /**
   * Names of no unit, in packets made with this unit's secret, which the server didn't answer; in the last seven days, latest first. Empty
   * if a packet had no name.
   */
  misnamed: z.array(z.object({ name: z.string(), address: z.string(), packets: z.number().int(), since: moment, last: moment })),
  /**
   * Guests who arrived without a signature by the unit's secret (`uamsecret`) after the last who had one; null if none in the last seven
   * days.
   */
  unsigned_arrivals: z.object({ count: z.number().int(), since: moment, last: moment }).nullable(),
  /** Requests rejected in the last seven days, latest first. */
  refused: z.array(
    z.object({ address: z.string(), outcome: z.enum(['wrong_secret', 'not_signed']), packets: z.number().int(), last: moment }),
  ),
});
export type UnitRadius = z.infer<typeof unitRadius>;

/**
 * A unit in responses. The last three fields only with `live=true`, and `radius` only when reading a single unit on a server with RADIUS
 * (our server only).
 */
export const liveUnit = unit.extend({
  activity: unitActivity.optional(),
  hotspot_name: z.string().optional(),
  radius: unitRadius.optional(),
});
export type LiveUnit = z.infer<typeof liveUnit>;

/** GET /api/units/availability, /api/hotspots/availability: ids separated by commas; unknown and foreign ones are left out. */
export const availabilityQuery = z.object({
  ids: z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9}){0,99})?$/)
    .default(''),
});

const shares = z.array(z.number().nullable());

/**
 * When a unit was heard: the last 48 half-hours and the last 30 days of its hotspot's zone, oldest first; the last of each isn't over yet.
 * A unit's value is the share of the time in which it was heard, a hotspot's the share of its units that were heard. Null if nothing is
 * known.
 */
export const availability = z.object({ id, zone: z.string(), half_hours: shares, days: shares });
export type Availability = z.infer<typeof availability>;

const live = z.enum(['true', 'false']).default('false');

/** GET /api/units/{id}. */
export const readUnit = z.object({ live });

export const listUnits = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', ...namesOf(UNIT_FIELDS), 'mac_address', 'uuid', 'created']).shape,
  hotspot: idFilter,
  live,
});
export type ListUnits = z.infer<typeof listUnits>;

/** POST /api/units. `hotspot_id` may be a number or a string of digits; the MAC address may be in any notation of `MAC_ADDRESS`. */
export const createUnit = z.object({
  hotspot_id: z.union([
    id,
    z
      .string()
      .regex(/^\d{1,10}$/)
      .refine((digits) => id.safeParse(Number(digits)).success, 'not an id'),
  ]),
  mac_address: z.string().trim().regex(MAC_ADDRESS),
  ...each(namesOf(UNIT_FIELDS), (name) => whenCreated(UNIT_FIELDS[name])),
  uuid: z.string().trim().regex(UNIT_UUID),
  /** Empty for a unit that can't authenticate, so that only the portal knows it. Our own console sends a `UNIT_SECRET`. */
  secret: z.string().max(MAX_LENGTH.text).default(''),
});
export type CreateUnit = z.infer<typeof createUnit>;

/** POST /api/units/{id}/secret: the secrets for configuring the unit; `faskey` is null if openNDS is off. */
export const unitSecret = z.object({ secret: z.string(), faskey: z.string().nullable() });
export type UnitSecret = z.infer<typeof unitSecret>;

/** POST /api/units/{id}/renew: until when the previous secret still works; null if there was none. */
export const secretRenewed = z.object({ status: z.literal('success'), previous_until: moment });
export type SecretRenewed = z.infer<typeof secretRenewed>;

/** PUT /api/units/{id}; omitted fields stay unchanged. All but name and description are our server only. */
export const updateUnit = z
  .object({
    ...each(namesOf(UNIT_FIELDS), (name) => whenSet(UNIT_FIELDS[name])),
    kind,
    address: z.union([z.literal(''), z.ipv4(), z.ipv6()]),
    may_be_unsigned: z.boolean(),
    coa_port: port,
    http_proof: httpProof,
    /** Rejected rather than ignored, so that no client believes it has changed the secret. */
    secret: z.never({ error: 'a secret is only renewed' }),
  })
  .partial();
export type UpdateUnit = z.infer<typeof updateUnit>;
