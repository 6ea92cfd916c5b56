/** Converts rows of guests to guests as in responses. */
import { each } from '../../contract/plain/fields';
import { GUEST_TEXTS } from '../../contract/plain/guestFields';
import type { Guest, ArchivedGuest } from '../../contract/guests';
import type { users, user_histories } from '../database/schema';
import { isoOf, isoOrNull } from '../database/listQueries';

/** Placeholder for a guest that a response doesn't include, as in existing back ends. */
export const NO_GUEST: Guest = {
  id: 0,
  hotspot_id: 0,
  ...each(GUEST_TEXTS, () => ''),
  email_verified: false,
  account_type: '',
  reason: '',
  country: '',
  marketing_auth: false,
  survey_auth: false,
  kbps_down: 0,
  kbps_up: 0,
  max_navigation_traffic: 0,
  max_navigation_time: 0,
  auto_login: false,
  valid_from: null,
  valid_until: null,
  created: null,
};

export function toGuest({ unit_id, voucher_id: _, ...row }: typeof users.$inferSelect): Guest {
  return {
    ...row,
    valid_from: isoOrNull(row.valid_from),
    valid_until: isoOrNull(row.valid_until),
    ...(unit_id !== null && { unit_id }),
    created: isoOf(row.created),
  };
}

export function toArchivedGuest({ user_id, ...guest }: typeof user_histories.$inferSelect): ArchivedGuest {
  return { ...toGuest(guest), user_id };
}
