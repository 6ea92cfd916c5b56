import { z } from 'zod';
import { cursors, done, id, idParam, moment, momentParam, paging, search, sorting, zone } from './lists';
import { MAX_LENGTH, NO_DATE } from './wire';

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
  /** By which unit a MAC entry was made, where that is known (embedded server). */
  unit_id: id.optional(),
  created: moment,
});
export type Guest = z.infer<typeof guest>;

/** The bytes and seconds that a guest has used so far, in ended and in running sessions. */
const used = z.object({ max_navigation_traffic_limit: z.number().int(), max_navigation_time_limit: z.number().int() });

/** What it used since the day began, which its limits are about: only where the call says in which zone (embedded server). */
const usedToday = z.object({ used_today_traffic: z.number().int(), used_today_time: z.number().int() });

export const guestDetails = guest.extend({ ...used.shape, ...usedToday.partial().shape });
export type GuestDetails = z.infer<typeof guestDetails>;

/** A guest in a list; what it used only where that was asked for. */
export const listedGuest = guest.extend({ ...used.partial().shape, ...usedToday.partial().shape });
export type ListedGuest = z.infer<typeof listedGuest>;

/** A guest that was archived after its validity ended. `user_id` is the id that it had as a guest. */
export const archivedGuest = listedGuest.extend({ user_id: id });
export type ArchivedGuest = z.infer<typeof archivedGuest>;

/** One archived guest, with what it used. */
export const archivedGuestDetails = guestDetails.extend({ user_id: id });
export type ArchivedGuestDetails = z.infer<typeof archivedGuestDetails>;

/** Guests whose validity is over: those still there and those archived, each cut by the same page; `total` counts both. */
export const expiredGuests = z.object({
  data_users: z.array(listedGuest),
  data_user_histories: z.array(archivedGuest),
  total: z.number().int(),
});
export type ExpiredGuests = z.infer<typeof expiredGuests>;

/** A list of guests as comma-separated values with a line of headings; no passwords in it, and no cell starts a formula. */
export const guestsCsv = z.object({ data: z.string(), total: z.number().int() });

const SORTABLE = ['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created'] as const;

const guestFilters = {
  ...paging.shape,
  ...search.shape,
  ...sorting(SORTABLE).shape,
  hotspot: idParam.default(0),
  type: z.string().max(32).default(''),
  marketing: z.enum(['true', 'false']).default('false'),
  used: z.enum(['true', 'false']).default('false'),
  csv: z.enum(['true', 'false']).default('false'),
  tz: zone.optional(),
};

/** GET /api/users/{id} and /api/users_expired/{id}: with `tz` also what the guest used today (embedded server). */
export const readGuest = z.object({ tz: zone.optional() });

/**
 * `type=mac` lists the MAC entries; `marketing=true` those who agreed to marketing; `used=true` adds to each
 * row what it used, and with `tz` what it used today in that zone (embedded server); `csv=true` answers the page as a file.
 */
export const listGuests = z.object({ ...guestFilters, ...cursors.shape });
export type ListGuests = z.infer<typeof listGuests>;

/** The expired list is two lists in one answer: it has pages, and no cursors. As a file the archived guests follow the others. */
export const listExpiredGuests = z.object(guestFilters);
export type ListExpiredGuests = z.infer<typeof listExpiredGuests>;

/** A bandwidth or a time: what the columns hold. */
const limit = z.number().int().min(0).max(2_147_483_647);

/** A moment to set; unset, in either back end's way, leaves the field. */
const momentOrNone = z.union([momentParam, z.literal(NO_DATE), z.literal('')]).nullable();

/**
 * PUT /api/users/{id} and /api/users_expired/{id}: an empty name or e-mail and an unset moment leave their fields, numbers from 0
 * are taken (API.md, "Guests"). The e-mail is plain text (spec 2 §5).
 */
export const updateGuest = z
  .object({
    name: z.string().trim().max(MAX_LENGTH.name),
    email: z.string().trim().max(MAX_LENGTH.email),
    kbps_down: limit,
    kbps_up: limit,
    max_navigation_time: limit,
    max_navigation_traffic: z.number().int().min(0),
    auto_login: z.boolean(),
    valid_from: momentOrNone,
    valid_until: momentOrNone,
  })
  .partial();
export type UpdateGuest = z.infer<typeof updateGuest>;

/** What changing an archived guest answers: `id` is that of the active guest that it became, if it did. */
export const archivedGuestChanged = done.extend({ id: id.optional() });
