// @ts-check
import { createHash } from 'node:crypto';
import { daysLater, fieldsOf, idIn, stamp, success } from './answers.mjs';
import { chosenHotspots, ownHotspots } from './callers.mjs';
import { between, inReadOrder, integerOf, listAnswer, pageOf, searched } from './lists.mjs';
import { Refusal } from './refusal.mjs';
import { archivedUserObject, deviceObject, historyObject, sessionObject, userObject } from './wire.mjs';

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const guestRoutes = [
  ['GET', '/api/users', listUsers],
  ['GET', '/api/users/:id', readUser],
  ['PUT', '/api/users/:id', updateUser],
  ['DELETE', '/api/users/:id', deleteUser],
  ['GET', '/api/users_expired', listExpiredUsers],
  ['PUT', '/api/users_expired/:id', updateArchivedUser],
  ['DELETE', '/api/users_expired/:id', deleteArchivedUser],
  ['GET', '/api/devices', listDevices],
  ['GET', '/api/devices/:id', (call) => deviceObject(visible(call, 'devices', 'No device found!'))],
  ['GET', '/api/sessions', (call) => listSessions(call, SESSIONS)],
  ['GET', '/api/sessions/:id', (call) => sessionObject(visible(call, 'sessions', 'No session found!'))],
  ['GET', '/api/histories', (call) => listSessions(call, HISTORIES)],
  ['GET', '/api/histories/:id', (call) => historyObject(visible(call, 'session_histories', 'No session history found!'))],
];

/** @type {import('./answers.mjs').Route[]} */
export const publicGuestRoutes = [['GET', '/wax/register/mac/:mac', registerMac]];

const LIMITS = ['kbps_down', 'kbps_up', 'max_navigation_traffic', 'max_navigation_time'];
const SEARCHED = ['username', 'name', 'email', 'account_type', ...LIMITS];

/** A row of `table` the caller may read. @param {Call} call @param {string} table @param {string} nothing */
function visible(call, table, nothing) {
  const row = call.rows.byId(table, idIn(call));
  if (!row || !ownHotspots(call.rows, call.caller).includes(row.hotspot_id)) throw new Refusal(404, nothing);
  return row;
}

/** The rows of `table` at a call's hotspots, in read order. @param {Call} call @param {string} table */
function rowsAt({ rows, caller, query }, table) {
  const hotspots = chosenHotspots(rows, caller, integerOf(query.get('hotspot')));
  const all = rows.all(table);
  return inReadOrder(
    all.filter(({ hotspot_id }) => hotspots.includes(hotspot_id)),
    { query, tableSize: all.length },
  );
}

/** Filters by `type` and `marketing`; any value of the latter means "agreed". @param {import('node:url').URLSearchParams} query */
function ofKind(query) {
  const [type, marketing] = [query.get('type') ?? '', query.get('marketing') ?? ''];
  return (/** @type {Row} */ row) =>
    (type === '' || row.account_type === type.toLowerCase()) && (marketing === '' || Boolean(row.marketing_auth));
}

/** Whether a guest may still log in. @param {Date} now */
function isValidAt(now) {
  return (/** @type {Row} */ { valid_until }) => valid_until !== null && Date.parse(valid_until) > now.getTime();
}

/** @param {Call} call */
function listUsers(call) {
  const { query, now } = call;
  const found = rowsAt(call, 'users')
    .filter(isValidAt(now))
    .filter(ofKind(query))
    .filter(searched(query.get('q'), SEARCHED));
  const nothing = 'No users found!';
  if ((query.get('csv') ?? '') === '') return listAnswer(found, { query, nothing, object: userObject });
  const rows = pageOf(found, query);
  if (rows.length === 0) throw new Refusal(404, nothing);
  return { data: csvOf(rows), total: found.length };
}

/** Two sets, each cut to the same page. Searches archived guests only. @param {Call} call */
function listExpiredUsers(call) {
  const { query, now } = call;
  const isValid = isValidAt(now);
  const users = rowsAt(call, 'users')
    .filter((row) => !isValid(row))
    .filter(ofKind(query));
  const archived = rowsAt(call, 'user_histories')
    .filter(ofKind(query))
    .filter(searched(query.get('q'), SEARCHED));
  const [userPage, archivedPage] = [pageOf(users, query), pageOf(archived, query)];
  if (userPage.length + archivedPage.length === 0) throw new Refusal(404, 'No user expired found!');
  const total = users.length + archived.length;
  if ((query.get('csv') ?? '') !== '') return { data: csvOf([...userPage, ...archivedPage]), total };
  return { data_users: userPage.map(userObject), data_user_histories: archivedPage.map(archivedUserObject), total };
}

const CSV_HEADINGS =
  'Id,HotspotId,Name,Username,Password,Email,EmailVerified,AccountType,Reason,Country,MarketingAuth,SurveyAuth,KbpsDown,KbpsUp,MaxNavigationTraffic,MaxNavigationTime,AutoLogin,ValidFrom,ValidUntil,Created';

/** @param {Row[]} rows */
function csvOf(rows) {
  const lines = rows.map((row) => {
    const user = userObject(row);
    const { id, hotspot_id, name, username, email, valid_from, valid_until, created, ...others } = user;
    const { email_verified, account_type, reason, country, marketing_auth, survey_auth, ...limits } = others;
    const { kbps_down, kbps_up, max_navigation_traffic, max_navigation_time, auto_login } = limits;
    const moments = [valid_from, valid_until, created].map((moment) => moment.replace('T', ' ').replace('Z', ' +0000 UTC'));
    return [
      ...[id, hotspot_id, name, username, '', email, email_verified, account_type, reason, country, marketing_auth, survey_auth],
      ...[kbps_down, kbps_up, max_navigation_traffic, max_navigation_time, auto_login, ...moments],
    ];
  });
  return `${[CSV_HEADINGS, ...lines.map((line) => line.map(csvField).join(','))].join('\n')}\n`;
}

/** @param {unknown} value */
function csvField(value) {
  const text = String(value);
  return /[",\r\n]|^ /.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Includes the guest's usage so far, with running sessions. @param {Call} call */
function readUser(call) {
  const row = visible(call, 'users', 'No user found!');
  const used = [...call.rows.all('sessions'), ...call.rows.all('session_histories')].filter(({ user_id }) => user_id === row.id);
  return {
    ...userObject(row),
    max_navigation_traffic_limit: used.reduce((sum, { bytes_up, bytes_down }) => sum + bytes_up + bytes_down, 0),
    max_navigation_time_limit: used.reduce((sum, { duration }) => sum + duration, 0),
  };
}

/** @param {Call} call */
function updateUser(call) {
  const row = call.rows.byId('users', idIn(call));
  if (!row) throw new Refusal(404, 'No user found!');
  if (!ownHotspots(call.rows, call.caller).includes(row.hotspot_id)) throw new Refusal(401, 'This user is not yours');
  changeUser(call, row);
  return success;
}

/** Ignores empty texts, negative numbers and unset moments. @param {Call} call @param {Row} row */
function changeUser(call, row) {
  const limits = Object.fromEntries(LIMITS.map((name) => [name, /** @type {const} */ ('number')]));
  const moments = /** @type {const} */ ({ valid_from: 'string', valid_until: 'string' });
  const fields = fieldsOf(call, 'User', { name: 'string', email: 'string', auto_login: 'boolean', ...limits, ...moments });
  for (const name of ['name', 'email']) if (fields[name]) row[name] = fields[name];
  for (const name of LIMITS) if (fields[name] >= 0) row[name] = fields[name];
  for (const name of Object.keys(moments)) if (Date.parse(fields[name]) > 0) row[name] = stamp(Date.parse(fields[name]));
  if (fields.auto_login !== undefined) row.auto_login = Number(fields.auto_login);
}

/** @param {Call} call */
function deleteUser(call) {
  const { id } = visible(call, 'users', 'No user found!');
  call.rows.remove('users', (row) => row.id === id);
  call.rows.remove('devices', ({ user_id }) => user_id === id);
  return success;
}

/** An archived guest whose validity is extended becomes a normal guest again. @param {Call} call */
function updateArchivedUser(call) {
  const { rows, now } = call;
  const archived = visible(call, 'user_histories', 'No user found!');
  changeUser(call, archived);
  if (isValidAt(now)(archived)) {
    const { id, user_id, ...columns } = archived;
    rows.all('users').push({ ...columns, id: user_id });
    rows.remove('user_histories', (row) => row.id === id);
  }
  return success;
}

/** @param {Call} call */
function deleteArchivedUser(call) {
  const { id } = visible(call, 'user_histories', 'No user found!');
  call.rows.remove('user_histories', (row) => row.id === id);
  return success;
}

/**
 * Filters by an id in the query without special cases: 0 or no number matches nothing.
 *
 * @param {import('node:url').URLSearchParams} query
 * @param {string} name
 */
function belongingTo(query, name) {
  const text = query.get(name) ?? '';
  return (/** @type {Row} */ row) => text === '' || row[`${name}_id`] === (integerOf(text) || NaN);
}

/** @param {Call} call */
function listDevices(call) {
  const { rows, query } = call;
  const userOf = (/** @type {Row} */ { user_id }) => rows.byId('users', user_id);
  const matches = searched(query.get('q'), ['mac_address', 'ip_address', 'user_name']);
  const found = rowsAt(call, 'devices')
    .filter(belongingTo(query, 'user'))
    .filter((row) => matches({ ...row, user_name: userOf(row)?.name }));
  return listAnswer(found, {
    query,
    nothing: 'No devices found!',
    object: (row) => deviceObject(row, userOf(row), rows.byId('hotspots', row.hotspot_id)),
  });
}

const SESSIONS = {
  table: 'sessions',
  moment: 'update_time',
  object: sessionObject,
  nothing: 'No sessions found!',
  isSearchedByGuest: false,
};
const HISTORIES = {
  table: 'session_histories',
  moment: 'start_time',
  object: historyObject,
  nothing: 'No session histories found!',
  isSearchedByGuest: true,
};

/** @param {Call} call @param {typeof SESSIONS} of */
function listSessions(call, { table, moment, object, nothing, isSearchedByGuest }) {
  const { rows, query } = call;
  const q = query.get('q') ?? '';
  const unitOf = (/** @type {Row} */ { unit_id }) => rows.byId('units', unit_id);
  const matches = searched(q, ['unit_name', 'username', 'ip_address']);
  const found = rowsAt(call, table)
    .filter(belongingTo(query, 'user'))
    .filter(belongingTo(query, 'unit'))
    .filter(between(query, moment, { from: 'from', to: 'to' }))
    .filter((row) => matches({ ...row, unit_name: unitOf(row)?.name }));
  if (isSearchedByGuest && q !== '') found.sort((a, b) => a.user_id - b.user_id || a.id - b.id);
  return listAnswer(found, { query, nothing, object: (row) => object(row, unitOf(row), rows.byId('users', row.user_id)) });
}

const MAC_ENTRY_DAYS = 3650;

/** Lets a device in without a login; requires proof of the unit's secret. @param {Call} call */
function registerMac({ rows, now, params, query }) {
  const unit = rows.all('units').find(({ uuid }) => uuid === query.get('uuid'));
  const digest = createHash('md5')
    .update(`${unit?.secret ?? ''}${unit?.uuid ?? ''}`)
    .digest('hex');
  if (!unit || query.get('digest') !== digest) throw new Refusal(400, 'digest is invalid');
  const { hotspot_id } = unit;
  const mac = params[0] ?? '';
  if (rows.all('users').some((user) => user.hotspot_id === hotspot_id && user.username === mac))
    throw new Refusal(409, 'mac already used for this hotspot!');
  const user = rows.insert('users', {
    hotspot_id,
    name: query.get('name') ?? '',
    username: mac,
    account_type: 'mac',
    kbps_down: integerOf(query.get('kbps_down')),
    kbps_up: integerOf(query.get('kbps_up')),
    auto_login: 1,
    valid_from: stamp(now),
    valid_until: daysLater(now, MAC_ENTRY_DAYS),
    created: stamp(now),
  });
  const device = rows.insert('devices', { hotspot_id, user_id: user.id, mac_address: mac, created: stamp(now) });
  return { device_id: device.id, user_id: mac };
}
