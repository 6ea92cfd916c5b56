/** The one RTK Query api; features inject their endpoints. No other file calls `fetch` for data. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { consoleConfig } from './config';
import { serverAnswered, serverAway } from './connection';
import { failureOf } from './failure';

/** What this file needs to know of the store; the auth slice satisfies it, so that shared imports no feature. */
export interface TokenHolder {
  auth: { user: { token: string } | null };
}

/** The server no longer knows the token: the auth slice ends the log-in, the screen stays where it is. */
export const loginLost = createAction('auth/loginLost');

const send: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta> = (args, store, extra) =>
  fetchBaseQuery({
    baseUrl: `${consoleConfig().api_base}/api/`,
    prepareHeaders: (headers) => {
      const token = tokenOf(store);
      if (token !== undefined && !isPublic(args)) headers.set('Token', token);
    },
  })(args, store, extra);

/** Below /wax, which is for anybody: it gets no token (spec 1 §7), and whether it answers says nothing about the server. */
const isPublic = (args: string | FetchArgs) => URL.canParse(typeof args === 'string' ? args : args.url);

/** The address of a call that captive portals make too, for an endpoint's `url`. The path begins below /wax. */
export function waxUrl(path: string): string {
  return new URL(`${consoleConfig().wax_base}/wax/${path}`, window.location.href).href;
}

const tokenOf = (store: Pick<BaseQueryApi, 'getState'>) => (store.getState() as TokenHolder).auth.user?.token;

/** While a recording plays, nothing is asked: what it holds is all there is. */
let isAsking = true;
export function stopAsking(): void {
  isAsking = false;
}

const sendAndNotice: typeof send = async (args, store, extra) => {
  if (!isAsking) return new Promise<never>(() => undefined);
  const token = tokenOf(store);
  const outcome = await send(args, store, extra);
  if (isPublic(args)) return outcome;
  const failure = outcome.error && failureOf(outcome.error);
  store.dispatch(failure?.kind === 'away' ? serverAway() : serverAnswered());
  // A call that was on its way when the log-in changed says nothing about the new one.
  if (failure?.kind === 'login_lost' && token !== undefined && token === tokenOf(store)) store.dispatch(loginLost());
  return outcome;
};

/** The nouns whose answers go stale. */
const TAGS = [
  'Account',
  'AccountIntegration',
  'AccountPreference',
  'AccountSession',
  'Attention',
  'Device',
  'Disclaimer',
  'Guest',
  'Hotspot',
  'Integration',
  'Preference',
  'Session',
  'Sms',
  'Unit',
  'Voucher',
] as const;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: sendAndNotice,
  tagTypes: TAGS,
  // One slow report must not hold back every other refetch.
  invalidationBehavior: 'immediately',
  refetchOnReconnect: true,
  // A list that somebody comes back to is shown at once and refreshed behind.
  refetchOnMountOrArgChange: 10,
  endpoints: () => ({}),
});

interface Tag {
  type: (typeof TAGS)[number];
  id: number | 'LIST';
}

/** The tag of "all lists of this noun", which a creation or deletion makes stale. */
export const listTag = (type: Tag['type']): Tag => ({ type, id: 'LIST' });

/** The tags that a list provides: itself, and each row. */
export const rowTags = (type: Tag['type'], rows: readonly { id: number }[] | undefined): Tag[] => [
  listTag(type),
  ...(rows ?? []).map(({ id }) => ({ type, id })),
];

/** Invalidates only when the call went through: after a refusal nothing changed. */
export const onSuccess =
  (...tags: Tag[]) =>
  (_result: unknown, error: unknown): Tag[] =>
    error === undefined ? tags : [];

/**
 * Takes an answer of 200, and the older back end's 404 "No … found!" for an empty list, but no other 404: a mistyped path
 * stays an error (API.md, "Empty list").
 */
export function okOrNothingFound(response: Response, body: unknown): boolean {
  if (response.ok) return true;
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return response.status === 404 && typeof message === 'string' && /^No .* found!?$/.test(message);
}

/** A page of rows as both back ends send it; nothing found is an empty one. */
export interface Page<R> {
  data: R[];
  total: number;
}

export function pageOrNothing<R>(reply: Page<R> | { message: string }): Page<R> {
  return 'data' in reply ? reply : { data: [], total: 0 };
}

/** A page of a long list, as a screen that can go through all of it needs it. */
export interface ListedPage<R> extends Page<R> {
  /** Whether the back end sorted it as asked; where it did not, only the rows at hand can be sorted (API.md, "Sorting"). */
  isSorted: boolean;
  /** There are more than `total`; beyond it pages go by cursors (API.md, "Paging"). */
  hasMore: boolean;
  /** Cursors of the first and the last row; null where there are none. */
  first: string | null;
  last: string | null;
}

export function listedPage<R>(reply: Page<R> | { message: string }, meta: FetchBaseQueryMeta | undefined): ListedPage<R> {
  const headers = meta?.response?.headers;
  return {
    ...pageOrNothing(reply),
    isSorted: headers?.has('X-Sort') ?? false,
    hasMore: headers?.get('X-Total-More') === 'true',
    first: headers?.get('X-Cursor-First') ?? null,
    last: headers?.get('X-Cursor-Last') ?? null,
  };
}

/** Asks again for everything that is on the screen, as after a lost connection. */
export function askAgain(): UnknownAction {
  return api.internalActions.onOnline();
}
