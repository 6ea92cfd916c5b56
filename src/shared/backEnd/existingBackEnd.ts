/**
 * The only place that knows the wire format of existing back ends (called "it" below). Translates the contract's requests into theirs and
 * their responses back, so that features only know the contract. Whatever can't be translated is a capability (capabilities.ts).
 */
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { NO_DATE } from '../../contract/plain/wire';
import { waxUrl } from '../config';
import { failureOf } from '../failure';
import { archivedGuest, bareList, expiredGuests, pagedList, vouchersOfHotspot } from './existingLists';
import { clearResponseCache, cachedAnswers } from './responseCache';
import type { Answer, SendRequest, BackEnd, Call, ExistingOptions } from './types';

type Translation = (call: Call, send: SendRequest, options: ExistingOptions) => Promise<Answer>;

/** By method and path below /api; captured numbers become the call's `ids`. Calls not listed are sent unchanged. */
const TRANSLATIONS: readonly (readonly [RegExp, Translation])[] = [
  [/^GET (?:accounts|hotspots|units|devices|users|sessions|histories)$/, pagedList],
  [/^GET users_expired$/, expiredGuests],
  [/^GET users_expired\/(\d+)$/, archivedGuest],
  [/^GET vouchers\/\d+$/, vouchersOfHotspot],
  [/^GET (?:integrations|(?:hotspot_integrations|account_integrations|stats\/sms\/hotspots)\/\d+)$/, bareList],
  [/^GET (?:disclaimers|preferences)\/accounts\/\d+$/, bareList],
  [/^GET stats\/reports\/\w+\/graph$/, reportOfUtcDays],
  [/^GET subscription_plans$/, (call, send) => send({ ...call, url: 'subscription_plans/' })],
  [/^GET hotspots\/(\d+)$/, hotspot],
  [/^PUT hotspots\/\d+$/, (call, send) => putWith(call, send, ['business_dpo', 'business_dpo_mail'])],
  [/^PUT accounts\/\d+$/, (call, send) => putWith(call, send, ['privacy_dpo', 'privacy_dpo_mail'])],
  [/^DELETE accounts\/\d+$/, deleteAccount],
  [/^POST units$/, createUnit],
  [/^POST units\/(\d+)\/mac$/, createMacEntry],
  [/^POST vouchers$/, createVouchers],
];

/**
 * @param send sends a request unchanged
 * @param tokenOf the caller's token: part of the cache key, so that cached responses never reach another session
 */
export function existingBackEnd(send: BackEnd, tokenOf: (store: Parameters<BackEnd>[1]) => string | undefined): BackEnd {
  return async (args, store, options) => {
    const sendPlain: SendRequest = async (request) => {
      const answer = await send(request, store, options);
      return answer.error ? answer : { ...answer, data: withoutZeroDates(answer.data) };
    };
    const call = callOf(typeof args === 'string' ? { url: args } : args);
    const route = `${call.method} ${call.url}`;
    if (call.method !== 'GET') clearResponseCache(store);
    for (const [pattern, translate] of TRANSLATIONS) {
      const found = pattern.exec(route);
      if (!found) continue;
      const sendCached = call.method === 'GET' ? cachedAnswers(sendPlain, store, tokenOf(store)) : sendPlain;
      return translate({ ...call, ids: found.slice(1).map(Number) }, sendCached, options ?? {});
    }
    return sendPlain(call);
  };
}

/** Headers it doesn't know. On cross-origin calls, CORS may even block requests that carry them. */
const UNKNOWN_HEADERS = ['Idempotency-Key', 'If-Match'];

/** Query parameters that it doesn't know. */
const UNKNOWN_PARAMS = ['access', 'after', 'before', 'board', 'consents', 'count', 'end', 'live', 'months', 'state', 'sums', 'tz', 'used'];

/** A MAC address or a prefix of one, with colons: it stores them with dashes. */
const WITH_COLONS = /^[\da-f]{2}(?::[\da-f]{2}){0,5}:?[\da-f]?$/i;

function callOf({ headers, params, ...args }: FetchArgs): Call {
  const known = Object.entries((params ?? {}) as Call['params']).filter(([name]) => !UNKNOWN_PARAMS.includes(name));
  const { q, ...others } = Object.fromEntries(known);
  const isMac = typeof q === 'string' && q.includes(':') && WITH_COLONS.test(q);
  return {
    ...args,
    method: args.method ?? 'GET',
    // It takes an empty q for "all", as if there were none.
    params: { ...(q !== undefined && q !== '' && { q: isMac ? q.replaceAll(':', '-') : q }), ...others },
    headers: Object.fromEntries(
      Object.entries((headers ?? {}) as Record<string, string>).filter(([name]) => !UNKNOWN_HEADERS.includes(name)),
    ),
    ids: [],
  };
}

/** It sends year 1 for "no date", and null for "no tokens". */
function withoutZeroDates(value: unknown): unknown {
  if (value === NO_DATE) return null;
  if (Array.isArray(value)) return value.map(withoutZeroDates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'tokens' && field === null ? [] : withoutZeroDates(field)]),
  );
}

/** Its days are UTC, and its reports always end now. */
function reportOfUtcDays({ params: { from: _from, to: _to, ...params }, ...call }: Call, send: SendRequest): Promise<Answer> {
  return send({ ...call, params });
}

/** It returns a hotspot's disclaimers only in the list of hotspots; read them from there if the caller needs the whole object. */
async function hotspot({ ids: [id], ...call }: Call, send: SendRequest, { isWhole = false }: ExistingOptions): Promise<Answer> {
  const one = await send(call);
  if (one.error || !isWhole) return one;
  const read = one.data as { name: string };
  const listed = await send({ url: 'hotspots', params: { q: read.name } });
  if (listed.error) return listed;
  const row = (listed.data as { data: Record<string, unknown>[] }).data.find((other) => other.id === id);
  const { privacy_disclaimer_id = 0, tos_disclaimer_id = 0 } = row ?? {};
  return { ...one, data: { ...read, privacy_disclaimer_id, tos_disclaimer_id } };
}

/** Adds the current values of fields that it would clear if the body omitted them. */
async function putWith(call: Call, send: SendRequest, always: readonly string[]): Promise<Answer> {
  const body = call.body as Record<string, unknown>;
  const missing = always.filter((field) => body[field] === undefined);
  if (missing.length === 0) return send(call);
  const now = await send({ url: call.url });
  if (now.error) return now;
  const stored = now.data as Record<string, unknown>;
  return send({ ...call, body: { ...body, ...Object.fromEntries(missing.map((field) => [field, stored[field]])) } });
}

/** For a reseller with a subscription, it reports success but keeps the account. */
async function deleteAccount(call: Call, send: SendRequest): Promise<Answer> {
  const account = await send({ url: call.url });
  if (account.error) return account;
  const outcome = await send(call);
  if (outcome.error || (account.data as { type: string }).type !== 'reseller') return outcome;
  const after = await send({ url: call.url });
  if (after.error) return after.error.status === 404 ? outcome : after;
  return { error: { status: 409, data: { code: 'kept' } } };
}

function createUnit(call: Call, send: SendRequest): Promise<Answer> {
  const body = call.body as { hotspot_id: number };
  return send({ ...call, body: { ...body, hotspot_id: String(body.hotspot_id) } });
}

/**
 * It requires proof of the unit's secret: the MD5 of the secret followed by the uuid. MAC entries may be registered at another server, so
 * the failure says whether that server didn't answer (`wax_away`) or didn't accept the secret (`wrong_secret`).
 */
async function createMacEntry({ ids: [id], body }: Call, send: SendRequest): Promise<Answer> {
  const unit = await send({ url: `units/${String(id)}` });
  if (unit.error) return unit;
  const { secret, uuid } = unit.data as { secret: string; uuid: string };
  const { mac, ...entry } = body as { mac: string } & Record<string, string | number>;
  const { md5 } = await import('js-md5');
  const created = await send({ url: waxUrl(`register/mac/${mac}`), params: { digest: md5(secret + uuid), uuid, ...entry } });
  const kind = created.error && failureOf(created.error).kind;
  if (kind === 'away') return { error: { status: 502, data: { code: 'wax_away' } } };
  if (kind === 'malformed') return { error: { status: 400, data: { code: 'wrong_secret' } } };
  return created;
}

/**
 * It doesn't return the vouchers it created, so find them by comparing the list before and after. The response has no `vouchers` if that
 * isn't possible: a list couldn't be read, or somebody else created some at the same time.
 */
async function createVouchers(call: Call, send: SendRequest): Promise<Answer> {
  const { hotspot_id, num_vouchers = 1 } = call.body as { hotspot_id: number; num_vouchers?: number };
  const listed = async () => {
    const { data, error } = await bareList({ url: `vouchers/${hotspot_id}`, method: 'GET', params: {}, headers: {}, ids: [] }, send);
    return error ? null : (data as { id: number }[]);
  };
  const before = await listed();
  const outcome = await send(call);
  if (outcome.error || !before) return outcome;
  const after = await listed();
  if (!after) return outcome;
  const known = new Set(before.map(({ id }) => id));
  const created = after.filter(({ id }) => !known.has(id)).sort((a, b) => a.id - b.id);
  if (created.length !== num_vouchers) return outcome;
  return { ...outcome, data: { status: 'success', ids: created.map(({ id }) => id), vouchers: created } };
}
