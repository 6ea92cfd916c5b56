// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import { Answer, daysLater, emptyBody, fieldsOf, idIn, stamp, success } from './answers.mjs';
import { hotspotOf, isTied, ownHotspot, resellerId, subscriptionOf } from './callers.mjs';
import { integerOf, listAnswer, pageOf, searched } from './lists.mjs';
import { Refusal, unauthorized } from './refusal.mjs';
import { accountObject, planObject, smsCountObject, subscriptionObject } from './wire.mjs';

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const accountRoutes = [
  ['POST', '/api/logout', logOut],
  ['GET', '/api/accounts', listAccounts],
  ['POST', '/api/accounts', createAccount],
  ['GET', '/api/accounts/:id', readAccount],
  ['PUT', '/api/accounts/:id', updateAccount],
  ['DELETE', '/api/accounts/:id', deleteAccount],
  ['GET', '/api/subscription_plans/', ({ rows }) => rows.all('subscription_plans').map((row) => planObject(row))],
  ['GET', '/api/preferences/accounts/:id', readPreferences],
  ['PUT', '/api/preferences/accounts/:id', updatePreference],
  ['GET', '/api/stats/sms/accounts', ({ rows, caller }) => smsCountObject(smsCountOf(rows, caller.id))],
  ['GET', '/api/stats/sms/accounts/:id', (call) => smsCountObject(smsCountOf(call.rows, accountIn(call)))],
  ['POST', '/api/stats/sms/accounts/:id', addSms],
  ['PUT', '/api/stats/sms/accounts/:id', updateSmsThreshold],
];

/** @type {import('./answers.mjs').Route[]} */
export const publicAccountRoutes = [['POST', '/api/login', logIn]];

/** @param {Call} call */
function logIn(call) {
  const { rows, now, tokens } = call;
  const { username, password } = fieldsOf(call, 'Login', { username: 'string', password: 'string' }, ['username', 'password']);
  const account = rows.all('accounts').find((row) => row.username === username);
  if (!account) throw new Refusal(401, 'No username found!');
  if (account.password !== hashOf(password)) throw new Refusal(401, 'Password is invalid');
  const { subscription, plan } = subscriptionOf(rows, resellerId(account));
  return new Answer(201, {
    account_type: account.type,
    expires: `${daysLater(now, 1).replace('T', ' ').replace('Z', '')}.000000001 +0000 UTC`,
    id: account.id,
    status: 'success',
    subscription: subscriptionObject(subscription, plan, now),
    token: tokens.issue(account.id),
  });
}

/** @param {Call} call */
function logOut({ tokens, token }) {
  tokens.end(token);
  return success;
}

/** The password hash this back end stores, and exposes. @param {string} password */
export function hashOf(password) {
  return createHash('md5').update(password).digest('hex');
}

/** The accounts the caller manages. @param {Call} call */
export function managedAccounts({ rows, caller }) {
  if (isTied(caller)) return [];
  const all = rows.all('accounts');
  return caller.type === 'admin' ? all : all.filter(({ creator_id }) => creator_id === caller.id);
}

/** @param {Call} call */
function listAccounts(call) {
  const { rows, query } = call;
  const hotspot = query.get('hotspot') ?? '';
  // 0 isn't a special case: no account is tied to hotspot 0, so nothing is found.
  const isAt = (/** @type {Row} */ row) => hotspot === '' || hotspotOf(rows, row.id)?.id === integerOf(hotspot);
  const found = managedAccounts(call)
    .filter(isAt)
    .filter(searched(query.get('q'), ['username', 'name', 'email', 'type']));
  return listAnswer(found, { query, nothing: 'No accounts found!', object: (row) => fullObject(call, row) });
}

/** @param {Call} call @param {Row} account */
function fullObject({ rows, now }, account) {
  const hotspot = hotspotOf(rows, account.id);
  const { subscription, plan } = subscriptionOf(rows, account.id);
  return {
    ...accountObject(account),
    hotspot_id: hotspot?.id ?? 0,
    hotspot_name: hotspot?.name ?? '',
    subscription_plan_id: 0,
    subscription_plan_name: '',
    subscription: subscriptionObject(subscription, plan, now),
    tokens: [],
    sms_threshold: 0,
  };
}

/** The account in the path, if it is the caller's own or one it manages. @param {Call} call */
function visibleAccount(call) {
  const id = idIn(call);
  const account = id === call.caller.id ? call.caller : managedAccounts(call).find((row) => row.id === id);
  if (!account) throw new Refusal(404, 'No account found!');
  return account;
}

/** @param {Call} call */
function readAccount(call) {
  return fullObject(call, visibleAccount(call));
}

/** @param {Call} call */
function createAccount(call) {
  const { rows, caller, now } = call;
  if (isTied(caller)) throw unauthorized();
  const fields = fieldsOf(
    call,
    'AccountJSON',
    {
      uuid: 'string',
      username: 'string',
      name: 'string',
      email: 'string',
      type: 'string',
      password: 'string',
      hotspot_id: 'number',
      subscription_plan_id: 'number',
      privacy_name: 'string',
      privacy_vat: 'string',
      privacy_address: 'string',
      privacy_email: 'string',
      privacy_dpo: 'string',
      privacy_dpo_mail: 'string',
    },
    ['username', 'password', 'type'],
  );
  const { hotspot_id = 0, subscription_plan_id = 0, password, ...columns } = fields;
  const isNewTied = isTied(columns);
  if (!isNewTied && columns.type !== 'reseller') throw new Refusal(400, 'Unsupported account type');
  if (!isNewTied && caller.type !== 'admin') throw new Refusal(401, 'Permission denied');
  if (rows.all('accounts').some(({ username }) => username === columns.username)) {
    rows.takeId('accounts');
    throw new Refusal(409, { id: 0, status: 'account already exists' });
  }
  const creator = isNewTied ? ownHotspot(rows, caller, hotspot_id).account_id : caller.id;
  const account = rows.insert('accounts', {
    uuid: randomUUID(),
    ...columns,
    creator_id: creator,
    password: hashOf(password),
    created: stamp(now),
  });
  if (isNewTied) rows.insert('accounts_hotspots', { account_id: account.id, hotspot_id });
  else subscribe(call, account.id, subscription_plan_id);
  return new Answer(201, { id: account.id, ...success });
}

/**
 * Gives a new reseller a subscription for the plan's days, and its SMS.
 *
 * @param {Call} call
 * @param {number} accountId
 * @param {number} planId
 */
function subscribe({ rows, now }, accountId, planId) {
  const plan = rows.byId('subscription_plans', planId);
  if (!plan) throw new Refusal(404, 'No subscription plan found!');
  const [valid_from, valid_until] = [stamp(now), daysLater(now, plan.period)];
  rows.insert('subscriptions', { account_id: accountId, subscription_plan_id: planId, valid_from, valid_until, created: valid_from });
  rows.insert('account_sms_counts', { account_id: accountId, sms_max_count: plan.included_sms, sms_count: 0, sms_threshold: 0 });
}

const CHANGEABLE = ['name', 'email', 'type', 'privacy_name', 'privacy_vat', 'privacy_address', 'privacy_email'];

/** Sets fields that are present and not empty; those of the data protection officer even if empty. @param {Call} call */
function updateAccount(call) {
  const account = visibleAccount(call);
  const texts = [...CHANGEABLE, 'password', 'privacy_dpo', 'privacy_dpo_mail'];
  const fields = fieldsOf(call, 'AccountJSON', Object.fromEntries(texts.map((name) => [name, 'string'])));
  for (const name of CHANGEABLE) if (fields[name]) account[name] = fields[name];
  account.privacy_dpo = fields.privacy_dpo ?? '';
  account.privacy_dpo_mail = fields.privacy_dpo_mail ?? '';
  // Existing logins stay valid.
  if (fields.password) account.password = hashOf(fields.password);
  return success;
}

/** Answers success for a reseller with a subscription too, but keeps it. @param {Call} call */
function deleteAccount(call) {
  const { rows, caller } = call;
  if (isTied(caller)) throw unauthorized();
  const account = visibleAccount(call);
  if (subscriptionOf(rows, account.id).subscription) return success;
  removeAccounts(rows, [account.id]);
  return success;
}

/** @param {import('./rows.mjs').Rows} rows @param {number[]} ids */
export function removeAccounts(rows, ids) {
  const created = rows.all('accounts').filter(({ creator_id }) => ids.includes(creator_id));
  if (created.length > 0)
    removeAccounts(
      rows,
      created.map(({ id }) => id),
    );
  rows.remove('accounts', ({ id }) => ids.includes(id));
  rows.remove('accounts_hotspots', ({ account_id }) => ids.includes(account_id));
}

/** The account a call is about: for an admin the one in the path, for others their own. @param {Call} call */
export function accountIn(call) {
  return call.caller.type === 'admin' ? idIn(call) : call.caller.id;
}

/** @param {Call} call */
function readPreferences(call) {
  const found = call.rows.all('account_preferences').filter(({ account_id }) => account_id === accountIn(call));
  if (found.length === 0) throw new Refusal(404, 'No preference found');
  return pageOf(found, call.query);
}

/** @param {Call} call */
function updatePreference(call) {
  const account_id = accountIn(call);
  const { key, value = '' } = fieldsOf(call, 'AccountPreference', { key: 'string', value: 'string' }, ['key']);
  const stored = call.rows.all('account_preferences').find((row) => row.account_id === account_id && row.key === key);
  if (stored) stored.value = value;
  else call.rows.insert('account_preferences', { account_id, key, value });
  return new Answer(201, success);
}

/** @param {import('./rows.mjs').Rows} rows @param {number} accountId */
function smsCountOf(rows, accountId) {
  const count = rows.all('account_sms_counts').find(({ account_id }) => account_id === accountId);
  if (!count) throw new Refusal(404, 'No sms account found!');
  return count;
}

/** @param {Call} call */
function addSms(call) {
  if (call.caller.type !== 'admin') throw new Refusal(403, 'Operation not permitted!');
  const { sms_to_add } = fieldsOf(call, 'AccountSmsCount', { sms_to_add: 'number' });
  smsCountOf(call.rows, idIn(call)).sms_max_count += sms_to_add ?? 0;
  return emptyBody;
}

/** @param {Call} call */
function updateSmsThreshold(call) {
  const { sms_threshold } = fieldsOf(call, 'AccountSmsCount', { sms_threshold: 'number' });
  smsCountOf(call.rows, accountIn(call)).sms_threshold = sms_threshold ?? 0;
  return emptyBody;
}
