import { z } from 'zod';
import { REFUSAL_CODES } from './plain/access';
import { each, namesOf } from './plain/fields';
import { GUEST_FIELDS, GUEST_TEXTS } from './plain/guestFields';
import { cursors, dayZone, done, id, idFilter, moment, momentParam, paging, search, sorting } from './lists';
import { whenChanged } from './textShapes';
import { CONSENT_SOURCES, NO_DATE } from './plain/wire';

/**
 * One guest (a "user" on the wire). Bandwidth in kbps; `max_navigation_traffic` in bytes and `max_navigation_time` in seconds, both per
 * day; 0 is unlimited.
 */
export const guest = z.object({
  id,
  hotspot_id: id,
  ...each(GUEST_TEXTS, () => z.string()),
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
  /** The unit that registered a MAC entry, if known (our server only). */
  unit_id: id.optional(),
  created: moment,
});
export type Guest = z.infer<typeof guest>;

/** Bytes and seconds that the guest has used in total, over ended and running sessions. */
const used = z.object({ max_navigation_traffic_limit: z.number().int(), max_navigation_time_limit: z.number().int() });

/** Bytes and seconds used today, which the limits apply to. Present only if the request names a zone (our server only). */
const usedToday = z.object({ used_today_traffic: z.number().int(), used_today_time: z.number().int() });

/**
 * A consent that a guest gave or withdrew at the captive portal, with its wording: HTML for terms and privacy notice, else plain text. The
 * wording and language of one taken over from an older system are empty, as they aren't known.
 */
export const guestConsent = z.object({
  purpose: z.enum(['terms', 'privacy', 'marketing', 'survey']),
  given: z.boolean(),
  text: z.string(),
  /** The guest's language. */
  language: z.string(),
  /** The text's language; '' if it has none or it isn't known. */
  text_language: z.string(),
  at: moment,
  source: z.enum(CONSENT_SOURCES),
});
export type GuestConsent = z.infer<typeof guestConsent>;

/** Newest first. Present only on request (our server only). */
const agreed = z.object({ consents: z.array(guestConsent) });

const refusal = z.enum(REFUSAL_CODES);

/** Whether a guest may be online at present and what is left to them, as the server would answer one of the hotspot's units. */
export const guestAccess = z.object({
  /** Null if the guest may be online. */
  refusal: refusal.nullable(),
  /** Why they may not log in, although their device is let in without logging in. */
  login_refusal: refusal.nullable(),
  /** Why their latest device is not let in without logging in, although they may log in. */
  device_refusal: refusal.nullable(),
  /** When the validity of guest and voucher ends, or ended; null if it starts with the first login. */
  until: moment,
  /** What is left of limits on time and traffic, for today or in total; null if there is no limit, and after a refusal. */
  seconds_left: z.number().int().nullable(),
  bytes_left: z.number().int().nullable(),
  /** How many of their devices may be online at once; null for any number. */
  most_devices: z.number().int().nullable(),
});
export type GuestAccess = z.infer<typeof guestAccess>;

/** Present only on request, and if the hotspot has a unit (our server only). */
const explained = z.object({ access: guestAccess });

/**
 * Whether the guest's validity begins with the first use of a voucher, still to come, and the zone in which the hotspot's days begin and
 * end. Present only with `tz=hotspot` (our server only).
 */
const atHotspot = z.object({ unused: z.boolean(), zone: z.string() });

export const guestDetails = guest.extend({
  ...used.shape,
  ...usedToday.partial().shape,
  ...atHotspot.partial().shape,
  ...agreed.partial().shape,
  ...explained.partial().shape,
});
export type GuestDetails = z.infer<typeof guestDetails>;

/** Whether a session of the guest is running, and its hotspot's name (our server only). */
const atPresent = z.object({ online: z.boolean(), hotspot_name: z.string() });

/** A guest in a list; usage only if the query asked for it. */
export const listedGuest = guest.extend({
  ...used.partial().shape,
  ...usedToday.partial().shape,
  ...atPresent.partial().shape,
  ...atHotspot.partial().shape,
});
export type ListedGuest = z.infer<typeof listedGuest>;

/** A guest archived after its validity ended. `user_id` is the id it had as a current guest. */
export const archivedGuest = listedGuest.extend({ user_id: id });
export type ArchivedGuest = z.infer<typeof archivedGuest>;

/** One archived guest, with its usage. */
export const archivedGuestDetails = guestDetails.extend({ user_id: id });
export type ArchivedGuestDetails = z.infer<typeof archivedGuestDetails>;

/** Guests whose validity is over, or all guests: current and archived ones, each set paged separately; `total` counts both. */
export const expiredGuests = z.object({
  data_users: z.array(listedGuest),
  data_user_histories: z.array(archivedGuest),
  total: z.number().int(),
});
export type ExpiredGuests = z.infer<typeof expiredGuests>;

/** A list of guests as CSV with a header line; contains no passwords, and no cell that a spreadsheet would run as a formula. */
export const guestsCsv = z.object({ data: z.string(), total: z.number().int() });

const SORTABLE = ['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created'] as const;

const guestFilters = {
  ...paging.shape,
  ...search.shape,
  ...sorting(SORTABLE).shape,
  hotspot: idFilter,
  type: z.string().max(32).default(''),
  marketing: z.enum(['true', 'false']).default('false'),
  used: z.enum(['true', 'false']).default('false'),
  csv: z.enum(['true', 'false']).default('false'),
  tz: dayZone.optional(),
};

/**
 * GET /api/users/{id} and /api/users_expired/{id}: `tz` adds what the guest used today, `consents=true` adds the guest's consents, and
 * `access=true` whether a guest that isn't archived may be online (our server only).
 */
export const readGuest = z.object({
  tz: dayZone.optional(),
  consents: z.literal('true').optional(),
  access: z.literal('true').optional(),
});

/**
 * Valid guests; `state=current` also those who haven't used their voucher yet, and `state=online` those with a running session (our server only). `type=mac` lists MAC entries,
 * `marketing=true` guests who agreed to marketing. `used=true` adds each guest's usage, and with `tz` its usage today in that zone (our
 * server only); `csv=true` returns the page as a CSV file.
 */
export const listGuests = z.object({ ...guestFilters, ...cursors.shape, state: z.enum(['valid', 'current', 'online']).default('valid') });
export type ListGuests = z.infer<typeof listGuests>;

/**
 * Two sets in one response, so it has pages but no cursors. In the CSV file archived guests come last. With `state=all` the first
 * set holds all current guests, including valid ones, and with `state=over` none who haven't used their voucher yet (our server only).
 */
export const listExpiredGuests = z.object({ ...guestFilters, state: z.enum(['expired', 'over', 'all']).default('expired') });
export type ListExpiredGuests = z.infer<typeof listExpiredGuests>;

/** A bandwidth or duration, within the range of an integer column. */
const limit = z.number().int().min(0).max(2_147_483_647);

/** A date to set. null, empty and `NO_DATE` leave the field unchanged. */
const momentOrNone = z.union([momentParam, z.literal(NO_DATE), z.literal('')]).nullable();

/**
 * PUT /api/users/{id} and /api/users_expired/{id}: an empty name or e-mail and an unset date leave their fields unchanged; 0 is
 * stored. The e-mail isn't validated: it is plain text (GST-21).
 */
export const updateGuest = z
  .object({
    ...each(namesOf(GUEST_FIELDS), (name) => whenChanged(GUEST_FIELDS[name])),
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

/** Response to updating an archived guest; `id` is present if the update made it a current guest again. */
export const archivedGuestChanged = done.extend({ id: id.optional() });
