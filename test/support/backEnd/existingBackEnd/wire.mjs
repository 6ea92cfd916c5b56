// @ts-check

/** Rows as they look in answers. A relation that wasn't loaded is included as an empty object. */

/** @typedef {import('./rows.mjs').Row} Row */

const NO_MOMENT = '0001-01-01T00:00:00Z';

/** The columns of each kind of object, with the values of an empty one. */
const PLAN = {
  id: 0,
  code: '',
  name: '',
  description: '',
  price: 0,
  period: 0,
  included_sms: 0,
  max_units: 0,
  advanced_report: false,
  wings_customization: false,
  social_analytics: false,
};
const SUBSCRIPTION = { id: 0, valid_from: NO_MOMENT, valid_until: NO_MOMENT, created: NO_MOMENT, account_id: 0 };
const ACCOUNT = {
  id: 0,
  creator_id: 0,
  uuid: '',
  type: '',
  name: '',
  username: '',
  email: '',
  privacy_name: '',
  privacy_vat: '',
  privacy_address: '',
  privacy_email: '',
  privacy_dpo: '',
  privacy_dpo_mail: '',
  created: NO_MOMENT,
};
const HOTSPOT = {
  id: 0,
  uuid: '',
  account_id: 0,
  name: '',
  description: '',
  business_name: '',
  business_vat: '',
  business_address: '',
  business_email: '',
  business_dpo: '',
  business_dpo_mail: '',
  created: NO_MOMENT,
};
const UNIT = { id: 0, hotspot_id: 0, mac_address: '', name: '', description: '', uuid: '', secret: '', created: NO_MOMENT };
const USER = {
  id: 0,
  hotspot_id: 0,
  name: '',
  username: '',
  email: '',
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
  valid_from: NO_MOMENT,
  valid_until: NO_MOMENT,
  created: NO_MOMENT,
};
const DEVICE = { id: 0, mac_address: '', ip_address: '', description: '', created: NO_MOMENT };
const SESSION = {
  id: 0,
  unit_mac: '',
  hotspot_desc: '',
  device_mac: '',
  ip_address: '',
  username: '',
  bytes_up: 0,
  bytes_down: 0,
  duration: 0,
  auth_time: NO_MOMENT,
  start_time: NO_MOMENT,
  update_time: NO_MOMENT,
  stop_time: NO_MOMENT,
  session_key: '',
};
const VOUCHER = {
  id: 0,
  hotspot_id: 0,
  code: '',
  auto_login: false,
  bandwidth_up: 0,
  bandwidth_down: 0,
  duration: 0,
  max_traffic: 0,
  max_time: 0,
  remain_use: 0,
  expires: NO_MOMENT,
  type: '',
  user_name: '',
  user_mail: '',
  printed: false,
  owner_id: 0,
  created: NO_MOMENT,
};
const INTEGRATION = {
  id: 0,
  name: '',
  description: '',
  site: '',
  logo: '',
  webhook_url: '',
  pre_auth_redirect_url: '',
  post_auth_redirect_url: '',
  privacy: '',
};
const SMS_COUNT = { id: 0, account_id: 0, sms_max_count: 0, sms_count: 0, sms_threshold: 0 };
const SMS = { id: 0, hotspot_id: 0, unit_id: 0, number: '', reset: false, sent: NO_MOMENT };

/**
 * The columns named in `empty`, from a row or its defaults: 0 and 1 become booleans, unset moments the year 1.
 *
 * @template {Record<string, unknown>} T
 * @param {T} empty
 * @param {Row | undefined} row
 * @returns {T}
 */
function columns(empty, row) {
  const entries = Object.entries(empty).map(([name, none]) => {
    const value = row?.[name] ?? none;
    return [name, typeof none === 'boolean' ? Boolean(value) : value];
  });
  return Object.fromEntries(entries);
}

/** @param {Row | undefined} [row] */
export const planObject = (row) => columns(PLAN, row);
/** @param {Row | undefined} [row] */
export const unitObject = (row) => columns(UNIT, row);
/** @param {Row | undefined} [row] */
export const userObject = (row) => columns(USER, row);
/** @param {Row} row */
export const archivedUserObject = (row) => ({ ...columns(USER, row), user_id: row.user_id });
/** @param {Row} row */
export const voucherObject = (row) => columns(VOUCHER, row);
/** @param {Row} row */
export const integrationObject = (row) => columns(INTEGRATION, row);
/** @param {Row} row */
export const smsCountObject = (row) => columns(SMS_COUNT, row);
/** @param {Row} row */
export const smsObject = (row) => columns(SMS, row);
/** @param {Row} row */
export const disclaimerObject = ({ id, type, title, body }) => ({ id, type, title, body });

/**
 * @param {Row | undefined} row
 * @param {Row | undefined} plan
 * @param {Date} now
 */
export function subscriptionObject(row, plan, now) {
  return {
    ...columns(SUBSCRIPTION, row),
    subscription_plan: planObject(plan),
    expired: row === undefined || Date.parse(row.valid_until) <= now.getTime(),
  };
}

/** @param {Row} row */
export const accountObject = (row) => ({ ...columns(ACCOUNT, row), password: row.password });

/** @param {Row} row */
export const hotspotObject = (row) => columns(HOTSPOT, row);

/** @param {Row | undefined} [row] @param {{ privacy: number, tos: number }} [selected] */
export function listedHotspotObject(row, { privacy, tos } = { privacy: 0, tos: 0 }) {
  return { ...columns(HOTSPOT, row), privacy_disclaimer_id: privacy, tos_disclaimer_id: tos, Account: columns(ACCOUNT, undefined) };
}

/** @param {Row | undefined} row @param {Row} [user] @param {Row} [hotspot] */
export function deviceObject(row, user, hotspot) {
  return {
    ...columns(DEVICE, row),
    user: userObject(user),
    user_id: row?.user_id ?? 0,
    hotspot: listedHotspotObject(hotspot),
    hotspot_id: row?.hotspot_id ?? 0,
  };
}

/** @param {Row} row @param {Row} [unit] @param {Row} [user] */
export function sessionObject(row, unit, user) {
  return {
    ...columns(SESSION, row),
    unit: unitObject(unit),
    unit_id: row.unit_id,
    hotspot_id: row.hotspot_id,
    device_id: row.device_id,
    user: userObject(user),
    user_id: row.user_id,
  };
}

/** @param {Row} row @param {Row} [unit] @param {Row} [user] */
export function historyObject(row, unit, user) {
  return { ...sessionObject(row, unit, user), session_id: row.session_id, hotspot: listedHotspotObject(), device: deviceObject(undefined) };
}
