import type { Hotspot, HotspotRow } from '../../src/contract/hotspots';
import type { Role } from '../../src/contract/roles';
import type { Voucher } from '../../src/contract/vouchers';
import type { Answer, Answers } from './answers';
import { madeUpAccount } from './renderAs';

/** A hotspot that nobody has, with every field filled in. */
export function madeUpHotspot(change: Partial<Hotspot> = {}): Hotspot {
  return {
    id: 7,
    uuid: '5b1c0a52-9d0e-4f9e-8a53-3f1f4c1d7e11',
    account_id: 2,
    account_name: 'Ada Ricci',
    name: 'city-library',
    description: 'City Library',
    business_name: 'Comune di Bologna',
    business_vat: 'IT01234567890',
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

/** A page of hotspots as our server answers it: sorted, and saying so. Without `total` there are no others. */
export function pageOfHotspots(changes: Partial<Hotspot>[], total = changes.length): Answer {
  const data = changes.map((change, index) => rowOf(madeUpHotspot({ id: index + 1, ...change })));
  return { body: { data, total }, headers: { 'X-Sort': 'name', 'X-Order': 'asc' } };
}

/** A voucher of hotspot 7 that nobody has used: seven days, without limits. */
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

/** Another number on each card of the dashboard. */
const TOTALS = { hotspots: 11, units: 12, accounts: 13, devices: 14, users: 12_345, sessions: 16 };

/** What the console asks for until the dashboard of a made-up person shows: nothing needs a look. */
export function answersOfDashboard(role: Role, answers: Answers = {}): Answers {
  const account = madeUpAccount(role);
  return {
    [`GET /api/accounts/${account.id}`]: { body: account },
    ...Object.fromEntries(Object.entries(TOTALS).map(([kind, total]) => [`GET /api/stats/${kind}/total`, { body: { total } }])),
    'GET /api/stats/sms/accounts': { body: { id: 1, account_id: 2, sms_count: 1862, sms_max_count: 2000, sms_threshold: 0 } },
    'GET /api/attention': { body: { data: [] } },
    'GET /api/integrations': { body: [] },
    // The hotspot of a customer or desk: no vouchers are on.
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/preferences/hotspots/7': { body: [] },
    ...answers,
  };
}
