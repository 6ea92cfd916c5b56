import { z } from 'zod';
import { id, idParam, moment, paging, search, sorting } from './lists';

/**
 * One guest (the wire says "user"). Bandwidth in kbps, `max_navigation_traffic` in bytes and `max_navigation_time` in seconds
 * a day; 0 is unlimited.
 */
export const guest = z.object({
  id,
  hotspot_id: id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  account_type: z.string(),
  reason: z.string(),
  country: z.string(),
  marketing_auth: z.boolean(),
  survey_auth: z.boolean(),
  kbps_down: z.number().int(),
  kbps_up: z.number().int(),
  max_navigation_traffic: z.number().int(),
  max_navigation_time: z.number().int(),
  auto_login: z.boolean(),
  valid_from: moment,
  valid_until: moment,
  created: moment,
});
export type Guest = z.infer<typeof guest>;

/** `type=mac` lists the MAC entries; `marketing=true` those who agreed to marketing. */
export const listGuests = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created']).shape,
  hotspot: idParam.default(0),
  type: z.string().max(32).default(''),
  marketing: z.enum(['true', 'false']).default('false'),
});
export type ListGuests = z.infer<typeof listGuests>;
