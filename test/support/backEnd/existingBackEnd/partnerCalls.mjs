// @ts-check
import { randomBytes, randomUUID } from 'node:crypto';
import { Answer, fieldsOf, idIn, stamp, success } from './answers.mjs';
import { accountIn } from './accountCalls.mjs';
import { ownHotspot, resellerId } from './callers.mjs';
import { selectedOf } from './hotspotCalls.mjs';
import { bareList } from './lists.mjs';
import { Refusal } from './refusal.mjs';
import { accountObject, disclaimerObject, integrationObject, unitObject } from './wire.mjs';

/** Integrations and disclaimers. */

/** @typedef {import('./answers.mjs').Call} Call */
/** @typedef {import('./rows.mjs').Row} Row */

/** @type {import('./answers.mjs').Route[]} */
export const partnerRoutes = [
  ['GET', '/api/integrations', listIntegrations],
  ['GET', '/api/account_integrations/:id', listAccountIntegrations],
  ['POST', '/api/account_integrations/:id/:integration', enableForAccount],
  ['DELETE', '/api/account_integrations/:id/:integration', disableForAccount],
  ['GET', '/api/hotspot_integrations/:id', listHotspotIntegrations],
  ['PUT', '/api/hotspot_integrations/:id/:integration', enableAtHotspot],
  ['DELETE', '/api/hotspot_integrations/:id/:integration', disableAtHotspot],
  ['GET', '/api/disclaimers/accounts/:id', listDisclaimers],
  ['POST', '/api/disclaimers/accounts/:id', createDisclaimer],
  ['DELETE', '/api/disclaimers/:id', deleteDisclaimer],
];

/** @type {import('./answers.mjs').Route[]} */
export const publicPartnerRoutes = [['GET', '/wax/privacy/:uuid', readDisclaimers]];

const NO_INTEGRATIONS = 'No integrations found!';

/** @param {Call} call */
function listIntegrations({ rows, caller }) {
  const enabled = rows.all('account_integrations').filter(({ account_id }) => account_id === resellerId(caller));
  const found = rows
    .all('integrations')
    .filter(({ id }) => caller.type === 'admin' || enabled.some(({ integration_id }) => integration_id === id));
  return bareList(
    found.map((row) => ({
      ...integrationObject(row),
      auth_login_url: randomBytes(19).toString('base64'),
      iv_array: randomBytes(16).toString('base64'),
    })),
    NO_INTEGRATIONS,
  );
}

/** @param {Call} call */
function listAccountIntegrations(call) {
  if (call.caller.type !== 'admin') throw new Refusal(403, 'Operation not permitted!');
  const found = call.rows.all('account_integrations').filter(({ account_id }) => account_id === idIn(call));
  return bareList(
    found.map(({ account_id, integration_id }) => ({ account_id, integration_id })),
    NO_INTEGRATIONS,
  );
}

/** @param {Call} call */
function enableForAccount(call) {
  if (call.caller.type !== 'admin') throw new Refusal(401, 'Operation not permitted');
  const row = call.rows.insert('account_integrations', { account_id: idIn(call), integration_id: idIn(call, 1) });
  return new Answer(201, { id: row.id, ...success });
}

/** @param {Call} call */
function disableForAccount(call) {
  if (call.caller.type !== 'admin') throw new Refusal(401, 'Operation not permitted');
  const [account, integration] = [idIn(call), idIn(call, 1)];
  const isMeant = (/** @type {Row} */ row) => row.account_id === account && row.integration_id === integration;
  if (!call.rows.all('account_integrations').some(isMeant)) throw new Refusal(404, 'No integration found!');
  call.rows.remove('account_integrations', isMeant);
  return success;
}

/** @param {Call} call */
function listHotspotIntegrations(call) {
  const { id } = ownHotspot(call.rows, call.caller, idIn(call));
  const found = call.rows.all('hotspot_integrations').filter(({ hotspot_id }) => hotspot_id === id);
  return bareList(
    found.map(({ integration_id, last_sync }) => ({ integration_id, last_sync: last_sync ?? '0001-01-01T00:00:00Z' })),
    NO_INTEGRATIONS,
  );
}

/** Sends the hotspot's data to the partner. If that fails, the mapping stays, but never synced. @param {Call} call */
async function enableAtHotspot(call) {
  const { rows, now, callWebhook } = call;
  const hotspot = ownHotspot(rows, call.caller, idIn(call));
  const integration = rows.byId('integrations', idIn(call, 1));
  if (!integration) throw new Refusal(404, 'No integration found!');
  const accounts = accountsAt(call, hotspot.id);
  if (!accounts.some(({ type }) => type === 'customer')) throw new Refusal(500, 'No customer account associate to hotspot found!');
  const mapping =
    mappingOf(call) ??
    rows.insert('hotspot_integrations', { hotspot_id: hotspot.id, integration_id: integration.id, last_sync: null, token: randomUUID() });
  const units = rows.all('units').filter(({ hotspot_id }) => hotspot_id === hotspot.id);
  const isAccepted = await callWebhook(integration.webhook_url, integration.webhook_token, {
    status: true,
    token: mapping.token,
    hotspot,
    accounts: accounts.map(accountObject),
    units: units.map(unitObject),
  });
  if (!isAccepted) throw new Refusal(500, 'Call to WebHook failed!');
  mapping.last_sync = stamp(now);
  return success;
}

/** @param {Call} call @param {number} hotspotId */
function accountsAt({ rows }, hotspotId) {
  const tied = rows.all('accounts_hotspots').filter(({ hotspot_id }) => hotspot_id === hotspotId);
  return rows.all('accounts').filter(({ id }) => tied.some(({ account_id }) => account_id === id));
}

/** @param {Call} call */
function mappingOf(call) {
  const [hotspot, integration] = [idIn(call), idIn(call, 1)];
  return call.rows.all('hotspot_integrations').find((row) => row.hotspot_id === hotspot && row.integration_id === integration);
}

/** @param {Call} call */
async function disableAtHotspot(call) {
  const { rows, callWebhook } = call;
  const hotspot = ownHotspot(rows, call.caller, idIn(call));
  const mapping = mappingOf(call);
  const integration = mapping && rows.byId('integrations', mapping.integration_id);
  if (!mapping || !integration) throw new Refusal(404, 'No integration found!');
  const isAccepted = await callWebhook(integration.webhook_url, integration.webhook_token, {
    status: false,
    token: mapping.token,
    hotspot,
  });
  if (!isAccepted) throw new Refusal(500, 'Call to WebHook failed!');
  rows.remove('hotspot_integrations', ({ id }) => id === mapping.id);
  return success;
}

/** @param {import('./rows.mjs').Rows} rows @param {number} accountId */
function disclaimersOf(rows, accountId) {
  const given = rows.all('disclaimers_accounts').filter(({ account_id }) => account_id === accountId);
  return rows.all('disclaimers').filter(({ id }) => given.some(({ disclaimer_id }) => disclaimer_id === id));
}

/** @param {Call} call */
function listDisclaimers(call) {
  return bareList(disclaimersOf(call.rows, accountIn(call)).map(disclaimerObject), 'No disclaimer found');
}

/** @param {Call} call */
function createDisclaimer(call) {
  const { rows, caller } = call;
  if (caller.type !== 'admin') throw new Refusal(403, 'Operation not permitted!');
  const fields = fieldsOf(call, 'Disclaimer', { title: 'string', type: 'string', body: 'string' }, ['title', 'type']);
  const disclaimer = rows.insert('disclaimers', { body: '', ...fields });
  const given = rows.insert('disclaimers_accounts', { disclaimer_id: disclaimer.id, account_id: idIn(call) });
  return new Answer(201, { disclaimer_id: disclaimer.id, disclaimers_accounts_id: given.id, ...success });
}

/** @param {Call} call */
function deleteDisclaimer(call) {
  const { rows, caller } = call;
  if (caller.type !== 'admin') throw new Refusal(403, 'Operation not permitted!');
  const disclaimer = rows.byId('disclaimers', idIn(call));
  if (!disclaimer) throw new Refusal(404, 'No disclaimer found!');
  rows.remove('disclaimers', ({ id }) => id === disclaimer.id);
  for (const table of ['disclaimers_accounts', 'disclaimers_hotspots'])
    rows.remove(table, ({ disclaimer_id }) => disclaimer_id === disclaimer.id);
  return success;
}

/** The disclaimers everybody starts with. */
const DEFAULTS = [
  { id: 0, type: 'privacy', title: 'Default', body: 'Privacy notice of {{.PrivacyName}}, VAT {{.PrivacyVat}}.' },
  { id: 0, type: 'tos', title: 'Default', body: 'Terms of use of {{.BusinessName}}, {{.BusinessAddress}}.' },
];

/** The disclaimers a captive portal shows, with names filled in. @param {Call} call */
function readDisclaimers({ rows, params }) {
  const hotspot = rows.all('hotspots').find(({ uuid }) => uuid === params[0]?.toLowerCase());
  if (!hotspot) throw new Refusal(404, { id: 0, status: 'hotspot not found' });
  const account = rows.byId('accounts', hotspot.account_id);
  const filled = (/** @type {string} */ body) =>
    body.replace(/\{\{\.(\w+)\}\}/g, (_, name) => {
      const column = name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase();
      return hotspot[column] ?? account?.[column] ?? '';
    });
  const all = [...DEFAULTS, ...disclaimersOf(rows, hotspot.account_id).map(disclaimerObject)];
  const of = (/** @type {string} */ type) => all.filter((row) => row.type === type).map((row) => ({ ...row, body: filled(row.body) }));
  return {
    privacy_disclaimers: of('privacy'),
    privacy_selected_id: selectedOf(rows, hotspot.id, 'privacy'),
    tos_disclaimers: of('tos'),
    tos_selected_id: selectedOf(rows, hotspot.id, 'tos'),
  };
}
