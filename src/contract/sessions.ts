import { z } from 'zod';
import { device } from './devices';
import { guest } from './guests';
import { hotspotRow } from './hotspots';
import { cursors, dayZone, id, idFilter, moment, momentFilter, pageOf, paging, search, sorting } from './lists';
import { unit } from './units';

/**
 * What a unit was last asked to do with a running session, and its answer. Outcomes of a `disconnect` as in `disconnected`. A `change`, to
 * new limits, may also be `not_possible`: this kind of unit accepts none, so they apply from the next log-in, as they do after `refused`
 * and `no_answer`.
 */
export const unitRequest = z.object({
  at: moment,
  what: z.enum(['disconnect', 'change']),
  outcome: z.enum(['acknowledged', 'ended', 'refused', 'no_answer', 'with_next_report', 'not_possible']),
  cause: z.string(),
});
export type UnitRequest = z.infer<typeof unitRequest>;

/**
 * An IP address of a session, or a prefix (`2001:db8:1::/64`) of which the session had every address. `until` is null if the session still
 * has it, or had it until its end.
 */
export const sessionAddress = z.object({ address: z.string(), since: moment, until: moment });
export type SessionAddress = z.infer<typeof sessionAddress>;

/**
 * One running session. `duration` in seconds, `bytes_*` in bytes. Unit and guest are populated in lists only; in a single read both have
 * id 0.
 */
export const session = z.object({
  id,
  unit_id: id,
  unit_mac: z.string(),
  unit,
  hotspot_id: id,
  hotspot_desc: z.string(),
  /** The hotspot's name; in lists with `live=true` (our server only). */
  hotspot_name: z.string().optional(),
  device_id: id,
  device_mac: z.string(),
  /** The address it has or had last, IPv4 first. */
  ip_address: z.string(),
  /** All of its addresses, oldest first; with `addresses=true` (our server only). */
  addresses: z.array(sessionAddress).optional(),
  /** Negative once the guest has been erased: still distinct per guest, so that counts stay correct. */
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
  /** Why the session ended, if known: RADIUS causes (RFC 2866 § 5.10) and our own; ended sessions only (our server only). */
  terminate_cause: z.string().optional(),
  /** Whether the unit can be asked to end it; only in single reads of running sessions (our server only). */
  can_disconnect: z.boolean().optional(),
  /** Only in single reads of running sessions about which a unit was asked (our server only). */
  last_request: unitRequest.optional(),
});
export type Session = z.infer<typeof session>;

/**
 * One ended session. `id` is the history record's, `session_id` the one it had while running. Unit and guest are populated in lists;
 * hotspot and device never are, as in existing back ends.
 */
export const history = session.extend({ session_id: z.number().int(), hotspot: hotspotRow, device });
export type History = z.infer<typeof history>;

/**
 * POST /api/sessions/{id}/disconnect (our server only): the unit's response. `acknowledged`: the unit is ending the session and will
 * report that; `ended`: the unit no longer had the session, so it has been ended here too; `refused`: with the unit's `cause`, in English;
 * `no_answer`: the session continues until the unit ends it; `with_next_report`: the unit can't be contacted and ends it at its next
 * report; `not_reported`: no unit reports this session, so there is none to ask.
 */
export const disconnected = z.object({
  outcome: z.enum(['acknowledged', 'ended', 'refused', 'no_answer', 'with_next_report', 'not_reported']),
  cause: z.string(),
});
export type Disconnected = z.infer<typeof disconnected>;

/** Totals over all matching sessions, in bytes and seconds. */
const sessionSums = z.object({ bytes_up: z.number().int(), bytes_down: z.number().int(), duration: z.number().int() });
export type SessionSums = z.infer<typeof sessionSums>;

/** A page of sessions; `sums` only on request, and only up to `EXACT_TOTAL` matches. */
export const sessionsPage = pageOf(session).extend({ sums: sessionSums.optional() });
export const historiesPage = pageOf(history).extend({ sums: sessionSums.optional() });

/** Whether to add the addresses of each session (our server only). */
const addresses = z.enum(['true', 'false']).default('false');

/** GET /api/sessions/{id} and /api/histories/{id}. */
export const readSession = z.object({ addresses });
export type ReadSession = z.infer<typeof readSession>;

/**
 * GET /api/histories/{id}: with `by=session_id` the id is the one that the session had while it ran (our server only). An existing back end
 * ignores `by` and answers with the record that has this id.
 */
export const readHistory = readSession.extend({ by: z.enum(['id', 'session_id']).default('id') });
export type ReadHistory = z.infer<typeof readHistory>;

const sessionFilters = {
  ...paging.shape,
  ...cursors.shape,
  ...search.shape,
  hotspot: idFilter,
  user: idFilter,
  unit: idFilter,
  from: momentFilter,
  to: momentFilter,
  /** Whether to add totals over all matches (our server only). */
  sums: z.enum(['true', 'false']).default('false'),
  addresses,
  /** Only sessions that began on this ISO weekday in this hour, `5-20`, by the clock in `tz` (our server only). */
  begun: z
    .string()
    .regex(/^[1-7]-(?:1?\d|2[0-3])$/u)
    .optional(),
  tz: dayZone.default('UTC'),
  /** Whether to add each hotspot's name (our server only). */
  live: z.enum(['true', 'false']).default('false'),
};

/** `from` and `to` filter running sessions by `update_time`. Newest first by default; by hotspot for the console of existing back ends. */
export const listSessions = z.object({
  ...sessionFilters,
  ...sorting(
    ['start_time', 'update_time', 'id', 'hotspot_id', 'username', 'ip_address', 'device_mac', 'bytes_up', 'bytes_down', 'duration'],
    'desc',
  ).shape,
});
export type ListSessions = z.infer<typeof listSessions>;

/**
 * `from` and `to` filter ended sessions by `start_time`. Newest first by default; by hotspot for the console of existing back ends. Not
 * sortable by id or end: combined with a filter on the start, those indexes would have to be scanned through everything outside the period
 * first.
 */
export const listHistories = z.object({
  ...sessionFilters,
  ...sorting(['start_time', 'hotspot_id', 'username', 'bytes_up', 'bytes_down', 'duration'], 'desc').shape,
});
export type ListHistories = z.infer<typeof listHistories>;
