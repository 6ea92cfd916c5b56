/** Lists of existing back ends ("it" below), adapted to the contract: empty lists, totals, sorting. */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { MAX_LIMIT } from '../../contract/plain/wire';
import { SORTED_UP_TO } from './capabilities';
import { sortedLocally } from './sortedLocally';
import type { Answer, SendRequest, Call } from './types';

type Row = Record<string, unknown> & { id: number };

interface Page {
  data: Row[];
  total: number;
}

/** Returns `{data, total}`, in the requested order where possible. */
export async function pagedList(call: Call, send: SendRequest): Promise<Answer> {
  const { page = 1, limit, sort, order, ...filters } = call.params;
  const read = (paging: Call['params']) => listOrEmpty({ ...call, params: { ...filters, ...paging } }, send);

  const one = await read(limit === undefined ? {} : { page, limit });
  if (one.error) return one;
  if (one.data.total === 0 && Number(page) > 1) {
    // Past the last page it answers 404 without a total.
    const counted = await read({ page: 1, limit: 1 });
    return counted.error ? counted : { ...one, data: { data: [], total: counted.data.total } };
  }
  const { data: rows, total } = one.data;
  if (sort === undefined || total === 0) return one;
  const isDescending = order === 'desc';
  if (rows.length === total) return sorted(one, { rows, total, sort, isDescending, page, limit });
  // It always lists hotspots by name.
  if (call.url === 'hotspots' && sort === 'name' && !isDescending) return { ...one, ...withHeaders(one, { 'X-Sort': 'name' }) };
  if (total > SORTED_UP_TO) return one;
  const all = await read({ page: 1, limit: SORTED_UP_TO });
  if (all.error) return all;
  if (all.data.data.length < all.data.total) return one;
  return sorted(all, { rows: all.data.data, total: all.data.total, sort, isDescending, page, limit });
}

interface Sorting {
  rows: Row[];
  total: number;
  sort: string | number;
  isDescending: boolean;
  page?: string | number | undefined;
  limit?: string | number | undefined;
}

function sorted(answer: Answer, { rows, total, sort, isDescending, page = 1, limit }: Sorting): Answer {
  const inOrder = sortedLocally(rows, String(sort), isDescending ? 'desc' : 'asc');
  return { data: { data: cut(inOrder, page, limit), total }, ...withHeaders(answer, { 'X-Sort': String(sort) }) };
}

const cut = <R>(rows: R[], page: string | number, limit: string | number | undefined): R[] =>
  limit === undefined ? rows : rows.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));

/** Metadata with the response headers that our own server would have sent. */
function withHeaders({ meta }: Answer, headers: Record<string, string>): Pick<Answer, 'meta'> {
  return meta ? { meta: { ...meta, response: new Response(null, { headers }) } } : {};
}

type ListAnswer<D> = { data: D; error?: undefined; meta?: FetchBaseQueryMeta } | (Answer & { error: object });

async function listOrEmpty(call: Call, send: SendRequest): Promise<ListAnswer<Page>> {
  const answer = await send(call);
  if (isNothingFound(answer)) return { data: { data: [], total: 0 }, ...withHeaders(answer, {}) };
  return answer as ListAnswer<Page>;
}

/** It answers 404 "No … found!" for an empty list. Any other 404, such as a wrong path, stays an error. */
export function isNothingFound({ error }: Answer): boolean {
  const body = error?.status === 404 ? error.data : undefined;
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && /^No .* found!?$/.test(message);
}

/** Returns a bare array, with its length in a header. */
export async function bareList(call: Call, send: SendRequest): Promise<Answer> {
  const { limit: _limit, ...params } = call.params;
  const answer = await send({ ...call, params });
  if (answer.error && !isNothingFound(answer)) return answer;
  const rows = Array.isArray(answer.data) ? answer.data : [];
  return { data: rows, ...withHeaders(answer, { 'X-Total-Count': String(rows.length) }) };
}

/** It sends all vouchers at once, so page them here. Its filter by expiry also returns vouchers that never expire; drop those. */
export async function vouchersOfHotspot(call: Call, send: SendRequest): Promise<Answer> {
  const { page = 1, limit, sort, order, ...filters } = call.params;
  const answer = await bareList({ ...call, params: filters }, send);
  if (answer.error) return answer;
  const matching = (answer.data as Row[]).filter(({ expires }) => filters.expiredEnd === undefined || expires !== null);
  const inOrder = sort === undefined ? matching : sortedLocally(matching, String(sort), order === 'desc' ? 'desc' : 'asc');
  return { data: cut(inOrder, page, limit), ...withHeaders(answer, { 'X-Total-Count': String(matching.length) }) };
}

interface ExpiredSets {
  data_users: Row[];
  data_user_histories: Row[];
  total: number;
}

/**
 * Its two lists of expired guests, the same page of each. It can't search them, so the rows that were read are searched here; if there are
 * more, `X-Searched` says how many were read.
 */
export async function expiredGuests(call: Call, send: SendRequest): Promise<Answer> {
  const { q, page = 1, limit, sort = 'id', order, ...filters } = call.params;
  const read = (paging: Call['params']) => setsOrEmpty({ ...call, params: { ...filters, ...paging } }, send);
  const isAll = ({ data_users, data_user_histories, total }: ExpiredSets) => data_users.length + data_user_histories.length >= total;

  let answer = await read(q === undefined ? (limit === undefined ? {} : { page, limit }) : { page: 1, limit: MAX_LIMIT });
  if (answer.error) return answer;
  const isCut = q === undefined && !isAll(answer.data);
  if (isCut && answer.data.total > SORTED_UP_TO) return answer;
  if (isCut) answer = await read({ page: 1, limit: SORTED_UP_TO });
  if (answer.error) return answer;

  const sets = answer.data;
  const arranged = (rows: Row[]) => {
    const found = q === undefined ? rows : rows.filter((row) => isMatch(row, String(q)));
    return isAll(sets) ? sortedLocally(found, String(sort), order === 'desc' ? 'desc' : 'asc') : found;
  };
  const [users, archived] = [arranged(sets.data_users), arranged(sets.data_user_histories)];
  return {
    data: {
      data_users: cut(users, page, limit),
      data_user_histories: cut(archived, page, limit),
      total: q === undefined ? sets.total : users.length + archived.length,
    },
    ...withHeaders(
      answer,
      isAll(sets) ? { 'X-Sort': String(sort) } : { 'X-Searched': String(sets.data_users.length + sets.data_user_histories.length) },
    ),
  };
}

async function setsOrEmpty(call: Call, send: SendRequest): Promise<ListAnswer<ExpiredSets>> {
  const answer = await send(call);
  if (answer.error && !isNothingFound(answer)) return answer;
  const { data_users, data_user_histories, total = 0 } = (answer.data ?? {}) as { [K in keyof ExpiredSets]?: ExpiredSets[K] | null };
  return {
    data: { data_users: data_users ?? [], data_user_histories: data_user_histories ?? [], total: total ?? 0 },
    ...withHeaders(answer, {}),
  };
}

/** The fields by which valid guests are searched. */
const SEARCHED = [
  'username',
  'name',
  'email',
  'account_type',
  'kbps_down',
  'kbps_up',
  'max_navigation_traffic',
  'max_navigation_time',
] as const;

const isMatch = (row: Row, q: string) => SEARCHED.some((field) => plain(row[field]).includes(plain(q)));

/** Removes accents and lowercases. */
const plain = (value: unknown): string => String(value).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** It has no call for one archived guest, and doesn't know the guest's usage. */
export async function archivedGuest({ ids: [id], ...call }: Call, send: SendRequest): Promise<Answer> {
  const listed = await setsOrEmpty({ ...call, url: 'users_expired', params: { page: 1, limit: MAX_LIMIT }, ids: [] }, send);
  if (listed.error) return listed;
  const found = listed.data.data_user_histories.find((guest) => guest.id === id);
  if (!found) return { error: { status: 404, data: { code: 'not_found' } } };
  return { data: { ...found, max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 }, ...withHeaders(listed, {}) };
}
