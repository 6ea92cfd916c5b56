/** The only RTK Query api; features inject their endpoints. No other file calls `fetch` for data. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery, type BaseQueryApi, type FetchArgs, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { existingBackEnd } from './backEnd/existingBackEnd';
import type { BackEnd } from './backEnd/types';
import { consoleConfig } from './config';
import { serverAnswered, serverAway } from './connection';
import { failureOf } from './failure';
import { isReplaying } from './replaying';
import { secretBehind } from './secrets';

/** The part of the state this file reads; the auth slice satisfies it without an import from a feature. */
export interface TokenHolder {
  auth: { user: { token: string } | null };
}

/** The server no longer knows the token: the auth slice ends the session, and the address stays. */
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

const tokenOf = (store: Pick<BaseQueryApi, 'getState'>) =>
  secretBehind((store.getState() as TokenHolder).auth.user?.token ?? '') || undefined;

/** Attempts of a GET while the server is busy. */
const BUSY_TRIES = 3;

/** A busy server has done nothing and says when to retry; reads are retried silently. */
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
  if (isReplaying()) return { error: { status: 'CUSTOM_ERROR', error: 'nothing is sent in a replay' } };
  const token = tokenOf(store);
  const outcome = await sendPatiently(args, store, extra);
  if (isPublic(args)) return outcome;
  const failure = outcome.error && failureOf(outcome.error);
  store.dispatch(failure?.kind === 'away' ? serverAway() : serverAnswered());
  // Ignore calls that were under way when somebody signed in: they say nothing about the new one.
  if (failure?.kind === 'login_lost' && token !== undefined && token === tokenOf(store)) store.dispatch(loginLost());
  return outcome;
};

const sendTranslated = existingBackEnd(sendAndNotice, tokenOf);

const send: BackEnd = (args, store, extra) =>
  (consoleConfig().backend === 'portico' ? sendAndNotice : sendTranslated)(withoutUnchosen(args), store, extra);

/** Id filters, where 0 means "all". Left out then: existing back ends would search for the id 0. */
const CHOSEN = ['hotspot', 'user', 'unit'];

function withoutUnchosen(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === 'string' || !args.params) return args;
  const chosen = Object.entries(args.params as Record<string, unknown>).filter(([name, value]) => !(CHOSEN.includes(name) && value === 0));
  return { ...args, params: Object.fromEntries(chosen) };
}

/** Tag types of the cache. */
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
  // Otherwise one slow report would delay every other refetch.
  invalidationBehavior: 'immediately',
  refetchOnReconnect: true,
  // Returning to a list shows the cached rows at once; they are refetched if older than this, in seconds.
  refetchOnMountOrArgChange: 10,
  endpoints: () => ({}),
});

interface Tag {
  type: (typeof TAGS)[number];
  id: number | 'LIST';
}

/** The tag for all lists of a noun; creating or deleting invalidates it. */
export const listTag = (type: Tag['type']): Tag => ({ type, id: 'LIST' });

/** The tags a list provides: the list tag, and one per row. */
export const rowTags = (type: Tag['type'], rows: readonly { id: number }[] | undefined): Tag[] => [
  listTag(type),
  ...(rows ?? []).map(({ id }) => ({ type, id })),
];

/** Invalidates only on success: after a refusal nothing has changed. */
export const onSuccess =
  (...tags: Tag[]) =>
  (_result: unknown, error: unknown): Tag[] =>
    error === undefined ? tags : [];

/** A page of rows. */
export interface Page<R> {
  data: R[];
  total: number;
}

/** A page of a long list, with what a screen needs to page through all of it. */
export interface ListedPage<R> extends Page<R> {
  /** Whether it is in the requested order; very long lists of an existing back end aren't. */
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

/** Refetches everything on the screen, as after a lost connection. */
export function askAgain(): UnknownAction {
  return api.internalActions.onOnline();
}
