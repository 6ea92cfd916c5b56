import type { Guest } from '../../contract/guests';
import { csvOf } from '../csvAnswer';

/** Headings and order as in existing back ends, which also export the password hash. A field without a heading doesn't compile. */
const HEADINGS = {
  id: 'Id',
  hotspot_id: 'HotspotId',
  name: 'Name',
  username: 'Username',
  email: 'Email',
  email_verified: 'EmailVerified',
  account_type: 'AccountType',
  reason: 'Reason',
  country: 'Country',
  marketing_auth: 'MarketingAuth',
  survey_auth: 'SurveyAuth',
  kbps_down: 'KbpsDown',
  kbps_up: 'KbpsUp',
  max_navigation_traffic: 'MaxNavigationTraffic',
  max_navigation_time: 'MaxNavigationTime',
  auto_login: 'AutoLogin',
  valid_from: 'ValidFrom',
  valid_until: 'ValidUntil',
  created: 'Created',
} as const satisfies Record<Exclude<keyof Guest, 'unit_id'>, string>;

const MOMENTS: readonly string[] = ['valid_from', 'valid_until', 'created'];

/** Guests as CSV: a heading and a line per guest. */
export function guestsAsCsv(guests: Guest[]): string {
  const columns = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];
  const data = guests.map((guest) => columns.map((column) => (MOMENTS.includes(column) ? written(guest[column]) : guest[column])));
  return csvOf(Object.values(HEADINGS), data);
}

/** As in existing back ends: `2026-11-03 02:35:41 +0000 UTC`. */
function written(moment: unknown): string {
  return typeof moment === 'string' ? `${moment.slice(0, 10)} ${moment.slice(11, 19)} +0000 UTC` : '';
}
