import { z } from 'zod';
import { device } from './devices';
import { guest } from './guests';
import { hotspotRow } from './hotspots';
import { cursors, id, idParam, moment, momentParam, pageOf, paging, search, sorting } from './lists';
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
  /** Below 0 once the guest was erased: still one number for one guest, and nobody's. */
  user_id: z.number().int(),
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

/**
 * One ended session. Its id is its own: `session_id` is the one that it had while it ran. In lists the unit and the guest are
 * filled in, the hotspot and the device never, as recorded.
 */
export const history = session.extend({ session_id: z.number().int(), hotspot: hotspotRow, device });
export type History = z.infer<typeof history>;

/** What all sessions that match come to: bytes, and seconds. */
const sessionSums = z.object({ bytes_up: z.number().int(), bytes_down: z.number().int(), duration: z.number().int() });
export type SessionSums = z.infer<typeof sessionSums>;

/** Pages of sessions; `sums` only where they were asked for, and only of as many as totals are exact for. */
export const sessionsPage = pageOf(session).extend({ sums: sessionSums.optional() });
export const historiesPage = pageOf(history).extend({ sums: sessionSums.optional() });

const sessionFilters = {
  ...paging.shape,
  ...cursors.shape,
  ...search.shape,
  hotspot: idParam.default(0),
  user: idParam.default(0),
  unit: idParam.default(0),
  from: momentParam.optional(),
  to: momentParam.optional(),
  /** Whether the answer says what all that match come to (embedded server). */
  sums: z.enum(['true', 'false']).default('false'),
};

/** `from` and `to` bound `update_time` of running sessions. The newest comes first. */
export const listSessions = z.object({
  ...sessionFilters,
  ...sorting(['start_time', 'update_time', 'id', 'username', 'ip_address', 'device_mac', 'bytes_up', 'bytes_down', 'duration'], 'desc')
    .shape,
});
export type ListSessions = z.infer<typeof listSessions>;

/**
 * `from` and `to` bound `start_time` of ended sessions. The newest comes first. Not offered is what nearly goes with the start: along
 * the ids or ends of a million sessions, those of two weeks would be found only after all before them were passed.
 */
export const listHistories = z.object({
  ...sessionFilters,
  ...sorting(['start_time', 'username', 'bytes_up', 'bytes_down', 'duration'], 'desc').shape,
});
export type ListHistories = z.infer<typeof listHistories>;
