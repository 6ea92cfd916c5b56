import { z } from 'zod';
import { owner } from './accounts';
import { id, idFilter, moment, paging, search, sorting } from './lists';
import { each, namesOf, namesWhere } from './plain/fields';
import { HOTSPOT_FIELDS } from './plain/hotspotFields';
import { whenChanged, whenCreated } from './textShapes';

/** Fields of every response about a hotspot (HSP-30). Disclaimer id 0 is the default disclaimer. */
const hotspotFields = z.object({
  id,
  uuid: z.string(),
  account_id: id,
  ...each(namesOf(HOTSPOT_FIELDS), () => z.string()),
  created: moment,
  privacy_disclaimer_id: id,
  tos_disclaimer_id: id,
});

/** A row of the hotspot list. */
export const hotspotRow = hotspotFields.extend({ Account: owner });
export type HotspotRow = z.infer<typeof hotspotRow>;

/**
 * A hotspot's health. `units_active` and `units_silent` are defined as in contract/units.ts; `silent_since` is when the last silent unit
 * was heard from. `vouchers_left`: vouchers that guests could still log in with; null if voucher login is off. `syncs_failed`:
 * integrations whose last sync failed.
 */
export const hotspotHealth = z.object({
  guests_online: z.number().int(),
  units: z.number().int(),
  units_active: z.number().int(),
  units_silent: z.number().int(),
  silent_since: moment,
  vouchers_left: z.number().int().nullable(),
  syncs_failed: z.number().int(),
});
export type HotspotHealth = z.infer<typeof hotspotHealth>;

/** A row of the hotspot list; `board` only if the query asked for it (our server only). */
export const listedHotspot = hotspotRow.extend({ board: hotspotHealth.optional() });
export type ListedHotspot = z.infer<typeof listedHotspot>;

/** Sort keys computed from the health. `trouble`: hotspots with all units silent, then those with some, then by number of alerts. */
export const HEALTH_SORTS = ['trouble', 'guests_online', 'units_active', 'vouchers_left'] as const;

/** One hotspot. Existing back ends omit the two disclaimer ids here. */
export const hotspot = hotspotFields.extend({ account_name: z.string() });
export type Hotspot = z.infer<typeof hotspot>;

/** `board=true` adds each hotspot's health (our server only). */
export const listHotspots = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['name', ...namesWhere(HOTSPOT_FIELDS, { isFixed: false }), 'created', ...HEALTH_SORTS]).shape,
  board: z.enum(['true', 'false']).default('false'),
});
export type ListHotspots = z.infer<typeof listHotspots>;

/** GET /api/hotspots/zone: about a hotspot, or all in scope (our server only). */
export const hotspotZoneQuery = z.object({ hotspot: idFilter });

/** `zone`: in which the hotspot's days begin and end; the server's if the hotspots in scope differ. `server`: in which plans end. */
export const hotspotZone = z.object({ zone: z.string(), server: z.string() });
export type HotspotZone = z.infer<typeof hotspotZone>;

/** POST /api/hotspots: all business fields except the DPO's are required (HSP-20, HSP-22). */
export const createHotspot = z.object({
  ...each(namesOf(HOTSPOT_FIELDS), (name) => whenCreated(HOTSPOT_FIELDS[name])),
  privacy_disclaimer_id: id.default(0),
  tos_disclaimer_id: id.default(0),
});
export type CreateHotspot = z.infer<typeof createHotspot>;

/**
 * PUT /api/hotspots/{id}: the name can't be changed; an empty text leaves its field unchanged, except that the two DPO fields can be
 * cleared (docs/wire.md#other-differences).
 */
export const updateHotspot = z
  .object({
    ...each(namesWhere(HOTSPOT_FIELDS, { isFixed: false }), (name) => whenChanged(HOTSPOT_FIELDS[name])),
    privacy_disclaimer_id: id,
    tos_disclaimer_id: id,
  })
  .partial();
export type UpdateHotspot = z.infer<typeof updateHotspot>;
