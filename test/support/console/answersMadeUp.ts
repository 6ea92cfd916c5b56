import type { Shift } from '../../../src/contract/batches';
import type { FeedbackResults } from '../../../src/contract/feedback';
import type { Guest, GuestAccess, ListedGuest } from '../../../src/contract/guests';
import type { Hotspot, HotspotRow } from '../../../src/contract/hotspots';
import type { AccountSession } from '../../../src/contract/auth';
import type { Dashboard, SmsAccount, Trend } from '../../../src/contract/stats';
import type { Device } from '../../../src/contract/devices';
import type { Session } from '../../../src/contract/sessions';
import type { Unit } from '../../../src/contract/units';
import type { Role } from '../../../src/contract/plain/roles';
import { each, namesOf } from '../../../src/contract/plain/fields';
import { GUEST_FIELDS } from '../../../src/contract/plain/guestFields';
import { UNIT_FIELDS } from '../../../src/contract/plain/unitFields';
import { HOTSPOT_FIELDS } from '../../../src/contract/plain/hotspotFields';
import { REPORTS } from '../../../src/contract/reports';
import type { Voucher } from '../../../src/contract/vouchers';
import type { Answer, Answers } from './answers';
import { madeUpAccount } from './renderAs';

/** A made-up hotspot with every field set. */
export function madeUpHotspot(change: Partial<Hotspot> = {}): Hotspot {
  return {
    id: 7,
    uuid: '5b1c0a52-9d0e-4f9e-8a53-3f1f4c1d7e11',
    account_id: 2,
    account_name: 'Ada Ricci',
    ...each(namesOf(HOTSPOT_FIELDS), (field) => `The ${field}`),
    name: 'city-library',
    description: 'City Library',
    business_name: 'Comune di Bologna',
    business_vat: 'IT01234560371',
    business_address: 'Piazza Grande 1, Bologna',
    business_email: 'library@example.com',
    business_dpo: 'Dott. Neri',
    business_dpo_mail: 'dpo@example.com',
    created: '2025-03-04T09:30:00Z',
    privacy_disclaimer_id: 0,
    tos_disclaimer_id: 0,
    ...change,
  };
}

function rowOf({ account_name: _name, ...fields }: Hotspot): HotspotRow {
  return { ...fields, Account: { ...madeUpAccount('reseller'), id: 0 } };
}

/** A page of hotspots as our server answers it, marked as sorted. `total` defaults to these rows. */
export function pageOfHotspots(changes: Partial<Hotspot>[], total = changes.length): Answer {
  const data = changes.map((change, index) => rowOf(madeUpHotspot({ id: index + 1, ...change })));
  return { body: { data, total }, headers: { 'X-Sort': 'name', 'X-Order': 'asc' } };
}

/** A made-up unused voucher of hotspot 7: seven days, no limits. */
export function madeUpVoucher(change: Partial<Voucher> = {}): Voucher {
  return {
    id: 18,
    hotspot_id: 7,
    code: 'k7mw3xqa',
    auto_login: true,
    bandwidth_up: 0,
    bandwidth_down: 0,
    duration: 7,
    max_traffic: 0,
    max_time: 0,
    remain_use: -1,
    expires: null,
    type: 'normal',
    user_name: '',
    user_mail: '',
    printed: false,
    owner_id: 0,
    created: '2026-11-20T09:30:00Z',
    ...change,
  };
}

/** The answer that a guest may be online, until 2099. */
export function madeUpAccess(change: Partial<GuestAccess> = {}): GuestAccess {
  return {
    refusal: null,
    login_refusal: null,
    device_refusal: null,
    until: '2099-12-01T10:00:00Z',
    seconds_left: null,
    bytes_left: null,
    most_devices: null,
    ...change,
  };
}

/** A made-up guest with every field set, valid from 2026 until 2099. */
export function madeUpGuest(change: Partial<Guest> = {}): Guest {
  return {
    id: 7,
    hotspot_id: 7,
    ...each(namesOf(GUEST_FIELDS), (field) => `The ${field}`),
    name: 'Giulia Conti',
    username: 'giulia@example.com',
    email: 'giulia@example.com',
    email_verified: true,
    account_type: 'email',
    reason: 'business',
    country: 'IT',
    marketing_auth: true,
    survey_auth: false,
    kbps_down: 4096,
    kbps_up: 0,
    max_navigation_traffic: 0,
    max_navigation_time: 0,
    auto_login: true,
    valid_from: '2026-11-01T10:00:00Z',
    valid_until: '2099-12-01T10:00:00Z',
    created: '2026-11-01T10:00:00Z',
    ...change,
  };
}

/** A page of guests as our server answers it. */
export function pageOfGuests(changes: Partial<ListedGuest>[], total = changes.length, headers: Record<string, string> = {}): Answer {
  const data = changes.map((change, index) => ({ ...madeUpGuest({ id: index + 1 }), ...change }));
  return { body: { data, total }, headers: { 'X-Sort': 'name', 'X-Order': 'asc', ...headers } };
}

/** A made-up unit. */
export function madeUpUnit(change: Partial<Unit> = {}): Unit {
  return {
    id: 7,
    hotspot_id: 7,
    mac_address: '00-11-22-AA-BB-CC',
    ...each(namesOf(UNIT_FIELDS), (field) => `The ${field}`),
    name: 'ap-reception',
    description: 'Reception desk',
    uuid: '0123456789abcdef0123456789abcdef',
    secret: '',
    created: '2025-03-04T09:30:00Z',
    ...change,
  };
}

/** A running session of the made-up guest and unit. */
export function madeUpSession(change: Partial<Session> = {}): Session {
  return {
    id: 7,
    unit_id: 7,
    unit_mac: '',
    unit: madeUpUnit(),
    hotspot_id: 7,
    hotspot_desc: '',
    device_id: 7,
    device_mac: 'AA-BB-CC-00-11-22',
    ip_address: '10.1.0.7',
    user_id: 7,
    user: madeUpGuest(),
    username: 'giulia@example.com',
    bytes_up: 1024,
    bytes_down: 1_572_864,
    duration: 3723,
    auth_time: '2026-11-20T10:00:00Z',
    start_time: '2026-11-20T10:00:00Z',
    update_time: '2026-11-20T11:02:03Z',
    stop_time: null,
    session_key: 'key-7',
    ...change,
  };
}

/** A device of the made-up guest. */
export function madeUpDevice(change: Partial<Device> = {}): Device {
  return {
    id: 7,
    mac_address: 'AA-BB-CC-00-11-22',
    ip_address: '10.1.0.7',
    description: '',
    created: '2026-11-01T10:00:00Z',
    user_id: 7,
    user: madeUpGuest(),
    hotspot_id: 7,
    hotspot: rowOf(madeUpHotspot()),
    ...change,
  };
}

/** A page of rows as our server answers it. */
export function pageOfRows(data: readonly object[], total = data.length, more: Record<string, string> = {}, sums?: object): Answer {
  return { body: { data, total, ...(sums && { sums }) }, headers: { 'X-Sort': 'x', 'X-Order': 'asc', ...more } };
}

/** A different number for each card of the dashboard. */
const TOTALS = { hotspots: 11, units: 12, accounts: 13, devices: 14, users: 12_345, sessions: 16 };

/** A total with made-up days: 100 on each day of the last week, and half of that in the week before. */
function madeUpTrend(total: number, change: Partial<Trend> = {}): Trend {
  const days = [...Array.from({ length: 7 }, () => 50), ...Array.from({ length: 7 }, () => 100)];
  return { total, days, week: 700, week_before: 350, ...change };
}

/** The made-up SMS pack of a reseller. */
const SMS_PACK: SmsAccount = { id: 1, account_id: 2, sms_count: 1862, sms_max_count: 2000, sms_threshold: 0 };

/** The numbers of a role's dashboard. */
export function madeUpDashboard(role: Role, change: Partial<Dashboard> = {}): Dashboard {
  const runsMany = role !== 'customer';
  const total = (noun: keyof typeof TOTALS) => madeUpTrend(TOTALS[noun], { week: TOTALS[noun], week_before: TOTALS[noun] - 3 });
  return {
    accounts: runsMany ? total('accounts') : null,
    hotspots: runsMany ? total('hotspots') : null,
    units: total('units'),
    devices: total('devices'),
    users: madeUpTrend(TOTALS.users),
    sessions: madeUpTrend(TOTALS.sessions),
    sms: runsMany ? { pack: role === 'admin' ? null : SMS_PACK, sent: madeUpTrend(0), lately: 0 } : null,
    online: Array.from({ length: 25 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 10, 20, 12 + index)).toISOString(),
      guests: 24 - index,
    })),
    most_online: { at: '2026-11-20T12:20:00.000Z', guests: 26 },
    yesterday: runsMany ? null : { guests: 38, weekday: 2, usual: 36 },
    busiest: runsMany ? [{ hotspot_id: 7, hotspot_name: 'city-library', guests: 40 }] : [],
    newest: [
      { id: 7, guest_name: 'Ann Rossi', username: 'ann', created: '2026-11-21T09:00:00Z', hotspot_id: 7, hotspot_name: 'city-library' },
    ],
    ...change,
  };
}

export function madeUpShift(change: Partial<Shift> = {}): Shift {
  return { day: '2026-11-20', vouchers: 23, printed: 20, replaced: 1, mailed: 2, extended: 4, presets: [], ...change };
}

/** All answers needed to show a role's dashboard, with nothing that needs attention. */
export function answersOfDashboard(role: Role, answers: Answers = {}): Answers {
  const account = madeUpAccount(role);
  return {
    [`GET /api/accounts/${account.id}`]: { body: account },
    ...Object.fromEntries(Object.entries(TOTALS).map(([kind, total]) => [`GET /api/stats/${kind}/total`, { body: { total } }])),
    'GET /api/stats/dashboard': { body: madeUpDashboard(role) },
    'GET /api/stats/sms/accounts': { body: SMS_PACK },
    'GET /api/stats/reports/sms_history/graph': { body: { labels: [], set0: { name: '', labels: [], data: [] }, avg: null } },
    'GET /api/attention': { body: { data: [] } },
    'GET /api/integrations': { body: [] },
    // A customer's or desk's hotspot, with vouchers disabled.
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/preferences/hotspots/7': { body: [] },
    'GET /api/vouchers/shift/7': { body: madeUpShift() },
    ...answers,
  };
}

/** Reports of a hotspot without any guests: null wherever the server has no data. */
export function emptyReports(): Answers {
  const body = { labels: null, sets: null, avg: null };
  return Object.fromEntries(REPORTS.map((type) => [`GET /api/stats/reports/${type}/graph`, { body }]));
}

/** Answers for a role's profile besides the account: no disclaimers, and no other logins. */
export function answersOfProfile(role: Role, answers: Answers = {}): Answers {
  const { id } = madeUpAccount(role);
  const pack = { id: 1, account_id: id, sms_count: 1862, sms_max_count: 2000, sms_threshold: 100 };
  return {
    [`GET /api/stats/sms/accounts/${id}`]: { body: pack },
    [`GET /api/disclaimers/accounts/${id}`]: { body: [] },
    [`GET /api/accounts/${id}/second_factor`]: { body: { since: null, codes_left: 0 } },
    'GET /api/account_sessions': { body: { data: [madeUpAccountSession({ current: true })] } },
    ...answers,
  };
}

/** A made-up login of an account. */
export function madeUpAccountSession(change: Partial<AccountSession> = {}): AccountSession {
  return {
    id: 1,
    created: '2026-11-20T08:00:00Z',
    last_used: '2026-11-21T09:00:00Z',
    address: '192.0.2.7',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    current: false,
    ...change,
  };
}

/** Results of feedback at a hotspot that has asked nobody. */
export const NO_RESULTS: FeedbackResults = {
  obstacle: null,
  planned: 0,
  sent: 0,
  failed: 0,
  opened: 0,
  answered: 0,
  refused: 0,
  total: 0,
  stars: [],
  data: [],
};
