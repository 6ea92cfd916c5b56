/** The one RTK Query api; features inject their endpoints. No other file calls `fetch` for data. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery, type BaseQueryApi, type FetchArgs, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { existingBackEnd } from './backEnd/existingBackEnd';
import type { BackEnd } from './backEnd/types';
import { consoleConfig } from './config';
import { serverAnswered, serverAway } from './connection';
import { failureOf } from './failure';

/** What this file needs to know of the store; the auth slice satisfies it, so that shared imports no feature. */
export interface TokenHolder {
  auth: { user: { token: string } | null };
}

/** The server no longer knows the token: the auth slice ends the log-in, the screen stays where it is. */
export const loginLost = createAction('auth/loginLost');

const sendAsItIs: BackEnd = (args, store, extra) =>
  fetchBaseQuery({
    baseUrl: `${consoleConfig().api_base}/api/`,
    prepareHeaders: (headers) => {
      const token = tokenOf(store);
      if (token !== undefined && !isPublic(args)) headers.set('Token', token);
    },
  })(args, store, extra ?? {});

/** Paths below /wax are public: they get no token (API-01), and their failures say nothing about the server. */
const isPublic = (args: string | FetchArgs) => URL.canParse(typeof args === 'string' ? args : args.url);

const tokenOf = (store: Pick<BaseQueryApi, 'getState'>) => (store.getState() as TokenHolder).auth.user?.token;

/** While a recording plays, nothing is asked: what it holds is all there is. */
let isAsking = true;
export function stopAsking(): void {
  isAsking = false;
}

/** Tries of a reading call that the server is too busy for. */
const BUSY_TRIES = 3;

/** A server that is too busy has done nothing, and says when to ask again: what only reads is asked again, before anybody hears of it. */
const sendPatiently: BackEnd = async (args, store, extra) => {
  const isReading = typeof args === 'string' || (args.method ?? 'GET') === 'GET';
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendAsItIs(args, store, extra);
    const failure = outcome.error && failureOf(outcome.error);
    if (failure?.code !== 'busy' || !isReading || tries === BUSY_TRIES || store.signal.aborted) return outcome;
    await new Promise((resolve) => setTimeout(resolve, failure.retryAfter * 1000));
  }
};

const sendAndNotice: BackEnd = async (args, store, extra) => {
  if (!isAsking) return new Promise<never>(() => undefined);
  const token = tokenOf(store);
  const outcome = await sendPatiently(args, store, extra);
  if (isPublic(args)) return outcome;
  const failure = outcome.error && failureOf(outcome.error);
  store.dispatch(failure?.kind === 'away' ? serverAway() : serverAnswered());
  // A call that was on its way when the log-in changed says nothing about the new one.
  if (failure?.kind === 'login_lost' && token !== undefined && token === tokenOf(store)) store.dispatch(loginLost());
  return outcome;
};

const sendTranslated = existingBackEnd(sendAndNotice, tokenOf);

const send: BackEnd = (args, store, extra) =>
  (consoleConfig().backend === 'portico' ? sendAndNotice : sendTranslated)(withoutUnchosen(args), store, extra);

/** What a list can be narrowed to by its id; 0: nothing is chosen. Existing back ends take it literally, and find nothing. */
const CHOSEN = ['hotspot', 'user', 'unit'];

function withoutUnchosen(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === 'string' || !args.params) return args;
  const chosen = Object.entries(args.params as Record<string, unknown>).filter(([name, value]) => !(CHOSEN.includes(name) && value === 0));
  return { ...args, params: Object.fromEntries(chosen) };
}

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
  baseQuery: send,
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

/** A page of rows. */
export interface Page<R> {
  data: R[];
  total: number;
}

/** A page of a long list, as a screen that can go through all of it needs it. */
export interface ListedPage<R> extends Page<R> {
  /** Whether it is in the order that was asked for; an existing back end has none for very many rows. */
  isSorted: boolean;
  /** There are more rows than `total`; past it, pages are addressed by cursor (docs/wire.md#paging-sorting-totals). */
  hasMore: boolean;
  /** Cursors of the first and the last row; null where there are none. */
  first: string | null;
  last: string | null;
}

export function listedPage<R>(reply: Page<R>, meta: FetchBaseQueryMeta | undefined): ListedPage<R> {
  const headers = meta?.response?.headers;
  return {
    ...reply,
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
