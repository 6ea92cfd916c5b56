import { z } from 'zod';
import { id, idParam, moment, paging, search, sorting } from './lists';

/** One access-point unit. `secret` is empty for those who may not know it. */
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

export const listUnits = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', 'name', 'description', 'mac_address', 'uuid', 'created']).shape,
  hotspot: idParam.default(0),
});
export type ListUnits = z.infer<typeof listUnits>;
