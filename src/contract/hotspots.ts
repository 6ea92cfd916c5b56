import { z } from 'zod';
import { owner } from './accounts';
import { id, moment, paging, search, sorting } from './lists';
import { EMAIL, HOTSPOT_NAME, MAX_LENGTH } from './wire';

/** What every answer about a hotspot has (HSP-30). Disclaimer id 0 is the default disclaimer. */
const hotspotFields = z.object({
  id,
  uuid: z.string(),
  account_id: id,
  name: z.string(),
  description: z.string(),
  business_name: z.string(),
  business_vat: z.string(),
  business_address: z.string(),
  business_email: z.string(),
  business_dpo: z.string(),
  business_dpo_mail: z.string(),
  created: moment,
  privacy_disclaimer_id: id,
  tos_disclaimer_id: id,
});

/** A row of the hotspot list. */
export const hotspotRow = hotspotFields.extend({ Account: owner });
export type HotspotRow = z.infer<typeof hotspotRow>;

/** One hotspot. Existing back ends leave the two disclaimer ids out here. */
export const hotspot = hotspotFields.extend({ account_name: z.string() });
export type Hotspot = z.infer<typeof hotspot>;

export const listHotspots = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting([
    'name',
    'description',
    'business_name',
    'business_vat',
    'business_address',
    'business_email',
    'business_dpo',
    'business_dpo_mail',
    'created',
  ]).shape,
});
export type ListHotspots = z.infer<typeof listHotspots>;

const text = z.string().trim().max(MAX_LENGTH.text);
const email = z.string().trim().max(MAX_LENGTH.email).regex(EMAIL);
const emailOrNothing = z.union([z.literal(''), email]);

/** POST /api/hotspots: all business fields but the DPO's are required (HSP-20, HSP-22). */
export const createHotspot = z.object({
  name: z.string().max(MAX_LENGTH.name).regex(HOTSPOT_NAME),
  description: z.string().trim().min(1).max(MAX_LENGTH.description),
  business_name: text.min(1),
  business_vat: text.min(1),
  business_address: text.min(1),
  business_email: email,
  business_dpo: text.default(''),
  business_dpo_mail: emailOrNothing.default(''),
  privacy_disclaimer_id: id.default(0),
  tos_disclaimer_id: id.default(0),
});
export type CreateHotspot = z.infer<typeof createHotspot>;

/**
 * PUT /api/hotspots/{id}: the name never changes; an empty text leaves its field as it is, except for the two DPO fields, which may be
 * emptied (docs/wire.md#other-differences).
 */
export const updateHotspot = z
  .object({
    description: z.string().trim().max(MAX_LENGTH.description),
    business_name: text,
    business_vat: text,
    business_address: text,
    business_email: emailOrNothing,
    business_dpo: text,
    business_dpo_mail: emailOrNothing,
    privacy_disclaimer_id: id,
    tos_disclaimer_id: id,
  })
  .partial();
export type UpdateHotspot = z.infer<typeof updateHotspot>;
