import { z } from 'zod';
import { guest } from './guests';
import { id, idParam, moment, momentParam, paging, search, sorting } from './lists';
import { unit } from './units';

/**
 * One running session. `duration` in seconds, `bytes_*` in bytes. In lists the unit and the guest are filled in; a single read
 * leaves both at id 0.
 */
export const session = z.object({
  id,
  unit_id: id,
  unit_mac: z.string(),
  unit,
  hotspot_id: id,
  hotspot_desc: z.string(),
  device_id: id,
  device_mac: z.string(),
  ip_address: z.string(),
  user_id: id,
  user: guest,
  username: z.string(),
  bytes_up: z.number().int(),
  bytes_down: z.number().int(),
  duration: z.number().int(),
  auth_time: moment,
  start_time: moment,
  update_time: moment,
  stop_time: moment,
  session_key: z.string(),
});
export type Session = z.infer<typeof session>;

/** `from` and `to` bound `update_time` of running sessions. */
export const listSessions = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', 'username', 'ip_address', 'device_mac', 'bytes_up', 'bytes_down', 'duration', 'start_time', 'update_time']).shape,
  hotspot: idParam.default(0),
  user: idParam.default(0),
  unit: idParam.default(0),
  from: momentParam.optional(),
  to: momentParam.optional(),
});
export type ListSessions = z.infer<typeof listSessions>;
