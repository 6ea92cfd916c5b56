// @ts-check
import { Refusal } from './refusal.mjs';

/**
 * @typedef {import('./rows.mjs').Row} Row
 * @typedef {import('./rows.mjs').Rows} Rows
 */

/**
 * The ids of the hotspots an account may read.
 *
 * @param {Rows} rows
 * @param {Row} caller
 * @returns {number[]}
 */
export function ownHotspots(rows, caller) {
  const all = rows.all('hotspots');
  if (caller.type === 'admin') return all.map(({ id }) => id);
  if (caller.type === 'reseller') return all.filter(({ account_id }) => account_id === caller.id).map(({ id }) => id);
  return [hotspotOf(rows, caller.id)?.id ?? 0];
}

/**
 * The hotspots a call is about: all of the caller's for 0, otherwise that one. Customers and desks always get their own.
 *
 * @param {Rows} rows
 * @param {Row} caller
 * @param {number} requested
 */
export function chosenHotspots(rows, caller, requested) {
  const own = ownHotspots(rows, caller);
  return requested === 0 || isTied(caller) ? own : own.filter((id) => id === requested);
}

/** Whether an account is tied to one hotspot: a customer or a desk. @param {Record<string, any>} account */
export function isTied({ type }) {
  return type === 'customer' || type === 'desk';
}

/** The hotspot that a customer or desk is tied to. @param {Rows} rows @param {number} accountId */
export function hotspotOf(rows, accountId) {
  const tie = rows.all('accounts_hotspots').find(({ account_id }) => account_id === accountId);
  return tie && rows.byId('hotspots', tie.hotspot_id);
}

/**
 * A hotspot the caller may change.
 *
 * @param {Rows} rows
 * @param {Row} caller
 * @param {number} id
 */
export function ownHotspot(rows, caller, id) {
  const hotspot = rows.byId('hotspots', id);
  if (!hotspot || !ownHotspots(rows, caller).includes(id)) throw new Refusal(401, 'This hotspot is not yours');
  return hotspot;
}

/** Id of the reseller whose plan and integrations an account uses. @param {Row} account */
export function resellerId(account) {
  return isTied(account) ? account.creator_id : account.id;
}

/** @param {Rows} rows @param {number} accountId */
export function subscriptionOf(rows, accountId) {
  const subscription = rows.all('subscriptions').find(({ account_id }) => account_id === accountId);
  return { subscription, plan: subscription && rows.byId('subscription_plans', subscription.subscription_plan_id) };
}
