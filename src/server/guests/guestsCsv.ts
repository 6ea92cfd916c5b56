import type { Guest } from '../../contract/guests';
import { csvOf } from '../http/csvAnswer';

/** Headings and order as in existing back ends, which also export the password hash. */
const COLUMNS = {
  Id: 'id',
  HotspotId: 'hotspot_id',
  Name: 'name',
  Username: 'username',
  Email: 'email',
  EmailVerified: 'email_verified',
  AccountType: 'account_type',
  Reason: 'reason',
  Country: 'country',
  MarketingAuth: 'marketing_auth',
  SurveyAuth: 'survey_auth',
  KbpsDown: 'kbps_down',
  KbpsUp: 'kbps_up',
  MaxNavigationTraffic: 'max_navigation_traffic',
  MaxNavigationTime: 'max_navigation_time',
  AutoLogin: 'auto_login',
  ValidFrom: 'valid_from',
  ValidUntil: 'valid_until',
  Created: 'created',
} as const satisfies Record<string, keyof Guest>;

const MOMENTS: readonly string[] = ['valid_from', 'valid_until', 'created'];

/** Guests as CSV: a heading and a line per guest. */
export function guestsAsCsv(guests: Guest[]): string {
  const data = guests.map((guest) =>
    Object.values(COLUMNS).map((column) => (MOMENTS.includes(column) ? written(guest[column]) : guest[column])),
  );
  return csvOf(Object.keys(COLUMNS), data);
}

/** As in existing back ends: `2026-11-03 02:35:41 +0000 UTC`. */
function written(moment: unknown): string {
  return typeof moment === 'string' ? `${moment.slice(0, 10)} ${moment.slice(11, 19)} +0000 UTC` : '';
}
