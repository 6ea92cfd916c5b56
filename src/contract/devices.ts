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
});
export type Device = z.infer<typeof device>;

export const listDevices = z.object({
  ...paging.shape,
  ...cursors.shape,
  ...search.shape,
  ...sorting(['id', 'mac_address', 'ip_address', 'created']).shape,
  hotspot: idFilter,
  user: idFilter,
});
export type ListDevices = z.infer<typeof listDevices>;
