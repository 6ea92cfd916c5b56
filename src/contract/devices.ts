import { z } from 'zod';
import { guest } from './guests';
import { hotspotRow } from './hotspots';
import { cursors, id, idFilter, moment, paging, search, sorting } from './lists';

/** A device that a guest used. Guest and hotspot are populated in lists only; in a single read both have id 0. */
export const device = z.object({
  id,
  mac_address: z.string(),
  ip_address: z.string(),
  description: z.string(),
  created: moment,
  user_id: id,
  user: guest,
  hotspot_id: id,
  hotspot: hotspotRow,
  /** What its sessions used, in bytes, and when a unit last reported one; null if none did. Only with `live=true` (our server only). */
  activity: z.object({ bytes_up: z.number().int(), bytes_down: z.number().int(), last_seen: moment }).optional(),
});
export type Device = z.infer<typeof device>;

const live = z.enum(['true', 'false']).default('false');

/** GET /api/devices/{id}. */
export const readDevice = z.object({ live });
export type ReadDevice = z.infer<typeof readDevice>;

export const listDevices = z.object({
  ...paging.shape,
  ...cursors.shape,
  ...search.shape,
  ...sorting(['id', 'mac_address', 'ip_address', 'created']).shape,
  hotspot: idFilter,
  user: idFilter,
  live,
});
export type ListDevices = z.infer<typeof listDevices>;
