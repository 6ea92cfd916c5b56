// @ts-check
import { randomUUID } from 'node:crypto';
import { Answer, fieldsOf, idIn, stamp, success } from './answers.mjs';
import { removeAccounts } from './accountCalls.mjs';
import { chosenHotspots, isTied, ownHotspot, ownHotspots, resellerId, subscriptionOf } from './callers.mjs';
import { bareList, integerOf, listAnswer, searched } from './lists.mjs';
import { Refusal, unauthorized } from './refusal.mjs';
import { hotspotObject, listedHotspotObject, smsObject, unitObject } from './wire.mjs';

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const hotspotRoutes = [
  ['GET', '/api/hotspots', listHotspots],
  ['POST', '/api/hotspots', createHotspot],
  ['GET', '/api/hotspots/:id', readHotspot],
  ['PUT', '/api/hotspots/:id', updateHotspot],
  ['DELETE', '/api/hotspots/:id', deleteHotspot],
  ['GET', '/api/preferences/hotspots/:id', (call) => preferencesOf(call, { marketing: false, nothing: 'No preferences found!' })],
  ['PUT', '/api/preferences/hotspots/:id', updatePreference],
  ['GET', '/api/marketing/:id', (call) => preferencesOf(call, { marketing: true, nothing: 'No marketing preferences found!' })],
  ['PUT', '/api/marketing/:id', updatePreference],
  ['POST', '/api/marketing/testmail/:id/:kind', sendTestMail],
  ['GET', '/api/units', listUnits],
  ['POST', '/api/units', createUnit],
  ['GET', '/api/units/:id', (call) => unitObject(visibleUnit(call))],
  ['DELETE', '/api/units/:id', deleteUnit],
  ['GET', '/api/stats/sms/hotspots', (call) => listSms(call, 0)],
  ['GET', '/api/stats/sms/hotspots/:id', (call) => listSms(call, idIn(call))],
];

const TEXTS = ['description', 'business_name', 'business_vat', 'business_address', 'business_email'];
const SEARCHED = ['name', ...TEXTS, 'business_dpo', 'business_dpo_mail'];

/** The hotspots the caller can list; customers and desks can read theirs, but list none. @param {Call} call */
export function listedHotspots({ rows, caller }) {
  return isTied(caller) ? [] : rows.all('hotspots').filter(({ id }) => ownHotspots(rows, caller).includes(id));
}

/** @param {Call} call */
function listHotspots(call) {
  const { rows, query } = call;
  const found = listedHotspots(call).filter(searched(query.get('q'), SEARCHED));
  const order = (/** @type {Row} */ { name, description }) => `${name}\n${description}`.toLowerCase();
  found.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return listAnswer(found, {
    query,
    nothing: 'No hotspots found!',
    object: (row) => listedHotspotObject(row, { privacy: selectedOf(rows, row.id, 'privacy'), tos: selectedOf(rows, row.id, 'tos') }),
  });
}

/** The disclaimer that a hotspot shows; 0 is the one that everybody has. @param {import('./rows.mjs').Rows} rows @param {number} hotspotId @param {string} type */
export function selectedOf(rows, hotspotId, type) {
  const ids = rows
    .all('disclaimers_hotspots')
    .filter(({ hotspot_id }) => hotspot_id === hotspotId)
    .map(({ disclaimer_id }) => disclaimer_id);
  return rows.all('disclaimers').find((row) => row.type === type && ids.includes(row.id))?.id ?? 0;
}

/** @param {import('./rows.mjs').Rows} rows @param {number} hotspotId @param {Record<string, any>} fields */
function select(rows, hotspotId, { privacy_disclaimer_id, tos_disclaimer_id }) {
  for (const [type, disclaimer_id] of Object.entries({ privacy: privacy_disclaimer_id, tos: tos_disclaimer_id })) {
    if (disclaimer_id === undefined) continue;
    const before = selectedOf(rows, hotspotId, type);
    rows.remove('disclaimers_hotspots', (row) => row.hotspot_id === hotspotId && row.disclaimer_id === before);
    if (disclaimer_id > 0) rows.insert('disclaimers_hotspots', { hotspot_id: hotspotId, disclaimer_id });
  }
}

/** @param {Call} call */
function visibleHotspot({ rows, caller, params }) {
  const id = integerOf(params[0]);
  const hotspot = ownHotspots(rows, caller).includes(id) ? rows.byId('hotspots', id) : undefined;
  if (!hotspot) throw new Refusal(404, 'No hotspot found!');
  return hotspot;
}

/** @param {Call} call */
function readHotspot(call) {
  const hotspot = visibleHotspot(call);
  return { ...hotspotObject(hotspot), account_name: call.rows.byId('accounts', hotspot.account_id)?.name ?? '' };
}

/** @param {Call} call @param {string[]} [required] */
function hotspotFields(call, required) {
  const texts = Object.fromEntries(SEARCHED.map((name) => [name, /** @type {const} */ ('string')]));
  return fieldsOf(call, 'Hotspot', { ...texts, privacy_disclaimer_id: 'number', tos_disclaimer_id: 'number' }, required);
}

/** A new hotspot's preferences: those all others share, with both voucher logins off. @param {import('./rows.mjs').Rows} rows */
function defaultPreferences(rows) {
  const [first] = rows.all('hotspot_preferences');
  const known = rows.all('hotspot_preferences').filter(({ hotspot_id }) => hotspot_id === first?.hotspot_id);
  return known.map(({ key, value }) => ({ key, value: key === 'voucher_login' || key === 'temp_code_login' ? 'false' : value }));
}

/** @param {Call} call */
function createHotspot(call) {
  const { rows, caller, now } = call;
  if (caller.type !== 'reseller') throw unauthorized();
  const { privacy_disclaimer_id, tos_disclaimer_id, ...texts } = hotspotFields(call, ['name']);
  if (rows.all('hotspots').some(({ name }) => name === texts.name)) throw new Refusal(409, { id: 0, status: 'hotspot already exists' });
  const preferences = defaultPreferences(rows);
  const hotspot = rows.insert('hotspots', {
    uuid: randomUUID(),
    account_id: caller.id,
    ...texts,
    integration_terms: '',
    created: stamp(now),
  });
  for (const preference of preferences) rows.insert('hotspot_preferences', { hotspot_id: hotspot.id, ...preference });
  select(rows, hotspot.id, { privacy_disclaimer_id, tos_disclaimer_id });
  return new Answer(201, { id: hotspot.id, ...success });
}

/** @param {Call} call */
function updateHotspot(call) {
  if (isTied(call.caller)) throw unauthorized();
  const hotspot = visibleHotspot(call);
  const fields = hotspotFields(call);
  for (const name of TEXTS) if (fields[name]) hotspot[name] = fields[name];
  hotspot.business_dpo = fields.business_dpo ?? '';
  hotspot.business_dpo_mail = fields.business_dpo_mail ?? '';
  select(call.rows, hotspot.id, fields);
  return success;
}

const HANGS_ON_A_HOTSPOT = [
  'accounts_hotspots',
  'devices',
  'disclaimers_hotspots',
  'hotspot_integrations',
  'hotspot_preferences',
  'hotspot_sms_counts',
  'hotspot_vouchers',
  'session_histories',
  'sessions',
  'units',
  'user_histories',
  'users',
];

/** @param {Call} call */
function deleteHotspot(call) {
  if (isTied(call.caller)) throw unauthorized();
  const { rows } = call;
  const { id } = visibleHotspot(call);
  const tied = rows.all('accounts_hotspots').filter(({ hotspot_id }) => hotspot_id === id);
  removeAccounts(
    rows,
    tied.map(({ account_id }) => account_id),
  );
  for (const table of HANGS_ON_A_HOTSPOT) rows.remove(table, ({ hotspot_id }) => hotspot_id === id);
  rows.remove('hotspots', (row) => row.id === id);
  return success;
}

/**
 * Sorted by key like the database does: ignoring case, `_` after letters and digits.
 *
 * @param {Call} call
 * @param {{ marketing: boolean, nothing: string }} of
 */
function preferencesOf({ rows, caller, params }, { marketing, nothing }) {
  const id = isTied(caller) ? ownHotspots(rows, caller)[0] : integerOf(params[0]);
  const mine = ownHotspots(rows, caller).includes(id ?? 0);
  const found = rows
    .all('hotspot_preferences')
    .filter(({ hotspot_id, key }) => mine && hotspot_id === id && key.startsWith('marketing_') === marketing)
    .map(({ key, value }) => ({ key, value }));
  found.sort((a, b) => (a.key.toUpperCase() < b.key.toUpperCase() ? -1 : 1));
  return bareList(found, nothing);
}

/** @param {Call} call */
function updatePreference(call) {
  const { rows, caller } = call;
  if (isTied(caller)) throw unauthorized();
  const { id } = ownHotspot(rows, caller, idIn(call));
  const { key, value = '' } = fieldsOf(call, 'HotspotPreference', { key: 'string', value: 'string' }, ['key']);
  const { plan } = subscriptionOf(rows, resellerId(caller));
  if (key.startsWith('captive_') && caller.type !== 'admin' && !plan?.wings_customization)
    throw new Refusal(401, "Can't update captive portal preference");
  const stored = rows.all('hotspot_preferences').find((row) => row.hotspot_id === id && row.key === key);
  if (!stored) throw new Refusal(404, 'No preference found!');
  stored.value = value;
  return success;
}

/** Sends nothing. @param {Call} call */
function sendTestMail(call) {
  if (isTied(call.caller)) throw unauthorized();
  if (!['feedback', 'review'].includes(call.params[1] ?? '')) throw new Refusal(404, 'API not found');
  ownHotspot(call.rows, call.caller, idIn(call));
  fieldsOf(call, 'TestMail', { body: 'string', to: 'string', subject: 'string' }, ['body', 'to']);
  return success;
}

/** @param {Call} call */
function visibleUnits({ rows, caller, query }) {
  const hotspots = chosenHotspots(rows, caller, integerOf(query.get('hotspot')));
  return rows.all('units').filter(({ hotspot_id }) => hotspots.includes(hotspot_id));
}

/** @param {Call} call */
function listUnits(call) {
  const { query } = call;
  const found = visibleUnits(call).filter(searched(query.get('q'), ['name', 'description', 'mac_address', 'uuid']));
  return listAnswer(found, { query, nothing: 'No units found!', object: unitObject });
}

/** @param {Call} call */
function visibleUnit(call) {
  const unit = call.rows.byId('units', idIn(call));
  if (!unit || !ownHotspots(call.rows, call.caller).includes(unit.hotspot_id)) throw new Refusal(404, 'No unit found!');
  return unit;
}

/** The only call where the hotspot's id is a string. @param {Call} call */
function createUnit(call) {
  const { rows, caller, now } = call;
  if (isTied(caller)) throw unauthorized();
  const { hotspot_id, ...texts } = fieldsOf(
    call,
    'UnitJSON',
    { hotspot_id: 'string', mac_address: 'string', name: 'string', description: 'string', uuid: 'string', secret: 'string' },
    ['hotspot_id', 'mac_address'],
  );
  const hotspot = ownHotspot(rows, caller, integerOf(hotspot_id));
  const { plan } = subscriptionOf(rows, hotspot.account_id);
  const siblings = rows.all('hotspots').filter(({ account_id }) => account_id === hotspot.account_id);
  const used = rows.all('units').filter((unit) => siblings.some(({ id }) => id === unit.hotspot_id));
  if (used.length >= (plan?.max_units ?? 0)) throw new Refusal(403, 'Units over quota');
  if (rows.all('units').some(({ mac_address }) => mac_address === texts.mac_address))
    throw new Refusal(409, { id: 0, status: 'unit already exists' });
  const unit = rows.insert('units', {
    hotspot_id: hotspot.id,
    name: '',
    description: '',
    uuid: '',
    secret: '',
    ...texts,
    created: stamp(now),
  });
  return new Answer(201, { id: unit.id, ...success });
}

/** @param {Call} call */
function deleteUnit(call) {
  if (isTied(call.caller)) throw unauthorized();
  const unit = visibleUnit(call);
  call.rows.remove('units', ({ id }) => id === unit.id);
  return success;
}

/** @param {Call} call @param {number} hotspotId */
function listSms({ rows, caller }, hotspotId) {
  const hotspots = chosenHotspots(rows, caller, hotspotId);
  const found = rows.all('hotspot_sms_counts').filter(({ hotspot_id }) => hotspots.includes(hotspot_id));
  return bareList(found.map(smsObject), 'No sms stats found!');
}
