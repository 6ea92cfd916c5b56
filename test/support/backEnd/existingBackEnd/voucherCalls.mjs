// @ts-check
import { randomBytes } from 'node:crypto';
import { Answer, daysLater, fieldsOf, idIn, malformed, stamp, success } from './answers.mjs';
import { chosenHotspots, ownHotspot, ownHotspots } from './callers.mjs';
import { bareList, between, containing, integerOf, pageOf } from './lists.mjs';
import { Refusal } from './refusal.mjs';
import { voucherObject } from './wire.mjs';

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const voucherRoutes = [
  ['GET', '/api/vouchers/:id', listVouchers],
  ['POST', '/api/vouchers', createVouchers],
  ['PUT', '/api/vouchers', markPrinted],
  ['DELETE', '/api/vouchers/voucher/:id', deleteVoucher],
  ['DELETE', '/api/vouchers/hotspot/:id', deleteAllVouchers],
];

/** A desk only sees vouchers it created. @param {Row} caller */
function visibleTo(caller) {
  return (/** @type {Row} */ voucher) => caller.type !== 'desk' || voucher.owner_id === caller.id;
}

/** Unset moments come before all others. */
const NEVER = Date.parse('0001-01-01T00:00:00Z');

/** @type {Record<string, (text: string) => (voucher: Row) => boolean>} */
const FILTERS = {
  code: (text) => {
    const matches = containing(text);
    return ({ code }) => matches(code);
  },
  duration: (text) => (voucher) => voucher.duration === integerOf(text),
  auto_login: (text) => (voucher) => Number(voucher.auto_login) === integerOf(text),
  used: (text) => (voucher) => (voucher.expires !== null) === (text === '1'),
  reusable: (text) => (voucher) => (text === '0' ? voucher.remain_use > 0 : voucher.remain_use === -1),
  printed: (text) => (voucher) => Number(voucher.printed) === integerOf(text),
  type: (text) => (voucher) => voucher.type === text,
};

/** @param {Call} call */
function listVouchers({ rows, caller, params, query }) {
  const hotspots = chosenHotspots(rows, caller, integerOf(params[0]));
  const filters = Object.entries(FILTERS)
    .map(([name, filter]) => ({ text: query.get(name) ?? '', filter }))
    .filter(({ text }) => text !== '')
    .map(({ text, filter }) => filter(text));
  const found = rows
    .all('hotspot_vouchers')
    .filter(({ hotspot_id }) => hotspots.includes(hotspot_id))
    .filter(visibleTo(caller))
    .filter((voucher) => filters.every((filter) => filter(voucher)))
    .filter(between(query, 'expires', { from: 'expiredStart', to: 'expiredEnd', unset: NEVER }))
    .filter(between(query, 'created', { from: 'createdStart', to: 'createdEnd' }))
    .sort((a, b) => Date.parse(b.created) - Date.parse(a.created) || a.id - b.id);
  return bareList(pageOf(found, query).map(voucherObject), 'No hotspot vouchers found!');
}

/** @param {Call} call */
function createVouchers(call) {
  const { rows, caller, now } = call;
  const numbers = ['hotspot_id', 'bandwidth_down', 'bandwidth_up', 'max_traffic', 'max_time', 'duration', 'expiration', 'remain_use'];
  const texts = ['code', 'time', 'type', 'user_name', 'user_mail'];
  const fields = fieldsOf(call, 'HotspotVoucherJSON', {
    ...Object.fromEntries(numbers.map((name) => [name, /** @type {const} */ ('number')])),
    ...Object.fromEntries(texts.map((name) => [name, /** @type {const} */ ('string')])),
    auto_login: 'boolean',
    num_vouchers: 'number',
  });
  const { hotspot_id = 0, code = '', time, duration = 0, expiration = 0, num_vouchers = 1, auto_login, ...others } = fields;
  ownHotspot(rows, caller, hotspot_id);
  if (num_vouchers < 1) throw malformed("Key: 'num_vouchers' Error:Field validation for 'num_vouchers' failed on the 'min' tag");
  const isTaken = (/** @type {string} */ one) =>
    rows.all('hotspot_vouchers').some((row) => row.hotspot_id === hotspot_id && row.code === one);
  if (code !== '' && isTaken(code.toLowerCase())) throw new Refusal(409, { id: 0, status: 'voucher already exists' });
  for (let i = 0; i < num_vouchers; i += 1) {
    const isByDate = time === 'expiration';
    const voucher = rows.insert('hotspot_vouchers', {
      ...{ type: 'normal', user_name: '', user_mail: '', remain_use: -1 },
      ...others,
      hotspot_id,
      code: code === '' ? newCode(isTaken) : code.toLowerCase(),
      auto_login: Number(auto_login ?? false),
      duration: isByDate ? 0 : duration,
      expires: isByDate ? daysLater(now, expiration) : null,
      printed: 0,
      owner_id: caller.type === 'desk' ? caller.id : 0,
      created: stamp(now),
    });
    if (voucher.type === 'auth') createGuestOf(call, voucher, i);
  }
  return new Answer(201, success);
}

/** Eight letters and digits, including ones that look alike. @param {(code: string) => boolean} isTaken */
function newCode(isTaken) {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  for (;;) {
    const code = [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('');
    if (!isTaken(code)) return code;
  }
}

/** Creates the guest of a voucher of type auth. @param {Call} call @param {Row} voucher @param {number} index */
function createGuestOf({ rows, now }, voucher, index) {
  const username = voucher.code.toUpperCase();
  rows.insert('users', {
    hotspot_id: voucher.hotspot_id,
    name: `${voucher.user_name}${index > 0 ? `-${index}` : ''} (${username})`,
    username,
    email: voucher.user_mail,
    email_verified: 0,
    account_type: 'voucher',
    reason: '',
    country: '',
    marketing_auth: 1,
    survey_auth: 1,
    kbps_down: voucher.bandwidth_down,
    kbps_up: voucher.bandwidth_up,
    max_navigation_traffic: voucher.max_traffic,
    max_navigation_time: voucher.max_time,
    auto_login: voucher.auto_login,
    valid_from: null,
    valid_until: null,
    created: stamp(now),
  });
}

/** @param {Call} call */
function markPrinted(call) {
  const { voucher_ids = [], printed = false } = fieldsOf(call, 'HotspotVoucherPrinted', { voucher_ids: 'list', printed: 'boolean' });
  const vouchers = voucher_ids.map((/** @type {number} */ id) => visibleVoucher(call, id));
  for (const voucher of vouchers) voucher.printed = Number(printed);
  return success;
}

/** @param {Call} call @param {number} id */
function visibleVoucher({ rows, caller }, id) {
  const voucher = rows.byId('hotspot_vouchers', id);
  if (!voucher || !visibleTo(caller)(voucher) || !ownHotspots(rows, caller).includes(voucher.hotspot_id))
    throw new Refusal(404, 'No hotspot voucher found!');
  return voucher;
}

/** @param {Call} call */
function deleteVoucher(call) {
  const { id } = visibleVoucher(call, idIn(call));
  call.rows.remove('hotspot_vouchers', (row) => row.id === id);
  return success;
}

/** Deletes all vouchers of a hotspot that the caller sees. @param {Call} call */
function deleteAllVouchers(call) {
  const { rows, caller } = call;
  const { id } = ownHotspot(rows, caller, idIn(call));
  const isSeen = visibleTo(caller);
  rows.remove('hotspot_vouchers', (row) => row.hotspot_id === id && isSeen(row));
  return success;
}
